import SecretFile

/// Random but repeatable structures; the seed is printed with every failure.
struct FormatGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func upTo(_ most: Int) -> Int { Int(next() % UInt64(most + 1)) }
  mutating func chance(_ oneIn: Int) -> Bool { next() % UInt64(oneIn) == 0 }
  mutating func number<T: FixedWidthInteger>(_ range: ClosedRange<T>) -> T {
    T.random(in: range, using: &self)
  }
  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }

  /// Bytes in which 00, 01, 02 and FF are frequent.
  mutating func awkward(_ most: Int) -> [UInt8] {
    (0..<upTo(most)).map { _ in
      chance(2) ? [0, 1, 2, 0xFF, 0x61][upTo(4)] : UInt8(truncatingIfNeeded: next())
    }
  }

  mutating func fixed<T: FixedBytes>() -> T {
    var value = T()
    for i in 0..<T.size { value[i] = UInt8(truncatingIfNeeded: next()) }
    return value
  }

  mutating func text(_ most: Int = 12) -> String {
    let letters: [Character] = ["a", "Z", "0", " ", "\u{0}", "é", "e\u{301}", "ß", "日", "😀", "\u{10FFFF}"]
    return String((0..<upTo(most)).map { _ in letters[upTo(letters.count - 1)] })
  }

  mutating func time() -> Int64 {
    switch upTo(4) {
    case 0: 0
    case 1: Int64.min
    case 2: -1
    default: Int64(truncatingIfNeeded: next())
    }
  }

  mutating func unknown(above last: UInt16) -> [(UInt16, [UInt8])] {
    guard chance(4) else { return [] }
    var tags = Set<UInt16>()
    for _ in 0...upTo(2) { tags.insert(number((last + 1)...0x7FFF)) }
    return tags.sorted().map { ($0, awkward(9)) }
  }
}

// MARK: - Structures

extension FormatGenerator {
  mutating func slot(id: Bytes8, kind: UInt16, role: UInt8) -> Slot {
    let body: [UInt8]
    switch kind {
    case 1:
      body =
        PassphraseBody(
          opslimit: number(1...20), memlimitKiB: number(8...(1 << 21)), salt: fixed(), keyBlob: bytes(72),
          passcodeBlob: bytes(72)
        ).encoded
    case 2: body = bytes(72)
    case 3: body = RecipientBody(ephemeral: fixed(), keyBlob: bytes(72)).encoded
    default: body = awkward(60)
    }
    let flags = (1...3).contains(kind) ? 0 : UInt8(truncatingIfNeeded: next())
    return Slot(kind: kind, role: role, flags: flags, slotID: id, body: body)
  }

  mutating func header() -> Header {
    var slots = [slot(id: fixed(), kind: number(1...4), role: 0)]
    for _ in 0..<upTo(5) {
      let kind: UInt16 = number(1...5)
      slots.append(slot(id: fixed(), kind: kind, role: kind >= 3 ? UInt8(upTo(1)) : 0))
    }
    slots.sort { $0.slotID < $1.slotID }
    return Header(
      containerID: fixed(), keyEpoch: number(1...Limit.keyEpoch),
      generation: chance(3) ? 1 : number(2...Limit.generation),
      fileLength: next(), rootLength: 40 + 256 * number(1...1_048_575), rootLink: fixed(), slots: slots,
      headerHash: fixed(), mac: fixed())
  }

  mutating func parts() -> IdentityParts {
    let synchronizable = chance(3)
    var parts = IdentityParts(
      service: awkward(30), account: awkward(30), accessGroup: awkward(10), isSynchronizable: synchronizable,
      scope: !synchronizable && chance(2) ? fixed() : nil)
    if chance(3) {
      parts.itemClass = .internetPassword
      parts.protocolName = awkward(5)
      parts.authenticationType = awkward(5)
      parts.port = chance(2) ? 0 : UInt32(truncatingIfNeeded: next())
      parts.path = awkward(20)
      parts.securityDomain = awkward(10)
    }
    return parts
  }

