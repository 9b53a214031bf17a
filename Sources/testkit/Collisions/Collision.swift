/// Makes ciphertexts of XChaCha20-Poly1305 that are genuine under several keys. It is no weakness of the cipher, which
/// never promised otherwise: whoever knows the keys solves a linear equation for each.
struct Collision {
  /// A key, and what Poly1305 makes of a message under it.
  private struct Tagger {
    let r: Residue
    let s: UInt128
    let associated: Bytes

    init(_ key: Bytes, _ nonce: Bytes, _ associated: Bytes) {
      let block = ChaCha20.block(key, nonce, 0)
      var clamped = Bytes(block[..<16])
      for index in [3, 7, 11, 15] { clamped[index] &= 15 }
      for index in [4, 8, 12] { clamped[index] &= 252 }
      r = Residue(clamped)
      s = block[16..<32].reversed().reduce(0) { $0 << 8 | UInt128($1) }
      self.associated = associated
    }

    /// The value of the polynomial with some blocks of the ciphertext left out, and the factor of each of those.
    func polynomial(_ ciphertext: Bytes, without free: [Int]) -> (sum: Residue, factors: [Residue]) {
      let start = Self.padded(associated)
      let message =
        start + Self.padded(ciphertext) + Bytes(associated.count, 8) + Bytes(ciphertext.count, 8)
      let count = message.count / 16
      var power = r
      var sum = Residue.zero
      var factors = [Residue](repeating: .zero, count: free.count)
      for index in (0..<count).reversed() {
        if let place = free.firstIndex(of: index - start.count / 16) {
          factors[place] = power
        } else {
          sum = sum + (Residue(message[index * 16..<index * 16 + 16]) + .top) * power
        }
        power = power * r
      }
      return (sum, factors)
    }

    private static func padded(_ bytes: Bytes) -> Bytes { bytes.padded(to: (bytes.count + 15) / 16 * 16) }
  }

  private let taggers: [Tagger]
  private let nonce: Bytes

  /// One nonce, one text to be associated with, several keys.
  init(_ keys: [Bytes], nonce: Bytes, associated: Bytes) {
    taggers = keys.map { Tagger($0, nonce, associated) }
    self.nonce = nonce
  }

  /// A blob whose tag is right under every key, as many blocks of the ciphertext being free as there are keys. With one
  /// less the tag is the last unknown; then there may be no answer under this nonce.
  func blob(_ ciphertext: Bytes, free: [Int], tag wanted: Bytes? = nil) -> Bytes? {
    let rows = taggers.map { $0.polynomial(ciphertext, without: free) }
    // Each key leaves two bits above the tag free.
    let attempts = wanted == nil && free.count == taggers.count ? 4_096 : 1 << (2 * taggers.count)
    for attempt in 0..<attempts {
      let drawn = wanted ?? Bytes(hash(Bytes("tag") + Bytes(attempt, 4) + ciphertext)[..<16])
      var tag = drawn
      var blocks: [Bytes?]
      if free.count == taggers.count {
        guard let found = solve(rows, tag: drawn, attempt) else { continue }
        blocks = found.map(\.block)
      } else {
        guard let found = solve(rows, attempt), let last = found.last?.tag else { continue }
        blocks = found.dropLast().map(\.block)
        tag = last
      }
      guard !blocks.contains(nil) else { continue }
      var result = ciphertext
      for (index, block) in zip(free, blocks) { result.put(block ?? [], at: index * 16) }
      guard isGenuine(result, tag) else { continue }
      return nonce + result + tag
    }
    return nil
  }

  /// What a key must give so that the tag comes out; the two bits above it are free.
  private func solve(
    _ rows: [(sum: Residue, factors: [Residue])], tag: Bytes, _ attempt: Int
  ) -> [Residue]? {
    let number = tag.reversed().reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    return solved(
      zip(rows, taggers).enumerated().map { index, pair in
        let above = UInt8(truncatingIfNeeded: attempt >> (2 * index)) & 3
        return pair.0.factors + [Residue(number &- pair.1.s, above) - pair.0.sum]
      })
  }

  /// The same with the tag as the last unknown.
  private func solve(_ rows: [(sum: Residue, factors: [Residue])], _ attempt: Int) -> [Residue]? {
    solved(
      zip(rows, taggers).enumerated().map { index, pair in
        let above = UInt8(truncatingIfNeeded: attempt >> (2 * index)) & 3
        return pair.0.factors + [-Residue(1), Residue(0, above) - Residue(pair.1.s) - pair.0.sum]
      })
  }

  private func isGenuine(_ ciphertext: Bytes, _ tag: Bytes) -> Bool {
    taggers.allSatisfy { tagger in
      let sum = tagger.polynomial(ciphertext, without: []).sum
      return Bytes(sum.low &+ tagger.s, 16) == tag
    }
  }
}
