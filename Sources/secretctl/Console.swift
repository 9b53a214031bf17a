import SecretFile

/// Where a verb speaks: results to stdout, notes and errors to stderr.
package final class Console {
  /// What goes to stdout.
  package let out: Output
  /// Whether the result is one JSON document.
  package let isJSON: Bool
  private let isQuiet: Bool
  private let hasColor: Bool
  /// Progress on the terminal.
  package let progress: ProgressLine
  private var stdinUser: String?
  private var watched: (container: Container, path: Path)?
  private var told: Set<String> = []

  init(_ arguments: ParsedArguments) {
    out = Output(isReport: arguments.changesSomething)
    // `scan --format json` is another way to say --json; to export, JSON is one form of plain text among others.
    let isScanJSON =
      arguments.verb == .scan && arguments.value(.format)?.elementsEqual("json".utf8) == true
    isJSON = arguments.has(.json) || isScanJSON
    isQuiet = arguments.has(.quiet)
    hasColor =
      arguments.value(.color)?.elementsEqual("never".utf8) != true && Launch.environment("NO_COLOR") == nil
    let showsProgress = !isQuiet && arguments.value(.progress)?.elementsEqual("never".utf8) != true
    progress = ProgressLine(isShown: showsProgress && Launch.isTerminal(2))
  }

  init(json: Bool) {
    out = Output(isReport: false)
    isJSON = json
    isQuiet = false
    hasColor = Launch.environment("NO_COLOR") == nil
    progress = ProgressLine(isShown: false)
  }

  // MARK: stderr

  /// A note for the person at the keyboard; `-q` silences it.
  package func note(_ message: String) {
    guard !isQuiet else { return }
    progress.finish()
    stderr("secretctl: " + message + "\n")
  }

  /// A note with its hint.
  package func note(_ message: String, hint: String) {
    guard !isQuiet else { return }
    note(message)
    stderr("hint: " + hint + "\n")
  }

  /// An error that does not end the run; `-q` does not silence it.
  package func problem(_ outcome: Outcome) {
    progress.finish()
    stderr(colored(outcome.text))
  }

  /// The end by an error: its lines to stderr, and with `--json` its document to stdout.
  func end(_ outcome: Outcome) -> ExitCode {
    progress.finish()
    tellWarnings(besides: outcome)
    if isJSON, out.discard() {
      try? out.write(outcome.json)
      try? out.flush()
    }
    stderr(colored(outcome.text))
    return outcome.exit
  }

  // MARK: Warnings of a container

  /// The container that is worked on: what it warns of is told now, and at the end what came since.
  func watch(_ container: Container, _ path: Path) {
    watched = (container, path)
    tellNewWarnings()
  }

  /// At the end of a verb: what the container warns of and was not told yet.
  func tellWarnings(besides outcome: Outcome? = nil) {
    tellNewWarnings()
    // An error that says the same is enough.
    guard let (container, path) = watched, !container.info.proven, outcome?.code != "notProven" else {
      return
    }
    note("\(path): not proven who made this file", hint: "if you know where it comes from, --accept-origin")
  }

  private func tellNewWarnings() {
    guard let (container, path) = watched else { return }
    for warning in container.info.warnings where told.insert(warning).inserted {
      if warning.hasPrefix("the witness") {
        note("\(path): \(warning)", hint: "until that is mended, an older copy of the file is not noticed")
      } else {
        note("\(path): \(warning)")
      }
    }
  }

  private func stderr(_ text: String) {
    // Nobody is left to tell if stderr is gone.
    try? Streams.write(Array(text.utf8).span, to: 2)
  }

  private func colored(_ text: String) -> String {
    guard hasColor, Launch.isTerminal(2),
      Launch.environment("TERM").map({ !$0.elementsEqual("dumb".utf8) }) == true
    else { return text }
    let name = "secretctl:"
    return text.hasPrefix(name) ? "\u{1b}[1;31m" + name + "\u{1b}[0m" + text.dropFirst(name.count) : text
  }

  // MARK: stdin

  /// Lends stdin to one reader; a second is refused, for it would find nothing.
  package func claimStdin(for what: String) throws(Outcome) {
    if let stdinUser {
      throw .usage(
        "stdin cannot be both \(stdinUser) and \(what)", hint: "give one of them by a file or a descriptor")
    }

    stdinUser = what
  }
}
