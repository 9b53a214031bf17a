import SecretCrypto

/// The small lexical facts of OpenStep property lists that the reader and the patcher share.
enum OpenStepText {
  /// Whether a character may stand in a word without quotes.
  static func isWord(_ unit: UInt32) -> Bool {
    switch unit {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24, 0x2F, 0x3A, 0x2E, 0x2D: true
    default: false
    }
  }

  /// Whether a unit is white space: what C calls so, but for Unicode's separators of lines and paragraphs.
  static func isSpace(_ unit: UInt32) -> Bool { unit == 0x20 || (0x09...0x0D).contains(unit) }

  /// Whether a unit is one of Unicode's separators of lines and paragraphs, which count as white space too.
  static func isSeparator(_ unit: UInt32) -> Bool { unit == 0x2028 || unit == 0x2029 }

  /// What a letter stands for behind a backslash; `nil` if it has no such meaning.
  static func escaped(_ letter: UInt32) -> UInt8? {
    switch letter {
    case 0x61: 0x07  // a
    case 0x62: 0x08  // b
    case 0x66: 0x0C  // f
    case 0x6E: 0x0A  // n
    case 0x72: 0x0D  // r
    case 0x74: 0x09  // t
    case 0x76: 0x0B  // v
    default: nil
    }
  }

  /// The scalar of a byte in NEXTSTEP's encoding, which octal escapes are written in (Unicode's table
  /// VENDORS/NEXT/NEXTSTEP.TXT); what that leaves undefined is U+FFFD.
  static func scalar(nextStep byte: UInt8) -> UInt32 {
    byte < 0x80 ? UInt32(byte) : UInt32(upperHalf[Int(byte) - 0x80])
  }

  private static let upperHalf: [UInt16] = [
    0x00A0, 0x00C0, 0x00C1, 0x00C2, 0x00C3, 0x00C4, 0x00C5, 0x00C7, 0x00C8, 0x00C9, 0x00CA, 0x00CB,
    0x00CC, 0x00CD, 0x00CE, 0x00CF, 0x00D0, 0x00D1, 0x00D2, 0x00D3, 0x00D4, 0x00D5, 0x00D6, 0x00D9,
    0x00DA, 0x00DB, 0x00DC, 0x00DD, 0x00DE, 0x00B5, 0x00D7, 0x00F7, 0x00A9, 0x00A1, 0x00A2, 0x00A3,
    0x2044, 0x00A5, 0x0192, 0x00A7, 0x00A4, 0x2019, 0x201C, 0x00AB, 0x2039, 0x203A, 0xFB01, 0xFB02,
    0x00AE, 0x2013, 0x2020, 0x2021, 0x00B7, 0x00A6, 0x00B6, 0x2022, 0x201A, 0x201E, 0x201D, 0x00BB,
    0x2026, 0x2030, 0x00AC, 0x00BF, 0x00B9, 0x02CB, 0x00B4, 0x02C6, 0x02DC, 0x00AF, 0x02D8, 0x02D9,
    0x00A8, 0x00B2, 0x02DA, 0x00B8, 0x00B3, 0x02DD, 0x02DB, 0x02C7, 0x2014, 0x00B1, 0x00BC, 0x00BD,
    0x00BE, 0x00E0, 0x00E1, 0x00E2, 0x00E3, 0x00E4, 0x00E5, 0x00E7, 0x00E8, 0x00E9, 0x00EA, 0x00EB,
    0x00EC, 0x00C6, 0x00ED, 0x00AA, 0x00EE, 0x00EF, 0x00F0, 0x00F1, 0x0141, 0x00D8, 0x0152, 0x00BA,
    0x00F2, 0x00F3, 0x00F4, 0x00F5, 0x00F6, 0x00E6, 0x00F9, 0x00FA, 0x00FB, 0x0131, 0x00FC, 0x00FD,
    0x0142, 0x00F8, 0x0153, 0x00DF, 0x00FE, 0x00FF, 0xFFFD, 0xFFFD,
  ]

  /// The first byte from `start` on that is neither white space nor part of a comment. If the file ends inside a
  /// comment, that is where the comment begins.
  static func endOfSpace(
    _ bytes: Span<UInt8>, _ unit: TextUnit, from start: Int
  ) -> (at: Int, isOpenComment: Bool) {
    var at = start
    while at + unit.size <= bytes.count {
      let value = unit.value(bytes, at: at)
      if isSpace(value) {
        at += unit.size
      } else if let length = separatorLength(bytes, unit, at: at) {
        at += length
      } else if value == 0x2F, let end = endOfComment(bytes, unit, from: at) {
        guard let end else { return (at, true) }
        at = end
      } else {
        return (at, false)
      }
    }
    return (at, false)
  }

  /// The end of a comment that begins at `start`: `nil` if none does, and `nil` inside if the file ends in it. A line
  /// comment ends before its line break.
  private static func endOfComment(_ bytes: Span<UInt8>, _ unit: TextUnit, from start: Int) -> Int?? {
    var at = start + 2 * unit.size
    switch unit.value(bytes, at: start + unit.size) {
    case 0x2F:
      while at + unit.size <= bytes.count {
        let value = unit.value(bytes, at: at)
        if value == 0x0A || value == 0x0D || separatorLength(bytes, unit, at: at) != nil { return .some(at) }
        at += unit.size
      }
      return .some(at)
    case 0x2A:
      while at + 2 * unit.size <= bytes.count {
        if unit.value(bytes, at: at) == 0x2A, unit.value(bytes, at: at + unit.size) == 0x2F {
          return .some(at + 2 * unit.size)
        }
        at += unit.size
      }
      return .some(nil)
    default: return nil
    }
  }

  /// The bytes of a separator of lines or paragraphs at an offset; `nil` if there is none.
  private static func separatorLength(_ bytes: Span<UInt8>, _ unit: TextUnit, at offset: Int) -> Int? {
    guard unit == .utf8 else { return isSeparator(unit.value(bytes, at: offset)) ? unit.size : nil }
    guard offset + 3 <= bytes.count, bytes[offset] == 0xE2, bytes[offset + 1] == 0x80 else { return nil }
    return bytes[offset + 2] == 0xA8 || bytes[offset + 2] == 0xA9 ? 3 : nil
  }
}

extension OpenStepReader {
  /// The unit in hand; 0 at the end of the file.
  func peek(_ bytes: Span<UInt8>) -> UInt32 {
    unit == .utf8 ? (at < bytes.count ? UInt32(bytes[at]) : 0) : unit.value(bytes, at: at)
  }

  /// Whether the file ends here.
  func atEnd(_ bytes: Span<UInt8>) -> Bool { at >= bytes.count }

  /// The unit in hand; the end of the file is refused.
  func next(_ bytes: Span<UInt8>) throws(Refusal) -> UInt32 {
    guard !atEnd(bytes) else { throw .truncated("the property list ends before its last bracket", at: at) }
    return peek(bytes)
  }

  /// Passes white space and comments.
  mutating func skipSpace(_ bytes: Span<UInt8>) throws(Refusal) {
    let space = OpenStepText.endOfSpace(bytes, unit, from: at)
    guard !space.isOpenComment else { throw .truncated("the file ends inside a comment", at: space.at) }
    at = space.at
  }
}
