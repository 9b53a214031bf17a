import SecretFile

/// The ways in that the options ask for.
struct NewSlots {
  private let arguments: ParsedArguments
  private let console: Console

  init(_ arguments: ParsedArguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  /// For a new container: the passphrase, a slot for each key of `-i`, a slot for each `-r`.
  func forCreation() throws(Outcome) -> (slots: [NewSlot], credentials: Credentials) {
    let reader = CredentialReader(arguments, console)
    var credentials = Credentials()
    var slots: [NewSlot] = []
    for passphrase in try wantsPassphrase ? newPassphrases(reader) : [] {
      slots.append(NewSlot(.passphrase(passphrase, cost: try cost())))
      try container { () throws(SecretFileError) in
        try CredentialReader.add(passphrase, to: &credentials)
      }
    }
    for path in reader.identities {
      let keys = try keys(of: path)
      slots += keys.keyFileKeys.map { NewSlot(.keyFile($0)) }
      slots += keys.identities.map { key in
        NewSlot(.recipient(key.withBytes { Recipient(identity: $0) }))
      }
      credentials.add(keys)
    }
    slots += try recipients().map { NewSlot(.recipient($0)) }
    guard !slots.isEmpty else {
      throw .usage(
        "no way in given", hint: "--passphrase, -i FILE or -r RECIPIENT; several make several slots")
    }
    try refuseTwins(slots)
    return (slots, credentials)
  }

  /// For a container that exists: the passphrase, the keys of `--key-file`, a slot for each `-r`.
  func forAddition() throws(Outcome) -> [NewSlot] {
    let label = try arguments.text(.label)
    var slots: [NewSlot] = []
    if arguments.has(.passphrase) || arguments.has(.newPassphraseFD) {
      let passphrase = try newPassphrase(for: "the new slot of \(try containerName)")
      slots.append(NewSlot(.passphrase(passphrase, cost: try cost()), label: label))
    }
    if let value = arguments.value(.keyFile) {
      let keys = try keys(of: Path(bytes: value))
      slots += keys.keyFileKeys.map { NewSlot(.keyFile($0), label: label) }
      slots += keys.identities.map { key in
        NewSlot(.recipient(key.withBytes { Recipient(identity: $0) }), label: label)
      }
    }
    slots += try recipients().map { NewSlot(.recipient($0), label: label) }
    guard !slots.isEmpty else {
      throw .usage("no way in given", hint: "--passphrase, --key-file FILE or -r RECIPIENT")
    }
    try refuseTwins(slots)
    return slots
  }

  /// For a new container every passphrase that is given becomes a slot; asked for is only where there is none.
  private func newPassphrases(_ reader: CredentialReader) throws(Outcome) -> [SecretBuffer] {
    var passphrases: [SecretBuffer] = []
    if arguments.has(.newPassphraseFD) { passphrases.append(try newPassphrase(for: "")) }
    passphrases += try reader.passphrases()
    return passphrases.isEmpty ? [try newPassphrase(for: try containerName)] : passphrases
  }

  private var containerName: String {
    get throws(Outcome) { "\(try Session(arguments, console).path())" }
  }

  /// Two slots that the same credential opens would be one way in that looks like two.
  private func refuseTwins(_ slots: [NewSlot]) throws(Outcome) {
    for (index, slot) in slots.enumerated() {
      for other in slots[..<index] where slot.isSame(as: other) {
        throw Outcome(
          "duplicate", .duplicate, "the same \(slot.words) is given twice",
          hint: "a second way in takes another key: leave one of the two out")
      }
    }
  }

  /// Refuses what opens a slot of the container already.
  func refuseKnown(_ slots: [NewSlot], _ opened: Container, _ path: Path) throws(Outcome) {
    for slot in slots {
      guard let id = try known(slot, opened, path) else { continue }
      throw Outcome(
        "duplicate", .duplicate, "\(path): the same \(slot.words) opens slot \(id) already",
        hint: "a second way in takes another key")
    }
  }

  private func known(_ slot: NewSlot, _ opened: Container, _ path: Path) throws(Outcome) -> SlotID? {
    if let recipient = slot.recipientText {
      return opened.info.slots.first { $0.recipient == recipient && !$0.isEnrolment }?.id
    }
    let given = try container { () throws(SecretFileError) in try slot.credentials }
    let options = OpenOptions(costLimit: KDFCost.Ceiling(opslimit: .max, memlimitKiB: .max, total: .max))
    do throws(SecretFileError) {
      return try Container.open(at: path, with: given, options: options).info.openedSlot
    } catch {
      guard error.code == .unlock else { throw Outcome(error, path) }
      return nil
    }
  }

  /// A new passphrase: from the descriptor, else asked for twice.
  func newPassphrase(for what: String) throws(Outcome) -> SecretBuffer {
    if let number = try arguments.number(.newPassphraseFD, in: 0...0xFFFF) {
      let text = try SecretInput.descriptor(
        Int32(number), limit: SecretInput.longestPassphrase, what: "the new passphrase", console)
      return SecretInput.withoutNewline(text)
    }
    return try SecretInput.askTwice("passphrase for \(what)", options: "--new-passphrase-fd N")
  }

  /// What a try with the passphrase is to cost.
  func cost() throws(Outcome) -> KDFCost {
    switch try arguments.text(.kdf) {
    case "mobile": .mobile
    case "sensitive": .sensitive
    default: .standard
    }
  }

  private var wantsPassphrase: Bool {
    arguments.has(.passphrase) || arguments.has(.newPassphraseFD) || arguments.has(.passphraseFile)
      || arguments.has(.passphraseFD)
  }

  private func keys(of path: Path) throws(Outcome) -> Credentials {
    let text = try SecretInput.key(path, what: "the key file", console)
    var keys = Credentials()
    do throws(SecretFileError) {
      try text.withBytes { (span) throws(SecretFileError) in try keys.addKeyFile(span) }
    } catch {
      throw Outcome(error, path)
    }
    return keys
  }

  /// The recipients of `-r`.
  func recipients() throws(Outcome) -> [Recipient] {
    var recipients: [Recipient] = []
    for value in arguments.values(.recipient) { recipients.append(try Self.recipient(value)) }
    return recipients
  }

  /// One recipient, as age writes it.
  static func recipient(_ text: [UInt8]) throws(Outcome) -> Recipient {
    do throws(SecretFileError) {
      return try Recipient(String(decoding: text, as: Unicode.UTF8.self))
    } catch {
      // A key given by mistake is not repeated.
      throw Outcome(error)
    }
  }
}
