import SecretCrypto

/// The base64 of a property list's data.
enum Base64Text {
  private struct Malformed: Error {}

  /// Appends what Apple's reader makes of a text that is malformed (CFPropertyList.c of swift-corelibs-foundation):
  /// characters of no meaning are passed over, and so is an incomplete group at the end. False if something beyond ASCII
  /// stands in it.
  static func appendLoosely(_ text: Span<UInt8>, to out: inout SecretAppender) -> Bool {
    var group: UInt32 = 0
    var characters = 0
    var padding = 0
    for index in text.indices {
      let byte = text[index]
      guard byte < 0x80 else { return false }
      if byte == UInt8(ascii: "=") {
        padding += 1
      } else if byte != 0x20, !(0x09...0x0D).contains(byte) {
        padding = 0
      }
      guard let value = byte == UInt8(ascii: "=") ? 0 : sixBits(byte) else { continue }
      group = group << 6 | value
      characters += 1
      guard characters.isMultiple(of: 4) else { continue }
      out.append(UInt8(truncatingIfNeeded: group >> 16))
      if padding < 2 { out.append(UInt8(truncatingIfNeeded: group >> 8)) }
      if padding < 1 { out.append(UInt8(truncatingIfNeeded: group)) }
    }
    return true
  }

  private static func sixBits(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  /// Appends what a text with all of its padding decodes to, white space passed over; false, and
  /// nothing appended, if it is malformed.
  static func append(_ text: Span<UInt8>, to out: inout SecretAppender) -> Bool {
    var characters = 0
    var padding = 0
    for index in text.indices where !TextUnits.isSpace(UInt32(text[index])) {
      characters += 1
      padding += text[index] == UInt8(ascii: "=") ? 1 : 0
    }
    guard characters.isMultiple(of: 4), padding <= min(2, characters) else { return false }
    let size = characters / 4 * 3 - padding
    do throws(Malformed) {
      try out.append(count: size) { (room) throws(Malformed) in
        guard Encoding.decodeBase64(text, .standard, skipping: .whiteSpace, into: &room) == size else {
          throw Malformed()
        }
      }
      return true
    } catch {
      return false
    }
  }
}
