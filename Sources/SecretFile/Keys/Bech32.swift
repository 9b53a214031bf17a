internal import SecretCrypto

/// Bech32 (BIP-173, checksum constant 1) without the limit of 90 characters, for keys of 32 bytes
/// (spec §6.2). The characters of a key are compared with the whole alphabet, so that neither
/// branches nor addresses depend on them.
package enum Bech32 {
  /// A text is in one case throughout; secret keys are in upper case, recipients in lower.
  package enum LetterCase: Sendable {
    case upper
    case lower
  }

  /// Characters after the human-readable part and `1` for 32 bytes: 52 for the bits, 6 of checksum.
  package static let dataCount = 58
  private static let checksumCount = 6
  private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)

  // MARK: Decoding

  /// Whether `text` is `hrp`, `1`, and characters of the alphabet whose checksum is right.
  /// `hrp` is lower-case ASCII, whatever the case of the text.
  package static func isValid(_ text: Span<UInt8>, hrp: String, _ letters: LetterCase) -> Bool {
    guard let start = dataStart(text, hrp: hrp, letters), text.count - start >= checksumCount else {
      return false
    }
    let alphabet = alphabet(letters)
    var sum = Checksum(hrp)
    var unknown: UInt8 = 0
    for i in start..<text.count {
      let (value, isKnown) = value(of: text[i], alphabet)
      unknown |= isKnown ^ 1
      sum.add(value)
    }
    return unknown == 0 && sum.value == 1
  }

  /// Decodes a text of exactly 58 data characters into 32 bytes; false if it is anything else.
  /// What `bytes` holds after false is undefined.
  package static func decode(
    _ text: Span<UInt8>, hrp: String, _ letters: LetterCase, into bytes: inout MutableSpan<UInt8>
  ) -> Bool {
    guard bytes.count == Size.key, isValid(text, hrp: hrp, letters),
      let start = dataStart(text, hrp: hrp, letters), text.count - start == dataCount
    else { return false }
    let alphabet = alphabet(letters)
    var pending: UInt32 = 0
    var bits = 0
    var written = 0
    for i in start..<(text.count - checksumCount) {
      pending = (pending << 5 | UInt32(value(of: text[i], alphabet).value)) & 0xFFF
      bits += 5
      if bits >= 8 {
        bits -= 8
        bytes[written] = UInt8(truncatingIfNeeded: pending >> UInt32(bits))
        written += 1
      }
    }
    // 52 characters are 260 bits: 4 are left, and must be 0.
    return written == Size.key && pending & 0xF == 0
  }

  /// Decodes a public key; nil if the text is not exactly one.
  package static func decodePublic(_ text: Span<UInt8>, hrp: String, _ letters: LetterCase) -> Bytes32? {
    var bytes = InlineArray<32, UInt8>(repeating: 0)
    var span = bytes.mutableSpan
    guard decode(text, hrp: hrp, letters, into: &span) else { return nil }
    return Bytes32(bytes)
  }

  // MARK: Encoding

  /// Characters of the text for 32 bytes.
  package static func encodedCount(hrp: String) -> Int { hrp.utf8.count + 1 + dataCount }

  /// Writes the text for 32 bytes into `text`, which has `encodedCount(hrp:)` bytes.
  package static func encode(
    _ bytes: Span<UInt8>, hrp: String, _ letters: LetterCase, into text: inout MutableSpan<UInt8>
  ) {
    precondition(bytes.count == Size.key && text.count == encodedCount(hrp: hrp), "wrong size")
    let alphabet = alphabet(letters)
    var position = 0
    for byte in hrp.utf8 {
      text[position] = cased(byte, letters)
      position += 1
    }
    text[position] = UInt8(ascii: "1")
    position += 1
    var sum = Checksum(hrp)
    var pending: UInt32 = 0
    var bits = 0
    for i in 0...bytes.count {
      // After the last byte 4 zero bits fill the last character.
      pending = (pending << 8 | (i < bytes.count ? UInt32(bytes[i]) : 0)) & 0xFFF
      bits += i < bytes.count ? 8 : 4
      if i == bytes.count { pending >>= 4 }
      while bits >= 5 {
        bits -= 5
        let value = UInt8(truncatingIfNeeded: pending >> UInt32(bits)) & 31
        sum.add(value)
        text[position] = character(value, alphabet)
        position += 1
      }
    }
    for _ in 0..<checksumCount { sum.add(0) }
    let check = sum.value ^ 1
    for i in 0..<checksumCount {
      text[position] = character(UInt8(truncatingIfNeeded: check >> UInt32(5 * (5 - i))) & 31, alphabet)
      position += 1
    }
  }

  /// The text of a public key.
  package static func encodePublic(_ key: Bytes32, hrp: String, _ letters: LetterCase) -> String {
    var text = [UInt8](repeating: 0, count: encodedCount(hrp: hrp))
    var span = text.mutableSpan
    encode(key.span, hrp: hrp, letters, into: &span)
    return String(decoding: text, as: UTF8.self)
  }
}

