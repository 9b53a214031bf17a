/// One entry of the key table: a class key behind its chains (spec §9.1).
package struct KeyEntry: Equatable, Sendable {
  /// From 1.
  package var keyID: UInt32
  package var accessibility: Accessibility
  package var accessControl: AccessControl
  /// The keyEpoch the class key is from.
  package var sinceEpoch: UInt32
  /// Present exactly for the ThisDeviceOnly classes.
  package var deviceID: Bytes16?
  /// derive(CK, "check", containerID ‖ keyID).
  package var check: Bytes32
  /// One or two, strictly ascending by their bytes before the blob.
  package var chains: [Chain]

  package init(
    keyID: UInt32, accessibility: Accessibility, accessControl: AccessControl, sinceEpoch: UInt32,
    deviceID: Bytes16?, check: Bytes32, chains: [Chain]
  ) {
    self.keyID = keyID
    self.accessibility = accessibility
    self.accessControl = accessControl
    self.sinceEpoch = sinceEpoch
    self.deviceID = deviceID
    self.check = check
    self.chains = chains
  }

  /// `bound` of spec §5.2, 13 bytes: keyID, accessibility, accessControl, sinceEpoch.
  package func encodeBound(into out: inout Writer) {
    out.u32(keyID)
    out.u8(accessibility.rawValue)
    out.u32(accessControl.rawValue)
    out.u32(sinceEpoch)
  }

  package func encode(into out: inout Writer) {
    let start = out.count
    out.u16(0)
    encodeBound(into: &out)
    if let deviceID { out.append(deviceID) }
    out.append(check)
    out.u8(UInt8(truncatingIfNeeded: chains.count))
    for chain in chains { chain.encode(into: &out) }
    // At most two chains of 255 factors: below 22 KiB.
    out.patch16(UInt16(truncatingIfNeeded: out.count - start - 2), at: start)
  }
}

// MARK: - Reading

extension KeyEntry {
  /// Throws `keyTable`.
  package static func parse(_ outer: inout Reader, keyEpoch: UInt32) throws(FormatError) -> KeyEntry {
    let length = Int(try outer.u16("key-table entry is cut off"))
    let base = outer.offset
    var reader = Reader(
      try outer.take(length, "key-table entry is cut off"), code: .keyTable, base: base)
    let keyID = try reader.u32("key-table entry is cut off")
    guard keyID >= 1 else { throw reader.error("keyID is 0") }
    guard let accessibility = Accessibility(rawValue: try reader.u8("key-table entry is cut off")) else {
      throw reader.error("accessibility is not 6 to 12")
    }
    let accessControl = AccessControl(rawValue: try reader.u32("key-table entry is cut off"))
    guard accessControl.isValid else { throw reader.error("access-control bits do not go together") }
    let sinceEpoch = try reader.u32("key-table entry is cut off")
    guard sinceEpoch >= 1, sinceEpoch <= keyEpoch else { throw reader.error("sinceEpoch is out of range") }
    var deviceID: Bytes16?
    if accessibility.isThisDeviceOnly { deviceID = try reader.fixed("deviceID is cut off") }
    let check: Bytes32 = try reader.fixed("check is cut off")
    let count = try reader.u8("key-table entry is cut off")
    guard (1...2).contains(count) else { throw reader.error("chainCount is not 1 or 2") }
    var chains: [Chain] = []
    for _ in 0..<count { chains.append(try Chain.parse(&reader)) }
    try reader.end("bytes after the last chain")
    let entry = KeyEntry(
      keyID: keyID, accessibility: accessibility, accessControl: accessControl, sinceEpoch: sinceEpoch,
      deviceID: deviceID, check: check, chains: chains)
    try entry.checkChains(at: base)
    return entry
  }

  /// Rejects chains that contradict the accessibility or the access control, or that are out of
  /// order (spec §9.2). Throws `keyTable`.
  package func checkChains(at offset: Int = 0) throws(FormatError) {
    func fail(_ what: StaticString) -> FormatError { FormatError(.keyTable, at: offset, what) }
    if chains.count == 2, ByteOrder.compare(chains[0].head.span, chains[1].head.span) >= 0 {
      throw fail("chains do not ascend")
    }
    var allowed = ChainTable.chains(accessibility, accessControl)
    for chain in chains {
      if let set = chain.presenceSet {
        guard set.isZero != accessControl.contains(.biometryCurrentSet) else {
          throw fail("presence set contradicts the access control")
        }
      }
      guard chain.isKnown else { continue }
      guard let index = allowed.firstIndex(of: chain.factorSet) else {
        throw fail("factors contradict the accessibility or the access control")
      }
      allowed.remove(at: index)
    }
  }
}
