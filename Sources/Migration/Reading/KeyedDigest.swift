/// A short digest of bytes that no file can choose: two numbers, new in every run, go into it.
///
/// For tables whose keys come from files, where equal digests are looked at again byte by byte or do no harm.
struct KeyedDigest: Sendable {
  /// The digest of this run.
  static let ofThisRun = KeyedDigest()

  private let start = UInt64.random(in: .min ... .max)
  private let factor = UInt64.random(in: .min ... .max) | 1

  /// The digest of some bytes.
  func callAsFunction(_ bytes: Span<UInt8>) -> UInt64 {
    var state = start ^ UInt64(truncatingIfNeeded: bytes.count)
    var at = 0
    while bytes.count - at >= 8 {
      // Any eight bytes are a number.
      let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self)
      state = mixed(state ^ word)
      at += 8
    }
    var rest: UInt64 = 0
    while at < bytes.count {
      rest = rest << 8 | UInt64(bytes[at])
      at += 1
    }
    return mixed(mixed(state ^ rest))
  }

  /// Both halves of a product, one on the other.
  private func mixed(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: factor)
    return product.high ^ product.low &+ start
  }
}
