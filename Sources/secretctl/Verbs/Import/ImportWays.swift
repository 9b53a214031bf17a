import ItemStore
import SecretFile

/// The options of `init` that `import` takes along with `--create`.
///
/// On a container that exists they make nothing. So that nobody believes otherwise, they have to name what is there: then
/// the same command line can be run again, and any other is refused.
struct ImportWays {
  private let session: Session
  private var arguments: ParsedArguments { session.arguments }

  init(_ session: Session) throws(Outcome) {
    self.session = session
    guard !arguments.has(.create) else { return }
    for option in [Option.passphrase, .newPassphraseFD, .recipient, .label] where arguments.has(option) {
      throw .usage(
        "--\(option.spec.name) goes with --create", hint: "slot add gives a container another way in")
    }
  }

  /// Whether the container has to be made first.
  func isToBeMade() throws(Outcome) -> Bool {
    guard arguments.has(.create) || arguments.has(.keychain) else { return false }
    let path = try session.path()
    do throws(FileError) {
      _ = try ReadableFile.open(path)
      return false
    } catch {
      if error.kind == .notFound { return true }
      throw Outcome(error)
    }
  }

  /// Makes the container.
  func make(needsDevice: Bool) throws(Outcome) -> Container {
    if let keychain = try session.keychain() {
      let made = try session.open(keychain, makes: true)
      session.console.note(
        "made the keychain \(keychain.path), opened by what lies in \(keychain.devicePath)",
        hint: "whoever has both has everything: keep the folder out of the file's backups")
      return made
    }
    var new = try NewSlots(arguments, session.console).forCreation()
    let others = try CredentialReader(arguments, session.console).factors(needsDevice: needsDevice)
    new.credentials.add(others)
    return try InitVerb.create(session, new)
  }

  /// Finds what can be found wrong with the ways in without reading a secret, for a dry run.
  func checkForMaking() throws(Outcome) {
    if arguments.has(.keychain) { return }
    let slots = NewSlots(arguments, session.console)
    let hasPassphrase = [Option.passphrase, .newPassphraseFD, .passphraseFile, .passphraseFD].contains {
      arguments.has($0)
    }
    let keys = CredentialReader(arguments, session.console).identities
    guard try slots.recipients().isEmpty, keys.isEmpty, !hasPassphrase else { return }
    throw .usage("no way in given", hint: "--passphrase, -i FILE or -r RECIPIENT; several make several slots")
  }

  // MARK: A container that exists

  /// Opens the container, and with `--create` checks that it has the ways in that are asked for.
  func open(needsDevice: Bool) throws(Outcome) -> Container {
    guard arguments.has(.create) else { return try session.open(needsDevice: needsDevice) }
    let path = try session.path()
    var credentials = try CredentialReader(arguments, session.console).read(needsDevice: needsDevice)
    if let number = try arguments.number(.newPassphraseFD, in: 0...0xFFFF) {
      let text = try SecretInput.descriptor(
        Int32(number), limit: SecretInput.longestPassphrase, what: "the passphrase", session.console)
      let passphrase = SecretInput.withoutNewline(text)
      try container { () throws(SecretFileError) in
        try CredentialReader.add(passphrase, to: &credentials)
      }
    }
    let opened =
      credentials.canOpenNothing
      ? try session.open(needsDevice: needsDevice) : try session.open(path, credentials)
    try check(opened.info, path, credentials)
    return opened
  }

  private func check(_ info: ContainerInfo, _ path: Path, _ credentials: Credentials) throws(Outcome) {
    let slots = info.slots.filter { !$0.isEnrolment }
    for recipient in try NewSlots(arguments, session.console).recipients() {
      guard slots.contains(where: { $0.recipient == recipient.description }) else {
        throw Self.other(path, "no slot for the recipient \(recipient)")
      }
    }
    for identity in credentials.identities {
      let recipient = identity.withBytes { Recipient(identity: $0) }
      guard slots.contains(where: { $0.recipient == recipient.description }) else {
        throw Self.other(path, "no slot for the recipient \(recipient), whose identity -i gives")
      }
    }
    if !credentials.keyFileKeys.isEmpty {
      let given = credentials.keyFileKeys.count
      var found = 0
      for slot in slots where slot.kind == .keyFile {
        if try opens(slot, path, credentials, info) { found += 1 }
      }
      guard found >= given else {
        throw Self.other(
          path, given == 1 ? "no slot for the key of -i" : "no slot for \(given - found) keys of -i")
      }
    }
    try checkPassphrase(slots.filter { $0.kind == .passphrase }, info, path, credentials)
    if let label = try arguments.text(.label), label != info.label ?? "" {
      throw Self.other(path, info.label.map { "the label \(Escaping.visible($0))" } ?? "no label")
    }
  }

  private func checkPassphrase(
    _ slots: [SlotInfo], _ info: ContainerInfo, _ path: Path, _ credentials: Credentials
  ) throws(Outcome) {
    guard arguments.has(.passphrase) || !credentials.passphrases.isEmpty else { return }
    guard !slots.isEmpty else { throw Self.other(path, "no slot for a passphrase") }
    // One that was typed has opened the container, or a key has and nobody was asked.
    guard !credentials.passphrases.isEmpty else { return }
    for slot in slots where try opens(slot, path, credentials, info) { return }
    throw Self.other(path, "no slot that this passphrase opens")
  }

  /// Whether one of the credentials opens a slot.
  private func opens(
    _ slot: SlotInfo, _ path: Path, _ credentials: Credentials, _ info: ContainerInfo
  ) throws(Outcome) -> Bool {
    if slot.id == info.openedSlot { return true }
    var options = OpenOptions(acceptRollback: true, acceptOrigin: true, slot: slot.id)
    if arguments.has(.acceptCost) {
      options.costLimit = KDFCost.Ceiling(opslimit: .max, memlimitKiB: .max, total: .max)
    }
    do throws(SecretFileError) {
      _ = try Container.open(at: path, with: credentials, options: options)
      return true
    } catch {
      if error.code == .unlock { return false }
      throw Outcome(error, path)
    }
  }

  private static func other(_ path: Path, _ what: String) -> Outcome {
    .usage(
      "\(path) exists, and it has \(what): --create makes a new container only",
      hint: "leave --create and the options of init out; slot add gives a container another way in")
  }
}
