import SecretFile

/// A document that holds secrets, put together in guarded memory.
struct SecretText: ~Copyable {
  private var content = SecretAppender()

  /// Appends text of ours.
  mutating func append(_ text: String) {
    for byte in text.utf8 { content.append(byte) }
  }

  /// Appends bytes that are no secret.
  mutating func append(_ bytes: [UInt8]) { content.append(bytes.span) }

  /// Appends one byte.
  mutating func append(_ byte: UInt8) { content.append(byte) }

  /// Appends secret bytes as they are.
  mutating func append(_ bytes: Span<UInt8>) { content.append(bytes) }

  /// Appends base64, padded.
  mutating func appendBase64(_ bytes: Span<UInt8>) {
    content.append(count: Encoding.base64Count(bytes.count, .standard)) {
      Encoding.encodeBase64(bytes, .standard, into: &$0)
    }
  }

  /// Appends a JSON string, quotes included; the bytes are UTF-8. What could steer a terminal is escaped.
  mutating func appendJSON(_ text: Span<UInt8>) {
    append(0x22)
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte >= 0x80 {
        let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        let scalar = text.extracting(index..<min(index + length, text.count))
        let value = Self.value(scalar)
        if Escaping.isHidden(value) {
          appendEscape(value)
        } else {
          append(scalar)
        }
        index += scalar.count
        continue
      }
      switch byte {
      case 0x22, 0x5C:
        append(0x5C)
        append(byte)
      case 0x0A: append("\\n")
      case 0x0D: append("\\r")
      case 0x09: append("\\t")
      case 0..<0x20, 0x7F: appendEscape(UInt32(byte))
      default: append(byte)
      }
      index += 1
    }
    append(0x22)
  }

  /// The document.
  consuming func finish() -> SecretBuffer { content.finish() }

  private static func value(_ scalar: Span<UInt8>) -> UInt32 {
    var value = UInt32(scalar[0]) & (scalar.count == 2 ? 0x1F : scalar.count == 3 ? 0x0F : 0x07)
    for index in 1..<scalar.count { value = value << 6 | UInt32(scalar[index] & 0x3F) }
    return value
  }

  private mutating func appendEscape(_ scalar: UInt32) {
    if scalar > 0xFFFF {
      appendUnit(0xD800 + ((scalar - 0x10000) >> 10))
      appendUnit(0xDC00 + ((scalar - 0x10000) & 0x3FF))
    } else {
      appendUnit(scalar)
    }
  }

  private mutating func appendUnit(_ unit: UInt32) {
    append("\\u")
    for shift in [12, 8, 4, 0] as [UInt32] { append(Hex.digit(UInt8((unit >> shift) & 15))) }
  }
}
