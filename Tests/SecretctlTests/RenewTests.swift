import Foundation
import Testing

/// `renew`: a new value is on disk before anybody hears of it, and the old one until the next renewal.
@Suite struct RenewTests {
  private let box: Sandbox
  private let old = "canary-old-61"

  init() throws {
    box = try Sandbox()
    try box.prepare()
    try box.set("s", "a", old)
  }

  private func value(_ account: String, _ which: String = "current") throws -> String? {
    let result = try box.run("get -s s -a \(account) --which \(which)")
    return result.status == 0 ? result.text : nil
  }

  private func renew(_ options: String...) throws -> Sandbox.Result { try box.run(["renew"] + options) }

  @Test func proposedActivatedCheckedPromoted() throws {
    let result = try box.run([
      "renew", "-s", "s", "--propose", "read old; echo \"new-$old\"", "--activate", "cat > server",
      "--check", "cmp -s - server",
    ])
    #expect(result.status == 0 && result.text == "renewed: s / a\n", "\(result.stderr)")
    #expect(try value("a") == "new-" + old)
    #expect(try value("a", "previous") == old)
    #expect(try value("a", "pending") == nil)
    #expect(try box.read("server") == Data("new-\(old)".utf8))
    let item = try #require((try box.run("list --json").json()["items"] as? [[String: Any]])?.first)
    #expect(item["rotated"] is String && item["contentType"] as? String == "text")
    #expect(try box.run("verify").status == 0)
  }

  /// A key of random bytes ends in a newline once in 256 times: it has to stay whole.
  @Test func aFinalNewlineBelongsToTheValueIfItIsSaid() throws {
    let propose = #"printf 'key\n\n'"#
    #expect(try renew("-s", "s", "--propose", propose).status == 0)
    #expect(try value("a") == "key\n", "one is dropped")
    #expect(try renew("-s", "s", "--propose", propose, "--raw", "--activate", "cat >server").status == 0)
    #expect(try value("a") == "key\n\n")
    #expect(try box.read("server") == Data("key\n\n".utf8))
    let alone = try renew("-s", "s", "--generate", "8", "--raw")
    #expect(alone.status == 64 && alone.stderr.contains("--raw needs --propose"), "\(alone.stderr)")
  }

  @Test func generators() throws {
    for (name, letters) in [
      ("digits", "0123456789"), ("hex", "0123456789abcdef"), ("xyz", "xyz"), ("printable", ""),
    ] {
      let result = try box.run("renew -s s --generate 40 --alphabet \(name) --drop-previous")
      #expect(result.status == 0, "\(result.stderr)")
      let made = try #require(try value("a"))
      #expect(made.utf8.count == 40 && (letters.isEmpty || made.allSatisfy(letters.contains)), "\(name)")
    }
    #expect(try renew("-s", "s", "--generate", "0").status == 64)
    #expect(try renew("-s", "s", "--generate", "8", "--alphabet", "aa").status == 64)
    #expect(try renew("-s", "s", "--alphabet", "hex", "--propose", "true").status == 64)
    #expect(try renew("-s", "s").status == 64)
    #expect(try renew("--generate", "8").status == 64)
    #expect(try renew("-s", "nothing", "--generate", "8").status == 44)
  }

  /// The server has the new value and the promotion did not happen: both are there, and a rerun finishes with the same.
  @Test func aFailureLeavesBothAndARerunFinishes() throws {
    let first = try box.run([
      "renew", "-s", "s", "--generate", "20", "--activate", "cat > server", "--check", "echo no >&2; exit 3",
      "--json",
    ])
    #expect(first.status == 1)
    let item = try #require((try first.json()["items"] as? [[String: Any]])?.first)
    #expect(item["action"] as? String == "failed" && item["step"] as? String == "check")
    #expect(item["message"] as? String == "exit 3: no")
    let pending = try #require(try value("a", "pending"))
    #expect(try value("a") == old && box.read("server") == Data(pending.utf8))
    #expect(try box.run("audit --json").text.contains("pendingRenewal"))
    // Another command to propose is not asked: the value that may be live counts.
    let second = try box.run([
      "renew", "-s", "s", "--propose", "touch asked; echo other", "--check", "cmp -s - server", "--activate",
      "touch activated",
    ])
    #expect(second.status == 0 && second.text == "finished: s / a\n", "\(second.text)")
    #expect(try value("a") == pending && value("a", "previous") == old)
    #expect(!box.exists("asked") && !box.exists("activated"), "it worked already")
    #expect(try box.run("renew --pending").stderr.contains("nothing to do"))
  }

