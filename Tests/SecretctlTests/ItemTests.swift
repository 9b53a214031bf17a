import Foundation
import Testing

/// set, get, list, edit, rm, mv, purge: through the built tool.
@Suite struct ItemTests {
  private let box: Sandbox

  init() throws {
    box = try Sandbox()
    try box.prepare()
  }

  // MARK: set and get

  @Test func aSecretComesBackAsItWent() throws {
    #expect(try box.set("com.example", "me", "tok-1\n").status == 0)
    #expect(try box.run("get -s com.example -a me").stdout == Data("tok-1".utf8))
    #expect(try box.run("get -s com.example").text == "tok-1")
    // --raw keeps the newline, and only one is ever dropped.
    try box.set("com.example", "me", "tok-2\n", "--raw")
    #expect(try box.run("get -s com.example").text == "tok-2\n")
    try box.set("com.example", "me", "tok-3\n\n")
    #expect(try box.run("get -s com.example").text == "tok-3\n")
  }

  @Test func anyBytesAreASecret() throws {
    let bytes = Data((0...255).map { UInt8($0) } + [0, 10, 0])
    #expect(try box.run(["set", "-s", "s", "--raw"], input: bytes).status == 0)
    #expect(try box.run("get -s s").stdout == bytes)
    let json = try box.run("get -s s --json").json()
    #expect(json["valueBase64"] as? String == bytes.base64EncodedString())
    #expect(json["value"] == nil)
    #expect(json["contentType"] as? String == "bytes")
  }

  @Test func emptyIsNotAbsent() throws {
    #expect(try box.set("s", "a", "", "--empty").status == 0)
    let result = try box.run("get -s s")
    #expect(result.status == 0 && result.stdout.isEmpty)
    #expect(try box.run("get -s s --json").json()["value"] as? String == "")
    #expect(try box.run("get -s other").status == 44)
  }

