internal import SecretCrypto

/// What becomes of the slots in a rotation.
struct RotationSlots {
  /// A slot that stays, and with what it is sealed again.
  enum Kept {
    case passphrase(SlotID, SecretBuffer, KDFCost)
    case keyFile(SlotID, SecretBuffer)
    case recipient(SlotID, Bytes32)
    case enrolment(SlotID, Bytes32)
  }

  private(set) var kept: [Kept] = []
  private(set) var dropped: [SlotInfo] = []
  private(set) var keptInfo: [SlotInfo] = []
  private(set) var refusals: [SecretFileError] = []
  /// The passcode key of the base, if a passphrase gave it.
  private(set) var passcode: SecretBuffer?
  /// Whether an enrolment comes or goes.
  private(set) var areEnrolmentsChanged = false

  private let base: Snapshot
  private let request: RotationRequest

  /// - Throws: `notFound` for a slot to be dropped or changed that does not exist; `kdfCost`, `credential`.
  init(
    _ base: Snapshot, _ request: RotationRequest, _ credentials: Credentials, _ costLimit: KDFCost.Ceiling
  ) throws(SecretFileError) {
    self.base = base
    self.request = request
    passcode = base.chainKeys.passcode
    for id in request.drop.union(request.passphrases.keys) where base.header.slot(id) == nil {
      throw SecretFileError(standard: .notFound, "no slot \(id)")
    }
    for id in request.passphrases.keys where base.header.slot(id)?.kind != SlotKind.passphrase {
      throw SecretFileError(.usage, "slot \(id) has no passphrase to change")
    }
    for slot in request.add { try slot.check() }
    let secrets = try openSlots(credentials, costLimit)
    for slot in base.header.slots { try decide(slot, secrets[slot.slotID]) }
    let comes = request.add.contains(where: \.isEnrolment)
    areEnrolmentsChanged = comes || dropped.contains(where: \.isEnrolment)
    let isOpenable =
      request.add.contains { !$0.isEnrolment }
      || kept.contains { if case .enrolment = $0 { false } else { true } }
    if !isOpenable {
      refusals.append(SecretFileError(.refused, "no slot would be left that opens the container"))
    }
    if base.header.slots.count - dropped.count + request.add.count > Limit.slots {
      refusals.append(SecretFileError(standard: .tooLarge, "a container has at most \(Limit.slots) slots"))
    }
  }

  /// The secrets of passphrase and key-file slots that are to stay.
  private mutating func openSlots(
    _ credentials: Credentials, _ costLimit: KDFCost.Ceiling
  ) throws(SecretFileError) -> [SlotID: SecretBuffer] {
    var secrets: [SlotID: SecretBuffer] = [:]
    var wanted: [SlotID] = []
    for slot in base.header.slots where slot.role == SlotRole.master && !request.drop.contains(slot.slotID) {
      if let opened = base.opened, opened.slotID == slot.slotID, let secret = opened.secret {
        secrets[slot.slotID] = secret
      } else if slot.kind == SlotKind.keyFile || needsPassphrase(slot) {
        wanted.append(slot.slotID)
      }
    }
    let opener = SlotOpener(base.header, headerBytes: base.headerBytes)
    for opened in try opener.open(each: wanted, credentials, ceiling: costLimit) {
      secrets[opened.slotID] = opened.secret
      passcode = passcode ?? opened.passcode
    }
    return secrets
  }

  /// A passphrase slot whose passphrase changes is opened only to learn the passcode key.
  private func needsPassphrase(_ slot: Slot) -> Bool {
    slot.kind == SlotKind.passphrase && (request.passphrases[slot.slotID] == nil || passcode == nil)
  }

  private mutating func decide(_ slot: Slot, _ secret: SecretBuffer?) throws(SecretFileError) {
    let id = slot.slotID
    let info = SlotInfo(slot, base.root.note(id))
    if request.drop.contains(id) {
      dropped.append(info)
      return
    }
    if let reason = try keep(slot, secret) {
      refusals.append(
        SecretFileError(
          .refused, "slot \(info.displayName) would be lost: \(reason)",
          hint: "present what it needs, or name it to be dropped"))
    } else {
      keptInfo.append(info)
    }
  }

