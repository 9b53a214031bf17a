internal import Files
internal import SecretCrypto

/// Reads single secrets of a snapshot, in the order of checks of the specification (13.1, value 1 to 7).
struct PayloadReader {
  private let snapshot: Snapshot
  private let costLimit: KDFCost.Ceiling

  init(_ snapshot: Snapshot, costLimit: KDFCost.Ceiling = .standard) {
    self.snapshot = snapshot
    self.costLimit = costLimit
  }

  /// The secret of a record.
  /// - Throws: `payload`, `version`, `invalidated`, the missing factor, `keyTable`, `applicationPassword`, `kdfCost`.
  func read(_ place: RecordPlace, password: SecretBuffer?) throws(SecretFileError) -> SecretBytes {
    let blob = try blob(place)
    let record = try snapshot.record(at: place)
    let classKey = try snapshot.classKey(record.keyID)
    return try open(blob, place, classKey, try passwordHash(record, password))
  }

  /// The secret of a record whose password has been hashed.
  func open(_ place: RecordPlace, passwordHash: SecretBuffer?) throws(SecretFileError) -> SecretBytes {
    let blob = try blob(place)
    let classKey = try snapshot.classKey(try snapshot.record(at: place).keyID)
    return try open(blob, place, classKey, passwordHash)
  }

  /// The hash of an item's own password, with the parameters of its record; nil if it has none.
  /// - Throws: the error of the entry's factors first, then `applicationPassword`, `kdfCost`.
  func passwordHash(_ record: Record, _ password: SecretBuffer?) throws(SecretFileError) -> SecretBuffer? {
    guard let parameters = record.attributes.applicationPassword else { return nil }
    _ = try snapshot.classKey(record.keyID)
    guard let password, password.count > 0 else {
      throw SecretFileError(standard: .applicationPassword, "the item's own password is missing")
    }
    return SecretBuffer(
      try password.withBytes { (bytes) throws(SecretFileError) in
        try ApplicationPassword.hash(bytes, parameters, ceiling: costLimit)
      })
  }

  /// The blob of a record's payload, its link checked.
  private func blob(_ place: RecordPlace) throws(SecretFileError) -> [UInt8] {
    let range = try snapshot.payload(at: place)
    let blob = try files { () throws(FileError) in
      try snapshot.file.read(at: range.lowerBound, count: range.count)
    }
    let page = try snapshot.page(place.segment)
    let link = page.record(place.index).payloadLink
    guard Bytes32(Hash.blake2b256(blob.span)) == link else {
      throw SecretFileError(standard: .payload, "secret: its hash differs", offset: range.lowerBound)
    }
    return blob
  }

  private func open(
    _ blob: [UInt8], _ place: RecordPlace, _ classKey: SecretBuffer, _ passwordHash: SecretBuffer?
  ) throws(SecretFileError) -> SecretBytes {
    let offset = try snapshot.payload(at: place).lowerBound
    let page = try snapshot.page(place.segment)
    let record = page.record(place.index)
    let padded = blob.count - AEAD.overhead
    let length = Int(record.payloadLength)
    var isGenuine = false
    let plain = SecretBytes(count: padded) { (plain) in
      isGenuine = Self.open(blob, record, classKey, passwordHash, snapshot.header.containerID, into: &plain)
    }
    guard isGenuine else {
      if passwordHash != nil {
        throw SecretFileError(standard: .applicationPassword, "the item's own password is wrong")
      }
      throw SecretFileError(standard: .payload, "secret: it does not open", offset: offset)
    }
    let isPadded = plain.withBytes { ByteOrder.isZero($0.extracting(length..<padded)) }
    guard isPadded else {
      throw SecretFileError(standard: .payload, "secret: its padding is not zero", offset: offset)
    }
    return plain.shortened(to: length)
  }

  private static func open(
    _ blob: [UInt8], _ record: RecordView, _ classKey: SecretBuffer, _ passwordHash: SecretBuffer?,
    _ containerID: Bytes16, into plain: inout MutableSpan<UInt8>
  ) -> Bool {
    var seal = PayloadSeal(containerID)
    seal.bind(identityHash: Hash.blake2b256(record.identity))
    var key = SecretBytes(count: Size.key)
    return key.withMutableBytes { (key) in
      classKey.withBytes { (classKey) in
        guard let passwordHash else {
          return seal.open(
            blob.span, of: record, classKey: classKey, passwordHash: Span<UInt8>(), key: &key, into: &plain)
        }
        return passwordHash.withBytes { (hash) in
          seal.open(blob.span, of: record, classKey: classKey, passwordHash: hash, key: &key, into: &plain)
        }
      }
    }
  }
}
