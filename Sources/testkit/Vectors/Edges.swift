/// Edges of padding, limits, and pairs of faults.
extension Suite {
  mutating func addEdges() throws {
    try addPadding()
    try addLimits()
    try addPrecedence()
    try addMoreFraming()
  }

  private mutating func addPadding() throws {
    for size in [0, 1, 63, 64, 65, 511, 512, 513, 544, 545, 1_023, 1_024, 1_025, 65_536, 65_537] {
      try valid("padding_\(size)", "12.1-3 4.2-12", "A value of \(size) bytes in \(paddedLength(size)).") {
        $0.item { ($0.value, $0.contentType) = (Bytes(from: 1, count: size), 0) }
      }
    }
    for (size, offset) in [(0, 0), (1, 1), (63, 63), (65, 65), (513, 513), (513, 543), (1_025, 1_087)] {
      try fault(
        "padding_\(size)_byte_\(offset)", .payload, "12.1-3",
        "A value of \(size) bytes; byte \(offset) of the plaintext is padding and not zero."
      ) {
        $0.item {
          ($0.value, $0.contentType) = (Bytes(from: 1, count: size), 0)
          $0.editPlain = { $0.flip(offset) }
        }
      }
    }
    for (size, more) in [(64, 64), (512, 32), (1_024, 64)] {
      try fault(
        "padding_\(size)_longer", .page, "10.1-3",
        "A value of \(size) bytes in the next larger bucket, counted in payloadBytes."
      ) {
        $0.item {
          ($0.value, $0.contentType) = (Bytes(from: 1, count: size), 0)
          $0.editPlain = { $0 += Bytes(repeating: 0, count: more) }
        }
      }
    }
    try fault(
      "padding_length_low", .payload, "12.1-3",
      "payloadLength is one less than the value's length, sealed so: its last byte counts as padding."
    ) { $0.item { $0.payloadLength = UInt32($0.value.count - 1) } }
    try fault(
      "padding_length_of_smaller_bucket", .page, "10.1-3", "payloadLength 64 for a value of 65 bytes."
    ) {
      $0.item {
        ($0.value, $0.contentType) = (Bytes(from: 1, count: 65), 0)
        $0.payloadLength = 64
      }
    }
  }

  /// Constants of spec §3 at N; those at N + 1 stand with the structure that they limit.
  private mutating func addLimits() throws {
    try valid("limit_header_65536", "3-1 4.2-5", "A header of 65,536 bytes.") {
      $0.slot(Slot(.unknown(9, body: Bytes(repeating: 0, count: 65_536 - 244 - 16))))
    }
    try valid("limit_64_slots", "3-1 4.2-9", "64 slots.") { made in
      for _ in 0..<63 { made.slot(Slot(.unknown(9, body: []))) }
    }
    try valid("limit_page_65536", "3-1 10.1-2", "A page with 65,536 bytes of content.") {
      $0.item { $0.tags = [Tag(4, Bytes(repeating: 0x61, count: 40_000))] }
      let used = 2 * (2 + 83 + 11 + 6) + 40_000
      $0.add(Item("mall", "me")) { $0.tags = [Tag(4, Bytes(repeating: 0x61, count: 65_536 - used))] }
    }
    func digests(_ count: Int) -> Bytes {
      (0..<count).flatMap { Bytes(Bytes($0, 16).reversed()) + Bytes(Keys.time, 8) }
    }
    try valid("limit_journal_4096", "3-1 8.5-1", "4,096 entries of the journal.") {
      $0.container.rootTags = [Tag(11, Bytes(from: 1)), Tag(12, digests(4_096))]
    }
    try fault("limit_journal_4097", .root, "3-1 8.5-1", "4,097 entries of the journal.") {
      $0.container.rootTags = [Tag(11, Bytes(from: 1)), Tag(12, digests(4_097))]
    }
    try valid("limit_tombstones_4096", "3-1 8.5-1", "4,096 tombstones.") {
      $0.container.rootTags = [Tag(13, digests(4_096))]
    }
    func entries(_ made: inout Case, _ count: UInt32) {
      made.container.items = []
      made.container.editEntries = { entries, keys, _ in
        entries = (1...count).map {
          Entry(
            keyID: $0, accessibility: 6, accessControl: 0, sinceEpoch: 1, deviceID: [],
            classKey: keys.draw("seed class key", Bytes($0, 4)), chains: [Chain(factors: [])])
        }
      }
    }
    try valid("limit_entries_4096", "3-1 9.1-2", "4,096 entries of the key table.") { entries(&$0, 4_096) }
    try fault("limit_entries_4097", .keyTable, "3-1 9.1-2", "4,097 entries of the key table.") {
      entries(&$0, 4_097)
    }
    try fault("limit_companion_2051", .record, "3-1 11-1", "A companion with an identity of 2,051 bytes.") {
      let long = Identity.generic(Bytes("mail"), Bytes(repeating: 0x61, count: 2_049 - 9))
      $0.add(Item(Identity.companion(2, of: long)))
    }
    try valid("limit_cost_16_passes", "3-1 6.5-1", "A slot that takes 16 passes over 8 KiB.") {
      $0.container.slots = [Slot(.passphrase(Keys.passphrase))]
      $0.container.slots[0].opslimit = 16
      $0.openWithPassphrase(0)
    }
    try fault("limit_first_identity", .root, "3-1 8.4-1", "A first identity of 2,051 bytes in the table.") {
      $0.segment { $0.first = Bytes(repeating: 1, count: 2_051) }
    }
  }

