internal import SecretCrypto

/// Sealing and opening of payloads (spec §2, §7). Made for loops over a million records: nothing is allocated.
struct PayloadSeal {
  /// The associated data, 85 bytes: "payload" 00 ‖ containerID ‖ itemID ‖ payloadRevision ‖ keyID ‖ contentType ‖
  /// payloadLength ‖ H(identity).
  private var associated = InlineArray<85, UInt8>(repeating: 0)

  /// For payloads of this container.
  init(_ containerID: Bytes16) {
    for (index, byte) in BlobLabel.payload.utf8.enumerated() { associated[index] = byte }
    for index in 0..<16 { associated[8 + index] = containerID.storage[index] }
  }

  /// Takes the hash of the identity of the records that follow, until the next call.
  mutating func bind(identityHash hash: InlineArray<32, UInt8>) {
    for index in 0..<32 { associated[53 &+ index] = hash[index] }
  }

  /// Takes the fields from a record, which holds them in its fixed part.
  private mutating func bind(_ record: RecordView) {
    let bytes = record.bytes
    for index in 0..<16 { associated[24 &+ index] = bytes[RecordView.Offset.itemID &+ index] }
    for index in 0..<4 { associated[40 &+ index] = bytes[RecordView.Offset.payloadRevision &+ index] }
    for index in 0..<4 { associated[44 &+ index] = bytes[RecordView.Offset.keyID &+ index] }
    // contentType and payloadLength follow each other in the record too.
    for index in 0..<5 { associated[48 &+ index] = bytes[RecordView.Offset.contentType &+ index] }
  }

  /// Opens the blob of a record's payload, whose identity is bound and whose link has been checked, into `plain`, which has exactly the padded
  /// length; false if it is not genuine. `key` is 32 bytes of scratch memory.
  mutating func open(
    _ blob: Span<UInt8>, of record: RecordView, classKey: Span<UInt8>, passwordHash: Span<UInt8>,
    key: inout MutableSpan<UInt8>, into plain: inout MutableSpan<UInt8>
  ) -> Bool {
    bind(record)
    let itemID = record.itemID
    derive(classKey, KeyLabel.item, itemID.span, passwordHash, into: &key)
    return AEAD.open(blob, associated: associated.span, key: key.span, into: &plain)
  }

  /// Seals the padded payload of a record, whose identity is bound and whose fields but for the link are final, and
  /// returns its link.
  mutating func seal(
    _ plain: Span<UInt8>, of record: RecordView, classKey: Span<UInt8>, passwordHash: Span<UInt8>,
    seed: CommitSeed, key: inout MutableSpan<UInt8>, into blob: inout MutableSpan<UInt8>
  ) -> InlineArray<32, UInt8> {
    bind(record)
    let itemID = record.itemID
    derive(classKey, KeyLabel.item, itemID.span, passwordHash, into: &key)
    let nonce = seed.payloadNonce(itemID.span)
    AEAD.seal(plain, associated: associated.span, nonce: nonce.span, key: key.span, into: &blob)
    return Hash.blake2b256(blob.span)
  }
}
