/// Rotations and the way a container has gone (spec §13.4, §14.6), and factors in all their combinations (§9.5).
extension Suite {
  mutating func addAges() throws {
    try addRotations()
    try addFactorTable()
    try addRecipients()
  }

  /// A container before or after a rotation; both have one containerID, and the device key is at hand in neither.
  private static func age(_ made: inout Case, rotated: Bool) -> Built? {
    made.container.master = Bytes(from: 0x15)
    made.add(Item(Identity.generic(Bytes("phone"), [], scope: Keys.deviceID))) { $0.accessibility = 9 }
    let deviceClass = Bytes(from: 0x35)
    let epoch: (UInt32) -> (inout [Entry], ContainerKeys, Container) -> Void = { since in
      { entries, _, _ in (entries[1].classKey, entries[1].sinceEpoch) = (deviceClass, since) }
    }
    made.container.editEntries = epoch(1)
    made.reasons[made.container.items[1].identity] = .device
    made.flags = [.device]
    let before = try? made.container.build()
    guard rotated else { return before }
    (made.container.keyEpoch, made.container.generation) = (2, 2)
    made.container.master = Bytes(from: 0x75)
    made.container.previousMac = before?.mac ?? []
    made.item { ($0.revision, $0.payloadRevision) = (2, 2) }
    return before
  }

  private static func witness(_ built: Built?) -> Witness? {
    built.map {
      Witness(
        keyEpoch: UInt32($0.header[32]), generation: UInt64($0.header[36]), mac: $0.mac, pin: $0.keys.pin)
    }
  }

  private mutating func addRotations() throws {
    try valid("rotation_before", "13.4-1", "A container before its rotation.") {
      _ = Self.age(&$0, rotated: false)
    }
    try valid(
      "rotation_after", "14.6-8 13.4-3",
      "The same after: one entry renewed, one carried over; a witness of before."
    ) { made in
      let before = Self.age(&made, rotated: true)
      made.makeWitness = { Self.witness(before) ?? Witness(keyEpoch: 1, generation: 1, mac: $0.mac, pin: []) }
    }
    try valid("rotation_after_with_device", "14.6-8", "The carried-over class key still opens.") {
      _ = Self.age(&$0, rotated: true)
      $0.giveDevice()
      ($0.reasons, $0.flags) = ([:], [])
    }
    try fault("rotation_undone", .rollback, "13.4-1", "The container of before, and a witness of after.") {
      made in
      var after = made
      _ = Self.age(&after, rotated: true)
      let built = try? after.container.build()
      _ = Self.age(&made, rotated: false)
      made.makeWitness = { _ in
        Self.witness(built) ?? Witness(keyEpoch: 2, generation: 2, mac: [], pin: [])
      }
    }
    try fault("rotation_old_slot", .unlock, "4.2-13", "The slot of before put into the container of after.") {
      made in
      let before = Self.age(&made, rotated: true)
      made.container.slots[0].id = before?.slotIDs.first
      made.edit(.slotArea) { $0 = before.map { Bytes($0.header[92..<180]) } ?? [] }
    }
    try fault(
      "rotation_old_mac", .unlock, "4.2-13", "After the rotation someone put the mac of before there."
    ) {
      made in
      let before = Self.age(&made, rotated: true)
      made.edit(.mac) { $0 = before?.mac ?? [] }
    }
    try fault("rotation_old_root", .root, "8.1-1", "The root of before, linked and hashed anew.") { made in
      let before = Self.age(&made, rotated: true)
      made.edit(.rootBlob) { $0 = before?.root ?? [] }
    }
    try fault("rotation_old_chain", .keyTable, "9.5-6", "A chain sealed for the keyEpoch of before.") {
      made in
      _ = Self.age(&made, rotated: true)
      let change = made.container.editEntries
      made.container.editEntries = { entries, keys, container in
        change?(&entries, keys, container)
        entries[0].chains[0].editAssociated = { $0.put(1, 4, at: $0.count - 4) }
      }
    }
    try fault("rotation_old_page_key", .page, "10.1-1", "A page sealed under the page key of before.") {
      made in
      let before = Self.age(&made, rotated: true)
      made.edit(.pageBlob(0)) { blob in
        guard let before else { return }
        let start = before.header.count + before.root.count
        blob = Bytes(before.bytes[start..<start + Int(before.segments[0].pageLength)])
      }
    }
    try fault("rotation_renewed_twice", .keyTable, "9.5-6", "A check of the class key of before.") { made in
      let before = Self.age(&made, rotated: true)
      let change = made.container.editEntries
      made.container.editEntries = { entries, keys, container in
        change?(&entries, keys, container)
        guard let old = before?.entries.first?.classKey else { return }
        entries[0].check = derived(old, "check", keys.containerID + Bytes(1, 4))
      }
    }
    try fault("rotation_fork", .fork, "13.4-3", "A rotation of another history than the witness knows.") {
      made in
      let before = Self.age(&made, rotated: true)
      made.container.previousMac = hash(Bytes("another history"))
      made.makeWitness = { Self.witness(before) ?? Witness(keyEpoch: 1, generation: 1, mac: $0.mac, pin: []) }
    }
    try fault("rotation_epoch_low", .rollback, "13.4-1", "A later generation, but of the keyEpoch of before.")
    {
      made in
      _ = Self.age(&made, rotated: false)
      made.container.generation = 9
      made.makeWitness = { Witness(keyEpoch: 2, generation: 2, mac: hash($0.mac), pin: $0.keys.pin) }
    }
    try valid(
      "rotation_new_pin", "13.4-4", "After a rotation the pin of before proves no recipient's opening."
    ) {
      made in
      made.container.slots = [Slot(.recipient(Keys.identity))]
      let before = Self.age(&made, rotated: true)
      (made.keyFiles, made.identities) = ([], [KeyText.identity(Keys.identity)])
      made.flags = [.device, .notProven]
      made.makeWitness = { Self.witness(before) ?? Witness(keyEpoch: 1, generation: 1, mac: $0.mac, pin: []) }
    }
  }

