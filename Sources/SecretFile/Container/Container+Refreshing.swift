internal import Files

extension Container {
  /// Looks whether somebody has replaced the file, and only then at what is in it, as `reload()`.
  ///
  /// Without a change this opens the path and compares the header; no key is derived and no page is read.
  /// - Returns: Whether there was a change.
  /// - Throws: as `reload()`.
  @discardableResult
  public func refresh() throws(SecretFileError) -> Bool {
    let (known, length) = (snapshot.headerBytes, snapshot.header.fileLength)
    let isSame = try load { (access, _) throws(SecretFileError) in
      try files { () throws(FileError) in
        let file = try ReadableFile.open(access.path)
        guard file.size == length else { return false }
        return try file.read(at: 0, count: known.count) == known
      }
    }
    if isSame { return false }
    try reload()
    return true
  }
}
