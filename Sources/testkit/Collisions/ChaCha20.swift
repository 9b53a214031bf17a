/// The block function of ChaCha20 (RFC 8439) and the derivation of XChaCha20, for what the library hides: the
/// one-time key of Poly1305.
enum ChaCha20 {
  /// The subkey that XChaCha20 takes from a key and the first 16 bytes of its nonce.
  static func subkey(_ key: Bytes, _ nonce: Bytes) -> Bytes {
    var state = start + words(key) + words(Bytes(nonce[..<16]))
    rounds(&state)
    return (state[..<4] + state[12...]).flatMap { Bytes($0, 4) }
  }

  /// A block of 64 bytes of the key stream of XChaCha20.
  static func block(_ key: Bytes, _ nonce: Bytes, _ counter: UInt32) -> Bytes {
    let initial = start + words(subkey(key, nonce)) + [counter, 0] + words(Bytes(nonce[16..<24]))
    var state = initial
    rounds(&state)
    return zip(state, initial).flatMap { Bytes($0 &+ $1, 4) }
  }

  /// The key stream over a message of this length.
  static func stream(_ key: Bytes, _ nonce: Bytes, _ count: Int) -> Bytes {
    let blocks = (0..<UInt32((count + 63) / 64)).flatMap { block(key, nonce, $0 + 1) }
    return Bytes(blocks[..<count])
  }

  private static let start: [UInt32] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]

  private static func words(_ bytes: Bytes) -> [UInt32] {
    stride(from: 0, to: bytes.count, by: 4).map { at in
      (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1)) }
    }
  }

  private static func rounds(_ state: inout [UInt32]) {
    for _ in 0..<10 {
      for column in 0..<4 { quarter(&state, column, 4 + column, 8 + column, 12 + column) }
      for row in 0..<4 {
        quarter(&state, row, 4 + (row + 1) % 4, 8 + (row + 2) % 4, 12 + (row + 3) % 4)
      }
    }
  }

  private static func quarter(_ state: inout [UInt32], _ a: Int, _ b: Int, _ c: Int, _ d: Int) {
    func mix(_ x: Int, _ y: Int, _ z: Int, _ count: UInt32) {
      state[x] &+= state[y]
      let mixed = state[z] ^ state[x]
      state[z] = mixed << count | mixed >> (32 - count)
    }
    mix(a, b, d, 16)
    mix(c, d, b, 12)
    mix(a, b, d, 8)
    mix(c, d, b, 7)
  }
}
