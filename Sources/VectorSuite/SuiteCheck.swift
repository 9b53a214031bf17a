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

  private let runner: VectorRunner
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

  private init(folder: Path, scratch: Path) { runner = VectorRunner(folder: folder, scratch: scratch) }

  private mutating func run() throws {
    let index: SuiteIndex
    do throws(Malformed) {
      index = try SuiteIndex(runner.read("index.json"))
    } catch {
      throw Malformed("index.json: \(error)")
    }
    report.suite = index.suite
    let known = index.entries.filter { $0.since <= .known }
    let findings = runner.findings(known)
    for entry in index.entries where entry.since > .known {
      byName[entry.name, default: Category(name: entry.name)].skipped += 1
    }
    for (entry, finding) in zip(known, findings) { take(entry, finding) }
    try checkFolders(index)
    try runCanaries(damaged: takeDamaged(index.canaries))
    report.categories = byName.values.sorted { $0.name < $1.name }
  }

  private mutating func take(_ entry: SuiteIndex.Entry, _ finding: Finding?) {
    if let finding {
      byName[entry.name, default: Category(name: entry.name)].failed += 1
      report.findings.append(finding)
    } else {
      byName[entry.name, default: Category(name: entry.name)].passed += 1
      report.clauses.formUnion(entry.clauses)
    }
  }

  // MARK: What is not in the index

  /// Every vector file is in the index: one that is not would never be run.
  private mutating func checkFolders(_ index: SuiteIndex) throws {
    let known = Set(index.entries.map(\.file))
    // A folder that only a later suite has may be anything.
    for folder in Set(index.entries.filter { $0.since <= .known }.map(\.folder)).sorted() {
      let names = try Folder.names(runner.path(folder)).map { String(decoding: $0, as: UTF8.self) }
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

  /// Canaries that are not as they were published: what they say is not known, so that they are not run.
  private mutating func takeDamaged(_ canaries: [String: [SuiteIndex.File]]) -> Set<String> {
    var damaged: Set<String> = []
    for (file, files) in canaries.sorted(by: { $0.key < $1.key }) {
      guard let finding = runner.damage(file, files) else { continue }
      let folder = file.split(separator: "/").dropLast().joined(separator: "/")
      byName[folder, default: Category(name: folder)].failed += 1
      report.findings.append(finding)
      damaged.insert(file)
    }
    return damaged
  }

  /// Canaries say something wrong, so each must fail. Those of containers lie in `canaries`, those of another kind of
  /// vector in a folder of its name there.
  private mutating func runCanaries(damaged: Set<String>) throws {
    var folders = ["container": "canaries"]
    for bytes in try Folder.names(runner.path("canaries")) {
      let name = String(decoding: bytes, as: UTF8.self)
      if !name.contains(".") { folders[name] = "canaries/\(name)" }
    }
    var count = 0
    for (kind, folder) in folders.sorted(by: { $0.value < $1.value }) {
      var category = byName[folder] ?? Category(name: folder)
      for bytes in try Folder.names(runner.path(folder)) {
        let name = String(decoding: bytes, as: UTF8.self)
        let file = "\(folder)/\(name.dropLast(5))"
        if name.hasSuffix(".json"), !damaged.contains(file) { runCanary(file, kind, &category) }
      }
      count += category.passed + category.failed
      byName[category.name] = category
    }
    if count == 0 {
      throw Malformed("no canaries: nothing shows that a wrong expectation would be seen")
    }
  }

  private mutating func runCanary(_ file: String, _ kind: String, _ category: inout Category) {
    guard let finding = runner.finding(file, kind) else {
      category.failed += 1
      report.findings.append(
        Finding(
          file: file, problem: "its wrong expectation passed: this program is broken", isMalformed: false))
      return
    }
    if !finding.isMalformed {
      category.passed += 1
    } else if report.isNewer {
      // The index has no versions of canaries: one of a later suite shows only by not being understood.
      category.skipped += 1
    } else {
      category.failed += 1
      report.findings.append(finding)
    }
  }
}
