import Foundation
import Testing

/// Moving secrets out of preference files: what was a secret is in the container, what was not is untouched.
@Suite struct ImportTests {
  private let box: Sandbox

  init() throws {
    box = try Sandbox()
    try box.prepare()
  }

  private func values(_ file: String) throws -> NSDictionary {
    try Samples.read(try box.read(file))
  }

  private func without(_ keys: String...) throws -> NSDictionary {
    var values = Samples.values
    for key in keys {
      let parts = key.split(separator: "/").map(String.init)
      if parts.count == 1 {
        values[key] = nil
      } else {
        var inner = try #require(values[parts[0]] as? [String: Any])
        inner[parts[1]] = nil
        values[parts[0]] = inner
      }
    }
    return values as NSDictionary
  }

  private func actions(_ result: Sandbox.Result, _ source: Int = 0) throws -> [String] {
    let sources = try #require(try result.json()["sources"] as? [[String: Any]])
    return try #require(sources[source]["items"] as? [[String: Any]]).compactMap { $0["action"] as? String }
  }

  // MARK: The promise

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
  func secretsMoveAndTheRestStays(_ format: PropertyListSerialization.PropertyListFormat) throws {
    try box.write("com.example.app.plist", try Samples.plist(format))
    _ = try box.shell("chmod 640 com.example.app.plist; touch -d '2020-01-02 03:04:05' com.example.app.plist")
    let result = try box.run("import com.example.app.plist --scrub --yes --json")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(try actions(result) == ["added", "added"])
    #expect(try box.run("get -s com.example.app -a accessToken").text == Samples.token)
    #expect(try box.run("get -s com.example.app -a account/password").text == "Xk4!canary-hunter2")
    #expect(try values("com.example.app.plist") == (try without("accessToken", "account/password")))
    #expect(!String(decoding: try box.read("com.example.app.plist"), as: UTF8.self).contains("canary"))
    #expect(try box.mode("com.example.app.plist") == 0o640)
    // A backup that goes by size and time has to see that the file is another one.
    let date =
      try FileManager.default.attributesOfItem(
        atPath: box.folder.appendingPathComponent("com.example.app.plist").path)[.modificationDate] as? Date
    #expect(date.map { Calendar(identifier: .gregorian).component(.year, from: $0) } ?? 2020 > 2020)
    for output in [result.text, result.stderr] { #expect(!output.contains("canary")) }
    // Again: nothing is left to do.
    let again = try box.run("import com.example.app.plist --scrub --yes")
    #expect(again.status == 0)
    #expect(again.stderr.contains("nothing to import"))
  }

  /// Nobody can say which of the two an app reads, so neither may be said to be gone.
  @Test(arguments: [
    "{\"x\":{\"k\":1},\"x\":{\"accessToken\":\"\(Samples.token)\"}}",
    "{\"x\":{\"accessToken\":\"\(Samples.token)\"},\"x\":{\"k\":1}}",
    "{\"password\":\"Xk4!canary-hunter2\",\"x\":{},\"x\":{\"accessToken\":\"\(Samples.token)\"}}",
  ])
  func aSecretUnderAKeyThatStandsTwiceIsNotOverlooked(_ text: String) throws {
    try box.write("twice.json", text)
    let result = try box.run("import twice.json --scrub --yes --json")
    #expect(result.status == 65)
    #expect(try result.jsonError()["code"] as? String == "duplicateKey")
    #expect(String(decoding: try box.read("twice.json"), as: UTF8.self) == text)
  }

  /// Neither in the plan nor in notes, questions and errors; the JSON alone names places exactly.
  @Test(arguments: SecretKeySamples.keys)
  func aKeyThatHoldsASecretIsNeverSaid(_ key: String) throws {
    try box.write("t.json", "{\"tokens\": {\"\(key)\": {\"refreshToken\": \"1f9a8b7c6d5e4f3a2b1c\"}}}")
    for options in ["--dry-run", "--scrub --yes"] {
      let result = try box.run("import t.json \(options)")
      #expect(result.status == 0, "\(result.stderr)")
      #expect(!(result.text + result.stderr).lowercased().contains("canary"), "\(options)")
      #expect(
        result.text.contains(
          "tokens/(a key that may be a secret)/refreshToken  t / tokens/(a key that may be a secret)/refresh"
        ))
    }
    try box.write("u.json", "{\"\(key)\": 1, \"\(key)\": {\"password\": \"hunter2Xy9q\"}}")
    let twice = try box.run("import u.json")
    #expect(twice.status == 65)
    #expect(!(twice.text + twice.stderr).lowercased().contains("canary"))
    #expect(
      twice.stderr.contains("(a key that may be a secret)/password: the key stands more than once"))
    #expect(twice.stderr.contains("the key '(a key that may be a secret)' stands several times"))
  }

  /// What is searched for is what may not be said.
  @Test(arguments: ["Hj89K4canaryEtjE0gFeKD6JIRYzCyKVQETCXi", "lower canary words"])
  func aKeyWithTheRemovedValueIsNotSaidEither(_ value: String) throws {
    try box.write("t.json", "{\"password\": \"\(value)\", \"last:\(value)\": 1}")
    for options in ["--only password", "--only password --json"] {
      let result = try box.run("import t.json --scrub --yes \(options)")
      #expect(result.status == 65)
      #expect(!(result.text + result.stderr).contains("canary"), "\(options)")
      #expect(
        (result.text + result.stderr).contains(
          "the value of 'password' still stands in the file in the key '(a key that may be a secret)'"))
    }
  }

  @Test func jsonKeepsEveryOtherByte() throws {
    try box.write("settings.json", Samples.json)
    #expect(try box.run("import settings.json --scrub --yes").status == 0)
    let expected = Samples.json.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("accessToken") }.joined(separator: "\n")
      .replacingOccurrences(of: "\"password\": \"Xk4!canary-hunter2\", ", with: "")
    #expect(String(decoding: try box.read("settings.json"), as: UTF8.self) == expected)
  }

  @Test(arguments: [
    ("old.plist", "{\n\tACCESS = \"TOKEN\";\n\ttheme = dark; // mine\n}\n", "\tACCESS = \"TOKEN\";\n"),
    ("en.strings", "/* c */\n\"ACCESS\" = \"TOKEN\";\nKEY;\n", "\"ACCESS\" = \"TOKEN\";\n"),
    (
      "prefs.xml",
      "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map>\n    <string name=\"ACCESS\">TOKEN"
        + "</string>\n    <int name=\"n\" value=\"5\" />\n</map>\n",
      "    <string name=\"ACCESS\">TOKEN</string>\n"
    ),
    ("settings.json", "{ // c\n  \"ACCESS\": \"TOKEN\",\n  \"x\": 1.50,\n}\n", "  \"ACCESS\": \"TOKEN\",\n"),
  ])
  func everyFormatKeepsEveryOtherByte(_ name: String, _ text: String, _ entry: String) throws {
    func filled(_ text: String) -> String {
      text.replacing("ACCESS", with: "accessToken").replacing("TOKEN", with: Samples.token)
    }
    try box.write(name, filled(text))
    let result = try box.run("import --scrub \(name)")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(try box.read(name) == Data(filled(text.replacing(entry, with: "")).utf8))
    #expect(try box.run("get -a accessToken").text == Samples.token)
    try box.write(name, filled(text))
    #expect(try box.run("import --scrub=placeholder \(name)").status == 0)
    #expect(try box.read(name) == Data(filled(text.replacing("TOKEN", with: "moved to secretctl")).utf8))
  }

  @Test func aPlaceholderKeepsTheKey() throws {
    try box.write("settings.json", Samples.json)
    #expect(try box.run("import settings.json --scrub=placeholder --yes").status == 0)
    let text = String(decoding: try box.read("settings.json"), as: UTF8.self)
    #expect(text.contains("\"accessToken\": \"moved to secretctl\""))
    #expect(!text.contains("canary"))
  }

  @Test func withoutScrubTheSourceStays() throws {
    let plist = try Samples.plist(.binary)
    try box.write("a.plist", plist)
    #expect(try box.run("import a.plist").status == 0)
    #expect(try box.read("a.plist") == plist)
    #expect(try actions(try box.run("import a.plist --json")) == ["unchanged", "unchanged"])
    // A later scrub takes what is in the container already.
    #expect(try box.run("import a.plist --scrub --yes").status == 0)
    #expect(try values("a.plist") == (try without("accessToken", "account/password")))
  }

  @Test func aBackupIsMadeOnlyOnRequest() throws {
    let plist = try Samples.plist(.binary)
    try box.write("a.plist", plist)
    let result = try box.run("import a.plist --scrub --yes --backup")
    #expect(result.status == 0)
    #expect(result.stderr.contains("with its secrets in plain text"))
    #expect(try box.read("a.plist.backup") == plist)
    #expect(try box.mode("a.plist.backup") == 0o600)
    #expect(try box.run("import a.plist --backup").status == 64)
  }

  @Test func typesAreRememberedAndComeBack() throws {
    try box.write("a.plist", try Samples.plist(.xml))
    #expect(try box.run("import a.plist --all").status == 0)
    let item = try box.run("get -s a -a lastOpened --json").json()
    let provenance = try #require(item["provenance"] as? [String: Any])
    #expect(provenance["originalType"] as? String == "date")
    #expect(provenance["fileName"] as? String == "a.plist")
    #expect(provenance["keyPath"] as? String == "lastOpened")
    #expect(item["value"] as? String == "2023-11-14T22:13:20Z")
    let back = try box.run("export --format plist -s a")
    let exported = try Samples.read(back.stdout)
    for key in ["userName", "launchCount", "isFirst", "ratio", "lastOpened", "accessToken", "blob"] {
      #expect(exported[key] as? NSObject == Samples.values[key] as? NSObject, "\(key)")
    }
    #expect(isBoolean(exported["isFirst"]))
  }

  /// True and 1 are different things.
  private func isBoolean(_ value: Any?) -> Bool { value is Bool && "\(value ?? "")" != "1" }

  @Test func stdinIsASourceToo() throws {
    let result = try box.shell("cat settings | secretctl import - -s app --json", environment: [:])
    #expect(result.status == 65)  // nothing came
    try box.write("settings", Samples.json)
    #expect(try box.shell("secretctl import - -s app < settings").status == 0)
    #expect(try box.run("get -s app -a accessToken").text == Samples.token)
    let nameless = try box.shell("secretctl import - < settings")
    #expect(nameless.status == 64)
    #expect(nameless.stderr.contains("defaults export APP - | secretctl import -s APP -"))
    #expect(try box.shell("secretctl import - -s app --scrub < settings").status == 64)
  }

  // MARK: Choosing

  @Test func onlyExceptAndAll() throws {
    try box.write("settings.json", Samples.json)
    func accounts(_ options: String) throws -> [String] {
      let result = try box.run("import settings.json --dry-run --json \(options)")
      #expect(result.status == 0, "\(result.stderr)")
      let sources = try #require(try result.json()["sources"] as? [[String: Any]])
      return try #require(sources[0]["items"] as? [[String: Any]]).compactMap { $0["account"] as? String }
    }
    #expect(try accounts("") == ["accessToken", "account/password"])
    #expect(try accounts("--only userName") == ["userName"])
    #expect(try accounts("--only account") == ["account/password", "account/id"])
    #expect(try accounts("--only numbers/*") == ["numbers/0", "numbers/1", "numbers/2"])
    #expect(try accounts("--except accessToken") == ["account/password"])
    #expect(
      try accounts("--all --except numbers") == ["userName", "accessToken", "account/password", "account/id"])
    let nothing = try box.run("import settings.json --only nothing*")
    #expect(nothing.status == 65)
    #expect(nothing.stderr.contains("no value fits the pattern"))
    #expect(try box.run("import settings.json --only a --all").status == 64)
    #expect(try box.run("list").text == "")
  }

  /// A typing error in a key path would otherwise leave a secret where it is without a word.
  @Test func aRuleThatFitsNothingIsTold() throws {
    try box.write("settings.json", Samples.json)
    try box.write(
      "rules.json",
      """
      {"version": 1, "default": "ignore", "rules": [
        {"keyPath": "accessToken"}, {"keyPath": "acount/password"}, {"keyPath": "old/**", "action": "delete"}]}
      """)
    let text = try box.run("import settings.json --rules rules.json")
    #expect(text.status == 0)
    #expect(text.stderr.contains("secretctl: 2 rules fit no value: 2 (acount/password), 3 (old/**)\n"))
    #expect(try !box.run("import -q settings.json --rules rules.json").stderr.contains("fit no value"))
    let idle = try box.run("import settings.json --rules rules.json --json").json()["idleRules"]
    let rules = try #require(idle as? [[String: Any]])
    #expect(rules.map { $0["rule"] as? Int } == [2, 3])
    #expect(rules.map { $0["keyPath"] as? String } == ["acount/password", "old/**"])
    try box.write("rules.json", "{\"version\": 1, \"rules\": [{\"keyPath\": \"accessToken\"}]}")
    let all = try box.run("import settings.json --rules rules.json --json")
    #expect(all.status == 0 && !all.text.contains("idleRules"))
  }

  @Test func whatALimitEndedIsNotCalledScrubbed() throws {
    try box.write("deep.json", Samples.deep)
    let result = try box.run("import deep.json --scrub --yes")
    #expect(result.status == 65 && !result.stderr.contains("scrubbed"))
    #expect(result.stderr.contains("deep.json: only what was found is taken out"))
    #expect(result.stderr.contains("deep.json: the search was cut short by its limits"))
    let again = try box.run("import deep.json --scrub --yes --json")
    #expect(again.status == 65)
    let source = try #require((try again.json()["sources"] as? [[String: Any]])?.first)
    #expect(source["complete"] as? Bool == false && source["scrubbed"] as? Bool == false)
    // What is chosen needs no search.
    #expect(try box.run("import deep.json --only k --scrub --yes").status == 0)
  }

  /// On a machine that has neither a container nor a key.
  @Test func aPlanReproducesThePlan() throws {
    let options = "-g team --accessibility kSecAttrAccessibleAfterFirstUnlock --synchronizable"
    try box.write("a.json", Samples.json)
    try box.write("b.json", Samples.json.replacingOccurrences(of: "hunter2", with: "hunter3"))
    let bare = ["SECRETCTL_FILE": "", "SECRETCTL_IDENTITY": ""]
    for sources in [["a.json"], ["a.json", "b.json"]] {
      let plan = "plan\(sources.count).json"
      let words =
        ["import"] + sources + ["--dry-run", "--plan-out", plan]
        + options.split(separator: " ").map(String.init)
      let planned = try box.run(words, environment: bare)
      #expect(
        planned.status == 0 && planned.stderr.contains("no container was looked at"), "\(planned.stderr)")
      // Again, as after an end in between: the same plan is there.
      #expect(try box.run(words, environment: bare).status == 0)
      #expect(
        String(decoding: try box.read(plan), as: UTF8.self).components(separatedBy: "keyPath").count == 3)
      #expect(try box.run(["import"] + sources + ["--rules", plan, "--again"]).status == 0)
      // The direct import finds its items there.
      let direct = try box.run(
        ["import"] + sources + options.split(separator: " ").map(String.init) + ["--json"])
      for source in sources.indices { #expect(try actions(direct, source) == ["unchanged", "unchanged"]) }
      let item = try box.run("get -s a -a accessToken -g team --json").json()
      #expect(
        item["accessibility"] as? String == "afterFirstUnlock" && item["synchronizable"] as? Bool == true)
      try box.run("purge --all")
    }
    #expect(
      try box.run("import b.json --only accessToken --dry-run --plan-out plan2.json \(options)").status == 0)
    #expect(try box.run("import b.json --only userName --dry-run --plan-out plan2.json").status == 73)
    try box.write("c.json", "{\"accessToken\": \"none\"}")
    let other = try box.run("import a.json c.json --dry-run --plan-out plan3.json")
    #expect(other.stderr.contains("also stands in c.json, where it was not chosen"))
  }

  @Test func aFailedRunDoesNotStopItsRepeat() throws {
    try box.write("a.json", Samples.json)
    try box.run("keygen -o other")
    #expect(try box.run("import a.json --plan-out p.json -i other").status == 77)
    #expect(!box.exists("p.json"))
    try box.set("a", "accessToken", "another-canary")
    #expect(try box.run("import a.json --plan-out p.json").status == 45)
    #expect(try box.run("import a.json --plan-out p.json --scrub --yes --on-existing replace").status == 0)
    // The sources are done, and the plan of the work is still the whole one.
    #expect(try box.run("import a.json --plan-out p.json --scrub --yes --on-existing replace").status == 0)
    #expect(String(decoding: try box.read("p.json"), as: UTF8.self).contains("account/password"))
  }

  /// Keys that differ in their normalization alone are different keys.
  @Test func namesAreComparedByTheirBytes() throws {
    try box.write(
      "n.json",
      "{\"\u{E9}\": {\"password\": \"Xk4!canary-1a\"}, \"e\u{301}\": {\"password\": \"Xk4!canary-2b\"}}")
    #expect(try box.run("import n.json --only \u{E9}/* --scrub --yes").status == 0)
    let text = String(decoding: try box.read("n.json"), as: UTF8.self)
    #expect(!text.contains("canary-1a") && text.contains("canary-2b"))
    #expect(try box.run("import n.json --scrub --yes").status == 0)
    #expect(try box.run("get -s n -a \u{E9}/password").text == "Xk4!canary-1a")
    #expect(try box.run("get -s n -a e\u{301}/password").text == "Xk4!canary-2b")
  }

  @Test func whatIsWrongWithARuleNamesFileAndRule() throws {
    try box.write("settings.json", Samples.json)
    try box.write(
      "r.json",
      "{\"version\": 1, \"rules\": [{\"keyPath\": \"a\"}, {\"keyPath\": \"b\", \"accessibility\": \"whenUnlock\"}]}"
    )
    let result = try box.run("import settings.json --rules r.json")
    #expect(
      result.status == 65 && result.stderr.contains("r.json: rule 2: accessibility whenUnlock"),
      "\(result.stderr)")
    try box.write(
      "r.json", "{\"version\": 1, \"rules\": [{\"keyPath\": \"accessToken\", \"service\": \"own\"}]}")
    #expect(
      try box.run("import settings.json --rules r.json -s x").stderr.contains(
        "a service of their own choose: 1\n"))
    let refused = try box.run(
      "import settings.json --synchronizable --accessibility whenUnlockedThisDeviceOnly")
    #expect(refused.status == 64 && !box.exists("data/secretctl/device.key"))
  }

  @Test func aScriptLearnsThatAChosenValueStays() throws {
    try box.write("settings.json", Samples.json)
    try box.set("settings", "account/password", "another-canary")
    #expect(try box.run("import settings.json --scrub --yes --on-existing skip").status == 45)
    #expect(String(decoding: try box.read("settings.json"), as: UTF8.self).contains("hunter2"))
    #expect(try box.run("import settings.json --scrub --yes --on-existing replace").status == 0)
  }

  @Test func rulesDecideAndAPlanIsRules() throws {
    try box.write("settings.json", Samples.json)
    #expect(try box.run("import settings.json --dry-run --plan-out rules.json").status == 0)
    let rules = String(decoding: try box.read("rules.json"), as: UTF8.self)
    #expect(rules.contains("\"keyPath\": \"accessToken\"") && !rules.contains("canary"))
    #expect(
      try actions(try box.run("import settings.json --rules rules.json --dry-run --json")) == [
        "added", "added",
      ])
    try box.write(
      "own.json",
      """
      {"version": 1, "default": "ignore", "rules": [
        {"keyPath": "account/password", "service": "svc", "account": "{key}", "accessGroup": "team",
         "accessibility": "afterFirstUnlock"},
        {"keyPath": "userName", "action": "delete"}
      ]}
      """)
    let result = try box.run("import settings.json --rules own.json --scrub --yes --json")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(try actions(result).sorted() == ["added", "deleted"])
    let item = try box.run("get -s svc -a password -g team --json").json()
    #expect(item["accessibility"] as? String == "afterFirstUnlock")
    let text = String(decoding: try box.read("settings.json"), as: UTF8.self)
    #expect(!text.contains("hunter2") && !text.contains("userName") && text.contains("accessToken"))
    try box.write("bad.json", "{\"version\": 1, \"rule\": []}")
    #expect(try box.run("import settings.json --rules bad.json").status == 65)
    try box.write(
      "missing.json",
      "{\"version\": 1, \"default\": \"ignore\", \"rules\": [{\"keyPath\": \"nope\", \"required\": true}]}")
    #expect(try box.run("import settings.json --rules missing.json").status == 65)
  }

  @Test func optionsGiveTheItemsTheirAttributes() throws {
    try box.write("settings.json", Samples.json)
    let result = try box.run(
      "import settings.json -s svc -g team --accessibility afterFirstUnlockThisDeviceOnly --json")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(box.exists("data/secretctl/device.key"))
    let item = try box.run("get -s svc -a accessToken --json").json()
    #expect(item["accessGroup"] as? String == "team")
    #expect(item["accessibility"] as? String == "afterFirstUnlockThisDeviceOnly")
    #expect(try box.run("import settings.json --accessibility aku --synchronizable").status == 64)
  }

  // MARK: What is there already

  @Test func anotherValueIsAConflict() throws {
    try box.write("settings.json", Samples.json)
    try box.set("settings", "accessToken", "mine")
    let refused = try box.run("import settings.json --scrub --yes --json")
    #expect(refused.status == 45)
    #expect(try actions(refused) == ["conflict", "added"])
    #expect(String(decoding: try box.read("settings.json"), as: UTF8.self) == Samples.json)
    #expect(try box.run("get -s settings -a accessToken").text == "mine")

    let skipped = try box.run("import settings.json --scrub --yes --on-existing skip --json")
    #expect(skipped.status == 45)
    #expect(try actions(skipped) == ["skipped", "unchanged"])
    let text = String(decoding: try box.read("settings.json"), as: UTF8.self)
    #expect(text.contains(Samples.token) && !text.contains("hunter2"))

    let replaced = try box.run("import settings.json --scrub --yes --on-existing replace --json")
    #expect(try actions(replaced) == ["replaced"])
    #expect(try box.run("get -s settings -a accessToken").text == Samples.token)
    #expect(!String(decoding: try box.read("settings.json"), as: UTF8.self).contains("canary"))
  }

  @Test func whatWasDeletedDoesNotComeBackByItself() throws {
    try box.write("settings.json", Samples.json)
    #expect(try box.run("import settings.json").status == 0)
    try box.run("rm -s settings -a accessToken")
    let result = try box.run("import settings.json --scrub --yes --json")
    #expect(try actions(result) == ["skipped", "unchanged"])
    #expect(try box.run("get -s settings -a accessToken").status == 44)
    #expect(String(decoding: try box.read("settings.json"), as: UTF8.self).contains(Samples.token))
    #expect(try actions(try box.run("import settings.json --again --json")) == ["added"])
    #expect(try box.run("get -s settings -a accessToken").text == Samples.token)
  }

  // MARK: Sources that are refused

  @Test func aSourceThatCannotBeReadStopsEverything() throws {
    try box.write("good.json", Samples.json)
    try box.write("bad.json", "{\"accessToken\": \"canary")
    let before = try box.read("c.sf")
    let result = try box.run("import good.json bad.json --scrub --yes --json")
    #expect(result.status == 65)
    #expect(try result.jsonError()["offset"] as? Int != nil)
    #expect(!result.stderr.contains("canary"))
    #expect(try box.read("c.sf") == before)
    let going = try box.run("import bad.json good.json --keep-going --scrub --yes --json")
    #expect(going.status == 65)
    let sources = try #require(try going.json()["sources"] as? [[String: Any]])
    #expect(sources.map { $0["scrubbed"] as? Bool } == [false, true])
    #expect(try box.run("get -s good -a accessToken").text == Samples.token)
    #expect(try box.run("import missing.json").status == 66)
  }

  @Test func aCopyThatWasNotChosenStaysAndIsNamed() throws {
    try box.write("a.json", "{\"accessToken\": \"\(Samples.token)\", \"copy\": \"\(Samples.token)\"}")
    let result = try box.run("import a.json --only accessToken --scrub --yes --json")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(
      result.stderr.contains("a.json: the value of accessToken also stands at copy, which was not chosen"))
    let source = try #require((try result.json()["sources"] as? [[String: Any]])?.first)
    let leftovers = try #require(source["leftovers"] as? [[String: Any]])
    #expect(leftovers.map { $0["keyPath"] as? [String] } == [["copy"]])
    #expect(leftovers[0]["whole"] as? Bool == true)
    #expect(String(decoding: try box.read("a.json"), as: UTF8.self) == "{\"copy\": \"\(Samples.token)\"}")
    #expect(try box.run("import a.json --only copy --scrub --yes").status == 0)
    #expect(String(decoding: try box.read("a.json"), as: UTF8.self) == "{}")
  }

  @Test func aPasswordThatIsTheUserNameTooIsOneObject() throws {
    let values = ["userName": "sam-Xk4!canary", "password": "sam-Xk4!canary", "theme": "dark"]
    // Foundation writes equal texts as one object.
    try box.write(
      "a.plist", try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0))
    let result = try box.run("import a.plist --scrub --yes")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.stderr.contains("the value of password also stands at userName"))
    #expect(try self.values("a.plist") == ["userName": "sam-Xk4!canary", "theme": "dark"])
    #expect(try box.run("get -s a -a password").text == "sam-Xk4!canary")
  }

  @Test func aSecretInsideAnotherValueStopsTheScrub() throws {
    let json = "{\"accessToken\": \"\(Samples.token)\", \"note\": \"see \(Samples.token)!\"}"
    try box.write("a.json", json)
    let result = try box.run("import a.json --only accessToken --scrub --yes --json")
    #expect(result.status == 65)
    #expect(result.text.contains("\"code\":\"secretRemains\""))
    #expect(result.text.contains("\"remaining\":1"))
    #expect(String(decoding: try box.read("a.json"), as: UTF8.self) == json)
  }

  @Test func twoSourcesOfOneNameAreRefused() throws {
    _ = try box.shell("mkdir x y")
    try box.write("x/a.json", Samples.json)
    try box.write("y/a.json", Samples.json)
    #expect(try box.run("import x/a.json y/a.json").status == 65)
  }

  @Test func aScrubIsConfirmedByAPerson() throws {
    try box.write("settings.json", Samples.json)
    let no = try PseudoTerminal("exec $T import settings.json --scrub", in: box)
    // The plan comes before the question.
    try no.expect("settings.json\r\n  to add  accessToken")
    try no.expect("move 2 values out of 1 file into c.sf? [y/N] ")
    no.send("\n")
    #expect(no.finish() == 1)
    #expect(String(decoding: try box.read("settings.json"), as: UTF8.self) == Samples.json)
    let yes = try PseudoTerminal("exec $T import settings.json --scrub", in: box)
    try yes.expect("[y/N] ")
    yes.send("y\n")
    #expect(yes.finish() == 0, "\(yes.screen)")
    #expect(!String(decoding: try box.read("settings.json"), as: UTF8.self).contains("canary"))
  }

  /// A program writes a new token of the same length while the question stands, and no size or time of the content shows
  /// it: the time is put back, or it writes through mapped memory.
  @Test(arguments: [true, false])
  func aSourceThatChangesUnseenIsNotScrubbed(mapped: Bool) throws {
    try box.write("settings.json", Samples.json)
    let path = box.folder.appendingPathComponent("settings.json").path
    let file = unsafe open(path, O_RDWR)
    defer { close(file) }
    let start = try #require(Data(Samples.json.utf8).range(of: Data("canary".utf8)))
    let offset = start.lowerBound
    guard let memory = unsafe mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      unsafe memory != MAP_FAILED
    else {
      Issue.record("the file cannot be mapped: error \(errno)")
      return
    }
    defer { _ = unsafe munmap(memory, 4096) }
    // The page is dirty from here on, so later writes to it leave the file's times alone.
    unsafe memory.storeBytes(of: UInt8(ascii: "c"), toByteOffset: offset, as: UInt8.self)
    let terminal = try PseudoTerminal("exec $T import settings.json --scrub", in: box)
    try terminal.expect("[y/N] ")
    if mapped {
      unsafe memory.storeBytes(of: UInt8(ascii: "C"), toByteOffset: offset, as: UInt8.self)
    } else {
      var facts = stat()
      try #require(unsafe fstat(file, &facts) == 0)
      #expect(unsafe pwrite(file, "C", 1, off_t(offset)) == 1)
      let times = [facts.st_atim, facts.st_mtim]
      try #require(unsafe futimens(file, times) == 0)
    }
    terminal.send("y\n")
    #expect(terminal.finish() == 75, "\(terminal.screen)")
    #expect(String(decoding: try box.read("settings.json"), as: UTF8.self).contains("Canary"))
    #expect(try box.run("get -s settings -a account/password").text.contains("canary"))
  }

  // MARK: Creating

  @Test func oneLineFromAFreshMachine() throws {
    let fresh = try Sandbox()
    try fresh.write("com.example.app.plist", try Samples.plist(.binary))
    try fresh.write("pass", "phrase\n")
    let line =
      "import com.example.app.plist --create -f app.sf --passphrase-file pass --kdf mobile --scrub --yes"
    #expect(try fresh.run(line).status == 0)
    #expect(
      try fresh.run("get -f app.sf --passphrase-file pass -s com.example.app -a accessToken").text
        == Samples.token)
    // Run again, it goes on with what is there.
    try fresh.write("com.example.app.plist", try Samples.plist(.binary))
    #expect(try fresh.run(line).status == 0)
    // Nothing found: no container is made.
    try fresh.write("empty.json", "{\"a\": 1}")
    #expect(
      try fresh.run("import empty.json --create -f none.sf --passphrase-file pass --kdf mobile").status == 0)
    #expect(!fresh.exists("none.sf"))
  }
}
