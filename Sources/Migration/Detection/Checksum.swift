internal import SecretCrypto

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

  /// Whether a text of at most 112 characters is base58 whose last four bytes are the first ones of the SHA-256 of the
  /// SHA-256 of those before (Base58Check, as Bitcoin's wallet import format and BIP-32 have it).
  package static func isBase58Check(_ text: Span<UInt8>) -> Bool {
    guard text.count <= 112 else { return false }
    var number = InlineArray<82, UInt8>(repeating: 0)
    defer { for index in 0..<82 { number[index] = 0 } }
    var used = 0
    for index in text.indices {
      guard var carry = base58Value(text[index]) else { return false }
      var place = 0
      while place < used || carry > 0 {
        guard place < 82 else { return false }
        carry += Int(number[81 - place]) * 58
        number[81 - place] = UInt8(carry & 255)
        carry >>= 8
        place += 1
      }
      used = max(used, place)
    }
    guard used > 4 else { return false }
    let bytes = number.span
    let once = Hash.sha256(bytes.extracting(82 - used..<78))
    let twice = Hash.sha256(once.span)
    return (0..<4).allSatisfy { twice[$0] == bytes[78 + $0] }
  }

  private static func base58Value(_ byte: UInt8) -> Int? {
    // Digits, capitals and small letters without 0, I, O and l.
    switch byte {
    case UInt8(ascii: "1")...UInt8(ascii: "9"): return Int(byte - UInt8(ascii: "1"))
    case UInt8(ascii: "A")...UInt8(ascii: "H"): return Int(byte - UInt8(ascii: "A")) + 9
    case UInt8(ascii: "J")...UInt8(ascii: "N"): return Int(byte - UInt8(ascii: "J")) + 17
    case UInt8(ascii: "P")...UInt8(ascii: "Z"): return Int(byte - UInt8(ascii: "P")) + 22
    case UInt8(ascii: "a")...UInt8(ascii: "k"): return Int(byte - UInt8(ascii: "a")) + 33
    case UInt8(ascii: "m")...UInt8(ascii: "z"): return Int(byte - UInt8(ascii: "m")) + 44
    default: return nil
    }
  }

  /// Whether a text is base32 whose last two bytes are the CRC-16 (polynomial 0x1021, starting at 0, low byte first) of
  /// those before, as Stellar's keys are (SEP-23).
  package static func isStellarKey(_ text: Span<UInt8>) -> Bool {
    guard text.count == 56 else { return false }
    var crc: UInt16 = 0
    var bits: UInt32 = 0
    var held = 0
    var position = 0
    var last: (UInt8, UInt8) = (0, 0)
    for index in text.indices {
      let byte = text[index]
      guard ByteSet.base32.contains(byte) else { return false }
      bits = bits << 5 | UInt32(byte >= 0x41 ? byte - 0x41 : byte - 0x32 + 26)
      held += 5
      guard held >= 8 else { continue }
      held -= 8
      let value = UInt8(truncatingIfNeeded: bits >> UInt32(held))
      if position < 33 {
        crc ^= UInt16(value) << 8
        for _ in 0..<8 { crc = crc & 0x8000 == 0 ? crc << 1 : crc << 1 ^ 0x1021 }
      } else {
        last = (last.1, value)
      }
      position += 1
    }
    return position == 35 && crc == UInt16(last.1) << 8 | UInt16(last.0)
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
