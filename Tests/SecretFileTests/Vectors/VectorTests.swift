import Foundation
import Testing

/// Every published vector, read with the library.
@Suite struct VectorTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../testvectors").standardized

  /// The vectors of a folder, by name.
  static func names(_ folder: String, _ ending: String = "json") -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: Self.folder.path + "/" + folder)) ?? []
    return files.filter { $0.hasSuffix("." + ending) }.map { String($0.dropLast(ending.count + 1)) }.sorted()
  }

  static func run(_ folder: String, _ name: String) throws -> String? {
    let url = Self.folder.appendingPathComponent(folder).appendingPathComponent(name + ".json")
    return try VectorRun(try VectorFile(url)).problem()
  }

  @Test(arguments: names("container"))
  func vector(_ name: String) throws {
    if let problem = try Self.run("container", name) { Issue.record("\(problem)") }
  }

  /// Canaries say something wrong. A malformed one throws and so fails too.
  @Test(arguments: names("canaries"))
  func canary(_ name: String) throws {
    #expect(try Self.run("canaries", name) != nil, "a wrong expectation passed")
  }

  @Test func nothingIsLeftOut() throws {
    let vectors = Self.names("container")
    #expect(vectors.count >= 372)
    #expect(vectors == Self.names("container", "secretfile"))
    #expect(Self.names("canaries").count >= 4)
  }

  /// A field that is not known makes a vector malformed, wherever it stands.
  @Test(arguments: [
    #"{"name": "x", "expect": "ok", "more": 1}"#,
    #"{"name": "x", "expect": "ok", "credentials": {"keys": []}}"#,
    #"{"name": "x", "expect": "ok", "items": [{"identity": "01", "value": "00"}]}"#,
    #"{"name": "x", "expect": "ok", "intermediate": {"rootHash": "00"}}"#,
    #"{"name": "x", "expect": "ok", "flags": ["acceptAll"]}"#,
    #"{"name": "x", "expect": "ok", "operation": "list"}"#,
    #"{"name": "x", "expect": "fine"}"#,
    #"{"name": "x", "expect": "ok", "item": "01"}"#,
    #"{"name": "y", "expect": "ok"}"#,
    #"{"name": "x", "expect": "ok", "credentials": {"passphrases": ["0"]}}"#,
    #"{"name": "x", "expect": "ok", "items": [{"identity": "01", "sha256": "00", "reason": "device"}]}"#,
    #"{"name": "x", "expect": "ok""#,
  ])
  func malformed(_ text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(text.utf8), "x.json")
    #expect(throws: VectorFile.Malformed.self) { try VectorFile(folder.url.appendingPathComponent("x.json")) }
    try folder.write(Array(#"{"name": "x", "expect": "ok"}"#.utf8), "x.json")
    _ = try VectorFile(folder.url.appendingPathComponent("x.json"))
  }
}
