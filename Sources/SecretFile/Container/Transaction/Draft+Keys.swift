internal import SecretCrypto

extension Draft {
  /// The key that seals a value of a class (spec "Classes").
  func target(_ keyClass: KeyClass) -> KeyTarget {
    guard let live = base.keyTable.entries.last(where: { $0.keyClass == keyClass }),
      !live.chains.contains(where: { keys.isBoundToOldSet($0, live) })
    else { return .new(keyClass) }
    let isStale = live.sinceEpoch < header.keyEpoch
    let hasPasswords = live.accessControl.contains(.applicationPassword)
    return isStale && hasPasswords ? .new(keyClass) : .existing(live.keyID)
  }

  /// Whether values of a class can be sealed with the factors at hand: better told now than at the end.
  /// - Throws: the factor that is missing.
  func checkTarget(_ keyClass: KeyClass) throws(SecretFileError) {
    if checkedClasses.contains(keyClass) { return }
    switch target(keyClass) {
    case .existing(let keyID):
      _ = try base.classKey(keyID)
      if let entry = base.keyTable.entry(keyID) { try checkRenewable(entry) }
    case .new:
      _ = try makeEntry(1, keyClass, classKey: SecretBuffer(SecretBytes(count: Size.key)))
    }
    checkedClasses.insert(keyClass)
  }

  /// - Throws: `version` for an entry that must be renewed and cannot.
  private func checkRenewable(_ entry: KeyEntry) throws(SecretFileError) {
    guard entry.sinceEpoch < header.keyEpoch, !ChainKeys.isRenewable(entry) else { return }
    throw SecretFileError(
      standard: .version,
      "its key must be renewed, and has a factor that only a newer version knows")
  }

  private func makeEntry(
    _ keyID: UInt32, _ keyClass: KeyClass, classKey: SecretBuffer
  ) throws(SecretFileError) -> KeyEntry {
    try keys.makeEntry(
      keyID, keyClass.protection.accessibility, keyClass.protection.accessControl, deviceID: keyClass.device,
      classKey: classKey, seed: seed)
  }

  // MARK: The key table to be

  /// The key table of the commit, and the keys that its payloads need.
  struct KeyPlan {
    var entries: [KeyEntry] = []
    var renewed: Set<UInt32> = []
    /// The numbers of the entries that seal payloads.
    var keyIDs: [KeyClass: UInt32] = [:]
    /// The numbers of entries that are new.
    var new: Set<UInt32> = []
    /// Class keys of the base that are needed to open payloads.
    var open: [UInt32: SecretBuffer] = [:]
    /// Class keys of the commit that are needed to seal payloads.
    var seal: [UInt32: SecretBuffer] = [:]
  }

  /// Decides on every entry: new, renewed, wrapped again, completed, dropped or copied.
  func planKeys() throws(SecretFileError) -> KeyPlan {
    var plan = KeyPlan()
    var newClasses: Set<KeyClass> = []
    for change in changes.sorted() {
      guard let put = change.put, put.isSealed else { continue }
      if case .reseal(let origin) = put.payload {
        plan.open[origin.keyID] = try base.classKey(origin.keyID)
      }
      if newClasses.contains(put.keyClass) || plan.keyIDs[put.keyClass] != nil { continue }
      switch target(put.keyClass) {
      case .new(let keyClass): newClasses.insert(keyClass)
      case .existing(let keyID):
        guard let entry = base.keyTable.entry(keyID) else { continue }
        try checkRenewable(entry)
        if entry.sinceEpoch < header.keyEpoch { plan.renewed.insert(keyID) }
        plan.seal[keyID] = try base.classKey(keyID)
        plan.keyIDs[put.keyClass] = keyID
      }
    }
    for keyID in plan.renewed {
      plan.open[keyID] = try base.classKey(keyID)
      plan.seal[keyID] = SecretBuffer(seed.classKey(keyID))
    }
    for entry in base.keyTable.entries {
      if let kept = try next(entry, plan) { plan.entries.append(kept) }
    }
    try addEntries(newClasses, &plan)
    if keys.master != nil { try dropUnused(&plan) }
    return plan
  }

  /// What becomes of an entry of the base; nil if it is lost with its items.
  private func next(_ entry: KeyEntry, _ plan: KeyPlan) throws(SecretFileError) -> KeyEntry? {
    if plan.renewed.contains(entry.keyID), let classKey = plan.seal[entry.keyID] {
      return try keys.renew(entry, classKey: classKey, seed: seed)
    }
    guard let carried = try keys.carryOver(entry, from: base.chainKeys, seed: seed) else { return nil }
    // What is locked is copied byte for byte.
    guard keys.master != nil, isIncomplete(carried), let classKey = try? base.classKey(entry.keyID) else {
      return carried
    }
    return try keys.complete(carried, classKey: classKey, seed: seed) ?? carried
  }

  /// Whether an alternative of the entry's class exists in the container and is missing from the entry.
  private func isIncomplete(_ entry: KeyEntry) -> Bool {
    ChainTable.chains(entry.accessibility, entry.accessControl, existing: keys.existing).contains { set in
      !entry.chains.contains { $0.isKnown && $0.factorSet == set }
    }
  }

  private func addEntries(_ classes: Set<KeyClass>, _ plan: inout KeyPlan) throws(SecretFileError) {
    var last = base.keyTable.entries.last?.keyID ?? 0
    for keyClass in classes.sorted(by: KeyClass.precedes) {
      guard last < .max else {
        throw SecretFileError(standard: .tooLarge, "no number is left for a new key")
      }
      last += 1
      let classKey = SecretBuffer(seed.classKey(last))
      plan.entries.append(try makeEntry(last, keyClass, classKey: classKey))
      plan.keyIDs[keyClass] = last
      plan.new.insert(last)
      plan.seal[last] = classKey
    }
  }

  /// Drops entries that have a chain bound to an old set and that no record names any more; to compact, all that no
  /// record names.
  private func dropUnused(_ plan: inout KeyPlan) throws(SecretFileError) {
    let bound = plan.entries.filter { entry in
      dropsUnusedKeys || entry.chains.contains { keys.isBoundToOldSet($0, entry) }
    }
    if bound.isEmpty { return }
    let unused = try unusedKeys(Set(bound.map(\.keyID)).subtracting(plan.new))
    plan.entries.removeAll { unused.contains($0.keyID) }
  }

  /// Which of these entries no record will name.
  private func unusedKeys(_ keyIDs: Set<UInt32>) throws(SecretFileError) -> Set<UInt32> {
    var unused = keyIDs
    for change in changes.sorted() {
      guard let put = change.put else { continue }
      if !put.isSealed {
        unused.remove(put.keyID)
      } else if case .existing(let keyID) = target(put.keyClass) {
        unused.remove(keyID)
      }
    }
    if unused.isEmpty { return [] }
    try forEachUnchanged { (view) in
      unused.remove(view.keyID)
      return !unused.isEmpty
    }
    return unused
  }

  /// Calls `body` with every record of the base, companions too, that the transaction leaves alone, until it
  /// returns false.
  func forEachUnchanged(
    _ body: (RecordView) throws(SecretFileError) -> Bool
  ) throws(SecretFileError) {
    for segment in 0..<base.segments.count {
      let page = try base.page(segment)
      for index in 0..<page.count {
        let view = page.record(index)
        if !changes.isEmpty, changes[Identity(checked: [UInt8](copying: view.identity))] != nil { continue }
        if try !body(view) { return }
      }
    }
  }
}
