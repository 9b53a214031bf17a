/// What is private about a slot (spec §8.3): slotID 8, length u16, TLVs.
package struct SlotNote: Equatable, Sendable {
  package var slotID: Bytes8
  package var label: String
  /// Milliseconds since 1970.
  package var created: Int64?
  /// Public key of a recipient slot; present exactly there.
  package var recipient: Bytes32?
  package var unknown: UnknownTLVs

  package init(
    slotID: Bytes8, label: String = "", created: Int64? = nil, recipient: Bytes32? = nil,
    unknown: UnknownTLVs = UnknownTLVs()
  ) {
    self.slotID = slotID
    self.label = label
    self.created = created
    self.recipient = recipient
    self.unknown = unknown
  }

  /// A note without content is not written.
  package var isEmpty: Bool { label.isEmpty && created == nil && recipient == nil && unknown.isEmpty }

  package static func == (a: SlotNote, b: SlotNote) -> Bool {
    a.slotID == b.slotID && sameText(a.label, b.label) && a.created == b.created
      && a.recipient == b.recipient && a.unknown == b.unknown
  }

  package static func parse(_ outer: inout Reader) throws(FormatError) -> SlotNote {
    var note = SlotNote(slotID: try outer.fixed("slot note is cut off"))
    let length = Int(try outer.u16("slot note is cut off"))
    guard length > 0 else { throw outer.error("slot note is empty") }
    let base = outer.offset
    var reader = TLVReader(try outer.take(length, "slot note is cut off"), code: outer.code, base: base)
    while let tlv = try reader.next() {
      switch tlv.tag {
      case TLVTag.Note.label: note.label = try tlv.string()
      case TLVTag.Note.created: note.created = try tlv.i64()
      case TLVTag.Note.recipient: note.recipient = try tlv.fixed()
      default: try note.unknown.take(tlv)
      }
    }
    return note
  }

  /// Writes nothing if the note is empty. Throws `root` if it is longer than 65,535 bytes.
  package func encode(into out: inout Writer) throws(FormatError) {
    if isEmpty { return }
    out.append(slotID)
    let start = out.count
    out.u16(0)
    var tlv = TLVWriter(keeping: unknown)
    tlv.text(TLVTag.Note.label, label, &out)
    tlv.i64(TLVTag.Note.created, created, &out)
    tlv.fixed(TLVTag.Note.recipient, recipient, &out)
    tlv.finish(&out)
    guard let length = UInt16(exactly: out.count - start - 2) else {
      throw FormatError(.root, at: start, "slot note would be longer than 65,535 bytes")
    }
    out.patch16(length, at: start)
  }
}
