import SecretCrypto

/// The base64 of a property list's data.
enum Base64Text {
  /// Appends what a text with all of its padding decodes to, white space passed over; false if it is malformed.
  static func append(_ text: Span<UInt8>, to out: inout SecretAppender) -> Bool {
    var characters = 0
    var padding = 0
    for index in text.indices where !TextUnits.isSpace(UInt32(text[index])) {
      characters += 1
      padding += text[index] == UInt8(ascii: "=") ? 1 : 0
    }
    guard characters.isMultiple(of: 4), padding <= min(2, characters) else { return false }
    let size = characters / 4 * 3 - padding
    var decoded: Int?
    out.append(count: size) { room in
      decoded = Encoding.decodeBase64(text, .standard, skipping: .whiteSpace, into: &room)
    }
    return decoded == size
  }
}
