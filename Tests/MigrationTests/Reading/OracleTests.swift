import Foundation
import Migration
import SecretCrypto
import Testing

/// Our readers against two others: the same file, the same values.
@Suite struct OracleTests {
  @Test(arguments: 1...40) func foundationWritesWhatWeRead(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    let value = SampleValue.dictionary(depth: 3, &random)
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let data = try PropertyListSerialization.data(
        fromPropertyList: value.foundation, format: format, options: 0)
      let document = try read([UInt8](data))
      #expect(document.exactOutline(sorted: true) == value.exactOutline, "seed \(seed)")
    }
  }

  /// Apple's reader refuses no base64: what means nothing is passed over.
  @Test func foundationReadsDamagedBase64() throws {
    let seed = UInt64.random(in: 0...9_999)
    var random = SeededRandom(seed)
    let characters = Array("ABCQxyz059+/===  \n\t-_.*#\u{1}\u{B}\u{C}")
    for _ in 0..<400 {
      let text = String(
        (0..<Int.random(in: 0..<14, using: &random)).map { _ in characters.randomElement(using: &random)! })
      let file = plist("<data>\(text)</data>")
      let value = try unsafe PropertyListSerialization.propertyList(from: Data(file.utf8), format: nil)
      let expected = try #require(value as? Data).map { String(0x100 | Int($0), radix: 16).dropFirst() }
        .joined()
      #expect(try read(file).outline == "d\(expected)", "seed \(seed), \(text)")
    }
  }

  @Test(.enabled(if: Python.isThere)) func pythonWritesWhatWeRead() throws {
    let folder = try TemporaryFolder()
    let seed = UInt64.random(in: 0...9_999)
    try Python.run(Python.writer, folder.path, "\(seed)")
    let outlines = try String(contentsOfFile: folder.path + "/outlines", encoding: .utf8).split(
      separator: "\n")
    #expect(outlines.count == 60)
    for (number, outline) in outlines.enumerated() {
      for kind in ["bin", "xml"] {
        let document = try read(folder.read("\(number).\(kind)"))
        #expect(
          document.exactOutline(sorted: false) == outline, "python seed \(seed), file \(number).\(kind)")
      }
    }
  }

  @Test(.enabled(if: Python.isThere)) func pythonWritesJSON() throws {
    let folder = try TemporaryFolder()
    let seed = UInt64.random(in: 0...9_999)
    try Python.run(Python.jsonWriter, folder.path, "\(seed)")
    let outlines = try String(contentsOfFile: folder.path + "/outlines", encoding: .utf8).split(
      separator: "\n")
    for (number, outline) in outlines.enumerated() {
      let document = try read(folder.read("\(number).json"))
      #expect(document.exactOutline(sorted: false) == outline, "python seed \(seed), file \(number).json")
    }
  }
}

extension Document {
  /// The document in a form that other readers can produce exactly: text as its UTF-8 in hexadecimal, reals
  /// and dates as the bits of a double.
  func exactOutline(sorted: Bool) -> String { exactOutline(root, sorted: sorted) }

  private func exactOutline(_ id: NodeID, sorted: Bool) -> String {
    switch node(id).kind {
    case .null: return "n"
    case .boolean: return boolean(of: id) == true ? "t" : "f"
    case .integer: return "i\(integer(of: id) ?? 0)"
    case .uid: return "u\(integer(of: id) ?? 0)"
    case .real: return "r" + String((real(of: id) ?? 0).bitPattern, radix: 16)
    case .date: return "@" + String((seconds(of: id) ?? 0).bitPattern, radix: 16)
    case .string: return "s" + hex(content(id))
    case .data: return "d" + hex(content(id))
    case .array:
      return "[" + children(of: id).map { exactOutline($0.value, sorted: sorted) }.joined(separator: ",")
        + "]"
    case .dictionary:
      var entries = children(of: id).map { child in
        (child.key.map { hex(key($0)) } ?? "") + ":" + exactOutline(child.value, sorted: sorted)
      }
      if sorted { entries.sort() }
      return "{" + entries.joined(separator: ",") + "}"
    }
  }
}
