internal import Files
internal import SecretCrypto

/// Writes a new version of a container into a temporary file: segments in parallel, then root and header at both
/// ends. Nothing of it is visible before the commit.
struct VersionWriter {
  let context: SegmentContext
  let output: TemporaryFile
  /// The new header; lengths, link, hash and MAC are set here.
  var header: Header
  /// The new root; segments and item count are set here.
  var root: Root
  /// The base's segments that are copied byte for byte, by their index in the new table; filled while writing.
  private(set) var copied: [Int: Int] = [:]
  /// Items of the segments that were built, by keyID.
  private(set) var counts: [UInt32: Int] = [:]

  init(_ context: SegmentContext, output: TemporaryFile, header: Header, root: Root) {
    self.context = context
    self.output = output
    self.header = header
    self.root = root
  }

  /// Writes everything.
  /// - Throws: damage of the base that is met on the way, `header`, `root` and `record` for limits, file errors.
  mutating func write(
    _ plan: SegmentPlan, progress: ProgressHandler?
  ) throws(SecretFileError) -> WrittenVersion {
    let planned = plan.segments
    var table = planned.map { segment in
      segment.copies.flatMap { context.base?.segments[$0] } ?? segment.unlinked
    }
    let start = try segmentStart(table)
    var positions: [UInt64] = []
    var position = start
    for segment in table {
      positions.append(position)
      position += segment.length
    }
    try copy(planned, positions)
    try seal(planned, positions, &table, progress)
    return try finish(table, segmentEnd: position)
  }

  /// Root and header, once all segments are written: sets the table, seals, writes both copies and the trailer.
  mutating func finish(_ table: [Segment], segmentEnd: UInt64) throws(SecretFileError) -> WrittenVersion {
    try setSegments(table)
    let rootBlob = try sealRoot(fileEnd: segmentEnd)
    let headerBytes = try sealHeader(rootBlob)
    var tail = Writer(capacity: rootBlob.count + headerBytes.count + Size.trailer)
    tail.append(rootBlob)
    tail.append(headerBytes)
    Trailer(fileLength: header.fileLength, headerLength: UInt32(headerBytes.count)).encode(into: &tail)
    let end = tail.bytes
    try files { () throws(FileError) in
      try output.write(headerBytes.span, at: 0)
      try output.write(rootBlob.span, at: UInt64(headerBytes.count))
      try output.write(end.span, at: segmentEnd)
    }
    return WrittenVersion(
      headerBytes: headerBytes, header: header, root: root, rootBlob: rootBlob, tail: end, copied: copied,
      counts: counts)
  }

  /// Where the first segment starts, which depends on the size of the root, and so on the table.
  mutating func segmentStart(_ table: [Segment]) throws(SecretFileError) -> UInt64 {
    try setSegments(table)
    return UInt64(header.encodedCount) + UInt64(try rootLength())
  }

  private mutating func setSegments(_ table: [Segment]) throws(SecretFileError) {
    let segments = try format { () throws(FormatError) in try SegmentTable(table) }
    guard segments.recordCount <= UInt64(Limit.items) else {
      throw SecretFileError(standard: .tooLarge, "a container has at most 16,777,216 items")
    }
    root.segments = segments
    root.itemCount = UInt32(segments.recordCount)
  }

  private func rootLength() throws(SecretFileError) -> UInt32 {
    let content = try withinLimits { () throws(FormatError) in try root.encode() }
    return UInt32(FrameSeal.blobLength(content: content.count))
  }

  // MARK: Segments

  /// Copies the segments that stay, neighbours in one go.
  private mutating func copy(_ planned: [PlannedSegment], _ positions: [UInt64]) throws(SecretFileError) {
    guard let base = context.base else { return }
    var index = 0
    while index < planned.count {
      guard let first = planned[index].copies else {
        index += 1
        continue
      }
      let start = base.position(of: first)
      let place = positions[index]
      var end = start
      while index < planned.count, let segment = planned[index].copies, base.position(of: segment) == end {
        copied[index] = segment
        end += base.segments[segment].length
        index += 1
      }
      try files { () throws(FileError) in try output.copy(from: base.file, range: start..<end, at: place) }
    }
  }

  /// Builds the segments that are new, in parallel.
  private mutating func seal(
    _ planned: [PlannedSegment], _ positions: [UInt64], _ table: inout [Segment], _ progress: ProgressHandler?
  ) throws(SecretFileError) {
    let jobs = planned.indices.filter { planned[$0].copies == nil }
    var meter = ProgressMeter(
      progress, items: jobs.reduce(0) { $0 + planned[$1].count },
      bytes: jobs.reduce(0) { $0 + table[$1].length })
    var pipeline = Pipeline<Int, BuiltSegment>(workers: WorkerCount.for(jobs: jobs.count)) {
      [context, output] (index, scratch) throws(SecretFileError) in
      var builder = SegmentBuilder(context, planned[index], index: index)
      let built = try builder.build(&scratch)
      do throws(FileError) {
        try output.write(scratch.output.span, at: positions[index])
      } catch { throw SecretFileError(error) }
      return built
    }
    var counts: [UInt32: Int] = [:]
    try pipeline.run(jobs) { (index, built) in
      table[index] = built.segment
      counts.merge(built.counts) { $0 + $1 }
      meter.advance(items: planned[index].count, bytes: built.segment.length)
    }
    self.counts = counts
  }

  // MARK: Root and header

  private mutating func sealRoot(fileEnd: UInt64) throws(SecretFileError) -> [UInt8] {
    let length = try rootLength()
    header.rootLength = length
    header.fileLength = fileEnd + UInt64(length) + UInt64(header.encodedCount) + UInt64(Size.trailer)
    let content = try format { () throws(FormatError) in
      try root.check(against: header)
      return try root.encode()
    }
    let plain = Plaintext.framed(content.span)
    let associated = FrameSeal.rootAssociated(header)
    let nonce = context.seed.rootNonce()
    var blob = [UInt8](repeating: 0, count: plain.count + AEAD.overhead)
    var span = blob.mutableSpan
    context.masterKeys.with(.root) { (key) in
      AEAD.seal(plain.span, associated: associated.span, nonce: nonce.span, key: key, into: &span)
    }
    return blob
  }

  private mutating func sealHeader(_ rootBlob: [UInt8]) throws(SecretFileError) -> [UInt8] {
    header.rootLink = Bytes32(Hash.blake2b256(rootBlob.span))
    var out = Writer(capacity: header.encodedCount)
    do throws(FormatError) { try header.encodeHashed(into: &out) } catch { throw SecretFileError(error) }
    let hashed = out.bytes
    header.headerHash = Bytes32(Hash.blake2b256(hashed.span))
    out.append(header.headerHash)
    let covered = out.bytes
    header.mac = context.masterKeys.mac(covered.span)
    out.append(header.mac)
    return out.bytes
  }
}

/// What was written, for reading it back.
struct WrittenVersion: Sendable {
  let headerBytes: [UInt8]
  let header: Header
  let root: Root
  let rootBlob: [UInt8]
  /// The copies of root and header, and the trailer.
  let tail: [UInt8]
  /// Segments of the base that were copied, by their index in the new table.
  let copied: [Int: Int]
  /// Items of the segments that were built, by keyID.
  let counts: [UInt32: Int]
}
