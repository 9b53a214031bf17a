/// What strict readers could take in two ways: the answer that the specification gives to each.
extension Suite {
  mutating func addReadings() throws {
    try addOrders()
    try addWaysIn()
    try addChoices()
    try addHistories()
    try addBoundaries()
  }

  private mutating func fault3(
    _ name: String, _ error: ErrorName, _ clauses: String, _ description: String,
    _ generate: (inout Case) -> Void
  ) throws {
    try fault(name, error, clauses, description, since: Self.version, generate)
  }

  private mutating func valid3(
    _ name: String, _ clauses: String, _ description: String, _ generate: (inout Case) -> Void
  ) throws {
    try valid(name, clauses, description, since: Self.version, generate)
  }

  // MARK: Values

  private mutating func addOrders() throws {
    /// A class that is bound to the device and has an application password above the limit.
    func costly(_ made: inout Case) {
      made.bindToDevice(9, Access.applicationPassword)
      made.item { ($0.password, $0.passwordCost) = (Bytes("open sesame"), (17, 8)) }
      made.itemPasswords = [(made.container.items[0].identity, Bytes("open sesame"))]
    }
    try fault3(
      "password_cost_no_factor", .device, "13.1-1 12.2-1",
      "The device key is missing and the application password too costly: the factor comes first."
    ) {
      costly(&$0)
      $0.readFirst()
    }
    try fault3(
      "password_missing_no_factor", .device, "13.1-1 12.2-1",
      "Device key and application password are both missing: the factor comes first."
    ) {
      costly(&$0)
      $0.itemPasswords = []
      $0.readFirst()
    }
    try valid3(
      "password_cost_no_factor_verify", "13.3-3 13.3-4",
      "Verifying, the device key is missing: the password's cost is no matter."
    ) {
      costly(&$0)
      $0.reasons = [$0.container.items[0].identity: .device]
      $0.flags = [.device]
    }
    try valid3("password_not_asked", "12.2-2", "A password for an item without one is not looked at.") {
      $0.itemPasswords = [($0.container.items[0].identity, Bytes("open sesame"))]
      $0.readFirst()
    }
    /// userPresence with both factors at hand.
    func both(_ made: inout Case) {
      made.addEnrolment()
      made.addPassphrase()
      made.openWithPassphrase(2)
      made.givePresence()
      made.item { $0.accessControl = Access.userPresence }
      made.readFirst()
    }
    try fault3(
      "unwrap_first_of_two", .keyTable, "9.5-3 9.5-6",
      "Two chains with all factors, the first damaged: the second is not tried."
    ) {
      both(&$0)
      $0.entry { entry, _, _ in entry.chains[0].editBlob = { $0.flip(-1) } }
    }
    try valid3("unwrap_second_of_two", "9.5-3", "The second is damaged: reading does not look at it.") {
      both(&$0)
      $0.entry { entry, _, _ in entry.chains[1].editBlob = { $0.flip(-1) } }
    }
    try fault3("unwrap_second_of_two_verify", .keyTable, "13.3-1", "Verifying does.") {
      both(&$0)
      ($0.operation, $0.readItem) = (.verify, nil)
      $0.entry { entry, _, _ in entry.chains[1].editBlob = { $0.flip(-1) } }
    }
  }

