public import Files
internal import SecretCrypto

extension Container {
  /// Takes every intact item out of a container with damage anywhere, into a new container: the same one (id, ways in,
  /// keys), one generation further, without what is lost. Secrets are copied as they are sealed, so items whose factors
  /// are missing are saved too. The damaged file is not touched.
  ///
  /// Header and root are taken from whichever end has them whole; a page is found by its link where it should be, or
  /// as far off as bytes were put in or taken out; an item counts as intact if its page and its own secret are. Of a damaged
  /// page those items are saved, without attributes, whose secrets open and so prove their names.
  ///
  /// - Parameters:
  ///   - path: The damaged file.
  ///   - target: Where the new container goes; nothing may be there yet.
  ///   - credentials: What opens one of its slots; factors are not needed.
  ///   - options: As for opening.
  ///   - progress: Told now and then how far it is.
  /// - Throws: `headerHash` or `root` if both copies are damaged, for then every item is lost; `unlock` and the other
  ///   errors of opening; `notProven`; file errors of writing.
  public static func salvage(
    _ path: Path, to target: Path, with credentials: Credentials, options: OpenOptions = OpenOptions(),
    progress: ProgressHandler? = nil
  ) throws(SecretFileError) -> SalvageReport {
    let file = try files { () throws(FileError) in try ReadableFile.open(path) }
    var creation = try files { () throws(FileError) in try Creation.begin(target) }
    var salvage = try Salvage(file, Access(path, credentials, options))
    let report = try salvage.run(to: creation.temporary, progress)
    try files { () throws(FileError) in _ = try creation.commit() }
    return report
  }
}

/// One salvage: first every segment is looked at, then what is intact is written.
private struct Salvage {
  private let base: Snapshot
  private let source: ScatteredSegments
  private var report = SalvageReport()
  /// The records of each segment that are kept.
  private var kept: [KeptRecords] = []
  /// The time of the new generation.
  private let now: Int64

  /// Which records of a segment are intact.
  private enum KeptRecords {
    case none
    case all
    case some([Int], first: [UInt8], content: Int, payload: Int)
    /// Records of a damaged page, made anew.
    case rebuilt(count: Int, first: [UInt8], content: Int, payload: Int)
  }

  init(_ file: ReadableFile, _ access: Access) throws(SecretFileError) {
    let ends = Ends(file)
    let (found, root, base) = try Self.open(ends, access)
    try Container.checkProven(base)
    self.base = base
    now = max(currentMilliseconds(), base.root.modified)
    report.shift = ends.shift(of: found)
    source = ScatteredSegments(base, shift: report.shift)
    if ends.first?.bytes != found.bytes { report.rebuilt.append("header") }
    if root.offset != UInt64(found.bytes.count) || ends.first == nil { report.rebuilt.append("root") }
  }

  /// Opens with the header at the start. If that one's root is gone, or no credential opens it (its MAC may be what is
  /// damaged, which the hash does not cover), with its copy, where that differs.
  private static func open(
    _ ends: Ends, _ access: Access
  ) throws(SecretFileError) -> (FoundHeader, FoundRoot, Snapshot) {
    let first = try ends.header()
    do throws(SecretFileError) {
      return try open(ends, first, access)
    } catch {
      guard error.code == .root || error.code == .unlock, let last = ends.last, last.bytes != first.bytes,
        let opened = try? open(ends, last, access)
      else { throw error }
      return opened
    }
  }

  private static func open(
    _ ends: Ends, _ found: FoundHeader, _ access: Access
  ) throws(SecretFileError) -> (FoundHeader, FoundRoot, Snapshot) {
    let root = try ends.root(of: found)
    return (found, root, try access.open(ends.file, HeaderReading(found), rootAt: root.offset))
  }

  mutating func run(
    to output: TemporaryFile, _ progress: ProgressHandler?
  ) throws(SecretFileError) -> SalvageReport {
    let segments = base.segments
    var meter = ProgressMeter(progress, items: Int(segments.recordCount), bytes: segments.length)
    for segment in 0..<segments.count {
      try look(segment)
      meter.advance(items: Int(segments.recordCount(segment)), bytes: segments[segment].length)
    }
    try write(to: output)
    return report
  }

