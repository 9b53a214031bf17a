internal import SecretCrypto

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
