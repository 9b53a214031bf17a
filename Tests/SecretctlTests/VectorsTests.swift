import Foundation
import SecretCrypto
import Testing

/// `vectors check`: its exit codes, its words, and that it leaves nothing behind.
@Suite struct VectorsTests {
  private static let published = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../testvectors").standardized.path

  private static let vector = "container/valid_worked"
  private static let canary = "canaries/canary_wrong_value"

  /// A folder of one vector and one canary.
  private func small(_ sandbox: Sandbox) throws {
    for name in [Self.vector, Self.canary] {
      let place = sandbox.folder.appendingPathComponent("v/" + name)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      for ending in [".json", ".secretfile"] {
        try FileManager.default.copyItem(
          atPath: Self.published + "/" + name + ending, toPath: place.path + ending)
      }
    }
    try publish(sandbox)
  }

  private func publish(_ sandbox: Sandbox, suite: String = "0.3.0", more: String = "") throws {
    func digests(_ name: String) throws -> String {
      try [".json", ".secretfile"].map { ending in
        let place = sandbox.folder.appendingPathComponent("v/" + name + ending)
        let digest = Hash.blake2b256([UInt8](try Data(contentsOf: place)).span)
        let text = digest.indices.map { String(format: "%02x", digest[$0]) }.joined()
        return #""\#(name + ending)": "\#(text)""#
      }.joined(separator: ", ")
    }
    let entry =
      #"{"id": "x", "file": "\#(Self.vector)", "category": "a", "clauses": ["SF-1-1"], "flags": [], "since": "0.1.0", "files": {\#(try digests(Self.vector))}}"#
    let index =
      #"{"suite": "\#(suite)", "vectors": [\#(entry)\#(more)], "canaries": {\#(try digests(Self.canary))}}"#
    try sandbox.write("v/index.json", Data(index.utf8))
  }

  @Test func aGoodFolder() throws {
    let sandbox = try Sandbox()
    try small(sandbox)
    let result = try sandbox.run("vectors check v")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(
      result.lines == ["canaries      1 passed", "container: a  1 passed", "suite 0.3.0: 2 passed, 0 failed"])
    #expect(try sandbox.run("vectors check v --json").json()["suite"] as? String == "0.3.0")
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path) == ["v"])
  }

  @Test func aNewerSuiteEndsWith21() throws {
    let sandbox = try Sandbox()
    let newer =
      #", {"id": "y", "file": "moods/x", "category": "b", "clauses": ["SF-1-1"], "flags": [], "since": "3.0.0", "later": 1}"#
    try small(sandbox)
    try publish(sandbox, suite: "3.0.0", more: newer)
    let result = try sandbox.run("vectors check v")
    #expect(result.status == 21)
    #expect(result.text.contains("2 passed, 0 failed; 1 skipped"))
    #expect(result.stderr.contains("1 vector of suite 3.0.0"))
  }

  @Test func aMalformedVectorIsNamedAndEndsWith65() throws {
    let sandbox = try Sandbox()
    try small(sandbox)
    try sandbox.write("v/container/valid_worked.json", Data("{".utf8))
    let result = try sandbox.run("vectors check v")
    #expect(result.status == 65)
    #expect(result.stderr.contains("container/valid_worked"))
    #expect(try sandbox.run("vectors check .").status == 65)
    #expect(try sandbox.run("vectors check").status == 64)
    #expect(try sandbox.run("vectors").status == 64)
  }

  @Test func aVectorThatFailsEndsWith1() throws {
    let sandbox = try Sandbox()
    try small(sandbox)
    let container = sandbox.folder.appendingPathComponent("v/container/valid_worked.secretfile")
    var bytes = try Data(contentsOf: container)
    bytes[40] ^= 1
    try bytes.write(to: container)
    #expect(try sandbox.run("vectors check v").status == 65, "other bytes than were published")
    try publish(sandbox)
    let result = try sandbox.run("vectors check v")
    #expect(result.status == 1)
    #expect(result.text.contains("container/valid_worked: expected ok, opening gave headerHash"))
  }
}