  // MARK: Looking

  private mutating func look(_ segment: Int) throws(SecretFileError) {
    guard let page = source.page(segment) else {
      lookAtDamaged(segment)
      return
    }
    var intact: [Int] = []
    var (content, payload) = (0, 0)
    for index in 0..<page.count {
      guard source.payload(segment, page, index) != nil else {
        report.lost.append(try loss(segment, page, index))
        continue
      }
      intact.append(index)
      content += Int(page.entries[index].count)
      payload += Int(page.entries[index].payloadBytes)
    }
    report.saved += intact.count
    if intact.count == page.count {
      kept.append(.all)
    } else if let first = intact.first {
      let identity = [UInt8](copying: page.record(first).identity)
      kept.append(.some(intact, first: identity, content: content, payload: payload))
    } else {
      kept.append(.none)
    }
  }

  private mutating func lookAtDamaged(_ segment: Int) {
    let proven = proven(segment)
    report.saved += proven.count
    report.lost.append(loss(segment, proven))
    guard let first = proven.first else {
      kept.append(.none)
      return
    }
    kept.append(
      .rebuilt(
        count: proven.count, first: first.identity.bytes, content: proven.reduce(0) { $0 + $1.record.count },
        payload: proven.reduce(0) { $0 + $1.blob.count }))
  }

  private func proven(_ segment: Int) -> [DamagedPage.Proven] {
    guard let (content, payloads) = source.damaged(segment) else { return [] }
    return DamagedPage(base, segment: segment, content: content, payloads: payloads, now: now).proven()
  }

  private func loss(_ segment: Int, _ proven: [DamagedPage.Proven]) -> SalvageReport.Loss {
    func parts(_ segment: Int) -> IdentityParts {
      Identity(checked: [UInt8](copying: base.segments.firstIdentity(segment))).parts
    }
    return .page(
      count: max(0, Int(base.segments.recordCount(segment)) - proven.count),
      withoutAttributes: proven.filter { $0.identity.companionKind == nil }.map(\.identity.parts),
      first: parts(segment),
      next: segment + 1 < base.segments.count ? parts(segment + 1) : nil, offset: base.position(of: segment))
  }

  private func loss(_ segment: Int, _ page: Page, _ index: Int) throws(SecretFileError) -> SalvageReport.Loss
  {
    let record = try format { () throws(FormatError) in try page.record(index).record() }
    let protection = base.keyTable.entry(record.keyID)?.keyClass.protection ?? Protection()
    return .secret(
      Item(record, protection), companion: record.identity.companionKind,
      offset: base.payloadPosition(of: segment) + UInt64(page.entries[index].payloadStart))
  }

  // MARK: Writing

  private mutating func write(to output: TemporaryFile) throws(SecretFileError) {
    guard base.header.generation < Limit.generation else {
      throw SecretFileError(
        .refused, "the container has reached its last generation", hint: SecretFileError.lastCounterHint)
    }
    var header = base.header
    header.generation += 1
    report.generation = header.generation
    let seed = CommitSeed.drawn(nil, header: header, previousMAC: base.header.mac)
    var root = base.root
    root.previousMAC = base.header.mac
    root.modified = now
    // What was imported and is lost now may come from its source again.
    if !report.lost.isEmpty { root.journal = [] }
    let context = SegmentContext(
      base: nil, containerID: header.containerID, seed: seed, masterKeys: base.masterKeys)
    var writer = VersionWriter(context, output: output, header: header, root: root)
    var table = planned
    let start = try writer.segmentStart(table)
    let end = try writeSegments(context, from: start, &table, to: output)
    let version = try writer.finish(table, segmentEnd: end)
    try Publishing.check(
      version, CommitInput(context: context, header: header, root: root, keys: base.chainKeys), output)
  }

