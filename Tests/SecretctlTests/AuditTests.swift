import Foundation
import Testing

/// `audit`: each weakness is found by its name, and a container without one is clean.
@Suite struct AuditTests {
  private let box: Sandbox

  init() throws {
    box = try Sandbox()
    try box.prepare()
    try box.shell("chmod 600 k c.sf; chmod 700 .")
  }

  private func findings(_ options: String = "", _ status: Int32 = 10) throws -> [String: [String: Any]] {
    let result = try box.run("audit --json \(options)")
    #expect(result.status == status, "\(result.text) \(result.stderr)")
    let all = try #require(try result.json()["findings"] as? [[String: Any]])
    var byCode: [String: [String: Any]] = [:]
    for finding in all {
      #expect(
        (finding["hint"] as? String)?.contains("secretctl ") == true
          || finding["code"] as? String == "looseMode")
      byCode[try #require(finding["code"] as? String)] = finding
    }
    return byCode
  }

  private func accounts(_ finding: [String: Any]?) -> [String] {
    ((finding?["items"] as? [[String: Any]]) ?? []).compactMap { $0["account"] as? String }
  }

  @Test func aCleanContainer() throws {
    try box.set("com.example.app", "user", "canary-audit")
    let result = try box.run("audit")
    #expect(result.status == 0 && result.text == "", "\(result.text)")
    #expect(result.stderr == "secretctl: c.sf: no weakness found\n")
    #expect(try findings("", 0).isEmpty)
  }

  @Test func whatItemsShow() throws {
    try box.set("s", "kept always", "x", "--accessibility always")
    try box.set("s", "syncs/refreshToken", "x", "--synchronizable")
    try box.set("s", "session/accessToken", "x")
    try box.set("s", "bound/accessToken", "x", "--accessibility whenUnlockedThisDeviceOnly")
    try box.set("s", "late", "x", "--expires 2020-01-01")
    try box.set("s", "twice", "x")
    try box.set("s", "twice", "y", "-g group")
    try box.set("s", "thrice", "x", "-g a")
    try box.set("s", "thrice", "y", "-g b")
    let found = try findings()
    #expect(accounts(found["always"]) == ["kept always"])
    #expect(accounts(found["syncingToken"]) == ["syncs/refreshToken"])
    #expect(accounts(found["travellingToken"]) == ["session/accessToken"])
    #expect(accounts(found["expired"]) == ["late"])
    #expect(accounts(found["severalGroups"]) == ["thrice", "twice"])
    #expect(accounts(found["outsideDefaultGroup"]).sorted() == ["thrice", "thrice", "twice"])
    #expect(found["old"] == nil)
    #expect(found.count == 6)
    let text = try box.run("audit").text
    #expect(
      text.contains("\nexpired: secrets past their expiry\n  s / late\n  do: secretctl renew --expired"))
    // Nothing is older than a year; a second makes everything old.
    Thread.sleep(forTimeInterval: 1.1)
    #expect(accounts(try findings("--older-than 1s")["old"]).count == 9)
    #expect(try box.run("audit --older-than soon").status == 64)
  }

  @Test func looseModes() throws {
    try box.set("s", "a", "x")
    try box.shell("chmod 644 c.sf; chmod 640 k; chmod 777 .")
    let places = try #require(try findings()["looseMode"]?["places"] as? [String])
    #expect(places.contains("c.sf (mode 0644)") && places.contains("k (mode 0640)"), "\(places)")
    #expect(places.contains { $0.hasSuffix("(mode 0777)") }, "\(places)")
    try box.shell("chmod 600 c.sf k; chmod 1777 .")
    #expect(try box.run("audit").status == 0)
  }

  /// A rotation without the device key carries that class over; with it the container is clean again.
  @Test func keysThatWereCarriedOver() throws {
    try box.set("s", "bound", "x", "--accessibility whenUnlockedThisDeviceOnly")
    try box.set("s", "free", "x")
    let key = try #require(box.environment["XDG_DATA_HOME"]) + "/secretctl/device.key"
    try box.shell("mv '\(key)' hidden; chmod 600 hidden")
    let rotation = try box.run("rotate")
    #expect(rotation.status == 0)
    #expect(
      rotation.stderr.contains("carrying over whenUnlockedThisDeviceOnly: without device"),
      "\(rotation.stderr)")
    #expect(rotation.stderr.contains("renewing whenUnlocked"))
    #expect(accounts(try findings()["staleKey"]) == ["bound"])
    #expect(try box.run("rotate --device-key hidden").status == 0)
    #expect(try box.run("audit --device-key hidden").status == 0)
  }

  @Test func cheapDerivations() throws {
    try box.write("pass", "canary-phrase\n")
    try box.shell("chmod 600 pass")
    try box.run("init -f p.sf --passphrase-file pass --kdf mobile")
    #expect(try box.run("audit -f p.sf --passphrase-file pass").status == 0)
  }
}
