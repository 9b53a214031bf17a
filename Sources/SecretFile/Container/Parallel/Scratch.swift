internal import SecretCrypto

/// Memory that one worker uses for everything it does, job after job: allocating guarded memory costs more than
/// sealing a small item.
struct Scratch: ~Copyable {
  /// What was read of the base's file.
  var input: [UInt8] = []
  /// A page's plaintext in the making. Names are in it, no secrets.
  var page: [UInt8] = []
  /// What is to be written: a whole segment.
  var output: [UInt8] = []
  /// Keys and plaintext.
  var secrets = SecretScratch()
}

/// The guarded part of a worker's memory.
struct SecretScratch: ~Copyable {
  /// A payload's plaintext, padded.
  var plain = SecretBytes(count: 4_096)
  /// The item key in use.
  var itemKey = SecretBytes(count: 32)

  /// Makes `plain` hold at least `count` bytes; what it held is wiped if it must grow.
  mutating func reservePlain(_ count: Int) {
    if plain.count >= count { return }
    var size = plain.count
    while size < count { size *= 2 }
    plain = SecretBytes(count: size)
  }

  /// Lends both for writing: once for many items, because lending has its price too.
  mutating func lend<R>(
    _ body: (inout MutableSpan<UInt8>, inout MutableSpan<UInt8>) throws(SecretFileError) -> R
  ) throws(SecretFileError) -> R {
    try Self.lend(&plain, &itemKey, body)
  }

  private static func lend<R>(
    _ plain: inout SecretBytes, _ itemKey: inout SecretBytes,
    _ body: (inout MutableSpan<UInt8>, inout MutableSpan<UInt8>) throws(SecretFileError) -> R
  ) throws(SecretFileError) -> R {
    try plain.withMutableBytes { (plain) throws(SecretFileError) in
      try itemKey.withMutableBytes { (key) throws(SecretFileError) in try body(&plain, &key) }
    }
  }
}

extension [UInt8] {
  /// Makes the array hold exactly so many bytes; those that it had already keep their values.
  mutating func resize(to count: Int) {
    if self.count > count {
      removeLast(self.count - count)
    } else if self.count < count {
      self += [UInt8](repeating: 0, count: count - self.count)
    }
  }

  /// Writes a number in place.
  mutating func patch(_ value: UInt32, at offset: Int) {
    for index in 0..<4 { self[offset &+ index] = UInt8(truncatingIfNeeded: value &>> UInt32(8 &* index)) }
  }

  /// Writes bytes in place.
  mutating func patch<let count: Int>(_ value: InlineArray<count, UInt8>, at offset: Int) {
    for index in 0..<count { self[offset &+ index] = value[index] }
  }
}
