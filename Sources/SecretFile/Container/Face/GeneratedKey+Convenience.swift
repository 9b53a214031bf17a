public import Files
internal import SecretCrypto

extension GeneratedKey {
  /// Writes the key's text to a new file that only its owner may read (mode 0600). The file appears complete, with
  /// everything flushed to the disk, or not at all; what is there already is never replaced.
  ///
  /// Write the key before making the container that it opens: a container whose key is lost stays shut.
  /// - Throws: `file(.exists)` and other file errors.
  public func write(to path: Path) throws(SecretFileError) {
    try files { () throws(FileError) in
      try text.withBytes { (bytes) throws(FileError) in try writeOutput(path, bytes) }
    }
  }
}
