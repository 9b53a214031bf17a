import CSodium

/// XChaCha20-Poly1305-IETF, as the blobs of the format use it: `nonce 24 ‖ ciphertext ‖ tag 16`.
///
/// Nothing here allocates: a million small items go through it.
package enum AEAD {
  /// The size of a key, in bytes.
  package static let keySize = 32
  /// The size of a nonce, in bytes.
  package static let nonceSize = 24
  /// The size of a tag, in bytes.
  package static let tagSize = 16
  /// What a blob is longer than its plaintext, in bytes.
  package static let overhead = 40

  /// Seals `plain` into `blob`, which has `plain.count + 40` bytes.
  package static func seal(
    _ plain: Span<UInt8>, associated: Span<UInt8>, nonce: Span<UInt8>, key: Span<UInt8>,
    into blob: inout MutableSpan<UInt8>
  ) {
    // A writer's own sizes: keys are derived into 32 bytes, nonces into 24, and the blob is allocated after the plaintext.
    precondition(key.count == keySize && nonce.count == nonceSize, "wrong size of key or nonce")
    precondition(blob.count >= overhead && blob.count - overhead == plain.count, "wrong size of blob")
    prepareSodium()
    blob.copy(nonce, at: 0)
    unsafe blob.lend { (target, _) in
      unsafe plain.lend { (source, count) in
        unsafe associated.lend { (associated, associatedCount) in
          unsafe nonce.lend { (nonce, _) in
            unsafe key.lend { (key, _) in
              _ = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
                target + nonceSize, nil, source, UInt64(count), associated, UInt64(associatedCount), nil,
                nonce, key)
            }
          }
        }
      }
    }
  }

  /// What `blob` would decrypt to, whether it is genuine or not: for taking out of damaged data what other means can
  /// prove. Never to be trusted by itself. `plain` has `blob.count - 40` bytes.
  package static func decryptWithoutProof(
    _ blob: Span<UInt8>, key: Span<UInt8>, into plain: inout MutableSpan<UInt8>
  ) {
    // The one caller passes the page key, 32 bytes, and a page as long as the root says; a root with a page below 296
    // bytes is not opened.
    precondition(key.count == keySize, "wrong size of key")
    precondition(blob.count >= overhead && plain.count == blob.count - overhead, "wrong size")
    prepareSodium()
    unsafe plain.lend { (target, count) in
      unsafe blob.lend { (blob, _) in
        unsafe key.lend { (key, _) in
          // Block 0 of the stream is the authenticator's key.
          _ = unsafe crypto_stream_xchacha20_xor_ic(target, blob + nonceSize, UInt64(count), blob, 1, key)
        }
      }
    }
  }

  /// Opens `blob` where it lies: if it is genuine its bytes from 24 to the last but 16 are the plaintext then. As
  /// `open(_:associated:key:into:)` otherwise.
  package static func openInPlace(
    _ blob: inout MutableSpan<UInt8>, associated: Span<UInt8>, key: Span<UInt8>
  ) -> Bool {
    // Keys are parts of `MasterKeys`, 32 bytes each; the blob's length may come from a file and is no trap.
    precondition(key.count == keySize, "wrong size of key")
    guard blob.count >= overhead else { return false }
    prepareSodium()
    return unsafe blob.lend { (blob, count) in
      unsafe associated.lend { (associated, associatedCount) in
        unsafe key.lend { (key, _) in
          unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
            blob + nonceSize, nil, nil, blob + nonceSize, UInt64(count - nonceSize), associated,
            UInt64(associatedCount), blob, key) == 0
        }
      }
    }
  }

  /// Opens `blob` into `plain`, which has `blob.count - 40` bytes, and says whether it is genuine: sealed with
  /// this key and these associated bytes. If it is not, or is shorter than 40 bytes, `plain` holds no
  /// plaintext.
  package static func open(
    _ blob: Span<UInt8>, associated: Span<UInt8>, key: Span<UInt8>, into plain: inout MutableSpan<UInt8>
  ) -> Bool {
    // Keys are derived into 32 bytes, and callers size the plaintext after the blob they hold; the blob's length may
    // come from a file and is no trap.
    precondition(key.count == keySize, "wrong size of key")
    guard blob.count >= overhead else { return false }
    precondition(plain.count == blob.count - overhead, "wrong size of plaintext")
    prepareSodium()
    return unsafe plain.lend { (target, _) in
      unsafe blob.lend { (blob, count) in
        unsafe associated.lend { (associated, associatedCount) in
          unsafe key.lend { (key, _) in
            unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
              target, nil, nil, blob + nonceSize, UInt64(count - nonceSize), associated,
              UInt64(associatedCount), blob, key) == 0
          }
        }
      }
    }
  }
}
