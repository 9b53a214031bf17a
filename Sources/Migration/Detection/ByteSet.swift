/// A set of ASCII bytes: the alphabet of a token, a class of characters.
package struct ByteSet: Sendable {
  private let low: UInt64
  private let high: UInt64

  /// The ASCII bytes of a text.
  package init(_ characters: String) {
    var set = ByteSet(low: 0, high: 0)
    for byte in characters.utf8 where byte < 128 {
      set =
        set
        | (byte < 64
          ? ByteSet(low: 1 << UInt64(byte), high: 0) : ByteSet(low: 0, high: 1 << UInt64(byte - 64)))
    }
    self = set
  }

  /// One ASCII byte.
  init(_ byte: UInt8) {
    low = byte < 64 ? 1 << UInt64(byte) : 0
    high = byte < 64 ? 0 : byte < 128 ? 1 << UInt64(byte - 64) : 0
  }

  /// Every ASCII byte.
  static var all: ByteSet { ByteSet(low: .max, high: .max) }

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

  /// Bytes of the set in a row, from a position on, counted up to `most`.
  package func run(in text: Span<UInt8>, from start: Int, most: Int = .max) -> Int {
    var end = start
    let last = most < text.count - start ? start + most : text.count
    while end < last, contains(text[end]) { end += 1 }
    return end - start
  }

  // The sets are spelt as bits so that they are constants of the program, not variables to be set up.

  private init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// What is in either set.
  package static func | (left: ByteSet, right: ByteSet) -> ByteSet {
    ByteSet(low: left.low | right.low, high: left.high | right.high)
  }

  private static var dash: ByteSet { ByteSet(low: 1 << 0x2D, high: 0) }
  private static var underscore: ByteSet { ByteSet(low: 0, high: 1 << (0x5F - 64)) }
  private static var dot: ByteSet { ByteSet(low: 1 << 0x2E, high: 0) }
  private static var tilde: ByteSet { ByteSet(low: 0, high: 1 << (0x7E - 64)) }
  private static var plusSlash: ByteSet { ByteSet(low: 1 << 0x2B | 1 << 0x2F, high: 0) }
  private static var equals: ByteSet { ByteSet(low: 1 << 0x3D, high: 0) }

  /// `0-9`
  package static var digits: ByteSet { ByteSet(low: 0x03FF_0000_0000_0000, high: 0) }
  /// `A-Z`
  package static var upper: ByteSet { ByteSet(low: 0, high: 0x0000_0000_07FF_FFFE) }
  /// `a-z`
  package static var lower: ByteSet { ByteSet(low: 0, high: 0x07FF_FFFE_0000_0000) }
  /// `0-9 a-f`
  package static var lowerHex: ByteSet { digits | ByteSet(low: 0, high: 0x0000_007E_0000_0000) }
  /// `0-9 a-f A-F`
  package static var hex: ByteSet { lowerHex | ByteSet(low: 0, high: 0x0000_0000_0000_007E) }
  /// `A-Z a-z`
  package static var letters: ByteSet { upper | lower }
  /// `0-9 A-Z a-z`
  package static var alphanumeric: ByteSet { digits | letters }
  /// `0-9 A-Z`
  package static var upperAlphanumeric: ByteSet { digits | upper }
  /// `0-9 a-z`
  package static var lowerAlphanumeric: ByteSet { digits | lower }
  /// `A-Z 2-7`: RFC 4648 base32.
  package static var base32: ByteSet { upper | ByteSet(low: 0x00FC_0000_0000_0000, high: 0) }
  /// `0-9 A-Z a-z - _`: RFC 4648 base64url without padding.
  package static var base64URL: ByteSet { alphanumeric | dash | underscore }
  /// `0-9 A-Z a-z + /`: RFC 4648 base64 without padding.
  package static var base64: ByteSet { alphanumeric | plusSlash }
  /// What tokens are made of, whoever issues them.
  package static var token: ByteSet { base64URL | plusSlash | dot | tilde | equals }
  /// What a token may not follow, lest it be the tail of another word.
  package static var word: ByteSet { alphanumeric | underscore }
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

  /// Whether a byte stands in a text, eight looked at in one step.
  package static func contains(_ byte: UInt8, in text: Span<UInt8>) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let pattern = ones &* UInt64(byte)
    var at = 0
    while text.count - at >= 8 {
      // Any eight bytes are a number; it has a zero byte where the pattern was met.
      let word = unsafe text.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self) ^ pattern
      if (word &- ones) & ~word & (ones << 7) != 0 { return true }
      at += 8
    }
    while at < text.count {
      if text[at] == byte { return true }
      at += 1
    }
    return false
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

  /// Whether a text is a literal.
  package static func equals(_ literal: String, _ text: Span<UInt8>) -> Bool {
    text.count == literal.utf8.count && has(literal, in: text)
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
