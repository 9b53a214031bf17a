/// One factor of a chain (spec §9.2).
package enum Factor: Equatable, Sendable {
  /// 1: the device key of the entry's deviceID.
  case device
  /// 2: the presence key; `set` is zeros, or names the set of enrolments it is bound to.
  case presence(set: Bytes8)
  /// 3: the passcode key.
  case passcode
  /// A kind of a later version: no id, one layer, not usable.
  case unknown(UInt8)

  /// The kind's number.
  package var kind: UInt8 {
    switch self {
    case .device: 1
    case .presence: 2
    case .passcode: 3
    case .unknown(let kind): kind
    }
  }
}

/// One way to a class key: factors, all needed, and a blob with a layer for each and one for the
/// master key (spec §9.2).
package struct Chain: Equatable, Sendable {
  /// Strictly ascending kinds.
  package var factors: [Factor]
  /// 72 + 40 · factors.count bytes.
  package var blob: [UInt8]

  package init(factors: [Factor], blob: [UInt8]) {
    self.factors = factors
    self.blob = blob
  }

  /// Size of the blob of a chain with `factors` factors.
  package static func blobLength(factors: Int) -> Int {
    Size.key + Size.blobOverhead * (factors + 1)
  }

  /// Whether all its factor kinds are known.
  package var isKnown: Bool {
    factors.allSatisfy {
      if case .unknown = $0 { false } else { true }
    }
  }

  /// The known factors, without ids.
  package var factorSet: FactorSet {
    factors.reduce(into: []) { set, factor in
      switch factor {
      case .device: set.insert(.device)
      case .presence: set.insert(.presence)
      case .passcode: set.insert(.passcode)
      case .unknown: break
      }
    }
  }

  /// The set of enrolments that the presence factor names, if there is that factor.
  package var presenceSet: Bytes8? {
    for case .presence(let set) in factors { return set }
    return nil
  }

  /// The bytes before the blob, by which chains are ordered.
  package var head: [UInt8] {
    var out = Writer()
    encodeHead(into: &out)
    return out.bytes
  }

  package static func parse(_ reader: inout Reader) throws(FormatError) -> Chain {
    let count = Int(try reader.u8("chain is cut off"))
    var factors: [Factor] = []
    factors.reserveCapacity(count)
    var last: UInt8 = 0
    for _ in 0..<count {
      let kind = try reader.u8("chain is cut off")
      guard kind > last else { throw reader.error("factor kinds do not ascend from 1") }
      last = kind
      switch kind {
      case 1: factors.append(.device)
      case 2: factors.append(.presence(set: try reader.fixed("presence set is cut off")))
      case 3: factors.append(.passcode)
      default: factors.append(.unknown(kind))
      }
    }
    let blob = try reader.take(blobLength(factors: count), "blob of a chain is cut off")
    return Chain(factors: factors, blob: [UInt8](copying: blob))
  }

  private func encodeHead(into out: inout Writer) {
    out.u8(UInt8(truncatingIfNeeded: factors.count))
    for factor in factors {
      out.u8(factor.kind)
      if case .presence(let set) = factor { out.append(set) }
    }
  }

  package func encode(into out: inout Writer) {
    encodeHead(into: &out)
    out.append(blob)
  }
}
