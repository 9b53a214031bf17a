internal import Files
internal import SecretCrypto

/// Checks one segment: its page, then every payload.
struct SegmentVerification {
  private let snapshot: Snapshot
  /// Nil: links are checked, and no secret is opened.
  private let keys: VerifiedKeys?
  private let passwords: (@Sendable (Item) -> SecretBuffer?)?
  private let costLimit: KDFCost.Ceiling
  private let index: Int

  init(
    _ snapshot: Snapshot, _ keys: VerifiedKeys?, _ passwords: (@Sendable (Item) -> SecretBuffer?)?,
    _ costLimit: KDFCost.Ceiling, _ index: Int
  ) {
    self.snapshot = snapshot
    self.keys = keys
    self.passwords = passwords
    self.costLimit = costLimit
    self.index = index
  }

  /// - Throws: `page`, `record`, `order`, file errors; errors of payloads are in the result.
  func run(_ scratch: inout Scratch) throws(SecretFileError) -> SegmentResult {
    let pageLength = Int(snapshot.segments.pageLength(index))
    scratch.input.resize(to: pageLength + Int(snapshot.segments.payloadBytes(index)))
    try snapshot.file.fill(&scratch.input, at: snapshot.position(of: index))
    let bytes = scratch.input
    let page = try snapshot.openPage(index, Array(bytes[..<pageLength]))
    var result = SegmentResult()
    result.itemIDs.reserveCapacity(page.count)
    for record in 0..<page.count { result.itemIDs.append(page.record(record).itemID) }
    if keys != nil { scratch.secrets.reservePlain(page.entries.reduce(0) { max($0, Int($1.payloadBytes)) }) }
    do throws(SecretFileError) {
      try scratch.secrets.lend { (plain, key) throws(SecretFileError) in
        try checkPayloads(page, bytes, pageLength, &result, &plain, &key)
      }
    } catch {
      result.error = error
    }
    return result
  }

  private func checkPayloads(
    _ page: Page, _ bytes: [UInt8], _ pageLength: Int, _ result: inout SegmentResult,
    _ plain: inout MutableSpan<UInt8>, _ key: inout MutableSpan<UInt8>
  ) throws(SecretFileError) {
    var seal = PayloadSeal(snapshot.header.containerID)
    let payloads = bytes.span.extracting(pageLength..<bytes.count)
    for (number, entry) in page.entries.enumerated() {
      let start = Int(entry.payloadStart)
      let blob = payloads.extracting(start..<(start + Int(entry.payloadBytes)))
      let record = page.record(number)
      guard Bytes32(Hash.blake2b256(blob)) == record.payloadLink else {
        throw damaged("its hash differs", start + pageLength)
      }
      guard let keys else { continue }
      let keyID = record.keyID
      if let reason = keys.reasons[keyID] {
        result.unopened[Unopened(keyID: keyID, reason: reason), default: 0] += 1
        continue
      }
      seal.bind(identityHash: Hash.blake2b256(record.identity))
      var part = plain._mutatingExtracting(0..<(blob.count - AEAD.overhead))
      guard try open(blob, page, number, keys, &seal, &key, &part, start + pageLength) else {
        result.unopened[Unopened(keyID: keyID, reason: .applicationPassword), default: 0] += 1
        continue
      }
      guard ByteOrder.isZero(part.span.extracting(Int(record.payloadLength)..<part.count)) else {
        throw damaged("its padding is not zero", start + pageLength)
      }
      result.opened += 1
    }
  }

  /// Opens a payload; false if its item's own password is missing or wrong.
  private func open(
    _ blob: Span<UInt8>, _ page: Page, _ number: Int, _ keys: VerifiedKeys, _ seal: inout PayloadSeal,
    _ key: inout MutableSpan<UInt8>, _ plain: inout MutableSpan<UInt8>, _ offset: Int
  ) throws(SecretFileError) -> Bool {
    let record = page.record(number)
    if let index = snapshot.keyTable.index(of: record.keyID),
      snapshot.keyTable.facts[index].hasApplicationPassword
    {
      return try openWithPassword(blob, page, number, keys, &seal, &key, &plain)
    }
    let isGenuine = keys.ring.withKey(record.keyID) { (classKey) in
      seal.open(blob, of: record, classKey: classKey, passwordHash: Span<UInt8>(), key: &key, into: &plain)
    }
    guard isGenuine == true else { throw damaged("it does not open", offset) }
    return true
  }

  private func openWithPassword(
    _ blob: Span<UInt8>, _ page: Page, _ number: Int, _ keys: VerifiedKeys, _ seal: inout PayloadSeal,
    _ key: inout MutableSpan<UInt8>, _ plain: inout MutableSpan<UInt8>
  ) throws(SecretFileError) -> Bool {
    let copy = try format { () throws(FormatError) in try page.record(number).record() }
    let protection = snapshot.keyTable.entry(copy.keyID)?.keyClass.protection ?? Protection()
    guard let parameters = copy.attributes.applicationPassword,
      let password = passwords?(Item(copy, protection)), password.count > 0
    else { return false }
    let hash = try password.withBytes { (bytes) throws(SecretFileError) in
      try ApplicationPassword.hash(bytes, parameters, ceiling: costLimit)
    }
    let record = page.record(number)
    let isGenuine = keys.ring.withKey(copy.keyID) { (classKey) in
      hash.withBytes { (hash) in
        seal.open(blob, of: record, classKey: classKey, passwordHash: hash, key: &key, into: &plain)
      }
    }
    return isGenuine == true
  }

  private func damaged(_ what: String, _ offset: Int) -> SecretFileError {
    SecretFileError(
      standard: .payload, "secret: \(what)", offset: snapshot.position(of: index) + UInt64(offset))
  }
}
