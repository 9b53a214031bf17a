package import SecretCrypto

extension ChainKeys {
  /// The class key of an entry, by the first chain that can be opened.
  ///
  /// Throws `version`, `invalidated`, the first missing factor, or `keyTable` if a layer does not open or
  /// the class key is not the one of the check (spec §9.5).
  package func unwrap(_ entry: KeyEntry) throws(SecretFileError) -> SecretBuffer {
    switch choose(entry) {
    case .usable(let index): return try open(entry.chains[index], entry)
    case .missing(let factor): throw Self.missing(factor)
    case .invalidated:
      throw SecretFileError(
        standard: .invalidated, "it was bound to a set of enrolments that is no more")
    case .newer:
      throw SecretFileError(
        standard: .version, "it needs a factor of a kind that only a newer version knows")
    }
  }

  /// Opens every chain of an entry whose factors are at hand; all must give one class key. Returns it, or
  /// nil if there is no such chain. Throws `keyTable`.
  package func verify(_ entry: KeyEntry) throws(SecretFileError) -> SecretBuffer? {
    var found: SecretBuffer?
    for chain in entry.chains {
      guard chain.isKnown, !isBoundToOldSet(chain, entry),
        chain.factors.allSatisfy({ key($0, entry) != nil })
      else { continue }
      let classKey = try open(chain, entry)
      if let found, !sameKey(found, classKey) {
        throw SecretFileError(standard: .keyTable, "key table: chains of key \(entry.keyID) give two keys")
      }
      found = classKey
    }
    return found
  }

  private func open(_ chain: Chain, _ entry: KeyEntry) throws(SecretFileError) -> SecretBuffer {
    let classKey = try ChainLayers(keys: self, entry: entry).open(chain)
    let check = classKey.withBytes { Derived.check($0, containerID, entry.keyID) }
    guard constantTimeEqual(check.span, entry.check.span) else {
      throw SecretFileError(standard: .keyTable, "key table: key \(entry.keyID) is not the one of its check")
    }
    return classKey
  }
}
