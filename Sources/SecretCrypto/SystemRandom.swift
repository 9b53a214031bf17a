import CSodium

/// The system's random source.
package enum SystemRandom {
  /// Fills `bytes` with random bytes.
  package static func fill(_ bytes: inout MutableSpan<UInt8>) {
    prepareSodium()
    unsafe bytes.lend { (target, count) in
      unsafe randombytes_buf(target, count)
    }
  }
}

/// Compares in a time that depends on the lengths only. Different lengths are different.
package func constantTimeEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
  guard a.count == b.count else { return false }
  return unsafe a.lend { (left, count) in
    unsafe b.lend { (right, _) in
      unsafe sodium_memcmp(left, right, count) == 0
    }
  }
}

/// Overwrites `bytes` with zeros in a way that the optimiser keeps.
package func wipe(_ bytes: inout MutableSpan<UInt8>) {
  unsafe bytes.lend { (target, count) in
    unsafe sodium_memzero(target, count)
  }
}
