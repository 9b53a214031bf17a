internal import SecretCrypto

extension Draft {
  /// Adds a slot; it is sealed when the transaction is over.
  func addSlot(_ new: NewSlot) throws(SecretFileError) -> SlotID {
    guard header.slots.count < Limit.slots else {
      throw SecretFileError(standard: .tooLarge, "a container has at most \(Limit.slots) slots")
    }
    try new.check()
    let id = seed.slotID(UInt16(truncatingIfNeeded: newSlots.count))
    switch new.way {
    case .passphrase: try takePasscode()
    case .keyFile, .recipient: break
    case .enrolment: try checkEnrolments()
    }
    newSlots.append((id, new))
    header.slots.append(new.placeholder(id))
    header.slots.sort { $0.slotID < $1.slotID }
    setNote(SlotNote(slotID: id, label: new.label ?? "", created: now, recipient: new.recipient))
    if new.isEnrolment { changeEnrolments() }
    isFrameChanged = true
    return id
  }

  /// Takes an enrolment away.
  func removeEnrolment(_ id: SlotID) throws(SecretFileError) {
    guard let slot = header.slot(id) else {
      throw SecretFileError(standard: .notFound, "no slot \(id)")
    }
    guard slot.role == SlotRole.presence else {
      throw SecretFileError(
        .usage, "slot \(id) opens the container: removing it takes a rotation", hint: "rotate and drop it")
    }
    header.slots.removeAll { $0.slotID == id }
    root.notes.removeAll { $0.slotID == id }
    newSlots.removeAll { $0.id == id }
    try checkEnrolments()
    changeEnrolments()
    isFrameChanged = true
  }

  /// Sets the label of a slot.
  func setLabel(_ label: String, ofSlot id: SlotID) throws(SecretFileError) {
    guard header.slot(id) != nil else { throw SecretFileError(standard: .notFound, "no slot \(id)") }
    var note = root.note(id) ?? SlotNote(slotID: id)
    if sameText(note.label, label) { return }
    note.label = label
    setNote(note)
    isFrameChanged = true
  }

  private func setNote(_ note: SlotNote) {
    root.notes.removeAll { $0.slotID == note.slotID }
    if note.isEmpty { return }
    root.notes.append(note)
    root.notes.sort { $0.slotID < $1.slotID }
  }

  /// The passcode key for one more passphrase slot: drawn with the first, needed for every other.
  private func takePasscode() throws(SecretFileError) {
    if keys.existing.contains(.passcode) {
      guard keys.passcode != nil else {
        throw SecretFileError(
          standard: .passcode, "another passphrase slot needs an opening with a passphrase")
      }
      return
    }
    let passcode = SecretBuffer(seed.passcode())
    root.passcodeCheck = passcode.withBytes { Derived.passcodeCheck($0, header.containerID) }
    keys.passcode = passcode
    keys.existing.insert(.passcode)
  }

  /// An enrolment of a kind that this version does not know cannot be sealed again.
  private func checkEnrolments() throws(SecretFileError) {
    for slot in header.slots where slot.role == SlotRole.presence && !slot.isKnown {
      throw SecretFileError(
        .refused, "slot \(slot.slotID) is an enrolment of a kind that only a newer version knows",
        hint: "name it to be dropped in a rotation, or use a newer version")
    }
  }

  /// A new presence key, or none if no enrolment is left.
  private func changeEnrolments() {
    areEnrolmentsChanged = true
    checkedClasses = []
    guard header.hasSlot(role: SlotRole.presence) else {
      keys.presence = nil
      keys.presenceSet = nil
      keys.existing.remove(.presence)
      root.presenceCheck = nil
      return
    }
    let presence = SecretBuffer(seed.presence())
    let check = presence.withBytes { Derived.presenceCheck($0, header.containerID) }
    keys.presence = presence
    keys.presenceSet = Derived.presenceSet(check)
    keys.existing.insert(.presence)
    root.presenceCheck = check
  }

