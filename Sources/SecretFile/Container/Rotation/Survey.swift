internal import SecretCrypto

/// What a look through all pages tells about entries of the key table.
struct Survey: Sendable {
  /// Records of each entry, companions too: an entry without any may go.
  var counts: [UInt32: Int] = [:]
  /// Items of each entry.
  var items: [UInt32: Int] = [:]
  /// The records of the entries that were asked for, companions too.
  var records: [UInt32: [RecordPlace]] = [:]

  /// Looks through a snapshot, and remembers where the records of some entries are.
  static func take(_ snapshot: Snapshot, remembering keyIDs: Set<UInt32>) throws(SecretFileError) -> Survey {
    var survey = Survey()
    let jobs = Array(0..<snapshot.segments.count)
    var pipeline = Pipeline<Int, Survey>(workers: WorkerCount.for(jobs: jobs.count)) {
      (segment, _) throws(SecretFileError) in
      var part = Survey()
      let page = try snapshot.page(segment)
      for index in 0..<page.count {
        let record = page.record(index)
        let keyID = record.keyID
        part.counts[keyID, default: 0] += 1
        if !record.isCompanion { part.items[keyID, default: 0] += 1 }
        if keyIDs.contains(keyID) {
          part.records[keyID, default: []].append(RecordPlace(segment: segment, index: index))
        }
      }
      return part
    }
    try pipeline.run(jobs) { (_, part) in
      survey.counts.merge(part.counts) { $0 + $1 }
      survey.items.merge(part.items) { $0 + $1 }
      survey.records.merge(part.records) { $0 + $1 }
    }
    return survey
  }
}
