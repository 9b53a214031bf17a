internal import CSystem

/// A name in an open folder, with every symbolic link in its last component resolved: what a writer works on, so
/// that a folder moved meanwhile does not matter.
struct Target: Sendable {
  /// What the caller asked for; errors name it.
  let path: Path
  let folder: Descriptor
  /// One component; never empty, `.` or `..`.
  let name: [UInt8]

  /// Links followed before `symlinkLoop`; as many as Linux itself follows.
  private static let maximumLinks = 40

  /// Opens the folder of `path`. With `followLinks`, a symbolic link under the name is followed to where it leads,
  /// existing or not.
  static func resolve(
    _ path: Path, followLinks: Bool, _ purpose: FileError.Purpose
  ) throws(FileError) -> Target {
    var current = path
    for _ in 0...maximumLinks {
      let target = try Target(path, at: current, purpose)
      guard followLinks, let status = try target.status(purpose), status.type == .symbolicLink else {
        return target
      }
      let destination = try target.readLink(purpose)
      current = destination.isAbsolute ? destination : current.parent.appending(destination.bytes)
    }
    throw FileError(.symlinkLoop, path, "open", errno: ELOOP)
  }

  private init(_ path: Path, at current: Path, _ purpose: FileError.Purpose) throws(FileError) {
    guard !current.bytes.isEmpty else {
      throw FileError(purpose == .creating ? .cannotCreate : .notFound, path, "open", errno: ENOENT)
    }
    name = current.lastComponent
    guard current.bytes.last != Path.separator, name != [Path.dot], name != [Path.dot, Path.dot] else {
      throw FileError(.notRegular, path, "open", errno: EISDIR)
    }
    self.path = path
    folder = try Descriptor.open(
      current.parent, naming: path, flags: O_RDONLY | O_DIRECTORY, purpose, "open the folder of")
  }

  /// The facts about what the name stands for now, a link not followed; nil if there is nothing.
  func status(_ purpose: FileError.Purpose) throws(FileError) -> Status? {
    try Status.of(name, in: folder, path, purpose)
  }

  private func readLink(_ purpose: FileError.Purpose) throws(FileError) -> Path {
    // The longest that any supported system stores, and one more to see that it was not cut.
    var buffer = [UInt8](repeating: 0, count: 4_097)
    let result = unsafe try withCPath(Path(bytes: name), path) { name in
      unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe csystem_readlinkat(folder.number, name, bytes.baseAddress, bytes.count)
      }
    }
    guard result >= 0 else { throw FileError(result: Int(result), path, "follow", purpose) }
    guard result > 0, result < buffer.count else { throw FileError(.symlinkLoop, path, "follow") }
    return Path(bytes: Array(buffer.prefix(Int(result))))
  }
}
