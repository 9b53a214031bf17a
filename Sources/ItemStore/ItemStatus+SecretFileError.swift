public import SecretFile

extension ItemStatus {
  /// What a Keychain answers where a container says this.
  ///
  /// Absent, locked, denied, damaged and made by a newer version stay apart: a program that takes one for another
  /// signs its user out, or writes over what it could not read.
  public init(_ error: SecretFileError) {
    self =
      switch error.code {
      case .notFound: .itemNotFound
      case .duplicate, .conflict: .duplicateItem
      case .ambiguous, .usage: .parameter
      case .unlock, .credential, .kdfCost, .invalidated: .authenticationFailed
      case .locked, .presence, .passcode, .applicationPassword: .interactionNotAllowed
      case .device: .dataNotAvailable
      case .version: .wrongVersion
      case .notProven, .rollback, .fork, .notSecretFile: .notAvailable
      case .framing, .headerHash, .header, .length, .copies, .root, .keyTable, .page, .record, .order,
        .payload:
        .decode
      case .tooLarge: .dataTooLarge
      case .refused: .internalError
      case .file(let kind): Self.status(of: kind)
      }
  }

  private static func status(of kind: FileError.Kind) -> ItemStatus {
    switch kind {
    case .notFound, .notRegular, .symlinkLoop: .notAvailable
    case .cannotCreate, .exists, .hardLinked: .readOnly
    case .tooLarge: .dataTooLarge
    case .malformed, .truncated: .decode
    default: .io
    }
  }
}
