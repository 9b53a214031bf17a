import SecretCrypto
import SecretFile

extension Explanation {
  /// The slot that opened, and the presence key if an identity gave one.
  mutating func explainSlot(_ credentials: Credentials) {
    guard let slot = header.slots.first(where: { $0.slotID == opened.slotID }) else { return }
    let context = containerID + [UInt8](copying: slot.slotID.span)
    begin("slot \(slot.slotID)", "6, 5.2")
    switch slot.kind {
    case SlotKind.passphrase: explainPassphrase(slot, context)
    case SlotKind.keyFile:
      if let key = opened.secret {
        note("kind", "2, key file")
        note("key-file key", key)
        note("slot key", Self.derived(key, KeyLabel.slotKeyFile, context))
      }
      note("associated data", associated(slot, BlobLabel.slotMaster, KeyFileBody.keyBlobStart))
    default:
      note("kind", "3, X25519 recipient")
      explainRecipient(slot, context, credentials.identities, BlobLabel.slotMaster)
    }
    note("master key", opened.master)
    if let passcode = opened.passcode {
      note("passcode key", passcode)
      note("passcode check", Self.derived(passcode, KeyLabel.passcodeCheck, containerID))
    }
    guard let presence = keys.presence else { return }
    for slot in header.slots where slot.role == SlotRole.presence && slot.kind == SlotKind.recipient {
      begin("enrolment \(slot.slotID)", "6.3, 5.2")
      let context = containerID + [UInt8](copying: slot.slotID.span)
      explainRecipient(slot, context, credentials.presenceIdentities, BlobLabel.slotPresence)
    }
    begin("presence", "5.3")
    note("presence key", presence)
    note("presence check", Self.derived(presence, KeyLabel.presenceCheck, containerID))
  }

  private mutating func explainPassphrase(_ slot: Slot, _ context: [UInt8]) {
    guard let body = PassphraseBody(slot.body), let passphrase = opened.secret else { return }
    note("kind", "1, passphrase")
    note("passphrase, normalized", passphrase)
    note("Argon2id", "opslimit \(body.opslimit), memlimit \(body.memlimitKiB) KiB, salt \(body.salt)")
    guard let stretched = Self.stretched(passphrase, body) else { return }
    note("W", stretched)
    note("slot key", Self.derived(stretched, KeyLabel.slotPassphrase, context))
    note("associated data", associated(slot, BlobLabel.slotMaster, PassphraseBody.keyBlobStart))
    note("passcode slot key", Self.derived(stretched, KeyLabel.slotPasscode, context))
    note(
      "passcode associated data", associated(slot, BlobLabel.slotPasscode, PassphraseBody.passcodeBlobStart))
  }

  /// The output of Argon2id, which did not fail when the slot was opened.
  private static func stretched(_ passphrase: SecretBuffer, _ body: PassphraseBody) -> SecretBuffer? {
    passphrase.withBytes { passphrase -> SecretBuffer? in
      do {
        return SecretBuffer(
          try PasswordHash.argon2id(
            passphrase, salt: body.salt.span, opslimit: body.opslimit, memlimitKiB: body.memlimitKiB,
            ceiling: .standard))
      } catch {
        return nil
      }
    }
  }

  /// The first of some identities that opens a slot.
  private mutating func explainRecipient(
    _ slot: Slot, _ context: [UInt8], _ identities: [SecretBuffer], _ label: String
  ) {
    guard let body = RecipientBody(slot.body) else { return }
    let associated = associated(slot, label, RecipientBody.keyBlobStart)
    for identity in identities {
      let pair = identity.withBytes { scalar -> (SecretBuffer, [UInt8])? in
        guard let shared = X25519.sharedSecret(scalar: scalar, point: body.ephemeral.span) else { return nil }
        return (SecretBuffer(shared), [UInt8](copying: Bytes32(X25519.publicKey(of: scalar)).span))
      }
      guard let (shared, recipient) = pair else { continue }
      let ephemeral = [UInt8](copying: body.ephemeral.span)
      let key = Self.derived(shared, KeyLabel.slotX25519, context + ephemeral + recipient)
      guard Self.open(body.keyBlob, associated, key) != nil else { continue }
      note("identity", identity)
      note("recipient", recipient)
      note("ephemeral public key", ephemeral)
      note("shared secret", shared)
      note("slot key", key)
      note("associated data", associated)
      return
    }
  }

  private func associated(_ slot: Slot, _ label: String, _ bodyCount: Int) -> [UInt8] {
    var out = Writer()
    out.label(label)
    out.u16(Frame.version)
    out.u16(Frame.suite)
    out.append(header.containerID)
    out.u32(header.keyEpoch)
    slot.encodePrefix(bodyCount: bodyCount, into: &out)
    return out.bytes
  }
}
