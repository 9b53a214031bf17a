/// A set of ASCII bytes: the alphabet of a token, a class of characters.
package struct ByteSet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// The ASCII bytes of a text, each range `a-z` written out by ``ByteSet/letters`` and its like.
  package init(_ characters: String) {
    for byte in characters.utf8 { insert(byte) }
  }

  private init(_ ranges: [ClosedRange<UInt8>], _ others: String = "") {
    self.init(others)
    for range in ranges {
      for byte in range { insert(byte) }
    }
  }

  private mutating func insert(_ byte: UInt8) {
    if byte < 64 {
      low |= 1 << UInt64(byte)
    } else if byte < 128 {
      high |= 1 << UInt64(byte - 64)
    }
  }

  /// Whether the byte belongs to the set; bytes beyond ASCII never do.
  package func contains(_ byte: UInt8) -> Bool {
    if byte < 64 { return low >> UInt64(byte) & 1 != 0 }
    return byte < 128 && high >> UInt64(byte - 64) & 1 != 0
  }

  /// Whether every byte of a text belongs to the set.
  package func containsAll(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where !contains(text[index]) { return false }
    return true
  }

  /// Bytes of the set in a row, from a position on.
  package func run(in text: Span<UInt8>, from start: Int) -> Int {
    var end = start
    while end < text.count, contains(text[end]) { end += 1 }
    return end - start
  }

  private static let digitRange: ClosedRange<UInt8> = UInt8(ascii: "0")...UInt8(ascii: "9")
  private static let upperRange: ClosedRange<UInt8> = UInt8(ascii: "A")...UInt8(ascii: "Z")
  private static let lowerRange: ClosedRange<UInt8> = UInt8(ascii: "a")...UInt8(ascii: "z")

  /// `0-9`
  package static let digits = ByteSet([digitRange])
  /// `A-Z`
  package static let upper = ByteSet([upperRange])
  /// `0-9 a-f`
  package static let lowerHex = ByteSet([digitRange], "abcdef")
  /// `0-9 a-f A-F`
  package static let hex = ByteSet([digitRange], "abcdefABCDEF")
  /// `A-Z a-z`
  package static let letters = ByteSet([upperRange, lowerRange])
  /// `0-9 A-Z a-z`
  package static let alphanumeric = ByteSet([digitRange, upperRange, lowerRange])
  /// `0-9 A-Z`
  package static let upperAlphanumeric = ByteSet([digitRange, upperRange])
  /// `0-9 a-z`
  package static let lowerAlphanumeric = ByteSet([digitRange, lowerRange])
  /// `A-Z 2-7`: RFC 4648 base32.
  package static let base32 = ByteSet([upperRange, UInt8(ascii: "2")...UInt8(ascii: "7")])
  /// `0-9 A-Z a-z - _`: RFC 4648 base64url without padding.
  package static let base64URL = ByteSet([digitRange, upperRange, lowerRange], "-_")
  /// `0-9 A-Z a-z + /`: RFC 4648 base64 without padding.
  package static let base64 = ByteSet([digitRange, upperRange, lowerRange], "+/")
  /// What tokens are made of, whoever issues them.
  package static let token = ByteSet([digitRange, upperRange, lowerRange], "-_.~+/=")
  /// What a token may not follow, lest it be the tail of another word.
  package static let word = ByteSet([digitRange, upperRange, lowerRange], "_")
}

/// Small questions about bytes that several rules ask.
package enum ASCII {
  /// The lower-case form of an ASCII letter, every other byte as it is.
  package static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte + 32 : byte
  }

  /// Whether the byte is an ASCII digit.
  package static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// Whether the byte is a space, tab, carriage return or line feed.
  package static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// The value of a hexadecimal digit.
  package static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The text without white space (and NUL) at its ends.
  package static func trimmed(_ text: Span<UInt8>) -> Range<Int> {
    var start = 0
    var end = text.count
    while start < end, isSpace(text[start]) || text[start] == 0 { start += 1 }
    while end > start, isSpace(text[end - 1]) || text[end - 1] == 0 { end -= 1 }
    return start..<end
  }

  /// Whether a text begins with an ASCII literal at a position.
  package static func has(_ literal: String, in text: Span<UInt8>, at start: Int = 0) -> Bool {
    guard start >= 0, literal.utf8.count <= text.count - start else { return false }
    var index = start
    for byte in literal.utf8 {
      if text[index] != byte { return false }
      index += 1
    }
    return true
  }

  /// Whether a text begins with a lower-case ASCII literal at a position, upper case taken for lower.
  package static func hasAnyCase(_ literal: String, in text: Span<UInt8>, at start: Int = 0) -> Bool {
    guard start >= 0, literal.utf8.count <= text.count - start else { return false }
    var index = start
    for byte in literal.utf8 {
      if lowercased(text[index]) != byte { return false }
      index += 1
    }
    return true
  }

  /// Whether a text is a lower-case ASCII literal, upper case taken for lower.
  package static func isAnyCase(_ literal: String, _ text: Span<UInt8>) -> Bool {
    text.count == literal.utf8.count && hasAnyCase(literal, in: text)
  }
}