  /// Keeps a slot, or says why that cannot be.
  private mutating func keep(_ slot: Slot, _ secret: SecretBuffer?) throws(SecretFileError) -> String? {
    let id = slot.slotID
    let recipient = base.root.note(id)?.recipient
    switch (slot.kind, slot.role) {
    case (SlotKind.recipient, SlotRole.presence):
      if let recipient { kept.append(.enrolment(id, recipient)) }
    case (SlotKind.recipient, _):
      guard request.keepRecipients.contains(id), let recipient else {
        return "its recipient is not confirmed"
      }
      kept.append(.recipient(id, recipient))
    case (SlotKind.passphrase, _):
      let cost = PassphraseBody(slot.body).map { KDFCost(opslimit: $0.opslimit, memlimitKiB: $0.memlimitKiB) }
      if let new = request.passphrases[id] {
        let normalized = try new.passphrase.withBytes { (bytes) throws(SecretFileError) in
          try Credentials.passphrase(bytes)
        }
        try Stretching.checkForWriting(new.cost, "the passphrase's slot")
        kept.append(.passphrase(id, normalized, new.cost))
      } else {
        guard let secret, let cost else { return "its passphrase is not given" }
        kept.append(.passphrase(id, secret, cost.raised(to: .writerFloor)))
      }
    case (SlotKind.keyFile, _):
      guard let secret else { return "its key file is not given" }
      kept.append(.keyFile(id, secret))
    default: return "it is of a kind that only a newer version knows"
    }
    return nil
  }

  // MARK: The slots to be

  /// Whether a passphrase slot stays or comes.
  var hasPassphrase: Bool {
    request.add.contains(where: \.isPassphrase)
      || kept.contains { if case .passphrase = $0 { true } else { false } }
  }

  /// Whether an enrolment stays or comes.
  var hasEnrolment: Bool {
    request.add.contains(where: \.isEnrolment)
      || kept.contains { if case .enrolment = $0 { true } else { false } }
  }

  /// Whether an enrolment stays.
  var keepsEnrolment: Bool { kept.contains { if case .enrolment = $0 { true } else { false } } }

  /// Seals every slot that stays or comes, ascending by id, and returns the new ones' ids.
  func seal(_ maker: SlotMaker) throws(SecretFileError) -> (slots: [Slot], added: [SlotID]) {
    var slots: [Slot] = []
    for slot in kept {
      switch slot {
      case .passphrase(let id, let passphrase, let cost):
        slots.append(try maker.passphrase(passphrase, cost, id))
      case .keyFile(let id, let key):
        slots.append(maker.seal.keyFile(key, slotID: id, master: maker.master))
      case .recipient(let id, let recipient): slots.append(try maker.recipient(recipient, id))
      case .enrolment(let id, let recipient): slots.append(try maker.enrolment(recipient, id))
      }
    }
    var added: [SlotID] = []
    for (ordinal, new) in request.add.enumerated() {
      let id = maker.seal.seed.slotID(UInt16(truncatingIfNeeded: ordinal))
      slots.append(try maker.make(new, id))
      added.append(id)
    }
    return (slots.sorted { $0.slotID < $1.slotID }, added)
  }
}

extension RotationRequest.Keep {
  /// Whether a recipient's slot is confirmed.
  func contains(_ id: SlotID) -> Bool {
    switch self {
    case .all: true
    case .only(let ids): ids.contains(id)
    }
  }
}

extension KDFCost {
  /// This cost, each number at least that of `floor`.
  func raised(to floor: KDFCost) -> KDFCost {
    KDFCost(opslimit: max(opslimit, floor.opslimit), memlimitKiB: max(memlimitKiB, floor.memlimitKiB))
  }
}

extension SlotInfo {
  /// The slot for messages: its id, and its label or recipient.
  var displayName: String {
    if let label { return "\(id) (\(printable(Array(label.utf8))))" }
    if let recipient { return "\(id) (\(recipient))" }
    return "\(id)"
  }
}