  mutating func identity() throws -> Identity {
    let identity = try Identity(parts())
    return chance(5) ? identity.companion(chance(2) ? .pending : .previous) : identity
  }

  mutating func segments() throws -> SegmentTable {
    var names = Set<[UInt8]>()
    for _ in 0..<upTo(20) { names.insert(try identity().bytes) }
    let sorted = names.sorted { ByteOrder.compare($0.span, $1.span) < 0 }
    return try SegmentTable(
      sorted.map {
        let records: UInt32 = number(1...500)
        return Segment(
          firstIdentity: $0, recordCount: records, pageLength: 40 + 256 * number(1...257),
          payloadBytes: records == 1 ? number(0...UInt32.max) : number(0...(1 << 20)), pageLink: fixed())
      })
  }

  mutating func digests() -> [DatedDigest] {
    var list: [DatedDigest] = []
    for _ in 0..<upTo(6) { DatedDigest.insert(DatedDigest(digest: fixed(), time: time()), into: &list) }
    return list
  }

  /// A root and a header that goes with it.
  mutating func root() throws -> (Root, Header) {
    var header = header()
    var root = Root(created: time(), modified: time())
    root.label = text()
    root.segments = try segments()
    root.itemCount = UInt32(root.segments.recordCount)
    if chance(2) { root.installation = fixed() }
    if header.generation > 1 { root.previousMAC = fixed() }
    for slot in header.slots where slot.kind == 3 || chance(2) {
      var note = SlotNote(slotID: slot.slotID, label: text(), created: chance(2) ? time() : nil)
      if slot.kind == 3 { note.recipient = fixed() }
      for (tag, value) in unknown(above: 3) { note.unknown.append(tag, value) }
      if !note.isEmpty { root.notes.append(note) }
    }
    root.keyTable = try keyTable(keyEpoch: header.keyEpoch).encoded()
    if header.hasSlot(kind: 1) { root.passcodeCheck = fixed() }
    if header.hasSlot(role: 1) { root.presenceCheck = fixed() }
    if chance(2) {
      root.journalKey = fixed()
      root.journal = digests()
    }
    root.tombstones = digests()
    for (tag, value) in unknown(above: 14) { root.unknown.append(tag, value) }
    header.fileLength = header.lengthWithoutSegments + root.segments.length
    return (root, header)
  }

  mutating func keyEntry(_ keyID: UInt32, keyEpoch: UInt32 = .max) -> KeyEntry {
    let constraints: [AccessControl] = [
      [], .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, [.biometryAny, .devicePasscode],
      [.biometryCurrentSet, .devicePasscode],
    ]
    var control = constraints[upTo(6)]
    if chance(3) { control.insert(chance(2) ? .or : .and) }
    if chance(4) { control.insert(.privateKeyUsage) }
    if chance(3) { control.insert(.applicationPassword) }
    let accessibility = Accessibility.allCases[upTo(6)]
    var chains: [Chain] = []
    for set in ChainTable.chains(accessibility, control) where chains.isEmpty || chance(2) {
      var factors: [Factor] = []
      if set.contains(.device) { factors.append(.device) }
      if set.contains(.presence) {
        factors.append(.presence(set: control.contains(.biometryCurrentSet) ? fixed() : Bytes8()))
      }
      if set.contains(.passcode) { factors.append(.passcode) }
      chains.append(Chain(factors: factors, blob: bytes(Chain.blobLength(factors: factors.count))))
    }
    if chains.count == 1, chance(5) {
      chains.append(Chain(factors: [.unknown(number(4...255))], blob: bytes(Chain.blobLength(factors: 1))))
      chains.sort { ByteOrder.compare($0.head.span, $1.head.span) < 0 }
    }
    return KeyEntry(
      keyID: keyID, accessibility: accessibility, accessControl: control, sinceEpoch: number(1...keyEpoch),
      deviceID: accessibility.isThisDeviceOnly ? fixed() : nil, check: fixed(), chains: chains)
  }

