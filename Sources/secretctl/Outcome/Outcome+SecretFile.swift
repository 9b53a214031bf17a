package import SecretFile

extension Outcome {
  /// An error of the container, in the words of the command line. `path` is the container, named in the message
  /// unless the error names a file of its own.
  package init(_ error: SecretFileError, _ path: Path? = nil) {
    if let file = error.file {
      self.init(file)
      if file.path == Places.witness, file.kind != .malformed {
        hint += "; --no-witness goes on without a witness"
      }
      if file.kind == .notFound, file.path == path { hint = "secretctl init makes a container" }
      return
    }
    var message = error.message
    if let offset = error.offset { message += " (at byte \(offset))" }
    if let path { message = "\(path): \(message)" }
    self.init(error.code.name, Self.exit(of: error.code), message, hint: Self.hint(error))
  }

  /// The exit code of every error name.
  package static func exit(of code: SecretFileError.Code) -> ExitCode {
    switch code {
    case .framing, .headerHash, .header, .length, .copies, .root, .keyTable, .page, .record, .order, .payload:
      .damaged
    case .version: .newer
    case .notProven, .rollback, .fork: .rollback
    case .kdfCost, .locked, .device, .passcode, .presence, .applicationPassword, .invalidated: .policy
    case .notFound: .noSuchItem
    case .duplicate, .conflict, .ambiguous: .duplicate
    case .usage: .usage
    case .credential, .notSecretFile, .tooLarge: .refused
    case .unlock: .cannotUnlock
    case .refused: .failure
    case .file(let kind): Outcome(FileError(kind, "", "")).exit
    }
  }

  /// What to do, by the options of the tool where one of them is the answer.
  private static func hint(_ error: SecretFileError) -> String {
    switch error.code {
    case .kdfCost: "if you trust the file, --accept-kdf-cost pays for it"
    case .device: "give the device key it is bound to with --device-key"
    case .presence where error.hint == SecretFileError.enrolmentHint:
      "secretctl slot enrol RECIPIENT makes one"
    case .presence: "give the identity of an enrolment with --presence"
    case .passcode where error.hint == SecretFileError.passphraseHint:
      "secretctl slot add --passphrase makes one"
    case .passcode: "open the container with a passphrase: --passphrase-file FILE or --passphrase-fd N"
    case .applicationPassword: "give the item's own password with --item-passphrase-fd"
    case .notProven: "if you know where the file comes from, --accept-origin"
    case .rollback, .fork:
      "if this file is the one you want, --accept-rollback with a change of it; to look only, with any verb"
    case .version: "use a newer secretctl"
    case .unlock where error.hint == SecretFileError.headersHint:
      "the headers at its start and its end differ, so one may be damaged: secretctl salvage -o NEW with the same key, or "
        + "secretctl repair -o NEW --from end"
    case .unlock: (error.hint ?? "give another key") + "; secretctl inspect shows the slots"
    case .conflict: "look at what changed and try again"
    case _ where error.hint == SecretFileError.damageHint:
      "the file is damaged; restore it from a backup, or take out what is intact: secretctl salvage -o NEW"
    case _ where error.hint == SecretFileError.orphanHint:
      "move or remove them first, or let them go with --lose-items"
    default: error.hint ?? standardHint(error.code)
    }
  }

  /// What to do where the library has nothing special to say.
  private static func standardHint(_ code: SecretFileError.Code) -> String {
    switch exit(of: code) {
    case .damaged: "restore the file from a backup"
    case .noSuchItem: "secretctl list shows what is there"
    case .duplicate: "secretctl list shows what is there; name another item, or remove that one"
    case .usage: "secretctl help names what goes together"
    case .refused: "look at the input again"
    case .policy: "secretctl list shows what the item needs"
    case .cannotUnlock: "secretctl inspect shows the slots"
    default: "nothing was changed; look at the message and try again"
    }
  }
}

/// Runs a body that fails with the container's errors and turns those into outcomes that name the container.
func container<R: ~Copyable>(
  _ path: Path? = nil, _ body: () throws(SecretFileError) -> R
) throws(Outcome) -> R {
  do throws(SecretFileError) {
    return try body()
  } catch {
    throw Outcome(error, path)
  }
}

/// Runs a body that fails with file errors and turns those into outcomes.
func files<R: ~Copyable>(_ body: () throws(FileError) -> R) throws(Outcome) -> R {
  do throws(FileError) {
    return try body()
  } catch {
    throw Outcome(error)
  }
}
