internal import Files
internal import SecretCrypto

/// What a damaged page still proves. Its plaintext cannot be trusted; but a secret is sealed together with its item's
/// id, revision, class, type, length and name, so a secret that opens with what a record says proves all of that. The
/// other attributes nothing proves, and they are left out.
struct DamagedPage {
  /// A record that its own secret proves.
  struct Proven {
    let identity: Identity
    /// The record without attributes, encoded.
    let record: [UInt8]
    /// The blob of its secret.
    let blob: [UInt8]
  }

  private let snapshot: Snapshot
  private let segment: Int
  private let content: [UInt8]
  private let payloads: [UInt8]
  private let now: Int64

  /// - Parameters:
  ///   - content: The page's plaintext, as far as it can be had.
  ///   - payloads: The bytes where the segment's secrets should be.
  init(_ snapshot: Snapshot, segment: Int, content: [UInt8], payloads: [UInt8], now: Int64) {
    self.snapshot = snapshot
    self.segment = segment
    self.content = content
    self.payloads = payloads
    self.now = now
  }

  // MARK: Finding

  /// What looks like a record, and where its secret may begin.
  private struct Candidate {
    let range: Range<Int>
    let length: Int
    var places: [Int] = []
  }

  /// The records that are proven, in the order of their names.
  func proven() -> [Proven] {
    var proven: [Proven] = []
    for candidate in located() {
      let record = RecordView(checked: content.span.extracting(candidate.range))
      // Names ascend; one that does not is not what it says.
      if let last = proven.last, ByteOrder.compare(last.identity.bytes.span, record.identity) >= 0 {
        continue
      }
      if let found = prove(record, candidate) { proven.append(found) }
    }
    return proven
  }

  /// Everything in the page that has the form of a record. A record whose length is damaged hides until the next one that
  /// has the form.
  private func candidates() -> (found: [Candidate], gaps: Set<Int>) {
    var found: [Candidate] = []
    var gaps: Set<Int> = []
    var position = Size.contentLength
    var isInGap = false
    while position + Size.recordFixed <= content.count {
      if let record = try? RecordView.parse(content.span, at: position, keyTable: snapshot.keyTable),
        isInSegment(record.identity)
      {
        if isInGap { gaps.insert(found.count) }
        isInGap = false
        let end = position + record.bytes.count
        found.append(Candidate(range: position..<end, length: Padding.blobLength(Int(record.payloadLength))))
        position = end
      } else {
        isInGap = true
        position += 1
      }
    }
    return (found, gaps)
  }

  /// Gives each candidate the places of its secret that the lengths before it and those after it say.
  private func located() -> [Candidate] {
    var (found, gaps) = candidates()
    var start: Int? = 0
    for index in found.indices {
      if gaps.contains(index) { start = nil }
      guard let place = start else { continue }
      found[index].places.append(place)
      start = place + found[index].length
    }
    var end: Int? = payloads.count
    for index in found.indices.reversed() {
      guard let place = end else { break }
      found[index].places.append(place - found[index].length)
      end = gaps.contains(index) ? nil : place - found[index].length
    }
    return found
  }

  private func isInSegment(_ identity: Span<UInt8>) -> Bool {
    let segments = snapshot.segments
    guard ByteOrder.compare(segments.firstIdentity(segment), identity) <= 0 else { return false }
    return segment + 1 == segments.count
      || ByteOrder.compare(identity, segments.firstIdentity(segment + 1)) < 0
  }

  // MARK: Proving

  private func prove(_ record: RecordView, _ candidate: Candidate) -> Proven? {
    // A secret with a password of its own proves nothing without that.
    guard let entry = snapshot.keyTable.entry(record.keyID),
      !entry.accessControl.contains(.applicationPassword),
      let classKey = try? snapshot.classKey(record.keyID)
    else { return nil }
    for place in candidate.places where place >= 0 && place + candidate.length <= payloads.count {
      let blob = payloads.span.extracting(place..<(place + candidate.length))
      if opens(blob, record, classKey) { return rebuilt(record, [UInt8](copying: blob)) }
    }
    return nil
  }

  private func opens(_ blob: Span<UInt8>, _ record: RecordView, _ classKey: SecretBuffer) -> Bool {
    var seal = PayloadSeal(snapshot.header.containerID)
    seal.bind(identityHash: Hash.blake2b256(record.identity))
    var key = SecretBytes(count: Size.key)
    var plain = SecretBytes(count: blob.count - AEAD.overhead)
    let length = Int(record.payloadLength)
    return key.withMutableBytes { (key) in
      plain.withMutableBytes { (plain) in
        classKey.withBytes { (classKey) in
          seal.open(
            blob, of: record, classKey: classKey, passwordHash: Span<UInt8>(), key: &key, into: &plain)
            && ByteOrder.isZero(plain.span.extracting(length..<plain.count))
        }
      }
    }
  }

  private func rebuilt(_ record: RecordView, _ blob: [UInt8]) -> Proven? {
    let identity = Identity(checked: [UInt8](copying: record.identity))
    let fixed = Record.Fixed(
      itemID: record.itemID, keyID: record.keyID, created: now, modified: now,
      revision: record.payloadRevision,
      payloadRevision: record.payloadRevision, contentType: record.contentType,
      payloadLength: record.payloadLength, payloadLink: Bytes32(Hash.blake2b256(blob.span)))
    var out = Writer()
    do throws(FormatError) {
      try fixed.encode(identity.bytes, ItemAttributes(identity.parts), into: &out)
    } catch { return nil }
    return Proven(identity: identity, record: out.bytes, blob: blob)
  }
}
