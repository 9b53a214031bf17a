package import SecretCrypto

/// A slot that a credential opened, and what it gave.
package struct OpenedSlot: Sendable {
  package let slotID: Bytes8
  package let kind: UInt16
  /// The master key, which has verified the header's mac.
  package let master: SecretBuffer
  /// The passcode key, from a passphrase slot.
  package let passcode: SecretBuffer?
  /// The credential: the passphrase, or the key of a key file; nil for a recipient's slot.
  package let secret: SecretBuffer?
}

/// Tries credentials on the slots of a header (spec §6.4). Until a master key verifies the mac, every
/// failure is the one error `unlock`.
package struct SlotOpener: Sendable {
  private let header: Header
  private let macCovered: [UInt8]

  /// `headerBytes` are the header's own bytes, of which `header` was parsed.
  package init(_ header: Header, headerBytes: [UInt8]) {
    self.header = header
    macCovered = [UInt8](headerBytes[Header.macCoveredRange(headerBytes.count)])
  }

  /// The slots of master keys, or the one of them that the caller named.
  private func slots(only slotID: Bytes8?) -> [Slot] {
    header.slots.filter { $0.role == SlotRole.master && (slotID == nil || $0.slotID == slotID) }
  }

  /// Whether one of the credentials is of the kind of one of the slots.
  func tries(_ credentials: Credentials, only slotID: Bytes8?) -> Bool {
    OpeningFailure(slots(only: slotID), credentials, only: slotID).hasTried
  }

  /// Steps 7 and 8 of reading: judges the cost, then tries slot after slot, passphrases first, each with
  /// its credentials in their order. With `only`, that slot alone is judged and tried.
  ///
  /// Throws `kdfCost` before anything is derived, and `unlock`.
  package func open(
    _ credentials: Credentials, only slotID: Bytes8? = nil, ceiling: KDFCost.Ceiling = .standard
  ) throws(SecretFileError) -> OpenedSlot {
    let slots = slots(only: slotID)
    try checkCost(slots, credentials, ceiling)
    let first = slots.filter { $0.kind == SlotKind.passphrase }
    for slot in first + slots.filter({ $0.kind != SlotKind.passphrase }) {
      if let opened = try open(slot, credentials, ceiling) { return opened }
    }
    throw OpeningFailure(slots, credentials, only: slotID).error
  }

  /// Which credential opens each of these slots, for a rotation: only those that are opened occur.
  /// Throws `kdfCost`, judged over all of them.
  package func open(
    each slotIDs: [Bytes8], _ credentials: Credentials, ceiling: KDFCost.Ceiling = .standard
  ) throws(SecretFileError) -> [OpenedSlot] {
    let slots = header.slots.filter { $0.role == SlotRole.master && slotIDs.contains($0.slotID) }
    try checkCost(slots, credentials, ceiling)
    var opened: [OpenedSlot] = []
    for slot in slots {
      if let one = try open(slot, credentials, ceiling) { opened.append(one) }
    }
    return opened
  }

  /// The presence key, if one of the identities given for it opens an enrolment (spec §6.4). Call after
  /// the mac has been verified.
  package func presenceKey(_ credentials: Credentials) -> SecretBuffer? {
    for slot in header.slots where slot.role == SlotRole.presence && slot.kind == SlotKind.recipient {
      for identity in credentials.presenceIdentities {
        if let key = openRecipient(slot, identity, BlobLabel.slotPresence) { return key }
      }
    }
    return nil
  }

  /// Throws `kdfCost` if a passphrase slot, or all tries together, ask for more than allowed.
  private func checkCost(
    _ slots: [Slot], _ credentials: Credentials, _ ceiling: KDFCost.Ceiling
  ) throws(SecretFileError) {
    var sum: UInt64 = 0
    for slot in slots {
      guard slot.kind == SlotKind.passphrase, let body = PassphraseBody(slot.body) else { continue }
      let cost = KDFCost(opslimit: body.opslimit, memlimitKiB: body.memlimitKiB)
      for _ in credentials.passphrases {
        do throws(CryptoError) {
          try ceiling.check(cost, adding: &sum)
        } catch {
          throw SecretFileError(error, "opening slot \(slot.slotID)")
        }
      }
    }
  }
}

// MARK: - One slot

