import Files
import Foundation
import SecretCrypto
import Testing
import VectorSuite

/// The published vectors, run as `testkit check` and `secretctl vectors check` run them.
@Suite struct VectorTests {
  private static let published = URL(filePath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../testvectors").standardized

  private func check(_ folder: URL) throws -> SuiteCheck.Report {
    let scratch = try SuiteCheck.scratch()
    return try SuiteCheck.run(Path(folder.path), scratch: scratch.path)
  }

  @Test func everyVectorComesOutAsItSays() throws {
    let report = try check(Self.published)
    #expect(report.findings.isEmpty, "\(report.text)")
    #expect(report.verdict == .good)
    func count(_ folder: String) -> Int {
      report.categories.filter { $0.name.hasPrefix(folder) }.reduce(0) { $0 + $1.passed }
    }
    #expect(count("container") + count("writer") >= 450)
    #expect(count("semantics") >= 80)
    #expect(count("import") >= 60)
    for kind in ["canaries ", "canaries/semantics ", "canaries/import "] {
      let birds = report.categories.first { "\($0.name) ".hasPrefix(kind) }
      #expect(birds.map { $0.passed >= 7 && $0.failed == 0 } == true, "\(kind)")
    }
    #expect(count("canaries") >= 12)
  }

  /// A folder of vectors, one of each kind, which a test may change before it is published and damage behind that.
  private func small(
    _ change: (URL) throws -> Void = { _ in }, damage: (URL) throws -> Void = { _ in }
  ) throws -> SuiteCheck.Report {
    let folder = try TemporaryFolder()
    let files = [
      "container/valid_worked", "primitives/padding", "writer/create_empty", "semantics/update_rolls_back",
      "import/xml_password", "canaries/canary_wrong_value",
    ]
    let birds = ["canaries/semantics/canary_other_secret", "canaries/import/canary_wrong_byte"]
    for file in files + birds {
      let place = folder.url.appendingPathComponent(file)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      for path in Self.files(file, in: Self.published) {
        try FileManager.default.copyItem(
          at: Self.published.appendingPathComponent(path), to: folder.url.appendingPathComponent(path))
      }
    }
    try index(folder.url, files.dropLast())
    try change(folder.url)
    try publish(folder.url)
    try damage(folder.url)
    return try check(folder.url)
  }

  /// The paths of the files of a vector.
  private static func files(_ name: String, in folder: URL) -> [String] {
    [".json", ".secretfile", ".source", ".removed", ".placeholder"].map { name + $0 }
      .filter { FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path) }
  }

  private func index(
    _ folder: URL, _ files: some Sequence<String>, suite: String = "0.3.0", newer: [String] = []
  ) throws {
    func entry(_ file: String, _ since: String) -> [String: Any] {
      ["id": "x", "file": file, "category": "some", "clauses": ["SF-1-1"], "flags": [], "since": since]
    }
    let vectors = files.map { entry($0, "0.1.0") } + newer.map { entry($0, suite) }
    try write(["suite": suite, "vectors": vectors], folder)
  }

  private func write(_ index: [String: Any], _ folder: URL) throws {
    try JSONSerialization.data(withJSONObject: index).write(to: folder.appendingPathComponent("index.json"))
  }