  @Test func rollback() throws {
    #expect(try renew("-s", "s", "--rollback").stderr.contains("nothing to do"))
    try renew("-s", "s", "--generate", "12", "--activate", "cat > server").expectDone()
    let new = try #require(try value("a"))
    let back = try renew("-s", "s", "--rollback", "--activate", "cat > server")
    #expect(back.text == "rolled back: s / a\n", "\(back.stderr)")
    #expect(try value("a") == old && value("a", "previous") == new && box.read("server") == Data(old.utf8))
    // A pending value is given up once the server knows the one that stays, and kept all the same.
    #expect(try renew("-s", "s", "--generate", "12", "--activate", "cat > server; exit 1").status == 1)
    let pending = try #require(try value("a", "pending"))
    #expect(try renew("-s", "s", "--rollback", "--activate", "exit 1").status == 1)
    #expect(try value("a", "pending") == pending)
    // Another value in between is no end of it, and its owner is told.
    let set = try box.run("set -s s -a a", input: "between")
    #expect(set.stderr.contains("a renewal is not finished") && set.stderr.contains("--rollback"))
    try box.write("batch", "{\"service\":\"s\",\"account\":\"a\",\"value\":\"\(old)\"}\n")
    #expect(try box.run("set --batch batch").stderr.contains("a renewal is not finished"))
    #expect(try !box.run("set -s s -a a", input: old).stderr.contains("not finished"), "nothing was replaced")
    let up = try renew("-s", "s", "--rollback", "--activate", "cat > server")
    #expect(up.text == "pending value given up: s / a\n")
    #expect(try value("a") == old && value("a", "pending") == nil && value("a", "previous") == pending)
    #expect(try box.read("server") == Data(old.utf8))
  }

  /// Without a command the server knows nothing, and the value that works is the one before.
  @Test func withoutACommandTheLastValueThatWorksStays() throws {
    let first = try renew("-s", "s", "--generate", "12")
    #expect(first.status == 0 && first.text == "renewed: s / a\n")
    #expect(first.stderr.contains("1 value: no command was told") && first.stderr.contains("--activate"))
    #expect(try value("a", "previous") == old)
    let made = try #require(try value("a"))
    let second = try renew("-s", "s", "--generate", "12")
    #expect(second.status == 1)
    #expect(second.text.contains("--drop-previous") && !second.stderr.contains("no command was told"))
    #expect(try value("a") == made && value("a", "previous") == old && value("a", "pending") == nil)
    let meant = try renew("-s", "s", "--generate", "12", "--drop-previous")
    #expect(meant.status == 0 && meant.stderr.contains("no command was told"))
    #expect(try value("a", "previous") == made)
    let told = try renew("-s", "s", "--generate", "12", "--activate", "cat >server")
    #expect(told.status == 0 && !told.stderr.contains("no command"))
  }

  /// A command that fails may complain with the value in other letters or backwards.
  @Test(arguments: ["tr a-z A-Z", "rev", "rev | tr a-z A-Z", "tr A-Z a-z"])
  func changedValuesAreNotShown(_ filter: String) throws {
    try box.set("s", "a", "canary-Old-61-qwertz")
    let result = try box.run(["renew", "-s", "s", "--propose", "cat | \(filter) >&2; exit 1"])
    #expect(result.status == 1)
    #expect(result.text.contains("its message holds the secret"), "\(result.text)")
    #expect(!result.text.lowercased().contains("qwertz") && !result.text.lowercased().contains("ztrewq"))
    let other = try box.run(["renew", "-s", "s", "--propose", "echo the server is down >&2; exit 1"])
    #expect(other.text.contains("the server is down"))
  }

  /// Shell: waits until a file is there, and not for ever.
  private static func wait(_ file: String) -> String {
    "for i in $(seq 600); do [ -e \(file) ] && break; sleep 0.05; done"
  }

