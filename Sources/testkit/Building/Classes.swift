/// A factor of a chain (spec §9.2).
struct Factor {
  var kind: UInt8
  /// The bytes after the kind in the chain.
  var stored = Bytes()
  /// The id in the associated data.
  var associated = Bytes()
  var key: Bytes
}

/// A chain around a class key.
struct Chain {
  var factors: [Factor]
  /// Wraps another key than the entry's.
  var classKey: Bytes?
  /// Changes the associated data of the outermost layer.
  var editAssociated: ((inout Bytes) -> Void)?
  var editBlob: ((inout Bytes) -> Void)?

  var beforeBlob: Bytes {
    [UInt8(factors.count)] + factors.flatMap { [$0.kind] + $0.stored }
  }
}

/// An entry of the key table (spec §9.1).
struct Entry {
  var keyID: UInt32
  var accessibility: UInt8
  var accessControl: UInt32
  var sinceEpoch: UInt32
  var deviceID: Bytes
  var classKey: Bytes
  var chains: [Chain]

  var check: Bytes?
  var chainCount: UInt8?
  /// Changes the entry's bytes after the length field.
  var edit: ((inout Bytes) -> Void)?

  var bound: Bytes {
    Bytes(keyID, 4) + [accessibility] + Bytes(accessControl, 4) + Bytes(sinceEpoch, 4)
  }

  func bytes(_ container: Container, _ keys: ContainerKeys) -> Bytes {
    let context = keys.containerID + Bytes(keyID, 4)
    var bytes = bound + deviceID + (check ?? derived(classKey, "check", context))
    bytes.append(chainCount ?? UInt8(chains.count))
    for (index, chain) in chains.enumerated() {
      bytes += chain.beforeBlob + blob(chain, UInt8(index), context, container, keys)
    }
    edit?(&bytes)
    return bytes
  }

  /// Spec §9.4.
  private func blob(
    _ chain: Chain, _ index: UInt8, _ context: Bytes, _ container: Container, _ keys: ContainerKeys
  ) -> Bytes {
    let start = Bytes("chain\0") + keys.containerID + bound
    func nonce(_ layer: Int) -> Bytes {
      keys.draw("seed wrap nonce", Bytes(keyID, 4) + [index, UInt8(layer)], 24)
    }
    var inner = chain.classKey ?? classKey
    for (layer, factor) in chain.factors.enumerated() {
      inner = seal(
        inner, key: derived(factor.key, "factor", context), nonce: nonce(layer),
        associated: start + [factor.kind] + factor.associated)
    }
    var associated = start + [0] + Bytes(container.keyEpoch, 4)
    chain.editAssociated?(&associated)
    inner = seal(
      inner, key: derived(keys.master, "class", context), nonce: nonce(chain.factors.count),
      associated: associated)
    chain.editBlob?(&inner)
    return inner
  }
}

extension Container {
  /// The entries that a writer of a new container makes for its items, in order (spec §9.3, §14.4).
  func plannedEntries(_ keys: ContainerKeys) -> [Entry] {
    var planned: [Bytes: Item] = [:]
    for item in items {
      let scope = item.deviceID.isEmpty ? Bytes(repeating: 0, count: 16) : item.deviceID
      let order = [item.accessibility] + Bytes(item.accessControl, 4).reversed() + scope
      planned[order] = planned[order] ?? item
    }
    return planned.keys.sorted(by: precedes).enumerated().compactMap { (index, order) in
      planned[order].map { entry(keyID: UInt32(index + 1), $0, keys) }
    }
  }

  private func entry(keyID: UInt32, _ item: Item, _ keys: ContainerKeys) -> Entry {
    var chains: [Chain] = []
    for kinds in alternatives(item.accessibility, item.accessControl)
    where kinds.allSatisfy({ $0 == 1 || ($0 == 2 ? hasPresence : hasPasscode) }) {
      chains.append(Chain(factors: kinds.map { factor($0, item, keys) }))
    }
    chains.sort { precedes($0.beforeBlob, $1.beforeBlob) }
    return Entry(
      keyID: keyID, accessibility: item.accessibility, accessControl: item.accessControl,
      sinceEpoch: keyEpoch,
      deviceID: item.deviceID, classKey: keys.draw("seed class key", Bytes(keyID, 4)), chains: chains)
  }

  func factor(_ kind: UInt8, _ item: Item, _ keys: ContainerKeys) -> Factor {
    switch kind {
    case 1: return Factor(kind: 1, associated: item.deviceID, key: item.device)
    case 2:
      let isBound = item.accessControl & Access.biometryCurrentSet != 0
      let set = isBound ? keys.presentSet : Bytes(repeating: 0, count: 8)
      return Factor(kind: 2, stored: set, associated: set, key: keys.presence)
    default: return Factor(kind: kind, key: keys.passcode)
    }
  }

  /// The table of spec §9.3: kinds of factors, 1 device, 2 presence, 3 passcode.
  func alternatives(_ accessibility: UInt8, _ accessControl: UInt32) -> [[UInt8]] {
    let hasUser = accessControl & Access.userPresence != 0
    let hasBiometry = accessControl & (Access.biometryAny | Access.biometryCurrentSet) != 0
    let hasPasscode = accessControl & Access.devicePasscode != 0
    let isEither = hasUser || hasBiometry && hasPasscode && accessControl & Access.or != 0
    if accessibility == 12 {
      return [hasBiometry && !isEither ? [1, 2, 3] : [1, 3]]
    }
    let device: [UInt8] = accessibility >= 9 ? [1] : []
    if isEither { return [device + [2], device + [3]] }
    return [device + (hasBiometry ? [2] : []) + (hasPasscode ? [3] : [])]
  }
}
