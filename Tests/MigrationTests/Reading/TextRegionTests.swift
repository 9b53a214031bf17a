import Foundation
import Migration
import Testing

/// Lines and columns of values.
@Suite struct TextRegionTests {
  /// `startLine:startColumn-endLine:endColumn charOffset+charLength` of the value under a key.
  private func region(_ document: Document, _ key: String) throws -> String {
    let range = document.node(try #require(document.value(key))).range
    guard let region = document.regions(of: [range])[range] else { return "none" }
    return "\(region.startLine):\(region.startColumn)-\(region.endLine):\(region.endColumn) "
      + "\(region.charOffset)+\(region.charLength)"
  }

  @Test(
    "the value with its quotes or tags",
    arguments: [
      ("{\n  \"a\": 1,\n  \"k\": \"vv\"\n}\n", "3:8-3:12 19+4"),
      ("{\r\n\"k\": \"vv\"}", "2:6-2:10 8+4"),
      // A lone carriage return ends no line.
      ("{\r\"k\": \"vv\"}", "1:8-1:12 7+4"),
      ("// é😀\n{\"é\": \"😀\", \"k\": \"vv\"}", "2:18-2:22 24+4"),
      ("\u{FEFF}{\"k\": \"vv\"}", "1:7-1:11 6+4"),
      ("{\"k\": [1,\n 2]}", "1:7-2:4 6+7"),
      ("{ k = \"vv\"; }", "1:7-1:11 6+4"),
      ("{ k = (\n 1, 2); }", "1:7-2:7 6+8"),
      ("<plist>\n<dict><key>k</key>\n<string>é\n</string></dict></plist>", "3:1-4:10 27+19"),
      ("<map>\n  <string name=\"k\">v</string>\n</map>", "2:3-2:30 8+27"),
    ])
  func texts(text: String, expected: String) throws {
    #expect(try region(try read(text), "k") == expected)
  }

  @Test func wideTextCountsTheSame() throws {
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<plist><dict><key>é😀</key><true/>\n<key>k</key> <string>v</string></dict></plist>"
    let narrow = try region(try read(text.replacing("UTF-16", with: "UTF-8")), "k")
    #expect(narrow.hasPrefix("3:14-3:32 "))
    for encoding in XMLReaderTests.wideEncodings {
      let wide = try #require(("\u{FEFF}" + text).data(using: encoding))
      #expect(try region(try read(Array(wide)), "k").hasPrefix("3:14-3:32 "))
    }
  }

  @Test func manyRangesInOnePass() throws {
    let lines = (0..<500).map { "\"k\($0)\": [\($0)]" }
    let document = try read("{\n" + lines.joined(separator: ",\n") + "\n}")
    let ranges = (0..<500).compactMap { document.value("k\($0)").map { document.node($0).range } }
    let regions = document.regions(of: ranges)
    #expect(ranges.map { regions[$0]?.startLine } == (2..<502).map { $0 })
  }

  @Test func binaryFilesHaveNoLines() throws {
    let document = try read(
      Array(try PropertyListSerialization.data(fromPropertyList: ["k": "v"], format: .binary, options: 0)))
    #expect(try region(document, "k") == "none")
  }
}
