import Foundation
import Migration
import SecretCrypto
import Testing

/// Damaged files: refused or read, never a crash; and whatever is read can be patched.
@Suite struct MutationTests {
  /// Files that are damaged; `MUTATIONS` in the environment sets another number.
  private static let rounds = ProcessInfo.processInfo.environment["MUTATIONS"].flatMap { Int($0) } ?? 3_000

  private static let seeds: [(name: String, files: [[UInt8]])] = [
    (
      "json",
      [
        #"{"a":1,"b":[true,null,-1.5e3,"x\u00e9\n"],"c":{"d":"secret","e":{}},"token":"s3cr3t-value"}"#,
        "{\r\n  // c\r\n  \"a\": \"one\", /* x */\r\n  \"b\": [\"two\", {\"c\": \"s3cr3t-value\"},],\r\n}\r\n",
        "{ \"a\": \"secret-1\"\n, \"b\": {\"a\": [[[[1]]]]}\n, \"\\ud834\\udd1e\": \"\"\n}",
        "[1,2,[3,\"four\"]]",
      ].map { Array($0.utf8) }
    ),
    (
      "xml",
      [
        Array(sample.utf8), Array(sample.replacing("\n", with: "\r\n").utf8),
        Array(("\u{FEFF}\n" + sample).utf8),
        XMLReaderTests.utf16(sample.replacing("UTF-8", with: "UTF-16"), bigEndian: false),
        XMLReaderTests.utf16(sample.replacing("UTF-8", with: "UTF-16"), bigEndian: true),
        utf32(sample),
      ]
    ),
    ("binary", [binarySample(1, 1), binarySample(2, 2), binarySample(3, 1), bomb()]),
    ("android", [Array(android.utf8), Array(android.replacing("\n", with: "\r\n").utf8)]),
    (
      "openstep",
      [
        Array(openStep.utf8), Array(strings.utf8), utf16(openStep), utf16(openStep, bigEndian: true),
        utf32(openStep),
      ]
    ),
  ]

