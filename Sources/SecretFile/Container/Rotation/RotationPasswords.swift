internal import SecretCrypto

/// The items' own passwords in a rotation: an entry with application passwords is renewed only if each of its items'
/// is given and right.
struct RotationPasswords {
  let base: Snapshot
  let costLimit: KDFCost.Ceiling
  let seed: CommitSeed
  let ask: (@Sendable (Item) -> SecretBuffer?)?

  /// The hashes for all records of an entry; nil if one password is missing or wrong.
  func hashes(
    _ entry: KeyEntry, _ places: [RecordPlace]
  ) throws(SecretFileError) -> [Bytes16: PasswordHashes.Entry]? {
    guard let ask else { return places.isEmpty ? [:] : nil }
    var hashes: [Bytes16: PasswordHashes.Entry] = [:]
    let reader = PayloadReader(base, costLimit: costLimit)
    for place in places {
      let record = try base.record(at: place)
      guard let old = record.attributes.applicationPassword,
        let password = ask(Item(record, entry.keyClass.protection)), password.count > 0
      else { return nil }
      guard let hash = try rightHash(reader, place, record, password) else { return nil }
      let cost = KDFCost(opslimit: old.opslimit, memlimitKiB: old.memlimitKiB).raised(to: .writerFloor)
      let parameters = try ApplicationPassword.parameters(cost, itemID: record.itemID, seed: seed)
      let new = try password.withBytes { (bytes) throws(SecretFileError) in
        try ApplicationPassword.hash(bytes, parameters, ceiling: costLimit)
      }
      hashes[record.itemID] = .init(old: hash, new: SecretBuffer(new), newParameters: parameters)
    }
    return hashes
  }

  /// The hash of a password, if it opens the record's payload.
  private func rightHash(
    _ reader: PayloadReader, _ place: RecordPlace, _ record: Record, _ password: SecretBuffer
  ) throws(SecretFileError) -> SecretBuffer? {
    do throws(SecretFileError) {
      guard let hash = try reader.passwordHash(record, password) else { return nil }
      _ = try reader.open(place, passwordHash: hash)
      return hash
    } catch {
      guard error.code == .applicationPassword else { throw error }
      return nil
    }
  }
}
