extension Suite {
  /// The steps "page" of spec §13.1, but for the records.
  mutating func addPages() throws {
    func two(_ made: inout Case) {
      made.add(Item("web", "me"))
      made.container.cuts = [1]
    }
    try fault(
      "page_link", .page, "10.1-1 5.2-1", "A bit of the page is wrong; the link is that of the good page."
    ) {
      $0.edit(.pageLinked(0)) { $0.flip(100) }
    }
    try fault("page_seal", .page, "10.1-1", "A bit of the page's tag is wrong, and the link fits it.") {
      $0.edit(.pageBlob(0)) { $0.flip(-1) }
    }
    try fault("page_swapped", .page, "10.1-1", "Two pages of the same size have changed places.") { made in
      two(&made)
      made.container.items[1] = Item("wall", "me", "dummy secret")
      // Each segment is a page of 296 bytes and a payload of 104.
      made.edit(.segments) {
        $0 = Bytes($0[400..<696]) + Bytes($0[296..<400]) + Bytes($0[..<296]) + Bytes($0[696...])
      }
    }
    try fault(
      "page_content_short", .page, "10.1-2", "contentLength is so small that 256 bytes less would do."
    ) {
      $0.item { $0.tags = [Tag(4, Bytes(repeating: 0x61, count: 300))] }
      $0.edit(.pagePlain(0)) { $0.put(200, 4, at: 0) }
    }
    try fault("page_content_long", .page, "10.1-2", "contentLength goes past the plaintext.") {
      $0.edit(.pagePlain(0)) { $0.put($0.count - 3, 4, at: 0) }
    }
    try fault("page_padding", .page, "10.1-2", "The last byte of the padding is not zero.") {
      $0.edit(.pagePlain(0)) { $0.flip(-1) }
    }
    try fault("page_padding_long", .page, "10.1-2", "The padding is 256 bytes longer than it need be.") {
      $0.edit(.pagePlain(0)) { $0 += Bytes(repeating: 0, count: 256) }
    }
    try fault("page_content_65537", .page, "10.1-2 3-1", "Two records that have 65,537 bytes together.") {
      $0.item { $0.tags = [Tag(4, Bytes(repeating: 0x61, count: 40_000))] }
      let used = 2 * (2 + 83 + 11 + 6) + 40_000
      $0.add(Item("mall", "me")) { $0.tags = [Tag(4, Bytes(repeating: 0x61, count: 65_537 - used))] }
      $0.container.cuts = [2]
    }
    try fault(
      "page_fewer_records", .page, "10.1-3", "recordCount and itemCount are 2, the page has one record."
    ) {
      $0.segment { $0.recordCount = 2 }
    }
    try fault(
      "page_more_records", .page, "10.1-3", "recordCount and itemCount are 1, the page has two records."
    ) {
      $0.add(Item("web", "me"))
      $0.segment { $0.recordCount = 1 }
    }
    try fault(
      "page_payload_bytes", .page, "10.1-3", "After the payloads 64 bytes more, counted in payloadBytes."
    ) {
      $0.segment { $0.payloadBytes += 64 }
      $0.edit(.segments) { $0 += Bytes(repeating: 0, count: 64) }
    }
    try fault("page_empty", .page, "10.1-3", "A page without content.") {
      $0.edit(.pageContent(0)) { $0 = [] }
    }
    try fault(
      "order_first", .order, "10.1-4", "The segment's first identity is less than that of its first record."
    ) {
      $0.segment { $0.first = Item("mail", "a").identity }
    }
    try fault("order_records", .order, "10.1-5", "Two records of a page in descending order.") {
      $0.container.items = [Item("web", "me"), Item("mail", "me")]
      $0.container.sortsItems = false
    }
    try fault("order_same", .order, "10.1-5", "Two records of one identity.") {
      $0.add($0.container.items[0]) { $0.id = Bytes(from: 1, count: 16) }
    }
    try fault(
      "order_next_segment", .order, "10.1-5",
      "The last record of a segment stands after the first of the next."
    ) {
      $0.container.items = [Item("a", ""), Item("c", ""), Item("b", "")]
      $0.container.sortsItems = false
      $0.container.cuts = [2]
    }
    try fault(
      "order_same_as_next", .order, "10.1-5", "The last record of a segment is the first of the next."
    ) {
      $0.container.items = [Item("a", ""), Item("b", ""), Item("b", "")]
      $0.container.items[1].id = Bytes(from: 1, count: 16)
      $0.container.cuts = [2]
    }
    try fault(
      "precedence_page_record", .record, "13.1-1",
      "A bad record and a wrong recordCount: the record is first."
    ) {
      $0.item { $0.contentType = 4 }
      $0.segment { $0.recordCount = 2 }
    }
    try fault("precedence_chain_page", .keyTable, "13.1-1", "A chain that does not open and a damaged page.")
    {
      $0.entry { entry, _, _ in entry.chains[0].editBlob = { $0.flip(-1) } }
      $0.edit(.pageLinked(0)) { $0.flip(100) }
    }
    try fault(
      "precedence_item_id_payload", .record, "13.1-1", "One itemID twice in a page, and a damaged payload."
    ) {
      $0.add(Item("web", "me"))
      for index in 0...1 { $0.container.items[index].id = Bytes(from: 1, count: 16) }
      $0.item { $0.editLinked = { $0.flip(30) } }
    }
    try fault("precedence_payload_copies", .payload, "13.1-1", "A damaged payload and a damaged second root.")
    {
      $0.item { $0.editLinked = { $0.flip(30) } }
      $0.edit(.file) { $0.flip(-(16 + 244 + 1)) }
    }
    try fault(
      "precedence_root_page", .root, "13.1-1",
      "A damaged page and a root that breaks a rule: the root is first."
    ) {
      $0.edit(.pageLinked(0)) { $0.flip(100) }
      $0.container.editRootTags = { $0.removeFirst() }
    }
  }

  /// Second root, second header, trailer (spec §4.4).
  mutating func addCopies() throws {
    let faults: [(String, String, (inout Bytes) -> Void)] = [
      ("copies_root", "A bit of the second root is wrong.", { $0.flip(-(16 + 244 + 1)) }),
      ("copies_header", "A bit of the second header is wrong.", { $0.flip(-(16 + 1)) }),
      ("copies_trailer_file_length", "The trailer's fileLength is wrong.", { $0.flip(-16) }),
      ("copies_trailer_header_length", "The trailer's headerLength is wrong.", { $0.flip(-8) }),
      ("copies_trailer_end", "The trailer's last byte is wrong.", { $0.flip(-1) }),
    ]
    for (name, description, change) in faults {
      try fault(name, .copies, "4.4-1", description) { $0.edit(.file, change) }
    }
    try valid("copies_not_read", "4.4-1", "The second root is damaged; opening does not look at it.") {
      $0.operation = .open
      $0.edit(.file) { $0.flip(-(16 + 244 + 1)) }
    }
  }
}
