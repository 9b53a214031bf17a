internal import CSystem

/// The state of a walk: a stack of open folders instead of recursion.
struct Walker {
  private struct Frame {
    let folder: Descriptor
    let path: Path
    let identity: FileIdentity
    /// Still to be visited, the next one last.
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
      while let frame = frames.last {
        guard let name = frame.names.last else {
          frames.removeLast()
          continue
        }
        frames[frames.count - 1].names.removeLast()
        if let entry = try look(at: name, in: frame) { return entry }
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
  private mutating func look(at name: [UInt8], in frame: Frame) throws(FileError) -> WalkEntry? {
    let path = frame.path.appending(name)
    guard let status = try Status.of(name, in: frame.folder, path, .reading) else { return nil }
    guard status.type == .folder else { return entry(status, path) }
    guard !frames.contains(where: { $0.identity.isSameFile(as: status.identity) }) else { return nil }
    guard frames.count <= budget.depth else { throw FileError(.tooLarge, path, "descend into") }
    try enter(
      path,
      try Descriptor.open(
        Path(bytes: name), in: frame.folder, naming: path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW,
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
    frames.append(Frame(folder: folder, path: path, identity: status.identity, names: names.reversed()))
  }
}
