import SecretCrypto
import SecretFile
import Testing

@Suite struct KeysBech32Tests {
  static let long = "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio"

  private func isValid(_ text: String, _ hrp: String, _ letters: Bech32.LetterCase) -> Bool {
    isValid(Array(text.utf8), hrp, letters)
  }

  private func isValid(_ text: [UInt8], _ hrp: String, _ letters: Bech32.LetterCase) -> Bool {
    Bech32.isValid(text.span, hrp: hrp, letters)
  }

  /// The valid strings of BIP-173.
  @Test(arguments: [
    ("a12uel5l", "a"), (long + "1tt5tgs", long),
    ("abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw", "abcdef"),
    ("11" + String(repeating: "q", count: 82) + "c8247j", "1"),
    ("split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w", "split"), ("?1ezyfcl", "?"),
    // Beyond 90 characters, which this encoding allows.
    (
      "an84characterslonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1569pvx",
      "an84characterslonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio"
    ),
  ])
  func valid(_ text: String, _ hrp: String) {
    #expect(isValid(text, hrp, .lower))
    #expect(isValid(text.uppercased(), hrp, .upper))
    #expect(!isValid(text, hrp + "x", .lower))
    // Any change of a character of the data is found.
    var changed = Array(text.utf8)
    for index in (hrp.utf8.count + 1)..<changed.count {
      let original = changed[index]
      changed[index] = original == UInt8(ascii: "q") ? UInt8(ascii: "p") : UInt8(ascii: "q")
      #expect(!isValid(changed, hrp, .lower))
      changed[index] = original
    }
  }

  /// The invalid strings of BIP-173, and mixed case.
  @Test(arguments: [
    ("pzry9x0s0muk", "pzry9x0s0muk"), ("1pzry9x0s0muk", "x"), ("x1b4n0q5v", "x"), ("li1dgmt3", "li"),
    ("a1g7sgd8", "a"), ("a12UEL5L", "a"), ("A12uel5l", "a"), ("a", "a"), ("a1", "a"), ("", "a"),
  ])
  func invalid(_ text: String, _ hrp: String) {
    #expect(!isValid(text, hrp, .lower))
    #expect(!isValid(text, hrp, .upper))
  }

  private func decode(_ text: String, _ hrp: String, _ letters: Bech32.LetterCase) -> [UInt8]? {
    Bech32.decodePublic(Array(text.utf8).span, hrp: hrp, letters)?.plain
  }

  @Test func knownKeys() {
    #expect(decode(Text.keyFile, "secretfile-key-", .upper) == counting(0))
    #expect(decode(Text.device, "secretfile-device-", .upper) == counting(0))
    #expect(decode(Text.identity, "age-secret-key-", .upper) == counting(0))
    #expect(
      decode(Text.recipient, "age", .lower)
        == hex("8f40c5adb68f25624ae5b214ea767a6ec94d829d3d7b5e1ad1ba6f3e2138285f"))
    #expect(decode(Text.keyFile.lowercased(), "secretfile-key-", .upper) == nil)
    #expect(decode(Text.keyFile.lowercased(), "secretfile-key-", .lower) == counting(0))
    #expect(decode(Text.keyFile, "age-secret-key-", .upper) == nil)
    #expect(decode(Text.keyFile + " ", "secretfile-key-", .upper) == nil)
    #expect(Bech32.encodePublic(Bytes32(of: counting(0)), hrp: "secretfile-key-", .upper) == Text.keyFile)
  }

  /// The right checksum does not help against a wrong length or bits that are left over.
  @Test func lengthAndPadBits() throws {
    for values in [[UInt8](repeating: 0, count: 51), [UInt8](repeating: 0, count: 53)] {
      let text = Self.text(values, "age")
      #expect(isValid(text, "age", .lower))
      #expect(decode(String(decoding: text, as: UTF8.self), "age", .lower) == nil)
    }
    for last in UInt8(0)..<32 {
      var values = [UInt8](repeating: 0, count: 52)
      values[51] = last
      let text = Self.text(values, "age")
      #expect(isValid(text, "age", .lower))
      #expect((decode(String(decoding: text, as: UTF8.self), "age", .lower) != nil) == (last & 15 == 0))
    }
  }

  @Test func everyKeyComesBack() {
    var generator = FormatGenerator(seed: .random(in: 0...(.max)))
    for _ in 0..<200 {
      let key: Bytes32 = generator.fixed()
      let text = Bech32.encodePublic(key, hrp: "secretfile-device-", .upper)
      #expect(decode(text, "secretfile-device-", .upper) == key.plain)
    }
  }

  /// A reference encoder of BIP-173, straightforward and with tables.
  static func text(_ values: [UInt8], _ hrp: String) -> [UInt8] {
    func polymod(_ values: [UInt8]) -> UInt32 {
      var sum: UInt32 = 1
      for value in values {
        let top = sum >> 25
        sum = (sum & 0x1FF_FFFF) << 5 ^ UInt32(value)
        for (bit, generator) in [0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3].enumerated()
        where top >> UInt32(bit) & 1 == 1 { sum ^= UInt32(generator) }
      }
      return sum
    }
    let expanded = hrp.utf8.map { $0 >> 5 } + [0] + hrp.utf8.map { $0 & 31 }
    let check = polymod(expanded + values + [0, 0, 0, 0, 0, 0]) ^ 1
    let all = values + (0..<6).map { UInt8(check >> UInt32(5 * (5 - $0)) & 31) }
    let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
    return Array(hrp.utf8) + [UInt8(ascii: "1")] + all.map { alphabet[Int($0)] }
  }
}
