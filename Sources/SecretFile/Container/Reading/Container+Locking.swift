internal import SecretCrypto

extension Container {
  /// Forgets the master key, every credential but the device keys, and all class keys but those of some
  /// accessibilities (spec §9.5, §14.4).
  ///
  /// A locked container still reads all attributes, and reads, adds, changes and removes items of the classes that
  /// it kept; everything else is `locked`. It follows what others write, until they rotate the keys. There is no way
  /// back: to unlock, open the container anew.
  /// - Throws: `keyTable`: a class key does not open. Then nothing is forgotten.
  package func lock(keeping accessibilities: Set<Accessibility>) throws(SecretFileError) {
    let snapshot = snapshot
    if snapshot.isLocked { return }
    replace(with: try snapshot.locked(keeping: accessibilities), access.locked)
  }

  /// Whether `lock` has been called.
  package var isLocked: Bool { snapshot.isLocked }
}

extension Access {
  /// The same, without what could unlock.
  var locked: Access {
    var locked = self
    locked.credentials = credentials.devicesOnly
    return locked
  }

  /// A locked container cannot follow others into another epoch.
  static let rotatedWhileLocked = SecretFileError(
    .locked, "the keys were rotated by somebody else while the container was locked",
    hint: "unlock it")

  /// The keys derived from the master key that was opened; of a locked container those that it kept.
  func masterKeys(
    _ opened: OpenedSlot?, _ known: Snapshot?, _ header: Header
  ) throws(SecretFileError) -> MasterKeys {
    if let opened { return opened.master.withBytes { MasterKeys($0, containerID: header.containerID) } }
    guard let known else { throw Self.rotatedWhileLocked }
    return known.masterKeys
  }
}

extension Credentials {
  /// Device keys and nothing else: they say which items are this device's own, and open nothing alone.
  var devicesOnly: Credentials {
    var only = Credentials()
    only.devices = devices
    return only
  }
}

extension Snapshot {
  /// Whether the master key is gone.
  var isLocked: Bool { chainKeys.master == nil }

  /// The same version, without the keys that a locked container must not hold.
  func locked(keeping accessibilities: Set<Accessibility>) throws(SecretFileError) -> Snapshot {
    let locked = Snapshot(
      file: file, headerBytes: headerBytes, header: header, root: root, keyTable: keyTable,
      masterKeys: masterKeys, chainKeys: chainKeys.locked, opened: nil, isProven: isProven, warnings: warnings
    )
    for entry in keyTable.entries where accessibilities.contains(entry.accessibility) {
      // What needs more than an unlocked device stays shut: its factors are asked for each time.
      guard entry.accessControl.isDisjoint(with: .constraints), case .usable = chainKeys.choose(entry) else {
        continue
      }
      locked.keep(entry.keyID, try classKey(entry.keyID))
    }
    return locked
  }

  /// The class keys that a successor of this locked version may go on using: those of entries that are the same.
  func classKeys(for table: KeyTable) -> [(id: UInt32, key: SecretBuffer)] {
    heldKeys.filter { held in
      guard let old = keyTable.entry(held.id), let new = table.entry(held.id) else { return false }
      return old.check == new.check && old.sinceEpoch == new.sinceEpoch
    }
  }
}

extension ChainKeys {
  /// The same state, without master key, presence and passcode.
  var locked: ChainKeys {
    ChainKeys(
      containerID: containerID, keyEpoch: keyEpoch, master: nil, devices: devices, presenceSet: presenceSet,
      existing: existing)
  }
}
