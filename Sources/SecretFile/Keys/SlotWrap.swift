internal import SecretCrypto

/// The keys that seal a slot's blobs, and what those blobs are bound to (spec §5.2, §6).
enum SlotWrap {
  private static func context(_ containerID: Bytes16, _ slotID: Bytes8) -> [UInt8] {
    var out = Writer(capacity: 24)
    out.append(containerID)
    out.append(slotID)
    return out.bytes
  }

  /// derive(Argon2id output, "slot passphrase", containerID ‖ slotID).
  static func passphrase(
    _ stretched: borrowing SecretBytes, _ containerID: Bytes16, _ slotID: Bytes8
  ) -> SecretBytes {
    let context = context(containerID, slotID)
    return stretched.withBytes { derive($0, KeyLabel.slotPassphrase, context.span) }
  }

  /// derive(Argon2id output, "slot passcode", containerID ‖ slotID).
  static func passcode(
    _ stretched: borrowing SecretBytes, _ containerID: Bytes16, _ slotID: Bytes8
  ) -> SecretBytes {
    let context = context(containerID, slotID)
    return stretched.withBytes { derive($0, KeyLabel.slotPasscode, context.span) }
  }

  /// derive(key-file key, "slot keyfile", containerID ‖ slotID).
  static func keyFile(_ key: Span<UInt8>, _ containerID: Bytes16, _ slotID: Bytes8) -> SecretBytes {
    derive(key, KeyLabel.slotKeyFile, context(containerID, slotID).span)
  }

  /// derive(shared secret, "slot x25519", containerID ‖ slotID ‖ ephemeral ‖ recipient).
  static func recipient(
    _ shared: borrowing SecretBytes, _ containerID: Bytes16, _ slotID: Bytes8, ephemeral: Bytes32,
    recipient: Bytes32
  ) -> SecretBytes {
    var out = Writer(capacity: 88)
    out.append(containerID)
    out.append(slotID)
    out.append(ephemeral)
    out.append(recipient)
    let context = out.bytes
    return shared.withBytes { derive($0, KeyLabel.slotX25519, context.span) }
  }

  /// label 00 ‖ version ‖ suite ‖ containerID ‖ keyEpoch ‖ the slot's bytes from kind up to the blob,
  /// which is at byte `bodyCount` of its body. With keyEpoch in it an old slot cannot come back later.
  static func associated(
    _ label: String, _ containerID: Bytes16, _ keyEpoch: UInt32, _ slot: Slot, bodyCount: Int
  ) -> [UInt8] {
    var out = Writer(capacity: 160)
    out.label(label)
    out.u16(Frame.version)
    out.u16(Frame.suite)
    out.append(containerID)
    out.u32(keyEpoch)
    slot.encodePrefix(bodyCount: bodyCount, into: &out)
    return out.bytes
  }
}
