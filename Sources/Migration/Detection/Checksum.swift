/// Checksums that secrets carry in their own text.
package enum Checksum {
  /// CRC-32 as in IEEE 802.3 (reflected, polynomial 0xEDB88320).
  package static func crc32(_ bytes: Span<UInt8>) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for index in bytes.indices {
      crc ^= UInt32(bytes[index])
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
    return ~crc
  }

  /// Whether the last six characters are the CRC-32 of those before, in base62 (digits, capitals, small letters)
  /// with zeros in front.
  package static func endsInBase62CRC(_ text: Span<UInt8>) -> Bool {
    guard text.count > 6 else { return false }
    var value: UInt64 = 0
    for index in text.count - 6..<text.count {
      let digit: UInt8
      switch text[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = text[index] - UInt8(ascii: "0")
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = text[index] - UInt8(ascii: "A") + 10
      case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = text[index] - UInt8(ascii: "a") + 36
      default: return false
      }
      value = value * 62 + UInt64(digit)
    }
    return value == UInt64(crc32(text.extracting(0..<text.count - 6)))
  }

  /// Whether a text is valid bech32 (BIP-173), all in one case.
  package static func isBech32(_ text: Span<UInt8>) -> Bool {
    var separator: Int?
    for index in text.indices where text[index] == UInt8(ascii: "1") { separator = index }
    guard let separator, separator > 0, text.count - separator > 6 else { return false }
    var state: UInt32 = 1
    for index in 0..<separator { step(&state, ASCII.lowercased(text[index]) >> 5) }
    step(&state, 0)
    for index in 0..<separator { step(&state, ASCII.lowercased(text[index]) & 31) }
    for index in separator + 1..<text.count {
      guard let value = bech32Value(ASCII.lowercased(text[index])) else { return false }
      step(&state, value)
    }
    return state == 1
  }

  private static func step(_ state: inout UInt32, _ value: UInt8) {
    let top = state >> 25
    state = (state & 0x1FF_FFFF) << 5 ^ UInt32(value)
    if top & 1 != 0 { state ^= 0x3B6A_57B2 }
    if top & 2 != 0 { state ^= 0x2650_8E6D }
    if top & 4 != 0 { state ^= 0x1EA1_19FA }
    if top & 8 != 0 { state ^= 0x3D42_33DD }
    if top & 16 != 0 { state ^= 0x2A14_62B3 }
  }

  private static func bech32Value(_ byte: UInt8) -> UInt8? {
    var value: UInt8 = 0
    for letter in "qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8 {
      if letter == byte { return value }
      value += 1
    }
    return nil
  }
}
