internal import CSystem

/// Folders of the program's own.
package enum Folder {
  /// Makes the folder and what is missing on the way to it, 0700 each. A folder that exists is left as it is.
  /// - Throws: `cannotCreate`, `exists` if there is something else under the name, `noSpace`, `inputOutput`.
  package static func create(_ path: Path) throws(FileError) {
    var missing: [Path] = []
    var current = path
    while true {
      if let status = try Status.of(current, .creating) {
        guard status.type == .folder else {
          throw FileError(.exists, current, "create the folder", errno: ENOTDIR)
        }
        break
      }
      missing.append(current)
      let parent = current.parent
      guard parent != current else { break }
      current = parent
    }
    for folder in missing.reversed() {
      let result = unsafe try withCPath(folder, folder) { unsafe csystem_mkdir(AT_FDCWD, $0, 0o700) }
      guard result >= 0 || result == -EEXIST else {
        throw FileError(result: Int(result), folder, "create the folder", .creating)
      }
      let parent = try Descriptor.open(folder.parent, flags: O_RDONLY | O_DIRECTORY, .creating)
      let synced = csystem_sync(parent.number)
      guard synced >= 0 || synced == -EINVAL else {
        throw FileError(result: Int(synced), folder, "create the folder", .writing)
      }
    }
  }
}

extension Status {
  /// The facts about what a path leads to, links followed; nil if it leads nowhere.
  static func of(_ path: Path, _ purpose: FileError.Purpose = .reading) throws(FileError) -> Status? {
    var status = csystem_status()
    let result = unsafe try withCPath(path, path) { unsafe csystem_fstatat(AT_FDCWD, $0, 1, &status) }
    guard result < 0 else { return Status(status) }
    if result == -ENOENT { return nil }
    throw FileError(result: Int(result), path, "examine", purpose)
  }
}
