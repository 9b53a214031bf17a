import Foundation
import Testing

/// Outputs that are full or that nobody reads, inputs without an end, and a system without /proc.
@Suite struct StreamTests {
  private let sandbox: Sandbox
  private static let unlocked = ["SECRETCTL_FILE": "c.sf", "SECRETCTL_IDENTITY": "key"]

  init() throws {
    sandbox = try Sandbox()
    #expect(
      try shell("secretctl keygen -o key && secretctl init && printf old | secretctl set -s a").status == 0)
  }

  @discardableResult
  private func shell(_ script: String) throws -> Sandbox.Result {
    try sandbox.shell(script, environment: Self.unlocked)
  }

  private func secret(_ account: String) throws -> String? {
    let result = try shell("secretctl get -s s -a \(account)")
    return result.status == 0 ? result.text : nil
  }

  /// Whether a script runs to its end here.
  private static func works(_ script: String) -> Bool {
    (try? Sandbox().shell(script).status) == 0
  }

  // MARK: A full disk under stdout

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"),
    arguments: [
      "set -s s -a new --empty --json </dev/null", "rm -s a --json", "rm -s a", "edit -s a --label x --json",
      "mv -s a --to-service b", "slot add -r $(sed -n 's/^# public key: //p' identity)", "purge --all",
      "compact --json",
      "import plain.json --all --json", "init -f other.sf --json", "keygen -o key3 --json",
    ])
  func aLostReportIsNoLostChange(_ line: String) throws {
    try sandbox.write("plain.json", #"{"token":"value"}"#)
    try shell("secretctl keygen --x25519 -o identity")
    // A class without items, so that there is something to compact.
    try shell("secretctl set -s gone --empty --accessibility ck </dev/null; secretctl rm -s gone")
    let before = try sandbox.read("c.sf")
    let result = try shell("secretctl \(line) >/dev/full")
    #expect(result.status == 74, "\(result.stderr)")
    #expect(result.stderr.contains("cannot write to standard output: no space left"))
    #expect(result.stderr.contains("hint: the change itself is made; only this report of it is lost"))
    let isChanged = try sandbox.read("c.sf") != before
    #expect(isChanged || sandbox.exists("other.sf") || sandbox.exists("key3"))
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"),
    arguments: ["list", "get -s a", "help", "--version", "keygen", "rm -s a --dry-run", "inspect"])
  func whatChangesNothingClaimsNoChange(_ line: String) throws {
    let result = try shell("secretctl \(line) >/dev/full")
    #expect(result.status == 74)
    #expect(!result.stderr.contains("change"), "\(result.stderr)")
    #expect(result.stderr.contains("hint: what arrived there is not all of it"))
  }

  @Test(.enabled(if: works("strace -o /dev/null true"), "needs strace"))
  func aFailureToFlushSaysWhatStands() throws {
    func set(_ account: String, failing: Int) throws -> Sandbox.Result {
      try shell(
        "printf v | strace -f -o /dev/null -e inject=fsync:error=ENOSPC:when=\(failing) "
          + "\"$T\" set --no-witness -s s -a \(account)")
    }
    let file = try set("file", failing: 1)
    #expect(file.status == 74)
    #expect(file.stderr.contains("hint: make room and try again; c.sf is as it was"))
    #expect(try secret("file") == nil)
    let folder = try set("folder", failing: 2)
    #expect(folder.status == 74)
    #expect(folder.stderr.contains("cannot flush the folder of c.sf: no space left"))
    #expect(folder.stderr.contains("hint: the new file is in place and whole"))
    #expect(try secret("folder") == "v")
    let new = try shell(
      "strace -f -o /dev/null -e inject=fsync:error=EIO:when=2 \"$T\" init --no-witness -f new.sf")
    #expect(new.status == 74)
    #expect(new.stderr.contains("hint: the new file is in place and whole"))
    #expect(sandbox.exists("new.sf"))
  }

  // MARK: A reader that went away

  @Test func aReaderThatWentAwayChangesNoExitCode() throws {
    try sandbox.write("plain.json", #"{"password":"correct-horse-9Kx2LmQ8vTz4"}"#)
    try sandbox.write("damaged.sf", String(repeating: "no container", count: 20))
    let closed = "mkfifo p; exec 3<>p 4>p 3>&-; "
    for (line, status) in [
      ("scan plain.json", 10), ("scan --json plain.json", 10), ("scan plain.json missing.json", 66),
      ("list", 0),
      ("get -s a", 0), ("get -s missing", 44), ("verify -f damaged.sf --json", 65), ("--help", 0),
      ("rm -s a --json", 0),
    ] as [(String, Int32)] {
      let result = try shell(closed + "secretctl \(line) >&4; s=$?; rm p; exit $s")
      #expect(result.status == status, "\(line): \(result.stderr)")
      #expect(
        !result.stderr.contains("reader") && !result.stderr.contains("pipe"), "\(line): \(result.stderr)")
    }
    #expect(try shell("secretctl get -s a").status == 44)
  }

  // MARK: Inputs

  @Test func anEmptySecretIsStoredOnlyIfItIsMeant() throws {
    _ = try shell("printf before | secretctl set -s s -a full")
    for line in [
      "false | secretctl set -s s -a full", "echo | secretctl set -s s -a full",
      ": | secretctl set --raw -s s -a full",
      "secretctl set -s s -a full --value-file /dev/null",
      "secretctl set -s s -a full --value-fd 3 3</dev/null",
    ] {
      let result = try shell(line)
      #expect(result.status == 65, "\(line): \(result.stderr)")
      #expect(result.stderr.contains("s / full: the secret is empty"))
      #expect(result.stderr.contains("hint: --empty"))
      #expect(try secret("full") == "before", "\(line)")
    }
    #expect(try shell(": | secretctl set -s s -a empty --empty").status == 0)
    #expect(try secret("empty") == "")
    _ = try shell("printf x | secretctl set -s s -a full --empty")
    #expect(try secret("full") == "x", "it says what may be, not what is")
    let batch = try shell(
      "echo '{\"service\":\"s\",\"account\":\"full\",\"value\":\"\"}' | secretctl set --batch -")
    #expect(batch.status == 0, "\(batch.stderr)")
    #expect(try secret("full") == "", "a batch says it in so many words")
  }

  @Test(arguments: ["--batch /dev/zero", "--batch - </dev/zero"])
  func anEndlessBatchIsRefusedInTime(_ options: String) throws {
    let result = try shell("ulimit -v 2000000; secretctl set \(options)")
    #expect(result.status == 65)
    #expect(result.stderr.contains("is longer than 134,217,728 bytes"))
  }

  @Test func whatHasNoLengthIsReadToItsEnd() throws {
    let line = #"{"service":"s","account":"b","value":"from a pipe"}"#
    #expect(try shell("secretctl set --batch <(echo '\(line)')").status == 0)
    #expect(try secret("b") == "from a pipe")
    #expect(try shell("secretctl set -s s -a c --value-file <(printf piped)").status == 0)
    #expect(try secret("c") == "piped")
  }

  // MARK: The process

  @Test(.enabled(if: works("unshare -m sh -c 'umount -l /proc'"), "needs the right to unmount /proc"))
  func argumentsArriveWithoutProc() throws {
    let result = try shell("unshare -m sh -c 'umount -l /proc; exec \"$0\" get -s a' \"$T\"")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.text == "old")
  }
}
