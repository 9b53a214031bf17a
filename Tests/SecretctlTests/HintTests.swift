import Foundation
import Testing
import secretctl

/// An error is one line saying what and where, then one hint line saying what to do. `Outcome` cannot be made
/// without a hint; these tests see that none is empty or vague.
@Suite struct HintTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(arguments: [
    "list --zzz", "list --quiet=1", "get -s", "list -q -q", "slot", "slot zzz", "get --all -f c",
    "set --port x --server s -f c", "set --server s --port 70000 -f c", "set --class internet -f c",
    "first-run -f c", "first-run -f c --marker m", "mv -f c --map x", "mv -f c --map a=b --to-access-group c",
    "mv -f c -s s", "set -f c -s s --type toolong", "keygen --x25519 --device", "import - --scrub -f c",
    "import x --backup -f c", "inspect -f a b", "help list get", "zzz", "--json", "scan", "inject",
    "list -f c --accessibility zzz", "set -f c -s s --access-control zzz",
    "set -f c -s s --access-control or",
    "set -f c -s s --access-control devicePasscode,and", "list -f c --bound-to zzz",
    "scan --json --format text x",
    "init -f c --kdf zzz", "set -f c -s s --expires zzz", "list -f c --passphrase-fd x", "init -f c",
    "get -s a --server b -f c", "completions fish", "edit -f c -s s", "rm -f c", "purge -f c",
    "rotate -f c --drop-slot zzz", "list",
  ])
  func wrongUsageHasAHint(_ line: String) throws {
    let result = try sandbox.run(line)
    #expect(result.status == 64, "\(line): \(result.stderr)")
    expectTwoLines(result, line)
  }

  @Test func emptyNamesOfFilesAreUsage() throws {
    for words in [["list", "-f", ""], ["list", "-f", "c", "-i", ""], ["keygen", "--output="]] {
      let result = try sandbox.run(words)
      #expect(result.status == 64)
      #expect(result.stderr.contains(": the name is empty\nhint: "), "\(words)")
    }
  }

  @Test func filesThatAreInTheWayHaveHints() throws {
    try sandbox.run("keygen -q -o k")
    try sandbox.run("init -q -f c.sf -i k")
    try sandbox.write("text", "no container")
    _ = try sandbox.shell("mkdir folder; ln -s loop loop; ln c.sf linked 2>/dev/null; ln -s c.sf soft")
    try sandbox.write("fake", "not a key\n")
    let lines: [(String, Int32)] = [
      ("list -f missing -i k", 66), ("list -f folder -i k", 65), ("list -f loop -i k", 65),
      ("list -f text -i k", 65), ("list -f c.sf -i missing", 66), ("list -q -f c.sf -i fake", 65),
      ("init -f c.sf -i k", 73), ("init -f missing/c.sf -i k", 73), ("keygen -o k", 73),
      ("get -f c.sf -i k -s s", 44), ("get -f c.sf -i k --json --all", 44), ("list -f c.sf", 77),
      ("slot add -f c.sf -i k -r age1zzz", 65), ("slot remove -f c.sf -i k 0011223344556677", 64),
    ]
    for (line, status) in lines {
      let result = try sandbox.run(line)
      #expect(result.status == status, "\(line): \(result.stderr)")
      expectTwoLines(result, line)
    }
    // The system's own words begin in lower case like all others.
    let missing = try sandbox.run("list -f missing -i k").stderr
    #expect(missing.hasPrefix("secretctl: cannot open missing: no such file or directory\n"))
    #expect(
      try sandbox.run("init -f missing/c.sf -i k").stderr.contains("hint: make the folder missing first\n"))
  }

  @Test func aDamagedWitnessHasAHint() throws {
    try sandbox.run("keygen -q -o k")
    try sandbox.run("init -q -f c.sf -i k")
    try sandbox.write("state/secretctl/witness", "damaged")
    let result = try sandbox.run("list -f c.sf -i k")
    #expect(result.status == 65)
    expectTwoLines(result, "witness")
    #expect(result.stderr.contains("--no-witness"))
    #expect(try sandbox.run("list -f c.sf -i k --no-witness").status == 0)
  }

  @Test func refusedVerbsReadWell() throws {
    for verb in Verb.allCases where !verb.spec.exists {
      let words = verb.name.split(separator: " ").map { Array($0.utf8) }
      let error = #expect(throws: Outcome.self) { try Parser.parse(words) }
      #expect(error?.message == "\(verb.name) is not there yet (\(verb.spec.summary))")
    }
  }

  /// One message, perhaps details that are set in, one hint; in lower case, without full stops.
  private func expectTwoLines(_ result: Sandbox.Result, _ what: String) {
    let lines = result.stderr.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let outer = lines.filter { !$0.hasPrefix("  ") }
    #expect(outer.count == 2, "\(what): \(result.stderr)")
    let hint = outer.last ?? ""
    #expect(outer.first?.hasPrefix("secretctl: ") == true)
    #expect(hint.hasPrefix("hint: ") && hint.count > 10 && !hint.hasSuffix("."), "\(what): \(hint)")
    #expect(hint.dropFirst(6).first?.isUppercase == false, "\(what): \(hint)")
  }

  @Test func wordsOfOtherToolsLeadToTheVerb() throws {
    let box = try Sandbox()
    for (word, verb) in [
      ("remove", "rm"), ("delete", "rm"), ("rename", "mv"), ("show", "get"), ("ls", "list"),
    ] {
      let result = try box.run(word)
      #expect(
        result.status == 64 && result.stderr.contains("hint: did you mean \(verb)?"), "\(result.stderr)")
    }
  }

  @Test func anUnreadableWitnessNamesTheWayAround() throws {
    let box = try Sandbox()
    try box.prepare()
    try box.set("s", "a", "v")
    _ = try box.shell("rm -f state/secretctl/witness; mkdir -p state/secretctl/witness")
    let result = try box.run("get -s s -a a")
    #expect(result.status != 0 && result.stderr.contains("--no-witness"), "\(result.stderr)")
    #expect(try box.run("get -s s -a a --no-witness").text == "v")
  }

  @Test func aBatchIsAboutLinesNotFiles() throws {
    let box = try Sandbox()
    try box.prepare()
    try box.set("s", "a", "v")
    try box.write("words", "hello\n")
    _ = try box.run("export -o export.json")
    for file in ["words", "export.json"] {
      let result = try box.run("set --batch \(file)")
      #expect(result.status == 65, "\(result.stderr)")
      #expect(result.stderr.contains("each line is one whole object"), "\(result.stderr)")
      #expect(!result.stderr.contains("preference") && !result.stderr.contains("copy of it"))
    }
  }

  @Test func verifyTakesAFileAsInspectDoes() throws {
    let box = try Sandbox()
    try box.prepare()
    box.variables["SECRETCTL_FILE"] = nil
    #expect(try box.run("verify c.sf").status == 0)
    #expect(try box.run("verify c.sf --structure").status == 0)
    #expect(try box.run("verify c.sf -f c.sf").status == 64)
    #expect(try box.run("verify").status == 64)
  }
}
