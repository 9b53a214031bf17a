/// Records as the format has them, for tests of it. Unlike items they are never hidden: companions are among them,
/// and items of other devices.
extension Container {
  /// All records, in file order. Their secrets are read like those of items.
  /// - Throws: `page`, `record`, `order`, file errors.
  package func records() throws(SecretFileError) -> [Item] {
    let snapshot = snapshot
    var records: [Item] = []
    for segment in 0..<snapshot.segments.count {
      for index in 0..<(try snapshot.page(segment).count) {
        records.append(try snapshot.item(at: RecordPlace(segment: segment, index: index)))
      }
    }
    return records
  }

  /// The record of exactly this identity. Of the file one page is read.
  /// - Throws: `notFound`; `page`, `record`, `order`, file errors.
  package func record(_ identity: Identity) throws(SecretFileError) -> Item {
    guard let place = try snapshot.find(identity) else {
      throw SecretFileError(standard: .notFound, "no record of that identity")
    }
    return try snapshot.item(at: place)
  }
}

extension Snapshot {
  /// The item that a record is.
  fileprivate func item(at place: RecordPlace) throws(SecretFileError) -> Item {
    let record = try record(at: place)
    return Item(record, keyTable.entry(record.keyID)?.keyClass.protection ?? Protection())
  }
}
