package import SecretCrypto

/// The password of a single item (spec §12.2): raw bytes, not empty, not normalised.
package enum ApplicationPassword {
  /// The hash that goes into the item's key, 32 bytes. Throws `kdfCost`, and `credential` for an
  /// empty password.
  package static func hash(
    _ password: Span<UInt8>, _ parameters: PasswordParameters, ceiling: KDFCost.Ceiling = .standard
  ) throws(SecretFileError) -> SecretBytes {
    guard !password.isEmpty else {
      throw SecretFileError(standard: .credential, "the item's password is empty")
    }
    let cost = KDFCost(opslimit: parameters.opslimit, memlimitKiB: parameters.memlimitKiB)
    return try Stretching.hash(
      password, salt: parameters.salt, cost: cost, ceiling: ceiling, "the item's password")
  }

  /// Parameters for a payload that is to be sealed. Throws `kdfCost` below 19 MiB and 2 passes.
  package static func parameters(
    _ cost: KDFCost, itemID: Bytes16, seed: CommitSeed
  ) throws(SecretFileError) -> PasswordParameters {
    try Stretching.checkForWriting(cost, "the item's password")
    return PasswordParameters(
      opslimit: cost.opslimit, memlimitKiB: cost.memlimitKiB, salt: seed.itemSalt(itemID.span))
  }
}
