import Foundation
import Testing

/// Which item is meant, what is said of it, and what became of it.
@Suite struct ItemChoiceTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.run("keygen -q -o k")
    try sandbox.run("init -q -f c.sf -i k")
    for name in ["d1", "d2", "d3"] { try sandbox.run("keygen -q --device -o \(name)") }
  }

  private func secretctl(_ line: String, input: String? = nil) throws -> Sandbox.Result {
    let words = line.split(separator: " ").map(String.init)
    let slot = words[0] == "slot" ? 2 : 1
    return try sandbox.run(
      Array(words[..<slot]) + ["-f", "c.sf", "-i", "k"] + words[slot...], input: input.map { Data($0.utf8) })
  }

  private func setOnTwoDevices() throws {
    for device in ["d1", "d2"] {
      let set = try secretctl(
        "set -q -s s -a a --device-key \(device) --accessibility whenUnlockedThisDeviceOnly",
        input: "of \(device)")
      #expect(set.status == 0, "\(set.stderr)")
    }
  }

  // MARK: Two devices

  @Test func theOwnDevicesItemWins() throws {
    try setOnTwoDevices()
    #expect(try secretctl("get -s s -a a --device-key d1").text == "of d1")
    #expect(try secretctl("get -s s -a a --device-key d2").text == "of d2")
    #expect(try secretctl("edit -s s -a a --label mine --device-key d2").status == 0)
    #expect(try secretctl("mv -s s -a a --to-account b --device-key d2").status == 0)
    #expect(try secretctl("get -s s -a b --device-key d2").text == "of d2")
    #expect(try secretctl("get -s s -a a --device-key d1").text == "of d1")
  }

  @Test func theItemBoundToNoDeviceIsOnesOwnToo() throws {
    _ = try secretctl("set -q -s s -a a", input: "of nobody")
    _ = try secretctl(
      "set -q -s other -a a --device-key d1 --accessibility whenUnlockedThisDeviceOnly", input: "of d1")
    _ = try secretctl("mv -q -s s -a a --to-service other", input: nil)
    #expect(try secretctl("get -s other -a a").text == "of nobody")
    #expect(try secretctl("get -s other -a a --device-key d1").text == "of d1")
  }

  @Test func rmTakesTheOwnAlone() throws {
    try setOnTwoDevices()
    let removed = try secretctl("rm -s s -a a --device-key d1")
    #expect(removed.status == 0, "\(removed.stderr)")
    #expect(removed.text == "1 removed\n")
    #expect(try secretctl("get -s s -a a --device-key d2").text == "of d2")
  }

  @Test func othersItemsAreListedWithTheirDevices() throws {
    try setOnTwoDevices()
    let get = try secretctl("get -s s -a a --device-key d3")
    #expect(get.status == 45)
    #expect(get.stderr.components(separatedBy: "  s / a (bound to device ").count == 3, "\(get.stderr)")
    #expect(get.stderr.contains("hint: add --bound-to DEVICE"))
    let id = try #require(get.stderr.components(separatedBy: "device ").dropFirst().first?.prefix(32))
    #expect(try secretctl("rm -s s -a a --device-key d3 --bound-to \(id)").text == "1 removed\n")
    #expect(try secretctl("list --bound-to none").text == "")
    #expect(try secretctl("list --bound-to x").status == 64)
  }

  @Test func anothersItemIsNoDuplicate() throws {
    try setOnTwoDevices()
    let set = try secretctl(
      "set -s s -a a --add-only --device-key d3 --accessibility whenUnlockedThisDeviceOnly", input: "of d3")
    #expect(set.status == 0, "\(set.stderr)")
  }

  // MARK: Nothing there

  @Test func whatWasAskedForIsRepeated() throws {
    for verb in ["get", "edit --label x", "mv --to-account b"] {
      let result = try secretctl("\(verb) -s com.example -a nobody -g team")
      #expect(result.status == 44, "\(verb)")
      #expect(
        result.stderr.contains("c.sf: no such item: service com.example, account nobody, group team\n"),
        "\(result.stderr)")
    }
    let all = try secretctl("get --json --all -s com.example")
    #expect(all.status == 44)
    #expect(try all.jsonError()["code"] as? String == "notFound")
  }

  // MARK: Factors

  @Test func whatIsMissingIsSaidOfTheItem() throws {
    try setOnTwoDevices()
    let get = try secretctl("get -s s -a a --device-key d3 --json --all")
    #expect(get.status == 23)
    #expect(try get.jsonError()["code"] as? String == "device")
    #expect(get.stderr.contains("service \"s\", account \"a\": the key of the device"), "\(get.stderr)")
    let passcode = try secretctl(
      "set -s s -a p --device-key d1 --accessibility whenPasscodeSetThisDeviceOnly", input: "x")
    #expect(passcode.status == 23)
    #expect(passcode.stderr.contains("account \"p\": the container has no passphrase slot"))
    #expect(passcode.stderr.contains("hint: secretctl slot add --passphrase"))
    let presence = try secretctl("set -s s -a q --access-control biometryAny", input: "x")
    #expect(presence.status == 23)
    #expect(presence.stderr.contains("account \"q\": the container has no enrolment"))
    #expect(presence.stderr.contains("hint: secretctl slot enrol"))
    for result in [get, passcode, presence] { #expect(!result.stderr.contains("key 1")) }
  }

  @Test func eachPasswordIsTriedOnEachItem() throws {
    for (account, password) in [("a", "one"), ("b", "two")] {
      try sandbox.write("pw-" + account, password)
      let set = try sandbox.shell(
        "printf %s 'of \(account)' | secretctl set -q -f c.sf -i k -s s -a \(account) --kdf mobile "
          + "--access-control applicationPassword --item-passphrase-fd 3 3<pw-\(account)")
      #expect(set.status == 0, "\(set.stderr)")
    }
    _ = try secretctl("set -q -s s -a c", input: "of c")
    let both = "--item-passphrase-fd 3 --item-passphrase-fd 4 3<pw-b 4<pw-a"
    #expect(try sandbox.shell("secretctl get -f c.sf -i k -s s -a a \(both)").text == "of a")
    #expect(try sandbox.shell("secretctl get -f c.sf -i k -s s -a b \(both)").text == "of b")
    let all = try sandbox.shell("secretctl get -f c.sf -i k --json --all \(both)")
    #expect(all.status == 0, "\(all.stderr)")
    for value in ["of a", "of b", "of c"] { #expect(all.text.contains("\"value\":\"\(value)\"")) }
    let wrong = try sandbox.shell("secretctl get -f c.sf -i k -s s -a a --item-passphrase-fd 3 3<pw-b")
    #expect(wrong.status == 23)
    #expect(wrong.stderr.contains("service \"s\", account \"a\": the item's own password is wrong"))
  }

  // MARK: What became of it

  @Test func setSaysWhatItDid() throws {
    let first = try secretctl("set -s s -a a --json", input: "v")
    #expect(try first.json()["action"] as? String == "added")
    #expect(
      try secretctl("set -s s -a a", input: "v").stderr == "secretctl: s / a: unchanged, nothing written\n")
    #expect(try secretctl("set -s s -a a --label l", input: "v").stderr == "secretctl: s / a: changed\n")
    #expect(try secretctl("set -s s -a a", input: "w").stderr == "secretctl: s / a: replaced\n")
    let both = try secretctl("set -s s -a a --label m --json", input: "x")
    #expect(try both.json()["action"] as? String == "replaced")
    let control = try secretctl("set -s s -a a --accessibility always --json", input: "x")
    #expect(try control.json()["action"] as? String == "replaced")
  }

  @Test func aDryRunChangesNothing() throws {
    _ = try secretctl("set -q -s s -a a", input: "v")
    let before = try sandbox.read("c.sf")
    let bound = try secretctl("edit -s s -a a --accessibility whenUnlockedThisDeviceOnly --dry-run")
    #expect(bound.status == 0, "\(bound.stderr)")
    #expect(bound.stderr == "secretctl: s / a: would be changed\n")
    #expect(!sandbox.exists("data/secretctl/device.key"))
    let same = try secretctl("edit -s s -a a --accessibility whenUnlocked --dry-run")
    #expect(same.stderr == "secretctl: s / a: unchanged, nothing written\n")
    let json = try secretctl("edit -s s -a a --accessibility whenUnlocked --dry-run --json").json()
    #expect(json["action"] as? String == "unchanged")
    #expect(json["dryRun"] as? Bool == true)
    #expect(try sandbox.read("c.sf") == before)
  }

  @Test func oneIsNoPlural() throws {
    _ = try secretctl("set -q -s s -a a", input: "v")
    #expect(try secretctl("verify").text.contains(": whole; 1 item, 1 secret opened, "))
  }

  @Test func anUnprovenOriginIsToldOnce() throws {
    try sandbox.run("keygen -q --x25519 -o x")
    try sandbox.run("init -q -f r.sf -i x --no-witness")
    let read = try sandbox.run("list -f r.sf -i x --no-witness")
    #expect(read.status == 0)
    #expect(read.stderr.components(separatedBy: "--accept-origin").count == 2)
    let write = try sandbox.run("set -f r.sf -i x --no-witness -s s -a a", input: "v")
    #expect(write.status == 22)
    #expect(write.stderr.components(separatedBy: "--accept-origin").count == 2, "\(write.stderr)")
  }
}
