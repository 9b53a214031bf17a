internal import SecretCrypto

extension Rotation {
  /// Why the rotation is refused, if it is: all reasons in one error, with the code of the first.
  var refusal: SecretFileError? {
    guard var first = refusals.first else { return nil }
    first.message = refusals.map(\.message).joined(separator: "; ")
    return first
  }

  /// Seals slots and root; segments follow when they are written.
  func seal() throws(SecretFileError) -> (input: CommitInput, added: [SlotID]) {
    var header = base.header
    header.keyEpoch = new.keyEpoch
    header.generation += 1
    let master = try ChainKeys.held(new.master)
    let maker = SlotMaker(
      seal: SlotSeal(containerID: header.containerID, keyEpoch: header.keyEpoch, seed: seed),
      master: master, passcode: new.passcode, presence: new.presence)
    let sealed = try slots.seal(maker)
    header.slots = sealed.slots
    var root = base.root
    root.previousMAC = base.header.mac
    root.modified = now
    root.passcodeCheck = new.passcode?.withBytes { Derived.passcodeCheck($0, header.containerID) }
    root.presenceCheck = new.presence?.withBytes { Derived.presenceCheck($0, header.containerID) }
    setNotes(&root, header, sealed.added)
    let table = entries
    root.keyTable = try format { () throws(FormatError) in try KeyTable(table).encoded() }
    addTombstones(&root)
    var context = SegmentContext(
      base: base, containerID: header.containerID, seed: seed,
      masterKeys: master.withBytes { MasterKeys($0, containerID: header.containerID) })
    context.openKeys = KeyRing(renewed.mapValues(\.old))
    context.sealKeys = KeyRing(renewed.mapValues(\.new))
    context.renewed = Set(renewed.keys)
    context.passwords = passwords
    context.changes = lost.sorted { $0.identity < $1.identity }
    return (CommitInput(context: context, header: header, root: root, keys: new), sealed.added)
  }

  private func setNotes(_ root: inout Root, _ header: Header, _ added: [SlotID]) {
    root.notes.removeAll { header.slot($0.slotID) == nil }
    for (id, slot) in zip(added, request.add) {
      root.notes.append(
        SlotNote(slotID: id, label: slot.label ?? "", created: now, recipient: slot.recipient))
    }
    root.notes.sort { $0.slotID < $1.slotID }
  }

  private func addTombstones(_ root: inout Root) {
    if lost.isEmpty { return }
    var gone: [Bytes16: Int64] = [:]
    for entry in root.tombstones { gone[entry.digest] = entry.time }
    for change in lost {
      gone[Bytes16(Bytes32(Hash.blake2b256(change.identity.bytes.span)).span, at: 0)] = now
    }
    root.tombstones = DatedDigest.newest(gone)
  }

  /// The slot that the handle counts as open afterwards: the same one if it stays.
  func opened(_ input: CommitInput) -> OpenedSlot? {
    let masters = input.header.slots.filter { $0.role == SlotRole.master }
    let same = masters.first { $0.slotID == base.opened?.slotID }
    guard let slot = same ?? masters.first, let master = new.master else { return nil }
    var secret: SecretBuffer?
    for kept in slots.kept {
      switch kept {
      case .passphrase(slot.slotID, let passphrase, _): secret = passphrase
      case .keyFile(slot.slotID, let key): secret = key
      default: break
      }
    }
    return OpenedSlot(
      slotID: slot.slotID, kind: slot.kind, master: master, passcode: new.passcode, secret: secret)
  }
}
