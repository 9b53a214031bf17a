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

  /// A message without the keys that somebody may have put where an id, a name or a file belonged: of each the prefix
  /// that says what it is stays.
  package static func withoutKeys(_ message: String) -> String {
    let text = Array(message.utf8)
    // Of nearly every message this is all that is looked at.
    guard text.contains(0x2D) else { return message }
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      let prefix = keyPrefixes.first { prefix in
        text.count - index >= prefix.count + 6
          && zip(prefix, text[index...]).allSatisfy { $0 == upper($1) }
      }
      guard let prefix else {
        result.append(text[index])
        index += 1
        continue
      }
      let end = text[(index + prefix.count)...].firstIndex { !isLetterOrDigit($0) } ?? text.count
      if end - index < prefix.count + 6 {
        result += text[index..<end]
      } else {
        result += text[index..<(index + prefix.count)] + Array("…".utf8)
      }
      index = end
    }
    return result.count == text.count ? message : String(decoding: result, as: Unicode.UTF8.self)
  }

  private static let keyPrefixes = ["AGE-SECRET-KEY-1", "SECRETFILE-KEY-1", "SECRETFILE-DEVICE-1"].map {
    Array($0.utf8)
  }

  private static func upper(_ byte: UInt8) -> UInt8 { (0x61...0x7A).contains(byte) ? byte & 0xDF : byte }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(upper(byte))
  }

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
