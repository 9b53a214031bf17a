extension Suite {
  /// Step 10 of spec §13.1: seal, frame and tags of the root.
  mutating func addRoot() throws {
    try fault(
      "root_link", .root, "8.1-1 5.2-1", "A bit of the root is wrong; rootLink is that of the good root."
    ) {
      $0.edit(.rootLinked) { $0.flip(100) }
    }
    try fault(
      "root_link_other", .root, "8.1-1 5.2-1", "The root is whole and opens; rootLink is of another one."
    ) {
      $0.edit(.header) { $0.flip(56) }
    }
    try fault("root_seal", .root, "8.1-1", "A bit of the root's tag is wrong, and rootLink fits it.") {
      $0.edit(.rootBlob) { $0.flip(-1) }
    }
    try fault(
      "root_old_generation", .root, "8.1-1", "Generation 3 with a root that was sealed for generation 2."
    ) {
      $0.container.generation = 3
      $0.container.sealedGeneration = 2
    }
    try fault("root_content_short", .root, "8.1-2", "contentLength is so small that 256 bytes less would do.")
    {
      $0.edit(.rootPlain) { $0.put(0, 4, at: 0) }
    }
    try fault("root_content_long", .root, "8.1-2", "contentLength goes past the plaintext.") {
      $0.edit(.rootPlain) { $0.put($0.count - 3, 4, at: 0) }
    }
    try fault("root_content_huge", .root, "8.1-2 2-1", "contentLength is 2^32 - 1.") {
      $0.edit(.rootPlain) { $0.put(UInt32.max, 4, at: 0) }
    }
    try fault("root_padding", .root, "8.1-2", "The last byte of the padding is not zero.") {
      $0.edit(.rootPlain) { $0.flip(-1) }
    }
    try fault("root_padding_long", .root, "8.1-2", "The padding is 256 bytes longer than it need be.") {
      $0.edit(.rootPlain) { $0 += Bytes(repeating: 0, count: 256) }
    }
    try addPresenceOfTags()
    try addRootTags()
  }

  private mutating func addPresenceOfTags() throws {
    func drop(_ made: inout Case, _ number: UInt16) {
      made.container.editRootTags = { $0.removeAll { $0.number == number } }
    }
    func add(_ made: inout Case, _ tag: Tag) {
      made.container.editRootTags = {
        $0.append(tag)
        $0.sort { $0.number < $1.number }
      }
    }
    try fault("root_no_created", .root, "8.2-1", "Tag 2 is missing.") { drop(&$0, 2) }
    try fault("root_no_modified", .root, "8.2-1", "Tag 3 is missing.") { drop(&$0, 3) }
    try fault("root_no_previous_mac", .root, "8.2-2", "Generation 2 without tag 6.") {
      $0.container.generation = 2
      drop(&$0, 6)
    }
    try fault("root_previous_mac", .root, "8.2-2", "Generation 1 with tag 6.") {
      add(&$0, Tag(6, hash(Bytes("none"))))
    }
    try fault("root_no_passcode_check", .root, "8.2-3", "A passphrase slot, and no tag 9.") {
      $0.addPassphrase()
      drop(&$0, 9)
    }
    try fault("root_passcode_check", .root, "8.2-3", "Tag 9, and no passphrase slot.") {
      add(&$0, Tag(9, hash(Bytes("none"))))
    }
    try fault("root_no_presence_check", .root, "8.2-4", "An enrolment, and no tag 14.") {
      $0.addEnrolment()
      drop(&$0, 14)
    }
    try fault(
      "root_no_presence_check_unknown", .root, "8.2-4", "An enrolment of unknown kind, and no tag 14."
    ) {
      $0.slot(Slot(.unknown(9, body: []), role: 1))
      drop(&$0, 14)
    }
    try fault("root_presence_check", .root, "8.2-4", "Tag 14, and no enrolment.") {
      add(&$0, Tag(14, hash(Bytes("none"))))
    }
    try fault("root_other_passcode", .root, "8.2-6", "The passcode key that opened is not that of tag 9.") {
      $0.addPassphrase()
      $0.openWithPassphrase()
      $0.container.editRootTags = { tags in
        tags.indices.forEach { if tags[$0].number == 9 { tags[$0].value.flip(0) } }
      }
    }
    try fault("root_other_presence", .root, "8.2-6", "The presence key that opened is not that of tag 14.") {
      $0.addEnrolment()
      $0.givePresence()
      $0.container.editRootTags = { tags in
        tags.indices.forEach { if tags[$0].number == 14 { tags[$0].value.flip(31) } }
      }
    }
    try fault("root_too_many_items", .root, "8.2-5 3-1", "itemCount and its one recordCount are 2^24 + 1.") {
      $0.segment { $0.recordCount = 1 << 24 + 1 }
    }
  }

  private mutating func addRootTags() throws {
    func put(_ made: inout Case, _ tags: [Tag]) {
      made.container.rootTags = tags
    }
    try fault("root_tag_zero", .root, "7-1", "A tag 0.") { put(&$0, [Tag(0, [1])]) }
    try fault("root_tag_order", .root, "7-1", "Two tags have changed places.") {
      $0.container.editRootTags = { $0.swapAt(0, 1) }
    }
    try fault("root_tag_twice", .root, "7-1", "Tag 2 stands twice.") { put(&$0, [Tag(2, Bytes(1, 8))]) }
    try fault("root_tag_overrun", .root, "7-2", "The length of the last tag goes one byte past the content.")
    {
      put(&$0, [Tag(0x7000, [1, 2, 3])])
      $0.edit(.rootContent) { $0.put(4, 4, at: $0.count - 7) }
    }
    try fault("root_tag_left_over", .root, "7-2", "Five bytes after the last tag: too few for one more.") {
      $0.edit(.rootContent) { $0 += [0xff, 0x7f, 0, 0, 0] }
    }
    try fault("root_tag_critical", .root, "7-4", "An unknown critical tag.") { put(&$0, [Tag(0x8001, [1])]) }
    try fault("root_label_empty", .root, "7-3", "An empty label: a default is not written.") {
      put(&$0, [Tag(1, [])])
    }
    try fault("root_label_not_utf8", .root, "7-3", "A label with the bytes of a surrogate.") {
      put(&$0, [Tag(1, [0x61, 0xed, 0xa0, 0x80])])
    }
    try fault("root_label_overlong", .root, "7-3", "A label with a slash in two bytes.") {
      put(&$0, [Tag(1, [0xc0, 0xaf])])
    }
    try fault("root_time_short", .root, "7-3", "created has seven bytes.") {
      $0.container.editRootTags = { $0[0].value.removeLast() }
    }
    try fault("root_item_count_zero", .root, "7-3", "An itemCount of 0 written out.") {
      $0.container.items = []
      put(&$0, [Tag(4, Bytes(0, 4))])
    }
    try fault("root_empty_list", .root, "7-3", "A key table without entries written out.") {
      $0.container.items = []
      put(&$0, [Tag(8, [])])
    }
    try fault("root_installation_long", .root, "7-3", "An installation of 17 bytes.") {
      put(&$0, [Tag(5, Bytes(from: 1, count: 17))])
    }
    try valid("root_tag_unknown", "7-5", "Unknown tags that are not critical, one of them empty.") {
      put(&$0, [Tag(0x7000, [1]), Tag(0x7001, [])])
    }
  }
}
