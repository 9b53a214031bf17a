import Migration
import SecretFile

/// One value of an XML property list.
///
/// It has the type that it had where it came from, if what the item holds now still is of that type; otherwise text is a
/// string and everything else data.
struct ExportPlistValue {
  private let item: Item
  private let kind: Kind?

  init(_ item: Item) {
    self.item = item
    kind = Kind(rawValue: item.attributes.provenance.originalType)
  }

  /// Appends the value. Returns whether a part of it could not be said: the fraction of a date's second.
  func append(_ value: Span<UInt8>, to text: inout SecretText) throws(Outcome) -> Bool {
    switch kind {
    case .boolean where Self.isWord("true", value): text.append("<true/>")
    case .boolean where Self.isWord("false", value): text.append("<false/>")
    case .integer where Self.isInteger(value): Self.element("integer", value, &text)
    case .real where Self.isReal(value): Self.element("real", value, &text)
    case .uid where Self.isInteger(value):
      text.append("<dict><key>CF$UID</key>")
      Self.element("integer", value, &text)
      text.append("</dict>")
    case .date where Self.isDate(value):
      text.append("<date>")
      Self.appendText(value.extracting(0..<19), &text)
      text.append("Z</date>")
      return value.count > 20
    case .data: Self.data(value, &text)
    default: try appendUntyped(value, &text)
    }
    return false
  }

  private func appendUntyped(_ value: Span<UInt8>, _ text: inout SecretText) throws(Outcome) {
    let isText = item.contentType == .text || kind == .string
    if isText, Self.isXML(value) {
      Self.element("string", value, &text)
    } else if kind == .string {
      throw Outcome(
        "notText", .refused, "\(ItemText.name(item)): XML cannot hold the control characters in it",
        hint: "--format json")
    } else {
      Self.data(value, &text)
    }
  }

  // MARK: Writing

  /// Appends text with the escapes of XML.
  static func appendText(_ value: Span<UInt8>, _ text: inout SecretText) {
    for index in value.indices {
      switch value[index] {
      case 0x26: text.append("&amp;")
      case 0x3C: text.append("&lt;")
      case 0x3E: text.append("&gt;")
      // A parser would make a line feed of it.
      case 0x0D: text.append("&#13;")
      default: text.append(value[index])
      }
    }
  }

  private static func element(_ name: String, _ value: Span<UInt8>, _ text: inout SecretText) {
    text.append("<\(name)>")
    appendText(value, &text)
    text.append("</\(name)>")
  }

  private static func data(_ value: Span<UInt8>, _ text: inout SecretText) {
    text.append("<data>")
    text.appendBase64(value)
    text.append("</data>")
  }

  // MARK: Forms

  /// UTF-8 without the characters that XML 1.0 cannot say.
  static func isXML(_ value: Span<UInt8>) -> Bool {
    guard UTF8Check.isValid(value) else { return false }
    for index in value.indices {
      let byte = value[index]
      if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D { return false }
      // U+FFFE and U+FFFF.
      if byte == 0xEF, value[index + 1] == 0xBF, value[index + 2] >= 0xBE { return false }
    }
    return true
  }

  private static func isWord(_ word: String, _ value: Span<UInt8>, anyCase: Bool = false) -> Bool {
    guard value.count == word.utf8.count else { return false }
    return zip(value.indices, word.utf8).allSatisfy { index, byte in
      value[index] == byte || anyCase && value[index] | 0x20 == byte && byte >= 0x61
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// A whole number that fits 64 bits, with a sign or without.
  private static func isInteger(_ value: Span<UInt8>) -> Bool {
    let isNegative = !value.isEmpty && value[0] == 0x2D
    let start = isNegative ? 1 : 0
    guard (1...20).contains(value.count - start) else { return false }
    var number: Int128 = 0
    for index in start..<value.count {
      guard isDigit(value[index]) else { return false }
      number = number * 10 + Int128(value[index] - 0x30)
    }
    return isNegative ? -number >= Int128(Int64.min) : number <= Int128(UInt64.max)
  }

  private static func isReal(_ value: Span<UInt8>) -> Bool {
    for word in ["nan", "inf", "-inf", "+inf", "infinity", "-infinity", "+infinity"]
    where isWord(word, value, anyCase: true) {
      return true
    }
    var digits = 0
    for index in value.indices {
      switch value[index] {
      case 0x30...0x39: digits += 1
      case 0x2B, 0x2D, 0x2E, 0x45, 0x65: break
      default: return false
      }
    }
    return digits > 0
  }

  /// `2024-05-01T10:00:00Z`, with a fraction of a second or without.
  private static func isDate(_ value: Span<UInt8>) -> Bool {
    guard value.count >= 20, value.count <= 40, value[value.count - 1] == 0x5A else { return false }
    for (index, form) in "0000-00-00T00:00:00".utf8.enumerated() {
      guard form == 0x30 ? isDigit(value[index]) : value[index] == form else { return false }
    }
    return value.count == 20 || value[19] == 0x2E
  }
}
