import Foundation
import Testing

/// The same import again, and the same container again.
@Suite struct ImportAgainTests {
  private let box: Sandbox
  private static let json = """
    {"accessToken": "\(Samples.token)", "pin": 271828, "isOn": true, "ratio": 2.5, "list": ["canary-word", 7]}
    """

  init() throws {
    box = try Sandbox()
    try box.prepare()
  }

  private func source(_ result: Sandbox.Result) throws -> [String: Any] {
    try #require((try result.json()["sources"] as? [[String: Any]])?.first)
  }

  private func actions(_ result: Sandbox.Result) throws -> [String] {
    try #require(try source(result)["items"] as? [[String: Any]]).compactMap { $0["action"] as? String }
  }

  // MARK: Placeholders

  @Test func aPlaceholderIsNoSecretAndReplacesNone() throws {
    try box.write("a.json", Self.json)
    let line = "import a.json --all --scrub=placeholder --on-existing replace --yes --json"
    #expect(try box.run(line).status == 0)
    let scrubbed = try box.read("a.json")
    #expect(
      String(decoding: scrubbed, as: UTF8.self) == """
        {"accessToken": "moved to secretctl", "pin": 0, "isOn": false, "ratio": 0.0, "list": ["moved to secretctl", 0]}
        """)
    #expect(try box.run("scan a.json").status == 0)
    for options in [
      "--on-existing replace", "--on-existing refuse", "--again", "--scrub --on-existing replace",
    ] {
      let again = try box.run("import a.json --all \(options) --yes --json")
      #expect(again.status == 0, "\(options): \(again.text)")
      #expect(try actions(again) == Array(repeating: "unchanged", count: 6), "\(options)")
      #expect(try source(again)["remaining"] as? Int == 0)
    }
    #expect(try box.read("a.json") == scrubbed)
    for (account, value) in [
      ("accessToken", Samples.token), ("pin", "271828"), ("isOn", "true"), ("ratio", "2.5"),
      ("list/0", "canary-word"), ("list/1", "7"),
    ] {
      #expect(try box.run("get -s a -a \(account)").text == value)
    }
  }

  @Test func aPlaceholderNeverBecomesAnItem() throws {
    try box.write("a.json", Self.json)
    #expect(try box.run("import a.json --only accessToken --scrub=placeholder --yes").status == 0)
    try box.run("rm -s a -a accessToken")
    for options in ["", "--again"] {
      let result = try box.run("import a.json --only accessToken --json \(options)")
      #expect(result.status == 0)
      #expect(try actions(result) == ["skipped"])
    }
    // Nor in another container, or over another item.
    #expect(try box.run("init -f d.sf").status == 0)
    #expect(try actions(try box.run("import a.json --only accessToken -f d.sf --json")) == ["skipped"])
    try box.set("a", "accessToken", "mine")
    #expect(
      try actions(try box.run("import a.json --only accessToken --on-existing replace --json")) == ["skipped"]
    )
    #expect(try box.run("get -s a -a accessToken").text == "mine")
  }

  @Test func anElementThatAScrubHasEmptiedIsNoValue() throws {
    try box.write("a.json", Self.json)
    #expect(try box.run("import a.json --only list --scrub --yes").status == 0)
    #expect(String(decoding: try box.read("a.json"), as: UTF8.self).contains("[\"\", 0]"))
    let again = try box.run("import a.json --only list --on-existing replace --json")
    #expect(try actions(again) == ["unchanged", "unchanged"])
    #expect(try box.run("get -s a -a list/0").text == "canary-word")
  }

  @Test func aZeroThatNoScrubHasLeftIsAValue() throws {
    try box.write("a.json", Self.json)
    #expect(try box.run("import a.json --only isOn").status == 0)
    try box.write("a.json", "{\"isOn\": false}")
    #expect(try box.run("import a.json --only isOn").status == 45)
    #expect(try box.run("import a.json --only isOn --on-existing replace").status == 0)
    #expect(try box.run("get -s a -a isOn").text == "false")
  }

  // MARK: --create on a container that exists

  @Test func createNamesWhatIsThere() throws {
    try box.write("a.json", Self.json)
    try box.write("pass", "phrase\n")
    try box.write("other", "another\n")
    let age = try box.shell("secretctl keygen --x25519 -o x 2>&1; secretctl keygen --x25519 -o y 2>&1").stderr
    #expect(age.isEmpty)
    func recipient(_ name: String) throws -> String {
      try box.shell("sed -n 's/^# public key: //p' \(name)").text.trimmingCharacters(in: .newlines)
    }
    let ways = "--create -f n.sf --kdf mobile"
    let first = try recipient("x")
    let line = "import a.json \(ways) --passphrase-file pass -r \(first) --label mine"
    #expect(try box.run(line).status == 0)
    #expect(try box.run(line).status == 0)
    // The way in that opens need not be the one that is looked for.
    #expect(try box.run("import a.json \(ways) -i x --passphrase-file pass").status == 0)
    for (options, text) in [
      ("--passphrase-file pass -r \(try recipient("y"))", "no slot for the recipient \(try recipient("y"))"),
      ("-i x --passphrase-file other", "no slot that this passphrase opens"),
      ("--passphrase-file pass -i y", "whose identity -i gives"),
      ("--passphrase-file pass --label other", "the label mine"),
    ] {
      let before = try box.read("n.sf")
      let result = try box.run("import a.json --only pin --again \(ways) \(options) --json")
      #expect(result.status == 64, "\(options): \(result.stderr)")
      #expect(result.stderr.contains("n.sf exists") && result.stderr.contains(text), "\(result.stderr)")
      #expect(try box.read("n.sf") == before)
    }
    for options in ["-r \(first)", "--passphrase", "--label x"] {
      let result = try box.run("import a.json \(options)")
      #expect(result.status == 64)
      #expect(result.stderr.contains("goes with --create"))
    }
  }

  @Test func aDryRunOfCreateShowsThePlan() throws {
    try box.write("a.json", Self.json)
    try box.write("pass", "phrase\n")
    let result = try box.run("import a.json --create -f new.sf --passphrase-file pass --dry-run")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.text.contains("to add  accessToken  a / accessToken"))
    #expect(result.stderr.contains("new.sf would be made"))
    #expect(!box.exists("new.sf"))
    #expect(
      try actions(try box.run("import a.json --create -f new.sf --passphrase-file pass --dry-run --json"))
        == ["added", "added"])
    #expect(
      try box.shell("unset SECRETCTL_IDENTITY; secretctl import a.json --create -f new.sf --dry-run").status
        == 64)
  }

  @Test func noIsSaidBeforeAContainerIsMade() throws {
    try box.write("a.json", Self.json)
    let terminal = try PseudoTerminal("exec $T import a.json --create -f new.sf -i k --scrub", in: box)
    try terminal.expect("to add  accessToken")
    try terminal.expect("move 2 values out of 1 file into new.sf? [y/N] ")
    terminal.send("n\n")
    #expect(terminal.finish() == 1)
    #expect(!box.exists("new.sf"))
  }

  // MARK: Telling the truth

  @Test func deletedIsSaidOfWhatIsGone() throws {
    try box.write("a.json", "{\"userName\": \"canary-sam\", \"accessToken\": \"\(Samples.token)\"}")
    try box.write(
      "rules.json",
      """
      {"version": 1, "rules": [{"keyPath": "userName", "action": "delete"}]}
      """)
    let kept = try box.run("import a.json --rules rules.json")
    #expect(kept.text.contains("skipped  userName") && !kept.text.contains("  deleted"))
    #expect(kept.stderr.contains("1 of 1 value is in the container"))
    #expect(kept.stderr.contains("a.json: 2 values stay in it in plain text"))
    let gone = try box.run("import a.json --rules rules.json --scrub=placeholder --yes")
    #expect(gone.text.contains("deleted    userName"))
    #expect(gone.stderr.contains("1 of 1 value is in the container"))
    #expect(gone.stderr.contains("1 value was deleted and kept nowhere"))
    // A placeholder says that the value is in the container, which this one is not.
    #expect(
      String(decoding: try box.read("a.json"), as: UTF8.self) == "{\"accessToken\": \"moved to secretctl\"}")
  }

  @Test func aDeletionInAConflictIsNone() throws {
    try box.write("a.json", "{\"userName\": \"canary-sam\", \"accessToken\": \"\(Samples.token)\"}")
    try box.write(
      "rules.json", "{\"version\": 1, \"rules\": [{\"keyPath\": \"userName\", \"action\": \"delete\"}]}")
    try box.set("a", "accessToken", "mine")
    let result = try box.run("import a.json --rules rules.json --scrub --yes --json")
    #expect(result.status == 45)
    #expect(try actions(result) == ["skipped", "conflict"])
    #expect(try source(result)["remaining"] as? Int == 2)
    #expect((try source(result)["hint"] as? String)?.contains("--on-existing") == true)
  }

  @Test func whatStaysInTheSourceIsSaid() throws {
    try box.write("a.json", Self.json)
    try box.set("a", "accessToken", "mine")
    let conflict = try box.run("import a.json")
    #expect(conflict.status == 45)
    #expect(conflict.stderr.contains("a.json: 2 values stay in it in plain text\nhint: --on-existing skip"))
    let skipped = try box.run("import a.json --scrub --yes --on-existing skip")
    #expect(skipped.stderr.contains("a.json: 1 value stays in it in plain text"))
    let json = try box.run("import a.json --scrub --yes --on-existing skip --json")
    #expect(try source(json)["remaining"] as? Int == 1)
    let items = try #require(try source(json)["items"] as? [[String: Any]])
    #expect(items.map { $0["inSource"] as? Bool } == [true])
    let done = try box.run("import a.json --scrub --yes --on-existing replace")
    #expect(!done.stderr.contains("in plain text"))
  }

  @Test func oneFileTwiceIsNamed() throws {
    try box.write("a.json", Self.json)
    _ = try box.shell("ln -s a.json b.json")
    for (line, text) in [
      ("a.json a.json", "a.json is given twice"), ("a.json b.json", "a.json and b.json are the same file"),
      ("-s x - -", "- is given twice"),
    ] {
      let result = try box.run("import \(line)")
      #expect(result.status == 64)
      #expect(result.stderr.contains(text))
    }
  }

  @Test func withoutATerminalScrubIsEnough() throws {
    try box.write("a.json", Self.json)
    #expect(try box.run("import a.json --scrub").status == 0)
    #expect(!String(decoding: try box.read("a.json"), as: UTF8.self).contains("accessToken"))
    #expect(try box.run("help import").text.contains("without a terminal"))
  }

  @Test func theRulesOfTheReadmeAreRules() throws {
    let readme = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "## Rules for many machines\n").last)
    let parts = section.components(separatedBy: "```")
    try box.write("rules.json", String(parts[1].dropFirst("json".count)))
    try box.write("app.json", "{\"session\": {\"refreshToken\": \"canary\"}, \"debug\": {\"a\": [1]}}")
    let result = try box.run("import app.json --rules rules.json --scrub --yes --json")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(try actions(result) == ["added", "deleted"])
    #expect(try box.run("get -s app -a refreshToken").text == "canary")
  }
}