  private mutating func addPrecedence() throws {
    try fault(
      "precedence_hash_header", .headerHash, "13.1-1", "A damaged header that also breaks a rule."
    ) {
      $0.edit(.header) { $0.put(1, 2, at: 90) }
      $0.edit(.headerHash) { $0.flip(0) }
    }
    try fault(
      "precedence_framing_hash", .framing, "13.1-1", "headerLength out of range, and headerHash is wrong."
    ) {
      $0.edit(.header) { $0.put(155, 4, at: 12) }
      $0.edit(.headerHash) { $0.flip(0) }
    }
    try fault("precedence_version_header", .version, "13.1-1", "Version 2 with a reserved field of 1.") {
      $0.container.version = 2
      $0.edit(.header) { $0.put(1, 2, at: 90) }
    }
    try fault(
      "precedence_credential_framing", .credential, "13.1-1 6.1-1", "An empty passphrase, and a cut file."
    ) {
      $0.passphrases = [[]]
      $0.edit(.file) { $0 = Bytes($0.prefix(50)) }
    }
    try fault("precedence_cost_unlock", .kdfCost, "13.1-1", "A slot above the limits, and no key that fits.")
    {
      $0.slot(Slot(.passphrase(Keys.otherPassphrase))) {
        ($0.opslimit, $0.stretched) = (17, Bytes(from: 7))
      }
      ($0.keyFiles, $0.passphrases) = ([KeyText.keyFile(Keys.otherKeyFile)], [Keys.passphrase])
    }
    try fault("precedence_unlock_root", .unlock, "13.1-1", "A wrong mac and a damaged root.") {
      $0.edit(.mac) { $0.flip(0) }
      $0.edit(.rootLinked) { $0.flip(100) }
    }
    try fault("precedence_root_key_table", .root, "13.1-1", "itemCount is wrong, and so is the key table.") {
      $0.segment { $0.recordCount = 0 }
      $0.entry { entry, _, _ in entry.accessibility = 5 }
    }
    try fault("precedence_record_order", .record, "13.1-1", "A bad record behind two in the wrong order.") {
      $0.container.items = [Item("c", ""), Item("b", ""), Item("a", "")]
      $0.container.sortsItems = false
      $0.container.items[2].contentType = 4
    }
    try fault(
      "precedence_page_order", .page, "13.1-1", "recordCount is wrong, and the records are not in order."
    ) {
      $0.container.items = [Item("web", "me"), Item("mail", "me")]
      $0.container.sortsItems = false
      $0.segment { $0.recordCount = 3 }
    }
    try fault(
      "precedence_payload_device", .payload, "13.1-1", "A damaged payload whose device key is missing."
    ) {
      $0.bindToDevice()
      $0.item { $0.editLinked = { $0.flip(30) } }
      $0.readFirst()
    }
    try fault(
      "precedence_password_cost", .applicationPassword, "13.1-1", "No password, and its cost is too high."
    ) {
      $0.item {
        ($0.accessControl, $0.password, $0.passwordCost) = (
          Access.applicationPassword, Bytes("open sesame"), (17, 8)
        )
      }
      $0.readFirst()
    }
  }

