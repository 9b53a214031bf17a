import Files
import SecretCrypto
import Synchronization

/// Runs single vectors of a folder.
struct VectorRunner: Sendable {
  let folder: Path
  /// A folder for files that are made on the way.
  let scratch: Path

  /// A file of the folder, `container/NAME.json`.
  func read(_ name: String) throws(Malformed) -> [UInt8] {
    do throws(FileError) {
      return try SmallFile.read(path(name), limit: 8 << 20)
    } catch {
      throw Malformed("\(error)")
    }
  }

  func path(_ name: String) -> Path {
    name.split(separator: "/").reduce(folder) { $0.appending(Array($1.utf8)) }
  }

  /// What became of each entry, nil for one that comes out as it says. As many run at once as there are processors:
  /// most of the time goes into the derivations of containers that are opened again and again.
  func findings(_ entries: [SuiteIndex.Entry]) -> [SuiteCheck.Finding?] {
    let shared = Shared(count: entries.count)
    let work: @Sendable () -> Void = {
      while let index = shared.next() {
        let entry = entries[index]
        let finding = damage(entry.file, entry.files) ?? finding(entry.file, entry.folder)
        shared.results.withLock { $0[index] = finding }
      }
    }
    let threads = (1..<WorkerThread.processors).compactMap { _ in WorkerThread(work) }
    work()
    for thread in threads { thread.join() }
    return shared.results.withLock { $0 }
  }

  /// What the threads of one check have in common.
  private final class Shared: Sendable {
    let results: Mutex<[SuiteCheck.Finding?]>
    private let position = Mutex(0)
    private let count: Int

    init(count: Int) {
      self.count = count
      results = Mutex(Array(repeating: nil, count: count))
    }

    /// The index of an entry that nobody has taken yet.
    func next() -> Int? {
      position.withLock { position in
        guard position < count else { return nil }
        defer { position += 1 }
        return position
      }
    }
  }

  /// Nil for a vector whose files are those that were published. Running it would not tell: damage to one that expects
  /// an error, or to a canary, may well come out in the same way.
  func damage(_ name: String, _ files: [SuiteIndex.File]) -> SuiteCheck.Finding? {
    do {
      for file in files { try compare(file) }
      return nil
    } catch {
      return SuiteCheck.Finding(file: name, problem: "\(error)", isMalformed: true)
    }
  }

  private func compare(_ file: SuiteIndex.File) throws(Malformed) {
    let bytes = try read(file.path)
    let digest = Hash.blake2b256(bytes.span)
    guard digest.indices.map({ digest[$0] }) == file.digest else {
      throw Malformed("the bytes of \(file.path) are not the published ones")
    }
  }

  /// Nil for a vector that comes out as it says.
  func finding(_ file: String, _ folder: String) -> SuiteCheck.Finding? {
    do {
      guard let problem = try problem(file, folder) else { return nil }
      return SuiteCheck.Finding(file: file, problem: problem, isMalformed: false)
    } catch let error as Malformed {
      return SuiteCheck.Finding(file: file, problem: error.description, isMalformed: true)
    } catch {
      return SuiteCheck.Finding(file: file, problem: "\(error)", isMalformed: true)
    }
  }

  private func problem(_ file: String, _ folder: String) throws -> String? {
    let name = String(file.split(separator: "/").last ?? "")
    let json = try read(file + ".json")
    switch folder {
    case "container":
      let vector = try ContainerVector(json, name: name)
      return try ContainerRun(vector, path(file + ".secretfile"), scratch: scratch).problem()
    case "semantics": return try SemanticsRun(SemanticsVector(json, name: name), scratch: scratch).problem()
    case "import":
      return try ImportRun(ImportVector(json, name: name), try read(file + ".source")) { ending in
        try read(file + ending)
      }.problem()
    case "primitives": return try PrimitiveRun(vector: PrimitiveVector(json, name: name)).problem()
    case "writer":
      let vector = try WriterVector(json, name: name)
      return try WriterRun(
        vector, expected: vector.expect == "ok" ? read(file + ".secretfile") : nil,
        base: vector.base.map { try read($0 + ".secretfile") }, scratch: scratch, name: name
      ).problem()
    default: throw Malformed("no vectors are known in a folder \(folder)")
    }
  }
}
