internal import CSystem

/// The replacement of a file by a new one, so that at every instant either the old or the new content stands under
/// the name (spec: writing).
///
/// ``begin(_:waitForLock:)`` locks the file; the new content goes to a temporary file beside it;
/// ``commit(times:access:)`` puts that in place. Without a commit the old file stays as it is and nothing is left
/// behind. The lock is held until the value is destroyed, so what belongs to the commit (the witness) can be written
/// after it.
///
/// The lock is `flock(2)`: it binds the writers of one host. Writers on several hosts over NFS are not supported.
/// A program that writes without the lock is noticed up to the moment before the rename.
package struct Replacement: ~Copyable {
  /// The name the caller gave.
  package let path: Path
  /// The locked current file, for the check against what a change was based on and for copying unchanged parts.
  /// Reading it stays possible after the commit.
  package let base: ReadableFile

  private let target: Target
  private let kind: TemporaryFile.Kind
  private var made: TemporaryFile?
  private var nameInFolder: [UInt8]?
  private var published: Descriptor?
  /// Where the next ``write(_:)`` goes, in bytes.
  package private(set) var position: UInt64 = 0

  /// How often the file may be replaced between opening and locking it before this writer gives up.
  private static let maximumRaces = 1_000

  private init(target: Target, base: ReadableFile, kind: TemporaryFile.Kind) {
    self.target = target
    self.kind = kind
    self.path = target.path
    self.base = base
  }

  /// Locks the file at `path` for replacing it.
  ///
  /// A symbolic link is resolved, once. Temporaries of killed writers of this file are removed.
  /// - Throws: `notFound`, `notRegular`, `hardLinked`, `symlinkLoop`, `busy`, `cannotCreate` (this user may not write
  ///   the file, or the file system is read-only), `unreadable`, `inputOutput`.
  package static func begin(
    _ path: Path, waitForLock wait: LockWait = .fail,
    temporary kind: TemporaryFile.Kind = .unnamedIfPossible
  ) throws(FileError) -> Replacement {
    let target = try Target.resolve(path, followLinks: true, .reading)
    var patience = Patience(wait)
    var races = 0
    while races < maximumRaces {
      races += 1
      guard let before = try target.status(.reading) else {
        throw FileError(.notFound, path, "open", errno: ENOENT)
      }
      guard before.type == .regular else { throw FileError(.notRegular, path, "open") }
      // For reading and writing: a file that its owner made read-only is not replaced behind that decision.
      let descriptor: Descriptor
      do throws(FileError) {
        descriptor = try Descriptor.open(
          Path(bytes: target.name), in: target.folder, naming: path, flags: O_RDWR | O_NONBLOCK | O_NOFOLLOW,
          .writing, "open for writing")
      } catch {
        guard error.errno == ENOENT else { throw error }
        continue
      }
      guard try descriptor.tryLock(path) else {
        guard patience.waitForNextAttempt() else { throw FileError(.busy, path, "lock", errno: EWOULDBLOCK) }
        races -= 1
        continue
      }
      let status = try descriptor.status(path)
      guard let there = try target.status(.reading), there.identity.isSameFile(as: status.identity) else {
        continue  // Another writer put a new file here while this one waited.
      }
      guard status.type == .regular else { throw FileError(.notRegular, path, "open") }
      guard status.links == 1 else { throw FileError(.hardLinked, path, "replace") }
      removeStaleTemporaries(of: target)
      return Replacement(
        target: target, base: ReadableFile(path: path, descriptor: descriptor, status: status),
        kind: kind)
    }
    throw FileError(.busy, path, "lock")
  }

  // MARK: The new content

  /// The file that takes the new content; made at the first call. Its own calls may be used from several threads.
  /// Nothing may be written through it after the commit.
  /// - Throws: `cannotCreate`, `noSpace`, `inputOutput`.
  package mutating func temporary() throws(FileError) -> TemporaryFile {
    if let made { return made }
    let new = try TemporaryFile.make(for: target, kind)
    nameInFolder = new.name
    made = new
    return new
  }

  /// Makes the temporary file now, to learn early whether the folder takes one.
  /// - Throws: `cannotCreate`, `noSpace`, `inputOutput`.
  package mutating func createTemporary() throws(FileError) { _ = try temporary() }

  /// Writes `bytes` after what ``write(_:)`` and ``copy(from:range:)`` wrote before.
  /// - Throws: `cannotCreate`, `noSpace`, `inputOutput`.
  package mutating func write(_ bytes: Span<UInt8>) throws(FileError) {
    try temporary().write(bytes, at: position)
    position += UInt64(bytes.count)
  }

  /// Copies bytes of another file, mostly of ``base``, after what was written before.
  /// - Throws: `truncated`, `cannotCreate`, `noSpace`, `inputOutput`.
  package mutating func copy(from source: ReadableFile, range: Range<UInt64>) throws(FileError) {
    try temporary().copy(from: source, range: range, at: position)
    position += range.upperBound - range.lowerBound
  }

  /// Fills all of `bytes` with what was written at `offset`.
  /// - Throws: `truncated`, `inputOutput`.
  package func readBack(at offset: UInt64, into bytes: inout MutableSpan<UInt8>) throws(FileError) {
    guard let made else { throw FileError(.truncated, path, "read back") }
    try made.read(at: offset, into: &bytes)
  }

  // MARK: Committing

  /// The times of the new file.
  package enum Times: Sendable {
    /// Those of the moment.
    case new
    /// Those that the old file had when it was locked.
    case keep
    /// These.
    case set(FileTimes)
  }

  /// Who may use the new file.
  package enum Access: Sendable {
    /// Those who could use the old one: mode, owner, access list and extended attributes are kept, never widened.
    case keep
    /// Its owner alone, 0600.
    case ownerOnly
  }

  /// What a commit leaves.
  package struct Result: Sendable {
    /// The new file, open for reading.
    package let file: ReadableFile
    /// What could not be kept of the old file.
    package let notes: [MetadataNote]
  }

  /// Puts the new content in place: attributes, flush to disk, a last look at the name, rename, flush of the folder.
  /// The lock stays, on the new file.
  /// - Throws: `changed` if somebody without the lock wrote or replaced the file meanwhile; `cannotCreate` (also for
  ///   a file that is a mount point of its own), `noSpace`, `inputOutput`. The old file is in place after any of
  ///   these but those that say ``FileError/isInPlace``.
  @discardableResult
  package mutating func commit(times: Times = .new, access: Access = .keep) throws(FileError) -> Result {
    let new = try temporary()
    var keeper = MetadataKeeper(path: path, base: base.descriptor, copy: new.descriptor)
    if case .keep = access { try keeper.keepAll() }
    let name = try nameTemporary(new)
    try setTimes(times, of: new.descriptor)
    try new.descriptor.sync(path)
    guard let there = try target.status(.reading), there.identity == base.identity else {
      throw FileError(.changed, path, "replace")
    }
    try target.rename(name)
    nameInFolder = nil
    made = nil
    published = new.descriptor
    try target.syncFolder()
    return Result(
      file: ReadableFile(
        path: path, descriptor: new.descriptor, status: try new.descriptor.status(path, isInPlace: true)),
      notes: keeper.notes)
  }

  private mutating func nameTemporary(_ new: TemporaryFile) throws(FileError) -> [UInt8] {
    if let nameInFolder { return nameInFolder }
    let name = try target.nameTemporary(new.descriptor)
    nameInFolder = name
    return name
  }

  private func setTimes(_ times: Times, of file: Descriptor) throws(FileError) {
    switch times {
    case .new: break
    case .keep: try file.setTimes(base.times, path)
    case .set(let wanted): try file.setTimes(wanted, path)
    }
  }

  deinit {
    if let nameInFolder { target.unlink(nameInFolder) }
    // Spoken out, because somebody may still read through these descriptors.
    made?.descriptor.unlock()
    published?.unlock()
    base.descriptor.unlock()
  }
}

extension Descriptor {
  fileprivate func setTimes(_ times: FileTimes, _ path: Path) throws(FileError) {
    let result = csystem_set_times(
      number, times.accessed.seconds, times.accessed.nanoseconds, times.modified.seconds,
      times.modified.nanoseconds)
    guard result >= 0 else { throw FileError(result: Int(result), path, "set the times of", .writing) }
  }
}
