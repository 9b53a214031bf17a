package import Files

/// Runs a folder of published vectors against this library.
package struct SuiteCheck {
  /// What one category came to.
  package struct Category: Sendable {
    /// `container: framing`, or the folder alone.
    package var name: String
    /// Vectors that came out as they say.
    package var passed = 0
    /// Vectors that did not.
    package var failed = 0
    /// Vectors of a later suite than this program knows, which were not run.
    package var skipped = 0
  }

  /// A vector that did not come out as it says.
  package struct Finding: Sendable {
    /// The file, as `container/NAME`.
    package var file: String
    /// What is not as it should be.
    package var problem: String
    /// Whether the vector itself is wrong, so that nothing can be said about the library.
    package var isMalformed: Bool
  }

  /// What the check found.
  package struct Report: Sendable {
    /// The version of the suite in the folder.
    package var suite = SuiteVersion.known
    /// In the order of their names.
    package var categories: [Category] = []
    /// In the order of the index.
    package var findings: [Finding] = []
    /// Every clause that a vector which passed names.
    package var clauses: Set<String> = []

    /// Whether the folder has vectors of a later suite, which were not run.
    package var isNewer: Bool { suite > .known }
    /// Sums over all categories.
    package var passed: Int { categories.reduce(0) { $0 + $1.passed } }
    package var failed: Int { categories.reduce(0) { $0 + $1.failed } }
    package var skipped: Int { categories.reduce(0) { $0 + $1.skipped } }
  }

  private let folder: Path
  private let scratch: Path
  private var report = Report()
  private var byName: [String: Category] = [:]

  /// A folder for the files of one check. The containers of hundreds of sequences are made and removed in it, so it
  /// lies in memory where the system has such a place and `TMPDIR` names no other.
  package static func scratch() throws(FileError) -> ScratchFolder {
    if let named = Environment.variable("TMPDIR") { return try ScratchFolder(in: Path(bytes: named)) }
    do throws(FileError) { return try ScratchFolder(in: Path("/dev/shm")) } catch {
      return try ScratchFolder(in: Path("/tmp"))
    }
  }

  /// Checks the vectors in a folder.
  /// - Parameter scratch: An empty folder for files that are made on the way.
  /// - Throws: `Malformed` if the folder is no suite of vectors; file errors.
  package static func run(_ folder: Path, scratch: Path) throws -> Report {
    var check = SuiteCheck(folder: folder, scratch: scratch)
    try check.run()
    return check.report
  }

  private init(folder: Path, scratch: Path) { (self.folder, self.scratch) = (folder, scratch) }

  private mutating func run() throws {
    let index: SuiteIndex
    do throws(Malformed) {
      index = try SuiteIndex(read("index.json"))
    } catch {
      throw Malformed("index.json: \(error)")
    }
    report.suite = index.suite
    for entry in index.entries { run(entry) }
    try checkFolders(index)
    try runCanaries()
    report.categories = byName.values.sorted { $0.name < $1.name }
  }

  /// A file of the folder, `container/NAME.json`.
  private func read(_ name: String) throws(Malformed) -> [UInt8] {
    do throws(FileError) {
      return try SmallFile.read(path(name), limit: 8 << 20)
    } catch {
      throw Malformed("\(error)")
    }
  }

  private func path(_ name: String) -> Path {
    name.split(separator: "/").reduce(folder) { $0.appending(Array($1.utf8)) }
  }

  // MARK: Vectors

  private mutating func run(_ entry: SuiteIndex.Entry) {
    let name = "\(entry.folder): \(entry.category)"
    var category = byName[name] ?? Category(name: name)
    defer { byName[name] = category }
    guard entry.since <= .known else {
      category.skipped += 1
      return
    }
    let finding = finding(entry.file, entry.folder)
    guard let finding else {
      category.passed += 1
      report.clauses.formUnion(entry.clauses)
      return
    }
    category.failed += 1
    report.findings.append(finding)
  }

  /// Nil for a vector that comes out as it says.
  private func finding(_ file: String, _ folder: String) -> Finding? {
    do {
      guard let problem = try problem(file, folder) else { return nil }
      return Finding(file: file, problem: problem, isMalformed: false)
    } catch let error as Malformed {
      return Finding(file: file, problem: error.description, isMalformed: true)
    } catch {
      return Finding(file: file, problem: "\(error)", isMalformed: true)
    }
  }

  private func problem(_ file: String, _ folder: String) throws -> String? {
    let name = String(file.split(separator: "/").last ?? "")
    let json = try read(file + ".json")
    switch folder {
    case "container":
      let vector = try ContainerVector(json, name: name)
      return try ContainerRun(vector, path(file + ".secretfile"), scratch: scratch).problem()
    case "semantics":
      return try SemanticsRun(SemanticsVector(json, name: name), scratch: scratch).problem()
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

  // MARK: What is not in the index

  /// Every vector file is in the index: one that is not would never be run.
  private mutating func checkFolders(_ index: SuiteIndex) throws {
    let known = Set(index.entries.map(\.file))
    // A folder that only a later suite has may be anything.
    for folder in Set(index.entries.filter { $0.since <= .known }.map(\.folder)).sorted() {
      let names = try Folder.names(path(folder)).map { String(decoding: $0, as: UTF8.self) }
      for name in names {
        guard name.hasSuffix(".json"), !known.contains("\(folder)/\(name.dropLast(5))") else { continue }
        // Beside the vectors of imports lie files to try imports with, which expect nothing.
        if folder == "import", !names.contains("\(name.dropLast(5)).source") { continue }
        report.findings.append(
          Finding(
            file: "\(folder)/\(name.dropLast(5))", problem: "it is not in index.json", isMalformed: true))
        byName[folder, default: Category(name: folder)].failed += 1
      }
    }
  }

  /// Canaries say something wrong, so each must fail. Those of containers lie in `canaries`, those of another kind of
  /// vector in a folder of its name there.
  private mutating func runCanaries() throws {
    var folders = ["container": "canaries"]
    for bytes in try Folder.names(path("canaries")) {
      let name = String(decoding: bytes, as: UTF8.self)
      if !name.contains(".") { folders[name] = "canaries/\(name)" }
    }
    var count = 0
    for (kind, folder) in folders.sorted(by: { $0.value < $1.value }) {
      var category = Category(name: folder)
      for bytes in try Folder.names(path(folder)) {
        let name = String(decoding: bytes, as: UTF8.self)
        if name.hasSuffix(".json") { runCanary("\(folder)/\(name.dropLast(5))", kind, &category) }
      }
      count += category.passed + category.failed
      byName[category.name] = category
    }
    if count == 0 {
      throw Malformed("no canaries: nothing shows that a wrong expectation would be seen")
    }
  }

  private mutating func runCanary(_ file: String, _ kind: String, _ category: inout Category) {
    guard let finding = finding(file, kind) else {
      category.failed += 1
      report.findings.append(
        Finding(
          file: file, problem: "its wrong expectation passed: this program is broken", isMalformed: false))
      return
    }
    if !finding.isMalformed {
      category.passed += 1
    } else if report.isNewer {
      // Canaries are in no index, so one of a later suite shows only by not being understood.
      category.skipped += 1
    } else {
      category.failed += 1
      report.findings.append(finding)
    }
  }
}