  /// Seals the slots that are new, and all enrolments if their set changed.
  func sealSlots() throws(SecretFileError) {
    if newSlots.isEmpty, !areEnrolmentsChanged { return }
    let maker = SlotMaker(
      seal: SlotSeal(containerID: header.containerID, keyEpoch: header.keyEpoch, seed: seed),
      master: try ChainKeys.held(keys.master), passcode: keys.passcode, presence: keys.presence)
    for new in newSlots {
      guard let index = header.slots.firstIndex(where: { $0.slotID == new.id }) else { continue }
      header.slots[index] = try maker.make(new.slot, new.id)
    }
    guard areEnrolmentsChanged else { return }
    for index in header.slots.indices where header.slots[index].role == SlotRole.presence {
      let id = header.slots[index].slotID
      guard let recipient = root.note(id)?.recipient else { continue }
      header.slots[index] = try maker.enrolment(recipient, id)
    }
  }
}

/// Makes slots of one state of a container.
struct SlotMaker {
  let seal: SlotSeal
  let master: SecretBuffer
  let passcode: SecretBuffer?
  let presence: SecretBuffer?

  /// Seals a new slot.
  func make(_ new: NewSlot, _ id: SlotID) throws(SecretFileError) -> Slot {
    switch new.way {
    case .passphrase(let passphrase, let cost):
      let normalized = try passphrase.withBytes { (bytes) throws(SecretFileError) in
        try Credentials.passphrase(bytes)
      }
      return try self.passphrase(normalized, cost, id)
    case .keyFile(let key): return seal.keyFile(key, slotID: id, master: master)
    case .recipient(let recipient): return try self.recipient(recipient.publicKey, id)
    case .enrolment(let recipient): return try enrolment(recipient.publicKey, id)
    }
  }

  /// Seals a passphrase slot for a passphrase in NFC.
  func passphrase(_ passphrase: SecretBuffer, _ cost: KDFCost, _ id: SlotID) throws(SecretFileError) -> Slot {
    guard let passcode else {
      throw SecretFileError(standard: .passcode, "a passphrase slot needs an opening with a passphrase")
    }
    return try seal.passphrase(passphrase, cost: cost, slotID: id, master: master, passcode: passcode)
  }

  /// Seals a recipient's slot.
  func recipient(_ publicKey: Bytes32, _ id: SlotID) throws(SecretFileError) -> Slot {
    try seal.recipient(publicKey, role: SlotRole.master, slotID: id, key: master)
  }

  /// Seals an enrolment.
  func enrolment(_ publicKey: Bytes32, _ id: SlotID) throws(SecretFileError) -> Slot {
    guard let presence else { throw SecretFileError(standard: .presence, "no enrolment was presented") }
    return try seal.recipient(publicKey, role: SlotRole.presence, slotID: id, key: presence)
  }
}

extension NewSlot {
  /// Whether it gives the presence factor instead of the container.
  var isEnrolment: Bool {
    if case .enrolment = way { true } else { false }
  }

  /// Whether it is a passphrase slot.
  var isPassphrase: Bool {
    if case .passphrase = way { true } else { false }
  }

  /// The public key that the slot's note keeps.
  var recipient: Bytes32? {
    switch way {
    case .recipient(let recipient), .enrolment(let recipient): recipient.publicKey
    case .passphrase, .keyFile: nil
    }
  }

  /// What can be told before anything is sealed.
  /// - Throws: `credential` for an empty passphrase or a key of a wrong size; `kdfCost`.
  func check() throws(SecretFileError) {
    switch way {
    case .passphrase(let passphrase, let cost):
      try passphrase.withBytes { (bytes) throws(SecretFileError) in _ = try Credentials.passphrase(bytes) }
      try Stretching.checkForWriting(cost, "the passphrase's slot")
    case .keyFile(let key):
      guard key.count == Size.key else {
        throw SecretFileError(
          standard: .credential, "a key file's key has \(Size.key) bytes, not \(key.count)")
      }
    case .recipient, .enrolment: break
    }
  }

  /// A slot of the right size that holds nothing yet.
  func placeholder(_ id: SlotID) -> Slot {
    let (kind, size) =
      switch way {
      case .passphrase: (SlotKind.passphrase, Size.passphraseBody)
      case .keyFile: (SlotKind.keyFile, Size.keyFileBody)
      case .recipient, .enrolment: (SlotKind.recipient, Size.recipientBody)
      }
    return Slot(
      kind: kind, role: isEnrolment ? SlotRole.presence : SlotRole.master, slotID: id,
      body: [UInt8](repeating: 0, count: size))
  }
}
