internal import Files
internal import SecretCrypto

/// A rotation in the making (spec "Rotation"): first everything is decided, then everything is sealed.
struct Rotation {
  let base: Snapshot
  let request: RotationRequest
  let seed: CommitSeed
  let now: Int64
  let slots: RotationSlots
  /// The keys of the base, with every factor at hand.
  let old: ChainKeys
  /// The keys of the state to be.
  let new: ChainKeys
  private(set) var entries: [KeyEntry] = []
  private(set) var renewed: [UInt32: (old: SecretBuffer, new: SecretBuffer)] = [:]
  private(set) var passwords = PasswordHashes()
  /// Records that nobody could open afterwards.
  private(set) var lost: [Change] = []
  private(set) var refusals: [SecretFileError]
  private(set) var report: RotationReport

  /// Decides. What speaks against the rotation is gathered in `refusals`.
  /// - Throws: `notFound` for slots that do not exist, `kdfCost`, `credential`, damage that is met on the way.
  init(
    _ base: Snapshot, _ request: RotationRequest, _ access: Access, needsCounts: Bool
  ) throws(SecretFileError) {
    guard base.header.keyEpoch < Limit.keyEpoch, base.header.generation < Limit.generation else {
      throw SecretFileError(
        .refused, "the container has reached its last epoch or generation",
        hint: SecretFileError.lastCounterHint)
    }
    self.base = base
    self.request = request
    var credentials = access.credentials
    credentials.add(request.credentials)
    let slots = try RotationSlots(base, request, credentials, access.costLimit)
    self.slots = slots
    refusals = slots.refusals
    var header = base.header
    header.keyEpoch += 1
    header.generation += 1
    seed = CommitSeed.drawn(request.fixed, header: header, previousMAC: base.header.mac)
    now =
      request.fixed?.now
      ?? max(currentMilliseconds(), base.root.modified == .max ? .max : base.root.modified + 1)
    let opener = SlotOpener(base.header, headerBytes: base.headerBytes)
    var old = base.chainKeys
    old.devices = credentials.devices
    old.presence = old.presence ?? opener.presenceKey(credentials)
    old.passcode = slots.passcode
    self.old = old
    new = Self.newKeys(header, old, slots, seed)
    if slots.keepsEnrolment, !slots.areEnrolmentsChanged, old.presence == nil {
      refusals.append(
        SecretFileError(
          standard: .presence, "a container with enrolments rotates only with one of them present"))
    }
    report = RotationReport(
      keyEpoch: header.keyEpoch, generation: header.generation, keptSlots: slots.keptInfo,
      droppedSlots: slots.dropped, addedSlots: [],
      presenceRenewed: slots.areEnrolmentsChanged && slots.hasEnrolment,
      renewed: [], carriedOver: [], droppedKeys: [], lost: [], invalidated: [], refusals: [], refusalCode: nil
    )
    try decideEntries(access, needsCounts: needsCounts)
    report.refusals = refusals.map(\.message)
    report.refusalCode = refusals.first?.code
  }

  /// The keys of the state to be: a new master key and passcode key, and a new presence key if the set of enrolments
  /// changes.
  private static func newKeys(
    _ header: Header, _ old: ChainKeys, _ slots: RotationSlots, _ seed: CommitSeed
  ) -> ChainKeys {
    var keys = ChainKeys(
      containerID: header.containerID, keyEpoch: header.keyEpoch, master: SecretBuffer(seed.master()),
      devices: old.devices)
    if slots.hasPassphrase {
      keys.passcode = SecretBuffer(seed.passcode())
      keys.existing.insert(.passcode)
    }
    guard slots.hasEnrolment else { return keys }
    keys.existing.insert(.presence)
    if slots.areEnrolmentsChanged {
      let presence = SecretBuffer(seed.presence())
      keys.presence = presence
      keys.presenceSet = presence.withBytes {
        Derived.presenceSet(Derived.presenceCheck($0, header.containerID))
      }
    } else {
      keys.presence = old.presence
      keys.presenceSet = old.presenceSet
    }
    return keys
  }

  // MARK: Entries

  private mutating func decideEntries(_ access: Access, needsCounts: Bool) throws(SecretFileError) {
    let table = base.keyTable.entries
    let withPasswords = table.filter { $0.accessControl.contains(.applicationPassword) }
    let orphans = table.filter { entry in !entry.chains.contains { survives($0, entry) } }
    // Chains may come as well, which only the decision tells.
    let ending = table.filter { old.isOpenable($0) && !new.isOpenable($0) }
    let bound = table.contains { entry in entry.chains.contains { new.isBoundToOldSet($0, entry) } }
    var survey = Survey()
    if needsCounts || bound || !withPasswords.isEmpty || !orphans.isEmpty {
      survey = try Survey.take(base, remembering: Set((withPasswords + orphans + ending).map(\.keyID)))
    }
    for entry in table {
      do throws(SecretFileError) {
        try decide(entry, survey, access)
      } catch {
        guard Self.isRefusal(error.code) else { throw error }
        var refusal = error
        refusal.message = "items under \(entry.words): \(error.message)"
        refusals.append(refusal)
      }
    }
    let ended = report.lost + (request.mayInvalidateItems ? [] : report.invalidated)
    if !ended.isEmpty, !request.loseItems {
      refusals.append(SecretFileError.orphans(ended.map(\.identity)))
    }
  }