  @Test func aSecretOfManyMegabytes() throws {
    let bytes = Data((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    #expect(try box.run(["set", "-s", "big", "--raw"], input: bytes).status == 0)
    #expect(try box.run("get -s big").stdout == bytes)
    #expect(try box.run("get -s big -o out").status == 0)
    #expect(try box.read("out") == bytes)
    #expect(try box.mode("out") == 0o600)
  }

  @Test func tooLargeIsRefused() throws {
    let result = try box.shell("head -c 67108865 /dev/zero | secretctl set -s big --raw")
    #expect(result.status != 0)
    #expect(try box.run("list").text == "")
  }

  @Test func secretsComeFromDescriptorsAndFilesToo() throws {
    try box.write("f", "from-file\n")
    let result = try box.shell(
      """
      secretctl set -s fd --value-fd 7 7<<< from-fd </dev/null && secretctl get -s fd && echo
      secretctl set -s file --value-file f </dev/null && secretctl get -s file && echo
      secretctl set -s sub --value-file <(printf from-sub) </dev/null && secretctl get -s sub && echo
      """)
    #expect(result.lines == ["from-fd", "from-file", "from-sub"], "\(result.stderr)")
    #expect(try box.run("set -s x --value-fd 9").status == 64)
    #expect(try box.run("set -s x --value-fd 1 --value-file f").status == 64)
    #expect(try box.run("set -s x --value-file missing").status == 66)
  }

  @Test func stdinServesOnlyOnce() throws {
    let result = try box.shell("secretctl set -s x -i - < k")
    #expect(result.status == 64)
    #expect(result.stderr.contains("stdin cannot be both the key file and the secret"))
  }

  @Test func replacingKeepsWhatIsNotGiven() throws {
    try box.set("s", "a", "1", "--label Label --comment Comment --accessibility afterFirstUnlock --type note")
    try box.set("s", "a", "2", "--comment Other")
    let item = try box.run("get -s s --json").json()
    #expect(item["value"] as? String == "2")
    #expect(item["label"] as? String == "Label")
    #expect(item["comment"] as? String == "Other")
    #expect(item["accessibility"] as? String == "afterFirstUnlock")
    #expect(item["type"] as? String == "note")
    #expect(item["revision"] as? Int == 2)
    try box.set("s", "a", "2", "--label=")
    #expect(try box.run("get -s s --json").json()["label"] as? String == "")
  }

  @Test func anUnchangedValueWritesNothing() throws {
    try box.set("s", "a", "same")
    let before = try box.read("c.sf")
    let result = try box.set("s", "a", "same", "--json")
    #expect(try result.json()["action"] as? String == "unchanged")
    #expect(try box.read("c.sf") == before)
    #expect(
      try box.set("s", "a", "same", "--accessibility ck --json").json()["action"] as? String
        == "replaced")
    #expect(try box.set("s", "a", "other", "--json").json()["action"] as? String == "replaced")
    #expect(try box.set("s", "b", "other", "--json").json()["action"] as? String == "added")
  }

  @Test func addOnlyRefusesWhatIsThere() throws {
    try box.set("s", "a", "1")
    let result = try box.set("s", "a", "2", "--add-only --json")
    #expect(result.status == 45)
    #expect(try result.jsonError()["code"] as? String == "duplicate")
    #expect(try box.run("get -s s").text == "1")
    #expect(try box.set("s", "b", "2", "--add-only").status == 0)
  }

  @Test func aGenerationMayBeRequired() throws {
    try box.set("s", "a", "1")  // generation 2
    #expect(try box.set("s", "a", "2", "--if-generation 1").status == 45)
    #expect(try box.run("get -s s").text == "1")
    #expect(try box.set("s", "a", "2", "--if-generation 2").status == 0)
  }

  @Test func severalMatchesPrintNoValue() throws {
    try box.set("s", "a", "canary-1")
    try box.set("s", "b", "canary-2")
    let result = try box.run("get -s s")
    #expect(result.status == 45)
    #expect(result.text == "")
    #expect(result.stderr.contains("2 items match\n  s / a\n  s / b\nhint: "))
    #expect(!result.stderr.contains("canary"))
    let json = try box.run("get -s s --json")
    #expect(json.status == 45)
    #expect(try json.jsonError()["code"] as? String == "ambiguous")
    #expect(!json.text.contains("canary"))
    let all = try box.run("get -s s --json --all").json()
    let values = (all["items"] as? [[String: Any]])?.compactMap { $0["value"] as? String }
    #expect(values == ["canary-1", "canary-2"])
    #expect(try box.run("get -s s --all").status == 64)
  }

  @Test func theDefaultGroupComesFirst() throws {
    try box.set("s", "a", "in g", "-g g")
    #expect(try box.run("get -s s -a a").text == "in g")
    try box.set("s", "a", "in the default group")
    #expect(try box.run("get -s s -a a").text == "in the default group")
    #expect(try box.run("get -s s -a a -g g").text == "in g")
    try box.set("s", "b", "1", "-g g")
    try box.set("s", "b", "2", "-g h")
    #expect(try box.run("get -s s -a b").status == 45)
  }

  @Test func namesAreBytesAndNothingIsNormalised() throws {
    let script = """
      printf 1 | secretctl set -s s -a $'\\xc3\\xa9'; printf 2 | secretctl set -s s -a $'e\\xcc\\x81'
      printf 3 | secretctl set -s s -a $'\\xff\\x01'; printf 4 | secretctl set -s s -a ''
      secretctl get -s s -a $'\\xc3\\xa9'; secretctl get -s s -a $'e\\xcc\\x81'
      secretctl get -s s -a $'\\xff\\x01'; secretctl get -s s -a ''
      """
    #expect(try box.shell(script).text == "1234")
    let items = try #require(try box.run("list --json").json()["items"] as? [[String: Any]])
    #expect(items.count == 4)
    #expect(items.compactMap { $0["accountBase64"] as? String } == ["/wE="])
  }

  @Test func internetPasswords() throws {
    let options = "--class internet --server example.com --port 443 --path /login --protocol htps -a me"
    #expect(
      try box.run(["set"] + options.split(separator: " ").map(String.init), input: Data("pw".utf8)).status
        == 0)
    #expect(try box.run("get --server example.com --port 443").text == "pw")
    #expect(try box.run("get --server example.com --port 80").status == 44)
    // The same name as a generic password is another item.
    try box.set("example.com", "me", "other")
    #expect(try box.run("get -s example.com").text == "other")
    let item = try box.run("get --server example.com --json").json()
    #expect(item["class"] as? String == "internet")
    #expect(item["server"] as? String == "example.com")
    #expect(item["port"] as? Int == 443)
    #expect(item["path"] as? String == "/login")
    #expect(item["protocol"] as? String == "htps")
    #expect(try box.run("set -a x --class internet", input: "x").status == 64)
  }

