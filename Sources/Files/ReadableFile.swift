internal import CSystem

/// A regular file open for reading: one descriptor, every read at its own offset, no lock.
///
/// A writer that replaces the file by the protocol does not disturb a reader: the descriptor keeps the old file.
package final class ReadableFile: Sendable {
  /// The name it was opened by.
  package let path: Path
  /// The facts when it was opened: which file, its size in bytes, when it was written.
  package let identity: FileIdentity
  /// When it was read and written last, as of the opening.
  package let times: FileTimes
  /// Mode, owner and group.
  package let access: FileAccess
  /// The number of hard links.
  package let links: UInt64

  let descriptor: Descriptor

  init(path: Path, descriptor: Descriptor, status: Status) {
    self.path = path
    self.descriptor = descriptor
    identity = status.identity
    times = status.times
    access = status.access
    links = status.links
  }

  /// Opens a regular file.
  ///
  /// A pipe, socket or device is refused after opening without waiting for it; a folder too. `followLinks` false
  /// also refuses a symbolic link as the last component. With `quietly`, reading does not touch the access time
  /// where the system allows that.
  /// - Throws: `notFound`, `unreadable`, `notRegular`, `symlinkLoop`, `inputOutput`.
  package static func open(
    _ path: Path, followLinks: Bool = true, quietly: Bool = false
  ) throws(FileError) -> ReadableFile {
    let flags = O_RDONLY | O_NONBLOCK | (followLinks ? 0 : O_NOFOLLOW)
    let descriptor: Descriptor
    if quietly {
      descriptor = try openQuietly(path, flags: flags)
    } else {
      descriptor = try Descriptor.open(path, flags: flags, .reading)
    }
    let status = try descriptor.status(path)
    guard status.type == .regular else {
      throw FileError(.notRegular, path, "open", errno: status.type == .folder ? EISDIR : 0)
    }
    return ReadableFile(path: path, descriptor: descriptor, status: status)
  }

  /// The size in bytes when it was opened.
  package var size: UInt64 { identity.size }

  /// Fills all of `bytes` with what stands at `offset`.
  /// - Throws: `truncated` if the file ends before, `inputOutput`.
  package func read(at offset: UInt64, into bytes: inout MutableSpan<UInt8>) throws(FileError) {
    let count = try readAvailable(at: offset, into: &bytes)
    guard count == bytes.count else { throw FileError(.truncated, path, "read") }
  }

  /// Fills as much of `bytes` as the file has at `offset` and returns how much that was: less than asked only at
  /// the end of the file.
  /// - Throws: `inputOutput`.
  package func readAvailable(at offset: UInt64, into bytes: inout MutableSpan<UInt8>) throws(FileError) -> Int
  {
    try readFully(descriptor, path, at: offset, into: &bytes)
  }

  /// The `count` bytes at `offset`, for what is not secret.
  /// - Throws: `truncated` if the file ends before (before anything is allocated, as far as the size when it was
  ///   opened tells), `inputOutput`.
  package func read(at offset: UInt64, count: Int) throws(FileError) -> [UInt8] {
    let (end, overflow) = offset.addingReportingOverflow(UInt64(max(0, count)))
    guard !overflow, end <= size else { throw FileError(.truncated, path, "read") }
    let wanted = max(0, count)
    // Not filled with zeros first: a root of a million items is 230 KB, and each pass over it shows in a single read.
    return try [UInt8](capacity: wanted) { (out: inout OutputSpan<UInt8>) throws(FileError) in
      try unsafe out.withUnsafeMutableBufferPointer { (buffer, count) throws(FileError) in
        count = unsafe try readFully(
          descriptor, path, at: offset, into: UnsafeMutableRawBufferPointer(buffer))
      }
      guard out.count == wanted else { throw FileError(.truncated, path, "read") }
    }
  }

  /// Whether the open file still is what it was when it was opened: same size, content and attributes.
  /// - Throws: `inputOutput`.
  package func isUnchanged() throws(FileError) -> Bool {
    try descriptor.status(path).identity == identity
  }

  private static func openQuietly(_ path: Path, flags: Int32) throws(FileError) -> Descriptor {
    do throws(FileError) {
      return try Descriptor.open(path, flags: flags | csystem_flag_noatime(), .reading)
    } catch {
      // Only the owner may ask for it.
      guard error.errno == EPERM else { throw error }
      return try Descriptor.open(path, flags: flags, .reading)
    }
  }
}

/// Reads until `bytes` is full or the file ends; returns the count.
func readFully(
  _ descriptor: Descriptor, _ path: Path, at offset: UInt64, into bytes: inout MutableSpan<UInt8>
) throws(FileError) -> Int {
  try unsafe bytes.withUnsafeMutableBytes { (buffer) throws(FileError) in
    try unsafe readFully(descriptor, path, at: offset, into: buffer)
  }
}

private func readFully(
  _ descriptor: Descriptor, _ path: Path, at offset: UInt64, into bytes: UnsafeMutableRawBufferPointer
) throws(FileError) -> Int {
  let wanted = bytes.count
  guard let start = Int64(exactly: offset), start <= Int64.max - Int64(wanted) else { return 0 }
  var done = 0
  while done < wanted {
    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
    let result = unsafe csystem_pread(descriptor.number, rest.baseAddress, rest.count, start + Int64(done))
    guard result >= 0 else { throw FileError(result: Int(result), path, "read", .reading) }
    if result == 0 { break }
    done += Int(result)
  }
  return done
}
