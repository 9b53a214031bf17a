internal import CSystem

/// A new folder for files that nobody is to keep, 0700; it goes, with what is in it, when the value ends.
package struct ScratchFolder: ~Copyable {
  /// Where it is.
  package let path: Path

  /// Makes the folder inside another one.
  /// - Throws: `cannotCreate`, `noSpace`, `inputOutput`.
  package init(in parent: Path) throws(FileError) {
    for _ in 0..<16 {
      let path = parent.appending(TemporaryName(for: Array("scratch".utf8)).next())
      let result = unsafe try withCPath(path, path) { unsafe csystem_mkdir(AT_FDCWD, $0, 0o700) }
      if result == -EEXIST { continue }
      guard result >= 0 else { throw FileError(result: Int(result), path, "create the folder", .creating) }
      self.path = path
      return
    }
    throw FileError(.cannotCreate, parent, "create a folder", errno: EEXIST)
  }

  deinit { Self.remove(path) }

  /// Removes a folder and what is in it; a link goes, not what it leads to.
  private static func remove(_ folder: Path) {
    // What cannot be removed stays behind: nothing depends on it.
    for name in (try? Folder.names(folder)) ?? [] {
      let file = folder.appending(name)
      let result = unsafe try? withCPath(file, file) { unsafe csystem_unlink(AT_FDCWD, $0) }
      if result != 0 { remove(file) }
    }
    _ = unsafe try? withCPath(folder, folder) { unsafe csystem_remove_folder(AT_FDCWD, $0) }
  }
}

extension Folder {
  /// All names in a folder but `.` and `..`, sorted by their bytes.
  /// - Throws: `notFound`, `unreadable`, `notRegular`, `inputOutput`.
  package static func names(_ path: Path) throws(FileError) -> [[UInt8]] {
    let folder = try Descriptor.open(path, flags: O_RDONLY | O_DIRECTORY, .reading)
    return try FolderListing(folder, path).names() ?? []
  }
}