  @Test func protocolsByTheNamesOfPeople() throws {
    for name in ["https", "htps", "HTTPS"] {
      let result = try box.run(
        ["set", "--server", "h", "-a", "me", "--protocol", name], input: Data("pw".utf8))
      #expect(result.status == 0, "\(name): \(result.stderr)")
    }
    try box.run("set --server h -a me --protocol ssh --port 22 --path /x", input: "other")
    #expect(try box.run("get --server h --protocol https").text == "pw")
    #expect(try box.run("get --server h --protocol ssh --json").json()["protocol"] as? String == "ssh ")
    let lines = try box.run("list --server h").lines
    #expect(lines.count == 2 && Set(lines).count == 2)
    #expect(lines.contains { $0.contains("protocol htps") && !$0.contains("port") })
    #expect(
      lines.contains { $0.contains("protocol ssh") && $0.contains("port 22") && $0.contains("path /x") })
    let unknown = try box.run("set --server h -a me --protocol htpps", input: "pw")
    #expect(unknown.status == 64 && unknown.stderr.contains("did you mean http"))
    let odd = try box.run("set --server h -a me --protocol gopherspace", input: "pw")
    #expect(odd.status == 64 && odd.stderr.contains("https, http, ftp"))
    // A batch gives back what an export told, whatever program stored it.
    try box.write(
      "batch",
      """
      {"class":"internet","server":"h","account":"me","protocol":"https","value":"by name"}
      {"class":"internet","server":"h","account":"odd","protocol":"zzzz","value":"kept"}

      """)
    #expect(try box.run("set --batch batch").status == 0)
    #expect(try box.run("get --server h --protocol htps").text == "by name")
    #expect(try box.run("get --server h -a odd --json").json()["protocol"] as? String == "zzzz")
  }

  @Test func itemsOfTwoDevicesAreToldApart() throws {
    for device in ["d1", "d2"] {
      try box.run("keygen -q --device -o \(device)")
      try box.set("s", "a", device, "--accessibility whenUnlockedThisDeviceOnly --device-key \(device)")
    }
    let lines = try box.run("list --device-key d1").lines
    #expect(lines.count == 2)
    #expect(lines.count { $0.contains("device ") } == 1, "\(lines)")
  }

  /// One that synchronises and one that does not are one item unless somebody wants two.
  @Test func synchronisingDoesNotMakeASecondItem() throws {
    try box.set("s", "a", "1", "--synchronizable")
    try box.set("s", "a", "2")
    #expect(try box.run("list").lines.count == 1)
    #expect(try box.run("get -s s --json").json()["synchronizable"] as? Bool == true)
    try box.set("s", "a", "3", "--synchronizable=no")
    #expect(try box.run("list").lines.count == 1)
    #expect(try box.run("get -s s --json").json()["synchronizable"] as? Bool == false)
    #expect(try box.run("get -s s").text == "3")
  }

  @Test func attributesThatContradictAreRefusedBeforeAnything() throws {
    for options in [
      "--synchronizable --accessibility whenUnlockedThisDeviceOnly",
      "--synchronizable --access-control userPresence",
      "--access-control or,and", "--access-control biometryAny,biometryCurrentSet",
      "--access-control userPresence,devicePasscode",
    ] {
      let result = try box.set("s", "a", "x", options)
      #expect(result.status == 64, "\(options): \(result.stderr)")
      #expect(result.stderr.contains("exclude each other") || result.stderr.contains("stands alone"))
    }
    #expect(try box.set("s", "a", "x", "--accessibility sometimes").status == 64)
    #expect(try box.set("s", "a", "x", "--access-control touch").status == 64)
    #expect(try box.set("s", "a", "x", "--expires soon").status == 64)
    #expect(try box.run("list").text == "")
    #expect(!box.exists("data/secretctl/device.key"))
  }

  // MARK: list

  @Test func listsAttributesAndNeverValues() throws {
    try box.set("com.example", "me", "canary", "--expires 2001-01-01 --label Old")
    try box.set("com.example", "you", "canary", "-g team --accessibility ck")
    let result = try box.run("list")
    #expect(!result.text.contains("canary"))
    #expect(
      result.text == """
        com.example  me   whenUnlocked      now  expired, Old
        com.example  you  afterFirstUnlock  now  group team

        """)
    #expect(try box.run("list --expired").lines.count == 1)
    #expect(try box.run("list -g team").lines.count == 1)
    #expect(try box.run("list --accessibility afterFirstUnlock").lines.count == 1)
    #expect(try box.run("list -a me").lines.count == 1)
    #expect(try box.run("list -s nothing").text == "")
    #expect(try box.run("list -s nothing").status == 0)
    let document = try box.run("list --json")
    #expect(!document.text.contains("canary"))
    let items = try #require(try document.json()["items"] as? [[String: Any]])
    let keys = [
      "id", "class", "service", "account", "accessGroup", "synchronizable", "accessibility", "accessControl",
      "created", "modified", "revision", "contentType", "length", "label", "provenance",
    ]
    for item in items { for key in keys { #expect(item[key] != nil, "\(key)") } }
    #expect(items[0]["expires"] as? String == "2001-01-01T00:00:00.000Z")
    #expect((try document.json()["failures"] as? [Any])?.isEmpty == true)
  }

  @Test func hostileNamesAreHarmlessInEveryListing() throws {
    _ = try box.shell(
      "printf x | secretctl set -s $'a\\e[31m\\xe2\\x80\\xae' -a $'line\\nbreak' --label $'\\e]0;x\\a'")
    let result = try box.run("list")
    #expect(!result.text.contains("\u{1b}") && !result.text.contains("\u{202e}"))
    #expect(result.lines.count == 1)
    #expect(!(try box.run("list --json").text.contains("\u{1b}")))
  }

  // MARK: edit

  @Test func editChangesAttributesAndKeepsTheSecret() throws {
    try box.set("s", "a", "secret", "--label L")
    #expect(try box.run("edit -s s --comment C --label= --expires 2030-01-01T00:00:00Z").status == 0)
    let item = try box.run("get -s s --json").json()
    #expect(item["value"] as? String == "secret")
    #expect(item["label"] as? String == "")
    #expect(item["comment"] as? String == "C")
    #expect(item["expires"] as? String == "2030-01-01T00:00:00.000Z")
    try box.run("edit -s s --expires never")
    #expect(try box.run("get -s s --json").json()["expires"] == nil)
    #expect(try box.run("edit -s s").status == 64)
    #expect(try box.run("edit -s none --label x").status == 44)
    try box.set("s", "b", "2")
    #expect(try box.run("edit -s s --label x").status == 45)
  }

  @Test func editReprotects() throws {
    try box.set("s", "a", "secret")
    #expect(try box.run("edit -s s --accessibility whenUnlockedThisDeviceOnly").status == 0)
    #expect(box.exists("data/secretctl/device.key"))
    #expect(try box.mode("data/secretctl/device.key") == 0o600)
    #expect(try box.run("get -s s").text == "secret")
    #expect(try box.run("edit -s s --synchronizable").status == 64)
    #expect(try box.run("edit -s s --accessibility always --json").json()["action"] as? String == "changed")
    #expect(try box.run("edit -s s --synchronizable --json").json()["synchronizable"] as? Bool == true)
    #expect(try box.run("get -s s").text == "secret")
  }

  @Test func aDryRunChangesNothing() throws {
    try box.set("s", "a", "1")
    try box.set("s", "b", "2")
    let before = try box.read("c.sf")
    #expect(try box.run("edit -s s -a a --label X --dry-run").status == 0)
    #expect(try box.run("rm -s s -a a --dry-run").text == "s / a\n1 would be removed\n")
    #expect(try box.run("mv -s s -a a --to-account c --dry-run").text == "s / a -> s / c\n1 would be moved\n")
    #expect(try box.run("mv -s s -a a --to-account b --dry-run").status == 45)
    #expect(try box.run("purge -s s --dry-run").lines.last == "2 would be removed")
    #expect(try box.read("c.sf") == before)
  }

  // MARK: rm, purge, mv

  @Test func removingSaysHowMany() throws {
    try box.set("s", "a", "1")
    try box.set("s", "b", "2")
    try box.set("t", "a", "3")
    #expect(try box.run("rm -s s -a a").text == "1 removed\n")
    let none = try box.run("rm -s s -a a")
    #expect(none.status == 0 && none.text == "0 removed\n")
    #expect(try box.run("rm").status == 64)
    #expect(try box.run("rm --all").status == 64)
    try box.set("s", "a", "1")
    #expect(try box.run("rm -s s").status == 45)
    #expect(try box.run("rm -s s --all --json").json()["count"] as? Int == 2)
    #expect(try box.run("list").lines.count == 1)
  }

  @Test func purgeNeedsAFilter() throws {
    try box.set("s", "a", "1", "--expires 2001-01-01")
    try box.set("s", "b", "2")
    #expect(try box.run("purge").status == 64)
    #expect(try box.run("purge --expired").text == "1 removed\n")
    #expect(try box.run("purge --all").text == "1 removed\n")
    #expect(try box.run("purge --all").text == "0 removed\n")
  }

  @Test func movingIsAllOrNothing() throws {
    try box.set("s", "a", "1", "-g old")
    try box.set("s", "b", "2", "-g old")
    try box.set("s", "b", "3", "-g new")
    let before = try box.read("c.sf")
    #expect(try box.run("mv --map old=new").status == 45)
    #expect(try box.read("c.sf") == before)
    #expect(try box.run("mv -g new -a b --to-account c").status == 0)
    #expect(try box.run("mv --map old=new").lines.last == "2 moved")
    #expect(try box.run("list -g new").lines.count == 3)
    #expect(try box.run("get -s s -a a").text == "1")
    #expect(try box.run("mv -s s --to-service t").status == 45)
    #expect(try box.run("mv -s s --to-service t --all").lines.last == "3 moved")
    #expect(try box.run("mv -s s --to-account x").status == 44)
    #expect(try box.run("mv -s t -a a").status == 64)
    #expect(try box.run("mv --map old").status == 64)
  }

  // MARK: batch

  @Test func aBatchIsOneCommit() throws {
    try box.write(
      "batch",
      """
      {"service":"s","account":"a","value":"1"}

      {"service":"s","account":"b","valueBase64":"/wA=","label":"L","accessibility":"ck"}
      {"server":"example.com","account":"c","port":443,"value":"\\u00e9","class":"internet"}
      """)
    let result = try box.run("set --batch batch --json")
    #expect(result.status == 0, "\(result.stderr)")
    let actions = (try result.json()["items"] as? [[String: Any]])?.compactMap { $0["action"] as? String }
    #expect(actions == ["added", "added", "added"])
    #expect(try box.run("get -s s -a b").stdout == Data([0xFF, 0x00]))
    #expect(try box.run("get --server example.com").text == "é")
    #expect(try box.run("verify --json").json()["generation"] as? Int == 2)
  }

  @Test(arguments: [
    ("{\"service\":\"s\"}", "neither value nor valueBase64"), ("{\"value\":\"canary\"}", "no service"),
    ("{\"service\":\"s\",\"value\":\"canary\",\"colour\":1}", "no field colour"),
    ("{\"service\":\"s\",\"service\":\"t\",\"value\":\"canary\"}", "stands twice"),
    ("{\"service\":\"s\",\"value\":1}", "value is not a string"), ("[1]", "not a JSON object"),
    ("{\"service\":\"s\",\"valueBase64\":\"###\"}", "valueBase64 is not base64"), ("{\"service\":", "line 2"),
  ])
  func aBadLineStopsTheBatch(_ line: String, _ message: String) throws {
    let result = try box.run("set --batch -", input: "{\"service\":\"good\",\"value\":\"1\"}\n" + line + "\n")
    #expect(result.status == 65)
    #expect(result.stderr.contains(message), "\(result.stderr)")
    #expect(result.stderr.contains("-, line 2"))
    #expect(!result.stderr.contains("canary"))
    #expect(try box.run("list").text == "")
  }

  @Test func whatIsExportedCanBeSetAgain() throws {
    try box.set("s", "a", "1", "--label L --comment C --expires 2030-01-01")
    try box.set("s", "b", "\u{202e}2")
    let lines = try box.run("export").lines.filter { $0.hasPrefix("{\"id\"") }
      .map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 }
    #expect(lines.count == 2)
    try box.run("purge --all")
    #expect(try box.run("set --batch -", input: lines.joined(separator: "\n")).status == 0)
    #expect(try box.run("get -s s -a b").text == "\u{202e}2")
    #expect(try box.run("get -s s -a a --json").json()["comment"] as? String == "C")
  }
}
