extension Suite {
  /// Containers without a fault: ways in, sizes, segments.
  mutating func addValid() throws {
    try valid(
      "valid_worked", "14.1-1", "The container of spec sections 1.2 and 15.9: one key file, one item."
    ) {
      $0.makeWorked()
      $0.flags = [.proven]
    }
    try valid("valid_empty", "8.4-3", "No items: no key table, no segments.") { $0.container.items = [] }
    try valid(
      "valid_key_file_lines", "6.2-1", "A key file with comments, blanks, CR and several keys, no last LF."
    ) {
      let others =
        KeyText.identity(Keys.otherIdentity) + "\r\n\n \t# more\n  \t" + KeyText.keyFile(Keys.otherKeyFile)
      $0.keyFiles = ["# two keys\r\n\r\n" + others + " \n" + KeyText.keyFile(Keys.keyFile)]
    }
    try addWays()
    try valid("valid_segments", "10.1-5 14.3-1", "Five items in three segments, as edits may leave them.") {
      made in
      made.container.items = []
      for name in ["a", "b", "c", "d", "e"] as [StaticString] { made.add(Item(name, "x", name)) }
      made.container.cuts = [1, 3]
    }
    try valid("valid_300", "14.3-1", "300 items: a page of more than one segment, in a fresh layout.") {
      made in
      made.container.items = (0..<300).map { number in
        var item = Item(Identity.generic(Bytes("service"), Bytes("account \(number)".utf8)))
        item.tags = [Tag(4, Bytes(repeating: 0x2e, count: 200))]
        return item
      }
    }
    try valid("valid_two", "10.1-5", "Two items.") { $0.add(Item("web", "me")) }
    try valid("valid_4096", "14.3-1", "4,096 items in a fresh layout.") { made in
      made.container.items = (0..<4_096).map { number in
        Item(Identity.generic(Bytes("service"), Bytes("\(number)".utf8)))
      }
    }
    try valid("valid_sizes", "12.1-3", "Values at the edges of padding, from 0 to 65,537 bytes.") { made in
      let sizes = [
        0, 1, 63, 64, 65, 511, 512, 513, 544, 545, 1_023, 1_024, 1_025, 4_097, 65_535, 65_536, 65_537,
      ]
      made.container.items = sizes.map { size in
        var item = Item(Identity.generic(Bytes("size"), Bytes("\(size)".utf8)))
        item.value = Bytes(from: 1, count: size)
        item.contentType = 0
        return item
      }
    }
    try valid("valid_later_epoch", "9.1-7 8.2-2", "keyEpoch 3, generation 9; one class key is of keyEpoch 2.")
    {
      ($0.container.keyEpoch, $0.container.generation) = (3, 9)
      $0.add(Item("web", "me")) { ($0.accessibility, $0.revision, $0.payloadRevision) = (8, 7, 2) }
      $0.container.editEntries = { entries, _, _ in entries[1].sinceEpoch = 2 }
    }
    try valid("valid_unused_entry", "14.4-8", "An entry of the key table that no record names.") {
      $0.container.editEntries = { entries, _, _ in
        var other = entries[0]
        (other.keyID, other.accessibility, other.classKey) = (7, 8, Bytes(from: 0x44))
        entries.append(other)
      }
    }
    try valid("valid_highest_counters", "4.2-7 4.2-8", "keyEpoch 2^31 - 1, generation 2^63 - 1.") {
      ($0.container.keyEpoch, $0.container.generation) = (1 << 31 - 1, 1 << 63 - 1)
    }
    try valid(
      "valid_unknown_tags", "7-5 7-6", "Unknown tags that are not critical in the root and in a record."
    ) {
      $0.container.rootTags = [Tag(0x100, Bytes("later")), Tag(0x7fff, [])]
      $0.item { $0.tags = [Tag(2, Bytes("label")), Tag(0x200, [1, 2, 3])] }
    }
    try valid(
      "valid_root_label", "7-3", "The container has a label and an installation; a label may have a NUL."
    ) {
      $0.container.rootTags = [Tag(1, Bytes("dummy \0 label")), Tag(5, Bytes(repeating: 0, count: 16))]
    }
    try valid(
      "valid_test", "7-3", "The label says that the container is a test, as the registry has it.",
      since: Self.version
    ) {
      $0.container.rootTags = [Tag(1, Bytes("test of a reader"))]
    }
    try valid(
      "valid_three_slots", "4.3-2 6.4-1", "Three key files and recipients, the last of which opens.",
      since: Self.version
    ) {
      $0.container.slots = [
        Slot(.keyFile(Keys.otherKeyFile)), Slot(.recipient(Keys.otherIdentity)), Slot(.keyFile(Keys.keyFile)),
      ]
      $0.opens = 2
    }
  }

