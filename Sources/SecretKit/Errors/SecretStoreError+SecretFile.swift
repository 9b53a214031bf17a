internal import ItemStore
package import SecretFile

extension SecretStoreError {
  /// What a container's error means for a store. Its message and hint are the detail; they never hold a secret.
  package init(_ error: SecretFileError, item: SecretName? = nil) {
    self.init(Self.code(error.code), status: ItemStatus(error).rawValue, item: item, detail: error.message)
  }

  private static func code(_ code: SecretFileError.Code) -> Code {
    switch code {
    case .notFound: .notFound
    case .duplicate: .duplicate
    case .conflict: .busy
    case .ambiguous: .ambiguous
    case .usage: .parameter
    case .unlock, .credential, .kdfCost: .wrongKey
    case .invalidated: .invalidated
    case .locked, .presence, .applicationPassword: .locked
    case .passcode: .passcodeNotSet
    case .device: .dataNotAvailable
    case .version: .newerVersion
    case .notProven: .readOnly
    case .rollback, .fork: .rolledBack
    case .notSecretFile, .framing, .headerHash, .header, .length, .copies, .root, .keyTable, .page, .record,
      .order,
      .payload:
      .damaged
    case .tooLarge: .tooLarge
    case .refused: .other
    case .file(let kind): Self.code(kind)
    }
  }

  private static func code(_ kind: FileError.Kind) -> Code {
    switch kind {
    case .notFound, .notRegular, .symlinkLoop: .unavailable
    case .cannotCreate, .exists, .hardLinked: .readOnly
    case .busy, .changed: .busy
    case .tooLarge: .tooLarge
    case .malformed, .truncated: .damaged
    default: .io
    }
  }
}