  /// Errors that speak against the rotation; others break it off.
  private static func isRefusal(_ code: SecretFileError.Code) -> Bool {
    switch code {
    case .presence, .passcode, .device, .version, .refused: true
    default: false
    }
  }

  /// Whether a chain stays: bound to a set for ever, or with factors that go on existing.
  private func survives(_ chain: Chain, _ entry: KeyEntry) -> Bool {
    new.isBoundToOldSet(chain, entry) || chain.factorSet.isSubset(of: new.existing)
  }

  private mutating func decide(
    _ entry: KeyEntry, _ survey: Survey, _ access: Access
  ) throws(SecretFileError) {
    let count = survey.counts[entry.keyID] ?? 0
    var line = RotationReport.Entry(
      key: base.keyInfo(entry), itemCount: survey.items[entry.keyID] ?? 0, missing: [],
      missingPasswords: false,
      chainDropped: entry.chains.contains { !survives($0, entry) })
    let isBound = entry.chains.contains { new.isBoundToOldSet($0, entry) }
    if count == 0, isBound {
      report.droppedKeys.append(line)
      return
    }
    if canRenew(entry), case .usable = old.choose(entry) {
      if let hashes = try passwordHashes(entry, survey, access) {
        passwords.byItem.merge(hashes) { $1 }
        let keys = (old: try old.unwrap(entry), new: SecretBuffer(seed.classKey(entry.keyID)))
        entries.append(try new.renew(entry, classKey: keys.new, seed: seed))
        renewed[entry.keyID] = keys
        report.renewed.append(line)
        return
      }
      line.missingPasswords = true
    }
    if case .missing(let factor) = old.choose(entry) { line.missing.insert(factor) }
    guard let carried = try new.carryOver(entry, from: old, seed: seed) else {
      try lose(entry, survey)
      if count == 0 { report.droppedKeys.append(line) }
      return
    }
    entries.append(carried)
    if old.isOpenable(entry), !new.isOpenable(carried) {
      line.key.state = .invalidated
      line.missing = []
      for place in survey.records[entry.keyID] ?? [] {
        let record = try base.record(at: place)
        if record.identity.companionKind != nil { continue }
        report.invalidated.append(Item(record, entry.keyClass.protection))
      }
    }
    report.carriedOver.append(line)
  }

  /// Whether an entry can get a new class key: no chain of an unknown kind, and at least one that is not bound to a
  /// set that is no more.
  private func canRenew(_ entry: KeyEntry) -> Bool {
    guard ChainKeys.isRenewable(entry) else { return false }
    let bound = entry.chains.filter { new.isBoundToOldSet($0, entry) }.map(\.factorSet)
    return ChainTable.chains(entry.accessibility, entry.accessControl, existing: new.existing)
      .contains { !bound.contains($0) }
  }

  private func passwordHashes(
    _ entry: KeyEntry, _ survey: Survey, _ access: Access
  ) throws(SecretFileError) -> [Bytes16: PasswordHashes.Entry]? {
    guard entry.accessControl.contains(.applicationPassword) else { return [:] }
    let passwords = RotationPasswords(
      base: base, costLimit: access.costLimit, seed: seed, ask: request.itemPassword)
    return try passwords.hashes(entry, survey.records[entry.keyID] ?? [])
  }

  private mutating func lose(_ entry: KeyEntry, _ survey: Survey) throws(SecretFileError) {
    for place in survey.records[entry.keyID] ?? [] {
      let record = try base.record(at: place)
      if record.identity.companionKind == nil { report.lost.append(Item(record, entry.keyClass.protection)) }
      lost.append(Change(identity: record.identity, put: nil))
    }
  }
}

extension KeyEntry {
  /// The class of items that the entry is for, for messages.
  fileprivate var words: String {
    let control = accessControl.rawValue
    return control == 0 ? "\(accessibility)" : "\(accessibility), access control \(accessControl.words)"
  }
}

extension AccessControl {
  /// The flags that are set, by Apple's names.
  fileprivate var words: String {
    let names: [(AccessControl, String)] = [
      (.userPresence, "userPresence"), (.biometryAny, "biometryAny"),
      (.biometryCurrentSet, "biometryCurrentSet"), (.devicePasscode, "devicePasscode"), (.or, "or"),
      (.and, "and"),
      (.privateKeyUsage, "privateKeyUsage"), (.applicationPassword, "applicationPassword"),
    ]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: ",")
  }
}
