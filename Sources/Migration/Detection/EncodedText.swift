internal import SecretCrypto

/// Base64 inside values: what is worth decoding, and decoding it into guarded memory.
enum EncodedText {
  /// What the decoded bytes begin with.
  enum Content: Sendable {
    case json
    case plist
    case header
    case privateKey
  }

  /// How base64 of interesting texts begins: only then is decoding worth its price.
  private static let beginnings: [(String, Content)] = [
    ("eyJ", .json), ("eyA", .json), ("ewog", .json), ("ewoJ", .json), ("ew0K", .json), ("W3si", .json),
    ("W3sK", .json),
    ("WyJ", .json), ("WwogI", .json), ("WwoJ", .json), ("W1si", .json), ("WyB7", .json),
    ("YnBsaXN0MD", .plist), ("PD94bWwg", .plist), ("PHBsaXN0", .plist), ("PCFET0NUWVBF", .plist),
    ("QmFzaWMg", .header), ("QmVhcmVyI", .header), ("LS0tLS1CRUdJTi", .privateKey),
    ("cHJpdmtleT", .privateKey),
  ]

  /// What a text would be if it were decoded; `nil` if it is no base64 of anything known.
  static func content(of text: Span<UInt8>) -> Content? {
    guard text.count >= 12 else { return nil }
    switch text[0] {
    case UInt8(ascii: "e"), UInt8(ascii: "W"), UInt8(ascii: "Y"), UInt8(ascii: "P"), UInt8(ascii: "Q"),
      UInt8(ascii: "L"), UInt8(ascii: "c"):
      break
    default: return nil
    }
    for (beginning, content) in beginnings where ASCII.has(beginning, in: text) {
      // A dot or brace ends the hope early: web tokens begin the same way.
      for index in 0..<min(text.count, 256) {
        let byte = text[index]
        guard
          ByteSet.token.contains(byte) && byte != UInt8(ascii: ".") && byte != UInt8(ascii: "~")
            || ASCII.isSpace(byte)
        else { return nil }
      }
      return content
    }
    return nil
  }

  /// Decodes base64 or base64url, padded or not, with line breaks.
  static func decode(_ text: Span<UInt8>) -> SecretBuffer? {
    var end = text.count
    while end > 0, text[end - 1] == UInt8(ascii: "=") || ASCII.isSpace(text[end - 1]) { end -= 1 }
    var isURL = false
    for index in 0..<end where text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "_") {
      isURL = true
    }
    return Encoding.decodeBase64(
      text.extracting(0..<end), isURL ? .urlSafeUnpadded : .standardUnpadded, skipping: .whiteSpace)
  }
}