  /// What can be read with which factors, against the table of spec §9.3.
  private mutating func addFactorTable() throws {
    let controls: [(String, UInt32)] = [
      ("none", 0), ("user", Access.userPresence), ("biometry", Access.biometryAny),
      ("set", Access.biometryCurrentSet), ("passcode", Access.devicePasscode),
      ("both", Access.biometryAny | Access.devicePasscode),
      ("either", Access.biometryCurrentSet | Access.devicePasscode | Access.or),
    ]
    let names = [1: ErrorName.device, 2: .presence, 3: .passcode]
    for accessibility in [7, 10, 12] as [UInt8] {
      for (control, bits) in controls {
        for given in [[1, 2], [1, 3]] as [[UInt8]] where accessibility > 8 || given == [1, 3] {
          let chains = Container(seed: []).alternatives(accessibility, bits)
          let isOpen = chains.contains { $0.allSatisfy(given.contains) }
          let missing = chains[0].first { !given.contains($0) }.flatMap { names[Int($0)] }
          let kinds = given.map { $0 == 1 ? "device" : $0 == 2 ? "presence" : "passcode" }
          let name = "factor_\(accessibility)_\(control)_\(kinds[1])"
          let words =
            "Accessibility \(accessibility), access control \(control); \(kinds.joined(separator: " and ")) given."
          let generate: (inout Case) -> Void = { made in
            made.addPassphrase()
            made.addEnrolment()
            made.bindToDevice(accessibility, bits)
            made.giveDevice()
            if given.contains(2) { made.givePresence() }
            if given.contains(3) { made.openWithPassphrase() }
            made.readFirst()
          }
          if isOpen {
            try valid(name, "9.5-3", words, generate)
          } else if let missing {
            try fault(name, missing, "9.5-4", words, generate)
          }
        }
      }
    }
  }

