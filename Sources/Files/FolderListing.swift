internal import CSystem

/// The names in a folder.
struct FolderListing {
  private let folder: Descriptor
  private let path: Path

  init(_ folder: Descriptor, _ path: Path) {
    self.folder = folder
    self.path = path
  }

  /// All names but `.` and `..`, sorted by their bytes; nil if there are more than `limit`.
  func names(limit: Int = .max) throws(FileError) -> [[UInt8]]? {
    // A descriptor of its own, because the position in a folder belongs to the open file.
    let own = unsafe csystem_openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard own >= 0 else { throw FileError(result: Int(own), path, "list", .reading) }
    guard let stream = unsafe csystem_open_folder(own) else {
      csystem_close(own)
      throw FileError(.inputOutput, path, "list")
    }
    defer { unsafe csystem_close_folder(stream) }
    var names: [[UInt8]] = []
    while true {
      var name: UnsafePointer<CChar>? = nil
      var length = 0
      var type: Int32 = 0
      let result = unsafe csystem_next_entry(stream, &name, &length, &type)
      guard result >= 0 else { throw FileError(result: Int(result), path, "list", .reading) }
      guard result > 0, let start = unsafe name else { break }
      let bytes = unsafe UnsafeRawBufferPointer(start: start, count: length)
      let entry = unsafe Array(bytes)
      if entry == [Path.dot] || entry == [Path.dot, Path.dot] { continue }
      guard names.count < limit else { return nil }
      names.append(entry)
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
