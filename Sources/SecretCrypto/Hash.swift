import CSodium

/// BLAKE2b with 32 bytes of output: links, checksums and, with a key, the message authentication code of the
/// header.
package enum Hash {
  /// The size of a hash and of its key, in bytes.
  package static let size = 32

  /// BLAKE2b-256 of `bytes`. Allocates nothing.
  package static func blake2b256(_ bytes: Span<UInt8>) -> InlineArray<32, UInt8> {
    prepareSodium()
    var digest = InlineArray<32, UInt8>(repeating: 0)
    var out = digest.mutableSpan
    unsafe out.lend { (target, _) in
      unsafe bytes.lend { (source, count) in
        _ = unsafe crypto_generichash_blake2b(target, size, source, UInt64(count), nil, 0)
      }
    }
    return digest
  }

  /// SHA-256 of `bytes` (FIPS 180-4), for checksums that other formats carry. Allocates nothing.
  package static func sha256(_ bytes: Span<UInt8>) -> InlineArray<32, UInt8> {
    prepareSodium()
    var digest = InlineArray<32, UInt8>(repeating: 0)
    var out = digest.mutableSpan
    unsafe out.lend { (target, _) in
      unsafe bytes.lend { (source, count) in
        _ = unsafe crypto_hash_sha256(target, source, UInt64(count))
      }
    }
    return digest
  }

  /// BLAKE2b-256 of `bytes` with a key of 32 bytes. Allocates nothing.
  package static func blake2b256(_ bytes: Span<UInt8>, key: Span<UInt8>) -> InlineArray<32, UInt8> {
    precondition(key.count == size, "a hash key has 32 bytes")
    prepareSodium()
    var digest = InlineArray<32, UInt8>(repeating: 0)
    var out = digest.mutableSpan
    unsafe out.lend { (target, _) in
      unsafe bytes.lend { (source, count) in
        unsafe key.lend { (key, keySize) in
          _ = unsafe crypto_generichash_blake2b(target, size, source, UInt64(count), key, keySize)
        }
      }
    }
    return digest
  }
}

/// BLAKE2b-256 of bytes that come in pieces. Allocates its state (384 bytes) once and wipes it.
@safe
package struct Hasher256: ~Copyable {
  private let state: OpaquePointer

  /// Without a key.
  package init() {
    prepareSodium()
    unsafe state = Self.allocate()
    _ = unsafe crypto_generichash_init(state, nil, 0, Hash.size)
  }

  /// With a key of 32 bytes.
  package init(key: Span<UInt8>) {
    precondition(key.count == Hash.size, "a hash key has 32 bytes")
    prepareSodium()
    unsafe state = Self.allocate()
    let state = unsafe state
    unsafe key.lend { (key, count) in
      _ = unsafe crypto_generichash_init(state, key, count, Hash.size)
    }
  }

  deinit {
    let memory = unsafe UnsafeMutableRawPointer(state)
    unsafe sodium_memzero(memory, hashStateSize)
    unsafe memory.deallocate()
  }

  private static func allocate() -> OpaquePointer {
    OpaquePointer(UnsafeMutableRawPointer.allocate(byteCount: hashStateSize, alignment: 64))
  }

  /// Adds `bytes` to what is hashed.
  package mutating func update(_ bytes: Span<UInt8>) {
    let state = unsafe state
    unsafe bytes.lend { (source, count) in
      _ = unsafe crypto_generichash_update(state, source, UInt64(count))
    }
  }

  /// The hash of everything added.
  package consuming func finish() -> InlineArray<32, UInt8> {
    var digest = InlineArray<32, UInt8>(repeating: 0)
    let state = unsafe state
    var out = digest.mutableSpan
    unsafe out.lend { (target, count) in
      _ = unsafe crypto_generichash_final(state, target, count)
    }
    return digest
  }
}
