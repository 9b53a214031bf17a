/// Spec §6, §9.
extension Suite {
  private struct SlotCase {
    var slot: Slot
    var secret: Bytes
  }

  private static var slotCases: [SlotCase] {
    [
      SlotCase(slot: Slot(.keyFile(Keys.keyFile)), secret: Keys.keyFile),
      SlotCase(slot: Slot(.passphrase(Keys.passphrase)), secret: Keys.passphrase),
      SlotCase(slot: Slot(.passphrase([0x65, 0xcc, 0x81])), secret: [0xc3, 0xa9]),
      SlotCase(slot: Slot(.recipient(Keys.identity)), secret: Keys.identity),
      SlotCase(slot: Slot(.recipient(Keys.enrolled), role: 1), secret: Keys.enrolled),
    ]
  }

  private static func slot(_ given: Slot, epoch: UInt32) throws -> (Container, ContainerKeys, Bytes) {
    var container = Container(seed: hash(Bytes("slot")))
    (container.keyEpoch, container.slots) = (epoch, [given])
    let keys = ContainerKeys(container)
    return (container, keys, try container.slotBytes(keys).area)
  }

  static func slots() throws -> PrimitiveFile {
    var file = PrimitiveFile(
      "slot", .slot, "4.2-13 6.1-3",
      "A slot, the secret that opens it (a passphrase, a key or an X25519 identity), and the keys in it.")
    for given in slotCases {
      for epoch in [1, 7] as [UInt32] {
        let (_, keys, bytes) = try slot(given.slot, epoch: epoch)
        var fields: [(String, JSON)] = [
          ("containerID", .hex(keys.containerID)), ("keyEpoch", .number(UInt64(epoch))),
          ("slot", .hex(bytes)),
          ("secret", .hex(given.secret)),
        ]
        fields.append(
          given.slot.role == 0 ? ("masterKey", .hex(keys.master)) : ("presenceKey", .hex(keys.presence)))
        if given.slot.kind == 1 { fields.append(("passcodeKey", .hex(keys.passcode))) }
        file.cases.append(fields)
      }
    }
    return file
  }

  static func slotFaults() throws -> PrimitiveFile {
    var file = PrimitiveFile(
      "slot_faults", .slot, "4.2-13 6.1-3 6.3-1", "Slots that do not open: another epoch, secret or byte.")
    for given in slotCases {
      let (_, keys, bytes) = try slot(given.slot, epoch: 1)
      var damaged = bytes
      damaged.flip(-1)
      let other = given.slot.kind == 1 ? Bytes("another") : Bytes(from: 0x13)
      for (epoch, slot, secret) in [(2, bytes, given.secret), (1, bytes, other), (1, damaged, given.secret)] {
        file.add(
          ("containerID", .hex(keys.containerID)), ("keyEpoch", .number(UInt64(epoch))), ("slot", .hex(slot)),
          ("secret", .hex(secret)), ("expect", .string("unlock")))
      }
    }
    return file
  }

  private static let controls: [UInt32] = [
    0, Access.userPresence, Access.biometryAny, Access.biometryCurrentSet, Access.devicePasscode,
    Access.biometryAny | Access.devicePasscode, Access.biometryAny | Access.devicePasscode | Access.or,
    Access.biometryAny | Access.devicePasscode | Access.and,
    Access.biometryCurrentSet | Access.devicePasscode,
    Access.biometryCurrentSet | Access.devicePasscode | Access.or, Access.privateKeyUsage,
    Access.applicationPassword,
  ]

  /// A container with every factor, and its one entry.
  private static func entry(
    _ accessibility: UInt8, _ accessControl: UInt32
  ) -> (container: Container, keys: ContainerKeys, entry: Entry) {
    var container = Container(seed: hash(Bytes("chain")))
    container.slots = [
      Slot(.keyFile(Keys.keyFile)), Slot(.passphrase(Keys.passphrase)),
      Slot(.recipient(Keys.enrolled), role: 1),
    ]
    var item = Item("mail", "me")
    (item.accessibility, item.accessControl) = (accessibility, accessControl)
    container.items = [item]
    let keys = ContainerKeys(container)
    return (container, keys, container.plannedEntries(keys)[0])
  }

