/// Body of a passphrase slot, 168 bytes: opslimit u32, memlimit KiB u32, salt 16, blob of the
/// master key 72, blob of the passcode key 72 (spec §4.3).
package struct PassphraseBody: Equatable, Sendable {
  package var opslimit: UInt32
  package var memlimitKiB: UInt32
  package var salt: Bytes16
  package var keyBlob: [UInt8]
  package var passcodeBlob: [UInt8]

  /// Where the blobs begin in the body.
  package static let keyBlobStart = 24
  package static let passcodeBlobStart = keyBlobStart + Size.keyBlob

  package init(
    opslimit: UInt32, memlimitKiB: UInt32, salt: Bytes16, keyBlob: [UInt8], passcodeBlob: [UInt8]
  ) {
    self.opslimit = opslimit
    self.memlimitKiB = memlimitKiB
    self.salt = salt
    self.keyBlob = keyBlob
    self.passcodeBlob = passcodeBlob
  }

  /// Nil if the length is wrong.
  package init?(_ body: [UInt8]) {
    guard body.count == Size.passphraseBody else { return nil }
    let span = body.span
    opslimit = ByteOrder.little(span, 0, as: UInt32.self)
    memlimitKiB = ByteOrder.little(span, 4, as: UInt32.self)
    salt = Bytes16(span, at: 8)
    keyBlob = [UInt8](body[Self.keyBlobStart..<Self.passcodeBlobStart])
    passcodeBlob = [UInt8](body[Self.passcodeBlobStart...])
  }

  package var encoded: [UInt8] {
    var out = Writer(capacity: Size.passphraseBody)
    out.u32(opslimit)
    out.u32(memlimitKiB)
    out.append(salt)
    out.append(keyBlob)
    out.append(passcodeBlob)
    return out.bytes
  }
}

/// Body of a key-file slot, 72 bytes: blob of the master key (spec §4.3).
package struct KeyFileBody: Equatable, Sendable {
  package var keyBlob: [UInt8]

  package static let keyBlobStart = 0

  /// Nil if the length is wrong.
  package init?(_ body: [UInt8]) {
    guard body.count == Size.keyFileBody else { return nil }
    keyBlob = body
  }

  package var encoded: [UInt8] { keyBlob }
}

/// Body of a recipient slot, 104 bytes: ephemeral public key 32, blob of the master or presence
/// key (spec §4.3).
package struct RecipientBody: Equatable, Sendable {
  package var ephemeral: Bytes32
  package var keyBlob: [UInt8]

  package static let keyBlobStart = 32

  package init(ephemeral: Bytes32, keyBlob: [UInt8]) {
    self.ephemeral = ephemeral
    self.keyBlob = keyBlob
  }

  /// Nil if the length is wrong.
  package init?(_ body: [UInt8]) {
    guard body.count == Size.recipientBody else { return nil }
    ephemeral = Bytes32(body.span, at: 0)
    keyBlob = [UInt8](body[Self.keyBlobStart...])
  }

  package var encoded: [UInt8] {
    var out = Writer(capacity: Size.recipientBody)
    out.append(ephemeral)
    out.append(keyBlob)
    return out.bytes
  }
}