  private mutating func addChoices() throws {
    /// biometryCurrentSet or devicePasscode, the set of which is not today's.
    func bound(_ made: inout Case) {
      made.addPassphrase()
      made.addEnrolment()
      made.item {
        $0.accessControl = Access.biometryCurrentSet | Access.devicePasscode | Access.or
      }
      let old = Bytes(repeating: 0xdd, count: 8)
      made.entry { entry, _, _ in
        (entry.chains[0].factors[0].stored, entry.chains[0].factors[0].associated) = (old, old)
        entry.chains[0].factors[0].key = Bytes(from: 0x77)
      }
      made.readFirst()
    }
    try fault3(
      "value_first_usable_chain", .passcode, "9.5-4",
      "The first chain is bound to an old set: the factor that the usable one lacks is named."
    ) { bound(&$0) }
    try fault3(
      "value_unknown_and_bound", .invalidated, "9.5-1 9.5-2",
      "One chain bound to an old set, and one of unknown kind."
    ) {
      bound(&$0)
      let change = $0.container.editEntries
      $0.container.editEntries = { entries, keys, container in
        change?(&entries, keys, container)
        entries[0].chains[1].factors = [Factor(kind: 9, key: Bytes(from: 0x55))]
      }
    }
    try valid3("value_unused_entry", "13.3-3", "An entry that no record names lacks its device key.") {
      $0.flags = [.device]
      $0.container.editEntries = { entries, keys, container in
        var other = container.items[0]
        other.accessibility = 9
        entries.append(
          Entry(
            keyID: 2, accessibility: 9, accessControl: 0, sinceEpoch: 1, deviceID: Keys.deviceID,
            classKey: Bytes(from: 0x37), chains: [Chain(factors: [container.factor(1, other, keys)])]))
      }
    }
    try fault3(
      "chain_unknown_twice", .keyTable, "9.2-2", "Two chains of the same unknown kind: they do not ascend."
    ) {
      $0.entry { entry, _, _ in
        let chain = Chain(factors: [Factor(kind: 9, key: Bytes(from: 0x55))])
        entry.chains = [chain, chain]
      }
    }
  }

  // MARK: Ways in

  private mutating func addWaysIn() throws {
    try valid3("unlock_named_slot_presence", "6.4-3", "One slot is named; enrolments are tried all the same.")
    {
      $0.addEnrolment()
      $0.givePresence()
      $0.namedSlot = 0
      $0.item { $0.accessControl = Access.biometryAny }
      $0.readFirst()
    }
    try valid3(
      "unlock_role_0_presence", "6.4-3",
      "The identity of a slot that opens the container, given for enrolments: the factor is absent."
    ) {
      $0.slot(Slot(.recipient(Keys.identity)))
      $0.addEnrolment()
      $0.givePresence(Keys.identity)
      $0.item { $0.accessControl = Access.biometryAny }
      ($0.reasons, $0.flags) = ([$0.container.items[0].identity: .presence], [.presence])
    }
    try valid3(
      "unlock_passphrase_first", "6.4-4", "A passphrase slot stands behind a key file's, and is tried before."
    ) {
      $0.container.slots[0].id = Bytes(repeating: 0, count: 8)
      $0.slot(Slot(.passphrase(Keys.passphrase))) { $0.id = Bytes(repeating: 0xff, count: 8) }
      ($0.passphrases, $0.opens) = ([Keys.passphrase], 1)
    }
    try fault3(
      "cost_sum_of_equal_tries", .kdfCost, "6.5-1",
      "One slot at the limits, and one passphrase given three times: each counts."
    ) {
      $0.slot(Slot(.passphrase(Keys.otherPassphrase))) {
        ($0.opslimit, $0.memlimit, $0.stretched) = (16, 1_048_576, Bytes(from: 7))
      }
      $0.passphrases = [Keys.passphrase, Keys.passphrase, Keys.passphrase]
    }
    try valid3("credential_key_in_identities", "6.2-1", "A key file may be given as a file of identities.") {
      ($0.keyFiles, $0.identities) = ([], [KeyText.keyFile(Keys.keyFile)])
    }
    try fault3("credential_no_identity", .credential, "6.2-1", "An empty file of identities.") {
      $0.identities = [""]
    }
    for (name, space) in [("vertical_tab", "\u{0b}"), ("form_feed", "\u{0c}"), ("no_break_space", "\u{a0}")] {
      try fault3("credential_\(name)", .credential, "6.2-1", "Only space, tab and CR are cut off a line.") {
        $0.keyFiles = [KeyText.keyFile(Keys.keyFile) + space + "\n"]
      }
    }
    try fault3("credential_byte_order_mark", .credential, "6.2-1", "A byte order mark is no part of a key.") {
      $0.keyFiles = ["\u{feff}" + KeyText.keyFile(Keys.keyFile) + "\n"]
    }
  }

