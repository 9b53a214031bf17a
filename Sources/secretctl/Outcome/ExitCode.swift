/// The exit codes of the tool: part of its contract, never renumbered.
package enum ExitCode: Int32, Sendable, CaseIterable {
  /// Everything asked for was done.
  case done = 0
  /// A failure that no other code describes.
  case failure = 1
  /// `scan` or `audit` found something.
  case findings = 10
  /// The container is damaged.
  case damaged = 20
  /// The container was made by a newer version.
  case newer = 21
  /// Rolled back, forked, or of unproven origin.
  case rollback = 22
  /// A factor is missing, an item is invalidated, or a key derivation costs too much.
  case policy = 23
  /// No such item, as Apple's `security` says it.
  case noSuchItem = 44
  /// Duplicate, conflict or ambiguous, as Apple's `security` says it.
  case duplicate = 45
  /// Wrong usage, or a prompt was needed and there is no terminal.
  case usage = 64
  /// An input was refused: a malformed key or source, or a file that is no container at all.
  case refused = 65
  /// An input file does not exist.
  case noInput = 66
  /// An output file cannot be created.
  case cannotCreate = 73
  /// Input/output error, full disk, or a file that exists and cannot be read.
  case inputOutput = 74
  /// Another writer holds the container.
  case busy = 75
  /// No credential opens the container.
  case cannotUnlock = 77

  /// What the code means, in the words of the manual.
  package var meaning: String {
    switch self {
    case .done: "done"
    case .failure: "other failure"
    case .findings: "findings (scan, audit)"
    case .damaged: "the container is damaged"
    case .newer: "made by a newer version"
    case .rollback: "rollback, fork, or origin not proven"
    case .policy:
      "policy: locked, other device, passcode, presence or application password needed, "
        + "invalidated, or key derivation cost above the limit"
    case .noSuchItem: "no such item"
    case .duplicate: "duplicate, conflict or ambiguous"
    case .usage: "usage, or a prompt needed and no terminal"
    case .refused: "input refused: a malformed key or source, or not a SecretFile at all"
    case .noInput: "input not found"
    case .cannotCreate: "cannot create"
    case .inputOutput: "input/output error, full disk, unreadable"
    case .busy: "in use by another writer"
    case .cannotUnlock: "cannot unlock"
    }
  }
}
