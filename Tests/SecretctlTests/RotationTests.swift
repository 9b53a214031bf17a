import Foundation
import Testing

/// Slots and rotation: nothing is dropped that was not named, and what is dropped opens nothing any more.
@Suite struct RotationTests {
  private let box: Sandbox

  init() throws {
    box = try Sandbox()
    try box.prepare()
    try box.set("s", "a", "secret")
    try box.write("pass", "first\n")
  }

  private func slots() throws -> [[String: Any]] {
    try #require(try box.run("slot list --json").json()["slots"] as? [[String: Any]])
  }

  private func id(_ kind: String) throws -> String {
    try #require(try slots().first { $0["kind"] as? String == kind }?["id"] as? String)
  }

  private func recipient(_ file: String) throws -> String {
    try box.run("keygen --x25519 -o \(file)")
    let text = String(decoding: try box.read(file), as: UTF8.self)
    return try #require(
      text.split(whereSeparator: \.isWhitespace).map(String.init).first { $0.hasPrefix("age1") })
  }

  private func addPassphrase() throws {
    let result = try box.shell("secretctl slot add --new-passphrase-fd 4 --kdf mobile --label laptop 4< pass")
    try #require(result.status == 0, "\(result.stderr)")
  }

  // MARK: Adding

  @Test func everyKindOfSlotOpens() throws {
    try addPassphrase()
    try box.run("keygen -o k2")
    let key = try recipient("age")
    #expect(try box.run("slot add --key-file k2 -r \(key) --label more").lines.count == 2)
    #expect(try slots().count == 4)
    #expect(try slots().compactMap { $0["label"] as? String }.sorted() == ["laptop", "more", "more"])
    for options in ["-i k", "-i k2", "-i age", "--passphrase-file pass"] {
      #expect(try box.run("get -s s \(options)").text == "secret", "\(options)")
    }
    let text = try box.run("slot list").text
    #expect(text.contains("passphrase") && text.contains("laptop") && text.contains(key))
    #expect(text.contains("64 MiB, 3 passes") && text.contains("(this one opened it)"))
    #expect(try box.run("slot add").status == 64)
    let bad = try box.run("slot add -r age1canary")
    #expect(bad.status == 65)
    #expect(!bad.stderr.contains("canary"))
  }

  @Test func initTakesSeveralWaysIn() throws {
    _ = try recipient("age")
    let key = try recipient("another")
    let result = try box.run(
      "init -f d.sf -i k -i age -r \(key) --passphrase-file pass --kdf mobile --label Mine --json", input: "")
    #expect(result.status == 0, "\(result.stderr)")
    #expect((try result.json()["slots"] as? [Any])?.count == 4)
    #expect(try box.run("init -f e.sf").status == 64 || box.variables["SECRETCTL_IDENTITY"] != nil)
    #expect(try box.run("init -f f.sf -i k").stderr.contains("hint: a second one for the day it is lost"))
  }

  // MARK: Rotation

  @Test func rotationRenewsTheKeys() throws {
    let before = try box.read("c.sf")
    let result = try box.run("rotate --json")
    #expect(result.status == 0, "\(result.stderr)")
    let report = try result.json()
    #expect(report["keyEpoch"] as? Int == 2)
    #expect((report["keptSlots"] as? [Any])?.count == 1)
    // The value before a renewal is no item of its own.
    try box.run("renew -s s --generate 8").expectDone()
    let plan = try box.run("rotate --dry-run --json").json()
    #expect((plan["renewed"] as? [[String: Any]])?.map { $0["items"] as? Int } == [1])
    #expect(try box.run("rotate").text.contains("1 item\n"))
    #expect(try box.run("renew -s s --rollback").status == 0)
    #expect((report["renewed"] as? [[String: Any]])?.map { $0["items"] as? Int } == [1])
    #expect(try box.read("c.sf") != before)
    #expect(try box.run("get -s s").text == "secret")
    #expect(try box.run("verify").status == 0)
  }

  @Test func whatIsNotNamedIsNotDropped() throws {
    try addPassphrase()
    let key = try recipient("age")
    try box.run("slot add -r \(key)")
    let before = try box.read("c.sf")
    let refused = try box.run("rotate")
    #expect(refused.status == 1)
    #expect(try box.read("c.sf") == before)
    let plan = try box.run("rotate --dry-run --json")
    #expect(plan.status == 1)
    #expect((try plan.json()["refusals"] as? [Any])?.isEmpty == false)
    #expect(try box.read("c.sf") == before)
    let passphrase = try id("passphrase")
    let rotated = try box.run("rotate --drop-slot \(passphrase) --keep-recipient \(key)")
    #expect(rotated.status == 0, "\(rotated.stderr)")
    #expect(try box.run("get -s s -i age --accept-origin").text == "secret")
    box.variables["SECRETCTL_IDENTITY"] = nil
    #expect(try box.run("get -s s --passphrase-file pass").status == 77)
  }

  @Test func removingASlotIsARotation() throws {
    try addPassphrase()
    let passphrase = try id("passphrase")
    #expect(try box.run("slot remove 0123456789abcdef").status == 64)
    #expect(try box.run("slot remove nonsense").status == 64)
    let result = try box.run("slot remove \(passphrase) --json")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(try result.json()["keyEpoch"] as? Int == 2)
    #expect(try slots().count == 1)
    // The last way in stays.
    #expect(try box.run("slot remove \(try id("keyFile"))").status != 0)
    #expect(try box.run("get -s s").text == "secret")
  }

  @Test func aPassphraseChanges() throws {
    try addPassphrase()
    try box.write("new", "second\n")
    let slot = try id("passphrase")
    let result = try box.shell(
      "secretctl slot passphrase --passphrase-file pass --new-passphrase-fd 4 --kdf mobile 4< new")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(try id("passphrase") == slot)
    box.variables["SECRETCTL_IDENTITY"] = nil
    #expect(try box.run("get -s s --passphrase-file pass").status == 77)
    #expect(try box.run("get -s s --passphrase-file new").text == "secret")
    #expect(try box.run("get -s s -i k").text == "secret")
    // Opened with a key there is no passphrase to change.
    let other = try box.shell("secretctl slot passphrase -i k --new-passphrase-fd 4 4< new")
    #expect(other.status == 23)
  }

  @Test func aPassphraseChangesAtATerminal() throws {
    try addPassphrase()
    box.variables["SECRETCTL_IDENTITY"] = nil
    let terminal = try PseudoTerminal(
      "exec $T slot passphrase -i k --passphrase-file pass --kdf mobile", in: box)
    try terminal.answer("passphrase for slot ", "second-canary")
    try terminal.answer("again: ", "second-canary")
    #expect(terminal.finish() == 0, "\(terminal.screen)")
    #expect(!terminal.screen.contains("canary"))
    let asked = try PseudoTerminal("exec $T get -s s > out", in: box)
    try asked.answer("passphrase for c.sf (slot ", "second-canary")
    #expect(asked.finish() == 0, "\(asked.screen)")
    #expect(try box.read("out") == Data("secret".utf8))
  }

  /// At a terminal the passphrases of slots that would be lost are asked for, and whether recipients stay.
  @Test func aRotationAsksForWhatItMustKeep() throws {
    try addPassphrase()
    try #require(try box.run("slot add -r \(try recipient("friend"))").status == 0)
    let before = try slots().compactMap { $0["id"] as? String }.sorted()
    let refused = try box.run("rotate")
    #expect(refused.status == 1 && refused.stderr.contains("its passphrase is not given"), "nobody to ask")
    let terminal = try PseudoTerminal("exec $T rotate -i k", in: box)
    let kinds = try slots().filter { $0["kind"] as? String != "keyFile" }
    for kind in kinds.compactMap({ $0["kind"] as? String }) {
      if kind == "passphrase" {
        try terminal.answer("(laptop), which stays only with it: ", "first")
      } else {
        try terminal.expect("stay? [y/N] ")
        terminal.send("y\n")
      }
    }
    #expect(terminal.finish() == 0, "\(terminal.screen)")
    #expect(terminal.screen.contains("renewing whenUnlocked"))
    #expect(try slots().compactMap { $0["id"] as? String }.sorted() == before)
    #expect(try box.run("verify --passphrase-file pass").status == 0)
    #expect(try box.run("verify -i friend --accept-origin").status == 0)
    #expect(try box.run("audit").status == 0)
    // Left empty, the slot is not dropped: the rotation is refused.
    let again = try PseudoTerminal("exec $T rotate -i k --keep-recipient all", in: box)
    try again.answer("which stays only with it: ", "")
    #expect(again.finish() == 1, "\(again.screen)")
    #expect(try box.run("verify --json").json()["keyEpoch"] as? Int == 2)
  }

  /// So is the name of a key file that was not given.
  @Test func aRotationAsksForKeyFiles() throws {
    try #require(try box.run("keygen -o second -q").status == 0)
    try #require(try box.run("slot add --key-file second").status == 0)
    let before = try slots().compactMap { $0["id"] as? String }.sorted()
    let refused = try box.run("rotate")
    #expect(refused.status == 1 && refused.stderr.contains("its key file is not given"), "nobody to ask")
    let wrong = try PseudoTerminal("exec $T rotate -i k", in: box)
    try wrong.expect("which stays only with it: ")
    wrong.send("elsewhere\n")
    #expect(wrong.finish() == 66 && wrong.screen.contains("elsewhere"), "\(wrong.screen)")
    let foreign = try PseudoTerminal("exec $T rotate -i k", in: box)
    try foreign.expect("which stays only with it: ")
    foreign.send("k\n")
    #expect(foreign.finish() == 1, "a key file of another slot: \(foreign.screen)")
    #expect(try box.run("verify --json").json()["keyEpoch"] as? Int == 1)
    let terminal = try PseudoTerminal("exec $T rotate -i k", in: box)
    try terminal.expect("which stays only with it: ")
    terminal.send("second\n")
    #expect(terminal.finish() == 0, "\(terminal.screen)")
    #expect(try slots().compactMap { $0["id"] as? String }.sorted() == before)
    #expect(try box.run("verify -i second").status == 0)
  }

  @Test func aRotationWaitsForAnotherWriter() throws {
    let result = try box.shell(
      """
      exec 9<>c.sf; flock 9; secretctl rotate --wait 0 --no-witness 9>&-; echo $?
      (sleep 1; flock -u 9) & secretctl rotate --wait 20 -q --no-witness 9>&- >/dev/null; echo $?
      """)
    #expect(result.text == "75\n0\n", "\(result.stderr)")
  }

  @Test func anEnrolmentIsRemovedWithoutARotation() throws {
    let key = try recipient("touch")
    try #require(try box.run("slot enrol \(key)").status == 0)
    try box.set("s", "b", "2", "--access-control biometryAny --presence touch")
    let enrolment = try #require(try slots().first { $0["enrolment"] as? Bool == true }?["id"] as? String)
    let refused = try box.run("slot remove \(enrolment)")
    #expect(refused.status == 1, "\(refused.stderr)")
    #expect(refused.stderr.contains("would be lost\n  s / b\nhint: --lose-items"), "\(refused.stderr)")
    let removed = try box.run("slot remove \(enrolment) --lose-items")
    #expect(removed.status == 0, "\(removed.stderr)")
    #expect(try box.run("verify --json").json()["keyEpoch"] as? Int == 1)
    #expect(try slots().count == 1)
  }

  @Test func compactKeepsEverything() throws {
    for number in 0..<20 { try box.set("s", "n\(number)", "value \(number)") }
    try box.run("rm -s s -a a")
    let result = try box.run("compact --json")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(try box.run("verify").status == 0)
    #expect(try box.run("get -s s -a n7").text == "value 7")
    #expect(try box.run("list").lines.count == 20)
  }
}
