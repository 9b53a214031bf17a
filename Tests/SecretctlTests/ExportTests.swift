import Foundation
import Testing

@Suite struct ExportTests {
  private let box: Sandbox

  init() throws {
    box = try Sandbox()
    try box.prepare()
  }

  @Test func environmentLinesSurviveAShell() throws {
    let hostile = "it's $HOME `id` \"x\" \\ é"
    try box.set("s", "api/token", hostile)
    try box.set("s", "2fa", "line\nbreak", "--raw")
    try box.run("export --format env -o vars")
    #expect(try box.mode("vars") == 0o600)
    let result = try box.shell("source ./vars; printf '%s|%s' \"$API_TOKEN\" \"$_2FA\"")
    #expect(result.text == hostile + "|line\nbreak")
    try box.set("s", "API_TOKEN", "x")
    #expect(try box.run("export --format env").status == 45)
    try box.run("rm -s s -a API_TOKEN")
    try box.run(["set", "-s", "s", "-a", "bin"], input: Data([0xFF]))
    #expect(try box.run("export --format env").status == 65)
  }

  @Test func plistsHoldServicesUnlessOneIsNamed() throws {
    try box.set("s", "a<&>", "x<&>\r\n", "--raw")
    try box.set("t", "b", "2")
    try box.run(["set", "-s", "t", "-a", "bin"], input: Data([0, 0xFF]))
    func plist(_ options: String) throws -> NSDictionary {
      let result = try box.run("export --format plist \(options)")
      #expect(result.status == 0, "\(result.stderr)")
      return try Samples.read(result.stdout)
    }
    #expect(
      try plist("") == [
        "s": ["a<&>": "x<&>\r\n"], "t": ["b": "2", "bin": Data([0, 0xFF])] as [String: Any],
      ])
    #expect(try plist("-s t -a b") == ["b": "2"])
    #expect(try plist("-s none") == [:])
  }

  @Test func jsonIsOneDocument() throws {
    try box.set("s", "a", "1")
    try box.set("s", "b", "2")
    let items = try #require(try box.run("export").json()["items"] as? [[String: Any]])
    #expect(items.compactMap { $0["value"] as? String } == ["1", "2"])
    #expect(try box.run("export -s none").json()["items"] as? [Any] != nil)
  }

  @Test func aTerminalIsShownNothingUnlessAsked() throws {
    try box.set("s", "a", "canary")
    for verb in ["get -s s", "get -s s --json", "export", "export --format env"] {
      let hidden = try PseudoTerminal("exec $T \(verb)", in: box)
      #expect(hidden.finish() == 64, "\(verb)")
      #expect(!hidden.screen.contains("canary") && hidden.screen.contains("hint: --reveal shows them"))
      let shown = try PseudoTerminal("exec $T \(verb) --reveal", in: box)
      #expect(shown.finish() == 0, "\(verb)")
      #expect(shown.screen.contains("canary"))
    }
    let piped = try PseudoTerminal("$T get -s s | wc -c", in: box)
    #expect(piped.finish() == 0)
    #expect(piped.screen.contains("6"))
    try box.run(["set", "-s", "bin", "--raw"], input: Data([0x1B, 0x5B, 0x33]))
    let binary = try PseudoTerminal("exec $T get -s bin --reveal", in: box)
    #expect(binary.finish() == 64)
    #expect(binary.screen.contains("not text that a terminal can show"))
  }
}
