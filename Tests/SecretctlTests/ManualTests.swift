import Foundation
import Testing
import secretctl

/// Help, manual and completions: all from one table.
@Suite struct ManualTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func theVersionNamesTheFormat() throws {
    let result = try sandbox.run("--version")
    #expect(result.status == 0)
    #expect(result.text == "secretctl 0.1.0, SecretFile format 1\n")
    #expect(result.stderr == "")
  }

  @Test func theOverviewNamesEveryVerbThatIsThere() throws {
    let text = try sandbox.run("help").text
    for verb in Verb.allCases {
      #expect(
        text.contains("\n  \(verb.name)  ") == verb.spec.exists || verb == .status || verb == .lock,
        "\(verb.name)")
    }
    #expect(text.hasPrefix("usage: secretctl VERB [options] [arguments]\n"))
  }

  @Test func everyVerbHasHelp() throws {
    for verb in Verb.present {
      let words = verb.name.split(separator: " ").map(String.init)
      let result = try sandbox.run(["help"] + words)
      #expect(result.status == 0)
      #expect(result.text.hasPrefix("usage: secretctl \(verb.name) [options]"), "\(verb.name)")
      for option in verb.spec.options { #expect(result.text.contains("--" + option.spec.name)) }
      let long = result.text.split(separator: "\n").filter { $0.count > 100 }
      #expect(long.isEmpty, "\(long)")
      #expect(try sandbox.run(words + ["--help"]).text == result.text)
    }
  }

  @Test func helpForAMissingVerbIsARefusal() throws {
    let result = try sandbox.run("help inject")
    #expect(result.status == 64)
    #expect(result.stderr.hasPrefix("secretctl: inject is not there yet"))
    #expect(try sandbox.run("help lst").stderr == "secretctl: no verb lst\nhint: did you mean list?\n")
  }

  @Test func theManualIsCleanRoff() throws {
    let page = try sandbox.run("help --man")
    #expect(page.status == 0)
    #expect(page.text.hasPrefix(".TH SECRETCTL 1 "))
    for section in ["NAME", "SYNOPSIS", "VERBS", "ENVIRONMENT", "EXIT STATUS", "FILES"] {
      #expect(page.text.contains("\n.SH \(section)\n"))
    }
    // Every line that begins with a dot is a request that is known.
    let requests = Set(
      page.text.split(separator: "\n").filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != " " } })
    #expect(requests.isSubset(of: [".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".I"]), "\(requests)")
    for code in ExitCode.allCases { #expect(page.text.contains("\n.B \(code.rawValue)\n")) }
    for option in Set(Verb.present.flatMap(\.spec.options)) where option != .help {
      let name = option.spec.name.replacingOccurrences(of: "-", with: "\\-")
      #expect(page.text.contains("\\-\\-\(name)"), "\(name)")
    }
  }

  @Test func bashCompletes() throws {
    let script = """
      source <(secretctl completions bash)
      try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _secretctl; echo "${COMPREPLY[*]}"; }
      try secretctl ini
      try secretctl slot ""
      try secretctl get --reve
      try secretctl slot remove --drop
      try secretctl init --kdf m
      try secretctl set --accessibility whenP
      try secretctl help comp
      """
    let result = try sandbox.shell(script)
    #expect(result.stderr == "")
    #expect(
      result.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() == [
        "init", "list add remove passphrase enrol", "--reveal", "--drop-slot", "mobile",
        "whenPasscodeSetThisDeviceOnly", "compact completions",
      ])
  }

  @Test func zshsScriptIsBalanced() throws {
    let text = try sandbox.run("completions zsh").text
    #expect(text.hasPrefix("#compdef secretctl\n"))
    // A quote within quotes is written as '\\''.
    #expect(text.replacing("'\\''", with: "").filter { $0 == "'" }.count.isMultiple(of: 2))
    for verb in Verb.present { #expect(text.contains("'\(verb.name)')")) }
  }

  @Test func noOtherShell() throws {
    let result = try sandbox.run("completions fish")
    #expect(result.status == 64)
    #expect(result.stderr == "secretctl: completions: no script for fish\nhint: bash or zsh\n")
  }
}

/// What every verb owes to scripts.
@Suite struct MannersTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func aFullDiskBehindStdoutIsAnError() throws {
    let result = try sandbox.shell("secretctl help > /dev/full")
    #expect(result.status == 74)
    #expect(result.stderr.hasPrefix("secretctl: cannot write to standard output: "))
  }

  @Test func aClosedStdoutIsAnError() throws {
    #expect(try sandbox.shell("secretctl help >&-").status == 74)
    #expect(try sandbox.shell("secretctl help --man 2>&-").status == 0)
  }

  @Test func headIsQuiet() throws {
    let result = try sandbox.shell(
      "set -o pipefail; secretctl help --man | head -c 1 | wc -c; secretctl help | true")
    #expect(result.stderr == "")
    #expect(result.status == 0)
  }

  @Test func errorsAreJSONOnRequest() throws {
    let result = try sandbox.run("list --json --nonsense")
    #expect(result.status == 64)
    let error = try result.jsonError()
    #expect(error["code"] as? String == "usage")
    #expect(error["exit"] as? Int == 64)
    #expect(error["message"] as? String == "list has no option --nonsense")
    #expect(error["hint"] as? String == "secretctl help list lists its options")
    #expect(
      result.stderr
        == "secretctl: list has no option --nonsense\nhint: secretctl help list lists its options\n")
  }

  @Test func hostileNamesDoNotSteerTheTerminal() throws {
    let result = try sandbox.run(["list", "-f", "no\u{1b}[31m\u{202e}thing"])
    #expect(result.status == 66)
    #expect(result.stderr.contains("no\\u{1b}[31m\\u{202e}thing"))
    #expect(!result.stderr.contains("\u{1b}"))
    let raw = try sandbox.shell("secretctl list -f $'bad\\xffname'")
    #expect(raw.status == 66)
    #expect(raw.stderr.contains("bad\\xffname"))
  }

  @Test func coreDumpsAreOff() throws {
    // stdin keeps the tool waiting while its limits are looked at.
    let script = """
      mkfifo f; "$T" init -f c.sf -i - < f & p=$!
      exec 3> f
      for i in $(seq 100); do grep -q 'Max core file size *0 *0' /proc/$p/limits && break; sleep 0.02; done
      grep 'Max core file size' /proc/$p/limits; kill $p; exec 3>&-; wait $p 2>/dev/null; true
      """
    let result = try sandbox.shell(script)
    #expect(
      result.text.split(separator: " ").filter { $0 == "0" }.count == 2, "\(result.text)\(result.stderr)")
  }
}
