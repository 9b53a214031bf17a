internal import SecretCrypto

/// The layers of one chain: one for each factor from the inside, in the order of their kinds, then that
/// of the master key (spec §9.4).
struct ChainLayers {
  let keys: ChainKeys
  let entry: KeyEntry

  /// Opens `blob` from the outside down to layer `last`, counted from the inside, and gives what that
  /// layer holds: for layer 0 the class key.
  func open(_ chain: Chain, downTo last: Int = 0) throws(SecretFileError) -> SecretBuffer {
    var content = SecretBuffer(copying: chain.blob.span)
    for layer in (last...chain.factors.count).reversed() {
      let key = try wrapKey(layer, chain.factors)
      let associated = associated(layer, chain.factors)
      let inner = content.withBytes { KeyBlob.open($0, associated: associated, key: key) }
      guard let inner else {
        throw SecretFileError(standard: .keyTable, "key table: a layer of key \(entry.keyID) does not open")
      }
      content = inner
    }
    return content
  }

  /// Seals `content`, which is what layer `first` is to hold, from there outward.
  func seal(
    _ content: SecretBuffer, _ factors: [Factor], from first: Int = 0, chain index: Int, seed: CommitSeed
  ) throws(SecretFileError) -> Chain {
    var blob: [UInt8] = []
    for layer in first...factors.count {
      let key = try wrapKey(layer, factors)
      let associated = associated(layer, factors)
      let nonce = seed.wrapNonce(
        entry.keyID, chain: UInt8(truncatingIfNeeded: index), layer: UInt8(truncatingIfNeeded: layer))
      if layer == first {
        blob = content.withBytes { KeyBlob.seal($0, associated: associated, nonce: nonce, key: key) }
      } else {
        blob = KeyBlob.seal(blob.span, associated: associated, nonce: nonce, key: key)
      }
    }
    return Chain(factors: factors, blob: blob)
  }

  /// The key of a layer. Throws the missing factor, or `version` for one of an unknown kind.
  private func wrapKey(_ layer: Int, _ factors: [Factor]) throws(SecretFileError) -> SecretBytes {
    guard layer < factors.count else {
      let master = try ChainKeys.held(keys.master)
      return master.withBytes { Derived.classWrap($0, keys.containerID, entry.keyID) }
    }
    guard let kind = FactorKind(rawValue: factors[layer].kind) else {
      throw SecretFileError(
        standard: .version, "it needs a factor of a kind that only a newer version knows")
    }
    guard let key = keys.key(factors[layer], entry) else { throw ChainKeys.missing(kind) }
    return key.withBytes { Derived.factor($0, keys.containerID, entry.keyID) }
  }

  /// "chain" 00 ‖ containerID ‖ bound ‖ kind and id of the factor, or 00 ‖ keyEpoch for the master key.
  private func associated(_ layer: Int, _ factors: [Factor]) -> [UInt8] {
    var out = Writer(capacity: 56)
    out.label(BlobLabel.chain)
    out.append(keys.containerID)
    entry.encodeBound(into: &out)
    guard layer < factors.count else {
      out.u8(0)
      out.u32(keys.keyEpoch)
      return out.bytes
    }
    out.u8(factors[layer].kind)
    switch factors[layer] {
    case .device: if let deviceID = entry.deviceID { out.append(deviceID) }
    case .presence(let set): out.append(set)
    case .passcode, .unknown: break
    }
    return out.bytes
  }
}