  /// Puts the digests of what is there into the index.
  private func publish(_ folder: URL) throws {
    func digests(_ files: [String]) throws -> [String: String] {
      var digests: [String: String] = [:]
      for file in files {
        let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(file)))
        let digest = Hash.blake2b256(bytes.span)
        digests[file] = Hexadecimal.text(digest.indices.map { digest[$0] })
      }
      return digests
    }
    let data = try Data(contentsOf: folder.appendingPathComponent("index.json"))
    var index = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    var vectors = try #require(index["vectors"] as? [[String: Any]])
    for place in vectors.indices {
      let file = try #require(vectors[place]["file"] as? String)
      vectors[place]["files"] = try digests(Self.files(file, in: folder))
    }
    index["vectors"] = vectors
    let birds = try FileManager.default.subpathsOfDirectory(
      atPath: folder.appendingPathComponent("canaries").path)
    index["canaries"] = try digests(birds.filter { $0.contains(".") }.map { "canaries/\($0)" })
    try write(index, folder)
  }

  @Test func aSmallSuite() throws {
    let report = try small()
    #expect(report.verdict == .good, "\(report.text)")
    #expect(report.passed == 8)
  }

  /// What a later suite brings is skipped and told; what is known runs.
  @Test func aNewerSuite() throws {
    let report = try small {
      try index(
        $0, ["container/valid_worked"], suite: "1.7.0", newer: ["holograms/first", "container/later"])
    }
    #expect(report.verdict == .newer)
    #expect((report.passed, report.failed, report.skipped) == (4, 0, 2))
    #expect(report.text.contains("2 skipped"))
  }

  /// Canaries are in no index: one of a later suite is skipped too, and one of a known suite is not.
  @Test func canariesOfANewerSuite() throws {
    for (suite, verdict) in [("1.7.0", SuiteCheck.Report.Verdict.newer), ("0.3.0", .malformed)] {
      let report = try small { folder in
        try index(folder, ["container/valid_worked"], suite: suite)
        let moods = folder.appendingPathComponent("canaries/moods")
        try FileManager.default.createDirectory(at: moods, withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: moods.appendingPathComponent("canary_glad.json"))
      }
      #expect(report.verdict == verdict)
      #expect(report.skipped == (verdict == .newer ? 1 : 0))
    }
  }

  @Test func malformedVectorsAreNamedAndNeverSkipped() throws {
    let faults: [(String, String)] = [
      ("container/valid_worked.json", #"{"name": "valid_worked", "more": 1}"#),
      ("container/valid_worked.json", "{"),
      ("primitives/padding.json", #"{"name": "padding", "kind": "colours"}"#),
      ("writer/create_empty.json", #"{"name": "another"}"#), ("canaries/canary_wrong_value.json", "[]"),
      ("semantics/update_rolls_back.json", #"{"name": "update_rolls_back", "steps": []}"#),
      ("canaries/semantics/canary_other_secret.json", #"{"steps": 1}"#),
      ("import/xml_password.json", #"{"name": "xml_password", "expect": "ok", "exit": 65}"#),
      ("canaries/import/canary_wrong_byte.json", "{}"),
    ]
    for (file, text) in faults {
      let report = try small { try Data(text.utf8).write(to: $0.appendingPathComponent(file)) }
      #expect(report.verdict == .malformed, "\(file)")
      #expect(report.findings.map(\.file) == [String(file.dropLast(5))])
    }
    let gone = try small {
      try FileManager.default.removeItem(at: $0.appendingPathComponent("container/valid_worked.secretfile"))
    }
    #expect(gone.findings.first?.file == "container/valid_worked" && gone.verdict == .malformed)
    for ending in ["source", "removed", "placeholder"] {
      let file = "import/xml_password.\(ending)"
      let lacking = try small { try FileManager.default.removeItem(at: $0.appendingPathComponent(file)) }
      #expect(
        lacking.findings.first?.file == "import/xml_password" && lacking.verdict == .malformed, "\(ending)")
    }
    let unlisted = try small { try index($0, ["container/valid_worked", "primitives/padding"]) }
    #expect(unlisted.verdict == .good, "a folder that the index does not name is not looked into")
    let forgotten = try small {
      try Data("{}".utf8).write(to: $0.appendingPathComponent("primitives/forgotten.json"))
    }
    #expect(forgotten.findings.first?.file == "primitives/forgotten" && forgotten.verdict == .malformed)
  }

  /// Damage that changes no result shows by the digest alone: published so the vector passes, damaged behind that it is
  /// named.
  @Test func damageThatChangesNoResult() throws {
    let fault = "container/framing_magic_7"
    for file in [fault, "canaries/canary_wrong_value"] {
      func damage(_ folder: URL) throws {
        let container = folder.appendingPathComponent("\(file).secretfile")
        var bytes = try Data(contentsOf: container)
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: container)
      }
      func add(_ folder: URL) throws {
        for path in Self.files(fault, in: Self.published) {
          try FileManager.default.copyItem(
            at: Self.published.appendingPathComponent(path), to: folder.appendingPathComponent(path))
        }
        try index(folder, ["container/valid_worked", fault])
      }
      let published = try small {
        try add($0)
        try damage($0)
      }
      #expect(published.verdict == .good, "\(published.text)")
      let damaged = try small(add, damage: damage)
      #expect(damaged.verdict == .malformed && damaged.findings.map(\.file) == [file])
      #expect(
        damaged.findings.first?.problem == "the bytes of \(file).secretfile are not the published ones")
    }
  }

  @Test func aFileOfTheIndexThatIsMissing() throws {
    for name in ["container/valid_worked", "canaries/canary_wrong_value"] {
      for path in Self.files(name, in: Self.published) {
        let report = try small {
          try index($0, ["container/valid_worked"])
        } damage: {
          try FileManager.default.removeItem(at: $0.appendingPathComponent(path))
        }
        #expect(report.verdict == .malformed && report.findings.map(\.file) == [name])
        #expect(report.findings.first?.problem.contains(path) == true, "\(report.text)")
      }
    }
  }

  /// The index of this suite, and of one before it, has digests, of the vector's own files.
  @Test func digestsThatAreNone() throws {
    let digest = String(repeating: "0", count: 64)
    let faults = [
      "", #", "files": {}"#, #", "files": {"container/other.json": "\#(digest)"}"#,
      #", "files": {"container/valid_worked.json": "00"}"#, #", "files": {"../x.json": "\#(digest)"}"#,
    ]
    let canaries = #", "canaries": {"canaries/a.json": "\#(digest)"}"#
    let good = #", "files": {"container/valid_worked.json": "\#(digest)"}"#
    for (files, canaries) in faults.map({ ($0, canaries) }) + [(good, ""), (good, #", "canaries": {}"#)] {
      for suite in ["0.2.0", "0.3.0"] {
        let entry =
          #"{"id": "x", "file": "container/valid_worked", "category": "a", "clauses": ["SF-1-1"], "flags": [], "since": "0.1.0"\#(files)}"#
        let text = #"{"suite": "\#(suite)", "vectors": [\#(entry)]\#(canaries)}"#
        #expect(throws: Malformed.self, "\(files) \(canaries)") {
          try small(damage: { try Data(text.utf8).write(to: $0.appendingPathComponent("index.json")) })
        }
      }
    }
  }

  @Test func aCanaryThatPassesIsAFailure() throws {
    let report = try small { folder in
      let canary = folder.appendingPathComponent("canaries/canary_wrong_value")
      let good = Self.published.appendingPathComponent("container/valid_worked")
      var text = try String(contentsOf: good.appendingPathExtension("json"), encoding: .utf8)
      text = text.replacing("\"valid_worked\"", with: "\"canary_wrong_value\"")
      try Data(text.utf8).write(to: canary.appendingPathExtension("json"))
      try Data(contentsOf: good.appendingPathExtension("secretfile"))
        .write(to: canary.appendingPathExtension("secretfile"))
    }
    #expect(report.verdict == .failed)
    #expect(report.text.contains("this program is broken"))
  }

  @Test func vectorsThatDoNotComeOutFail() throws {
    let changed = try small { folder in
      let file = folder.appendingPathComponent("container/valid_worked.secretfile")
      var bytes = try Data(contentsOf: file)
      bytes[300] ^= 1
      try bytes.write(to: file)
    }
    #expect(changed.verdict == .failed && changed.findings.first?.file == "container/valid_worked")
    let padding = try small { folder in
      let file = folder.appendingPathComponent("primitives/padding.json")
      let text = try String(contentsOf: file, encoding: .utf8)
      try Data(text.replacing("\"padded\": 128", with: "\"padded\": 192").utf8).write(to: file)
    }
    #expect(padding.verdict == .failed && padding.findings.first?.problem.contains("case") == true)
    let status = try small { folder in
      let file = folder.appendingPathComponent("semantics/update_rolls_back.json")
      let text = try String(contentsOf: file, encoding: .utf8)
      let other = text.replacing("-25299", with: "-25300").replacing(
        "errSecDuplicateItem", with: "errSecItemNotFound")
      try Data(other.utf8).write(to: file)
    }
    #expect(
      status.findings.first?.problem.contains("step 4: expected errSecItemNotFound (-25300), got -25299")
        == true)
    let scrubbed = try small { folder in
      let file = folder.appendingPathComponent("import/xml_password.removed")
      try Data(try Data(contentsOf: file) + [0x0A]).write(to: file)
    }
    #expect(scrubbed.verdict == .failed && scrubbed.findings.first?.problem.hasPrefix("removed:") == true)
  }

  @Test func whatIsNoSuite() throws {
    let folder = try TemporaryFolder()
    #expect(throws: Malformed.self) { try check(folder.url) }
    try folder.write(Array(#"{"suite": "one", "vectors": []}"#.utf8), "index.json")
    #expect(throws: Malformed.self) { try check(folder.url) }
    let birds = #""canaries": {"canaries/a.json": "\#(String(repeating: "0", count: 64))"}"#
    try folder.write(Array(#"{"suite": "0.3.0", "vectors": [], \#(birds), "more": 1}"#.utf8), "index.json")
    #expect(throws: Malformed.self) { try check(folder.url) }
    try folder.write(Array(#"{"suite": "0.3.0", "vectors": [], \#(birds)}"#.utf8), "index.json")
    #expect(throws: (any Error).self, "no canaries") { try check(folder.url) }
    let outside =
      #"{"id": "x", "file": "../x", "category": "a", "clauses": ["SF-1-1"], "flags": [], "since": "0.1.0", "files": {}}"#
    let index = #"{"suite": "0.3.0", "vectors": [\#(outside)], \#(birds)}"#
    try folder.write(Array(index.utf8), "index.json")
    let error = #expect(throws: Malformed.self) { try check(folder.url) }
    #expect(error.map { "\($0)".contains("no file name: ../x") } == true)
  }
}
