internal import SecretCrypto

/// Sealing and opening of payloads (spec §2, §7). Made for loops over a million records: nothing is allocated.
enum PayloadSeal {
  /// The associated data of a payload's blob, 85 bytes: "payload" 00 ‖ containerID ‖ itemID ‖ payloadRevision ‖
  /// keyID ‖ contentType ‖ payloadLength ‖ H(identity).
  struct Associated {
    private(set) var bytes = InlineArray<85, UInt8>(repeating: 0)

    /// For payloads of this container.
    init(_ containerID: Bytes16) {
      let label = Array(BlobLabel.payload.utf8)
      for index in label.indices { bytes[index] = label[index] }
      for index in 0..<16 { bytes[8 + index] = containerID.storage[index] }
    }

    /// Takes the fields from a record, which holds them in its fixed part.
    @inline(__always)
    mutating func set(_ record: Span<UInt8>, identityHash: InlineArray<32, UInt8>) {
      for index in 0..<16 { bytes[24 &+ index] = record[RecordView.Offset.itemID &+ index] }
      for index in 0..<4 { bytes[40 &+ index] = record[RecordView.Offset.payloadRevision &+ index] }
      for index in 0..<4 { bytes[44 &+ index] = record[RecordView.Offset.keyID &+ index] }
      // contentType and payloadLength follow each other in the record too.
      for index in 0..<5 { bytes[48 &+ index] = record[RecordView.Offset.contentType &+ index] }
      for index in 0..<32 { bytes[53 &+ index] = identityHash[index] }
    }
  }

  /// Derives the key of one item: derive(CK, "item", itemID ‖ passwordHash).
  @inline(__always)
  static func deriveKey(
    _ classKey: Span<UInt8>, itemID: Span<UInt8>, passwordHash: Span<UInt8>,
    into key: inout MutableSpan<UInt8>
  ) {
    derive(classKey, KeyLabel.item, itemID, passwordHash, into: &key)
  }
}
