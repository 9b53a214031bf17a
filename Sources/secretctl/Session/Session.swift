import ItemStore
import SecretFile

/// One run of a verb on a container: where it is, what opens it, how.
struct Session {
  let arguments: ParsedArguments
  let console: Console

  init(_ arguments: ParsedArguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  /// The container's path.
  func path() throws(Outcome) -> Path {
    if let keychain = try keychain() { return keychain.path }
    if arguments.verb == .verify, let operand = arguments.operands.first {
      if arguments.has(.file) {
        throw .usage("verify takes one file", hint: "name it as an argument or with -f, not both")
      }
      return Path(bytes: operand)
    }
    guard let path = Places.file(arguments, .file) else {
      throw .usage("no container given", hint: "-f FILE, or SECRETCTL_FILE in the environment")
    }
    return path
  }

  /// The witness file; nil with `--no-witness`, or if there is no home to keep it in.
  var witness: Path? { arguments.has(.noWitness) ? nil : Places.witness }

  /// Opens the container with the credentials that the options name, asking for a passphrase if there are none and
  /// one would help.
  ///
  /// - Parameter device: Whether a device key is needed, and made if there is none.
  func open(needsDevice device: Bool = false) throws(Outcome) -> Container {
    if let keychain = try keychain() { return try open(keychain, makes: false) }
    let path = try path()
    let credentials = try credentials(needsDevice: device) { () throws(SecretFileError) in
      try Container.inspect(path).slots
    }
    return try open(path, credentials)
  }

  /// The credentials that the options name, or a passphrase that is asked for if there are none and one would help.
  func credentials(
    needsDevice device: Bool = false, slots: () throws(SecretFileError) -> [SlotInfo]
  ) throws(Outcome) -> Credentials {
    var credentials = try CredentialReader(arguments, console).read(needsDevice: device)
    if credentials.canOpenNothing { try ask(try path(), slots, &credentials) }
    return credentials
  }

  /// Opens the container with these credentials and tells what deserves a word.
  func open(_ path: Path, _ credentials: Credentials) throws(Outcome) -> Container {
    let options = try openOptions()
    return try watched(
      try secretctl.container(path) { () throws(SecretFileError) in
        try Container.open(at: path, with: credentials, options: options)
      }, path)
  }

  private func watched(_ opened: Container, _ path: Path) throws(Outcome) -> Container {
    console.watch(opened, path)
    Readers.warn(opened.mode, path, console)
    return opened
  }

  // MARK: The keychain

  /// The keychain of programs on this system, with `--keychain`.
  func keychain() throws(Outcome) -> KeychainFile? {
    guard arguments.has(.keychain) else { return nil }
    for other in [Option.file, .identity, .passphraseFile, .passphraseFD, .deviceKey, .create]
    where arguments.has(other) {
      throw .usage(
        "--keychain and --\(other.spec.name) exclude each other",
        hint: "a keychain is opened by what lies in the folder beside it")
    }
    guard let keychain = KeychainFile.standard else {
      throw .usage(
        "there is no keychain file here", hint: "name one in SECRETFILE_KEYCHAIN, or set HOME")
    }
    return keychain
  }

  /// Opens the keychain with what lies beside it.
  /// - Parameter makes: Whether it is made if there is none.
  func open(_ keychain: KeychainFile, makes: Bool) throws(Outcome) -> Container {
    let options = try openOptions()
    do throws(Outcome) {
      return try watched(
        try secretctl.container(keychain.path) { () throws(SecretFileError) in
          makes ? try keychain.openOrMake(options) : try keychain.open(options)
        }, keychain.path)
    } catch {
      // The usual advice names options that this one excludes.
      var outcome = error
      switch outcome.exit {
      case .noInput:
        outcome.hint = "the first program that stores something makes it; so does secretctl import --keychain"
      case .cannotUnlock: outcome.hint = "what opens it belongs into \(keychain.devicePath)"
      default: break
      }
      throw outcome
    }
  }

  /// How the options want it opened.
  func openOptions() throws(Outcome) -> OpenOptions {
    var options = OpenOptions(
      witness: witness, acceptRollback: arguments.has(.acceptRollback),
      acceptOrigin: arguments.has(.acceptOrigin))
    if arguments.has(.acceptCost) {
      options.costLimit = KDFCost.Ceiling(opslimit: .max, memlimitKiB: .max, total: .max)
    }
    options.slot = try arguments.value(.slot).map { (id) throws(Outcome) in try Self.slotID(id) }
    return options
  }

  /// A slot's id as `slot list` shows it.
  static func slotID(_ text: [UInt8]) throws(Outcome) -> SlotID {
    guard let id = SlotID(hexadecimal: String(decoding: text, as: UTF8.self)) else {
      // What has not the form of an id may be a secret, and is not repeated.
      let isShown =
        text.count <= 20
        && text.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) }
      throw .usage(
        (isShown ? Escaping.visible(text) : "the argument") + ": not a slot's id",
        hint: "16 hexadecimal digits, as slot list shows them")
    }
    return id
  }

  // MARK: Asking for the passphrase

  /// Without any credential: damage shows before anybody is asked, and where no passphrase helps nobody is.
  private func ask(
    _ path: Path, _ slots: () throws(SecretFileError) -> [SlotInfo], _ credentials: inout Credentials
  ) throws(Outcome) {
    let all = try secretctl.container(path, slots)
    let wanted = try arguments.value(.slot).map { (id) throws(Outcome) in try Self.slotID(id) }
    let slots = all.filter { $0.kind == .passphrase && (wanted == nil || $0.id == wanted) }
    guard let first = slots.first else { throw withoutPassphrase(path, all, wanted) }
    let which = slots.count == 1 ? "slot \(first.id)" : "\(slots.count) passphrase slots"
    let answer = try SecretInput.ask(
      "passphrase for \(path) (\(which))", options: CredentialReader.passphraseOptions)
    try secretctl.container { () throws(SecretFileError) in
      try CredentialReader.add(answer, to: &credentials)
    }
  }

  /// Why nobody is asked: what would open it instead, or that the slot is none.
  private func withoutPassphrase(
    _ path: Path, _ all: [SlotInfo], _ wanted: SlotID?
  ) -> Outcome {
    let slots = all.filter { !$0.isEnrolment && (wanted == nil || $0.id == wanted) }
    if let wanted, slots.isEmpty {
      return Outcome(
        "unlock", .cannotUnlock, "\(path): slot \(wanted) is none that opens it",
        hint: "secretctl inspect shows the slots")
    }
    let kinds = slots.contains { $0.kind == .keyFile } ? "a key file" : "an age identity"
    return Outcome(
      "unlock", .cannotUnlock, "\(path): no key given, and no passphrase opens it",
      hint: "give \(kinds) with -i")
  }
}
