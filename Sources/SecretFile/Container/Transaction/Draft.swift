internal import Files
internal import SecretCrypto

/// What a transaction has gathered: changed records, slots and facts about the container. Used by one thread.
final class Draft {
  /// What the change is based on.
  let base: Snapshot
  /// The seed of the commit that is to come.
  let seed: CommitSeed
  /// The time of the commit, in milliseconds since 1970.
  let now: Int64
  /// Changed records.
  var changes = ChangeSet()
  /// The header to be: slots change here.
  var header: Header
  /// The root to be: label, installation, notes, checks, journal and tombstones change here.
  var root: Root
  /// The keys of the state to be; they differ from the base's once the set of enrolments or passphrases changes.
  var keys: ChainKeys
  /// Slots to be sealed when the transaction is over; the header holds a place for each.
  var newSlots: [(id: SlotID, slot: NewSlot)] = []
  /// Whether an enrolment was added or removed.
  var areEnrolmentsChanged = false
  /// Whether the stamp changed after records were put.
  var isStampChanged = false
  /// Whether header or root changed.
  var isFrameChanged = false
  /// Classes of keys that were found to be available.
  var checkedClasses: Set<KeyClass> = []
  /// Whether entries of the key table that no record names are dropped.
  var dropsUnusedKeys = false
  /// Whether items may be lost that nobody could open afterwards.
  var mayLoseItems = false
  /// Whether items may stay that nobody can open afterwards, because they are bound to the enrolments of before.
  var mayInvalidateItems = false

  /// A draft over a snapshot. A seed serves one draft.
  init(_ base: Snapshot, _ fixed: FixedInputs?, now time: Int64? = nil) throws(SecretFileError) {
    self.base = base
    var header = base.header
    guard header.generation < Limit.generation else {
      throw SecretFileError(
        .refused, "the container has reached its last generation", hint: SecretFileError.lastCounterHint)
    }
    header.generation += 1
    self.header = header
    var root = base.root
    root.previousMAC = base.header.mac
    // Time goes forward from commit to commit, whatever the clock does.
    let clock = time ?? currentMilliseconds()
    now = fixed?.now ?? max(clock, base.root.modified == .max ? .max : base.root.modified + 1)
    root.modified = now
    self.root = root
    seed = CommitSeed.drawn(fixed, header: header, previousMAC: base.header.mac)
    keys = base.chainKeys
  }

  /// Whether the transaction amounts to nothing.
  var isEmpty: Bool { changes.isEmpty && !isFrameChanged }

  /// The slot that is open, with the passcode key that the state to be has.
  var opened: OpenedSlot? {
    base.opened.map {
      OpenedSlot(
        slotID: $0.slotID, kind: $0.kind, master: $0.master, passcode: keys.passcode, secret: $0.secret)
    }
  }

  /// The device whose items are this writer's own.
  var device: Credentials.Device? { keys.devices.first }
}

extension CommitSeed {
  /// The seed of one attempt at a commit: from the system, unless a test fixes it.
  static func drawn(_ fixed: FixedInputs?, header: Header, previousMAC: Bytes32?) -> CommitSeed {
    func make(_ seed: Span<UInt8>) -> CommitSeed {
      CommitSeed(
        seed, containerID: header.containerID, keyEpoch: header.keyEpoch, generation: header.generation,
        previousMAC: previousMAC)
    }
    if let fixed { return make(fixed.seed.span) }
    return SecretBytes.random(count: CommitSeed.size).withBytes { make($0) }
  }
}

// MARK: - Finding

extension Draft {
  /// An item as it stands under the change so far.
  struct Found {
    var record: Record
    /// What the transaction made of it; nil if it is as in the base.
    var stored: StoredRecord?
    /// Where the base has it.
    var base: RecordPlace?
    var keyClass: KeyClass
  }

  /// What stands under an identity.
  func find(_ identity: Identity) throws(SecretFileError) -> Found? {
    if let change = changes[identity] {
      guard let put = change.put else { return nil }
      return Found(record: try put.record(), stored: put, base: put.base, keyClass: put.keyClass)
    }
    guard let place = try base.find(identity) else { return nil }
    let record = try base.record(at: place)
    guard let entry = base.keyTable.entry(record.keyID) else { return nil }
    return Found(record: record, stored: nil, base: place, keyClass: entry.keyClass)
  }

  /// The item of a name, bound to this device or without a scope: the first hides the second.
  func find(named name: IdentityParts) throws(SecretFileError) -> Found? {
    // A name may be too long to have a scope beside it.
    if let device, !name.isSynchronizable, let scoped = try? identity(name, scope: device.id),
      let own = try find(scoped)
    {
      return own
    }
    return try find(try identity(name, scope: nil))
  }

  /// What stands where an item was read.
  /// - Throws: `notFound` if that is no more, or another item.
  func find(_ item: Item) throws(SecretFileError) -> Found {
    guard let found = try find(item.identity), found.record.itemID == item.id else {
      throw SecretFileError(standard: .notFound, "no such item any more: \(item.displayName)")
    }
    return found
  }

  /// The identity of a name in a scope.
  func identity(_ name: IdentityParts, scope: DeviceID?) throws(SecretFileError) -> Identity {
    var parts = name
    parts.scope = scope
    if scope != nil, parts.isSynchronizable {
      throw SecretFileError(
        .usage, "an item cannot both synchronise and be bound to this device (ThisDeviceOnly)",
        hint: "choose one of the two")
    }
    return try withinLimits { () throws(FormatError) in try Identity(parts) }
  }

  /// All items that match, in the order of their names.
  func forEach(
    _ query: ItemQuery, _ body: (Item) throws(SecretFileError) -> Bool
  ) throws(SecretFileError) {
    let stream = ItemStream(snapshot: base, changes: changes.sorted(), device: device?.id)
    try stream.forEach(query, body)
  }
}

extension IdentityParts {
  /// The name for messages: never a secret.
  var displayName: String {
    var parts = ["service \"\(printable(service))\"", "account \"\(printable(account))\""]
    if !accessGroup.isEmpty { parts.append("access group \"\(printable(accessGroup))\"") }
    return parts.joined(separator: ", ")
  }
}

extension Item {
  /// The name for messages: never a secret.
  var displayName: String { name.displayName }
}

extension Identity {
  /// The name for messages: never a secret.
  var displayName: String { item.parts.displayName }
}
