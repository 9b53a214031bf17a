public import Files
internal import SecretCrypto

extension Container {
  /// What is wrong with the frame of a file (header, root, their copies, the trailer) and could be rebuilt from the
  /// other end. Needs no key and changes nothing.
  /// - Throws: `headerHash`, `root`, `length`, `copies` and file errors where nothing can be rebuilt.
  public static func repairPlan(
    _ path: Path, from side: RepairSide? = nil
  ) throws(SecretFileError) -> RepairReport {
    let file = try files { () throws(FileError) in try ReadableFile.open(path) }
    return try FrameRepair(file, side).report
  }

  /// Rebuilds a damaged start from the copies at the end, or the other way round, byte for byte and without a key.
  /// Pages and secrets are copied as they are: `verify` and `salvage` look at those.
  ///
  /// - Parameters:
  ///   - path: The damaged file.
  ///   - target: Where the repaired file goes; nothing may be there yet. Nil replaces the file itself, under its lock
  ///     and in one step.
  ///   - side: Which header counts where both are whole by their hashes and differ, which no hash decides: the MAC is
  ///     outside of it. Nil refuses then. Only with a target of its own: the side that counts is a guess until a key opens
  ///     the result, and the other one may be the only good copy.
  ///   - options: How long to wait for another writer when the file itself is replaced.
  /// - Returns: What was wrong. If nothing was, nothing is written.
  /// - Throws: as `repairPlan`; `usage` for a side without a target; `file(.exists)` and the other file errors of writing.
  public static func repair(
    _ path: Path, to target: Path?, from side: RepairSide? = nil, options: CommitOptions = CommitOptions()
  ) throws(SecretFileError) -> RepairReport {
    if let target {
      let file = try files { () throws(FileError) in try ReadableFile.open(path) }
      let repair = try FrameRepair(file, side)
      if repair.report.isWhole { return repair.report }
      var creation = try files { () throws(FileError) in try Creation.begin(target) }
      try repair.write(to: creation.temporary)
      try files { () throws(FileError) in _ = try creation.commit() }
      return repair.report
    }
    guard side == nil else {
      throw SecretFileError(
        .usage, "which header counts is not to be guessed while the file itself is replaced",
        hint: "repair into a new file, open that with a key, then replace the old one")
    }
    let wait: LockWait =
      options.waitSeconds > 0 ? .wait(seconds: UInt32(clamping: options.waitSeconds)) : .fail
    var replacement = try files { () throws(FileError) in try Replacement.begin(path, waitForLock: wait) }
    let repair = try FrameRepair(replacement.base, nil)
    if repair.report.isWhole { return repair.report }
    try repair.write(to: try temporary(of: &replacement))
    do throws(FileError) { try replacement.commit() } catch { throw SecretFileError(error) }
    return repair.report
  }

  private static func temporary(of replacement: inout Replacement) throws(SecretFileError) -> TemporaryFile {
    do throws(FileError) { return try replacement.temporary() } catch { throw SecretFileError(error) }
  }
}

/// One end of a file.
public enum RepairSide: Sendable, Hashable {
  case start, end
}

/// What `repair` found wrong with a file's frame.
public struct RepairReport: Sendable, Hashable {
  /// The parts that were rebuilt, in the words of the specification: `header`, `root`, `root, again`,
  /// `header, again`, `trailer`; `bytes after the end` were left out.
  public var rebuilt: [String]
  /// The container's identifier, epoch and generation.
  public var id: ContainerID
  /// 1, then one more at every rotation.
  public var keyEpoch: UInt32
  /// 1, then one more at every commit.
  public var generation: UInt64
  /// The size of the whole file in bytes.
  public var fileSize: UInt64

  /// Whether there was nothing to do.
  public var isWhole: Bool { rebuilt.isEmpty }
}

/// The frame of one file, and what it should be.
private struct FrameRepair {
  let file: ReadableFile
  let report: RepairReport
  private let start: [UInt8]
  private let end: [UInt8]
  private let endStart: UInt64

  init(_ file: ReadableFile, _ side: RepairSide?) throws(SecretFileError) {
    let ends = Ends(file)
    let found = try ends.header(from: side ?? .start)
    let header = found.header
    if side == nil, let first = ends.first, let last = ends.last, first.bytes != last.bytes {
      throw SecretFileError(
        .copies,
        first.header.generation == last.header.generation
          ? "the headers differ in what only a key can check"
          : "two whole headers that differ: generation \(first.header.generation) at the start, "
            + "\(last.header.generation) at the end",
        hint: "say which one counts, into a new file, and verify that with a key; or salvage with a key")
    }
    guard header.fileLength <= file.size, ends.last == nil || side == .start || ends.shift(of: found) == 0
    else {
      throw SecretFileError(
        .length,
        "the file has \(file.size) bytes and should have \(header.fileLength): items are cut off or shifted",
        hint: "salvage takes out what is intact")
    }
    guard header.fileLength >= header.lengthWithoutSegments else {
      throw SecretFileError(standard: .length, "the file is too short for what it should hold")
    }
    let root = try ends.root(of: found)
    var trailer = Writer()
    Trailer(fileLength: header.fileLength, headerLength: UInt32(found.bytes.count)).encode(into: &trailer)
    start = found.bytes + root.bytes
    end = root.bytes + found.bytes + trailer.bytes
    endStart = header.fileLength - UInt64(end.count)
    self.file = file
    var rebuilt: [String] = []
    var position: UInt64 = 0
    for (name, bytes) in [
      ("header", found.bytes), ("root", root.bytes), ("root, again", root.bytes),
      ("header, again", found.bytes), ("trailer", trailer.bytes),
    ] {
      if name == "root, again" { position = endStart }
      let there = try? file.read(at: position, count: bytes.count)
      if there != bytes { rebuilt.append(name) }
      position += UInt64(bytes.count)
    }
    if file.size > header.fileLength { rebuilt.append("bytes after the end") }
    report = RepairReport(
      rebuilt: rebuilt, id: header.containerID, keyEpoch: header.keyEpoch, generation: header.generation,
      fileSize: header.fileLength)
  }

  /// Writes the whole file and reads its frame back.
  func write(to output: TemporaryFile) throws(SecretFileError) {
    let middle = UInt64(start.count)..<endStart
    try files { () throws(FileError) in
      try output.write(start.span, at: 0)
      try output.copy(from: file, range: middle, at: middle.lowerBound)
      try output.write(end.span, at: endStart)
    }
    let written = try files { () throws(FileError) in try output.readable() }
    let (first, last) = try files { () throws(FileError) in
      (try written.read(at: 0, count: start.count), try written.read(at: endStart, count: end.count))
    }
    guard first == start, last == end, written.size == endStart + UInt64(end.count) else {
      throw SecretFileError(
        .file(.inputOutput), "cannot write \(output.path): what was written reads back differently",
        hint: "check the disk; the damaged file is untouched",
        file: FileError(.inputOutput, output.path, "read back"))
    }
  }
}
