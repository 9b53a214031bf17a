internal import Files
internal import SecretCrypto

/// Decides on the first version of a container: keys, slots, root.
struct ContainerMaker {
  private let slots: [NewSlot]
  private let options: CreateOptions
  private let seed: SecretBuffer
  private let now: Int64

  /// - Throws: `usage`, `credential`, `kdfCost`, `tooLarge` for slots that cannot be made.
  init(_ slots: [NewSlot], _ options: CreateOptions) throws(SecretFileError) {
    guard slots.contains(where: { !$0.isEnrolment }) else {
      throw SecretFileError(.usage, "a container needs a way in: a passphrase, a key file or a recipient")
    }
    guard slots.count <= Limit.slots else {
      throw SecretFileError(standard: .tooLarge, "a container has at most \(Limit.slots) slots")
    }
    for slot in slots { try slot.check() }
    self.slots = slots
    self.options = options
    seed =
      options.fixed.map { SecretBuffer(copying: $0.seed.span) }
      ?? SecretBuffer(.random(count: CommitSeed.size))
    now = options.fixed?.now ?? currentMilliseconds()
  }

  /// - Parameter classes: Classes of keys to make, for items that come with the container.
  func make(
    _ classes: [Protection] = []
  ) throws(SecretFileError) -> (input: CommitInput, opened: OpenedSlot) {
    let containerID = seed.withBytes { CommitSeed.containerID($0) }
    let commit = seed.withBytes {
      CommitSeed($0, containerID: containerID, keyEpoch: 1, generation: 1, previousMAC: nil)
    }
    var root = Root(created: now, modified: now)
    root.label = options.label ?? ""
    let master = SecretBuffer(commit.master())
    var keys = ChainKeys(
      containerID: containerID, keyEpoch: 1, master: master, devices: options.credentials.devices)
    drawFactors(commit, &keys, &root)
    let made = try makeSlots(commit, keys, &root)
    let header = Header(
      containerID: containerID, keyEpoch: 1, generation: 1, fileLength: 0, rootLength: 0, rootLink: Bytes32(),
      slots: made)
    let masterKeys = master.withBytes { MasterKeys($0, containerID: containerID) }
    var context = SegmentContext(base: nil, containerID: containerID, seed: commit, masterKeys: masterKeys)
    root.keyTable = try makeClasses(classes, commit, keys, &context)
    let first = made.first { $0.role == SlotRole.master }
    let opened = OpenedSlot(
      slotID: first?.slotID ?? Bytes8(), kind: first?.kind ?? 0, master: master, passcode: keys.passcode,
      secret: nil)
    return (CommitInput(context: context, header: header, root: root, keys: keys), opened)
  }

  private func drawFactors(_ commit: CommitSeed, _ keys: inout ChainKeys, _ root: inout Root) {
    if slots.contains(where: \.isPassphrase) {
      let passcode = SecretBuffer(commit.passcode())
      root.passcodeCheck = passcode.withBytes { Derived.passcodeCheck($0, keys.containerID) }
      keys.passcode = passcode
      keys.existing.insert(.passcode)
    }
    if slots.contains(where: \.isEnrolment) {
      let presence = SecretBuffer(commit.presence())
      let check = presence.withBytes { Derived.presenceCheck($0, keys.containerID) }
      root.presenceCheck = check
      keys.presence = presence
      keys.presenceSet = Derived.presenceSet(check)
      keys.existing.insert(.presence)
    }
  }

  private func makeSlots(
    _ commit: CommitSeed, _ keys: ChainKeys, _ root: inout Root
  ) throws(SecretFileError) -> [Slot] {
    let maker = SlotMaker(
      seal: SlotSeal(containerID: keys.containerID, keyEpoch: 1, seed: commit),
      master: try ChainKeys.held(keys.master), passcode: keys.passcode, presence: keys.presence)
    var made: [Slot] = []
    for (ordinal, slot) in slots.enumerated() {
      let id = commit.slotID(UInt16(truncatingIfNeeded: ordinal))
      made.append(try maker.make(slot, id))
      root.notes.append(
        SlotNote(slotID: id, label: slot.label ?? "", created: now, recipient: slot.recipient))
    }
    root.notes.sort { $0.slotID < $1.slotID }
    return made.sorted { $0.slotID < $1.slotID }
  }

  /// Makes class keys, numbered in the order of their classes, and returns the encoded key table.
  private func makeClasses(
    _ classes: [Protection], _ commit: CommitSeed, _ keys: ChainKeys, _ context: inout SegmentContext
  ) throws(SecretFileError) -> [UInt8] {
    let keyClasses = Set(
      classes.map {
        KeyClass(protection: $0, device: $0.accessibility.isThisDeviceOnly ? keys.devices.first?.id : nil)
      })
    var entries: [KeyEntry] = []
    var sealKeys: [UInt32: SecretBuffer] = [:]
    for (index, keyClass) in keyClasses.sorted(by: KeyClass.precedes).enumerated() {
      let keyID = UInt32(index + 1)
      if keyClass.protection.accessibility.isThisDeviceOnly, keyClass.device == nil {
        throw SecretFileError(standard: .device, "no device key to bind items to")
      }
      let classKey = SecretBuffer(commit.classKey(keyID))
      entries.append(
        try keys.makeEntry(
          keyID, keyClass.protection.accessibility, keyClass.protection.accessControl,
          deviceID: keyClass.device, classKey: classKey, seed: commit))
      context.keyIDs[keyClass] = keyID
      sealKeys[keyID] = classKey
    }
    context.sealKeys = KeyRing(sealKeys)
    return try format { () throws(FormatError) in try KeyTable(entries).encoded() }
  }
}
