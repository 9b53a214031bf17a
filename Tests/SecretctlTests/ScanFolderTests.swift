import Foundation
import Testing

/// Folders that nobody has looked at.
@Suite struct ScanFolderTests {
  private let box: Sandbox

  init() throws { box = try Sandbox() }

  private func files(_ result: Sandbox.Result) throws -> [[String: Any]] {
    try #require(try result.json()["files"] as? [[String: Any]])
  }

  @Test func whatIsNoFileIsNamedAndNeverOpened() throws {
    _ = try box.shell(
      """
      mkdir -p in/sub; ln -s . in/loop; ln -s loop2 in/loop2; mkfifo in/pipe
      python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("in/socket")'
      """)
    try box.write("in/sub/a.json", Samples.json)
    try box.write("outside.json", Samples.json)
    _ = try box.shell("ln -s ../outside.json in/link.json")
    let result = try box.run("scan in --json")
    #expect(result.status == 10, "\(result.stderr)")
    #expect(try files(result).compactMap { $0["path"] as? String } == ["in/sub/a.json"])
    let leftOut = try #require(try result.json()["leftOut"] as? [[String: String]])
    var kinds: [String: String] = [:]
    for entry in leftOut { kinds[entry["path"] ?? ""] = entry["kind"] }
    #expect(
      kinds == [
        "in/loop": "symbolicLink", "in/loop2": "symbolicLink", "in/link.json": "symbolicLink",
        "in/pipe": "pipe",
        "in/socket": "socket",
      ])
    let text = try box.run("scan in")
    #expect(text.stderr.contains("secretctl: not opened: 3 symbolic links, 1 pipe, 1 socket\n"))
    #expect(try box.run("scan /dev/null").status == 65)
    #expect(try box.run("scan in/pipe").status == 65)
  }

  @Test func theOrderIsThatOfTheNamesWhateverTheThreadsDo() throws {
    _ = try box.shell("mkdir -p in/b in/a")
    var names: [String] = []
    for number in 0..<300 {
      let name = "in/\(number % 2 == 0 ? "a" : "b")/\(number).json"
      // Sizes that make some threads late.
      let padding = String(repeating: "x", count: number % 7 == 0 ? 100_000 : 10)
      try box.write(name, "{\"note\": \"\(padding)\", \"password\": \"Xk4!canary-\(number)\"}")
      names.append(name)
    }
    let result = try box.run("scan in --json")
    #expect(result.status == 10)
    #expect(try files(result).compactMap { $0["path"] as? String } == names.sorted())
    let text = try box.run("scan in")
    #expect(text.stderr == "secretctl: 300 found in 300 of 300 files\n")
    #expect(!text.text.contains("canary"))
  }

  @Test func unreadableEntriesAreNamedAndTheRestIsRead() throws {
    // Root can read everything.
    guard getuid() != 0 else { return }
    _ = try box.shell("mkdir -p in/closed")
    try box.write("in/a.json", Samples.json)
    try box.write("in/b.json", Samples.json)
    _ = try box.shell("chmod 0 in/closed in/b.json")
    let result = try box.run("scan in --json")
    #expect(result.status == 74)
    let codes = try files(result).compactMap { ($0["error"] as? [String: Any])?["code"] as? String }
    #expect(codes == ["unreadable", "unreadable"])
  }

  @Test func aFileThatChangesMeanwhileIsNeverHalfRead() throws {
    _ = try box.shell("mkdir in; head -c 70000 /dev/zero | tr '\\0' x > filling")
    let script = """
      long="{\\"note\\": \\"$(cat filling)\\"}"
      printf %s "$long" > in/a.json
      for n in $(seq 300); do printf '{"password": "Xk4!canary-a"}' > in/a.json; printf %s "$long" > in/a.json; done &
      for n in $(seq 12); do $T scan in/a.json --json > out; echo $? >> codes; done; wait
      """
    _ = try box.shell(script)
    let codes = Set(String(decoding: try box.read("codes"), as: UTF8.self).split(separator: "\n"))
    // Whole, empty, cut short, or changed meanwhile; never anything else.
    #expect(codes.isSubset(of: ["0", "10", "65", "75"]), "\(codes)")
  }

  #if os(Linux)
    @Test func filesOfOtherUsersAreReadAndNamed() throws {
      guard getuid() == 0 else { return }
      _ = try box.shell("mkdir in")
      try box.write("in/a.json", Samples.json)
      _ = try box.shell("chown 12345 in/a.json")
      let result = try box.run("scan in --json")
      #expect(try files(result).first?["owner"] as? Int == 12345)
      #expect(try box.run("scan in").stderr.contains("1 file belongs to another user"))
    }
  #endif

  @Test func progressIsShownOnATerminalAndWiped() throws {
    _ = try box.shell(
      "mkdir a; cd a; seq 2000 | while read n; do echo '{\"a\": 1}' > $n.json; done; cd ..; for n in b c d e; do cp -r a $n; done"
    )
    // What is named twice is read once.
    let terminal = try PseudoTerminal("exec $T scan a b c d e a", in: box)
    let status = terminal.finish()
    #expect(status == 0)
    #expect(terminal.screen.contains("of 10000 files"))
    if terminal.screen.contains("scan: ") { #expect(terminal.screen.contains("files, ")) }
  }
}
