internal import CSystem

/// The making of a new file, 0600, that appears under its name only when it is complete. It never replaces anything:
/// a file that appears under the name meanwhile wins.
///
/// Without a commit nothing is left behind.
package struct Creation: ~Copyable {
  /// The name the caller gave.
  package let path: Path

  private let target: Target
  private let made: TemporaryFile
  private var nameInFolder: [UInt8]?
  /// Where the next ``write(_:)`` goes, in bytes.
  package private(set) var position: UInt64 = 0

  private init(target: Target, made: TemporaryFile) {
    self.target = target
    self.made = made
    path = target.path
    nameInFolder = made.name
  }

  /// Makes the file, not yet under its name.
  /// - Throws: `exists` (a symbolic link counts, wherever it leads), `cannotCreate` (also for a missing folder),
  ///   `notRegular` for a name such as `..`, `noSpace`, `inputOutput`.
  package static func begin(
    _ path: Path, temporary kind: TemporaryFile.Kind = .unnamedIfPossible
  ) throws(FileError) -> Creation {
    let target = try Target.resolve(path, followLinks: false, .creating)
    guard try target.status(.creating) == nil else { throw FileError(.exists, path, "create", errno: EEXIST) }
    removeStaleTemporaries(of: target)
    return Creation(target: target, made: try TemporaryFile.make(for: target, kind))
  }

  /// The file that takes the content. Its own calls may be used from several threads. Nothing may be written through
  /// it after the commit.
  package var temporary: TemporaryFile { made }

  /// Writes `bytes` after what was written before.
  /// - Throws: `noSpace`, `inputOutput`.
  package mutating func write(_ bytes: Span<UInt8>) throws(FileError) {
    try made.write(bytes, at: position)
    position += UInt64(bytes.count)
  }

  /// Copies bytes of another file after what was written before.
  /// - Throws: `truncated`, `noSpace`, `inputOutput`.
  package mutating func copy(from source: ReadableFile, range: Range<UInt64>) throws(FileError) {
    try made.copy(from: source, range: range, at: position)
    position += range.upperBound - range.lowerBound
  }

  /// Fills all of `bytes` with what was written at `offset`.
  /// - Throws: `truncated`, `inputOutput`.
  package func readBack(at offset: UInt64, into bytes: inout MutableSpan<UInt8>) throws(FileError) {
    try made.read(at: offset, into: &bytes)
  }

  /// Flushes the content and gives it its name.
  /// - Throws: `exists` if somebody was faster, `cannotCreate`, `noSpace`, `inputOutput`. There is no new file after any
  ///   of these but those that say ``FileError/isInPlace``.
  @discardableResult
  package mutating func commit() throws(FileError) -> ReadableFile {
    try made.descriptor.sync(path)
    if let nameInFolder {
      try target.renameNew(nameInFolder)
    } else {
      try target.publish(made.descriptor)
    }
    nameInFolder = nil
    try target.syncFolder()
    return try made.readable(isInPlace: true)
  }

  deinit {
    if let nameInFolder { target.unlink(nameInFolder) }
    made.descriptor.unlock()
  }
}
