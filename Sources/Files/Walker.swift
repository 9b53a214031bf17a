internal import CSystem

/// The state of a walk: a stack of open folders instead of recursion.
struct Walker {
  private struct Folder {
    let descriptor: Descriptor
    let path: Path
    let identity: FileIdentity
  }

  private struct Frame {
    let folder: Folder
    /// Still to be visited, the next one last. Whoever copies a frame makes the next removal copy all of them.
    var names: [[UInt8]]
  }

  private let root: Path
  private var budget: WalkBudget
  private var frames: [Frame] = []
  private var isStarted = false

  init(root: Path, budget: WalkBudget) {
    self.root = root
    self.budget = budget
  }

  /// The next thing to report; nil at the end.
  mutating func next() -> WalkEntry? {
    do throws(FileError) {
      if !isStarted {
        isStarted = true
        if let entry = try start() { return entry }
      }
      while let top = frames.indices.last {
        guard let name = frames[top].names.popLast() else {
          frames.removeLast()
          continue
        }
        if let entry = try look(at: name, in: frames[top].folder) { return entry }
      }
      return nil
    } catch {
      return .problem(error)
    }
  }

  private mutating func start() throws(FileError) -> WalkEntry? {
    guard let status = try Status.of(root) else { throw FileError(.notFound, root, "open", errno: ENOENT) }
    guard status.type == .folder else { return entry(status, root) }
    try enter(root, try Descriptor.open(root, flags: O_RDONLY | O_DIRECTORY, .reading))
    return nil
  }

  /// What is to be said about one name; nil for a folder that was entered, and for a name that is gone meanwhile.
  private mutating func look(at name: [UInt8], in folder: Folder) throws(FileError) -> WalkEntry? {
    let path = folder.path.appending(name)
    guard let status = try Status.of(name, in: folder.descriptor, path, .reading) else { return nil }
    guard status.type == .folder else { return entry(status, path) }
    guard !frames.contains(where: { $0.folder.identity.isSameFile(as: status.identity) }) else { return nil }
    guard frames.count <= budget.depth else { throw FileError(.tooLarge, path, "descend into") }
    try enter(
      path,
      try Descriptor.open(
        Path(bytes: name), in: folder.descriptor, naming: path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW,
        .reading))
    return nil
  }

  private func entry(_ status: Status, _ path: Path) -> WalkEntry {
    status.type == .regular ? .file(path, status.identity) : .skipped(path, status.type)
  }

  private mutating func enter(_ path: Path, _ folder: Descriptor) throws(FileError) {
    let status = try folder.status(path)
    guard let names = try FolderListing(folder, path).names(limit: budget.entries) else {
      frames = []
      throw FileError(.tooLarge, path, "go through")
    }
    budget.entries -= names.count
    let place = Folder(descriptor: folder, path: path, identity: status.identity)
    frames.append(Frame(folder: place, names: names.reversed()))
  }
}
