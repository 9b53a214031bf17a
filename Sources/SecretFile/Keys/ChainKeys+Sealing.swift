package import SecretCrypto

extension ChainKeys {
  /// A new entry for a class key of 32 bytes, with all chains of the table whose factors exist, in
  /// canonical order (spec §14.4). The deviceID is left out of classes that are not bound to a device.
  ///
  /// Throws the first factor that does not exist in the container or is not at hand, and `usage` for an
  /// access control whose bits do not go together.
  package func makeEntry(
    _ keyID: UInt32, _ accessibility: Accessibility, _ accessControl: AccessControl, deviceID: Bytes16?,
    classKey: SecretBuffer, seed: CommitSeed
  ) throws(SecretFileError) -> KeyEntry {
    guard accessControl.isValid else {
      throw SecretFileError(standard: .usage, "the access-control flags do not go together")
    }
    let entry = KeyEntry(
      keyID: keyID, accessibility: accessibility, accessControl: accessControl, sinceEpoch: keyEpoch,
      deviceID: accessibility.isThisDeviceOnly ? deviceID : nil, check: Bytes32(), chains: [])
    return try renew(entry, classKey: classKey, seed: seed)
  }

  /// The entry with a new class key: sinceEpoch and check are new, all chains whose factors exist are
  /// sealed, a chain bound to an old set is copied. Not for entries with unknown factors: those are
  /// carried over (`isRenewable`). Throws the first factor that does not exist or is not at hand.
  package func renew(
    _ old: KeyEntry, classKey: SecretBuffer, seed: CommitSeed
  ) throws(SecretFileError) -> KeyEntry {
    var entry = old
    entry.sinceEpoch = keyEpoch
    entry.check = classKey.withBytes { Derived.check($0, containerID, entry.keyID) }
    let bound = old.chains.filter { isBoundToOldSet($0, old) }
    entry.chains = try merge(bound, missing(entry, beside: bound), classKey, entry, seed)
    guard !entry.chains.isEmpty else { throw unavailable(entry) }
    return entry
  }

  /// The entry with the chains added that it could not have when it was written, the others copied; nil if
  /// none is missing, or a missing one needs a factor that is not at hand (spec §14.4). `classKey` is the
  /// entry's own.
  package func complete(
    _ entry: KeyEntry, classKey: SecretBuffer, seed: CommitSeed
  ) throws(SecretFileError) -> KeyEntry? {
    let open = missing(entry, beside: entry.chains).filter { set in
      do throws(SecretFileError) {
        _ = try factors(set, entry)
        return true
      } catch {
        return false
      }
    }
    // Two chains are the most an entry may have.
    guard !open.isEmpty, entry.chains.count + open.count <= 2 else { return nil }
    var completed = entry
    completed.chains = try merge(entry.chains, open, classKey, entry, seed)
    return completed
  }

  /// Whether the entry may get a new class key: none of its chains has a factor of an unknown kind.
  package static func isRenewable(_ entry: KeyEntry) -> Bool { entry.chains.allSatisfy(\.isKnown) }

  /// The chains of the table that exist in this state and that no chain of `present` is.
  private func missing(_ entry: KeyEntry, beside present: [Chain]) -> [FactorSet] {
    let taken = present.filter(\.isKnown).map(\.factorSet)
    return ChainTable.chains(entry.accessibility, entry.accessControl, existing: existing)
      .filter { !taken.contains($0) }
  }

  /// Copies `present` and seals `new`, each with its index in the entry as it is written.
  private func merge(
    _ present: [Chain], _ new: [FactorSet], _ classKey: SecretBuffer, _ entry: KeyEntry, _ seed: CommitSeed
  ) throws(SecretFileError) -> [Chain] {
    var chains = present
    // An empty blob marks a chain that is still to be sealed.
    for set in new { chains.append(Chain(factors: try factors(set, entry), blob: [])) }
    chains.sort { ByteOrder.compare($0.head.span, $1.head.span) < 0 }
    let layers = ChainLayers(keys: self, entry: entry)
    for index in chains.indices where chains[index].blob.isEmpty {
      chains[index] = try layers.seal(classKey, chains[index].factors, chain: index, seed: seed)
    }
    return chains
  }

  /// No chain is possible: the first factor of the first alternative that does not exist here.
  private func unavailable(_ entry: KeyEntry) -> SecretFileError {
    let wanted = ChainTable.chains(entry.accessibility, entry.accessControl).first ?? []
    let lacking = wanted.subtracting(existing)
    if lacking.contains(.presence) {
      return SecretFileError(
        .presence, "the container has no enrolment, which this protection needs",
        hint: SecretFileError.enrolmentHint)
    }
    return SecretFileError(
      .passcode, "the container has no passphrase slot, which this protection needs",
      hint: SecretFileError.passphraseHint)
  }
}