extension SlotOpener {
  private func open(
    _ slot: Slot, _ credentials: Credentials, _ ceiling: KDFCost.Ceiling
  ) throws(SecretFileError) -> OpenedSlot? {
    switch slot.kind {
    case SlotKind.passphrase:
      for passphrase in credentials.passphrases {
        if let opened = try openPassphrase(slot, passphrase, ceiling) { return opened }
      }
    case SlotKind.keyFile:
      for key in credentials.keyFileKeys {
        if let master = openKeyFile(slot, key), verifies(master) {
          return OpenedSlot(slotID: slot.slotID, kind: slot.kind, master: master, passcode: nil, secret: key)
        }
      }
    case SlotKind.recipient:
      for identity in credentials.identities {
        if let master = openRecipient(slot, identity, BlobLabel.slotMaster), verifies(master) {
          return OpenedSlot(slotID: slot.slotID, kind: slot.kind, master: master, passcode: nil, secret: nil)
        }
      }
    default: break
    }
    return nil
  }

  /// Opens only if both blobs open.
  private func openPassphrase(
    _ slot: Slot, _ passphrase: SecretBuffer, _ ceiling: KDFCost.Ceiling
  ) throws(SecretFileError) -> OpenedSlot? {
    guard let body = PassphraseBody(slot.body) else { return nil }
    let cost = KDFCost(opslimit: body.opslimit, memlimitKiB: body.memlimitKiB)
    let stretched = try passphrase.withBytes { (passphrase) throws(SecretFileError) in
      try Stretching.hash(
        passphrase, salt: body.salt, cost: cost, ceiling: ceiling, "opening slot \(slot.slotID)")
    }
    let masterWrap = SlotWrap.passphrase(stretched, header.containerID, slot.slotID)
    let passcodeWrap = SlotWrap.passcode(stretched, header.containerID, slot.slotID)
    let keyStart = PassphraseBody.keyBlobStart
    let passcodeStart = PassphraseBody.passcodeBlobStart
    guard let master = open(body.keyBlob, slot, keyStart, BlobLabel.slotMaster, masterWrap),
      let passcode = open(body.passcodeBlob, slot, passcodeStart, BlobLabel.slotPasscode, passcodeWrap),
      verifies(master)
    else { return nil }
    return OpenedSlot(
      slotID: slot.slotID, kind: slot.kind, master: master, passcode: passcode, secret: passphrase)
  }

  private func openKeyFile(_ slot: Slot, _ key: SecretBuffer) -> SecretBuffer? {
    guard let body = KeyFileBody(slot.body) else { return nil }
    let wrap = key.withBytes { SlotWrap.keyFile($0, header.containerID, slot.slotID) }
    return open(body.keyBlob, slot, KeyFileBody.keyBlobStart, BlobLabel.slotMaster, wrap)
  }

  private func openRecipient(_ slot: Slot, _ identity: SecretBuffer, _ label: String) -> SecretBuffer? {
    guard let body = RecipientBody(slot.body) else { return nil }
    let shared = identity.withBytes { X25519.sharedSecret(scalar: $0, point: body.ephemeral.span) }
    guard let shared else { return nil }
    let recipient = identity.withBytes { Bytes32(X25519.publicKey(of: $0)) }
    let wrap = SlotWrap.recipient(
      shared, header.containerID, slot.slotID, ephemeral: body.ephemeral, recipient: recipient)
    return open(body.keyBlob, slot, RecipientBody.keyBlobStart, label, wrap)
  }

  private func open(
    _ blob: [UInt8], _ slot: Slot, _ bodyCount: Int, _ label: String, _ wrap: borrowing SecretBytes
  ) -> SecretBuffer? {
    let associated = SlotWrap.associated(
      label, header.containerID, header.keyEpoch, slot, bodyCount: bodyCount)
    return KeyBlob.open(blob.span, associated: associated, key: wrap)
  }

  /// Whether the mac over the header's own bytes is right under this master key.
  private func verifies(_ master: SecretBuffer) -> Bool {
    let key = master.withBytes { derive($0, KeyLabel.header, header.containerID.span) }
    let mac = key.withBytes { Hash.blake2b256(macCovered.span, key: $0) }
    return constantTimeEqual(mac.span, header.mac.span)
  }
}
