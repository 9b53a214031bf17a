import SecretFile

/// Makes any bytes safe to show on a terminal, on one line, and unambiguous.
package enum Escaping {
  /// Text for a person; see `printable` in Files, which does the work for the names of files as well.
  package static func visible(_ bytes: [UInt8]) -> String {
    // What nearly every name is made of needs no look at Unicode's tables.
    let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x5C }
    return isPlain ? String(decoding: bytes, as: Unicode.UTF8.self) : printable(bytes)
  }

  /// The same for text.
  package static func visible(_ text: String) -> String { visible(Array(text.utf8)) }

  /// Whether a scalar above U+007F must not reach a terminal as it is: C1 controls, soft hyphen,
  /// bidirectional and zero-width controls, line and paragraph separators, tags and the byte order mark.
  package static func isHidden(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x80...0x9F, 0xAD, 0x61C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// Whether these bytes can be shown on a terminal as they are: UTF-8 without controls other than line
  /// feed and tab.
  package static func isPrintable(_ bytes: Span<UInt8>) -> Bool {
    var pending = UTF8Pending()
    for index in bytes.indices {
      let byte = bytes[index]
      if byte < 0x80 {
        if pending.count != 0 || byte == 0x7F || (byte < 0x20 && byte != 0x0A && byte != 0x09) {
          return false
        }
      } else if let scalar = pending.take(byte) {
        if isHidden(scalar) { return false }
        pending.reset()
      } else if pending.isBroken {
        return false
      }
    }
    return pending.count == 0
  }
}
