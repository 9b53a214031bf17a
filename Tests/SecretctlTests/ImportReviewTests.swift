import Foundation
import Testing

/// `import --review`: one key for each value.
@Suite struct ImportReviewTests {
  private let box: Sandbox

  init() throws {
    box = try Sandbox()
    try box.prepare()
    try box.write("com.example.app.json", Samples.json)
  }

  private func start(_ options: String = "") throws -> PseudoTerminal {
    try PseudoTerminal(
      "exec $T import --review \(options) com.example.app.json", in: box,
      environment: ["SECRETCTL_FILE": "c.sf", "SECRETCTL_IDENTITY": "k"])
  }

  private func press(_ key: String, _ question: String, _ terminal: PseudoTerminal) throws {
    try terminal.expect(question)
    try terminal.expect("quit: ")
    try terminal.waitForSilence()
    terminal.send(key)
  }

  @Test func oneIsTakenAndOneIsLeft() throws {
    let terminal = try start("--scrub")
    try press("t", "[1/2] com.example.app.json: accessToken, JSON Web Token (98 %)?", terminal)
    try press("l", "[2/2] com.example.app.json: account/password, password (88 %)?", terminal)
    #expect(terminal.finish() == 0, "\(terminal.screen)")
    #expect(!terminal.screen.contains("canary") && !terminal.screen.contains(Samples.token))
    #expect(terminal.screen.contains("account/password stays: left in the review"))
    #expect(try box.run("list").lines.count == 1)
    let after = String(decoding: try box.read("com.example.app.json"), as: UTF8.self)
    #expect(!after.contains(Samples.token) && after.contains("canary-hunter2"))
  }

  @Test func theReasonIsShownAndTheQuestionAskedAgain() throws {
    let terminal = try start()
    try press("r", "[1/2]", terminal)
    try terminal.expect("the value is a JSON Web Token whose header decodes")
    try press("x", "[1/2]", terminal)
    try press("\n", "[1/2]", terminal)
    try press("a", "[1/2]", terminal)
    #expect(terminal.finish() == 0, "\(terminal.screen)")
    #expect(try box.run("list").lines.count == 2)
  }

  @Test(arguments: ["q", "\u{4}", "\u{3}"])
  func leavingTheReviewImportsNothing(key: String) throws {
    let before = try box.read("com.example.app.json")
    let terminal = try start("--scrub")
    try press("t", "[1/2]", terminal)
    try press(key, "[2/2]", terminal)
    #expect(terminal.finish() == (key == "\u{3}" ? 128 + SIGINT : 1))
    #expect(terminal.settings == (true, true))
    #expect(try box.run("list").text.isEmpty)
    #expect(try box.read("com.example.app.json") == before)
  }

  @Test func thePlanThatIsWrittenIsTheOneThatWasReviewed() throws {
    let terminal = try start("--dry-run --plan-out plan.json")
    try press("l", "[1/2]", terminal)
    try press("t", "[2/2]", terminal)
    #expect(terminal.finish() == 0, "\(terminal.screen)")
    let plan = String(decoding: try box.read("plan.json"), as: UTF8.self)
    #expect(plan.contains("account/password") && !plan.contains("accessToken"))
    #expect(try box.run("list").text.isEmpty)
  }

  @Test func withoutATerminalThereIsNoReview() throws {
    let result = try box.run("import --review com.example.app.json")
    #expect(result.status == 64 && result.stderr.contains("--review asks at a terminal"))
    #expect(try box.run("import --review --yes com.example.app.json").status == 64)
  }
}
