import Foundation
import Testing

/// What a person sees and does at a terminal.
@Suite struct TerminalTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func aPassphraseIsAskedForTwiceWithoutEcho() throws {
    let terminal = try PseudoTerminal("exec $T init -f c.sf --passphrase --kdf mobile", in: sandbox)
    try terminal.answer("passphrase for c.sf: ", "correct-horse-canary")
    try terminal.answer("passphrase for c.sf, again: ", "correct-horse-canary")
    #expect(terminal.finish() == 0)
    #expect(!terminal.screen.contains("canary"))
    // The questions are wiped from the screen.
    #expect(terminal.screen.components(separatedBy: "\r\u{1b}[K").count == 3)
    #expect(sandbox.exists("c.sf"))
  }

  @Test func differentAnswersMakeNothing() throws {
    let terminal = try PseudoTerminal("exec $T init -f c.sf --passphrase --kdf mobile", in: sandbox)
    try terminal.answer("c.sf: ", "one")
    try terminal.answer("again: ", "two")
    #expect(terminal.finish() == 1)
    #expect(terminal.screen.contains("the two do not match"))
    #expect(!sandbox.exists("c.sf"))
  }

  @Test func backspaceAndKillEditTheLine() throws {
    let terminal = try PseudoTerminal("exec $T init -f c.sf --passphrase --kdf mobile", in: sandbox)
    try terminal.answer("c.sf: ", "wrong\u{15}aé\u{7f}bx\u{8}c")
    try terminal.answer("again: ", "abc")
    #expect(terminal.finish() == 0)
  }

  @Test func moreThanTheKernelsLineFits() throws {
    let long = String(repeating: "x", count: 9000)
    try sandbox.write("long", long)
    let terminal = try PseudoTerminal("exec $T init -f c.sf --passphrase --kdf mobile", in: sandbox)
    try terminal.answer("c.sf: ", long)
    try terminal.answer("again: ", long)
    #expect(terminal.finish() == 0)
    #expect(try sandbox.run("list -f c.sf --passphrase-file long").status == 0)
  }

  /// A line that was typed too long and is not started anew.
  @Test func aLongerAnswerThanThereIsRoomForIsNone() throws {
    try sandbox.run("keygen -o key")
    try sandbox.run("init -f c.sf -i key")
    let terminal = try PseudoTerminal("exec $T set -f c.sf -i key -s a -a b", in: sandbox)
    try terminal.answer("secret for a / b: ", String(repeating: "x", count: 65_537))
    #expect(terminal.finish() == 65)
    #expect(terminal.screen.contains("the answer is longer than 65536 bytes"))
    #expect(try sandbox.run("get -f c.sf -i key -s a -a b").status == 44)
  }

  @Test func theLongestAnswerIsKeptWhole() throws {
    try sandbox.run("keygen -o key")
    try sandbox.run("init -f c.sf -i key")
    let longest = String(repeating: "y", count: 65_536)
    let terminal = try PseudoTerminal("exec $T set -f c.sf -i key -s a -a b", in: sandbox)
    // Too much at first, then Ctrl-U.
    try terminal.answer("secret for a / b: ", longest + "y\u{15}" + longest)
    try terminal.answer("again: ", longest)
    #expect(terminal.finish() == 0)
    #expect(try sandbox.run("get -f c.sf -i key -s a -a b").text == longest)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1] + TerminalTests.otherSignals)
  func signalsGiveTheTerminalBack(_ number: Int32) throws {
    let terminal = try PseudoTerminal("exec $T init -f c.sf --passphrase", in: sandbox)
    try terminal.expect("c.sf: ")
    try terminal.waitForSilence()
    #expect(terminal.settings == (false, false))
    terminal.send("half of a canary")
    // The kernel hands typed text on in its own time; what comes after the terminal is given back is shown, rightly.
    usleep(100_000)
    terminal.signal(number)
    #expect(terminal.finish() == 128 + number)
    #expect(terminal.settings == (true, true))
    #expect(!terminal.screen.contains("canary"))
    #expect(!sandbox.exists("c.sf"))
  }

  /// Whatever ends a process by default.
  private static let otherSignals: [Int32] = {
    var signals = [
      SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF, SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGSYS,
    ]
    #if os(Linux)
      signals += [SIGIO, SIGPWR, 16 /* SIGSTKFLT */, 34, 64 /* real time */]
    #endif
    return signals
  }()

  #if os(Linux)
    @Test func withoutMemoryTheTerminalIsStillGivenBack() throws {
      let terminal = try PseudoTerminal("exec $T init -f c.sf --passphrase", in: sandbox)
      try terminal.expect("c.sf: ")
      try terminal.waitForSilence()
      let limited = try sandbox.shell("prlimit --pid \(terminal.child) --as=4096")
      try #require(limited.status == 0, "\(limited.stderr)")
      terminal.send("half of a canary\n")
      #expect(terminal.finish() > 128)
      #expect(terminal.settings == (true, true))
      #expect(!terminal.screen.contains("canary"))
      #expect(!sandbox.exists("c.sf"))
    }
  #endif

  /// The runtime's report on a crash would show memory.
  @Test(arguments: [SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGTRAP, SIGFPE])
  func aCrashIsNotReportedOn(_ number: Int32) throws {
    let terminal = try PseudoTerminal("exec $T init -f c.sf --passphrase", in: sandbox)
    try terminal.expect("c.sf: ")
    terminal.signal(number)
    #expect(terminal.finish() == 128 + number)
    #expect(!terminal.screen.contains("rash") && !terminal.screen.contains("0x"))
  }

  @Test func ctrlCGivesTheTerminalBack() throws {
    let terminal = try PseudoTerminal("exec $T init -f c.sf --passphrase", in: sandbox)
    try terminal.expect("c.sf: ")
    try terminal.waitForSilence()
    terminal.send("\u{3}")
    #expect(terminal.finish() == 128 + SIGINT)
    #expect(terminal.settings == (true, true))
  }

  @Test func ctrlZStopsAndAsksAgain() throws {
    let script = """
      set -m; $T init -f c.sf --passphrase --kdf mobile
      stty -a | grep -q -- ' -echo ' && echo SILENT || echo LOUD
      fg >/dev/null; echo "ended $?"
      """
    let terminal = try PseudoTerminal(script, in: sandbox)
    try terminal.expect("c.sf: ")
    try terminal.waitForSilence()
    terminal.send("typed before the stop")
    terminal.send("\u{1a}")
    try terminal.expect("LOUD")
    try terminal.answer("c.sf: ", "secret-canary")
    try terminal.answer("again: ", "secret-canary")
    try terminal.expect("ended 0")
    _ = terminal.finish()
    #expect(!terminal.screen.contains("canary"))
  }

  @Test func anIgnoredSignalStaysIgnored() throws {
    let terminal = try PseudoTerminal(
      "trap '' HUP; exec $T init -f c.sf --passphrase --kdf mobile", in: sandbox)
    try terminal.expect("c.sf: ")
    try terminal.waitForSilence()
    terminal.signal(SIGHUP)
    terminal.send("a\n")
    try terminal.answer("again: ", "a")
    #expect(terminal.finish() == 0)
  }

  @Test func aPurgeIsAskedAbout() throws {
    try sandbox.prepare()
    for account in ["a", "b"] { try sandbox.set("s", account, "v") }
    for (answer, left) in [("n", 2), ("", 2), ("y", 0)] {
      let terminal = try PseudoTerminal("exec $T purge -s s -f c.sf -i k", in: sandbox)
      try terminal.expect("s / a")
      try terminal.expect("remove 2 items from c.sf for good? [y/N] ")
      terminal.send(answer + "\n")
      #expect(terminal.finish() == (left == 0 ? 0 : 1), "\(answer)")
      #expect(try sandbox.run("list").lines.count == left, "\(answer)")
    }
    try sandbox.set("s", "a", "v")
    let terminal = try PseudoTerminal("exec $T purge --all --yes -f c.sf -i k", in: sandbox)
    #expect(terminal.finish() == 0)
    #expect(try sandbox.run("list").text.isEmpty)
  }

  @Test func nothingTypedIsNoSecret() throws {
    try sandbox.prepare()
    let terminal = try PseudoTerminal("exec $T set -s s -a a -f c.sf -i k", in: sandbox)
    try terminal.answer("secret for s / a: ", "")
    #expect(terminal.finish() == 64)
    #expect(terminal.screen.contains("--empty"))
    #expect(try sandbox.run("list").text.isEmpty)
    let meant = try PseudoTerminal("exec $T set -s s -a a --empty -f c.sf -i k", in: sandbox)
    try meant.answer("secret for s / a: ", "")
    try meant.answer("again: ", "")
    #expect(meant.finish() == 0)
    #expect(try sandbox.run("get -s s -a a --json").json()["value"] as? String == "")
  }

  @Test func ctrlDGivesUp() throws {
    let terminal = try PseudoTerminal("exec $T init -f c.sf --passphrase", in: sandbox)
    try terminal.expect("c.sf: ")
    try terminal.waitForSilence()
    terminal.send("\u{4}")
    #expect(terminal.finish() == 1)
    #expect(terminal.screen.contains(" no answer"))
  }

  @Test func withoutATerminalNobodyIsAsked() throws {
    let result = try sandbox.run("init -f c.sf --passphrase --json")
    #expect(result.status == 64)
    #expect(try result.jsonError()["code"] as? String == "noTerminal")
    #expect(result.stderr.contains("there is no terminal to ask on"))
    #expect(result.stderr.contains("hint: give --new-passphrase-fd N"))
  }

  @Test func keysAreNotShownOnATerminal() throws {
    let terminal = try PseudoTerminal("exec $T keygen", in: sandbox)
    #expect(terminal.finish() == 64)
    #expect(!terminal.screen.contains("SECRETFILE-KEY"))
    #expect(terminal.screen.contains("hint: -o FILE, or pipe the output"))
  }

  @Test func errorsHaveColourOnlyWhereWanted() throws {
    func screen(_ script: String) throws -> String {
      let terminal = try PseudoTerminal(script, in: sandbox)
      _ = terminal.finish()
      return terminal.screen
    }
    #expect(try screen("exec $T list -f missing").contains("\u{1b}[1;31msecretctl:\u{1b}[0m"))
    #expect(try !screen("exec $T list -f missing --color never").contains("\u{1b}"))
    #expect(try !screen("NO_COLOR=1 exec $T list -f missing").contains("\u{1b}"))
    #expect(try !screen("TERM=dumb exec $T list -f missing").contains("\u{1b}"))
  }
}
