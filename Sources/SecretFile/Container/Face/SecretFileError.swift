public import Files

/// What went wrong with a container: a stable code, a sentence, and where it helps a hint and a place.
///
/// No field ever holds a secret; names of items (service, account) may appear in `message`.
public struct SecretFileError: Error, Sendable, Hashable {
  /// The stable code, to switch over.
  public var code: Code

  /// One line saying what is wrong and where, without a full stop.
  public var message: String

  /// One line saying what to do about it, where something can be done.
  public var hint: String?

  /// The byte offset in the container that the error speaks of, where there is one.
  public var offset: UInt64?

  /// The error of the file system, for codes of the kind `file`.
  public var file: FileError?

  /// An error with all its parts.
  public init(
    _ code: Code, _ message: String, hint: String? = nil, offset: UInt64? = nil, file: FileError? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.offset = offset
    self.file = file
  }
}

extension SecretFileError {
  /// The stable codes. The first 26 are the format's own (spec "Errors"), in the order of their numbers; the
  /// others belong to the library.
  public enum Code: Sendable, Hashable {
    case framing, version, headerHash, header, length, kdfCost, unlock, copies, root, keyTable
    case page, record, order, payload, locked, device, passcode, presence, applicationPassword
    case invalidated, notProven, rollback, fork, credential, notFound, notSecretFile

    /// An item of that name exists already.
    case duplicate
    /// The container moved on from the generation that the caller named.
    case conflict
    /// Several items match where one was asked for.
    case ambiguous
    /// The call contradicts itself or asks for something that the format cannot hold.
    case usage
    /// The library declines, because the change would lose something that was not named.
    case refused
    /// What is to be written is larger than the format allows; the message names the limit.
    case tooLarge
    /// The file system said no; `SecretFileError.file` tells more.
    case file(FileError.Kind)
  }
}

extension SecretFileError.Code {
  /// The name as it appears in the specification, in JSON and in test vectors.
  public var name: String {
    switch self {
    case .file(let kind): "\(kind)"
    default: "\(self)"
    }
  }

  /// Whether the code says that the bytes of the container are not what a writer left there.
  public var isDamage: Bool {
    switch self {
    case .framing, .headerHash, .header, .length, .copies, .root, .keyTable, .page, .record, .order, .payload:
      true
    default: false
    }
  }
}

extension SecretFileError: CustomStringConvertible {
  /// The code's name, the message and the hint, in one line.
  public var description: String {
    var text = "\(code.name): \(message)"
    if let offset { text += " (at byte \(offset))" }
    if let hint { text += "; \(hint)" }
    return text
  }
}
