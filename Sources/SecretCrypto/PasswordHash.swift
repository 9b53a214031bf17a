import CSodium

/// Argon2id version 1.3 with one lane and 32 bytes of output.
package enum PasswordHash {
  /// The size of a salt, in bytes.
  package static let saltSize = 16
  /// The size of the output, in bytes.
  package static let size = 32

  /// The hash of `password`, which may be any bytes, with a salt of 16 bytes.
  ///
  /// Throws `tooCostly` above the ceiling, `invalidCost` below what Argon2id defines, and `outOfMemory` if the
  /// system has not the memory.
  package static func argon2id(
    _ password: Span<UInt8>, salt: Span<UInt8>, cost: KDFCost, ceiling: KDFCost.Ceiling = .standard
  ) throws(CryptoError) -> SecretBytes {
    precondition(salt.count == saltSize, "a salt has 16 bytes")
    try ceiling.check(cost)
    guard cost.reaches(.leastDefined) else { throw .invalidCost(cost) }
    prepareSodium()
    return try SecretBytes(count: size) { (out) throws(CryptoError) in
      let status = unsafe out.lend { (target, count) in
        unsafe password.lend { (password, passwordCount) in
          unsafe salt.lend { (salt, _) in
            unsafe crypto_pwhash_argon2id(
              target, UInt64(count), UnsafeRawPointer(password).assumingMemoryBound(to: CChar.self),
              UInt64(passwordCount), salt, UInt64(cost.opslimit), Int(cost.memlimitKiB) << 10,
              crypto_pwhash_argon2id_alg_argon2id13())
          }
        }
      }
      // The parameters are in range, so only the memory can be missing.
      if status != 0 { throw .outOfMemory(kibibytes: cost.memlimitKiB) }
    }
  }

  /// The same, with the two numbers of a slot.
  package static func argon2id(
    _ password: Span<UInt8>, salt: Span<UInt8>, opslimit: UInt32, memlimitKiB: UInt32,
    ceiling: KDFCost.Ceiling = .standard
  ) throws(CryptoError) -> SecretBytes {
    try argon2id(
      password, salt: salt, cost: KDFCost(opslimit: opslimit, memlimitKiB: memlimitKiB), ceiling: ceiling)
  }
}
