extension Suite {
  /// Notes, segment table, journal and tombstones (spec §8.3 to §8.5).
  mutating func addRootLists() throws {
    try addNotes()
    try addSegmentTable()
    try addJournal()
  }

  private mutating func addNotes() throws {
    try fault("note_order", .root, "8.3-1", "Two notes in descending order.") {
      $0.addPassphrase()
      $0.edit(.slotNotes) { $0 = Bytes($0[24...]) + Bytes($0[..<24]) }
    }
    try fault("note_twice", .root, "8.3-1", "Two notes for one slot.") { $0.edit(.slotNotes) { $0 += $0 } }
    try fault("note_no_slot", .root, "8.3-1", "A note for a slot that is not in the header.") {
      $0.edit(.slotNotes) { $0.flip(0) }
    }
    try fault("note_empty", .root, "8.3-2", "A note of length 0.") {
      $0.edit(.slotNotes) { $0 = Bytes($0[..<8]) + [0, 0] }
    }
    try fault("note_overrun", .root, "8.3-2", "The note is one byte longer than the list.") {
      $0.edit(.slotNotes) { $0[8] += 1 }
    }
    try fault("note_tag_critical", .root, "7-4", "A note with an unknown critical tag.") {
      $0.edit(.slotNotes) { $0 = Bytes($0[..<8]) + (Bytes($0[10...]) + Tag(0x8001, [1]).bytes).counted16 }
    }
    try fault("note_label_empty", .root, "7-3", "A note with an empty label.") {
      $0.edit(.slotNotes) { $0 = Bytes($0[..<8]) + (Tag(1, []).bytes + Bytes($0[10...])).counted16 }
    }
    try fault("note_no_recipient", .root, "8.3-3", "The note of an X25519 slot has no recipient.") {
      $0.container.slots = [Slot(.recipient(Keys.identity))]
      ($0.keyFiles, $0.identities) = ([], [KeyText.identity(Keys.identity)])
      $0.edit(.slotNotes) { $0 = Bytes($0[..<8]) + Bytes($0[10..<24]).counted16 }
    }
    try fault("note_enrolment_missing", .root, "8.3-3", "There is no note of an enrolment.") {
      $0.container.slots[0].id = Bytes(repeating: 1, count: 8)
      $0.addEnrolment()
      $0.container.slots[1].id = Bytes(repeating: 2, count: 8)
      $0.edit(.slotNotes) { $0 = Bytes($0[..<24]) }
    }
    try fault("note_recipient", .root, "8.3-3", "The note of a key-file slot has a recipient.") {
      $0.edit(.slotNotes) {
        $0 = Bytes($0[..<8]) + (Bytes($0[10...]) + Tag(3, Bytes(from: 9)).bytes).counted16
      }
    }
    try valid("note_none", "8.3-1", "A key-file slot without a note.") { $0.edit(.slotNotes) { $0 = [] } }
  }

  private mutating func addSegmentTable() throws {
    func two(_ made: inout Case) {
      made.add(Item("web", "me"))
      made.container.cuts = [1]
    }
    try fault("segment_overrun", .root, "8.4-1", "The only entry of the segment table lacks its last byte.") {
      $0.edit(.segmentTable) { $0.removeLast() }
    }
    try fault("segment_no_identity", .root, "8.4-1", "A first identity of no bytes.") {
      $0.segment { $0.first = [] }
    }
    try fault("segment_identity_long", .root, "8.4-1", "A first identity of 2,051 bytes.") {
      $0.segment { $0.first = $0.first + Bytes(repeating: 0x61, count: 2_051 - $0.first.count) }
    }
    try fault("segment_order", .root, "8.4-2", "Two segments in descending order, each whole.") {
      two(&$0)
      $0.container.sortsItems = false
      $0.container.items.reverse()
    }
    try fault("segment_same_first", .root, "8.4-2", "Two segments begin with the same identity.") {
      two(&$0)
      $0.container.editSegments = { $0[1].first = $0[0].first }
    }
    try fault("segment_no_records", .root, "8.4-3", "A recordCount of 0; the sums fit.") {
      two(&$0)
      $0.container.editSegments = { $0[1].recordCount = 0 }
    }
    try fault("segment_sum", .root, "8.4-3", "itemCount is 2, and the recordCounts sum to 1.") {
      $0.container.editRootTags = { tags in
        tags.indices.forEach { if tags[$0].number == 4 { tags[$0].value[0] += 1 } }
      }
    }
    try fault(
      "segment_sum_overflow", .root, "2-1 8.4-3", "recordCounts whose sum is itemCount only modulo 2^32."
    ) {
      two(&$0)
      $0.container.editSegments = { ($0[0].recordCount, $0[1].recordCount) = (.max, 3) }
    }
    try fault("segment_page_length", .root, "8.4-4", "A page with a plaintext of 257 bytes.") {
      $0.edit(.pagePlain(0)) { $0.append(0) }
    }
    try fault("segment_page_long", .root, "8.4-4 3-1", "A page of 66,088 bytes, right but for its size.") {
      $0.edit(.pagePlain(0)) { $0 = $0.padded(to: 66_048) }
    }
    try fault(
      "segment_payloads_high", .root, "8.4-5 8.4-6 3-1",
      "Two records with more than 2^20 bytes of payload blobs, it says; fileLength does not know of them."
    ) {
      $0.add(Item("web", "me"))
      $0.segment { $0.payloadBytes = 1 << 20 + 8 }
    }
    try fault("segment_bytes", .root, "8.4-6", "payloadBytes is 64 more than is there.") {
      $0.segment { $0.payloadBytes += 64 }
    }
    try fault("segment_gap", .root, "8.4-6", "Bytes after the last segment, counted in fileLength.") {
      $0.edit(.segments) { $0 += Bytes(repeating: 0, count: 64) }
    }
  }

  private mutating func addJournal() throws {
    func entry(_ first: UInt8) -> Bytes { Bytes(from: first, count: 16) + Bytes(Keys.time, 8) }
    let key = Tag(11, Bytes(from: 0x33))
    try fault("journal_length", .root, "8.5-1", "A journal of 25 bytes.") {
      $0.container.rootTags = [key, Tag(12, entry(1) + [0])]
    }
    try fault("journal_order", .root, "8.5-1", "A journal in descending order.") {
      $0.container.rootTags = [key, Tag(12, entry(2) + entry(1))]
    }
    try fault("journal_no_key", .root, "8.5-2", "A journal without its key.") {
      $0.container.rootTags = [Tag(12, entry(1))]
    }
    try fault("tombstones_same", .root, "8.5-1", "Two tombstones of one digest, with different times.") {
      $0.container.rootTags = [Tag(13, entry(1) + Bytes(from: 1, count: 16) + Bytes(Keys.time + 1, 8))]
    }
    try fault("tombstones_4097", .root, "8.5-1 3-1", "4,097 tombstones.") {
      $0.container.rootTags = [
        Tag(13, (0..<4_097).flatMap { Bytes(Bytes($0, 16).reversed()) + Bytes(Keys.time, 8) })
      ]
    }
    try valid("journal_and_tombstones", "8.5-1 8.5-2", "A journal of one entry and two tombstones.") {
      let item = $0.container.items[0]
      let digest = derived(key.value, "journal", hash(item.identity) + hash(item.value), 16)
      $0.container.rootTags = [key, Tag(12, digest + Bytes(Keys.time, 8)), Tag(13, entry(1) + entry(2))]
    }
    try valid("journal_key_alone", "8.5-2", "A journal key, and nothing imported any more.") {
      $0.container.rootTags = [key]
    }
  }
}
