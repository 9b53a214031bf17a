internal import SecretCrypto

extension Transaction {
  /// The label for people; nil or empty for none.
  public mutating func setLabel(_ label: String?) {
    if sameText(draft.root.label, label ?? "") { return }
    draft.root.label = label ?? ""
    draft.isFrameChanged = true
  }

  /// The installation that stamps every item written in this change and from then on; nil for none.
  public mutating func setInstallation(_ id: InstallationID?) {
    if draft.root.installation == id { return }
    draft.root.installation = id
    draft.isStampChanged = !draft.changes.isEmpty
    draft.isFrameChanged = true
  }

  // MARK: Slots

  /// Adds a way in. An enrolment gives all enrolments a new presence key, and ends what `biometryCurrentSet` bound to
  /// those of before.
  /// - Parameters:
  ///   - slot: The way in: its credential, and its label.
  ///   - loseItems: Whether items that nobody could open afterwards may be lost; otherwise they are a reason to refuse.
  /// - Throws: `passcode` if a passphrase slot exists and the container was not opened with a passphrase; `usage`,
  ///   `kdfCost`, `credential`; `tooLarge` above 64 slots; when the change is written, `refused` for items
  ///   that would be lost, `presence` or `passcode` if items need another enrolment to be wrapped again.
  @discardableResult
  public mutating func addSlot(_ slot: NewSlot, loseItems: Bool = false) throws(SecretFileError) -> SlotID {
    let id = try draft.addSlot(slot)
    draft.mayLoseItems = draft.mayLoseItems || loseItems
    return id
  }

  /// Removes an enrolment; all others get a new presence key. Any other slot is removed by a rotation.
  /// - Parameter loseItems: Whether items that nobody could open afterwards may be lost; otherwise they are a reason to
  ///   refuse. Those bound to the enrolments of before stay listed, and cannot be opened; others are removed.
  /// - Throws: `notFound`, `usage`; when the change is written, `refused`, `presence`, `passcode`.
  public mutating func removeEnrolment(_ id: SlotID, loseItems: Bool = false) throws(SecretFileError) {
    try draft.removeEnrolment(id)
    draft.mayLoseItems = draft.mayLoseItems || loseItems
  }

  /// The items that nobody could open after the change so far, of those that can be opened before it: what `loseItems`
  /// of `addSlot` and `removeEnrolment` is about.
  /// - Throws: as the writing of the change, but for `refused`.
  public func lostItems() throws(SecretFileError) -> [Item] { try draft.lostItems() }

  /// Lets a change of the enrolments end what is bound to them, where that is what it is for. Items that would have to
  /// be removed remain a reason to refuse.
  package mutating func allowInvalidation() { draft.mayInvalidateItems = true }

  /// Changes the label of a slot; nil or empty for none.
  /// - Throws: `notFound`.
  public mutating func setLabel(_ label: String?, ofSlot id: SlotID) throws(SecretFileError) {
    try draft.setLabel(label ?? "", ofSlot: id)
  }

  // MARK: The journal of imports

  /// Whether this very secret was imported under this name before, even if it has been deleted since.
  /// - Throws: `device` if the item would be bound to a device and there is none; `usage`.
  public func wasImported(_ item: NewItem) throws(SecretFileError) -> Bool {
    guard let key = draft.root.journalKey else { return false }
    let digest = try draft.journalDigest(item, key)
    return draft.root.journal.contains { $0.digest == digest }
  }

  /// Remembers that this secret was imported under this name.
  /// - Throws: as `wasImported`.
  public mutating func recordImport(_ item: NewItem) throws(SecretFileError) {
    let key = draft.root.journalKey ?? draft.seed.journalKey()
    let digest = try draft.journalDigest(item, key)
    draft.root.journalKey = key
    DatedDigest.insert(DatedDigest(digest: digest, time: draft.now), into: &draft.root.journal)
    draft.isFrameChanged = true
  }
}

extension Draft {
  /// The keyed digest of a name and a secret.
  func journalDigest(_ item: NewItem, _ key: Bytes32) throws(SecretFileError) -> Bytes16 {
    let keyClass = try keyClass(item.protection ?? Protection())
    let identity = try identity(item.attributes.name, scope: keyClass.device)
    let value = item.secret.map { secret in secret.withBytes { Bytes32(Hash.blake2b256($0)) } }
    return Derived.journalDigest(
      key, identityHash: Bytes32(Hash.blake2b256(identity.bytes.span)),
      valueHash: value ?? Bytes32(Hash.blake2b256(Span())))
  }
}