  /// The new segments, their links still those of the old ones.
  private var planned: [Segment] {
    var table: [Segment] = []
    for (segment, records) in kept.enumerated() {
      switch records {
      case .none: break
      case .all: table.append(base.segments[segment])
      case .some(let indexes, let first, let content, let payload):
        table.append(Self.segment(indexes.count, first, content, payload))
      case .rebuilt(let count, let first, let content, let payload):
        table.append(Self.segment(count, first, content, payload))
      }
    }
    return table
  }

  private static func segment(_ count: Int, _ first: [UInt8], _ content: Int, _ payload: Int) -> Segment {
    Segment(
      firstIdentity: first, recordCount: UInt32(count),
      pageLength: UInt32(FrameSeal.blobLength(content: content)), payloadBytes: UInt32(payload),
      pageLink: Bytes32())
  }

  /// Writes the segments one after the other, and sets the links of new pages.
  private func writeSegments(
    _ context: SegmentContext, from start: UInt64, _ table: inout [Segment], to output: TemporaryFile
  ) throws(SecretFileError) -> UInt64 {
    var position = start
    var next = 0
    for (segment, records) in kept.enumerated() {
      var indexes: [Int]?
      switch records {
      case .none: continue
      case .all: break
      case .some(let some, _, _, _): indexes = some
      case .rebuilt(let count, _, _, _):
        let proven = proven(segment)
        guard proven.count == count else { throw changed(segment) }
        let blob = Self.seal(proven.flatMap(\.record), UInt32(next), context, Int(table[next].pageLength))
        table[next].pageLink = blob.link
        try Self.put(blob.bytes, at: &position, output)
        for item in proven { try Self.put(item.blob, at: &position, output) }
        next += 1
        continue
      }
      guard let page = source.page(segment) else { throw changed(segment) }
      if let indexes {
        var content: [UInt8] = []
        for record in indexes { content.append(copying: page.record(record).bytes) }
        let blob = Self.seal(content, UInt32(next), context, Int(table[next].pageLength))
        table[next].pageLink = blob.link
        try Self.put(blob.bytes, at: &position, output)
      } else {
        guard let blob = source.pageBlob(segment) else { throw changed(segment) }
        try Self.put(blob, at: &position, output)
      }
      for index in indexes ?? Array(0..<page.count) {
        guard let blob = source.payload(segment, page, index) else { throw changed(segment) }
        try Self.put(blob, at: &position, output)
      }
      next += 1
    }
    return position
  }

  private static func put(
    _ bytes: [UInt8], at position: inout UInt64, _ output: TemporaryFile
  ) throws(SecretFileError) {
    do throws(FileError) { try output.write(bytes.span, at: position) } catch { throw SecretFileError(error) }
    position += UInt64(bytes.count)
  }

  /// A page with these records.
  private static func seal(
    _ content: [UInt8], _ index: UInt32, _ context: SegmentContext, _ length: Int
  ) -> (bytes: [UInt8], link: Bytes32) {
    let framed = Plaintext.framed(content.span)
    var blob = [UInt8](repeating: 0, count: length)
    let link = FrameSeal.sealPage(
      framed, index: Int(index), containerID: context.containerID, seed: context.seed,
      masterKeys: context.masterKeys, into: &blob, length: length)
    return (blob, link)
  }

  /// What was whole at the first look is not at the second.
  private func changed(_ segment: Int) -> SecretFileError {
    SecretFileError(
      .file(.changed),
      "\(base.file.path): it changed while it was read, at byte \(base.position(of: segment))",
      hint: "try again", file: FileError(.changed, base.file.path, "read"))
  }
}

extension Container {
  /// The slots of a damaged file, as far as a whole header is left; labels and recipients are private and absent.
  /// - Throws: `headerHash` if no header is whole; `notSecretFile`, `version` and file errors.
  public static func salvageableSlots(_ path: Path) throws(SecretFileError) -> [SlotInfo] {
    let file = try files { () throws(FileError) in try ReadableFile.open(path) }
    return try Ends(file).header().header.slots.map { SlotInfo($0, nil) }
  }
}