  /// Points of low order and others that X25519 refuses or takes (RFC 7748, spec §6.3), keys that are damaged.
  private mutating func addRecipients() throws {
    let points = [
      ("one", "0100000000000000000000000000000000000000000000000000000000000000"),
      ("order_8", "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
      ("order_8_other", "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
      ("minus_one", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
      ("p", "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
      ("p_plus_one", "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
      ("zero_top_bit", "0000000000000000000000000000000000000000000000000000000000000080"),
    ]
    for (name, point) in points {
      try fault(
        "recipient_low_order_\(name)", .unlock, "6.3-1", "An ephemeral public key of low order: \(name)."
      ) {
        $0.container.slots = [Slot(.recipient(Keys.identity))]
        $0.container.slots[0].ephemeralPoint = Bytes(hex: point)
        ($0.keyFiles, $0.identities) = ([], [KeyText.identity(Keys.identity)])
      }
    }
    try valid(
      "recipient_not_canonical", "6.3-1",
      "An ephemeral public key above 2^255 - 19: taken modulo that, as stored."
    ) {
      $0.container.slots = [Slot(.recipient(Keys.identity))]
      // 9 and 2^255 - 19: the base point in another form.
      $0.container.slots[0].ephemeralPoint = Bytes(hex: "f6" + String(repeating: "ff", count: 30) + "7f")
      ($0.keyFiles, $0.identities, $0.flags) = ([], [KeyText.identity(Keys.identity)], [.notProven])
    }
    try valid(
      "recipient_top_bit", "6.3-1", "An ephemeral public key with its top bit set, which X25519 ignores."
    ) {
      $0.container.slots = [Slot(.recipient(Keys.identity))]
      $0.container.slots[0].ephemeralPoint = Bytes(hex: "09" + String(repeating: "00", count: 30) + "80")
      ($0.keyFiles, $0.identities, $0.flags) = ([], [KeyText.identity(Keys.identity)], [.notProven])
    }
    try valid("recipient_twice", "6.4-1", "Two slots for one recipient.") {
      $0.container.slots = [Slot(.recipient(Keys.identity)), Slot(.recipient(Keys.identity))]
      for index in 0...1 { $0.container.slots[index].id = Bytes(repeating: UInt8(index + 1), count: 8) }
      ($0.keyFiles, $0.identities, $0.flags) = ([], [KeyText.identity(Keys.identity)], [.notProven])
    }
    try valid("recipient_unclamped", "6.2-1", "An identity whose scalar is not clamped: X25519 does that.") {
      let scalar = Bytes(repeating: 0xff, count: 32)
      $0.container.slots = [Slot(.recipient(scalar))]
      ($0.keyFiles, $0.identities, $0.flags) = ([], [KeyText.identity(scalar)], [.notProven])
    }
    let text = KeyText.identity(Keys.identity)
    for (name, clause, bad) in [
      ("recipient_identity_lower", "6.2-2", text.lowercased()),
      ("recipient_identity_mixed", "6.2-2", text.prefix(3).lowercased() + text.dropFirst(3)),
      ("recipient_identity_checksum", "6.2-2", String(text.dropLast()) + (text.last == "Q" ? "P" : "Q")),
      ("recipient_identity_space", "6.2-2", text.prefix(30) + " " + text.dropFirst(30)),
      ("recipient_public", "6.2-1", KeyText.recipient(publicKey(Keys.identity))),
    ] as [(String, String, String)] {
      try fault(name, .credential, clause, "Given as an identity: \(name.dropFirst(10)).") {
        $0.identities = [bad]
      }
    }
    for (name, number) in [("key_file_twice", 2), ("key_file_64", 64)] {
      try valid("recipient_\(name)", "6.4-1", "One key in \(number) key-file slots.") { made in
        for _ in 1..<number { made.slot(Slot(.keyFile(Keys.keyFile))) }
        let ids = ContainerKeys(made.container)
        let order = (0..<number).map { ids.draw("seed slotID", Bytes($0, 2), 8) }
        made.opens = order.indices.min { precedes(order[$0], order[$1]) }
      }
    }
  }
}
