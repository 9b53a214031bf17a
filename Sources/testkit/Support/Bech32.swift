/// The text form of keys (spec §6.2).
enum KeyText {
  static func keyFile(_ key: Bytes) -> String { encode("secretfile-key-", key).uppercased() }
  static func identity(_ scalar: Bytes) -> String { encode("age-secret-key-", scalar).uppercased() }
  static func device(_ key: Bytes) -> String { encode("secretfile-device-", key).uppercased() }
  static func recipient(_ point: Bytes) -> String { encode("age", point) }

  /// Bech32 of 32 bytes: 52 characters for 256 bits and 4 zero bits, then the checksum. `lastBits` are those
  /// four, which only a wrong text has other than zero.
  static func encode(_ part: String, _ key: Bytes, lastBits: UInt8 = 0) -> String {
    var values: [UInt8] = []
    var pending = 0
    var bits = 0
    for byte in key {
      pending = pending << 8 | Int(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        values.append(UInt8(pending >> bits & 31))
      }
      pending &= 31
    }
    values.append(UInt8(pending << (5 - bits) & 31) | lastBits)
    let letters = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l")
    return part + "1" + String((values + checksum(part, values)).map { letters[Int($0)] })
  }

  private static func checksum(_ part: String, _ values: [UInt8]) -> [UInt8] {
    let generators: [UInt32] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]
    let expanded = part.utf8.map { $0 >> 5 } + [0] + part.utf8.map { $0 & 31 }
    var sum: UInt32 = 1
    for value in expanded + values + [UInt8](repeating: 0, count: 6) {
      let top = sum >> 25
      sum = (sum & 0x1ff_ffff) << 5 ^ UInt32(value)
      for bit in 0..<5 where top >> bit & 1 == 1 { sum ^= generators[bit] }
    }
    sum ^= 1
    return (0..<6).map { UInt8(sum >> (5 * (5 - $0)) & 31) }
  }
}
