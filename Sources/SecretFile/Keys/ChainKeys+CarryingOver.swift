internal import SecretCrypto

extension ChainKeys {
  /// The entry as it was in the state `old`, brought into this state without a new class key: each chain is
  /// opened from the outside down to the first layer whose key changed and sealed again from there outward
  /// (spec §14.6). Chains bound to a set that is not this state's are copied byte for byte, chains whose
  /// factor ceases to exist are dropped. A chain none of whose keys changed stays as it is.
  ///
  /// Returns nil if no chain is left. Throws a factor that must be at hand and is not, `version` if a layer
  /// of an unknown kind would have to be opened, `keyTable` if a layer does not open.
  package func carryOver(
    _ entry: KeyEntry, from old: ChainKeys, seed: CommitSeed
  ) throws(SecretFileError) -> KeyEntry? {
    let kept = entry.chains.filter { isBoundToOldSet($0, entry) || $0.factorSet.isSubset(of: existing) }
    guard !kept.isEmpty else { return nil }
    var result = entry
    result.chains = []
    for (index, chain) in kept.enumerated() {
      if isBoundToOldSet(chain, entry) {
        result.chains.append(chain)
      } else {
        result.chains.append(try carryOver(chain, index, entry, from: old, seed))
      }
    }
    return result
  }

  private func carryOver(
    _ chain: Chain, _ index: Int, _ entry: KeyEntry, from old: ChainKeys, _ seed: CommitSeed
  ) throws(SecretFileError) -> Chain {
    guard let first = firstChanged(chain, from: old) else { return chain }
    let content = try ChainLayers(keys: old, entry: entry).open(chain, downTo: first)
    return try ChainLayers(keys: self, entry: entry)
      .seal(content, chain.factors, from: first, chain: index, seed: seed)
  }

  /// The innermost layer whose key is another one than in `old`.
  private func firstChanged(_ chain: Chain, from old: ChainKeys) -> Int? {
    for (layer, factor) in chain.factors.enumerated() {
      switch factor {
      case .presence: if !sameKey(presence, old.presence) { return layer }
      case .passcode: if !sameKey(passcode, old.passcode) { return layer }
      case .device, .unknown: break
      }
    }
    let isSameMaster = keyEpoch == old.keyEpoch && sameKey(master, old.master)
    return isSameMaster ? nil : chain.factors.count
  }
}
