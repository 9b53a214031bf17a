internal import SecretCrypto

/// Class keys by keyID, all in one guarded allocation.
final class KeyRing: Sendable {
  private let ids: [UInt32]
  private let keys: SecretBytes

  /// The ring without keys.
  static let empty = KeyRing([]) { _, _ in }

  /// Keys for these ascending keyIDs; `fill` writes each into 32 bytes.
  init<E: Error>(_ ids: [UInt32], _ fill: (UInt32, inout MutableSpan<UInt8>) throws(E) -> Void) throws(E) {
    self.ids = ids
    keys = try SecretBytes(count: max(1, ids.count * Size.key)) { (all) throws(E) in
      for (index, id) in ids.enumerated() {
        var part = all._mutatingExtracting((index * Size.key)..<((index + 1) * Size.key))
        try fill(id, &part)
      }
    }
  }

  /// Whether the ring holds the key of this entry.
  func contains(_ keyID: UInt32) -> Bool { index(of: keyID) != nil }

  /// Lends the key of this entry; nil if the ring does not hold it.
  func withKey<R, E: Error>(_ keyID: UInt32, _ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R? {
    guard let index = index(of: keyID) else { return nil }
    return try keys.withBytes { (all) throws(E) in
      try body(all.extracting((index * Size.key)..<((index + 1) * Size.key)))
    }
  }

  /// Copies the key of this entry into `target`, 32 bytes; false if the ring does not hold it.
  func copyKey(_ keyID: UInt32, into target: inout MutableSpan<UInt8>) -> Bool {
    let found: Void? = withKey(keyID) { (key) in
      for index in 0..<Size.key { target[index] = key[index] }
    }
    return found != nil
  }

  private func index(of keyID: UInt32) -> Int? {
    var low = 0
    var high = ids.count
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < keyID { low = middle + 1 } else { high = middle }
    }
    return low < ids.count && ids[low] == keyID ? low : nil
  }
}