  mutating func keyTable(keyEpoch: UInt32) -> KeyTable {
    KeyTable((0..<upTo(8)).map { keyEntry(UInt32($0) * 3 + 1, keyEpoch: keyEpoch) })
  }

  mutating func attributes(_ name: IdentityParts) -> ItemAttributes {
    var result = ItemAttributes(name)
    if chance(2) { result.label = text() }
    if chance(4) { result.itemDescription = text() }
    if chance(4) { result.comment = text(40) }
    if chance(4) { result.generic = awkward(20) }
    if chance(4) { result.creator = UInt32(truncatingIfNeeded: next()) }
    if chance(4) { result.type = UInt32(truncatingIfNeeded: next()) }
    result.isInvisible = chance(4)
    result.isNegative = chance(4)
    if chance(2) {
      result.provenance.fileName = text()
      result.provenance.keyPath = text()
      result.provenance.originalType = text()
      result.provenance.inner = text()
      for (tag, value) in unknown(above: 4) { result.provenance.unknown.append(tag, value) }
    }
    if chance(2) { result.installation = fixed() }
    if chance(4) { result.expires = time() }
    if chance(4) { result.rotated = time() }
    if chance(3) { for _ in 0..<upTo(4) { result.userAttributes[text(3)] = awkward(9) } }
    result.dataParts = DataParts(rawValue: UInt32(upTo(7)))
    for (tag, value) in unknown(above: 15) { result.unknown.append(tag, value) }
    return result
  }

  /// A record of the entry's class, in the entry's scope.
  mutating func record(_ entry: KeyEntry) throws -> Record {
    var parts = parts()
    parts.scope = entry.deviceID
    if parts.scope != nil { parts.isSynchronizable = false }
    var identity = try Identity(parts)
    if chance(6) { identity = identity.companion(chance(2) ? .pending : .previous) }
    var attributes = attributes(identity.parts)
    if entry.accessControl.contains(.applicationPassword) {
      attributes.setApplicationPassword(
        PasswordParameters(opslimit: number(1...9), memlimitKiB: number(8...99), salt: fixed()))
    }
    let type = ContentType.allCases[upTo(3)]
    let revision: UInt32 = number(1...UInt32.max)
    return Record(
      itemID: fixed(), keyID: entry.keyID, created: time(), modified: time(), revision: revision,
      payloadRevision: number(1...revision), contentType: type,
      payloadLength: type == .none ? 0 : number(0...2_000), payloadLink: fixed(), identity: identity,
      attributes: attributes)
  }

  /// Records of strictly ascending identities.
  mutating func records(_ table: KeyTable, atMost most: Int) throws -> [Record] {
    var byName: [Identity: Record] = [:]
    for _ in 0...upTo(most) {
      let record = try record(table.entries[upTo(table.entries.count - 1)])
      byName[record.identity] = record
    }
    return byName.values.sorted { $0.identity < $1.identity }
  }
}

// MARK: - Damage

extension FormatGenerator {
  /// The bytes with one to three changes.
  mutating func damaged(_ original: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0...upTo(2) where !bytes.isEmpty {
      let at = upTo(bytes.count - 1)
      switch upTo(7) {
      case 0: bytes.remove(at: at)
      case 1: bytes.insert(UInt8(truncatingIfNeeded: next()), at: at)
      case 2: bytes.removeLast(upTo(min(8, bytes.count - 1)))
      case 3: bytes[at] = [0, 1, 2, 0x7F, 0x80, 0xFF][upTo(5)]
      case 4: bytes[at] &+= 1
      case 5: bytes.swapAt(at, upTo(bytes.count - 1))
      default: bytes[at] ^= 1 << UInt8(upTo(7))
      }
    }
    return bytes
  }
}
