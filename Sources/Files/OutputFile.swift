/// A file that a user asked for with `-o FILE`: 0600, and there only when it is complete.
package struct OutputFile: ~Copyable {
  /// The name the caller gave.
  package let path: Path

  private var creation: Creation?
  private var replacement: Replacement?

  /// Prepares the output.
  ///
  /// With `overwriting`, a regular file that is there is replaced at the commit, a symbolic link to one followed, and
  /// the new file is 0600 whatever the old one was.
  /// - Throws: `exists` without `overwriting`; `notRegular`, `hardLinked`, `busy`, `cannotCreate`, `noSpace`,
  ///   `inputOutput`.
  package static func begin(_ path: Path, overwriting: Bool = false) throws(FileError) -> OutputFile {
    if overwriting {
      do throws(FileError) {
        var replacement = try Replacement.begin(path)
        try replacement.createTemporary()
        return OutputFile(path: path, creation: nil, replacement: replacement)
      } catch {
        guard error.kind == .notFound else { throw error }
      }
    }
    return OutputFile(path: path, creation: try Creation.begin(path), replacement: nil)
  }

  private init(path: Path, creation: consuming Creation?, replacement: consuming Replacement?) {
    self.path = path
    self.creation = creation
    self.replacement = replacement
  }

  /// Writes `bytes` after what was written before.
  /// - Throws: `noSpace`, `inputOutput`.
  package mutating func write(_ bytes: Span<UInt8>) throws(FileError) {
    try creation?.write(bytes)
    try replacement?.write(bytes)
  }

  /// Puts the output in place. Without it nothing appears.
  /// - Throws: `exists`, `changed`, `cannotCreate`, `noSpace`, `inputOutput`.
  package mutating func commit() throws(FileError) {
    _ = try creation?.commit()
    _ = try replacement?.commit(access: .ownerOnly)
  }
}

/// Writes a whole output file at once; see ``OutputFile``.
/// - Throws: `exists` without `overwriting`; `notRegular`, `hardLinked`, `busy`, `changed`, `cannotCreate`, `noSpace`,
///   `inputOutput`.
package func writeOutput(
  _ path: Path, _ bytes: Span<UInt8>, overwriting: Bool = false
) throws(FileError) {
  var output = try OutputFile.begin(path, overwriting: overwriting)
  try output.write(bytes)
  try output.commit()
}
