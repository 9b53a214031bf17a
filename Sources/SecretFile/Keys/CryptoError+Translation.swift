internal import SecretCrypto

extension SecretFileError {
  /// The error of a password hash: `kdfCost`, naming what it asks and what is allowed.
  init(_ error: CryptoError, _ subject: String) {
    switch error {
    case .tooCostly(let measure, let asked, let allowed):
      let unit =
        switch measure {
        case .passes: "passes"
        case .memory: "KiB of memory"
        case .total: "KiB times passes in all"
        }
      self.init(standard: .kdfCost, "\(subject) asks for \(asked) \(unit), \(allowed) are allowed")
    case .outOfMemory(let kibibytes):
      self.init(
        .kdfCost, "\(subject) needs \(kibibytes) KiB of memory, which the system does not have",
        hint: "free some memory, or open the file elsewhere")
    case .invalidCost(let cost):
      self.init(
        .kdfCost,
        "\(subject) asks for \(cost.opslimit) passes over \(cost.memlimitKiB) KiB, which Argon2id does not define"
      )
    }
  }
}

/// Argon2id for slots and for items of their own password.
enum Stretching {
  /// The hash of a password; errors name `subject`.
  static func hash(
    _ password: Span<UInt8>, salt: Bytes16, cost: KDFCost, ceiling: KDFCost.Ceiling, _ subject: String
  ) throws(SecretFileError) -> SecretBytes {
    do throws(CryptoError) {
      return try PasswordHash.argon2id(password, salt: salt.span, cost: cost, ceiling: ceiling)
    } catch {
      throw SecretFileError(error, subject)
    }
  }

  /// Whether a writer may use this cost: at least 19 MiB and 2 passes, at most what readers allow
  /// (spec §6.5). Throws `kdfCost`.
  static func checkForWriting(_ cost: KDFCost, _ subject: String) throws(SecretFileError) {
    let floor = KDFCost.writerFloor
    guard cost.reaches(floor) else {
      throw SecretFileError(
        .kdfCost,
        "\(subject) would cost \(cost.opslimit) passes over \(cost.memlimitKiB) KiB, the least is "
          + "\(floor.opslimit) over \(floor.memlimitKiB)",
        hint: "choose a higher cost")
    }
    do throws(CryptoError) {
      try KDFCost.Ceiling.standard.check(cost)
    } catch {
      throw SecretFileError(error, subject)
    }
  }
}

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
