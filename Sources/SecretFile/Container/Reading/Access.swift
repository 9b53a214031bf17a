internal import Files
internal import SecretCrypto

/// With what a handle opens its container, again and again.
struct Access: Sendable {
  var path: Path
  var credentials: Credentials
  var witness: WitnessKeeper
  var acceptRollback: Bool
  var acceptOrigin: Bool
  var costLimit: KDFCost.Ceiling
  var slot: SlotID?

  init(_ path: Path, _ credentials: Credentials, _ options: OpenOptions) {
    self.path = path
    self.credentials = credentials
    witness = WitnessKeeper(options.witness)
    acceptRollback = options.acceptRollback
    acceptOrigin = options.acceptOrigin
    costLimit = options.costLimit
    slot = options.slot
  }

  // MARK: Opening

  /// How often the path is looked at again while other writers keep replacing the file.
  private static let maximumLooks = 1000

  /// Opens the file at the path. Damage, a rollback and a fork are reported only if the path still names the same file
  /// afterwards: a writer that was faster has not only replaced the file but also raised the witness.
  /// - Parameter known: What is open already: if the master key is still the same, no credential is tried.
  func open(known: Snapshot? = nil) throws(SecretFileError) -> Snapshot {
    var file = try files { () throws(FileError) in try ReadableFile.open(path) }
    var looks = 1
    while true {
      do throws(SecretFileError) {
        return try open(file, known: known)
      } catch {
        guard error.code.mayComeFromAWriter, looks < Self.maximumLooks else { throw error }
        let again = try files { () throws(FileError) in try ReadableFile.open(path) }
        if again.identity == file.identity { throw error }
        file = again
        looks += 1
      }
    }
  }

  /// Opens a file that is open for reading: steps 1 to 11.
  func open(_ file: ReadableFile, known: Snapshot? = nil) throws(SecretFileError) -> Snapshot {
    let reading = try HeaderReading(file)
    do throws(SecretFileError) {
      return try open(file, reading, rootAt: UInt64(reading.bytes.count), known: known)
    } catch {
      // The MAC at the start may be what is damaged, and no key can be told from a wrong one then.
      guard error.code == .unlock,
        SlotOpener(reading.header, headerBytes: reading.bytes).tries(credentials, only: slot),
        Ends(file).differ
      else { throw error }
      throw SecretFileError(.unlock, error.message, hint: SecretFileError.headersHint, offset: error.offset)
    }
  }

  /// Opens a file whose header has been read and whose root lies there: steps 7 to 11.
  func open(
    _ file: ReadableFile, _ reading: HeaderReading, rootAt rootStart: UInt64, known: Snapshot? = nil
  ) throws(SecretFileError) -> Snapshot {
    let header = reading.header
    // Read right after the header: a derivation takes long enough for other writers to move on.
    let stored = try witness.read(header.containerID)
    let opener = SlotOpener(header, headerBytes: reading.bytes)
    let isSame = isSame(known, reading)
    if let known, known.isLocked, !isSame { throw Self.rotatedWhileLocked }
    var opened = isSame ? known?.opened : nil
    if opened == nil, known?.isLocked != true {
      opened = try opener.open(credentials, only: slot, ceiling: costLimit)
    }
    let presence = opener.presenceKey(credentials)
    // What this handle has seen already counts like a witness, and what was accepted was accepted for one opening.
    let remembered = [
      known.map { Witness($0.header, pin: $0.masterKeys.pin) }, acceptRollback ? nil : stored,
    ]
    for witness in remembered { try witness?.checkCounters(header) }
    let masterKeys = try masterKeys(opened, known, header)
    let root = try Self.readRoot(file, header, at: rootStart, masterKeys)
    let chainKeys = try ChainKeys(header, root, opened, presence: presence, credentials: credentials)
    for witness in remembered { try witness?.checkPrevious(header, root) }
    // Accepted for this opening alone: what was seen before stays remembered until a commit is made on this.
    let isAccepted = acceptRollback && stored.map { !$0.allows(header, root) } ?? false
    let keyTable = try format { () throws(FormatError) in
      try KeyTable.parse(root.keyTable.span, keyEpoch: header.keyEpoch)
    }
    let pin = masterKeys.pin
    var isProven = (opened.map { $0.kind != SlotKind.recipient } ?? false) || stored?.pin == pin
    if let known {
      isProven = isProven || (known.isProven && known.masterKeys.pin == pin)
    } else {
      isProven = isProven || acceptOrigin
    }
    var warnings: [String] = []
    if isProven && !isAccepted {
      let state = Witness(header, pin: pin)
      if stored != state {
        let warning = witness.write(header.containerID, state)
        if let warning { warnings.append(warning) }
      }
    }
    return Snapshot(
      file: file, headerBytes: reading.bytes, header: header, root: root, keyTable: keyTable,
      masterKeys: masterKeys, chainKeys: chainKeys, opened: opened, isProven: isProven,
      isAccepted: isAccepted,
      warnings: warnings,
      inheriting: known.flatMap { $0.isLocked ? $0 : nil })
  }

  /// Whether the keys that are held already still are the container's.
  private func isSame(_ known: Snapshot?, _ reading: HeaderReading) -> Bool {
    guard let known, known.opened != nil || known.isLocked,
      known.header.containerID == reading.header.containerID,
      known.header.keyEpoch == reading.header.keyEpoch
    else { return false }
    let covered = reading.bytes.span.extracting(Header.macCoveredRange(reading.bytes.count))
    let mac = known.masterKeys.mac(covered)
    return constantTimeEqual(mac.span, reading.header.mac.span)
  }

  /// Step 10 as far as the root's own structure.
  private static func readRoot(
    _ file: ReadableFile, _ header: Header, at offset: UInt64, _ masterKeys: MasterKeys
  ) throws(SecretFileError) -> Root {
    let blob = try files { () throws(FileError) in
      try file.read(at: offset, count: Int(header.rootLength))
    }
    guard Bytes32(Hash.blake2b256(blob.span)) == header.rootLink else {
      throw SecretFileError(standard: .root, "root: its hash differs", offset: offset)
    }
    let plain = FrameSeal.open(consume blob, associated: FrameSeal.rootAssociated(header), masterKeys, .root)
    guard let plain else { throw SecretFileError(standard: .root, "root: it does not open", offset: offset) }
    return try format { () throws(FormatError) in
      try Root.parse(try Plaintext.content(of: plain, code: .root), header: header)
    }
  }
}

extension SecretFileError.Code {
  /// Whether a reader may see this because a writer replaced the file while it was looking.
  fileprivate var mayComeFromAWriter: Bool {
    isDamage || self == .file(.truncated) || self == .rollback || self == .fork
  }
}
