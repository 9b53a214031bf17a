internal import Files
internal import SecretCrypto

/// Reads back what was written, before it takes the old file's place: root and header byte for byte, every link of
/// every new segment, every copied segment against its source.
struct ReadBack: Sendable {
  let version: WrittenVersion
  let base: Snapshot?
  /// The written file, as a reader sees it.
  let snapshot: Snapshot

  /// - Parameter file: The temporary file, opened for reading.
  init(
    _ version: WrittenVersion, _ file: ReadableFile, base: Snapshot?, masterKeys: MasterKeys,
    chainKeys: ChainKeys
  ) throws(SecretFileError) {
    self.version = version
    self.base = base
    let keyTable = try format { () throws(FormatError) in
      try KeyTable.parse(version.root.keyTable.span, keyEpoch: version.header.keyEpoch)
    }
    snapshot = Snapshot(
      file: file, headerBytes: version.headerBytes, header: version.header, root: version.root,
      keyTable: keyTable, masterKeys: masterKeys, chainKeys: chainKeys, opened: base?.opened, isProven: true)
  }

  /// - Throws: `file(.inputOutput)` if anything reads back differently from how it was written; damage of the base
  ///   that was copied along.
  func check(_ progress: ProgressHandler?) throws(SecretFileError) {
    try checkFrame()
    let segments = snapshot.segments
    var meter = ProgressMeter(progress, items: Int(segments.recordCount), bytes: segments.length)
    let jobs = Array(0..<segments.count)
    var pipeline = Pipeline<Int, Void>(workers: WorkerCount.for(jobs: jobs.count)) {
      [self] (index, scratch) throws(SecretFileError) in try check(index, &scratch)
    }
    try pipeline.run(jobs) { (index, _) in
      meter.advance(items: Int(segments.recordCount(index)), bytes: segments[index].length)
    }
  }

  /// Root, header, their copies and the trailer.
  private func checkFrame() throws(SecretFileError) {
    let file = snapshot.file
    let tailStart = version.header.fileLength - UInt64(version.tail.count)
    let start = version.headerBytes + version.rootBlob
    let (first, last) = try files { () throws(FileError) in
      (try file.read(at: 0, count: start.count), try file.read(at: tailStart, count: version.tail.count))
    }
    guard file.size == version.header.fileLength, first == start, last == version.tail else {
      throw differs()
    }
  }

  private func check(_ index: Int, _ scratch: inout Scratch) throws(SecretFileError) {
    let position = snapshot.position(of: index)
    let segment = snapshot.segments[index]
    scratch.input.resize(to: Int(segment.length))
    try snapshot.file.fill(&scratch.input, at: position)
    if let base, let source = version.copied[index] {
      scratch.output.resize(to: Int(segment.length))
      try base.file.fill(&scratch.output, at: base.position(of: source))
      guard Self.equal(scratch.input, scratch.output) else { throw differs() }
      let page = scratch.input.span.extracting(0..<Int(segment.pageLength))
      guard Bytes32(Hash.blake2b256(page)) == segment.pageLink else {
        throw SecretFileError(standard: .page, "page: its hash differs", offset: base.position(of: source))
      }
      return
    }
    let bytes = scratch.input
    let page = try snapshot.openPage(index, Array(bytes[..<Int(segment.pageLength)]))
    let payloads = bytes.span.extracting(Int(segment.pageLength)..<bytes.count)
    for (record, entry) in page.entries.enumerated() {
      let start = Int(entry.payloadStart)
      let blob = payloads.extracting(start..<(start + Int(entry.payloadBytes)))
      guard Bytes32(Hash.blake2b256(blob)) == page.record(record).payloadLink else {
        throw SecretFileError(
          standard: .payload, "secret: its hash differs",
          offset: position + UInt64(segment.pageLength) + UInt64(start))
      }
    }
  }

  private static func equal(_ a: [UInt8], _ b: [UInt8]) -> Bool { ByteOrder.equal(a.span, b.span) }

  private func differs() -> SecretFileError {
    SecretFileError(
      .file(.inputOutput), "cannot write \(snapshot.file.path): what was written reads back differently",
      hint: "check the disk; the old file is untouched",
      file: FileError(.inputOutput, snapshot.file.path, "read back"))
  }
}

extension ReadableFile {
  /// Fills an array with what stands at `offset`.
  func fill(_ bytes: inout [UInt8], at offset: UInt64) throws(SecretFileError) {
    do throws(FileError) {
      var span = bytes.mutableSpan
      try read(at: offset, into: &span)
    } catch { throw SecretFileError(error) }
  }
}
