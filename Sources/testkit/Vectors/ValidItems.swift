extension Suite {
  /// Classes: accessibility, access control, devices (spec §9).
  mutating func addValidClasses() throws {
    try valid("valid_accessibilities", "9.1-4 9.2-4", "An item of each accessibility; every factor is given.")
    { made in
      made.addPassphrase()
      made.openWithPassphrase()
      made.giveDevice()
      made.container.items = (6...12).map { (accessibility: UInt8) in
        var item = Item("service", "account")
        item.accessibility = accessibility
        item.identity = Identity.generic(Bytes("service"), [0x30 + accessibility], scope: item.deviceID)
        return item
      }
    }
    for accessibility in 7...12 as ClosedRange<UInt8> {
      try valid(
        "valid_class_\(accessibility)", "9.1-4 9.2-4", "One item, of accessibility \(accessibility) alone.",
        since: Self.version
      ) {
        $0.addPassphrase()
        $0.openWithPassphrase()
        $0.giveDevice()
        $0.item { $0.accessibility = accessibility }
        if accessibility >= 9 { $0.bindToDevice(accessibility) }
      }
    }
    let controls = [
      0, Access.userPresence, Access.biometryAny, Access.biometryCurrentSet, Access.devicePasscode,
      Access.biometryAny | Access.devicePasscode | Access.or,
      Access.biometryAny | Access.devicePasscode | Access.and,
      Access.biometryCurrentSet | Access.devicePasscode, Access.privateKeyUsage,
      Access.biometryCurrentSet | Access.devicePasscode | Access.or,
    ]
    for accessibility in [6, 10, 12] as [UInt8] {
      try valid(
        "valid_controls_\(accessibility)", "9.1-6 9.2-4",
        "Every access control with accessibility \(accessibility); every factor is given."
      ) { made in
        made.addPassphrase()
        made.addEnrolment()
        made.openWithPassphrase()
        made.givePresence()
        made.giveDevice()
        made.container.items = controls.enumerated().map { index, accessControl in
          var item = Item("service", "account")
          (item.accessibility, item.accessControl) = (accessibility, accessControl)
          item.identity = Identity.generic(Bytes("service"), [0x41 + UInt8(index)], scope: item.deviceID)
          return item
        }
      }
    }
    try valid(
      "valid_factors_absent", "13.3-3 9.5-4", "Opened by key file alone: what needs a factor is reported."
    ) {
      $0.addPassphrase()
      $0.addEnrolment()
      for (name, access, error) in [
        ("b", Access.biometryAny, ErrorName.presence), ("p", Access.devicePasscode, .passcode),
      ] as [(StaticString, UInt32, ErrorName)] {
        $0.add(Item(name, "")) { $0.accessControl = access }
        $0.reasons[Item(name, "").identity] = error
      }
      $0.add(Item("d", "")) {
        $0.accessibility = 11
        $0.identity = Identity.generic(Bytes("d"), [], scope: $0.deviceID)
      }
      $0.reasons[Identity.generic(Bytes("d"), [], scope: Keys.deviceID)] = .device
      $0.flags = [.device, .presence, .passcode]
    }
    try valid(
      "valid_presence_without_passcode", "9.2-4",
      "userPresence with an enrolment and no passphrase: one chain."
    ) {
      $0.addEnrolment()
      $0.givePresence()
      $0.item { $0.accessControl = Access.userPresence }
    }
    try valid("valid_two_devices", "11-5", "One name for each of two devices, and one that is bound to none.")
    { made in
      made.giveDevice()
      for device in [Keys.device, Keys.otherDevice] {
        made.add(Item("mail", "me")) {
          ($0.accessibility, $0.device) = (9, device)
          $0.identity = Identity.generic(Bytes("mail"), Bytes("me"), scope: $0.deviceID)
        }
      }
      made.reasons[Identity.generic(Bytes("mail"), Bytes("me"), scope: Keys.otherDeviceID)] = .device
      made.flags = [.device]
    }
    try valid(
      "valid_application_password", "12.2-1 10.3-1",
      "Two items with application passwords, one of them not UTF-8."
    ) {
      let passwords: [(StaticString, Bytes)] = [("one", Bytes("open sesame")), ("two", [0xff, 0])]
      for (name, password) in passwords {
        $0.add(Item(name, "")) { ($0.accessControl, $0.password) = (Access.applicationPassword, password) }
        $0.itemPasswords.append((Item(name, "").identity, password))
      }
    }
    try valid(
      "valid_password_and_presence", "12.2-1",
      "An application password beside biometryAny on this device only."
    ) {
      $0.addEnrolment()
      $0.givePresence()
      $0.giveDevice()
      $0.bindToDevice(9, Access.biometryAny | Access.applicationPassword)
      $0.item { $0.password = Bytes("open sesame") }
      $0.itemPasswords = [($0.container.items[0].identity, Bytes("open sesame"))]
    }
  }

  /// Names, attributes and values (spec §10, §11).
  mutating func addValidRecords() throws {
    try valid("valid_every_attribute", "10.3-3 10.3-4 7-3", "An item with every tag of a record.") {
      func pair(_ key: Bytes, _ value: Bytes) -> Bytes { key.counted16 + Bytes(value.count, 4) + value }
      let provenance = (1...4).flatMap { Tag($0, Bytes("dummy \($0)".utf8)).bytes }
      $0.item {
        ($0.accessControl, $0.password) = (Access.applicationPassword, Bytes("open sesame"))
        ($0.created, $0.modified, $0.revision) = (-1, .max, .max)
        $0.tags = [
          Tag(2, Bytes("label")), Tag(3, Bytes("description")), Tag(4, Bytes("comment\0with NUL")),
          Tag(5, [0, 0xff]), Tag(6, Bytes("aapl")), Tag(7, Bytes("note")), Tag(8, [1]), Tag(9, [1]),
          Tag(10, provenance), Tag(11, Bytes(from: 1, count: 16)), Tag(12, Bytes(Keys.time, 8)),
          Tag(13, Bytes(0, 8)), Tag(14, pair([], []) + pair(Bytes("a"), [0]) + pair(Bytes("ab"), [])),
          Tag(15, [7, 0, 0, 0]), Tag(0x100, []), Tag(0x7fff, [1, 2]),
        ]
      }
      $0.itemPasswords = [($0.container.items[0].identity, Bytes("open sesame"))]
    }
    try valid("valid_internet", "11-3", "Internet passwords that differ in one part each.") {
      $0.container.items = [
        Item(Identity.internet("example.org", "me", protocol: "htps", port: 443, path: "/")),
        Item(Identity.internet("example.org", "me", protocol: "htps", port: 8_443, path: "/")),
        Item(
          Identity.internet(
            "example.org", "me", protocol: "htps", authentication: "form", port: 443, path: "/")),
        Item(Identity.internet("example.org", "me", protocol: "htps", port: 443, path: "/", domain: "realm")),
        Item(
          Identity.internet("example.org", "me", protocol: "htps", port: 443, path: "/", synchronizable: 1)),
        Item(Identity.internet("", "", protocol: "")),
      ]
    }
    try valid(
      "valid_companions", "10.4-1 11-2", "A pending and a previous value, and a companion without its item."
    ) {
      let mail = $0.container.items[0].identity
      $0.add(Item(Identity.companion(1, of: mail), "dummy pending"))
      $0.add(Item(Identity.companion(2, of: mail), "dummy previous"))
      $0.add(Item(Identity.companion(2, of: Item("web", "me").identity), "dummy left over"))
    }
    try valid(
      "valid_names_not_utf8", "11-3",
      "Names that are not UTF-8, with 00 and 01, empty, and in two normal forms."
    ) {
      let names: [Bytes] = [
        [], [0], [1], [0, 1], [1, 1], [0xff, 0xfe], [0xc3, 0xa9], [0x65, 0xcc, 0x81], [0xed, 0xa0, 0x80],
      ]
      $0.container.items = names.map { Item(Identity.generic(Bytes("name"), $0)) }
      $0.container.items += names.dropFirst().map { Item(Identity.generic($0, [], group: $0)) }
    }
    try valid("valid_longest_identities", "11-1", "An identity of 2,048 bytes, and its companion of 2,050.") {
      let long = Identity.generic(Bytes("mail"), Bytes(repeating: 0x61, count: 2_048 - 9))
      $0.add(Item(long))
      $0.add(Item(Identity.companion(2, of: long)))
    }
    try valid("valid_longest_record", "10.2-1", "A record of 61,440 bytes.") {
      $0.item { $0.tags = [Tag(4, Bytes(repeating: 0x61, count: 61_440 - 83 - 11 - 6))] }
    }
    try valid("valid_values", "10.2-3", "Empty text, empty bytes, no data, a NUL, text that is not UTF-8.") {
      let values: [(StaticString, UInt8, Bytes)] = [
        ("a", 1, []), ("b", 0, []), ("c", 3, []), ("d", 0, [0]), ("e", 1, [0xff]),
        ("f", 2, Bytes("no plist")),
      ]
      for (name, type, value) in values {
        $0.add(Item(name, "")) { ($0.contentType, $0.value) = (type, value) }
      }
    }
    try valid("valid_provenance_unknown", "7-5", "Provenance with an unknown tag alone.") {
      $0.item { $0.tags = [Tag(10, Tag(9, []).bytes)] }
    }
    try valid(
      "valid_companion_scope", "11-5", "A companion bound to this device of an item that is bound to none."
    ) {
      $0.giveDevice()
      let scoped = Identity.generic(Bytes("mail"), Bytes("me"), scope: Keys.deviceID)
      $0.add(Item(Identity.companion(1, of: scoped))) { $0.accessibility = 9 }
    }
    try valid("valid_synchronizable", "11-4", "Two items that differ only in synchronizable.") {
      $0.add(Item(Identity.generic(Bytes("mail"), Bytes("me"), synchronizable: 1)))
    }
    try valid("valid_read", "13.1-2", "One item of three is read.") {
      $0.add(Item("web", "me", "dummy answer"))
      $0.add(Item("zoo", "me"))
      ($0.operation, $0.readItem) = (.read, Item("web", "me").identity)
    }
  }
}
