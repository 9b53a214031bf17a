package import SecretCrypto

/// What opens and seals the chains of a key table in one state of a container: the master key and the
/// factors at hand (spec §9).
package struct ChainKeys: Sendable {
  package let containerID: Bytes16
  package let keyEpoch: UInt32
  /// The master key; nil in a container that is locked.
  package let master: SecretBuffer?
  /// Device keys at hand, with their ids.
  package var devices: [Credentials.Device]
  /// The presence key, if it is at hand.
  package var presence: SecretBuffer?
  /// The passcode key, if it is at hand.
  package var passcode: SecretBuffer?
  /// The set of enrolments of this state; nil without enrolments.
  package var presenceSet: Bytes8?
  /// The factors that exist in this state, at hand or not; `device` always does.
  package var existing: FactorSet

  package init(
    containerID: Bytes16, keyEpoch: UInt32, master: SecretBuffer?, devices: [Credentials.Device] = [],
    presence: SecretBuffer? = nil, passcode: SecretBuffer? = nil, presenceSet: Bytes8? = nil,
    existing: FactorSet = .device
  ) {
    self.containerID = containerID
    self.keyEpoch = keyEpoch
    self.master = master
    self.devices = devices
    self.presence = presence
    self.passcode = passcode
    self.presenceSet = presenceSet
    self.existing = existing.union(.device)
  }

  /// The state of an opened file; without an opened slot, of a locked one. Throws `root` if the passcode key or the presence key that opened is
  /// not the one the root has the check value of.
  package init(
    _ header: Header, _ root: Root, _ opened: OpenedSlot?, presence: SecretBuffer?, credentials: Credentials
  ) throws(SecretFileError) {
    self.init(
      containerID: header.containerID, keyEpoch: header.keyEpoch, master: opened?.master,
      devices: credentials.devices, presence: presence, passcode: opened?.passcode,
      presenceSet: root.presenceCheck.map(Derived.presenceSet), existing: Self.existing(header))
    if let passcode {
      let check = passcode.withBytes { Derived.passcodeCheck($0, header.containerID) }
      try Self.compare(check, root.passcodeCheck, "passcode")
    }
    if let presence {
      let check = presence.withBytes { Derived.presenceCheck($0, header.containerID) }
      try Self.compare(check, root.presenceCheck, "presence")
    }
  }

  private static func compare(_ check: Bytes32, _ stored: Bytes32?, _ name: String) throws(SecretFileError) {
    if let stored, constantTimeEqual(check.span, stored.span) { return }
    throw SecretFileError(standard: .root, "root: the \(name) key of the slot is not the one of its check")
  }

  /// The factors that exist in a container with this header (spec §9.3).
  package static func existing(_ header: Header) -> FactorSet {
    var set: FactorSet = .device
    if header.hasSlot(kind: SlotKind.passphrase) { set.insert(.passcode) }
    if header.hasSlot(role: SlotRole.presence) { set.insert(.presence) }
    return set
  }

  /// The key of a factor for this entry, if it is at hand.
  func key(_ factor: Factor, _ entry: KeyEntry) -> SecretBuffer? {
    switch factor {
    case .device: devices.first { $0.id == entry.deviceID }?.key
    case .presence: presence
    case .passcode: passcode
    case .unknown: nil
    }
  }
}

// MARK: - Which chain

extension ChainKeys {
  /// What becomes of an entry with the factors at hand (spec §9.5).
  package enum Choice: Equatable, Sendable {
    /// All factors of the chain of this index are at hand; it is the first such one.
    case usable(Int)
    /// The first missing factor of the first usable chain.
    case missing(FactorKind)
    /// Every chain is bound to a set of enrolments that is no more, or unknown.
    case invalidated
    /// Every chain has a factor of a kind that this version does not know.
    case newer
  }

  /// The chain that opens the entry, or why there is none.
  package func choose(_ entry: KeyEntry) -> Choice {
    if entry.chains.allSatisfy({ !$0.isKnown }) { return .newer }
    var firstMissing: FactorKind?
    for (index, chain) in entry.chains.enumerated() where isUsable(chain, entry) {
      guard let missing = missingFactor(chain, entry) else { return .usable(index) }
      firstMissing = firstMissing ?? missing
    }
    return firstMissing.map { .missing($0) } ?? .invalidated
  }

  /// Whether a chain is bound to a set of enrolments that is not today's. It stays so for ever.
  package func isBoundToOldSet(_ chain: Chain, _ entry: KeyEntry) -> Bool {
    guard entry.accessControl.contains(.biometryCurrentSet), let set = chain.presenceSet else { return false }
    return set != presenceSet
  }

  /// Whether some chain of the entry opens in this state for whoever has its factors.
  package func isOpenable(_ entry: KeyEntry) -> Bool {
    entry.chains.contains { !isBoundToOldSet($0, entry) && $0.factorSet.isSubset(of: existing) }
  }

  private func isUsable(_ chain: Chain, _ entry: KeyEntry) -> Bool {
    chain.isKnown && !isBoundToOldSet(chain, entry)
  }

  private func missingFactor(_ chain: Chain, _ entry: KeyEntry) -> FactorKind? {
    for factor in chain.factors where key(factor, entry) == nil { return FactorKind(rawValue: factor.kind) }
    return nil
  }

  /// The factors of a new chain in this state. Throws the factor that is not at hand.
  func factors(_ set: FactorSet, _ entry: KeyEntry) throws(SecretFileError) -> [Factor] {
    var factors: [Factor] = []
    if set.contains(.device) { factors.append(.device) }
    if set.contains(.presence) {
      let isBound = entry.accessControl.contains(.biometryCurrentSet)
      guard let today = presenceSet else { throw Self.missing(.presence) }
      factors.append(.presence(set: isBound ? today : Bytes8()))
    }
    if set.contains(.passcode) { factors.append(.passcode) }
    for factor in factors where key(factor, entry) == nil {
      throw Self.missing(FactorKind(rawValue: factor.kind) ?? .device)
    }
    return factors
  }

  /// The master key, if it is held.
  /// - Throws: `locked`.
  static func held(_ master: SecretBuffer?) throws(SecretFileError) -> SecretBuffer {
    guard let master else {
      throw SecretFileError(
        .locked, "the container is locked, and this needs its master key", hint: "unlock it first")
    }
    return master
  }

  /// The error that names a missing factor.
  static func missing(_ factor: FactorKind) -> SecretFileError {
    switch factor {
    case .device: SecretFileError(standard: .device, "the key of the device it is bound to is missing")
    case .presence: SecretFileError(standard: .presence, "presence is missing")
    case .passcode: SecretFileError(standard: .passcode, "it needs an opening with a passphrase")
    }
  }
}
