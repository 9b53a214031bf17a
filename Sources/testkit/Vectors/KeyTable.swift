extension Suite {
  /// Step 11 of spec §13.1, and what of the key table shows only when it is used.
  mutating func addKeyTable() throws {
    try addEntries()
    try addChains()
    try addUnwrapping()
  }

  private mutating func addEntries() throws {
    try fault("keytable_overrun", .keyTable, "9.1-1", "The length of the only entry is one too many.") {
      $0.edit(.keyTable) { $0[0] += 1 }
    }
    try fault(
      "keytable_left_over", .keyTable, "9.1-1", "A byte after the last chain, within the entry's length."
    ) {
      $0.entry { entry, _, _ in entry.edit = { $0.append(0) } }
    }
    try fault("keytable_chain_short", .keyTable, "9.1-1", "The last chain's blob lacks a byte.") {
      $0.entry { entry, _, _ in entry.edit = { $0.removeLast() } }
    }
    try fault("keytable_key_id_zero", .keyTable, "9.1-3", "A second entry has keyID 0.") {
      $0.container.editEntries = { entries, _, _ in
        var copy = entries[0]
        copy.keyID = 0
        entries.insert(copy, at: 0)
      }
    }
    try fault("keytable_order", .keyTable, "9.1-3", "Two entries in descending order.") {
      $0.add(Item("web", "me")) { $0.accessibility = 8 }
      $0.container.editEntries = { entries, _, _ in entries.reverse() }
    }
    try fault("keytable_same_key_id", .keyTable, "9.1-3", "Two entries of one keyID.") {
      $0.container.editEntries = { entries, _, _ in entries.append(entries[0]) }
    }
    let fields: [(String, String, String, UInt8, UInt32)] = [
      ("keytable_accessibility_5", "9.1-4", "Accessibility 5.", 5, 0),
      ("keytable_accessibility_13", "9.1-4", "Accessibility 13.", 13, 0),
      ("keytable_access_bit", "9.1-5", "Bit 2 of accessControl.", 6, 1 << 2),
      ("keytable_or_and", "9.1-5", "Both or and and.", 6, Access.or | Access.and),
    ]
    for (name, clause, description, accessibility, accessControl) in fields {
      try fault(name, .keyTable, clause, description) {
        $0.entry { entry, _, _ in
          (entry.accessibility, entry.accessControl) = (accessibility, accessControl)
          if accessibility > 8 { entry.deviceID = Keys.deviceID }
        }
      }
    }
    // An unknown factor kind exempts a chain from the table of 9.3, which would refuse these as well.
    for (name, description, accessControl) in [
      ("keytable_user_biometry", "userPresence together with biometryAny.", 3),
      ("keytable_user_passcode", "userPresence together with devicePasscode.", 17),
      ("keytable_both_biometries", "biometryAny together with biometryCurrentSet.", 10),
    ] as [(String, String, UInt32)] {
      try fault(name, .keyTable, "9.1-6", description) {
        $0.entry { entry, _, _ in
          entry.accessControl = accessControl
          entry.chains[0].factors = [Factor(kind: 9, key: Bytes(from: 0x55))]
        }
      }
    }
    try fault("keytable_since_zero", .keyTable, "9.1-7", "sinceEpoch 0.") {
      $0.entry { entry, _, _ in entry.sinceEpoch = 0 }
    }
    try fault("keytable_since_high", .keyTable, "9.1-7", "sinceEpoch 2 in keyEpoch 1.") {
      $0.entry { entry, _, _ in entry.sinceEpoch = 2 }
    }
    try fault("keytable_no_chain", .keyTable, "9.1-8", "An entry without chains.") {
      $0.entry { entry, _, _ in entry.chains = [] }
    }
    try fault(
      "keytable_three_chains", .keyTable, "9.1-8", "An entry of three chains, two of unknown factor kinds."
    ) {
      $0.entry { entry, _, _ in
        let unknown = [Bytes(from: 5), Bytes(from: 6)].enumerated()
        entry.chains += unknown.map { Chain(factors: [Factor(kind: UInt8($0.offset + 7), key: $0.element)]) }
      }
    }
  }

  private mutating func addChains() throws {
    try fault("chain_factor_zero", .keyTable, "9.2-1", "Factor kind 0.") {
      $0.entry { entry, _, _ in entry.chains[0].factors = [Factor(kind: 0, key: Keys.device)] }
    }
    try fault("chain_factor_order", .keyTable, "9.2-1", "Factors presence and device, in this order.") {
      $0.addEnrolment()
      $0.bindToDevice(9, Access.biometryAny)
      $0.entry { entry, _, _ in entry.chains[0].factors.reverse() }
    }
    try fault("chain_factor_twice", .keyTable, "9.2-1", "A chain with two layers of an unknown factor kind.")
    {
      $0.entry { entry, _, _ in
        entry.chains[0].factors = [Factor(kind: 9, key: Keys.device), Factor(kind: 9, key: Keys.device)]
      }
    }
    try fault("chain_order", .keyTable, "9.2-2", "Two chains in descending order.") {
      $0.addEnrolment()
      $0.addPassphrase()
      $0.item { $0.accessControl = Access.userPresence }
      $0.entry { entry, _, _ in entry.chains.reverse() }
    }
    try fault("chain_twice", .keyTable, "9.2-2", "Two chains that are the same before the blob.") {
      $0.entry { entry, _, _ in entry.chains.append(entry.chains[0]) }
    }
    try fault(
      "chain_set_without_bit", .keyTable, "9.2-3", "A set that is not zeros, without biometryCurrentSet."
    ) {
      $0.addEnrolment()
      $0.item { $0.accessControl = Access.biometryAny }
      $0.entry { entry, keys, _ in
        (entry.chains[0].factors[0].stored, entry.chains[0].factors[0].associated) = (
          keys.presentSet, keys.presentSet
        )
      }
    }
    try fault("chain_no_set", .keyTable, "9.2-3", "A set of zeros with biometryCurrentSet.") {
      $0.addEnrolment()
      $0.item { $0.accessControl = Access.biometryCurrentSet }
      $0.entry { entry, _, _ in
        let zeros = Bytes(repeating: 0, count: 8)
        (entry.chains[0].factors[0].stored, entry.chains[0].factors[0].associated) = (zeros, zeros)
      }
    }
    for (name, access, set) in [
      ("chain_unknown_no_set", Access.biometryCurrentSet, Bytes(repeating: 0, count: 8)),
      ("chain_unknown_set", Access.biometryAny, Bytes(from: 1, count: 8)),
    ] {
      try fault(name, .keyTable, "9.2-3", "The set of a chain with an unknown factor is wrong for its entry.")
      {
        $0.addEnrolment()
        $0.item { $0.accessControl = access }
        $0.entry { entry, keys, _ in
          let presence = Factor(kind: 2, stored: set, associated: set, key: keys.presence)
          entry.chains.append(Chain(factors: [presence, Factor(kind: 9, key: Bytes(from: 0x55))]))
        }
      }
    }
    try fault(
      "chain_less_than_class", .keyTable, "9.2-4",
      "Accessibility 9, and a chain that does not need the device."
    ) {
      $0.bindToDevice()
      $0.entry { entry, _, _ in entry.chains[0].factors = [] }
    }
    try fault(
      "chain_more_than_class", .keyTable, "9.2-4", "Accessibility 6, and a chain that needs the device."
    ) {
      $0.entry { entry, _, _ in
        entry.chains[0].factors = [Factor(kind: 1, associated: [], key: Keys.device)]
      }
    }
    try fault(
      "chain_open_beside_guarded", .keyTable, "9.2-4",
      "biometryAny with a second chain that needs no presence."
    ) {
      $0.addEnrolment()
      $0.item { $0.accessControl = Access.biometryAny }
      $0.entry { entry, _, _ in entry.chains.insert(Chain(factors: []), at: 0) }
    }
    try fault("chain_same_kinds", .keyTable, "9.2-4", "Two chains of the same kinds, with two sets.") {
      $0.addEnrolment()
      $0.item { $0.accessControl = Access.biometryCurrentSet }
      $0.entry { entry, _, _ in
        var old = entry.chains[0]
        let set = Bytes(repeating: 0xff, count: 8)
        (old.factors[0].stored, old.factors[0].associated) = (set, set)
        entry.chains.append(old)
        entry.chains.sort { precedes($0.beforeBlob, $1.beforeBlob) }
      }
    }
  }

  private mutating func addUnwrapping() throws {
    try fault("unwrap_check", .keyTable, "9.5-6", "The check is not that of the class key.") {
      $0.entry { entry, keys, _ in
        entry.check = derived(Bytes(from: 1), "check", keys.containerID + Bytes(1, 4))
      }
    }
    try fault(
      "unwrap_outer_layer", .keyTable, "9.5-6", "A bit of the chain's blob is wrong; the root's link fits it."
    ) {
      $0.entry { entry, _, _ in entry.chains[0].editBlob = { $0.flip(-1) } }
    }
    try fault(
      "unwrap_inner_layer", .keyTable, "9.5-6", "The device layer was sealed under another device's key."
    ) {
      $0.bindToDevice()
      $0.giveDevice()
      $0.entry { entry, _, _ in entry.chains[0].factors[0].key = Keys.otherDevice }
    }
    try fault(
      "unwrap_two_keys", .keyTable, "13.3-1",
      "Two chains of an entry give two keys; the check is of the first."
    ) {
      $0.addEnrolment()
      $0.addPassphrase()
      $0.openWithPassphrase(2)
      $0.givePresence()
      $0.item { $0.accessControl = Access.userPresence }
      $0.entry { entry, _, _ in entry.chains[1].classKey = Bytes(from: 1) }
    }
    try fault(
      "unwrap_when_read", .keyTable, "9.5-6", "Opening sees nothing of a chain that does not give its key."
    ) {
      $0.readFirst()
      $0.entry { entry, _, _ in entry.chains[0].editBlob = { $0.flip(-1) } }
    }
    try valid(
      "unwrap_not_at_open", "13.1-1", "Opening alone unwraps no class key, so it does not see a wrong one."
    ) {
      $0.operation = .open
      $0.container.items = []
      $0.container.editEntries = { entries, _, _ in
        let wrong = Chain(factors: [], editBlob: { $0.flip(-1) })
        entries = [
          Entry(
            keyID: 1, accessibility: 6, accessControl: 0, sinceEpoch: 1, deviceID: [],
            classKey: Bytes(from: 1), chains: [wrong])
        ]
      }
    }
  }
}
