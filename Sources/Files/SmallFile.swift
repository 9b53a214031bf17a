internal import CSystem

/// Reading of small files that a user named: key files, passphrases, rules.
///
/// Anything that can be read to an end will do, so `<(command)` and `/dev/stdin` work too; only folders are refused.
package enum SmallFile {
  /// Reads the whole file straight into `bytes` and returns the count.
  /// - Throws: `tooLarge` if it does not fit; `notFound`, `unreadable`, `notRegular`, `inputOutput`.
  package static func read(_ path: Path, into bytes: inout MutableSpan<UInt8>) throws(FileError) -> Int {
    let file = try descriptor(path)
    defer { extendLifetime(file) }
    return try ByteStream.readToEnd(file.number, path, into: &bytes)
  }

  /// Opens a file for reading it to its end with ``ByteStream``, where nobody knows how long it is.
  /// - Throws: `notFound`, `unreadable`, `notRegular`, `inputOutput`.
  package static func open(_ path: Path) throws(FileError) -> OpenStream {
    OpenStream(try descriptor(path))
  }

  /// The whole file, for what is not secret; at most `limit` bytes.
  /// - Throws: as ``read(_:into:)``.
  package static func read(_ path: Path, limit: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, limit))
    var span = bytes.mutableSpan
    let count = try read(path, into: &span)
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  private static func descriptor(_ path: Path) throws(FileError) -> Descriptor {
    // Without O_NONBLOCK: a named pipe is waited for until its writer comes.
    let file = try Descriptor.open(path, flags: O_RDONLY, .reading)
    guard try file.status(path).type != .folder else {
      throw FileError(.notRegular, path, "read", errno: EISDIR)
    }
    return file
  }
}

/// A file that is open for reading, closed when the last reference goes.
package final class OpenStream: Sendable {
  private let file: Descriptor

  init(_ file: Descriptor) { self.file = file }

  /// Lends the descriptor.
  package func withDescriptor<R: ~Copyable, E: Error>(_ body: (Int32) throws(E) -> R) throws(E) -> R {
    defer { extendLifetime(self) }
    return try body(file.number)
  }
}
