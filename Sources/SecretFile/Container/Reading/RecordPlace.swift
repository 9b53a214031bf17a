/// Where a record of a snapshot lies.
struct RecordPlace: Sendable, Hashable {
  /// The segment's index.
  var segment: Int
  /// The record's index in its page.
  var index: Int
}

extension Snapshot {
  /// The record of this identity; nil if there is none. Touches one page.
  func find(_ identity: Identity) throws(SecretFileError) -> RecordPlace? {
    guard let segment = root.segments.locate(identity.bytes.span) else { return nil }
    guard let index = try page(segment).index(of: identity.bytes.span) else { return nil }
    return RecordPlace(segment: segment, index: index)
  }

  /// A copy of a record.
  func record(at place: RecordPlace) throws(SecretFileError) -> Record {
    let page = try page(place.segment)
    return try format { () throws(FormatError) in try page.record(place.index).record() }
  }

  /// The blob of a record's payload: where it starts in the file, and its length.
  func payload(at place: RecordPlace) throws(SecretFileError) -> Range<UInt64> {
    let entry = try page(place.segment).entries[place.index]
    let start = payloadPosition(of: place.segment) + UInt64(entry.payloadStart)
    return start..<(start + UInt64(entry.payloadBytes))
  }
}

extension Item {
  /// The item that a record is.
  init(_ record: Record, _ protection: Protection, keyID: UInt32? = nil) {
    self.init(
      id: record.itemID, attributes: record.attributes, protection: protection, keyID: keyID ?? record.keyID,
      created: record.created, modified: record.modified, revision: record.revision,
      payloadRevision: record.payloadRevision, contentType: record.contentType,
      length: Int(record.payloadLength), identity: record.identity)
  }
}
