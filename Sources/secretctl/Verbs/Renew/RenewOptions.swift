import SecretFile

/// What `renew` is to do, from its options.
struct RenewOptions {
  /// Where a new value comes from.
  enum Source {
    /// A command that reads the old value and prints the new one; `isRaw` if a final newline belongs to the value.
    case command([UInt8], isRaw: Bool)
    case generator(SecretGenerator)
    /// The value before: `--rollback`.
    case previous
  }

  /// Nil: only renewals that were begun are finished.
  let source: Source?
  /// The command that tells the server.
  let activate: [UInt8]?
  /// The command that tries the value out.
  let check: [UInt8]?
  let jobs: Int
  /// For one command, in seconds.
  let timeout: Int64
  /// Only values that were last changed before this time.
  let changedBefore: Int64?
  /// When new values expire.
  let expires: Int64?

  /// Whether the value before the last renewal may go, although nothing says that the server has the one since.
  let dropsPrevious: Bool

  /// Whether a command tells the server of a value, or hears from it that it works.
  var reachesTheServer: Bool { activate != nil || check != nil }

  /// Whether there are values to be made, so that no item at all is a mistake in the command.
  var makesValues: Bool { source != nil && !isRollback }

  var isRollback: Bool { if case .previous = source { true } else { false } }

  init(_ arguments: ParsedArguments, now: Int64) throws(Outcome) {
    for (a, b) in [
      (Option.propose, Option.generate), (.propose, .rollback), (.generate, .rollback),
      (.pendingOnly, .propose),
      (.pendingOnly, .generate), (.pendingOnly, .rollback), (.rollback, .olderThan),
      (.pendingOnly, .olderThan),
      (.pendingOnly, .expires), (.rollback, .expires),
    ] { try arguments.exclude(a, b) }
    if let command = arguments.value(.propose) {
      source = .command(command, isRaw: arguments.has(.raw))
    } else if let length = try arguments.number(.generate, in: 1...65_536) {
      source = .generator(try SecretGenerator(length: Int(length), alphabet: arguments.value(.alphabet)))
    } else if arguments.has(.rollback) {
      source = .previous
    } else if arguments.has(.pendingOnly) {
      source = nil
    } else {
      throw .usage(
        "renew needs to know where new values come from",
        hint: "--propose COMMAND or --generate LENGTH; or --pending to finish what was begun, or --rollback")
    }
    if arguments.has(.alphabet), !arguments.has(.generate) {
      throw .usage("--alphabet needs --generate LENGTH", hint: "or let the command choose")
    }
    if arguments.has(.raw), !arguments.has(.propose) {
      throw .usage("--raw needs --propose COMMAND", hint: "it is about what that command prints")
    }
    activate = arguments.value(.activate)
    check = arguments.value(.check)
    for (option, command) in [
      (Option.propose, arguments.value(.propose)), (.activate, activate), (.check, check),
    ] {
      guard let command, command.allSatisfy({ $0 == 0x20 }) else { continue }
      throw .usage("--\(option.spec.name): the command is empty", hint: "is a variable of the script empty?")
    }
    dropsPrevious = arguments.has(.dropPrevious)
    jobs = Int(try arguments.number(.jobs, in: 1...64) ?? 4)
    timeout = try arguments.number(.timeout, in: 1...86_400) ?? 60
    changedBefore = try Self.span(arguments, .olderThan).map { now - $0 }
    expires = try arguments.value(.expires).map { (text) throws(Outcome) in
      guard let time = TimeText.parse(text, now: now) else {
        throw .usage(
          "--expires \(Escaping.visible(text)): not a time", hint: "2027-01-31, 2027-01-31T12:00:00Z or 90d")
      }
      return time
    }
  }

  /// The length of time that an option names, in milliseconds.
  static func span(_ arguments: ParsedArguments, _ option: Option) throws(Outcome) -> Int64? {
    guard let text = arguments.value(option) else { return nil }
    guard let span = TimeText.span(text) else {
      throw .usage(
        "--\(option.spec.name) \(Escaping.visible(text)): not a length of time", hint: "90d, 12h, 2w or 1y")
    }
    return span
  }
}

extension Item {
  /// When the secret was changed last, as far as the record tells: milliseconds since 1970.
  var secretChanged: Int64 { attributes.rotated ?? (payloadRevision == 1 ? created : modified) }
}