  private mutating func addMoreFraming() throws {
    for count in [1, 7] {
      try fault("framing_magic_\(count)", .framing, "4.2-1", "Only \(count) bytes of the magic are left.") {
        $0.edit(.file) { $0 = Bytes($0.prefix(count)) }
      }
    }
    try fault("framing_magic_alone", .framing, "4.2-3", "The magic and nothing else.") {
      $0.edit(.file) { $0 = Bytes($0.prefix(8)) }
    }
    try fault("framing_length_zero", .framing, "4.2-5 2-1", "headerLength is 0.") {
      $0.edit(.header) { $0.put(0, 4, at: 12) }
    }
    try fault("framing_length_huge", .framing, "4.2-5 2-1", "headerLength is 2^32 - 1.") {
      $0.edit(.header) { $0.put(UInt32.max, 4, at: 12) }
    }
    try fault("framing_cr_added", .framing, "4.2-1", "A transfer in text mode made 0a into 0d 0a everywhere.")
    {
      $0.edit(.file) { $0 = $0.flatMap { $0 == 0x0a ? [0x0d, 0x0a] : [$0] } }
    }
    try fault("magic_one_byte", .notSecretFile, "4.2-2", "A file of one byte that is not of the magic.") {
      $0.raw = [0x88]
    }
    try fault("version_zero", .version, "4.2-4", "Version 0.") { $0.container.version = 0 }
    try fault("version_suite_zero", .version, "4.2-4", "Suite 0.") { $0.container.suite = 0 }
    try fault("length_zero", .length, "4.2-12 2-1", "fileLength is 0.") {
      $0.edit(.header) { $0.put(0, 8, at: 44) }
    }
    try fault("length_huge", .length, "4.2-12 2-1", "fileLength is 2^64 - 1.") {
      $0.edit(.header) { $0.put(UInt64.max, 8, at: 44) }
    }
    try fault("header_root_length_huge", .header, "4.2-11 2-1", "rootLength is 2^32 - 1.") {
      $0.edit(.header) { $0.put(UInt32.max, 4, at: 52) }
    }
    try fault("slot_length_huge", .header, "4.3-1 2-1", "bodyLength is 2^32 - 1.") {
      $0.slot(Slot(.unknown(9, body: [1]))) { $0.id = Bytes(repeating: 0xff, count: 8) }
      $0.edit(.slotArea) { $0.put(UInt32.max, 4, at: 88 + 12) }
    }
    try fault("slot_count_high", .header, "4.3-1", "slotCount is 2, and there is one slot.") {
      $0.edit(.header) { $0.put(2, 2, at: 88) }
    }
    for (name, way, change) in [
      ("passphrase_short", Slot(.passphrase(Keys.passphrase)), -1),
      ("passphrase_long", Slot(.passphrase(Keys.passphrase)), 1),
      ("recipient_long", Slot(.recipient(Keys.identity)), 1),
    ] as [(String, Slot, Int)] {
      try fault("slot_\(name)", .header, "4.3-6", "A body of its kind's length and \(change).") {
        $0.slot(way) { $0.id = Bytes(repeating: 0xff, count: 8) }
        $0.edit(.slotArea) { area in
          let length = area.count - 88 - 16 + change
          area.put(length, 4, at: 88 + 12)
          if change < 0 { area.removeLast() } else { area.append(0) }
        }
      }
    }
    for (name, slot) in [
      ("passphrase", Slot(.passphrase(Keys.passphrase))),
      ("recipient", Slot(.recipient(Keys.identity))),
      ("enrolment", Slot(.recipient(Keys.enrolled), role: 1)),
    ] as [(String, Slot)] {
      try fault("slot_flags_\(name)", .header, "4.3-5", "A second slot with a flag: \(name).") {
        $0.slot(slot) { $0.flags = 1 }
      }
    }
  }
}
