internal import SecretCrypto

extension Snapshot {
  /// What the container says about itself.
  var info: ContainerInfo {
    var factors: Set<FactorKind> = []
    if keyTable.entries.contains(where: { entry in chainKeys.devices.contains { $0.id == entry.deviceID } }) {
      factors.insert(.device)
    }
    if chainKeys.presence != nil { factors.insert(.presence) }
    if chainKeys.passcode != nil { factors.insert(.passcode) }
    return ContainerInfo(
      id: header.containerID, label: root.label.isEmpty ? nil : root.label, created: root.created,
      modified: root.modified, keyEpoch: header.keyEpoch, generation: header.generation,
      recordCount: Int(root.itemCount), fileSize: header.fileLength, slots: slots, openedSlot: opened?.slotID,
      proven: isProven, installation: root.installation, keys: keyTable.entries.map(keyInfo),
      factors: factors, device: chainKeys.devices.first?.id,
      warnings: warnings)
  }

  /// The slots with their notes.
  var slots: [SlotInfo] { header.slots.map { SlotInfo($0, root.note($0.slotID)) } }

  /// What is known of an entry of the key table.
  func keyInfo(_ entry: KeyEntry) -> KeyInfo {
    let state: KeyInfo.State =
      switch chainKeys.choose(entry) {
      case .usable: .available
      case .missing(let factor): .missing(factor)
      case .invalidated: .invalidated
      case .newer: .newer
      }
    return KeyInfo(
      id: entry.keyID, protection: entry.keyClass.protection, device: entry.deviceID,
      sinceEpoch: entry.sinceEpoch, state: state)
  }
}

extension SlotInfo {
  /// A slot of the header with its note; without the note what anyone can see.
  init(_ slot: Slot, _ note: SlotNote?) {
    let kind: Kind =
      switch slot.kind {
      case SlotKind.passphrase: .passphrase
      case SlotKind.keyFile: .keyFile
      case SlotKind.recipient: .recipient
      default: .unknown(slot.kind)
      }
    var cost: KDFCost?
    if kind == .passphrase, let body = PassphraseBody(slot.body) {
      cost = KDFCost(opslimit: body.opslimit, memlimitKiB: body.memlimitKiB)
    }
    self.init(
      id: slot.slotID, kind: kind, isEnrolment: slot.role == SlotRole.presence,
      label: note.flatMap { $0.label.isEmpty ? nil : $0.label }, created: note?.created,
      recipient: note?.recipient.map(Recipient.text), cost: cost)
  }
}
