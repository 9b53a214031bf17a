internal import SecretCrypto

/// What is derived from keys other than the master key and the seed, each label in its single use
/// (spec §5.1).
package enum Derived {
  /// derive(DK, "device", "")[0..<16]: the public name of a device key.
  package static func deviceID(_ deviceKey: Span<UInt8>) -> Bytes16 {
    short(deviceKey, KeyLabel.device, Span())
  }

  /// derive(CK, "check", containerID ‖ keyID).
  package static func check(_ classKey: Span<UInt8>, _ containerID: Bytes16, _ keyID: UInt32) -> Bytes32 {
    short(classKey, KeyLabel.check, containerID.span, number(keyID).span)
  }

  /// derive(passcode key, "passcode check", containerID).
  package static func passcodeCheck(_ passcodeKey: Span<UInt8>, _ containerID: Bytes16) -> Bytes32 {
    short(passcodeKey, KeyLabel.passcodeCheck, containerID.span)
  }

  /// derive(presence key, "presence check", containerID).
  package static func presenceCheck(_ presenceKey: Span<UInt8>, _ containerID: Bytes16) -> Bytes32 {
    short(presenceKey, KeyLabel.presenceCheck, containerID.span)
  }

  /// The set of enrolments that a presence check stands for: its first 8 bytes.
  package static func presenceSet(_ presenceCheck: Bytes32) -> Bytes8 { Bytes8(presenceCheck.span, at: 0) }

  /// derive(journal key, "journal", H(identity) ‖ H(value))[0..<16].
  package static func journalDigest(
    _ journalKey: Bytes32, identityHash: Bytes32, valueHash: Bytes32
  ) -> Bytes16 {
    short(journalKey.span, KeyLabel.journal, identityHash.span, valueHash.span)
  }

  /// derive(factor key, "factor", containerID ‖ keyID): wraps one layer of a chain.
  static func factor(_ factorKey: Span<UInt8>, _ containerID: Bytes16, _ keyID: UInt32) -> SecretBytes {
    derive(factorKey, KeyLabel.factor, containerID.span, number(keyID).span)
  }

  /// derive(MK, "class", containerID ‖ keyID): wraps the outermost layer of a chain.
  static func classWrap(_ master: Span<UInt8>, _ containerID: Bytes16, _ keyID: UInt32) -> SecretBytes {
    derive(master, KeyLabel.classWrap, containerID.span, number(keyID).span)
  }

  /// The first bytes of a derived value that is no secret, as many as the type has.
  static func short<T: FixedBytes>(
    _ key: Span<UInt8>, _ label: StaticString, _ context: Span<UInt8>, _ more: Span<UInt8> = Span()
  ) -> T {
    var whole = Bytes32()
    var span = whole.storage.mutableSpan
    derive(key, label, context, more, into: &span)
    return T(whole.span, at: 0)
  }

  private static func number(_ keyID: UInt32) -> InlineArray<4, UInt8> { ByteOrder.bytes(keyID) }
}
