import Foundation
import Testing

/// Every row of the table of chains, end to end: made, read with the factors, refused by name without them.
@Suite struct FactorTests {
  private let box: Sandbox

  /// A container that a passphrase and a key file open, with one enrolment.
  init() throws {
    box = try Sandbox()
    try box.write("pass", "correct horse\n")
    try box.run("keygen -o k")
    try box.run("keygen --x25519 -o touch")
    try box.run("keygen --device -o device")
    try box.run("init -f c.sf -i k --passphrase-file pass --kdf mobile")
    box.variables["SECRETCTL_FILE"] = "c.sf"
    let result = try box.run("slot enrol \(try recipient("touch")) -i k --passphrase-file pass --label touch")
    try #require(result.status == 0, "\(result.stderr)")
  }

  private func recipient(_ file: String) throws -> String {
    let text = String(decoding: try box.read(file), as: UTF8.self)
    return try #require(
      text.split(whereSeparator: \.isWhitespace).map(String.init).first { $0.hasPrefix("age1") })
  }

  /// The options that present a factor: D device, B presence, C passcode.
  private func options(_ factors: String) -> String {
    var words = factors.contains("C") ? "--passphrase-file pass" : "-i k"
    if factors.contains("B") { words += " --presence touch" }
    if factors.contains("D") { words += " --device-key device" }
    return words
  }

  /// Sets of factors that open an item, and for some that do not the name of what is missing.
  struct Row: Sendable, CustomStringConvertible {
    var accessibility: String
    var control: String
    var opens: [String]
    var lacks: [String: String]
    var description: String { "\(accessibility) \(control)" }
  }

  static let rows: [Row] = [
    Row(accessibility: "whenUnlocked", control: "none", opens: [""], lacks: [:]),
    Row(accessibility: "afterFirstUnlock", control: "none", opens: [""], lacks: [:]),
    Row(accessibility: "always", control: "none", opens: [""], lacks: [:]),
    Row(
      accessibility: "whenUnlockedThisDeviceOnly", control: "none", opens: ["D"],
      lacks: ["": "device", "BC": "device"]),
    Row(accessibility: "alwaysThisDeviceOnly", control: "none", opens: ["D"], lacks: ["": "device"]),
    Row(
      accessibility: "whenPasscodeSetThisDeviceOnly", control: "none", opens: ["DC"],
      lacks: ["": "device", "D": "passcode", "C": "device"]),
    Row(
      accessibility: "whenUnlocked", control: "userPresence", opens: ["B", "C"],
      lacks: ["": "presence", "D": "presence"]),
    Row(
      accessibility: "afterFirstUnlockThisDeviceOnly", control: "userPresence", opens: ["DB", "DC"],
      lacks: ["D": "presence", "B": "device", "C": "device"]),
    Row(
      accessibility: "whenPasscodeSetThisDeviceOnly", control: "userPresence", opens: ["DC"],
      lacks: ["DB": "passcode"]),
    Row(
      accessibility: "whenUnlocked", control: "biometryAny", opens: ["B"],
      lacks: ["": "presence", "C": "presence"]),
    Row(accessibility: "whenUnlocked", control: "biometryCurrentSet", opens: ["B"], lacks: ["C": "presence"]),
    Row(
      accessibility: "whenUnlockedThisDeviceOnly", control: "biometryAny", opens: ["DB"],
      lacks: ["D": "presence", "B": "device"]),
    Row(
      accessibility: "whenPasscodeSetThisDeviceOnly", control: "biometryCurrentSet", opens: ["DBC"],
      lacks: ["DB": "passcode", "DC": "presence", "BC": "device"]),
    Row(
      accessibility: "whenUnlocked", control: "devicePasscode", opens: ["C"],
      lacks: ["": "passcode", "B": "passcode"]),
    Row(
      accessibility: "whenUnlockedThisDeviceOnly", control: "devicePasscode", opens: ["DC"],
      lacks: ["D": "passcode", "C": "device"]),
    Row(
      accessibility: "whenUnlocked", control: "biometryAny,devicePasscode,or", opens: ["B", "C"],
      lacks: ["": "presence"]),
    Row(
      accessibility: "whenUnlockedThisDeviceOnly", control: "biometryCurrentSet,devicePasscode,or",
      opens: ["DB", "DC"],
      lacks: ["D": "presence", "BC": "device"]),
    Row(
      accessibility: "whenUnlocked", control: "biometryAny,devicePasscode,and", opens: ["BC"],
      lacks: ["B": "passcode", "C": "presence"]),
    Row(
      accessibility: "whenUnlocked", control: "biometryAny,devicePasscode", opens: ["BC"],
      lacks: ["B": "passcode", "C": "presence"]),
    Row(
      accessibility: "whenUnlockedThisDeviceOnly", control: "biometryAny,devicePasscode,and", opens: ["DBC"],
      lacks: ["DB": "passcode", "DC": "presence", "BC": "device"]),
  ]

  @Test(arguments: rows) func theTable(_ row: Row) throws {
    let protection = "--accessibility \(row.accessibility) --access-control \(row.control)"
    let made = try box.set(
      "s", "a", "canary", "\(protection) --passphrase-file pass --presence touch --device-key device")
    try #require(made.status == 0, "\(made.stderr)")
    for factors in row.opens {
      let result = try box.run("get -s s \(options(factors))")
      #expect(result.text == "canary", "\(factors): \(result.stderr)")
    }
    for (factors, missing) in row.lacks {
      let result = try box.run("get -s s --json \(options(factors))")
      #expect(result.status == 23, "\(factors): \(result.stderr)")
      #expect(try result.jsonError()["code"] as? String == missing, "\(factors): \(result.stderr)")
      #expect(result.stderr.contains("\nhint: "))
      #expect(!result.text.contains("canary"))
    }
    // Attributes are there for everybody who opens the container.
    let item = try #require((try box.run("list -i k --json").json()["items"] as? [[String: Any]])?.first)
    #expect(item["accessibility"] as? String == row.accessibility)
    let flags = row.control == "none" ? [] : row.control.split(separator: ",").map(String.init)
    #expect(Set(try #require(item["accessControl"] as? [String])) == Set(flags))
  }

  @Test func anItemsOwnPassword() throws {
    try box.write("own", "own-canary\n")
    let made = try box.shell(
      "printf v | secretctl set -s s -a a -i k --access-control applicationPassword --kdf mobile "
        + "--item-passphrase-fd 4 4< own")
    try #require(made.status == 0, "\(made.stderr)")
    #expect(try box.shell("secretctl get -s s -i k --item-passphrase-fd 4 4< own").text == "v")
    let without = try box.run("get -s s -i k --json")
    #expect(without.status == 23)
    #expect(try without.jsonError()["code"] as? String == "applicationPassword")
    let wrong = try box.shell("secretctl get -s s -i k --item-passphrase-fd 4 4<<< wrong")
    #expect(wrong.status == 23)
    #expect(!wrong.stderr.contains("canary"))
    // verify tells what it could not open, and opens it with the password.
    let report = try box.run("verify -i k --json").json()
    let unopened = try #require(report["secretsUnopened"] as? [[String: Any]])
    #expect(unopened.map { $0["reason"] as? String } == ["applicationPassword"])
    #expect(
      try box.shell("secretctl verify -i k --item-passphrase-fd 4 4< own").text.contains("1 secret opened"))
    // Without a terminal and without a descriptor there is no way to get one.
    #expect(try box.set("s", "b", "v", "-i k --access-control applicationPassword").status == 64)
  }

  @Test func anEnrolmentMoreEndsTheCurrentSet() throws {
    try box.run("keygen --x25519 -o other")
    let all = "--passphrase-file pass --presence touch --device-key device"
    try box.set("s", "current", "1", "--access-control biometryCurrentSet \(all)")
    try box.set("s", "any", "2", "--access-control biometryAny \(all)")
    let refused = try box.run("slot enrol \(try recipient("other")) \(all)")
    #expect(refused.status == 1)
    #expect(refused.stderr.contains("would be lost\n  s / current\nhint: --lose-items"))
    let enrolled = try box.run("slot enrol \(try recipient("other")) \(all) --lose-items")
    try #require(enrolled.status == 0, "\(enrolled.stderr)")
    let gone = try box.run("get -s s -a current --json -i k --presence touch")
    #expect(gone.status == 23)
    #expect(try gone.jsonError()["code"] as? String == "invalidated")
    for identity in ["touch", "other"] {
      #expect(try box.run("get -s s -a any -i k --presence \(identity)").text == "2")
    }
    let listing = try box.run("list -i k --json").json()
    let failures = try #require(listing["failures"] as? [[String: Any]])
    #expect(failures.map { $0["account"] as? String } == ["current"])
    #expect(failures.map { $0["code"] as? String } == ["invalidated"])
    #expect(try box.run("list -i k").text.contains("invalidated"))
    // Setting it anew heals it.
    #expect(try box.set("s", "current", "3", all).status == 0)
    #expect(try box.run("get -s s -a current -i k --presence other").text == "3")
  }

  @Test func anEnrolmentLessEndsTheCurrentSetOnlyIfThatIsNamed() throws {
    try box.run("keygen --x25519 -o other")
    let all = "--passphrase-file pass -i k --presence touch --device-key device"
    try #require(try box.run("slot enrol \(try recipient("other")) \(all)").status == 0)
    try box.set("s", "current", "1", "--access-control biometryCurrentSet \(all)")
    try box.set("s", "any", "2", "--access-control biometryAny \(all)")
    let slots = try #require(try box.run("slot list --json -i k").json()["slots"] as? [[String: Any]])
    let other = slots.first { $0["enrolment"] as? Bool == true && $0["label"] as? String != "touch" }
    let id = try #require(other?["id"] as? String)
    let before = try box.read("c.sf")
    for verb in ["slot remove \(id)", "rotate --drop-slot \(id)"] {
      for dry in ["", " --dry-run"] {
        let refused = try box.run("\(verb) \(all)\(dry)")
        #expect(refused.status == 1, "\(verb): \(refused.stderr)")
        #expect(refused.stderr.contains("current") && refused.stderr.contains("--lose-items"))
        #expect(try box.read("c.sf") == before, "\(verb)\(dry)")
      }
      let plan = try box.run("\(verb) \(all) --dry-run --lose-items")
      #expect(plan.status == 0 && plan.text.contains("s / current"), "\(plan.text)")
      #expect(!plan.text.contains("s / any"))
    }
    #expect(try box.run("get -s s -a current \(all)").text == "1")
    let removed = try box.run("slot remove \(id) \(all) --lose-items --json").json()
    #expect((removed["lost"] as? [[String: Any]])?.map { $0["account"] as? String } == ["current"])
    let gone = try box.run("get -s s -a current --json \(all)")
    #expect(try gone.jsonError()["code"] as? String == "invalidated")
    #expect(try box.run("get -s s -a any \(all)").text == "2")
  }

  @Test func itemsWithTheirOwnPasswordStayOutOfMany() throws {
    try box.write("own", "pw")
    try box.write("wrong", "no")
    try #require(try box.set("s", "free", "1", "-i k").status == 0)
    let set = try box.shell(
      "printf 2 | secretctl set -s s -a shut -i k --kdf mobile --access-control applicationPassword "
        + "--item-passphrase-fd 3 3<own")
    try #require(set.status == 0, "\(set.stderr)")
    func accounts(_ result: Sandbox.Result) throws -> [String] {
      let items = try #require(try result.json()["items"] as? [[String: Any]])
      return items.compactMap { $0["account"] as? String }
    }
    for verb in ["export", "get --json --all -s s"] {
      for option in ["", " --item-passphrase-fd 3 3<wrong"] {
        let result = try box.shell("secretctl \(verb) -i k" + option)
        #expect(result.status == 0, "\(verb)\(option): \(result.stderr)")
        #expect(try accounts(result) == ["free"])
        #expect(result.stderr.contains("left out, its own password was not given: s / shut"))
      }
      let all = try box.shell("secretctl \(verb) -i k --item-passphrase-fd 3 3<own")
      #expect(try accounts(all).count == 2 && all.stderr.isEmpty, "\(all.stderr)")
    }
    for verb in ["export -a shut -o out", "get --json --all -a shut -o out"] {
      let nothing = try box.run("\(verb) -i k")
      #expect(nothing.status == 23, "\(verb): \(nothing.stderr)")
      #expect(nothing.stderr.contains("--item-passphrase-fd") && !box.exists("out"))
    }
  }

  @Test func whatTheContainerCannotGive() throws {
    try box.run("init -f bare.sf -i k")
    for (control, missing) in [
      ("devicePasscode", "passcode"), ("biometryAny", "presence"), ("userPresence", "presence"),
    ] {
      let result = try box.set("s", "a", "x", "-f bare.sf -i k --access-control \(control) --json")
      #expect(result.status == 23, "\(control): \(result.stderr)")
      #expect(try result.jsonError()["code"] as? String == missing, "\(control)")
    }
  }

  @Test func exportLeavesOutWhatIsBoundToTheDevice() throws {
    try box.set("s", "here", "1", "-i k --accessibility aku --device-key device")
    try box.set("s", "there", "2", "-i k")
    let result = try box.run("export -i k --device-key device")
    #expect(result.status == 0)
    #expect(result.text.contains("\"there\"") && !result.text.contains("\"here\""))
    #expect(result.stderr.contains("left out, bound to this device: s / here"))
    #expect(try box.run("export -i k --device-key missing").status == 66)
    #expect(try box.run("export -i k --device-key device --include-device-bound").text.contains("\"here\""))
    #expect(try box.run("export -i k").status == 0)
    let refused = try box.run("export -i k --include-device-bound")
    #expect(refused.status == 23)
    #expect(refused.text == "")
  }
}
