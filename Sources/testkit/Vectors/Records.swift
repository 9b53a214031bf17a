extension Suite {
  /// Records and their tags (spec §10.2, §10.3).
  mutating func addRecords() throws {
    try addRecordFields()
    try addRecordTags()
    try addUserAttributes()
  }

  /// A vector whose first item has the change.
  private mutating func record(
    _ name: String, _ clauses: String, _ description: String, _ change: (inout Item) -> Void
  ) throws {
    try fault("record_" + name, .record, clauses, description) { $0.item(change) }
  }

  private mutating func addRecordFields() throws {
    try record("overrun", "10.2-1", "The length of the only record goes one byte past the content.") {
      $0.editCounted = { $0[0] += 1 }
    }
    try record("too_short", "10.2-1", "A record that ends within its fixed fields.") {
      $0.editRecord = { $0 = Bytes($0.prefix(80)) }
    }
    try record("identity_overrun", "10.2-1", "The identity goes past the record.") {
      $0.editRecord = { $0[81] += 1 }
    }
    try record("long", "10.2-1 3-1", "A record of 61,441 bytes.") {
      $0.tags = [Tag(4, Bytes(repeating: 0x61, count: 61_441 - 83 - 11 - 6))]
    }
    try record("one_byte_left", "10.2-1", "A byte after the only record: too few for a length.") {
      $0.editCounted = { $0.append(0) }
    }
    try record("key_unknown", "10.2-2", "keyID 2; the key table has only 1.") { $0.keyID = 2 }
    try record("content_type", "10.2-3", "contentType 4.") { $0.contentType = 4 }
    try record("no_data_length", "10.2-3", "contentType 3 (no data) with a value.") { $0.contentType = 3 }
    try record("payload_long", "10.2-4 3-1", "payloadLength 2^26 + 1, it says.") {
      $0.payloadLength = 1 << 26 + 1
    }
    try record("payload_huge", "10.2-4 2-1", "payloadLength 2^32 - 1, it says.") { $0.payloadLength = .max }
    try record("payload_revision_zero", "10.2-5", "payloadRevision 0.") { $0.payloadRevision = 0 }
    try record("payload_revision_high", "10.2-5", "payloadRevision 2, revision 1.") { $0.payloadRevision = 2 }
    try fault("record_same_item_id", .record, "10.2-6", "Two records of one itemID, in two segments.") {
      $0.item { $0.id = Bytes(from: 1, count: 16) }
      $0.add(Item("web", "me")) { $0.id = Bytes(from: 1, count: 16) }
      $0.container.cuts = [1]
    }
    try valid("record_same_item_id_open", "10.2-6", "Opening does not see two records of one itemID.") {
      $0.item { $0.id = Bytes(from: 1, count: 16) }
      $0.add(Item("web", "me")) { $0.id = Bytes(from: 1, count: 16) }
      $0.operation = .open
    }
  }

  private mutating func addRecordTags() throws {
    try record("no_password_tag", "10.3-1", "Bit 31, and no tag 1.") {
      ($0.accessControl, $0.password, $0.hasPasswordTag) = (Access.applicationPassword, Bytes("p"), false)
    }
    try record("password_tag", "10.3-1", "Tag 1, and no bit 31.") { $0.hasPasswordTag = true }
    for (name, cost) in [("passes", (0, 8)), ("memory", (1, 7))] as [(String, (UInt32, UInt32))] {
      try record("password_" + name, "10.3-2", "Tag 1 with a cost that Argon2id does not have.") {
        ($0.accessControl, $0.password, $0.passwordCost) = (Access.applicationPassword, Bytes("p"), cost)
      }
    }
    let values: [(String, String, String, [Tag])] = [
      ("tag_zero", "7-1", "A tag 0.", [Tag(0, [1])]),
      ("tag_order", "7-1", "Tags 3 and 2.", [Tag(3, [0x61]), Tag(2, [0x61])]),
      ("tag_twice", "7-1", "Tag 2 twice.", [Tag(2, [0x61]), Tag(2, [0x62])]),
      ("tag_critical", "7-4", "An unknown critical tag.", [Tag(0x8000, [])]),
      ("label_empty", "7-3", "An empty label.", [Tag(2, [])]),
      ("comment_not_utf8", "7-3", "A comment cut within a character.", [Tag(4, [0x61, 0xc3])]),
      ("text_above_unicode", "7-3", "A description with U+110000.", [Tag(3, [0xf4, 0x90, 0x80, 0x80])]),
      ("generic_empty", "7-3", "Empty data.", [Tag(5, [])]),
      ("creator_zero", "7-3", "A creator of 0.", [Tag(6, [0, 0, 0, 0])]),
      ("type_short", "7-3", "A type of three bytes.", [Tag(7, [1, 1, 1])]),
      ("invisible_false", "7-3", "A false written out.", [Tag(8, [0])]),
      ("negative_two", "7-3", "A bool of 2.", [Tag(9, [2])]),
      ("provenance_empty", "7-3", "Provenance without a tag in it.", [Tag(10, [])]),
      ("provenance_text", "7-3", "Provenance with an empty file name.", [Tag(10, Tag(1, []).bytes)]),
      (
        "provenance_overrun", "7-2", "A tag that goes past the provenance.",
        [Tag(10, [1, 0, 2, 0, 0, 0, 0x61])]
      ),
      (
        "provenance_critical", "7-4", "Provenance with an unknown critical tag.",
        [Tag(10, Tag(0x8001, [1]).bytes)]
      ),
      ("installation_short", "7-3", "An installation of 15 bytes.", [Tag(11, Bytes(from: 1, count: 15))]),
      ("expires_long", "7-3", "expires has nine bytes.", [Tag(12, Bytes(1, 9))]),
      ("data_names_bit", "10.3-4", "Bit 3 of tag 15.", [Tag(15, [8, 0, 0, 0])]),
      ("data_names_zero", "7-3", "Tag 15 with no bit.", [Tag(15, [0, 0, 0, 0])]),
    ]
    for (name, clauses, description, tags) in values {
      try record(name, clauses, description) { $0.tags = tags }
    }
    try record("tag_overrun", "7-2", "The last tag goes one byte past the record.") {
      $0.tags = [Tag(2, [0x61])]
      $0.editRecord = { $0[$0.count - 5] += 1 }
    }
    try record("tag_left_over", "7-2", "Three bytes after the last tag.") {
      $0.editRecord = { $0 += [2, 0, 1] }
    }
  }

  private mutating func addUserAttributes() throws {
    func pair(_ key: Bytes, _ value: Bytes) -> Bytes { key.counted16 + Bytes(value.count, 4) + value }
    let values: [(String, String, Bytes)] = [
      ("attributes_order", "Keys in descending order.", pair([0x62], []) + pair([0x61], [])),
      ("attributes_twice", "A key twice.", pair([0x61], [1]) + pair([0x61], [2])),
      ("attributes_not_utf8", "A key that is not UTF-8.", pair([0xff], [])),
      (
        "attributes_overrun", "A value one byte longer than the list.",
        pair([0x61], []) + [1, 0, 0x62, 2, 0, 0, 0, 9]
      ),
      ("attributes_left_over", "A byte after the last value.", pair([0x61], []) + [0]),
    ]
    for (name, description, value) in values {
      try record(name, "10.3-3", description) { $0.tags = [Tag(14, value)] }
    }
    try record("attributes_none", "7-3", "A list without entries.") { $0.tags = [Tag(14, [])] }
  }

  /// Spec §11.
  mutating func addIdentities() throws {
    let mail: Bytes = [1, 0, 0x6d, 0]
    let faults: [(String, String, String, Bytes)] = [
      ("class_zero", "11-2", "Class 0.", [0, 0, 0x6d, 0, 0, 0]),
      ("class_four", "11-2", "Class 4.", [4, 0, 0x6d, 0, 0, 0]),
      ("companion_kind", "11-2", "A companion of kind 3.", [3, 3] + mail + [0, 0]),
      ("companion_of_companion", "11-2", "A companion of a companion.", [3, 1, 3, 1] + mail + [0, 0]),
      ("companion_of_nothing", "11-2", "A companion without an inner identity.", [3, 1]),
      ("escape_ff", "11-3", "00 written as 00 ff, as elsewhere.", [1, 0, 0x6d, 0, 0xff, 0x61, 0, 0, 0]),
      ("escape_three", "11-3", "01 followed by 03.", [1, 0, 0x6d, 1, 3, 0, 0, 0]),
      ("escape_cut", "11-3", "01 at the end of a part.", [1, 0, 0x6d, 1, 0, 0, 0]),
      ("not_ended", "11-3", "The last part has no final 00.", mail + [0x61]),
      ("no_synchronizable", "11-3", "Nothing after the parts.", mail + [0x61, 0]),
      (
        "port_short", "11-3", "An internet password that ends within its port.",
        [2, 0, 0x6d, 0, 0, 0, 0, 1, 0xbb]
      ),
      ("left_over", "11-5", "A byte after synchronizable.", mail + [0, 0, 7]),
      ("synchronizable_two", "11-4", "synchronizable is 2.", mail + [0, 2]),
      (
        "scope_not_asked", "11-5", "A scope, and a key entry without a device.",
        mail + [0, 0] + Keys.deviceID
      ),
    ]
    for (name, clause, description, identity) in faults {
      try fault("identity_" + name, .record, clause, description) { $0.item { $0.identity = identity } }
    }
    try fault("identity_long", .record, "11-1 3-1", "A generic password with an identity of 2,049 bytes.") {
      $0.item { $0.identity = Identity.generic(Bytes("mail"), Bytes(repeating: 0x61, count: 2_049 - 9)) }
    }
    try fault(
      "identity_companion_scope", .record, "11-5", "A companion's inner scope is not that of its key entry."
    ) {
      let scoped = Identity.generic(Bytes("mail"), Bytes("me"), scope: Keys.deviceID)
      $0.bindToDevice()
      $0.add(Item(Identity.companion(1, of: scoped)))
    }
    let scopes: [(String, String, String, UInt8, Bytes)] = [
      ("scope_missing", "11-5", "A key entry with a device, and no scope.", 0, []),
      ("scope_other", "11-5", "The scope of another device.", 0, Keys.otherDeviceID),
      ("scope_short", "11-5", "A scope of 15 bytes.", 0, Bytes(Keys.deviceID.dropLast())),
      ("scope_synchronizable", "11-6", "synchronizable 1 with a scope.", 1, Keys.deviceID),
    ]
    for (name, clause, description, synchronizable, scope) in scopes {
      try fault("identity_" + name, .record, clause, description) {
        $0.item {
          $0.accessibility = 9
          $0.identity = Identity.generic(
            Bytes("mail"), Bytes("me"), synchronizable: synchronizable, scope: scope)
        }
      }
    }
  }
}
