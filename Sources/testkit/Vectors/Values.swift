extension Suite {
  /// The steps "value" of spec §13.1.
  mutating func addValues() throws {
    try addPayloads()
    try addFactors()
    try addPasswords()
    try addUnusable()
  }

  private mutating func addPayloads() throws {
    try fault(
      "payload_link", .payload, "12.1-1 5.2-1",
      "A bit of the payload is wrong; the link is that of the good one."
    ) {
      $0.item { $0.editLinked = { $0.flip(30) } }
    }
    try fault("payload_link_read", .payload, "12.1-1", "The same, seen by reading the item alone.") {
      $0.item { $0.editLinked = { $0.flip(30) } }
      $0.readFirst()
    }
    try fault(
      "payload_link_unopened", .payload, "13.3-2",
      "A damaged payload that cannot be opened for want of a device key."
    ) {
      $0.bindToDevice()
      $0.item { $0.editLinked = { $0.flip(30) } }
    }
    try fault(
      "payload_seal", .payload, "12.1-2", "A bit of the payload's tag is wrong, and the link fits it."
    ) {
      $0.item { $0.editBlob = { $0.flip(-1) } }
    }
    try fault("payload_of_another", .payload, "12.1-2", "The payload is sealed as that of another itemID.") {
      $0.item { $0.sealedID = Bytes(from: 1, count: 16) }
    }
    try fault("payload_padding", .payload, "12.1-3", "The last byte of the padding is not zero.") {
      $0.item { $0.editPlain = { $0.flip(-1) } }
    }
    try fault(
      "payload_padding_no_data", .payload, "12.1-3", "An item without data whose padding is not zero."
    ) {
      $0.item {
        ($0.value, $0.contentType) = ([], 3)
        $0.editPlain = { $0.flip(0) }
      }
    }
    try fault("payload_swapped", .payload, "12.1-1", "The payloads of two items have changed places.") {
      $0.add(Item("web", "me"))
      $0.edit(.segments) {
        let end = $0.count
        $0 = Bytes($0[..<(end - 208)]) + Bytes($0[(end - 104)...]) + Bytes($0[(end - 208)..<(end - 104)])
      }
    }
    try fault("value_not_found", .notFound, "13.1-2", "There is no such item.") {
      $0.operation = .read
      $0.readItem = Item("mail", "nobody").identity
    }
    try fault("value_not_found_before", .notFound, "13.1-2", "An identity before all segments.") {
      $0.operation = .read
      $0.readItem = Item("a", "").identity
    }
  }

  private mutating func addFactors() throws {
    let both = Access.biometryAny | Access.devicePasscode
    let missing: [(String, ErrorName, String, UInt8, UInt32)] = [
      ("value_device", .device, "No device key for WhenUnlockedThisDeviceOnly.", 9, 0),
      ("value_presence", .presence, "No enrolment's identity for biometryAny.", 6, Access.biometryAny),
      (
        "value_passcode", .passcode, "Opened by key file; devicePasscode needs a passphrase.", 6,
        Access.devicePasscode
      ),
      (
        "value_first_chain", .presence, "userPresence with neither factor: that of the first chain is named.",
        7, 1
      ),
      ("value_first_factor", .device, "Device and passcode are missing: the first kind is named.", 12, 0),
      ("value_and", .presence, "biometryAny and devicePasscode, with neither factor.", 8, both),
    ]
    for (name, error, description, accessibility, accessControl) in missing {
      try fault(name, error, "9.5-4", description) { factors(&$0, accessibility, accessControl) }
    }
    try fault("value_other_device", .device, "9.5-4", "The key of another device.") {
      factors(&$0, 9, 0)
      $0.giveDevice(Keys.otherDevice)
    }
    try fault("value_other_presence", .presence, "9.5-4", "An identity that is not enrolled.") {
      factors(&$0, 6, Access.biometryAny)
      $0.givePresence(Keys.alsoEnrolled)
    }
    try fault("value_second_factor", .passcode, "9.5-4", "The device key is there, the passcode is not.") {
      factors(&$0, 12, 0)
      $0.giveDevice()
    }
    try valid("value_second_chain", "9.5-3", "userPresence by passphrase: the first chain lacks its factor.")
    {
      factors(&$0, 6, Access.userPresence)
      $0.openWithPassphrase()
    }
  }

  private mutating func addPasswords() throws {
    func guarded(_ made: inout Case) {
      made.item { ($0.accessControl, $0.password) = (Access.applicationPassword, Bytes("open sesame")) }
      made.readFirst()
    }
    try fault("password_missing", .applicationPassword, "12.2-1", "No application password is given.") {
      guarded(&$0)
    }
    try fault("password_wrong", .applicationPassword, "12.2-1", "Another application password.") {
      guarded(&$0)
      $0.itemPasswords = [($0.container.items[0].identity, Bytes("open barley"))]
    }
    try fault("password_empty", .applicationPassword, "12.2-1", "An empty application password.") {
      guarded(&$0)
      $0.itemPasswords = [($0.container.items[0].identity, [])]
    }
    func costly(_ made: inout Case) {
      guarded(&made)
      made.item { $0.passwordCost = (17, 8) }
      made.itemPasswords = [(made.container.items[0].identity, Bytes("open sesame"))]
    }
    try fault("password_cost", .kdfCost, "6.5-2", "The application password's derivation has 17 passes.") {
      costly(&$0)
    }
    try fault("password_cost_verify", .kdfCost, "13.3-4", "The same when verifying.") {
      costly(&$0)
      ($0.operation, $0.readItem) = (.verify, nil)
    }
    try valid("password_cost_not_given", "13.3-3", "The same without the password: it is only reported.") {
      costly(&$0)
      ($0.operation, $0.readItem, $0.itemPasswords) = (.verify, nil, [])
      $0.reasons = [$0.container.items[0].identity: .applicationPassword]
      $0.flags = [.applicationPassword]
    }
    try valid(
      "password_wrong_verify", "13.3-3", "Verifying reports a wrong application password and goes on."
    ) {
      guarded(&$0)
      ($0.operation, $0.readItem) = (.verify, nil)
      $0.itemPasswords = [($0.container.items[0].identity, Bytes("open barley"))]
      $0.reasons = [$0.container.items[0].identity: .applicationPassword]
      $0.flags = [.applicationPassword]
    }
    try fault("password_padding", .payload, "12.1-3", "The password is right, and the padding is not zero.") {
      guarded(&$0)
      $0.item { $0.editPlain = { $0.flip(-1) } }
      $0.itemPasswords = [($0.container.items[0].identity, Bytes("open sesame"))]
    }
  }

  private mutating func addUnusable() throws {
    /// biometryCurrentSet of enrolments that are no more.
    func bound(_ made: inout Case) {
      factors(&made, 6, Access.biometryCurrentSet)
      made.givePresence()
      let old = Bytes(repeating: 0xdd, count: 8)
      made.entry { entry, _, _ in
        (entry.chains[0].factors[0].stored, entry.chains[0].factors[0].associated) = (old, old)
        entry.chains[0].factors[0].key = Bytes(from: 0x77)
      }
    }
    try fault("value_invalidated", .invalidated, "9.5-2", "biometryCurrentSet of a set that is not today's.")
    { bound(&$0) }
    try fault(
      "value_invalidated_no_set", .invalidated, "9.5-2",
      "There are no enrolments any more, so no set of today."
    ) {
      bound(&$0)
      let change = $0.container.editEntries
      $0.container.slots.removeLast()
      $0.container.editEntries = { entries, keys, container in
        entries[0].chains = [Chain(factors: [container.factor(2, container.items[0], keys)])]
        change?(&entries, keys, container)
      }
      $0.presence = []
    }
    try valid("value_invalidated_verify", "13.3-3", "Verifying reports it and goes on.") {
      bound(&$0)
      ($0.operation, $0.readItem) = (.verify, nil)
      $0.add(Item("web", "me")) { $0.accessibility = 7 }
      $0.reasons = [$0.container.items[0].identity: .invalidated]
      $0.flags = [.invalidated]
    }
    try valid(
      "value_invalidated_other_chain", "9.5-3",
      "The chain with the old set is unusable, that with the passcode is not."
    ) {
      let both = Access.biometryCurrentSet | Access.devicePasscode | Access.or
      bound(&$0)
      $0.item { $0.accessControl = both }
      $0.openWithPassphrase()
    }
    func unknown(_ made: inout Case) {
      made.entry { entry, _, _ in entry.chains[0].factors = [Factor(kind: 4, key: Bytes(from: 0x55))] }
    }
    try fault("value_unknown_factor", .version, "9.5-1", "The only chain has a factor of unknown kind.") {
      unknown(&$0)
      $0.readFirst()
    }
    try valid("value_unknown_factor_verify", "13.3-3", "Verifying reports it and goes on.") {
      unknown(&$0)
      $0.add(Item("web", "me")) { $0.accessibility = 7 }
      $0.reasons = [$0.container.items[0].identity: .version]
      $0.flags = [.version]
    }
    try valid("value_unknown_second_chain", "9.5-3", "A chain of unknown kind stands after a usable one.") {
      $0.entry { entry, _, _ in
        entry.chains.append(Chain(factors: [Factor(kind: 9, key: Bytes(from: 0x55))]))
      }
    }
  }
}

/// A container with a passphrase and an enrolment beside the key file, and one item of a class.
private func factors(_ made: inout Case, _ accessibility: UInt8, _ accessControl: UInt32) {
  made.addPassphrase()
  made.addEnrolment()
  made.bindToDevice(accessibility, accessControl)
  made.readFirst()
}
