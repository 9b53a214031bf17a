extension Root {
  /// Step 10 of reading, from the TLVs on: structure, agreement with the header, the sum of
  /// lengths. `content` is the root's content without its frame; the segment table goes on lying in it. Throws
  /// `root`.
  package static func parse(_ content: ArraySlice<UInt8>, header: Header) throws(FormatError) -> Root {
    var root = Root(created: 0, modified: 0)
    var times: (created: Bool, modified: Bool) = (false, false)
    var reader = TLVReader(content.span, code: .root, base: 0)
    while let tlv = try reader.next() {
      switch tlv.tag {
      case TLVTag.Root.label: root.label = try tlv.string()
      case TLVTag.Root.created:
        root.created = try tlv.i64()
        times.created = true
      case TLVTag.Root.modified:
        root.modified = try tlv.i64()
        times.modified = true
      case TLVTag.Root.itemCount: root.itemCount = try tlv.u32()
      case TLVTag.Root.installation: root.installation = try tlv.fixed()
      case TLVTag.Root.previousMAC: root.previousMAC = try tlv.fixed()
      case TLVTag.Root.notes: root.notes = try parseNotes(tlv)
      case TLVTag.Root.keyTable: root.keyTable = [UInt8](copying: try tlv.data())
      case TLVTag.Root.passcodeCheck: root.passcodeCheck = try tlv.fixed()
      case TLVTag.Root.segments:
        let start = content.startIndex + tlv.base
        root.segments = try SegmentTable(
          parsing: content[start..<(start + tlv.data().count)], base: tlv.base)
      case TLVTag.Root.journalKey: root.journalKey = try tlv.fixed()
      case TLVTag.Root.journal: root.journal = try DatedDigest.parseList(tlv)
      case TLVTag.Root.tombstones: root.tombstones = try DatedDigest.parseList(tlv)
      case TLVTag.Root.presenceCheck: root.presenceCheck = try tlv.fixed()
      default: try root.unknown.take(tlv)
      }
    }
    guard times.created, times.modified else {
      throw FormatError(.root, at: content.count, "created and modified are required")
    }
    try root.check(against: header)
    return root
  }

  private static func parseNotes(_ tlv: borrowing TLV) throws(FormatError) -> [SlotNote] {
    var reader = Reader(try tlv.data(), code: .root, base: tlv.base)
    var notes: [SlotNote] = []
    while !reader.isAtEnd {
      let start = reader.offset
      let note = try SlotNote.parse(&reader)
      if let last = notes.last, !(last.slotID < note.slotID) {
        throw FormatError(.root, at: start, "slot notes do not ascend")
      }
      notes.append(note)
    }
    return notes
  }

  /// What root and header must agree on. Throws `root`; a writer checks itself with it.
  package func check(against header: Header) throws(FormatError) {
    func fail(_ what: StaticString) -> FormatError { FormatError(.root, at: 0, what) }
    guard (previousMAC != nil) == (header.generation > 1) else {
      throw fail("previous header's mac does not go with the generation")
    }
    guard (passcodeCheck != nil) == header.hasSlot(kind: SlotKind.passphrase) else {
      throw fail("passcode check does not go with the slots")
    }
    guard (presenceCheck != nil) == header.hasSlot(role: SlotRole.presence) else {
      throw fail("presence check does not go with the slots")
    }
    guard journal.isEmpty || journalKey != nil else { throw fail("journal without its key") }
    try checkNotes(header)
    guard UInt64(itemCount) == segments.recordCount else {
      throw fail("itemCount differs from the records of the segments")
    }
    guard Int(itemCount) <= Limit.items else { throw fail("more than 2^24 items") }
    guard header.fileLength == header.lengthWithoutSegments + segments.length else {
      throw fail("lengths do not add up to fileLength")
    }
  }

  private func checkNotes(_ header: Header) throws(FormatError) {
    func fail(_ what: StaticString) -> FormatError { FormatError(.root, at: 0, what) }
    for note in notes {
      guard let slot = header.slot(note.slotID) else {
        throw fail("note of a slot that is not in the header")
      }
      guard (note.recipient != nil) == (slot.kind == SlotKind.recipient) else {
        throw fail("recipient does not go with the kind of the slot")
      }
    }
    for slot in header.slots where slot.kind == SlotKind.recipient && note(slot.slotID) == nil {
      throw fail("recipient slot without a note")
    }
  }

  /// The root's content. Throws `root` if it would pass 256 MiB or a note 65,535 bytes.
  package func encode() throws(FormatError) -> [UInt8] {
    var out = Writer(capacity: 512 + keyTable.count + segments.bytes.count)
    var tlv = TLVWriter(keeping: unknown)
    tlv.text(TLVTag.Root.label, label, &out)
    tlv.i64(TLVTag.Root.created, created, &out)
    tlv.i64(TLVTag.Root.modified, modified, &out)
    tlv.u32(TLVTag.Root.itemCount, itemCount, &out)
    tlv.fixed(TLVTag.Root.installation, installation, &out)
    tlv.fixed(TLVTag.Root.previousMAC, previousMAC, &out)
    try tlv.nested(TLVTag.Root.notes, &out) { (out) throws(FormatError) in
      for note in notes { try note.encode(into: &out) }
    }
    tlv.data(TLVTag.Root.keyTable, keyTable.span, &out)
    tlv.fixed(TLVTag.Root.passcodeCheck, passcodeCheck, &out)
    tlv.data(TLVTag.Root.segments, segments.bytes.span, &out)
    tlv.fixed(TLVTag.Root.journalKey, journalKey, &out)
    tlv.nested(TLVTag.Root.journal, &out) { out in
      for entry in journal { entry.encode(into: &out) }
    }
    tlv.nested(TLVTag.Root.tombstones, &out) { out in
      for entry in tombstones { entry.encode(into: &out) }
    }
    tlv.fixed(TLVTag.Root.presenceCheck, presenceCheck, &out)
    tlv.finish(&out)
    guard Size.blobOverhead + Padding.framed(out.count) <= Limit.rootLength.upperBound else {
      throw FormatError(.root, at: out.count, "root would be longer than 256 MiB")
    }
    return out.bytes
  }
}
