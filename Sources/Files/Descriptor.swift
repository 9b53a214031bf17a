internal import CSystem

/// An open file or folder; closed when the last reference goes.
final class Descriptor: Sendable {
  let number: Int32

  /// Takes over an open descriptor.
  init(_ number: Int32) { self.number = number }

  deinit { csystem_close(number) }

  /// Opens `path`; never inherited by another program. `mode` counts only where a file is made.
  static func open(
    _ path: Path, in folder: Descriptor? = nil, naming named: Path? = nil, flags: Int32, mode: UInt32 = 0,
    _ purpose: FileError.Purpose, _ operation: StaticString = "open"
  ) throws(FileError) -> Descriptor {
    let result = unsafe try withCPath(path, named ?? path) { name in
      unsafe csystem_openat(folder?.number ?? AT_FDCWD, name, flags | O_CLOEXEC | O_NOCTTY, mode)
    }
    guard result >= 0 else { throw FileError(result: Int(result), named ?? path, operation, purpose) }
    return Descriptor(result)
  }

  /// The facts as they are now. `isInPlace` is for errors: whether the file has got its name.
  func status(_ path: Path, isInPlace: Bool = false) throws(FileError) -> Status {
    var status = csystem_status()
    let result = unsafe csystem_fstat(number, &status)
    guard result >= 0 else {
      throw FileError(result: Int(result), path, "examine", .reading, isInPlace: isInPlace)
    }
    return Status(status)
  }

  /// Makes what was written survive a power cut.
  func sync(_ path: Path) throws(FileError) {
    csystem_forget_registers()
    let result = csystem_sync(number)
    guard result >= 0 else { throw FileError(result: Int(result), path, "flush", .writing) }
  }
}

/// Lends `path` as a C string; a path with a NUL byte inside names nothing.
func withCPath<R>(_ path: Path, _ named: Path, _ body: (UnsafePointer<CChar>) -> R) throws(FileError) -> R {
  guard !path.bytes.contains(0) else { throw FileError(.notFound, named, "name", errno: EINVAL) }
  let terminated = path.bytes + [0]
  return unsafe terminated.withUnsafeBufferPointer { buffer in
    unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
      // Never nil: the terminator is there.
      guard let base = characters.baseAddress else { return unsafe "".withCString(body) }
      return unsafe body(base)
    }
  }
}

/// Facts about a file at one moment.
struct Status: Sendable {
  let identity: FileIdentity
  let links: UInt64
  let type: EntryKind
  let access: FileAccess
  let times: FileTimes

  init(_ status: csystem_status) {
    let modified = Timestamp(seconds: status.modified_seconds, nanoseconds: status.modified_nanoseconds)
    identity = FileIdentity(
      device: status.device, inode: status.inode, size: UInt64(max(0, status.size)), modified: modified,
      changed: Timestamp(seconds: status.changed_seconds, nanoseconds: status.changed_nanoseconds))
    links = status.links
    type = EntryKind(mode: status.mode)
    access = FileAccess(mode: status.mode & 0o7777, owner: status.owner, group: status.group)
    times = FileTimes(
      accessed: Timestamp(seconds: status.accessed_seconds, nanoseconds: status.accessed_nanoseconds),
      modified: modified)
  }

  /// The facts about a name in a folder, nil if there is no such name.
  static func of(
    _ name: [UInt8], in folder: Descriptor, follow: Bool = false, _ path: Path, _ purpose: FileError.Purpose
  ) throws(FileError) -> Status? {
    var status = csystem_status()
    let result = unsafe try withCPath(Path(bytes: name), path) { name in
      unsafe csystem_fstatat(folder.number, name, follow ? 1 : 0, &status)
    }
    guard result < 0 else { return Status(status) }
    if result == -ENOENT { return nil }
    throw FileError(result: Int(result), path, "examine", purpose)
  }
}
