import Foundation
import Migration
import Testing

@Suite("Rules files")
struct RulesTests {
  private let source =
    #"{"user": {"token": "Hj89K4EtjE0gFeKD6JIRYzCyKVQETCXi", "name": "sam"}, "pin": "1234", "cache": {"password": "hunter22"}}"#

  private func read(_ text: String) throws -> Rules { try Rules.read(try parsed(text)) }

  private func plan(_ rules: String, _ choose: (inout Selection) -> Void = { _ in }) throws -> Plan {
    let document = try parsed(source)
    var selection = Selection()
    selection.rules = try read(rules)
    choose(&selection)
    return try Plan.make(document, document.findings(), fileName: "app.json", selection)
  }

  @Test("rules decide in order, the rest is left to the default")
  func order() throws {
    let detect = try plan(
      """
      {"version": 1, "rules": [
        {"keyPath": "user/token", "service": "svc-{file}", "account": "{key}@{path}", "accessGroup": "g",
         "accessibility": "afterFirstUnlock", "accessControl": "userPresence,or,devicePasscode", "required": true},
        {"keyPath": "cache", "action": "ignore", "comment": "rebuilt"},
        {"keyPath": "**", "action": "import"}, {"keyPath": "pin", "action": "delete"}]}
      """)
    #expect(detect.items.map(\.path.pointer) == ["user/token", "user/name", "pin"])
    let item = detect.items[0]
    #expect(item.service == "svc-app")
    #expect(item.account == "token@user/token")
    #expect(item.accessGroup == "g")
    #expect(item.accessibility == "afterFirstUnlock")
    #expect(item.accessControl == ["userPresence", "or", "devicePasscode"])
    #expect(item.reason == .rule(0))
    #expect(detect.items[2].action == .import)
    #expect(detect.left.map(\.path.pointer) == ["cache/password"])

    let rest = try plan(#"{"version": 1, "rules": [{"keyPath": "pin", "action": "delete"}]}"#)
    #expect(rest.items.map(\.path.pointer) == ["user/token", "pin", "cache/password"])
    #expect(rest.items[1].action == .delete)
    let ignore = try plan(#"{"version": 1, "default": "ignore", "rules": [{"keyPath": "pin"}]}"#)
    #expect(ignore.items.map(\.path.pointer) == ["pin"])
    #expect(try plan(#"{"version": 1, "default": "ignore"}"#).items.isEmpty)
    #expect(try plan(#"{"version": 1}"#).items.count == 3)
  }

  @Test("command line patterns narrow what rules choose")
  func narrowed() throws {
    let rules = #"{"version": 1, "rules": [{"keyPath": "user/*", "service": "s"}]}"#
    let only = try plan(rules) { $0.only = [Glob("user/name"), Glob("pin")] }
    #expect(only.items.map(\.path.pointer) == ["user/name", "pin"])
    #expect(only.items.map(\.service) == ["s", "app"])
    let except = try plan(rules) { $0.except = [Glob("user/name")] }
    #expect(except.items.map(\.path.pointer) == ["user/token", "pin", "cache/password"])
  }

  @Test("a required rule that fits nothing is an error before anything is written")
  func required() throws {
    let plan = try plan(
      #"{"version": 1, "rules": [{"keyPath": "user/password", "required": true}, {"keyPath": "x"}]}"#)
    #expect(plan.missing == ["user/password"])
    let error = #expect(throws: PlanningError.self) { try Plan.check([plan]) }
    #expect(error?.code == "requiredMissing")
    #expect(plan.idleRules == [1])
  }

  @Test("a rule that fits nothing in any source is told, also one for a part that no value has")
  func idle() throws {
    let rules = try read(
      #"{"version": 1, "default": "ignore", "rules": [{"keyPath": "a"}, {"keyPath": "c/**", "action": "ignore"}, {"keyPath": "s", "inner": [{"decode": "json"}, "x"]}, {"keyPath": "s", "inner": [{"decode": "json"}, "y"]}, {"keyPath": "b", "action": "delete"}]}"#
    )
    var selection = Selection()
    selection.rules = rules
    func plan(_ text: String) throws -> Plan {
      let document = try parsed(text)
      return try Plan.make(document, document.findings(), fileName: "a.json", selection)
    }
    let first = try plan(#"{"a": "1", "s": "{\"y\": \"2\"}"}"#)
    #expect(first.idleRules == [1, 2, 4])
    let second = try plan(#"{"b": "1"}"#)
    #expect(second.idleRules == [0, 1, 2, 3])
    #expect(Plan.idleRules([first, second]) == [1, 2])
    #expect(Plan.idleRules([first, second, try plan(#"{"c": {"d": 1}}"#)]) == [2])
    #expect(Plan.idleRules([]) == [])
  }

  @Test("a rule can ignore one finding inside a value")
  func innerIgnored() throws {
    let document = try parsed(
      #"{"state": "{\"password\": \"hunter22\", \"token\": \"\#(FindingsTests.token)\"}", "mail": "{\"password\": \"hunter22\"}"}"#
    )
    var selection = Selection()
    selection.rules = try read(
      #"{"version": 1, "rules": [{"keyPath": "*", "inner": [{"decode": "json"}, "password"], "action": "ignore"}]}"#
    )
    let plan = try Plan.make(document, document.findings(), fileName: "a.json", selection)
    #expect(plan.items.map(\.path.pointer) == ["state"])
  }

  @Test(
    "what is wrong is named",
    arguments: [
      (#"[]"#, "malformedRules"), (#"{}"#, "noVersion"), (#"{"version": 2}"#, "rulesVersion"),
      (#"{"version": "1"}"#, "malformedRules"), (#"{"version": 1, "rule": []}"#, "unknownField"),
      (#"{"version": 1, "rules": {}}"#, "malformedRules"),
      (#"{"version": 1, "rules": ["a"]}"#, "malformedRules"),
      (#"{"version": 1, "default": "import"}"#, "malformedRules"),
      (#"{"version": 1, "version": 1}"#, "malformedRules"),
      (#"{"version": 1, "rules": [{}]}"#, "malformedRules"),
      (#"{"version": 1, "rules": [{"action": "keep"}]}"#, "malformedRules"),
      (#"{"version": 1, "rules": [{"keypath": "a"}]}"#, "unknownField"),
      (#"{"version": 1, "rules": [{"keyPath": "a", "action": "move"}]}"#, "malformedRules"),
      (#"{"version": 1, "rules": [{"keyPath": "a", "required": "yes"}]}"#, "malformedRules"),
      (#"{"version": 1, "rules": [{"keyPath": "a", "account": "{who}"}]}"#, "unknownGap"),
      (#"{"version": 1, "rules": [{"keyPath": "a", "account": "{path"}]}"#, "unbalancedBraces"),
      (#"{"version": 1, "rules": [{"keyPath": "a", "account": "a}"}]}"#, "unbalancedBraces"),
      (#"{"version": 1, "rules": [{"keyPath": "a", "inner": ["b"], "action": "delete"}]}"#, "malformedRules"),
      (
        #"{"version": 1, "rules": [{"keyPath": "a", "inner": [{"decode": "yaml"}], "action": "ignore"}]}"#,
        "malformedRules"
      ),
      (#"{"version": 1, "rules": [{"keyPath": "a", "inner": [-1], "action": "ignore"}]}"#, "malformedRules"),
      (
        #"{"version": 1, "rules": [{"keyPath": "a", "service": "s", "action": "ignore"}]}"#, "malformedRules"
      ),
      (#"{"version": 1, "rules": [{"keyPath": "a", "accessControl": [1]}]}"#, "malformedRules"),
    ])
  func wrong(text: String, code: String) throws {
    let error = #expect(throws: PlanningError.self) { try read(text) }
    #expect(error?.code == code)
    #expect(error?.message.isEmpty == false && error?.hint.isEmpty == false)
    #expect(error?.message.hasSuffix(".") == false)
  }

  @Test("rules may be a property list")
  func propertyList() throws {
    let bytes = try binaryPlist(
      ["version": 1, "default": "ignore", "rules": [["keyPath": "a/*", "required": true]]] as [String: Any])
    let rules = try Rules.read(try parsed(bytes))
    #expect(rules.fallback == .ignore)
    #expect(rules.rules.map(\.keyPath.text) == ["a/*"])
    #expect(rules.rules[0].isRequired)
  }

  @Test("rules are written as they are read")
  func writing() throws {
    var rule = Rule(keyPath: Glob("a\"b\\*\u{1}/\u{202E}"))
    rule.isRequired = true
    rule.service = try NameTemplate("{{x}} {file}")
    rule.account = try NameTemplate("{path}")
    rule.accessControl = ["userPresence"]
    rule.comment = "ü\n"
    var ignored = Rule(keyPath: Glob("b"))
    ignored.action = .ignore
    ignored.inner = [.decode(.json), .key(Array("k".utf8)), .index(3)]
    let rules = Rules(fallback: .detect, rules: [rule, ignored])
    #expect(try Rules.read(try parsed(rules.json())) == rules)
    #expect(try Rules.read(try parsed(Rules(fallback: .ignore, rules: []).json())).rules.isEmpty)
    #expect(
      String(decoding: Rules(fallback: .ignore, rules: [Rule(keyPath: Glob("a"))]).json(), as: UTF8.self)
        == """
        {
          "version": 1,
          "default": "ignore",
          "rules": [
            {"keyPath": "a", "action": "import"}
          ]
        }

        """)
  }

  @Test("templates fill their gaps")
  func templates() throws {
    let path = KeyPath([.key(Array("a/b".utf8)), .index(2)])
    #expect(
      try NameTemplate("{file}:{path}:{key}:{{}}").filled(path: path, fileName: "x.y.json")
        == "x.y:a~1b/2:2:{}")
    #expect(try NameTemplate("").filled(path: path, fileName: "") == "")
  }

  @Test("a required value that an earlier rule ignores is as good as missing")
  func requiredBehindIgnored() throws {
    func code(_ rules: String) throws -> String? {
      let plan = try plan(#"{"version": 1, "rules": [\#(rules)]}"#)
      do throws(PlanningError) { try Plan.check([plan]) } catch { return error.code }
      return nil
    }
    #expect(
      try code(#"{"keyPath": "pin", "action": "ignore"}, {"keyPath": "pin", "required": true}"#)
        == "requiredIgnored")
    #expect(try code(#"{"keyPath": "pin"}, {"keyPath": "p*", "required": true}"#) == nil)
    #expect(try code(#"{"keyPath": "pin", "action": "ignore", "required": true}"#) == nil)
  }
}
