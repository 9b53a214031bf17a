import CSodium

/// X25519 (RFC 7748).
package enum X25519 {
  /// The size of a scalar, of a public key and of a shared secret, in bytes.
  package static let size = 32

  /// The public key that belongs to `scalar` (32 bytes, clamped here).
  package static func publicKey(of scalar: Span<UInt8>) -> InlineArray<32, UInt8> {
    precondition(scalar.count == size, "a scalar has 32 bytes")
    prepareSodium()
    var point = InlineArray<32, UInt8>(repeating: 0)
    var out = point.mutableSpan
    unsafe out.lend { (target, _) in
      unsafe scalar.lend { (scalar, _) in
        _ = unsafe crypto_scalarmult_base(target, scalar)
      }
    }
    return point
  }

  /// The secret that `scalar` and `point` (32 bytes each) share; nil if it would be all zero, which happens
  /// for points of small order only.
  package static func sharedSecret(scalar: Span<UInt8>, point: Span<UInt8>) -> SecretBytes? {
    precondition(scalar.count == size && point.count == size, "a scalar and a point have 32 bytes")
    prepareSodium()
    var secret = SecretBytes(count: size)
    let isGood = secret.withMutableBytes { (out) in
      unsafe out.lend { (target, _) in
        unsafe scalar.lend { (scalar, _) in
          unsafe point.lend { (point, _) in
            unsafe crypto_scalarmult(target, scalar, point) == 0
          }
        }
      }
    }
    return isGood ? consume secret : nil
  }
}