  private static func utf32(_ text: String) -> [UInt8] {
    ("\u{FEFF}" + text).unicodeScalars.flatMap { scalar in
      (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> UInt32(8 * $0)) }
    }
  }

  private static let android = androidXML(
    "<string name=\"a&amp;b\">s3cr3t-value&#10;<![CDATA[<]]></string>\n    <int name='i' value='-5' />\n"
      + "    <!-- c --><set name=\"l\">\n        <string>one</string>\n        <string />\n    </set>\n"
      + "    <boolean value=\"true\" name=\"y\"/><long name=\"n\" value=\"1234567890123\" /><float name=\"r\" value=\"1.5\" />"
  )

  private static let openStep =
    "{ a = ( \"s3cr3t\\U00e9\\351\", <00 ff>, w/x ); // c\n 'b c' = { t = s3cr3t-value; ALONE; /* x */ };\r\n"
    + " i = <*I-5>; y = <*BY>; r = <*R1.5>; d = <*D2024-05-01 10:00:00 +0200>; b = <[AQID]>; u = \"ü😀\"; }\n"
  private static let strings = "/* c */\n\"a\" = \"s3cr3t-value\";\nKEY;\n\"b\" = (1, 2);\n"

  private static let sample = plist(
    "<dict>\n\t<key>a&amp;b</key>\n\t<string>s3cr3t<![CDATA[<]]></string>\n\t<key>l</key>\n\t<array><true/>"
      + "<integer>-12</integer><real>1.5</real><date>2024-01-01T00:00:00Z</date><data>AQID</data></array>\n"
      + "\t<!-- c -->\n\t<key>d</key><dict><key>t</key><string>s3cr3t-value</string></dict>\n</dict>")

  private static func binarySample(_ offsetSize: Int, _ referenceSize: Int) -> [UInt8] {
    var maker = BinaryMaker(offsetSize: offsetSize, referenceSize: referenceSize)
    func references(_ numbers: [Int]) -> [UInt8] { numbers.flatMap { BinaryMaker.number($0, referenceSize) } }
    maker.add([0xD4] + references([1, 2, 3, 4, 5, 6, 7, 8]))
    for key in ["a", "b", "c", "token"] { maker.add(key) }
    maker.add([0xA4] + references([9, 10, 11, 7]))
    maker.add([0xD2] + references([1, 4, 8, 8]))
    maker.add([0x62, 0, 0xE9, 0x20, 0xAC])
    maker.add("s3cr3t-value")
    maker.add([0x13, 0, 0, 0, 0, 0, 0, 1, 0])
    maker.add([0x33, 0x41, 0xC1, 0, 0, 0, 0, 0, 0])
    maker.add([0x4F, 0x10, 0x02, 0xFF, 0xFE])
    return maker.file()
  }

  private static func bomb() -> [UInt8] {
    var maker = BinaryMaker()
    for level in 0..<24 { maker.add([0xA2, UInt8(level + 1), UInt8(level + 1)]) }
    maker.add("leaf")
    return maker.file()
  }

  @Test(arguments: seeds.indices) func damagedFiles(_ format: Int) throws {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    let (name, files) = Self.seeds[format]
    print("mutations of \(name): seed \(seed)")
    var random = SeededRandom(seed)
    var readable = 0
    var patched = 0
    for round in 0..<Self.rounds {
      var file = files[round % files.count]
      for _ in 0..<Int.random(in: 1...3, using: &random) { Self.mutate(&file, &random) }
      let document: Document
      do throws(Refusal) {
        document = try read(file)
      } catch {
        #expect(!error.message.isEmpty && (error.offset ?? 0) <= file.count)
        continue
      }
      readable += 1
      if Self.patch(document, &random) { patched += 1 }
    }
    #expect(
      readable > Self.rounds / 200, "seed \(seed): too few damaged files are still readable to test anything")
    #expect(patched > 0, "seed \(seed)")
  }

  private static func mutate(_ file: inout [UInt8], _ random: inout SeededRandom) {
    guard !file.isEmpty else { return }
    let at = Int.random(in: 0..<file.count, using: &random)
    let end = min(file.count, at + Int.random(in: 1...8, using: &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0: file[at] ^= 1 << UInt8.random(in: 0...7, using: &random)
    case 1: file[at] = UInt8.random(in: 0...255, using: &random)
    case 2:
      file[at] =
        [0, 0x0A, 0x20, 0x22, 0x2C, 0x3C, 0x5F, 0x7F, 0xA2, 0xD1, 0xFF].randomElement(using: &random) ?? 0
    case 3: file.removeSubrange(at..<end)
    case 4: file.insert(contentsOf: file[at..<end], at: Int.random(in: 0...file.count, using: &random))
    case 5: file.removeSubrange(at...)
    case 6: file[at] = file[at] &+ 1
    default:
      let other = Int.random(in: 0..<file.count, using: &random)
      file.swapAt(at, other)
    }
  }

  /// Patches one value of a document; true if it could be patched. The patch checks itself and says
  /// `patchFailed` where it did not do what it should.
  private static func patch(_ document: Document, _ random: inout SeededRandom) -> Bool {
    let places = document.places(budget: 200)
    guard let place = places.randomElement(using: &random) else { return false }
    let more = places.randomElement(using: &random) ?? place
    let mode: Scrub.Mode = Bool.random(using: &random) ? .remove : .placeholder(Array("gone ü".utf8))
    do throws(Refusal) {
      let result = try document.scrub([place.path, more.path], mode: mode, leftovers: .report)
      #expect(result.bytes.count <= 2 * document.source.count + 400)
      return true
    } catch {
      #expect(
        ["duplicateKey", "overlappingObjects", "lastComment", "nothingLeft"].contains(error.code), "\(error)")
      return false
    }
  }

  /// Every cut and every changed byte of one small file of each format.
  @Test(arguments: seeds.indices) func cutsAndBytes(_ format: Int) {
    let file = Self.seeds[format].files[0]
    for end in 0..<file.count { _ = refusal(Array(file.prefix(end))) }
    for at in file.indices {
      for value: UInt8 in [0x00, 0x7F, 0x80, 0xFF, file[at] ^ 1, file[at] ^ 0x10] {
        var damaged = file
        damaged[at] = value
        _ = refusal(damaged)
      }
    }
    #expect(refusal(file) == nil)
  }
}
