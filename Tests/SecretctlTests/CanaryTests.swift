import Foundation
import Testing

/// A secret is where it belongs and nowhere else: not in arguments, environment, errors, the output of other verbs,
/// files beside the container or a picture of the tool's memory.
@Suite struct CanaryTests {
  private let box: Sandbox
  private let canary = "canary-4fQ9-secret"
  private let phrase = "canary-phrase-7Hd"

  init() throws {
    box = try Sandbox()
    try box.write("pass", phrase + "\n")
    try box.run("keygen -o k")
    try box.run("init -f c.sf -i k --passphrase-file pass --kdf mobile")
    box.variables["SECRETCTL_FILE"] = "c.sf"
    box.variables["SECRETCTL_IDENTITY"] = "k"
    try box.set("s", "a", canary, "--label L")
  }

  @Test func noVerbButGetAndExportShowsIt() throws {
    try box.write("a.json", "{\"accessToken\": \"\(Samples.token)\"}")
    let lines = [
      "list", "list --json", "set -s s -a a", "set -s s -a b --json", "edit -s s -a a --comment c", "inspect",
      "verify",
      "verify --json", "slot list", "slot list --json", "scan a.json", "scan a.json --json",
      "import a.json --json",
      "import a.json --all --dry-run", "mv -s s -a a --to-account c --dry-run", "rm -s s -a a --dry-run",
      "rotate --passphrase-file pass --json", "compact --json", "first-run --marker m -s s --dry-run",
      "rm -s s --all",
      "get -s s --nonsense", "get -s s -a nothing", "purge --all --json",
    ]
    let lastLine = String(decoding: try box.read("k"), as: UTF8.self).split(separator: "\n").last
    let key = try #require(lastLine.map(String.init))
    for line in lines {
      let result = try box.run(line, input: canary)
      for output in [result.text, result.stderr] {
        for secret in [canary, phrase, Samples.token, key] {
          #expect(!output.contains(secret), "\(line)")
          #expect(!output.contains(Data(secret.utf8).base64EncodedString()), "\(line)")
        }
      }
    }
  }

  @Test func nothingBesideTheContainerHoldsIt() throws {
    try box.set("s", "a", canary + "2")
    try box.run("rotate --passphrase-file pass")
    try box.run("get -s s -a a")
    let result = try box.shell("rm pass; grep -r -l -a canary . ; true")
    #expect(result.text == "", "\(result.text)")
  }

  /// With `-o` the file appears at once and whole; with a failure it does not appear.
  @Test func noOutputFileWithoutOutput() throws {
    #expect(try box.run("get -s nothing -o out").status == 44)
    #expect(try box.run("export -s s -o no/where").status == 73)
    #expect(!box.exists("out"))
  }

  /// The tool waits for the end of its stdin with the passphrase, its key and half of the secret in memory.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gcore"), "needs gcore"))
  func aPictureOfItsMemoryDoesNotHoldIt() throws {
    let script = """
      mkfifo f; "$T" set -s s -a a --passphrase-file pass < f & p=$!
      exec 3> f; printf 'canary-4fQ9-secret-in-memory' >&3
      for i in $(seq 300); do [ -e /proc/$p/fd/0 ] && grep -q pipe_read /proc/$p/wchan && break; sleep 0.02; done
      sleep 0.3
      tr '\\0' '\\n' < /proc/$p/cmdline | grep -c canary-
      tr '\\0' '\\n' < /proc/$p/environ | grep -c canary-
      gcore -o core $p > gcore.out 2>&1; ls core.$p > /dev/null 2>&1 && echo made
      grep -c -a canary- core.$p; grep -c -a -F "$(tail -n 1 k | cut -c 17-40)" core.$p
      exec 3>&-; wait $p; echo "ended $?"
      """
    let result = try box.shell(script)
    guard result.lines.contains("made") else {
      // Not allowed to look at other processes here: then nobody else is.
      return
    }
    #expect(result.lines == ["0", "0", "made", "0", "0", "ended 0"], "\(result.text) \(result.stderr)")
    #expect(try box.run("get -s s -a a").text == "canary-4fQ9-secret-in-memory")
  }

  @Test func noCoreFileIsLeft() throws {
    let result = try box.shell(
      """
      ulimit -c unlimited; mkfifo f; "$T" set -s s -a a < f & p=$!
      exec 3> f; printf canary-core >&3; sleep 0.5; kill -SEGV $p; exec 3>&-; wait $p; echo "ended $?"; ls | grep core
      """)
    #expect(result.lines == ["ended 139"], "\(result.text)")
  }

  @Test func keysInTheWrongPlaceAreNotRepeated() throws {
    let box = try Sandbox()
    try box.prepare()
    for (number, options) in ["", "--x25519", "--device"].enumerated() {
      try box.run("keygen -q \(options) -o k\(number)")
      let text = String(decoding: try box.read("k\(number)"), as: UTF8.self)
      let key = try #require(
        text.split(whereSeparator: \.isWhitespace).map(String.init).last { $0.contains("-1") })
      for spelled in [key, key.lowercased()] {
        for line in [
          "slot remove \(spelled)", "get -s s --slot \(spelled)", "rotate --keep-recipient \(spelled)",
          "rotate --drop-slot \(spelled)", "slot add -r \(spelled)", "slot enrol \(spelled)", spelled,
          "get -s \(spelled)", "list --bound-to \(spelled)", "set -s s --\(spelled)",
          "get -f \(spelled) -s s",
          "list --accessibility \(spelled)", "inspect \(spelled)",
        ] {
          for json in ["", " --json"] {
            let result = try box.run(line + json)
            #expect(result.status != 0)
            let secret = spelled.dropFirst(20)
            #expect(
              !result.stderr.contains(secret) && !result.text.contains(secret), "\(line.prefix(24))\(json)")
          }
        }
      }
    }
    let token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"
    for line in ["slot remove \(token)", "get -s s --slot \(token)", "rotate --keep-recipient \(token)"] {
      #expect(try !box.run(line).stderr.contains(token), "\(line.prefix(12))")
    }
  }
}