  // MARK: Witness

  private mutating func addHistories() throws {
    let later = hash(Bytes("later"))
    try fault3(
      "rollback_epoch_same_generation", .rollback, "13.4-1 13.4-2",
      "The witness has seen keyEpoch 3 in the same generation, with another mac: the counters come first."
    ) { $0.hasWitness { ($0.keyEpoch, $0.mac) = (3, later) } }
    try valid3(
      "proven_other_pin", "13.4-4", "Opened by key file: a witness with another pin takes nothing away."
    ) {
      $0.hasWitness { ($0.generation, $0.mac, $0.pin) = (2, later, hash($0.pin)) }
      $0.flags = [.proven]
    }
    try valid3("fork_accepted_previous", "13.4-3 13.4-8", "The next generation of another history, accepted.")
    {
      $0.hasWitness { ($0.generation, $0.mac) = (4, later) }
      $0.flags = [.acceptFork]
    }
  }

  // MARK: Boundaries

  private mutating func addBoundaries() throws {
    try fault3(
      "header_root_length_most", .length, "4.2-11 4.2-12",
      "rootLength 268,435,240 is within its range; the file is not that large."
    ) { $0.edit(.header) { $0.put(268_435_240, 4, at: 52) } }
    try fault3(
      "header_root_length_over", .header, "4.2-11", "rootLength 268,435,496 is above its range."
    ) { $0.edit(.header) { $0.put(268_435_496, 4, at: 52) } }
    try fault3("length_header_alone", .length, "4.2-5 4.2-12", "Of the file only its header is left.") {
      $0.edit(.file) { $0 = Bytes($0.prefix(244)) }
    }
    try valid3("limit_first_identity_2050", "8.4-1 11-1", "A first identity of 2,050 bytes: a companion's.") {
      let item = Identity.generic(Bytes("mail"), Bytes(repeating: 0x61, count: 2_048 - 9))
      $0.container.items = [Item(Identity.companion(2, of: item))]
    }
    try valid3(
      "record_modified_before_created", "10.2-1", "Times are what they are: modified before created."
    ) {
      $0.item { $0.modified = Keys.time - 1 }
    }
    try valid3(
      "record_noncharacters", "7-3", "A label with a byte order mark, noncharacters, NUL and U+10FFFF."
    ) { $0.item { $0.tags = [Tag(2, Bytes("\u{feff}\u{fffe}\u{ffff}\u{0}\u{10ffff}"))] } }
    /// Version 2 with a first byte of the second header, or of the trailer, that is another.
    func tail(
      _ name: String, _ error: ErrorName, _ description: String, _ change: @escaping (inout Bytes) -> Void
    ) throws {
      try fault3("version_tail_\(name)", error, "4.2-4", description) {
        $0.container.version = 2
        $0.edit(.file, change)
      }
    }
    let n = 244
    try tail("no_end", .version, "The second header differs, but the last byte is not that of a trailer.") {
      $0.flip($0.count - 16 - n)
      $0.flip(-1)
    }
    try tail("12", .headerHash, "The trailer says 12, and the 12 bytes before it are others.") {
      $0.put(12, 4, at: $0.count - 8)
    }
    try tail("11", .version, "It says 11: nothing is compared.") { $0.put(11, 4, at: $0.count - 8) }
    try tail("half", .headerHash, "It says half of what is before the trailer, which differs.") {
      $0.put(($0.count - 16) / 2, 4, at: $0.count - 8)
    }
    try tail("over_half", .version, "It says one more: nothing is compared.") {
      $0.put(($0.count - 16) / 2 + 1, 4, at: $0.count - 8)
    }
  }
}
