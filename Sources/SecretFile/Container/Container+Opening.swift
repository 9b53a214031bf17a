public import Files
internal import SecretCrypto

extension Container {
  /// Makes a new container; never replaces a file.
  ///
  /// - Parameters:
  ///   - path: Where; nothing may be there yet.
  ///   - slots: The ways in, at least one that is not an enrolment.
  /// - Throws: `file(.exists)` and other file errors; `usage` for slots that contradict each other; `kdfCost` for a
  ///   passphrase slot cheaper than 19 MiB and 2 passes; `credential` for an empty passphrase.
  public static func create(
    at path: Path, slots: [NewSlot], options: CreateOptions = CreateOptions()
  ) throws(SecretFileError) -> Container {
    var creation = try files { () throws(FileError) in try Creation.begin(path) }
    let (input, opened) = try ContainerMaker(slots, options).make()
    let version = try Publishing.write(
      input, SegmentPlan(), to: creation.temporary, progress: nil)
    let file = try files { () throws(FileError) in try creation.commit() }
    return try Container(created: version, input, file, opened, path, slots, options)
  }

  /// Makes a new container with items in it, in one go and without keeping them in memory.
  ///
  /// - Parameters:
  ///   - path: Where; nothing may be there yet.
  ///   - slots: The ways in, at least one that is not an enrolment.
  ///   - protections: All protections that items will have. ThisDeviceOnly means the first device key of
  ///     `options.credentials`.
  ///   - items: Appends the items, in ascending order of their names.
  /// - Throws: as `create(at:slots:options:)`; what `items` throws; then nothing is left behind.
  public static func create(
    at path: Path, slots: [NewSlot], options: CreateOptions = CreateOptions(),
    protections: [Protection] = [Protection()],
    items: (inout ItemSink) throws(SecretFileError) -> Void
  ) throws(SecretFileError) -> Container {
    var creation = try files { () throws(FileError) in try Creation.begin(path) }
    let (input, opened) = try ContainerMaker(slots, options).make(protections)
    var sink = ItemSink(Filler(input, creation.temporary))
    try items(&sink)
    let version = try sink.finish()
    let file = try files { () throws(FileError) in try creation.commit() }
    return try Container(created: version, input, file, opened, path, slots, options)
  }

  /// The handle of a container that has just been made.
  convenience init(
    created version: WrittenVersion, _ input: CommitInput, _ file: ReadableFile, _ opened: OpenedSlot,
    _ path: Path,
    _ slots: [NewSlot], _ options: CreateOptions
  ) throws(SecretFileError) {
    var credentials = options.credentials
    for slot in slots { try credentials.add(slot) }
    let access = Access(path, credentials, OpenOptions(witness: options.witness))
    let snapshot = try Publishing.snapshot(version, input, file, opened: opened, access.witness)
    self.init(snapshot, access)
  }

  /// Opens a container.
  ///
  /// - Throws: the format's errors in the order of the specification (`notSecretFile`, `framing`, `version`,
  ///   `headerHash`, `header`, `length`, `kdfCost`, `unlock`, `rollback`, `fork`, `root`, `keyTable`); file errors.
  ///   Damage is reported only after a second look, because a writer may have put a new file in place meanwhile.
  public static func open(
    at path: Path, with credentials: Credentials, options: OpenOptions = OpenOptions()
  ) throws(SecretFileError) -> Container {
    let access = Access(path, credentials, options)
    return Container(try access.open(), access)
  }

  /// Looks at the file anew: what other writers did since becomes visible.
  /// - Throws: as `open`; the handle goes on reading what it saw before, but writes no more.
  public func reload() throws(SecretFileError) {
    advance(to: try load { (access, known) throws(SecretFileError) in try access.open(known: known) })
  }

  /// What the container says about itself, as this handle sees it.
  public var info: ContainerInfo { snapshot.info }
}

extension Credentials {
  /// Adds what opens a new slot.
  mutating func add(_ slot: NewSlot) throws(SecretFileError) {
    switch slot.way {
    case .passphrase(let passphrase, _):
      try passphrase.withBytes { (bytes) throws(SecretFileError) in try addPassphrase(bytes) }
    case .keyFile(let key):
      let text = key.withBytes { KeyText.line($0, .keyFile) }
      try text.withBytes { (bytes) throws(SecretFileError) in try addKeyFile(bytes) }
    case .recipient, .enrolment: break
    }
  }
}
