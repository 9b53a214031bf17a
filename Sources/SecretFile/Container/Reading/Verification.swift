internal import Files
internal import SecretCrypto

/// Checks a whole snapshot (spec "Verify"), segments in parallel.
struct Verification: Sendable {
  private let snapshot: Snapshot
  private let passwords: (@Sendable (Item) -> SecretBuffer?)?
  private let costLimit: KDFCost.Ceiling
  private let depth: Depth

  /// How much is opened.
  enum Depth: Sendable {
    /// Pages, and the secrets as far as the factors at hand allow.
    case secrets
    /// Pages alone; of the secrets the links are checked.
    case links
  }

  init(
    _ snapshot: Snapshot, passwords: (@Sendable (Item) -> SecretBuffer?)?, costLimit: KDFCost.Ceiling,
    depth: Depth = .secrets
  ) {
    self.snapshot = snapshot
    self.passwords = passwords
    self.costLimit = costLimit
    self.depth = depth
  }

  /// - Throws: the first error in the order of the specification.
  func run(_ progress: ProgressHandler?) throws(SecretFileError) -> VerifyReport {
    let keys = depth == .secrets ? try openKeys() : nil
    let segments = snapshot.segments
    var report = VerifyReport()
    var seen = ItemIDSet(count: Int(segments.recordCount))
    var meter = ProgressMeter(progress, items: Int(segments.recordCount), bytes: segments.length)
    var unopened: [Unopened: Int] = [:]
    let jobs = Array(0..<segments.count)
    var pipeline = Pipeline<Int, SegmentResult>(workers: WorkerCount.for(jobs: jobs.count)) {
      [self] (index, scratch) throws(SecretFileError) in
      try SegmentVerification(snapshot, keys, passwords, costLimit, index).run(&scratch)
    }
    try pipeline.run(jobs) { (index, result) throws(SecretFileError) in
      for id in result.itemIDs where !seen.insert(id) {
        throw SecretFileError(
          standard: .record, "record: an item's id occurs twice", offset: snapshot.position(of: index))
      }
      if let error = result.error { throw error }
      report.records += result.itemIDs.count
      report.secretsOpened += result.opened
      for (reason, count) in result.unopened { unopened[reason, default: 0] += count }
      meter.advance(items: result.itemIDs.count, bytes: segments[index].length)
    }
    try checkCopies()
    report.segments = segments.count
    report.bytes = snapshot.header.fileLength
    report.secretsUnopened = unopened.map {
      .init(keyID: $0.key.keyID, reason: $0.key.reason, count: $0.value)
    }
    report.secretsUnopened.sort { $0.keyID < $1.keyID }
    return report
  }

  /// Opens every chain that can be opened.
  private func openKeys() throws(SecretFileError) -> VerifiedKeys {
    var opened: [UInt32: SecretBuffer] = [:]
    var reasons: [UInt32: VerifyReport.Reason] = [:]
    for entry in snapshot.keyTable.entries {
      if let classKey = try snapshot.chainKeys.verify(entry) {
        opened[entry.keyID] = classKey
        continue
      }
      switch snapshot.chainKeys.choose(entry) {
      case .missing(let factor): reasons[entry.keyID] = .missing(factor)
      case .newer: reasons[entry.keyID] = .newer
      case .invalidated, .usable: reasons[entry.keyID] = .invalidated
      }
    }
    return VerifiedKeys(ring: KeyRing(opened), reasons: reasons)
  }

  /// The second root, the second header and the trailer.
  private func checkCopies() throws(SecretFileError) {
    let rootStart = UInt64(snapshot.headerBytes.count)
    let root = try files { () throws(FileError) in
      try snapshot.file.read(at: rootStart, count: Int(snapshot.header.rootLength))
    }
    if let difference = try Copies(snapshot.file, snapshot.headerBytes, root).difference() {
      throw difference
    }
  }
}

/// Why secrets of an entry were not opened.
struct Unopened: Sendable, Hashable {
  var keyID: UInt32
  var reason: VerifyReport.Reason
}

/// The class keys that are at hand, and why others are not.
struct VerifiedKeys: Sendable {
  var ring: KeyRing
  var reasons: [UInt32: VerifyReport.Reason]
}

/// What the check of one segment found.
struct SegmentResult: Sendable {
  var itemIDs: [Bytes16] = []
  var opened = 0
  var unopened: [Unopened: Int] = [:]
  /// The first error among the payloads: it comes after an itemID that occurs twice.
  var error: SecretFileError?
}
