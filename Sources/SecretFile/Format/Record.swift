/// What a payload holds (spec §10.2).
public enum ContentType: UInt8, Sendable, CaseIterable {
  /// Bytes.
  case bytes = 0
  /// UTF-8 text.
  case text = 1
  /// A binary property list.
  case binaryPlist = 2
  /// No data, which is not the same as empty data.
  case none = 3
}

/// A record: all of an item but its payload (spec §10.2).
package struct Record: Equatable, Sendable {
  /// Unique in the file, kept for life.
  package var itemID: Bytes16
  package var keyID: UInt32
  /// Milliseconds since 1970.
  package var created: Int64
  /// Milliseconds since 1970.
  package var modified: Int64
  /// From 1; raised by every change.
  package var revision: UInt32
  /// From 1; raised by every sealing of the payload.
  package var payloadRevision: UInt32
  package var contentType: ContentType
  /// True length, without padding.
  package var payloadLength: UInt32
  /// BLAKE2b-256 of the payload's blob.
  package var payloadLink: Bytes32
  /// The name as it is written; `rename` changes it.
  package private(set) var identity: Identity
  /// All TLVs, and the parts of `identity`.
  package var attributes: ItemAttributes

  package init(
    itemID: Bytes16, keyID: UInt32, created: Int64, modified: Int64, revision: UInt32 = 1,
    payloadRevision: UInt32 = 1, contentType: ContentType, payloadLength: UInt32,
    payloadLink: Bytes32 = Bytes32(), identity: Identity, attributes: ItemAttributes
  ) {
    self.itemID = itemID
    self.keyID = keyID
    self.created = created
    self.modified = modified
    self.revision = revision
    self.payloadRevision = payloadRevision
    self.contentType = contentType
    self.payloadLength = payloadLength
    self.payloadLink = payloadLink
    self.identity = identity
    self.attributes = attributes
  }

  /// Gives the record another name; the payload must be sealed anew for it.
  package mutating func rename(_ identity: Identity) {
    self.identity = identity
    attributes.name = identity.parts
  }

  /// Appends the record with its length field. Throws `record`, with nothing appended, if it
  /// would be longer than 60 KiB, or names bits of text types that do not exist.
  package func encode(into out: inout Writer) throws(FormatError) {
    let fixed = Fixed(
      itemID: itemID, keyID: keyID, created: created, modified: modified, revision: revision,
      payloadRevision: payloadRevision, contentType: contentType, payloadLength: payloadLength,
      payloadLink: payloadLink)
    try fixed.encode(identity.bytes, attributes, into: &out)
  }

  /// The fields of fixed size. Encoding from here spares a copy of the attributes.
  package struct Fixed: Sendable {
    package var itemID = Bytes16()
    package var keyID: UInt32
    package var created: Int64
    package var modified: Int64
    package var revision: UInt32 = 1
    package var payloadRevision: UInt32 = 1
    package var contentType: ContentType
    package var payloadLength: UInt32
    package var payloadLink = Bytes32()

    package init(
      itemID: Bytes16 = Bytes16(), keyID: UInt32, created: Int64, modified: Int64, revision: UInt32 = 1,
      payloadRevision: UInt32 = 1, contentType: ContentType, payloadLength: UInt32,
      payloadLink: Bytes32 = Bytes32()
    ) {
      self.itemID = itemID
      self.keyID = keyID
      self.created = created
      self.modified = modified
      self.revision = revision
      self.payloadRevision = payloadRevision
      self.contentType = contentType
      self.payloadLength = payloadLength
      self.payloadLink = payloadLink
    }

    /// Appends a record with these fields; see `Record.encode(into:)`.
    package func encode(
      _ identity: [UInt8], _ attributes: borrowing ItemAttributes, into out: inout Writer
    ) throws(FormatError) {
      let start = out.count
      guard attributes.dataParts.isKnown else {
        throw FormatError(.record, at: start, "unknown bits of text types")
      }
      encode(identityCount: identity.count, into: &out)
      out.append(identity)
      attributes.encode(into: &out)
      let length = out.count - start - 2
      guard length <= Limit.record else {
        out.truncate(to: start)
        throw FormatError(.record, at: start, "record would be longer than 60 KiB")
      }
      out.patch16(UInt16(truncatingIfNeeded: length), at: start)
    }

    /// The 85 bytes before the identity, with a length field of 0.
    private func encode(identityCount: Int, into out: inout Writer) {
      out.append(count: Size.recordFixed) { (part: inout OutputSpan<UInt8>) in
        part.append(little: 0 as UInt16)
        for i in 0..<16 { part.append(itemID.storage[i]) }
        part.append(little: keyID)
        part.append(little: UInt64(bitPattern: created))
        part.append(little: UInt64(bitPattern: modified))
        part.append(little: revision)
        part.append(little: payloadRevision)
        part.append(contentType.rawValue)
        part.append(little: payloadLength)
        for i in 0..<32 { part.append(payloadLink.storage[i]) }
        part.append(little: UInt16(truncatingIfNeeded: identityCount))
      }
    }
  }
}