  private mutating func addWays() throws {
    try valid("valid_passphrase", "6.1-3", "A passphrase slot with the least cost a writer may take.") {
      $0.container.slots = [Slot(.passphrase(Keys.passphrase))]
      ($0.container.slots[0].opslimit, $0.container.slots[0].memlimit) = (2, 19_456)
      $0.openWithPassphrase(0)
      $0.flags = [.proven]
    }
    try valid("valid_passphrase_nfc", "6.1-2", "Made with a decomposed e acute, opened with a composed one.")
    {
      $0.container.slots = [Slot(.passphrase([0x63, 0x61, 0x66, 0x65, 0xcc, 0x81]))]
      ($0.keyFiles, $0.passphrases) = ([], [[0x63, 0x61, 0x66, 0xc3, 0xa9]])
    }
    try valid("valid_passphrase_nfd", "6.1-2", "Made with a composed e acute, opened with a decomposed one.")
    {
      $0.container.slots = [Slot(.passphrase([0x63, 0x61, 0x66, 0xc3, 0xa9]))]
      ($0.keyFiles, $0.passphrases) = ([], [[0x63, 0x61, 0x66, 0x65, 0xcc, 0x81]])
    }
    try valid("valid_passphrase_nul", "6.1-1", "A passphrase of one NUL.") {
      $0.container.slots = [Slot(.passphrase([0]))]
      ($0.keyFiles, $0.passphrases) = ([], [[0]])
    }
    try valid(
      "valid_passphrase_second", "6.4-1", "The second of two passphrases opens the second of two slots."
    ) {
      $0.container.slots = [Slot(.passphrase(Bytes("a third"))), Slot(.passphrase(Keys.passphrase))]
      ($0.keyFiles, $0.passphrases, $0.opens) = ([], [Keys.otherPassphrase, Keys.passphrase], 1)
    }
    try valid("valid_recipient", "6.3-1 13.4-4", "An X25519 slot; the opening is not proven.") {
      $0.container.slots = [Slot(.recipient(Keys.identity))]
      ($0.keyFiles, $0.identities) = ([], [KeyText.identity(Keys.identity) + "\n"])
      $0.flags = [.notProven]
    }
    try valid("valid_recipient_key_file", "6.2-1", "The identity stands in a key file.") {
      $0.container.slots = [Slot(.recipient(Keys.identity))]
      $0.keyFiles = [KeyText.identity(Keys.identity) + "\n"]
    }
    try valid("valid_recipient_accepted", "13.4-4", "An X25519 slot; the caller accepts the origin.") {
      $0.container.slots = [Slot(.recipient(Keys.identity))]
      ($0.keyFiles, $0.identities) = ([], [KeyText.identity(Keys.identity) + "\n"])
      $0.flags = [.acceptOrigin, .proven]
    }
    try valid(
      "valid_all_ways", "6.4-1",
      "Slots of each kind with labels, an unknown one, two enrolments; all is given."
    ) {
      $0.container.slots[0].label = Bytes("dummy key file")
      $0.slot(Slot(.passphrase(Keys.passphrase))) { $0.label = Bytes("dummy phrase") }
      $0.slot(Slot(.recipient(Keys.identity))) { $0.label = Bytes("dummy recipient") }
      $0.slot(Slot(.unknown(9, body: Bytes("later")))) { $0.flags = 3 }
      $0.addEnrolment()
      $0.addEnrolment(Keys.alsoEnrolled)
      // If a passphrase is given, its slots come first.
      ($0.passphrases, $0.opens) = ([Keys.passphrase], 1)
      $0.givePresence(Keys.alsoEnrolled)
      $0.giveDevice()
    }
    try valid(
      "valid_unknown_slots", "4.3-8",
      "Slots of unknown kinds, 0 and 65535 among them, one of them an enrolment."
    ) {
      for (kind, role) in [(0, 0), (4, 1), (65_535, 0)] as [(UInt16, UInt8)] {
        $0.slot(Slot(.unknown(kind, body: Bytes(from: 9, count: 40)), role: role)) { $0.flags = 0xff }
      }
    }
    try valid("valid_named_slot", "6.4-1", "Two slots fit the key; the caller names the second.") {
      $0.slot(Slot(.keyFile(Keys.keyFile)))
      $0.container.slots[0].id = Bytes(repeating: 0x10, count: 8)
      $0.container.slots[1].id = Bytes(repeating: 0x20, count: 8)
      ($0.namedSlot, $0.opens) = (1, 1)
    }
  }
}
