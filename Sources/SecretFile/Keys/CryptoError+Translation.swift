internal import SecretCrypto

extension SecretFileError {
  /// The error of a password hash: `kdfCost`, naming what it asks and what is allowed. A lack of memory
  /// is a failure of the system, which the specification tells apart from the file's errors.
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
        .file(.inputOutput), "\(subject) needs \(kibibytes) KiB of memory, which the system does not have",
        hint: "free some memory, or open the file elsewhere")
    case .invalidCost(let cost):
      self.init(
        .kdfCost,
        "\(subject) asks for \(cost.opslimit) passes over \(cost.memlimitKiB) KiB, which Argon2id does "
          + "not define"
      )
    }
  }
}