// MARK: - Characters

extension Bech32 {
  /// Whether the text begins with `hrp` and `1`, whatever follows.
  package static func begins(_ text: Span<UInt8>, hrp: String, _ letters: LetterCase) -> Bool {
    dataStart(text, hrp: hrp, letters) != nil
  }

  private static func dataStart(_ text: Span<UInt8>, hrp: String, _ letters: LetterCase) -> Int? {
    guard text.count > hrp.utf8.count else { return nil }
    var position = 0
    for byte in hrp.utf8 {
      guard text[position] == cased(byte, letters) else { return nil }
      position += 1
    }
    return text[position] == UInt8(ascii: "1") ? position + 1 : nil
  }

  private static func cased(_ byte: UInt8, _ letters: LetterCase) -> UInt8 {
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    return isLetter && letters == .upper ? byte - 32 : byte
  }

  private static func alphabet(_ letters: LetterCase) -> [UInt8] { alphabet.map { cased($0, letters) } }

  /// The value of a character, and 1 or 0 as it is in the alphabet.
  private static func value(of character: UInt8, _ alphabet: [UInt8]) -> (value: UInt8, isKnown: UInt8) {
    var value: UInt8 = 0
    var isKnown: UInt8 = 0
    for i in 0..<32 {
      let same = isZero(character ^ alphabet[i])
      value |= UInt8(truncatingIfNeeded: i) & (0 &- same)
      isKnown |= same
    }
    return (value, isKnown)
  }

  private static func character(_ value: UInt8, _ alphabet: [UInt8]) -> UInt8 {
    var character: UInt8 = 0
    for i in 0..<32 { character |= alphabet[i] & (0 &- isZero(value ^ UInt8(truncatingIfNeeded: i))) }
    return character
  }

  /// 1 if the byte is 0, else 0.
  private static func isZero(_ byte: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt32(byte) &- 1) >> 31)
  }

  /// The checksum of BIP-173 over the human-readable part and the values so far.
  private struct Checksum {
    private(set) var value: UInt32 = 1

    init(_ hrp: String) {
      for byte in hrp.utf8 { add(byte >> 5) }
      add(0)
      for byte in hrp.utf8 { add(byte & 31) }
    }

    mutating func add(_ next: UInt8) {
      let top = value >> 25
      value = (value & 0x1FF_FFFF) << 5 ^ UInt32(next)
      value ^= 0x3B6A_57B2 & (0 &- (top & 1))
      value ^= 0x2650_8E6D & (0 &- (top >> 1 & 1))
      value ^= 0x1EA1_19FA & (0 &- (top >> 2 & 1))
      value ^= 0x3D42_33DD & (0 &- (top >> 3 & 1))
      value ^= 0x2A14_62B3 & (0 &- (top >> 4 & 1))
    }
  }
}
