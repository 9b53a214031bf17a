internal import SecretCrypto

/// What names say, remembered from file to file: apps of one framework write the same keys again and again.
///
/// Only digests of names are kept, made with a number that is new in every run, and what is new takes the place of what
/// is old. For one thread.
package final class NameCache {
  private struct Slot {
    var digest: UInt64 = 0
    var verdict = NameVerdict.silent
  }

  private static let size = 4096
  private var slots = [Slot](repeating: Slot(), count: size)
  private let seed: UInt64

  /// An empty cache.
  package init() { seed = UInt64.random(in: 1...UInt64.max) }

  /// What a name says.
  func verdict(_ name: Span<UInt8>, _ vocabulary: borrowing Vocabulary) -> NameVerdict {
    let digest = digest(name)
    let slot = Int(truncatingIfNeeded: digest) & (NameCache.size - 1)
    if slots[slot].digest == digest { return slots[slot].verdict }
    let verdict = NameVerdict(name, vocabulary)
    slots[slot] = Slot(digest: digest, verdict: verdict)
    return verdict
  }

  /// Never zero, which stands for an empty slot.
  private func digest(_ name: Span<UInt8>) -> UInt64 {
    var state = seed ^ UInt64(truncatingIfNeeded: name.count)
    for index in name.indices {
      state = (state ^ UInt64(name[index])) &* 0x9E37_79B9_7F4A_7C15
      state ^= state >> 29
    }
    return state | 1 << 63
  }
}