  /// Renewals that run at once come one after the other: the server's value is the item's, whoever is slower.
  @Test(arguments: [("1", "0.2"), ("0.2", "1")])
  func twoAtOnce(_ first: String, _ second: String) throws {
    let result = try box.shell(
      """
      secretctl renew -s s --generate 16 --activate 'sleep \(first); cat > server' & sleep 0.1
      secretctl renew -s s --generate 16 --activate 'sleep \(second); cat > server'; echo $?; wait $!; echo $?
      """)
    #expect(
      result.text.split(separator: "\n").filter { $0 == "0" }.count == 2, "\(result.text)\(result.stderr)")
    let server = String(decoding: try box.read("server"), as: UTF8.self)
    #expect(try value("a") == server && value("a", "pending") == nil)
    let held = try box.shell(
      """
      secretctl renew -s s --generate 16 --activate 'touch begun; \(Self.wait("over"))' >/dev/null &
      \(Self.wait("begun")); secretctl renew -s s --rollback --wait 0; echo $?; touch over; wait
      """)
    #expect(held.text == "75\n" && held.stderr.contains("another renewal is under way"), "\(held.stderr)")
  }

  /// Without a lock in common (two users, say) the later one is refused before any server hears of its value.
  @Test func twoAtOnceThatDoNotSeeEachOther() throws {
    let result = try box.shell(
      """
      secretctl renew -s s --propose '\(Self.wait("looked")); echo first' \
        --activate 'touch begun; \(Self.wait("over")); cat > server' &
      XDG_STATE_HOME=$PWD/other secretctl renew -s s --activate 'cat > server' \
        --propose 'touch looked; \(Self.wait("begun")); echo second'; echo $?; touch over; wait $!; echo $?
      """)
    #expect(
      result.text.contains("another renewal of it has begun meanwhile"), "\(result.text)\(result.stderr)")
    #expect(try value("a") == "first" && value("a", "previous") == old)
    #expect(try box.read("server") == Data("first".utf8))
  }

  /// A rotation seals the values again, and changes none.
  @Test func aRotationMeanwhile() throws {
    let result = try renew(
      "-s", "s", "--propose", "echo new", "--activate", "'\(Sandbox.tool)' rotate -q >/dev/null")
    #expect(result.status == 0, "\(result.text)\(result.stderr)")
    #expect(try value("a") == "new" && value("a", "previous") == old)
  }

  @Test func manyInParallelAndOneThatFails() throws {
    for number in 0..<40 { try box.set("t", "n\(number)", "\(old)-\(number)") }
    let result = try box.run([
      "renew", "-s", "t", "--jobs", "8", "--propose", "[ $SECRETCTL_ITEM_ACCOUNT != n7 ] && sed s/old/new/",
      "--activate", "mkdir -p server; cat > \"server/$SECRETCTL_ITEM_ACCOUNT\"", "--json",
    ])
    #expect(result.status == 1)
    #expect(try result.json()["failed"] as? Int == 1)
    for number in 0..<40 {
      let value = try box.run("get -s t -a n\(number)").text
      let wanted = number == 7 ? "\(old)-7" : "canary-new-61-\(number)"
      #expect(value == wanted)
      if number != 7 { #expect(try box.read("server/n\(number)") == Data(wanted.utf8)) }
    }
    #expect(try box.run("verify --json").json()["records"] as? Int == 1 + 40 + 39)
  }

  @Test func byAge() throws {
    Thread.sleep(forTimeInterval: 1.2)
    try box.set("s", "young", old)
    let result = try renew("--older-than", "1s", "--generate", "9", "--dry-run")
    #expect(result.text == "would be renewed: s / a\n")
    #expect(try value("a") == old)
    #expect(try renew("--older-than", "1s", "--generate", "9").text == "renewed: s / a\n")
    #expect(try renew("--older-than", "1d", "--generate", "9").stderr.contains("nothing to do"))
  }

  /// A command gets a secret on its standard input and nowhere else, and none of the tool's descriptors.
  @Test func whatACommandSees() throws {
    let result = try box.shell(
      """
      secretctl renew -s s --generate 16 --activate 'cat > got; \
      for n in 3 4 5 6 7 8 9; do [ -e /proc/$$/fd/$n ] && echo $n; done > open; \
      tr "\\0" "\\n" < /proc/$PPID/cmdline > parent; env > environment; tr "\\0" "\\n" < /proc/$$/cmdline >> parent' \
      7<k 9<c.sf
      """)
    #expect(result.status == 0, "\(result.stderr)")
    let value = try #require(try value("a"))
    #expect(try box.read("got") == Data(value.utf8))
    for file in ["parent", "environment"] {
      let text = String(decoding: try box.read(file), as: UTF8.self)
      #expect(!text.contains(value) && !text.contains(old), "\(file)")
    }
    let environment = String(decoding: try box.read("environment"), as: UTF8.self)
    #expect(
      environment.contains("SECRETCTL_STEP=activate\n") && environment.contains("SECRETCTL_ITEM_ACCOUNT=a\n"))
    #expect(try box.read("open").isEmpty, "descriptors of the tool")
  }

  @Test func badCommands() throws {
    func message(_ options: [String]) throws -> String {
      let result = try box.run(["renew", "-s", "s"] + options)
      #expect(result.status == 1)
      #expect(try value("a") == old)
      return result.text
    }
    #expect(try message(["--propose", "true"]).contains("propose: the command printed nothing"))
    #expect(try message(["--propose", "cat"]).contains("propose: the command printed the old value"))
    #expect(try message(["--propose", "kill -9 $$"]).contains("propose: ended by signal 9"))
    #expect(try message(["--propose", "no-such-command-here"]).contains("propose: exit 127"))
    let start = Date()
    #expect(
      try message(["--propose", "sleep 30 & sleep 30", "--timeout", "1"]).contains("longer than 1 second"))
    #expect(Date().timeIntervalSince(start) < 20)
    // What a command says in its pain is told, but not with a secret in it.
    #expect(
      try message(["--propose", "echo 'no \u{202E}way' >&2; exit 2"]).contains("exit 2: no \\u{202e}way"))
    let told = try message(["--propose", "cat >&2; exit 2"])
    #expect(!told.contains(old) && told.contains("holds the secret and is not shown"))
    #expect(try value("a", "pending") == nil)
  }

  /// A message is not shown with a value in it, in whatever spelling a command has put it.
  @Test(arguments: [
    "printf 'user:%s' \"$v\" | base64", "printf 'us:%s' \"$v\" | base64", "printf 'u:%s' \"$v\" | base64",
    "printf '%s:%s:%s' \"$v\" \"$v\" \"$v\" | base64 -w 12",
    "printf %s \"$v\" | base64 | tr '+/' '-_' | tr -d =",
    "printf %s \"$v\" | od -An -v -tx1", "printf %s \"$v\" | od -An -v -tx1 | tr -d ' \\n' | tr a-f A-F",
    "printf %s \"$v\" | od -An -v -tx1 | tr -d '\\n' | tr ' ' :",
    "printf %s \"$v\" | sed 's/ /%20/g; s/\"/%22/g'",
    "printf %s \"$v\" | sed 's/\"/\\\\\"/g'", "printf %s \"$v\" | cut -c 1-16",
  ])
  func noValueInAMessage(encode: String) throws {
    let canaries = ["canary \"old\" password", "canary-new-password"]
    try box.set("s", "a", canaries[0])
    let tell = "echo \"> Authorization: Basic $(\(encode))\" >&2; exit 22"
    // To propose, the old value; to activate and check, the new one, and the old one that a command kept.
    let cases: [([String], String)] = [
      (["--propose", "v=$(cat); \(tell)", "--activate", "true"], "propose"),
      (["--propose", "v=\(canaries[1]); echo $v; \(tell)"], "propose"),
      (["--propose", "cat > kept; echo \(canaries[1])", "--activate", "v=$(cat); \(tell)"], "activate"),
      (["--pending", "--activate", "v=$(cat kept); \(tell)"], "activate"),
      (["--pending", "--check", "v=$(cat); \(tell)", "--json"], "check"),
    ]
    for (options, step) in cases {
      let result = try box.run(["renew", "-s", "s"] + options)
      #expect(result.status == 1)
      #expect(
        result.text.contains("exit 22; its message holds the secret and is not shown"),
        "\(step): \(result.text)")
      #expect(!result.text.contains("Authorization") && !result.stderr.contains("Authorization"), "\(step)")
      #expect(result.text.contains(step))
    }
  }

  @Test func inDoubtAMessageIsNotShown() throws {
    let options = [
      "renew", "-s", "s", "--propose",
      "head -c 70000 /dev/zero | tr '\\0' x >&2; echo >&2; echo no >&2; exit 2",
    ]
    #expect(try box.run(options).text.contains("exit 2; its message is too long to be searched"))
    #expect(
      try renew(
        "-s", "s", "--propose", "head -c 7000 /dev/zero | tr '\\0' x >&2; echo >&2; echo no >&2; exit 2"
      ).text
        .contains("exit 2: no\n"))
    try box.set("s", "a", "7a1")
    #expect(try renew("-s", "s", "--propose", "echo N2Ex >&2; exit 2").text.contains("and is not shown"))
    try box.set("s", "a", "7a15")
    #expect(try renew("-s", "s", "--propose", "echo N2ExNQ== >&2; exit 2").text.contains("and is not shown"))
    #expect(try renew("-s", "s", "--propose", "echo no way >&2; exit 2").text.contains("exit 2: no way\n"))
  }

  /// What the tool prints holds no value, whatever the commands print.
  @Test func noValueInTheReport() throws {
    for options in [[], ["--json"]] {
      let result = try box.run(
        [
          "renew", "-s", "s", "--propose", "sed s/$/x/", "--activate", "cat; cat >&2", "--check",
          "tee /dev/stderr",
        ] + options)
      #expect(result.status == 0)
      #expect(!result.text.contains(old) && !result.stderr.contains(old))
    }
    #expect(try value("a") == old + "xx")
  }
}

extension Sandbox.Result {
  func expectDone() { #expect(status == 0, "\(stderr)") }
}
