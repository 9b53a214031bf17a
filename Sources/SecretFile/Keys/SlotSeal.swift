package import SecretCrypto

/// Makes slots (spec §6). Every nonce, salt and scalar comes from the commit's seed and the slot's
/// id, so a slot that is sealed again in the same commit would be the same slot.
package struct SlotSeal: Sendable {
  /// The container the slots belong to.
  package let containerID: Bytes16
  /// The epoch of the keys that are sealed.
  package let keyEpoch: UInt32
  package let seed: CommitSeed

  package init(containerID: Bytes16, keyEpoch: UInt32, seed: CommitSeed) {
    self.containerID = containerID
    self.keyEpoch = keyEpoch
    self.seed = seed
  }

  /// A passphrase slot; `passphrase` comes from `Credentials.passphrase`. Throws `kdfCost` for a
  /// cost below 19 MiB and 2 passes or above what readers allow.
  package func passphrase(
    _ passphrase: SecretBuffer, cost: KDFCost, slotID: Bytes8, master: SecretBuffer, passcode: SecretBuffer
  ) throws(SecretFileError) -> Slot {
    try Stretching.checkForWriting(cost, "the passphrase's slot")
    let salt = seed.slotSalt(slotID)
    let stretched = try passphrase.withBytes { (passphrase) throws(SecretFileError) in
      try Stretching.hash(passphrase, salt: salt, cost: cost, ceiling: .standard, "the passphrase's slot")
    }
    var body = PassphraseBody(
      opslimit: cost.opslimit, memlimitKiB: cost.memlimitKiB, salt: salt,
      keyBlob: [UInt8](repeating: 0, count: Size.keyBlob),
      passcodeBlob: [UInt8](repeating: 0, count: Size.keyBlob))
    var slot = Slot(kind: SlotKind.passphrase, role: SlotRole.master, slotID: slotID, body: body.encoded)
    body.keyBlob = seal(
      master, BlobLabel.slotMaster, slot, PassphraseBody.keyBlobStart, seed.slotNonce(slotID, .key),
      SlotWrap.passphrase(stretched, containerID, slotID))
    slot.body = body.encoded
    body.passcodeBlob = seal(
      passcode, BlobLabel.slotPasscode, slot, PassphraseBody.passcodeBlobStart,
      seed.slotNonce(slotID, .passcode), SlotWrap.passcode(stretched, containerID, slotID))
    slot.body = body.encoded
    return slot
  }

  /// A key-file slot; `key` has 32 bytes.
  package func keyFile(_ key: SecretBuffer, slotID: Bytes8, master: SecretBuffer) -> Slot {
    let empty = [UInt8](repeating: 0, count: Size.keyFileBody)
    var slot = Slot(kind: SlotKind.keyFile, role: SlotRole.master, slotID: slotID, body: empty)
    slot.body = key.withBytes { (key) in
      seal(
        master, BlobLabel.slotMaster, slot, KeyFileBody.keyBlobStart, seed.slotNonce(slotID, .key),
        SlotWrap.keyFile(key, containerID, slotID))
    }
    return slot
  }

  /// A recipient's slot: `key` is the master key, or for an enrolment the presence key. Throws
  /// `credential` for a public key of small order.
  package func recipient(
    _ publicKey: Bytes32, role: UInt8, slotID: Bytes8, key: SecretBuffer
  ) throws(SecretFileError) -> Slot {
    let scalar = seed.slotEphemeral(slotID)
    let shared = scalar.withBytes { X25519.sharedSecret(scalar: $0, point: publicKey.span) }
    guard let shared else {
      throw SecretFileError(standard: .credential, "the recipient is not a valid X25519 public key")
    }
    let ephemeral = scalar.withBytes { Bytes32(X25519.publicKey(of: $0)) }
    var body = RecipientBody(ephemeral: ephemeral, keyBlob: [UInt8](repeating: 0, count: Size.keyBlob))
    var slot = Slot(kind: SlotKind.recipient, role: role, slotID: slotID, body: body.encoded)
    let label = role == SlotRole.master ? BlobLabel.slotMaster : BlobLabel.slotPresence
    body.keyBlob = seal(
      key, label, slot, RecipientBody.keyBlobStart, seed.slotNonce(slotID, .key),
      SlotWrap.recipient(shared, containerID, slotID, ephemeral: ephemeral, recipient: publicKey))
    slot.body = body.encoded
    return slot
  }

  private func seal(
    _ key: SecretBuffer, _ label: String, _ slot: Slot, _ bodyCount: Int, _ nonce: Bytes24,
    _ wrap: consuming SecretBytes
  ) -> [UInt8] {
    let associated = SlotWrap.associated(label, containerID, keyEpoch, slot, bodyCount: bodyCount)
    return key.withBytes { KeyBlob.seal($0, associated: associated, nonce: nonce, key: wrap) }
  }
}
