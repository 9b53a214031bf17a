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

  /// An empty cache.
  package init() {}

  /// What a name says.
  func verdict(_ name: Span<UInt8>, _ vocabulary: borrowing Vocabulary) -> NameVerdict {
    // Zero stands for an empty slot.
    let digest = KeyedDigest.ofThisRun(name) | 1 << 63
    let slot = Int(truncatingIfNeeded: digest) & (NameCache.size - 1)
    if slots[slot].digest == digest { return slots[slot].verdict }
    let verdict = NameVerdict(name, vocabulary)
    slots[slot] = Slot(digest: digest, verdict: verdict)
    return verdict
  }
}
