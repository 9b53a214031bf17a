extension Container {
  /// The item of exactly this name, in no scope or in this device's; nil if there is none. Of the file one page is
  /// read.
  /// - Throws: `page`, `record`, `order`, file errors.
  package func item(named name: IdentityParts) throws(SecretFileError) -> Item? {
    let snapshot = snapshot
    var name = name
    for scope in [snapshot.chainKeys.devices.first?.id, nil] {
      if scope != nil, name.isSynchronizable { continue }
      name.scope = scope
      guard let identity = try? Identity(name), let place = try snapshot.find(identity) else { continue }
      let record = try snapshot.record(at: place)
      return Item(record, snapshot.keyTable.entry(record.keyID)?.keyClass.protection ?? Protection())
    }
    return nil
  }
}

extension Container {
  /// Whether a passphrase opens it.
  package var hasPassphraseSlot: Bool { snapshot.header.hasSlot(kind: SlotKind.passphrase) }

  /// The device whose items are this handle's own.
  package var device: DeviceID? { snapshot.chainKeys.devices.first?.id }

  /// Whether the key of an item is bound to a set of enrolments that is no more.
  package func isInvalidated(_ item: Item) -> Bool { snapshot.isInvalidated(item.keyID) }
}

extension Transaction {
  /// Whether the key of an item is bound to a set of enrolments that is no more.
  package func isInvalidated(_ item: Item) -> Bool { draft.base.isInvalidated(item.keyID) }

  /// The device whose items are this writer's own.
  package var device: DeviceID? { draft.device?.id }
}

extension Snapshot {
  fileprivate func isInvalidated(_ keyID: UInt32) -> Bool {
    keyTable.entry(keyID).map { chainKeys.choose($0) == .invalidated } ?? false
  }
}
