public import Files
internal import SecretCrypto

extension Container {
  /// Checks without a key what links and hashes can show: the header's hash and structure, the root's link, both
  /// copies, the trailer and all lengths; and reads the file from end to end, so that a disk that has lost a part
  /// of it shows. The links of pages and secrets lie sealed in the root: those take a key (``checkLinks(progress:)``).
  /// - Throws: the first error in the order of the specification, file errors.
  public static func checkStructure(
    _ path: Path, progress: ProgressHandler? = nil
  ) throws(SecretFileError) -> StructureReport {
    var file = try files { () throws(FileError) in try ReadableFile.open(path) }
    while true {
      do throws(SecretFileError) {
        return try checkStructure(file, progress)
      } catch {
        // Damage, or somebody wrote into the file without replacing it: only what stays the same counts.
        guard error.code.isDamage,
          let again = try? ReadableFile.open(path), again.identity != file.identity
        else { throw error }
        file = again
      }
    }
  }

  private static func checkStructure(
    _ file: ReadableFile, _ progress: ProgressHandler?
  ) throws(SecretFileError) -> StructureReport {
    let reading = try HeaderReading(file)
    var inspector = Inspector(file, reading)
    let inspection = try inspector.inspect()
    if let problem = inspection.problems.first { throw problem }
    let header = reading.header
    let start = UInt64(reading.bytes.count) + UInt64(header.rootLength)
    let length = header.fileLength - header.lengthWithoutSegments
    try readThrough(file, start..<(start + length), progress)
    return StructureReport(
      id: header.containerID, keyEpoch: header.keyEpoch, generation: header.generation,
      slotCount: header.slots.count, bytes: header.fileLength, sealedBytes: length, records: nil)
  }

  /// Reads a stretch of a file and keeps nothing of it.
  private static func readThrough(
    _ file: ReadableFile, _ range: Range<UInt64>, _ progress: ProgressHandler?
  ) throws(SecretFileError) {
    let step: UInt64 = 1 << 20
    let count = Int((range.upperBound - range.lowerBound + step - 1) / step)
    var meter = ProgressMeter(progress, items: 0, bytes: range.upperBound - range.lowerBound)
    var pipeline = Pipeline<Int, UInt64>(workers: WorkerCount.for(jobs: count)) {
      (index, scratch) throws(SecretFileError) in
      let start = range.lowerBound + UInt64(index) * step
      let length = min(step, range.upperBound - start)
      scratch.input.resize(to: Int(length))
      try file.fill(&scratch.input, at: start)
      return length
    }
    try pipeline.run(Array(0..<count)) { (_, length) in meter.advance(items: 0, bytes: length) }
  }

  /// Checks every link: of each page and, with each page opened, of each secret; no secret is opened, so the master key
  /// is enough and no factor is needed. The frame is checked as `checkStructure` does.
  /// - Throws: the first error in the order of the specification.
  public func checkLinks(progress: ProgressHandler? = nil) throws(SecretFileError) -> StructureReport {
    try withSecondLook { (snapshot) throws(SecretFileError) in
      let report = try Verification(snapshot, passwords: nil, costLimit: .standard, depth: .links).run(
        progress)
      let header = snapshot.header
      return StructureReport(
        id: header.containerID, keyEpoch: header.keyEpoch, generation: header.generation,
        slotCount: header.slots.count, bytes: header.fileLength,
        sealedBytes: header.fileLength - header.lengthWithoutSegments, records: report.records)
    }
  }
}

/// What a check of the structure went through.
public struct StructureReport: Sendable, Hashable {
  /// The container's identifier.
  public var id: ContainerID
  /// 1, then one more at every rotation.
  public var keyEpoch: UInt32
  /// 1, then one more at every commit.
  public var generation: UInt64
  /// The number of slots.
  public var slotCount: Int
  /// The size of the file in bytes.
  public var bytes: UInt64
  /// How many of them are pages and secrets, whose links only a key shows.
  public var sealedBytes: UInt64
  /// The records whose links were checked; nil if that took a key and there was none.
  public var records: Int?
}
