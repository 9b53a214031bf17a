import CSodium

/// What every derivation starts with.
private let prefix: StaticString = "SecretFile v1 "

/// Derives the first `out.count` bytes (at most 32) of
/// `BLAKE2b-256(key: key, "SecretFile v1 " ‖ label ‖ 00 ‖ context)`.
///
/// `key` has 32 bytes; `label` is ASCII without NUL, from the closed list of the format; `context` is all its
/// parts in order. Allocates nothing.
package func derive(
  _ key: Span<UInt8>, _ label: StaticString, _ context: Span<UInt8>, into out: inout MutableSpan<UInt8>
) {
  derive(key, label, context, Span(), into: &out)
}

/// Derives as above from the context `context ‖ more`.
package func derive(
  _ key: Span<UInt8>, _ label: StaticString, _ context: Span<UInt8>, _ more: Span<UInt8>,
  into out: inout MutableSpan<UInt8>
) {
  if out.count == Hash.size {
    deriveWhole(key, label, context, more, into: &out)
    return
  }
  precondition(out.count < Hash.size, "a derived key has at most 32 bytes")
  var whole = InlineArray<32, UInt8>(repeating: 0)
  var span = whole.mutableSpan
  deriveWhole(key, label, context, more, into: &span)
  out.copy(span.span.extracting(0..<out.count), at: 0)
  wipe(&span)
}

/// Derives 32 bytes from the context `context ‖ more` into memory of their own.
package func derive(
  _ key: Span<UInt8>, _ label: StaticString, _ context: Span<UInt8>, _ more: Span<UInt8> = Span()
) -> SecretBytes {
  SecretBytes(count: Hash.size) { derive(key, label, context, more, into: &$0) }
}

private func deriveWhole(
  _ key: Span<UInt8>, _ label: StaticString, _ context: Span<UInt8>, _ more: Span<UInt8>,
  into out: inout MutableSpan<UInt8>
) {
  precondition(key.count == Hash.size, "a key has 32 bytes")
  prepareSodium()
  // The state lies on the stack, and libsodium wipes what it holds of the key when it ends. Swift would put an
  // alignment over 16 on the heap, so the right place is sought in a little more.
  unsafe withUnsafeTemporaryAllocation(byteCount: hashStateSize + 64, alignment: 16) { (buffer) in
    guard let memory = buffer.baseAddress else { return }
    let state = unsafe OpaquePointer(memory.alignedUp(toMultipleOf: 64))
    unsafe key.lend { (key, count) in
      _ = unsafe crypto_generichash_init(state, key, count, Hash.size)
    }
    _ = unsafe crypto_generichash_update(state, prefix.utf8Start, UInt64(prefix.utf8CodeUnitCount))
    // A string literal ends with NUL, which is the separator.
    _ = unsafe crypto_generichash_update(state, label.utf8Start, UInt64(label.utf8CodeUnitCount + 1))
    unsafe context.lend { (source, count) in
      _ = unsafe crypto_generichash_update(state, source, UInt64(count))
    }
    unsafe more.lend { (source, count) in
      _ = unsafe crypto_generichash_update(state, source, UInt64(count))
    }
    unsafe out.lend { (target, count) in
      _ = unsafe crypto_generichash_final(state, target, count)
    }
  }
}
