import SecretFile

/// Reads the files and descriptors that hold credentials.
struct CredentialReader {
  static let passphraseOptions = "--passphrase-file FILE or --passphrase-fd N"

  private let arguments: ParsedArguments
  private let console: Console

  init(_ arguments: ParsedArguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  /// Everything: keys, passphrases, the device key if there is one, enrolments' identities.
  func read(needsDevice: Bool = false) throws(Outcome) -> Credentials {
    var given = Credentials()
    for path in identities {
      let text = try SecretInput.key(path, what: "the key file", console)
      try add(text, from: path, to: &given) { (credentials, text) throws(SecretFileError) in
        try credentials.addKeyFile(text)
      }
    }
    for passphrase in try passphrases() {
      try container { () throws(SecretFileError) in try Self.add(passphrase, to: &given) }
    }
    given.add(try factors(needsDevice: needsDevice))
    return given
  }

  /// What opens items rather than containers: enrolments' identities and the device key, if there is one.
  func factors(needsDevice: Bool) throws(Outcome) -> Credentials {
    var given = Credentials()
    for value in arguments.values(.presence) {
      let path = Path(bytes: value)
      let text = try SecretInput.key(path, what: "the presence identity", console)
      try add(text, from: path, to: &given) { (credentials, text) throws(SecretFileError) in
        try credentials.addPresence(text)
      }
    }
    try addDevice(&given, isNeeded: needsDevice)
    return given
  }

  /// The key files: `-i`, else the environment's.
  var identities: [Path] {
    let given = arguments.values(.identity).map { Path(bytes: $0) }
    return given.isEmpty ? Places.file(arguments, .identity).map { [$0] } ?? [] : given
  }

  /// The passphrases: from files and descriptors, else the environment's file.
  func passphrases() throws(Outcome) -> [SecretBuffer] {
    var passphrases: [SecretBuffer] = []
    for value in arguments.values(.passphraseFile) {
      passphrases.append(try passphrase(in: Path(bytes: value)))
    }
    for number in try arguments.numbers(.passphraseFD, in: 0...0xFFFF) {
      let text = try SecretInput.descriptor(
        Int32(number), limit: SecretInput.longestPassphrase, what: "the passphrase", console)
      passphrases.append(SecretInput.withoutNewline(text))
    }
    if passphrases.isEmpty, let path = Places.file(arguments, .passphraseFile) {
      passphrases.append(try passphrase(in: path))
    }
    return passphrases
  }

  /// Adds a passphrase as it was read or typed.
  static func add(_ passphrase: SecretBuffer, to credentials: inout Credentials) throws(SecretFileError) {
    try passphrase.withBytes { (span) throws(SecretFileError) in try credentials.addPassphrase(span) }
  }

  private func passphrase(in path: Path) throws(Outcome) -> SecretBuffer {
    SecretInput.withoutNewline(
      try SecretInput.key(path, what: "the passphrase", console))
  }

  /// The device key: one that is named must be there unless it is about to be made; the usual one may be missing.
  private func addDevice(_ credentials: inout Credentials, isNeeded: Bool) throws(Outcome) {
    let named = Places.file(arguments, .deviceKey)
    guard let path = named ?? Places.deviceKey else { return }
    // Most people have none; to find that out needs no words.
    if named == nil, !isNeeded, !SecretInput.exists(path) { return }
    let text: SecretBuffer
    do throws(Outcome) {
      text = try SecretInput.key(path, what: "the device key", console)
    } catch {
      guard error.exit == .noInput, isNeeded else { throw error }
      // A dry run goes on as if the key had been made.
      text =
        arguments.has(.dryRun) ? GeneratedKey.device().text : try DeviceKey.make(at: path, console)
    }
    try add(text, from: path, to: &credentials) { (credentials, text) throws(SecretFileError) in
      try credentials.addDeviceKey(text)
    }
  }

  private func add(
    _ text: SecretBuffer, from path: Path, to credentials: inout Credentials,
    _ body: (inout Credentials, Span<UInt8>) throws(SecretFileError) -> Void
  ) throws(Outcome) {
    do throws(SecretFileError) {
      try text.withBytes { (span) throws(SecretFileError) in try body(&credentials, span) }
    } catch {
      throw Outcome(error, path)
    }
  }
}
