/// A checked record, lent from a page: fields are read where they lie, nothing is copied. A
/// verification of a million records allocates nothing for them.
package struct RecordView: ~Escapable {
  /// The whole record, with its length field.
  package let bytes: Span<UInt8>

  /// Offsets of the fields from the record's length field on.
  package enum Offset {
    package static let itemID = 2
    package static let keyID = 18
    package static let created = 22
    package static let modified = 30
    package static let revision = 38
    package static let payloadRevision = 42
    package static let contentType = 46
    package static let payloadLength = 47
    package static let payloadLink = 51
    package static let identityLength = 83
  }

  /// The caller has checked the record.
  @_lifetime(copy bytes)
  package init(checked bytes: Span<UInt8>) { self.bytes = bytes }

  private func u32(_ offset: Int) -> UInt32 { ByteOrder.little(bytes, offset, as: UInt32.self) }
  private func i64(_ offset: Int) -> Int64 {
    Int64(bitPattern: ByteOrder.little(bytes, offset, as: UInt64.self))
  }

  package var itemID: Bytes16 { Bytes16(bytes, at: Offset.itemID) }
  package var keyID: UInt32 { u32(Offset.keyID) }
  package var created: Int64 { i64(Offset.created) }
  package var modified: Int64 { i64(Offset.modified) }
  package var revision: UInt32 { u32(Offset.revision) }
  package var payloadRevision: UInt32 { u32(Offset.payloadRevision) }
  package var contentType: ContentType { ContentType(rawValue: bytes[Offset.contentType]) ?? .bytes }
  package var payloadLength: UInt32 { u32(Offset.payloadLength) }
  package var payloadLink: Bytes32 { Bytes32(bytes, at: Offset.payloadLink) }

  private var identityCount: Int {
    Int(ByteOrder.little(bytes, Offset.identityLength, as: UInt16.self))
  }

  /// Whether this is a value beside an item's own, and no item.
  var isCompanion: Bool { identity[0] == Identity.Class.companion }

  /// The encoded identity, lent.
  package var identity: Span<UInt8> {
    @_lifetime(copy self) get {
      bytes.extracting(Size.recordFixed..<(Size.recordFixed + identityCount))
    }
  }

  /// The TLVs, lent.
  package var attributeBytes: Span<UInt8> {
    @_lifetime(copy self) get { bytes.extracting((Size.recordFixed + identityCount)..<bytes.count) }
  }

  /// Copies the attributes, with the name.
  package func attributes() throws(FormatError) -> ItemAttributes {
    try attributes(name: Identity(checked: [UInt8](copying: identity)).parts)
  }

  private func attributes(name: IdentityParts) throws(FormatError) -> ItemAttributes {
    try ItemAttributes.parse(attributeBytes, base: Size.recordFixed + identityCount, name: name)
  }

  /// Copies the record.
  package func record() throws(FormatError) -> Record {
    let identity = Identity(checked: [UInt8](copying: identity))
    return Record(
      itemID: itemID, keyID: keyID, created: created, modified: modified, revision: revision,
      payloadRevision: payloadRevision, contentType: contentType, payloadLength: payloadLength,
      payloadLink: payloadLink, identity: identity, attributes: try attributes(name: identity.parts))
  }
}

// MARK: - Checking

extension RecordView {
  /// Checks the record that begins at `start` of a page's content. Throws `record`.
  @_lifetime(copy content)
  package static func parse(
    _ content: Span<UInt8>, at start: Int, keyTable: borrowing KeyTable
  ) throws(FormatError) -> RecordView {
    func fail(_ offset: Int, _ what: StaticString) -> FormatError {
      FormatError(.record, at: start + offset, what)
    }
    guard start >= 0, content.count - start >= 2 else { throw fail(0, "record is cut off") }
    let length = Int(ByteOrder.little(content, start, as: UInt16.self))
    guard length <= Limit.record else { throw fail(0, "record is longer than 60 KiB") }
    guard length <= content.count - start - 2, length + 2 >= Size.recordFixed else {
      throw fail(0, "record is cut off")
    }
    let view = RecordView(checked: content.extracting(start..<(start + 2 + length)))
    try view.checkFixed(at: start)
    guard view.identityCount <= view.bytes.count - Size.recordFixed else {
      throw fail(Offset.identityLength, "identity is cut off")
    }
    try view.checkIdentityAndAttributes(at: start, keyTable)
    return view
  }

  private func checkFixed(at start: Int) throws(FormatError) {
    let type = bytes[Offset.contentType]
    guard type <= 3 else { throw FormatError(.record, at: start + Offset.contentType, "unknown contentType") }
    guard type != 3 || payloadLength == 0 else {
      throw FormatError(.record, at: start + Offset.payloadLength, "no data, but a length")
    }
    guard Int(payloadLength) <= Limit.payload else {
      throw FormatError(.record, at: start + Offset.payloadLength, "payload is longer than 64 MiB")
    }
    guard payloadRevision >= 1, payloadRevision <= revision else {
      throw FormatError(.record, at: start + Offset.revision, "payloadRevision is not 1 to revision")
    }
  }

  private func checkIdentityAndAttributes(
    at start: Int, _ keyTable: borrowing KeyTable
  ) throws(FormatError) {
    guard let index = keyTable.index(of: keyID) else {
      throw FormatError(.record, at: start + Offset.keyID, "keyID is not in the key table")
    }
    let facts = keyTable.facts[index]
    let layout = try IdentityLayout.parse(identity, base: start + Size.recordFixed)
    let scope: Bytes16? = layout.hasScope ? Bytes16(identity, at: layout.scopeStart) : nil
    guard scope == facts.deviceID else {
      throw FormatError(
        .record, at: start + Size.recordFixed + layout.scopeStart,
        "scope is not the deviceID of the key-table entry")
    }
    let base = start + Size.recordFixed + identityCount
    let hasPassword = try ItemAttributes.check(attributeBytes, base: base)
    guard hasPassword == facts.hasApplicationPassword else {
      throw FormatError(.record, at: base, "password parameters do not go with the key-table entry")
    }
  }
}
