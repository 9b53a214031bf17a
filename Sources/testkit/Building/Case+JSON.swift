import VectorSuite

extension Case {
  /// Errors that come before anything could be opened.
  private static let closed: [ErrorName] = [
    .framing, .notSecretFile, .version, .headerHash, .header, .length, .kdfCost, .unlock, .credential,
  ]

  /// The expectation that stands beside the container.
  func expectation(_ built: Built?) -> JSON {
    var fields: [(String, JSON)] = [
      ("name", .string(name)), ("description", .string(description)),
      ("expect", .string(expect?.rawValue ?? "ok")), ("operation", .string(operation.rawValue)),
      ("credentials", credentials),
    ]
    if let id = slotID ?? namedSlot.flatMap({ built?.slotIDs[$0] }) { fields.append(("slot", .hex(id))) }
    if !itemPasswords.isEmpty {
      fields.append(("itemPasswords", .object(itemPasswords.map { ($0.identity.hex, .hex($0.password)) })))
    }
    if let built, let witness = makeWitness?(built) {
      fields.append(("witness", json(witness)))
    }
    if let readItem { fields.append(("item", .hex(readItem))) }
    if let built {
      if expect == nil {
        let items = hidesLastItem ? Array(built.items.dropLast()) : built.items
        fields.append(("items", .list(items.map(json))))
      }
      let values = intermediate(built)
      if !values.isEmpty { fields.append(("intermediate", .object(values))) }
    }
    fields.append(("clauses", .strings(clauses)))
    fields.append(("flags", .strings(toldFlags.map(\.rawValue))))
    return .object(fields)
  }

  /// Where an error is expected nothing is told; what the caller accepts counts there too.
  var toldFlags: [Flag] {
    expect == nil ? flags : flags.filter { [.acceptRollback, .acceptFork, .acceptOrigin].contains($0) }
  }

  private var credentials: JSON {
    var fields: [(String, JSON)] = []
    if !passphrases.isEmpty { fields.append(("passphrases", .list(passphrases.map(JSON.hex)))) }
    for (name, texts) in [
      ("keyFiles", keyFiles), ("identities", identities), ("deviceKeys", deviceKeys), ("presence", presence),
    ] where !texts.isEmpty {
      fields.append((name, .strings(texts)))
    }
    return .object(fields)
  }

  private func json(_ witness: Witness) -> JSON {
    .object([
      ("keyEpoch", .number(UInt64(witness.keyEpoch))), ("generation", .number(witness.generation)),
      ("mac", .hex(witness.mac)), ("pin", .hex(witness.pin)),
    ])
  }

  private func json(_ item: Item) -> JSON {
    if let reason = reasons[item.identity] {
      return .object([
        ("identity", .hex(item.identity)), ("sha256", .null), ("reason", .string(reason.rawValue)),
      ])
    }
    return .object([("identity", .hex(item.identity)), ("sha256", .hex(SHA256.hash(item.value)))])
  }

  /// Whether one of the identities given is enrolled.
  private var hasPresence: Bool {
    container.slots.contains { slot in
      guard case .recipient(let identity) = slot.way, slot.role == 1 else { return false }
      return presence.contains { $0.hasPrefix(KeyText.identity(identity)) }
    }
  }

  /// What a reader knows on its way, as far as it comes.
  private func intermediate(_ built: Built) -> [(String, JSON)] {
    if let expect, Self.closed.contains(expect) { return [] }
    let keys = built.keys
    let rootLink = Bytes(built.header[56..<88])
    var fields: [(String, JSON)] = [
      ("containerID", .hex(keys.containerID)), ("keyEpoch", .number(UInt64(container.keyEpoch))),
      ("generation", .number(container.generation)), ("headerHash", .hex(built.headerHash)),
      ("mac", .hex(built.mac)), ("rootLink", .hex(rootLink)), ("masterKey", .hex(keys.master)),
      ("headerKey", .hex(derived(keys.master, "header", keys.containerID))),
      ("rootKey", .hex(derived(keys.master, "root", keys.containerID))),
      ("pageKey", .hex(derived(wrongPageKey ? keys.pin : keys.master, "page", keys.containerID))),
      ("pin", .hex(keys.pin)),
    ]
    if let opens {
      fields.append(("slotID", .hex(built.slotIDs[opens])))
      if container.slots[opens].kind == 1 { fields.append(("passcodeKey", .hex(keys.passcode))) }
    }
    if hasPresence { fields.append(("presenceKey", .hex(keys.presence))) }
    // The root is opened after both, but for a fork that only previousMac shows.
    if ![.root, .rollback, .fork].contains(expect) {
      fields.append(("rootPlaintext", .hex(SHA256.hash(built.rootPlain))))
    }
    return fields
  }
}
