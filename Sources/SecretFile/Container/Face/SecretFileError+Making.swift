internal import Files

extension SecretFileError.Code {
  /// The code of one of the format's errors.
  package init(_ code: ErrorCode) {
    self =
      switch code {
      case .framing: .framing
      case .version: .version
      case .headerHash: .headerHash
      case .header: .header
      case .length: .length
      case .kdfCost: .kdfCost
      case .unlock: .unlock
      case .copies: .copies
      case .root: .root
      case .keyTable: .keyTable
      case .page: .page
      case .record: .record
      case .order: .order
      case .payload: .payload
      case .locked: .locked
      case .device: .device
      case .passcode: .passcode
      case .presence: .presence
      case .applicationPassword: .applicationPassword
      case .invalidated: .invalidated
      case .notProven: .notProven
      case .rollback: .rollback
      case .fork: .fork
      case .credential: .credential
      case .notFound: .notFound
      case .notSecretFile: .notSecretFile
      }
  }
}

extension SecretFileError {
  /// The error of the codec, for the structure that starts at byte `base` of the file; `base` nil where the
  /// structure was sealed and its offsets mean nothing in the file.
  package init(_ error: FormatError, base: UInt64? = 0) {
    let part = Self.part(error.code)
    self.init(
      Code(error.code), "\(part)\(error.what)", hint: Self.hint(for: Code(error.code)),
      offset: base.map { $0 + UInt64(max(0, error.offset)) })
  }

  /// The error of the file system.
  package init(_ error: FileError) {
    self.init(.file(error.kind), error.description, hint: Self.hint(for: error), file: error)
  }

  /// An error with the hint that goes with its code.
  package init(standard code: Code, _ message: String, offset: UInt64? = nil) {
    self.init(code, message, hint: Self.hint(for: code), offset: offset)
  }

  private static func part(_ code: ErrorCode) -> String {
    switch code {
    case .header, .headerHash, .framing: "header: "
    case .root: "root: "
    case .keyTable: "key table: "
    case .page: "page: "
    case .record: "record: "
    case .order: "order of items: "
    case .payload: "secret: "
    case .copies: "copies at the end: "
    default: ""
    }
  }

  /// What to do about damage in the middle of a file.
  package static let damageHint = "the file is damaged; restore it from a backup, or salvage what is intact"
  /// What to do where no honest writer gets: a member has raised a counter to its end.
  package static let lastCounterHint =
    "counting cannot have led here, so somebody who can open the container did it: copy the items into a new container, "
    + "from an older file if he is not to be trusted"
  /// What to do where no key opens the header at the start, and the one at the end is another one.
  package static let headersHint =
    "the headers at the start and at the end differ, so one may be damaged: salvage with the same key, or repair into a "
    + "new file from the end"

  static func hint(for code: Code) -> String? {
    switch code {
    case .framing, .headerHash, .header, .length, .copies, .root, .keyTable, .page, .record, .order, .payload:
      damageHint
    case .version: "read it with a newer version of this software"
    case .notSecretFile: "check the path"
    case .kdfCost: "raise the limit on purpose if you trust the file"
    case .unlock: "check the passphrase, the key file and the container"
    case .device: "present the device key that the item is bound to"
    case .passcode: "open the container with a passphrase"
    case .presence: "present the identity of an enrolment"
    case .locked: "unlock first"
    case .applicationPassword: "present the item's own password"
    case .invalidated: "the enrolments changed since; store the secret anew"
    case .notProven: "check where the file came from, then accept its origin"
    case .rollback: "an older copy was put in place; accept it on purpose if that is wanted"
    case .fork: "two copies were changed independently; decide for one and accept it"
    case .credential: "check the key or passphrase given"
    case .tooLarge: "make it shorter, or split it; nothing was changed"
    default: nil
    }
  }

  private static func hint(for error: FileError) -> String? {
    if error.isInPlace { return "the change is made; only a power cut soon after could still undo it" }
    return switch error.kind {
    case .notFound: "check the path"
    case .unreadable: "check the permissions of the file"
    case .busy: "try again when the other writer is done"
    case .noSpace: "free some space; the old file is untouched"
    case .cannotCreate: "check the permissions of the folder"
    case .exists: "choose another name, or remove the file first"
    case .changed: "try again"
    default: nil
    }
  }
}

extension SecretFileError {
  /// What to do where a passphrase slot is needed and the container has none.
  package static let passphraseHint = "add a passphrase slot first"
  /// What to do where an enrolment is needed and the container has none.
  package static let enrolmentHint = "enrol a recipient first"

  /// Whether the error says what an item's protection needs, or that it cannot be met any more.
  private var isAboutAnItem: Bool {
    switch code {
    case .locked, .device, .passcode, .presence, .applicationPassword, .invalidated, .version, .kdfCost: true
    default: false
    }
  }

  /// Runs what is done with one item; an error that says what its protection lacks names it.
  static func naming<R: ~Copyable>(
    _ name: IdentityParts, _ body: () throws(SecretFileError) -> R
  ) throws(SecretFileError) -> R {
    do throws(SecretFileError) {
      return try body()
    } catch {
      guard error.isAboutAnItem else { throw error }
      var named = error
      named.message = "\(name.displayName): \(error.message)"
      throw named
    }
  }
}

/// Runs a body that encodes what is to be written: the codec's errors say which limit it passes.
func withinLimits<R: ~Copyable>(_ body: () throws(FormatError) -> R) throws(SecretFileError) -> R {
  do throws(FormatError) {
    return try body()
  } catch {
    throw SecretFileError(standard: .tooLarge, "\(error.what)")
  }
}

/// Runs a body that fails with file errors and turns those into the library's.
@inline(__always)
func files<R: ~Copyable>(_ body: () throws(FileError) -> R) throws(SecretFileError) -> R {
  do throws(FileError) {
    return try body()
  } catch {
    throw SecretFileError(error)
  }
}

/// Runs a body that fails with format errors and turns those into the library's.
@inline(__always)
func format<R: ~Copyable>(base: UInt64? = nil, _ body: () throws(FormatError) -> R) throws(SecretFileError)
  -> R
{
  do throws(FormatError) {
    return try body()
  } catch {
    throw SecretFileError(error, base: base)
  }
}
