/// Parts that are genuine, in places where they do not belong (spec §5.2): from another place of the file, an older
/// version of it, or another container with the same keys.
extension Suite {
  mutating func addSplices() throws {
    try addAssociated()
    try addOlder()
    try addSegmentSplices()
  }

  /// Every field of the associated data, changed alone; links, hash and mac are right.
  private mutating func addAssociated() throws {
    let payload = [
      ("container", 8), ("item_id", 24), ("revision", 40), ("key_id", 44), ("type", 48), ("length", 49),
      ("identity", 53), ("label", 0),
    ]
    for (field, offset) in payload {
      try fault("splice_payload_\(field)", .payload, "12.1-2", "A payload sealed for another \(field).") {
        $0.item { $0.editAssociated = { $0.flip(offset) } }
      }
    }
    let chain = [
      ("container", 6), ("key_id", 22), ("accessibility", 26), ("access_control", 27), ("since_epoch", 31),
      ("kind", 35), ("key_epoch", 36),
    ]
    for (field, offset) in chain {
      try fault("splice_chain_\(field)", .keyTable, "9.5-6", "A class key wrapped for another \(field).") {
        $0.entry { entry, _, _ in entry.chains[0].editAssociated = { $0.flip(offset) } }
      }
    }
    let slot = [
      ("version", 12), ("suite", 14), ("container", 16), ("epoch", 32), ("kind", 36), ("role", 38),
      ("flags", 39), ("id", 40), ("length", 48),
    ]
    for (field, offset) in slot {
      try fault(
        "splice_slot_\(field)", .unlock, "4.2-13", "A slot whose blob is sealed for another \(field)."
      ) {
        $0.container.slots[0].editAssociated = { $0.flip(offset) }
      }
    }
    for (field, offset) in [("container", 5), ("epoch", 21), ("generation", 25)] {
      try fault("splice_root_\(field)", .root, "8.1-1", "A root sealed for another \(field).") {
        $0.edit(.rootAssociated) { $0.flip(offset) }
      }
    }
    try fault("splice_page_container", .page, "10.1-1", "A page sealed for another container.") {
      $0.edit(.pageAssociated(0)) { $0.flip(5) }
    }
    try fault("splice_page_as_root", .root, "8.1-1", "A page in place of the root: another label.") {
      $0.edit(.rootAssociated) { $0 = Bytes("page\0") + $0[5..<21] }
    }
    try fault("splice_root_as_page", .page, "10.1-1", "A root's associated data around a page.") {
      $0.edit(.pageAssociated(0)) { $0 = Bytes("root\0") + $0[5..<21] + Bytes(1, 4) + Bytes(1, 8) }
    }
  }

  /// A container of generation 2 and the one that it was made from; both have the same keys.
  private static func versions(_ made: inout Case) -> Built? {
    let classKey = Bytes(from: 0x39)
    made.container.master = Bytes(from: 0x19)
    made.entry { entry, _, _ in entry.classKey = classKey }
    made.item { $0.value = Bytes("dummy older") }
    let old = try? made.container.build()
    made.item { $0.value = Bytes("dummy newer") }
    made.container.generation = 2
    made.container.previousMac = old?.mac ?? []
    // Ids do not change from one generation to the next.
    if let item = old?.keys.draw("seed itemID", hash(made.container.items[0].identity), 16) {
      made.item { $0.id = item }
    }
    if let id = old?.slotIDs.first { made.container.slots[0].id = id }
    return old
  }

