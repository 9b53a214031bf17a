internal import CSystem

/// A new file that nobody sees under its final name yet: locked, 0600, and without any name where the system
/// can do that, so that a writer killed while writing leaves nothing behind.
///
/// Its writing and reading calls may be used from several threads at once.
package final class TemporaryFile: Sendable {
  /// The name of the file it is for.
  package let path: Path

  let descriptor: Descriptor
  let folder: Descriptor
  /// The name it was made under; nil if it has none yet.
  let name: [UInt8]?

  private init(path: Path, descriptor: Descriptor, folder: Descriptor, name: [UInt8]?) {
    self.path = path
    self.descriptor = descriptor
    self.folder = folder
    self.name = name
  }

  // MARK: Making one

  /// How one is made.
  package enum Kind: Sendable {
    /// Without a name where the system can do that.
    case unnamedIfPossible
    /// With a temporary name from the start, as where the system has no unnamed files; for tests.
    case named
  }

  /// Makes one beside `target`, locked before it gets a name.
  static func make(for target: Target, _ kind: Kind) throws(FileError) -> TemporaryFile {
    if kind == .unnamedIfPossible, let unnamed = try makeUnnamed(for: target) { return unnamed }
    return try makeNamed(for: target)
  }

  private static func makeUnnamed(for target: Target) throws(FileError) -> TemporaryFile? {
    let flag = csystem_flag_tmpfile()
    guard flag != 0 else { return nil }
    let descriptor: Descriptor
    do throws(FileError) {
      descriptor = try Descriptor.open(
        Path(bytes: [Path.dot]), in: target.folder, naming: target.path, flags: flag | O_RDWR, mode: 0o600,
        .creating, "create a file beside")
    } catch {
      // File systems and kernels that do not know unnamed files say so in these ways.
      guard [EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(error.errno) else { throw error }
      return nil
    }
    guard csystem_can_name(descriptor.number) != 0, try descriptor.tryLock(target.path) else { return nil }
    try descriptor.restrict(target.path)
    return TemporaryFile(path: target.path, descriptor: descriptor, folder: target.folder, name: nil)
  }

  private static func makeNamed(for target: Target) throws(FileError) -> TemporaryFile {
    let names = TemporaryName(for: target.name)
    for _ in 0..<100 {
      let name = names.next()
      let descriptor: Descriptor
      do throws(FileError) {
        descriptor = try Descriptor.open(
          Path(bytes: name), in: target.folder, naming: target.path,
          flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600, .creating, "create a file beside")
      } catch {
        guard error.kind == .exists else { throw error }
        continue
      }
      do throws(FileError) {
        guard try lockNamed(descriptor, name, target) else { continue }
        try descriptor.restrict(target.path)
      } catch {
        target.unlink(name)
        throw error
      }
      return TemporaryFile(path: target.path, descriptor: descriptor, folder: target.folder, name: name)
    }
    throw FileError(.cannotCreate, target.path, "create a file beside", errno: EEXIST)
  }

  /// False if, between making and locking, a writer that cleans up has taken the file for a stale one.
  private static func lockNamed(
    _ descriptor: Descriptor, _ name: [UInt8], _ target: Target
  ) throws(FileError) -> Bool {
    guard try descriptor.tryLock(target.path),
      let there = try Status.of(name, in: target.folder, target.path, .creating)
    else { return false }
    return there.identity.isSameFile(as: try descriptor.status(target.path).identity)
  }

  // MARK: Content

  /// Writes all of `bytes` at `offset`.
  /// - Throws: `noSpace`, `inputOutput`.
  package func write(_ bytes: Span<UInt8>, at offset: UInt64) throws(FileError) {
    guard let start = Int64(exactly: offset), start <= Int64.max - Int64(bytes.count) else {
      throw FileError(.tooLarge, path, "write")
    }
    var done = 0
    while done < bytes.count {
      let result = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        return unsafe csystem_pwrite(descriptor.number, rest.baseAddress, rest.count, start + Int64(done))
      }
      guard result >= 0 else { throw FileError(result: Int(result), path, "write", .writing) }
      guard result > 0 else { throw FileError(.noSpace, path, "write") }
      done += Int(result)
    }
  }

  /// Copies bytes of another file, without passing them through this process where the system can do that.
  /// - Throws: `truncated` if the source ends before the range does, `noSpace`, `inputOutput`.
  package func copy(
    from source: ReadableFile, range: Range<UInt64>, at offset: UInt64
  ) throws(FileError) {
    try copyRange(from: source, range: range, to: self, at: offset)
  }

  /// Fills all of `bytes` with what was written at `offset`.
  /// - Throws: `truncated`, `inputOutput`.
  package func read(at offset: UInt64, into bytes: inout MutableSpan<UInt8>) throws(FileError) {
    let count = try readFully(descriptor, path, at: offset, into: &bytes)
    guard count == bytes.count else { throw FileError(.truncated, path, "read back") }
  }

  /// The size so far, in bytes.
  /// - Throws: `inputOutput`.
  package func size() throws(FileError) -> UInt64 { try descriptor.status(path).identity.size }

  /// What was written so far as a file to read; it needs no name for that.
  /// - Throws: `inputOutput`.
  package func readable() throws(FileError) -> ReadableFile { try readable(isInPlace: false) }

  func readable(isInPlace: Bool) throws(FileError) -> ReadableFile {
    ReadableFile(
      path: path, descriptor: descriptor, status: try descriptor.status(path, isInPlace: isInPlace))
  }
}

extension Descriptor {
  /// 0600 whatever the process's umask says, and nobody else through an access list that the folder hands down.
  fileprivate func restrict(_ path: Path) throws(FileError) {
    _ = removeAccessList()
    let result = csystem_chmod(number, 0o600)
    guard result >= 0 else { throw FileError(result: Int(result), path, "restrict access to", .creating) }
  }
}