  private static func fields(
    _ keys: ContainerKeys, _ bytes: Bytes, without missing: UInt8? = nil
  ) -> [(String, JSON)] {
    var fields: [(String, JSON)] = [
      ("containerID", .hex(keys.containerID)), ("keyEpoch", .number(1)), ("masterKey", .hex(keys.master)),
      ("entry", .hex(bytes.counted16)), ("set", .hex(keys.presentSet)),
    ]
    if missing != 1 { fields.append(("deviceKey", .hex(Keys.device))) }
    if missing != 2 { fields.append(("presenceKey", .hex(keys.presence))) }
    if missing != 3 { fields.append(("passcodeKey", .hex(keys.passcode))) }
    return fields
  }

  static func chains() -> PrimitiveFile {
    var file = PrimitiveFile(
      "chain", .chain, "9.5-3 9.5-6", "An entry of the key table, the factors at hand, and the class key.")
    for accessibility in [6, 9, 12] as [UInt8] {
      for control in controls {
        let (container, keys, entry) = entry(accessibility, control)
        file.cases.append(
          fields(keys, entry.bytes(container, keys)) + [("classKey", .hex(entry.classKey))])
      }
    }
    return file
  }

  static func chainFaults() -> PrimitiveFile {
    var file = PrimitiveFile(
      "chain_faults", .chain, "9.5-2 9.5-4 9.5-6", "Entries that do not open with the factors at hand.")
    func add(_ fields: [(String, JSON)], _ error: ErrorName) {
      file.cases.append(fields + [("expect", .string(error.rawValue))])
    }
    let missing: [(UInt8, UInt32, UInt8, ErrorName)] = [
      (9, 0, 1, .device), (6, Access.biometryAny, 2, .presence), (6, Access.devicePasscode, 3, .passcode),
      (12, 0, 1, .device), (12, 0, 3, .passcode), (10, Access.userPresence, 1, .device),
      (8, Access.biometryAny | Access.devicePasscode, 2, .presence),
      (8, Access.biometryAny | Access.devicePasscode, 3, .passcode),
    ]
    for (accessibility, control, factor, error) in missing {
      let (container, keys, entry) = entry(accessibility, control)
      add(fields(keys, entry.bytes(container, keys), without: factor), error)
    }
    for offset in [0, 4, 5, 9, 13, 40, 80] {
      let (container, keys, entry) = entry(6, Access.biometryAny)
      var bytes = entry.bytes(container, keys)
      // sinceEpoch 1 would become 0, which no entry may have.
      guard offset != 9, offset != 4, offset != 5 else { continue }
      bytes.flip(offset == 0 ? 0 : bytes.count - 1 - offset)
      if offset == 0 { bytes.put(3, 4, at: 0) }
      add(fields(keys, bytes), .keyTable)
    }
    let (container, keys, old) = entry(6, Access.biometryCurrentSet)
    var bound = old
    bound.chains[0].factors[0].stored = Bytes(from: 1, count: 8)
    add(fields(keys, bound.bytes(container, keys)), .invalidated)
    return file
  }

  static func chainTables() -> PrimitiveFile {
    var file = PrimitiveFile(
      "chain_table", .chainTable, "9.2-4",
      "The alternatives of a class where every factor exists, as kinds: 1 device, 2 presence, 3 passcode.")
    for accessibility in 6...12 as ClosedRange<UInt8> {
      for control in controls {
        let chains = Container(seed: []).alternatives(accessibility, control)
        file.add(
          ("accessibility", .number(UInt64(accessibility))), ("accessControl", .number(UInt64(control))),
          ("chains", .list(chains.map { .list($0.map { .number(UInt64($0)) }) })))
      }
    }
    return file
  }
}
