import Foundation
import Testing

@Suite struct ScanBaselineTests {
  private let box: Sandbox

  init() throws {
    box = try Sandbox()
    try box.write("a.json", Samples.json)
  }

  @Test func acceptedFindingsAreHeldBackAndAChangedValueIsNew() throws {
    let written = try box.run("scan a.json --write-baseline base.json")
    #expect(written.status == 0, "\(written.stderr)")
    #expect(written.stderr.contains("base.json: 2 findings accepted"))
    let text = String(decoding: try box.read("base.json"), as: UTF8.self)
    #expect(!text.contains("canary") && !text.contains(Samples.token))
    #expect(
      text.contains("{\"keyPath\": [\"account\", \"password\"], \"rule\": \"name.password\", \"digest\": \""))

    let again = try box.run("scan a.json --baseline base.json")
    #expect(again.status == 0 && again.text.isEmpty)
    #expect(again.stderr == "secretctl: 2 held back by the baseline\nsecretctl: 0 found in 0 of 1 files\n")

    try box.write("a.json", Samples.json.replacingOccurrences(of: "hunter2", with: "hunter3"))
    let changed = try box.run("scan a.json --baseline base.json --json")
    #expect(changed.status == 10)
    let document = try changed.json()
    let file = try #require((document["files"] as? [[String: Any]])?.first)
    let new = try #require(file["findings"] as? [[String: Any]])
    #expect(new.map { $0["keyPath"] as? [String] } == [["account", "password"]])
    let held = try #require(file["heldBack"] as? [[String: Any]])
    #expect(held.map { $0["keyPath"] as? [String] } == [["accessToken"]])
    #expect(held.first?["rule"] as? String == "value.json-web-token")
    #expect(document["baseline"] as? [String: Int] == ["heldBack": 1, "stale": 1])
  }

  /// An entry says nothing about the file's name.
  @Test func aFileMayMoveAndAPlaceMayNot() throws {
    try box.run("scan a.json --write-baseline base.json")
    _ = try box.shell("mkdir sub; mv a.json sub/b.json")
    #expect(try box.run("scan sub --baseline base.json").status == 0)
    try box.write("sub/b.json", Samples.json.replacingOccurrences(of: "\"account\"", with: "\"user\""))
    #expect(try box.run("scan sub --baseline base.json").status == 10)
  }

  @Test func writingAgainKeepsTheKeySoThatEqualFindingsKeepTheirLines() throws {
    try box.run("scan a.json --write-baseline base.json")
    let first = try box.read("base.json")
    #expect(try box.run("scan a.json --write-baseline base.json").status == 0)
    #expect(try box.read("base.json") == first)
    // Two baselines of their own have nothing in common that could be compared.
    try box.run("scan a.json --write-baseline other.json")
    let lines = Set(
      String(decoding: first, as: UTF8.self).split(separator: "\n").filter { $0.contains("digest") })
    let others = String(decoding: try box.read("other.json"), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 2 && lines.isDisjoint(with: others))
  }

  @Test func onlyABaselineIsOverwritten() throws {
    try box.write("precious.json", "{\"a\": 1}")
    let result = try box.run("scan a.json --write-baseline precious.json")
    #expect(result.status == 65)
    #expect(try box.read("precious.json") == Data("{\"a\": 1}".utf8))
  }

  @Test(
    "a baseline that is not one is refused with its name and what to do",
    arguments: [
      "{}", "[]", "{\"version\": 2}", "{\"version\": 1, \"key\": \"00\"}",
      "{\"version\": 1, \"key\": \"\(String(repeating: "0", count: 64))\", \"findings\": [{}]}",
      "{\"version\": 1, \"key\": \"\(String(repeating: "0", count: 64))\", \"extra\": 1}",
    ])
  func malformed(text: String) throws {
    try box.write("base.json", text)
    let result = try box.run("scan a.json --baseline base.json")
    #expect(result.status == 65)
    #expect(result.stderr.hasPrefix("secretctl: base.json: ") && result.stderr.contains("hint: "))
    #expect(result.text.isEmpty)
  }

  @Test func aMissingBaselineIsMissing() throws {
    #expect(try box.run("scan a.json --baseline none.json").status == 66)
  }

  /// The key path would tell the secret.
  @Test func aKeyThatIsTheSecretIsNeverSaid() throws {
    let token = "Hj89K4canaryEtjE0gFeKD6JIRYzCyKVQETCXi"
    try box.write("t.json", "{\"tokens\": {\"\(token)\": {\"password\": \"Xk4!canary-hunter2\"}}}")
    for format in ["text", "sarif", "html"] {
      let result = try box.run("scan t.json --format \(format)")
      #expect(result.status == 10)
      #expect(!result.text.contains("canary") && !result.stderr.contains("canary"), "\(format)")
      #expect(result.text.contains("a key that may be a secret"), "\(format)")
    }
    // A program gets the exact place, and is warned.
    let files = try #require(try box.run("scan t.json --json").json()["files"] as? [[String: Any]])
    let findings = try #require(files.first?["findings"] as? [[String: Any]])
    #expect(findings.count == 2 && findings.allSatisfy { $0["keyIsSecret"] as? Bool == true })
    try box.run("scan t.json --write-baseline base.json")
    #expect(!String(decoding: try box.read("base.json"), as: UTF8.self).contains("canary"))
    #expect(try box.run("scan t.json --baseline base.json").status == 0)
  }

  /// Whatever is found below it, and whatever makes it a secret.
  @Test(arguments: SecretKeySamples.keys)
  func aKeyThatHoldsASecretIsNeverSaid(_ key: String) throws {
    try box.write("t.json", "{\"a\": {\"\(key)\": {\"password\": \"hunter2Xy9q\"}}}")
    for format in ["text", "sarif", "html"] {
      let result = try box.run("scan t.json --format \(format)")
      #expect(result.status == 10)
      #expect(!(result.text + result.stderr).lowercased().contains("canary"), "\(format)")
      #expect(result.text.contains("(a key that may be a secret)/password"), "\(format)")
    }
    let files = try #require(try box.run("scan t.json --json").json()["files"] as? [[String: Any]])
    let findings = try #require(files.first?["findings"] as? [[String: Any]])
    #expect(findings.last?["keyPath"] as? [String] == ["a", key, "password"])
    #expect(findings.allSatisfy { $0["keyIsSecret"] as? Bool == true })
    try box.run("scan t.json --write-baseline base.json")
    let baseline = String(decoding: try box.read("base.json"), as: UTF8.self)
    #expect(!baseline.lowercased().contains("canary"))
    #expect(try box.run("scan t.json --baseline base.json").status == 0)
  }

  /// An entry names no file, so nobody can say which of them a file has that could not be read.
  @Test func nothingIsLostOfABaselineWhenNotEverythingCouldBeRead() throws {
    try box.write("b.json", Samples.json.replacingOccurrences(of: "hunter2", with: "hunter3"))
    try box.run("scan a.json b.json --write-baseline base.json")
    _ = try box.shell("mv a.json away")
    let missing = try box.run("scan a.json b.json --write-baseline base.json")
    #expect(missing.status == 66)
    #expect(
      missing.stderr.contains(
        "base.json: not everything could be read; accepted before and kept: 1 finding\n"))
    _ = try box.shell("mv away a.json")
    #expect(try box.run("scan a.json b.json --baseline base.json").status == 0)
    // With a key of another baseline those entries could not be kept.
    try box.run("scan b.json --write-baseline other.json")
    let before = try box.read("base.json")
    let unwritten = try box.run("scan nothing.json b.json --baseline other.json --write-baseline base.json")
    #expect(unwritten.status == 66 && unwritten.stderr.contains("base.json: not written"))
    #expect(try box.read("base.json") == before)
  }

  @Test func anIncompleteSearchIsNoCleanOne() throws {
    try box.write("deep.json", Samples.deep)
    let written = try box.run("scan deep.json --write-baseline base.json")
    #expect(written.status == 65 && written.stderr.contains("not everything could be read"))
    let accepted = try box.run("scan deep.json --baseline base.json --json")
    #expect(accepted.status == 65)
    let file = try #require((try accepted.json()["files"] as? [[String: Any]])?.first)
    #expect(file["complete"] as? Bool == false && (file["findings"] as? [Any])?.isEmpty == true)
    let text = try box.run("scan deep.json --baseline base.json")
    #expect(text.status == 65 && text.stderr.contains("deep.json: the search was cut short by its limits"))
    #expect(text.stderr.contains("0 found in 0 of 1 files; 1 searched in part"))
  }

  @Test func aFileThatIsNamedTwiceCountsOnce() throws {
    #expect(try box.run("scan a.json a.json").stderr.contains("2 found in 1 of 1 files"))
  }
}
