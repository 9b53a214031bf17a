/// JSON Web Tokens: `header.payload.signature` in base64url (RFC 7519), or five parts if encrypted (RFC 7516).
package enum WebToken {
  /// Bytes of a header that are decoded to look for `alg`.
  private static let headerBytes = 192

  /// The first JSON Web Token in a text: parts that fit and a header that decodes to JSON with an algorithm.
  package static func find(in text: Span<UInt8>) -> Range<Int>? {
    // Dots part it, and most texts have none.
    guard text.count >= 20, ASCII.contains(UInt8(ascii: "."), in: text) else { return nil }
    var index = 0
    while index + 20 <= text.count {
      if text[index] == UInt8(ascii: "e"), text[index + 1] == UInt8(ascii: "y"),
        text[index + 2] == UInt8(ascii: "J"), index == 0 || !ByteSet.base64URL.contains(text[index - 1]),
        let end = end(in: text, from: index)
      {
        return index..<end
      }
      index += 1
    }
    return nil
  }

  private static func end(in text: Span<UInt8>, from start: Int) -> Int? {
    let header = ByteSet.base64URL.run(in: text, from: start)
    guard header >= 12, nameAlgorithm(text.extracting(start..<start + header)) else { return nil }
    var end = start + header
    var parts = 1
    while parts < 5, end < text.count, text[end] == UInt8(ascii: ".") {
      end += 1 + ByteSet.base64URL.run(in: text, from: end + 1)
      parts += 1
    }
    guard parts == 3 || parts == 5, end - start - header > 8 else { return nil }
    return end
  }

  /// Whether a base64url text decodes to something that begins as JSON and has `"alg"` in it. The header of a
  /// token is no secret: it names the algorithm and a key.
  private static func nameAlgorithm(_ header: Span<UInt8>) -> Bool {
    var bytes = InlineArray<192, UInt8>(repeating: 0)
    var count = 0
    var bits: UInt32 = 0
    var held = 0
    for index in header.indices {
      guard let value = sextet(header[index]) else { return false }
      bits = bits << 6 | UInt32(value)
      held += 6
      if held >= 8 {
        held -= 8
        bytes[count] = UInt8(truncatingIfNeeded: bits >> UInt32(held))
        count += 1
        if count == headerBytes { break }
      }
    }
    guard count >= 8, bytes[0] == UInt8(ascii: "{"), bytes[1] == UInt8(ascii: "\"") else { return false }
    for start in 0..<count - 5 where ASCII.has("\"alg\"", in: bytes.span, at: start) { return true }
    return false
  }

  private static func sextet(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