  private mutating func addOlder() throws {
    func segment(_ old: Built?) -> Bytes {
      guard let old else { return [] }
      return Bytes(old.bytes[(old.header.count + old.root.count)...].prefix(400))
    }
    try fault("splice_old_root", .root, "8.1-1 5.2-1", "The root of the generation before.") { made in
      let old = Self.versions(&made)
      made.edit(.rootLinked) {
        let older = old?.root ?? []
        $0 = older + $0[min(older.count, $0.count)...]
      }
    }
    try fault("splice_old_page", .page, "10.1-1 5.2-1", "The page of the generation before.") { made in
      let old = Self.versions(&made)
      made.edit(.pageLinked(0)) { $0 = Bytes(segment(old)[..<296]) }
    }
    try fault(
      "splice_old_page_linked", .payload, "12.1-1",
      "The page of the generation before, linked by someone with the master key; its payload is not there."
    ) { made in
      let old = Self.versions(&made)
      made.edit(.pageBlob(0)) { $0 = Bytes(segment(old)[..<296]) }
    }
    try fault("splice_old_payload", .payload, "12.1-1 5.2-1", "The payload of the generation before.") {
      made in
      let old = Self.versions(&made)
      made.item { $0.editLinked = { $0 = Bytes(segment(old)[296...]) } }
    }
    try fault(
      "splice_old_payload_revision", .payload, "12.1-2",
      "The payload of the generation before, linked, in a record with a later payloadRevision."
    ) { made in
      let old = Self.versions(&made)
      made.item {
        ($0.revision, $0.payloadRevision) = (2, 2)
        $0.editBlob = { $0 = Bytes(segment(old)[296...]) }
      }
    }
    try valid(
      "splice_old_record", "13.4-1",
      "An older record with its payload, put back by someone with the master key: nothing can tell."
    ) { made in
      let old = Self.versions(&made)
      made.item {
        $0.value = Bytes("dummy older")
        $0.editBlob = { $0 = Bytes(segment(old)[296...]) }
      }
    }
    try fault("splice_old_second_root", .copies, "4.4-1", "The second root is that of the generation before.")
    {
      made in
      let old = Self.versions(&made)
      made.edit(.file) { file in
        guard let old else { return }
        let start = file.count - 16 - old.header.count - 552
        file.replaceSubrange(
          start..<start + 552, with: old.root.padded(to: max(552, old.root.count)).prefix(552))
      }
    }
    try fault(
      "splice_old_second_header", .copies, "4.4-1", "The second header is that of the generation before."
    ) { made in
      let old = Self.versions(&made)
      made.edit(.file) { file in
        guard let old else { return }
        file.put(old.header, at: file.count - 16 - old.header.count)
      }
    }
  }

  /// Segments of 400 bytes each: a page of 296, a payload of 104.
  private mutating func addSegmentSplices() throws {
    func three(_ made: inout Case) {
      made.container.items = [Item("a", "x"), Item("b", "x"), Item("c", "x")]
      made.container.cuts = [1, 1]
    }
    let changes: [(String, ErrorName, String, String, (inout Bytes) -> Void)] = [
      (
        "segments_swapped", .page, "10.1-1", "Two whole segments have changed places.",
        { $0 = Bytes($0[400..<800]) + Bytes($0[..<400]) + Bytes($0[800...]) }
      ),
      (
        "segment_twice", .page, "10.1-1", "The first segment stands in the place of the second as well.",
        { $0.put(Bytes($0[..<400]), at: 400) }
      ),
      (
        "segment_dropped", .root, "8.4-6", "The last segment is not there; the table has it.",
        { $0.removeLast(400) }
      ),
      (
        "segment_added", .root, "8.4-6", "A fourth segment that the table does not have.",
        { $0 += Bytes($0[..<400]) }
      ),
      (
        "payload_twice", .payload, "12.1-1", "The payload of the first segment stands in the second as well.",
        { $0.put(Bytes($0[296..<400]), at: 696) }
      ),
    ]
    for (name, error, clauses, description, change) in changes {
      try fault("splice_" + name, error, clauses, description) {
        three(&$0)
        $0.edit(.segments, change)
      }
    }
    try fault(
      "splice_segment_cut_out", .length, "4.2-12", "The second segment has been cut out of the file."
    ) {
      three(&$0)
      $0.edit(.file) { $0.removeSubrange(1_200..<1_600) }
    }
  }
}
