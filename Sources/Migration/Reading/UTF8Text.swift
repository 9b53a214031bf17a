import SecretCrypto

/// UTF-8 without strings: what is checked here may be a secret.
enum UTF8Text {
  /// The bytes of a byte order mark at the start: 3 or 0.
  static func markLength(_ bytes: Span<UInt8>) -> Int {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }

  /// The offset of the first byte that is not valid UTF-8; `nil` if all of it is.
  static func firstInvalid(_ bytes: Span<UInt8>) -> Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }

  /// The bytes that one scalar has.
  static func length(_ scalar: UInt32) -> Int {
    scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
  }

  /// Appends one scalar; false if the number is none: a surrogate or beyond Unicode.
  static func append(_ scalar: UInt32, to out: inout SecretAppender) -> Bool {
    switch scalar {
    case 0..<0x80: out.append(UInt8(truncatingIfNeeded: scalar))
    case 0x80..<0x800:
      out.append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
      out.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    case 0x800..<0xD800, 0xE000..<0x10000:
      out.append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
      out.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
      out.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    case 0x10000..<0x110000:
      out.append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
      out.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 12 & 0x3F))
      out.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
      out.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    default: return false
    }
    return true
  }
}
