import SecretFile
import VectorSuite

/// `inspect --explain`: every value that a reader computes on its way, for whoever debugs another implementation. What
/// it shows opens everything, so it is for containers that protect nothing.
struct InspectExplain {
  private let arguments: ParsedArguments
  private let console: Console

  init(_ arguments: ParsedArguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  func run(_ path: Path) throws(Outcome) -> ExitCode {
    if arguments.has(.html) {
      throw .usage("--explain and --html exclude each other", hint: "--explain has text and --json")
    }
    let explanation = try explanation(path)
    try console.isJSON ? json(explanation) : text(explanation)
    return .done
  }

  private func explanation(_ path: Path) throws(Outcome) -> Explanation {
    let credentials = try credentials()
    let slot = try arguments.value(.slot).map { (id) throws(Outcome) in try Session.slotID(id) }
    do {
      return try Explanation(path, credentials, slot: slot, allowingAny: arguments.has(.notATest))
    } catch is Explanation.NotATest {
      throw Outcome(
        "notATest", .policy, "\(path): it is no test container, and an explanation shows all of its keys",
        hint: "--not-a-test shows them; whoever sees them can open it")
    } catch let error as SecretFileError {
      throw Outcome(error, path)
    } catch {
      // It was opened and checked before: then somebody has written into it meanwhile.
      throw Outcome(
        "changed", .failure, "\(path): it changed while it was read: \(error)", hint: "try again")
    }
  }

  /// Keys of every kind from the files, and passphrases.
  private func credentials() throws(Outcome) -> Credentials {
    var credentials = Credentials()
    for value in arguments.values(.explain) {
      let path = Path(bytes: value)
      let text = try SecretInput.key(path, what: "the key file", console)
      if text.count == 0 { continue }
      do throws(SecretFileError) {
        try text.withBytes { (span) throws(SecretFileError) in
          for (kind, key) in try KeyText.parse(span, allowing: KeyText.Kind.allCases, "the key file") {
            try add(key.withBytes { KeyText.line($0, kind) }, kind, to: &credentials)
          }
        }
      } catch {
        throw Outcome(error, path)
      }
    }
    for passphrase in try CredentialReader(arguments, console).passphrases() {
      try container { () throws(SecretFileError) in
        try CredentialReader.add(passphrase, to: &credentials)
      }
    }
    return credentials
  }

  private func add(
    _ line: SecretBuffer, _ kind: KeyText.Kind, to credentials: inout Credentials
  ) throws(SecretFileError) {
    try line.withBytes { (line) throws(SecretFileError) in
      switch kind {
      case .keyFile: try credentials.addKeyFile(line)
      case .identity:
        try credentials.addKeyFile(line)
        try credentials.addPresence(line)
      case .device: try credentials.addDeviceKey(line)
      }
    }
  }

  // MARK: Output

  private func text(_ explanation: Explanation) throws(Outcome) {
    var part = ""
    for value in explanation.values {
      if value.part != part {
        try console.out.write("\(part.isEmpty ? "" : "\n")\(value.part) (section \(value.section))\n")
        part = value.part
      }
      try console.out.write("  \(value.name): \(Escaping.visible(Array(value.text.utf8)))\n")
    }
    try console.out.flush()
  }

  private func json(_ explanation: Explanation) throws(Outcome) {
    var writer = JSONWriter()
    writer.object {
      $0.key("values")
      $0.array { writer in
        for value in explanation.values {
          writer.object {
            $0.field("part", value.part)
            $0.field("name", value.name)
            $0.field("value", value.text)
            $0.field("section", value.section)
          }
        }
      }
    }
    writer.raw(0x0A)
    try console.out.write(writer.bytes)
    try console.out.flush()
  }
}
