internal import SecretCrypto

/// Everything that a commit writes, decided but not yet sealed.
struct CommitInput {
  var context: SegmentContext
  var header: Header
  var root: Root
  /// The keys of the state to be.
  var keys: ChainKeys
}

extension Draft {
  /// Decides everything that was left open while the transaction ran.
  func finish() throws(SecretFileError) -> CommitInput {
    try checkOrphans()
    let plan = try planKeys()
    if !mayLoseItems, !mayInvalidateItems {
      let invalidated = try invalidated(plan.entries)
      if !invalidated.isEmpty { throw SecretFileError.orphans(invalidated) }
    }
    try finishRecords()
    try sealSlots()
    setTombstones()
    let entries = plan.entries
    root.keyTable = try format { () throws(FormatError) in try KeyTable(entries).encoded() }
    var context = SegmentContext(
      base: base, containerID: header.containerID, seed: seed, masterKeys: base.masterKeys)
    context.openKeys = KeyRing(plan.open)
    context.sealKeys = KeyRing(plan.seal)
    context.renewed = plan.renewed
    context.keyIDs = plan.keyIDs
    context.changes = changes.sorted()
    return CommitInput(context: context, header: header, root: root, keys: keys)
  }

  /// Sets what depends on the whole transaction: the stamp, if it changed meanwhile, and the password's hash.
  private func finishRecords() throws(SecretFileError) {
    for change in changes.sorted() {
      guard let put = change.put, isStampChanged || (put.isSealed && put.password != nil) else { continue }
      changes.set(change.identity, Change(identity: change.identity, put: try finish(put)))
    }
  }

  private func finish(_ put: StoredRecord) throws(SecretFileError) -> StoredRecord {
    var pending = try put.pending()
    if let installation = root.installation { pending.record.attributes.installation = installation }
    var hash: SecretBuffer?
    if put.isSealed, let password = put.password {
      let parameters = try ApplicationPassword.parameters(
        password.cost, itemID: pending.record.itemID, seed: seed)
      pending.record.attributes.setApplicationPassword(parameters)
      hash = SecretBuffer(
        try password.password.withBytes { (bytes) throws(SecretFileError) in
          try ApplicationPassword.hash(bytes, parameters)
        })
    }
    return StoredRecord(pending, encoded: try [UInt8](encoding: pending.record), passwordHash: hash)
  }

  /// Tombstones for identities that lose their record, none for those that get one.
  private func setTombstones() {
    let sorted = changes.sorted()
    if root.tombstones.isEmpty, sorted.allSatisfy({ $0.put != nil }) { return }
    var gone: [Bytes16: Int64] = [:]
    for entry in root.tombstones { gone[entry.digest] = entry.time }
    for change in sorted {
      let digest = Bytes16(Bytes32(Hash.blake2b256(change.identity.bytes.span)).span, at: 0)
      gone[digest] = change.put == nil ? now : nil
    }
    root.tombstones = DatedDigest.newest(gone)
  }

  // MARK: Orphans

  /// Refuses what would leave records without any chain to their key, or removes them if their loss was named.
  private func checkOrphans() throws(SecretFileError) {
    let identities = try orphans()
    if identities.isEmpty { return }
    guard mayLoseItems else { throw SecretFileError.orphans(identities) }
    for identity in identities { try drop(identity) }
  }

  /// The records without any chain to their key.
  private func orphans() throws(SecretFileError) -> [Identity] {
    guard areEnrolmentsChanged else { return [] }
    let lost = base.keyTable.entries.filter { entry in
      !entry.chains.contains { chain in
        keys.isBoundToOldSet(chain, entry) || chain.factorSet.isSubset(of: keys.existing)
      }
    }
    return try records(under: lost)
  }

  /// The records that could be opened before, and whose chains are all bound to enrolments that are no more afterwards.
  private func invalidated(_ entries: [KeyEntry]) throws(SecretFileError) -> [Identity] {
    guard areEnrolmentsChanged else { return [] }
    let old = base.chainKeys
    let ended = entries.filter { entry in
      guard let before = base.keyTable.entry(entry.keyID) else { return false }
      return old.isOpenable(before) && !keys.isOpenable(entry)
    }
    return try records(under: ended)
  }

  /// The identities that stay under entries whose key they are not sealed under anew.
  private func records(under entries: [KeyEntry]) throws(SecretFileError) -> [Identity] {
    if entries.isEmpty { return [] }
    let keyIDs = Set(entries.map(\.keyID))
    var identities: [Identity] = []
    try forEachUnchanged { (view) in
      if keyIDs.contains(view.keyID) { identities.append(Identity(checked: [UInt8](copying: view.identity))) }
      return true
    }
    for change in changes.sorted() {
      if let put = change.put, !put.isSealed, keyIDs.contains(put.keyID) {
        identities.append(change.identity)
      }
    }
    return identities
  }

  /// The items that nobody could open after the transaction as it stands, of those that can be opened before it.
  func lostItems() throws(SecretFileError) -> [Item] {
    guard areEnrolmentsChanged else { return [] }
    var items: [Item] = []
    for identity in try orphans() + invalidated(planKeys().entries) where identity.companionKind == nil {
      guard let found = try find(identity) else { continue }
      items.append(Item(found.record, found.keyClass.protection))
    }
    return items
  }
}

extension SecretFileError {
  /// What to do before a change after which nobody could open some items.
  package static let orphanHint = "move or remove them first, or say that they may be lost"

  /// The refusal of a change after which nobody could open these items.
  static func orphans(_ identities: [Identity]) -> SecretFileError {
    let names = identities.prefix(8).map { $0.displayName }
    let more = identities.count > names.count ? " and \(identities.count - names.count) more" : ""
    return SecretFileError(
      .refused, "nobody could open these items afterwards: \(names.joined(separator: "; "))\(more)",
      hint: SecretFileError.orphanHint)
  }
}

extension KeyRing {
  /// A ring of these keys.
  convenience init(_ keys: [UInt32: SecretBuffer]) {
    self.init(keys.keys.sorted()) { (keyID, target) in
      keys[keyID]?.withBytes { (key) in
        for index in 0..<Size.key { target[index] = key[index] }
      }
    }
  }
}

extension DatedDigest {
  /// A list of at most 4,096 entries: of more, those with the earliest time go first, of equal times the smallest
  /// digest (spec "Journal and tombstones").
  package static func newest(_ entries: [Bytes16: Int64]) -> [DatedDigest] {
    var list = entries.map { DatedDigest(digest: $0.key, time: $0.value) }
    if list.count > Limit.digests {
      list.sort { ($0.time, $0.digest) > ($1.time, $1.digest) }
      list.removeLast(list.count - Limit.digests)
    }
    return list.sorted { $0.digest < $1.digest }
  }
}
