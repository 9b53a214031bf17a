/// A preference file to be read whole, into memory of the caller's, with the certainty that it held still meanwhile.
///
///     let source = try SourceFile.open(path, limit: 64 << 20)
///     let buffer = try SecretBuffer(count: source.count) { bytes throws(FileError) in try source.read(into: &bytes) }
package struct SourceFile: Sendable {
  /// The open file; its `identity` and `times` are those before reading.
  package let file: ReadableFile
  /// The size in bytes.
  package let count: Int

  /// Opens a regular file of at most `limit` bytes. Its access time is left alone where the system allows that.
  /// `followLinks` false refuses a symbolic link, for files found in a folder.
  /// - Throws: `tooLarge`, `notFound`, `unreadable`, `notRegular`, `symlinkLoop`, `inputOutput`.
  package static func open(
    _ path: Path, limit: Int, followLinks: Bool = true
  ) throws(FileError) -> SourceFile {
    let file = try ReadableFile.open(path, followLinks: followLinks, quietly: true)
    guard let count = Int(exactly: file.size), count <= limit else {
      throw FileError(.tooLarge, path, "read")
    }
    return SourceFile(file: file, count: count)
  }

  /// Fills `bytes`, which must be ``count`` bytes, with the content.
  /// - Throws: `changed` if the file was written while it was read, or the name leads to another file now;
  ///   `tooLarge` if `bytes` has another size; `inputOutput`.
  package func read(into bytes: inout MutableSpan<UInt8>) throws(FileError) {
    guard bytes.count == count else { throw FileError(.tooLarge, file.path, "read") }
    let got = try file.readAvailable(at: 0, into: &bytes)
    guard got == count, try isUnchanged() else { throw FileError(.changed, file.path, "read") }
  }

  /// Whether the name still leads to this very file and it is as it was when it was opened, by size and both times: a
  /// program can put back the time of its content, but not that of the change.
  /// - Throws: `inputOutput`.
  package func isUnchanged() throws(FileError) -> Bool {
    guard try file.isUnchanged() else { return false }
    return try Status.of(file.path)?.identity.isSameFile(as: file.identity) ?? false
  }
}
