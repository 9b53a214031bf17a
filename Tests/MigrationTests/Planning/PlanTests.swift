import Foundation
import Migration
import Testing

@Suite("Plans")
struct PlanTests {
  private static let source = """
    {"password": "hunter22", "name": "sam", "servers": [{"host": "a", "token": "Hj89K4EtjE0gFeKD6JIRYzCyKVQETCXi"},
     {"host": "b", "token": "Xj89K4EtjE0gFeKD6JIRYzCyKVQETCXi"}], "a/b": {"~": 1.50}, "on": true, "none": null}
    """

  private func plan(
    _ source: String = source, fileName: String = "com.example.app.json",
    _ choose: (inout Selection) -> Void = { _ in }
  ) throws -> Plan {
    let document = try parsed(source)
    var selection = Selection()
    choose(&selection)
    return try Plan.make(document, document.findings(), fileName: fileName, selection)
  }

  private func paths(_ plan: Plan) -> [String] { plan.items.map(\.path.pointer) }

  @Test("detection chooses by default; service and account are the file's name and the path")
  func detected() throws {
    let plan = try plan()
    #expect(paths(plan) == ["password", "servers/0/token", "servers/1/token"])
    let item = plan.items[1]
    #expect(item.service == "com.example.app")
    #expect(item.account == "servers/0/token")
    #expect(item.originalType == .string)
    #expect(item.contentType == .text)
    #expect(item.length == 32)
    #expect(item.action == .import)
    guard case .detected(let findings) = item.reason else {
      Issue.record("chosen for another reason")
      return
    }
    #expect(findings.map(\.kind) == [.accessToken])
  }

  @Test(
    "patterns choose what they fit, and everything in a container that they fit",
    arguments: [
      (["name"], ["name"]), (["servers/*/host"], ["servers/0/host", "servers/1/host"]),
      (["servers/1"], ["servers/1/host", "servers/1/token"]), (["a~1b/~0"], ["a~1b/~0"]),
      (["**/token", "on"], ["servers/0/token", "servers/1/token", "on"]), (["nam?"], ["name"]),
    ])
  func only(patterns: [String], expected: [String]) throws {
    let plan = try plan { $0.only = patterns.map { Glob($0) } }
    #expect(paths(plan) == expected)
    #expect(plan.unmatched.isEmpty)
  }

  @Test("everything, and everything but; null is told and left")
  func all() throws {
    let everything = try plan { $0.all = true }
    #expect(
      paths(everything) == [
        "password", "name", "servers/0/host", "servers/0/token", "servers/1/host", "servers/1/token",
        "a~1b/~0", "on",
      ])
    #expect(everything.left.map(\.path.pointer) == ["none"])
    #expect(
      everything.items.map(\.originalType) == [
        .string, .string, .string, .string, .string, .string, .real, .boolean,
      ])
    #expect(everything.items[6].length == 4)
    let rest = try plan {
      $0.all = true
      $0.except = [Glob("servers"), Glob("*a*")]
    }
    #expect(paths(rest) == ["on"])
    let fewer = try plan { $0.except = [Glob("servers/0/*")] }
    #expect(paths(fewer) == ["password", "servers/1/token"])
    #expect(fewer.left.map(\.path.pointer) == ["servers/0/token"])
  }

  @Test("a pattern that fits nothing anywhere is an error; in one of several sources it is none")
  func unmatched() throws {
    let choose: (inout Selection) -> Void = { $0.only = [Glob("name"), Glob("nmae")] }
    let first = try plan(Self.source, choose)
    #expect(first.unmatched == ["nmae"])
    #expect(throws: PlanningError.self) { try Plan.check([first]) }
    let second = try plan(#"{"nmae": "x"}"#, choose)
    #expect(second.unmatched == ["name"])
    try Plan.check([first, second].filter { $0.unmatched.count == 1 && $0.items.count == 1 })
  }

  @Test("two items of one name exclude each other")
  func sameItem() throws {
    let twice = try [plan(), plan()]
    let error = #expect(throws: PlanningError.self) { try Plan.check(twice) }
    #expect(error?.code == "sameItem")
    #expect(error?.message.contains("app.json (source 1) and") == true)
    try Plan.check([plan(), plan(fileName: "other.json")])
  }

  @Test("a chosen value on a duplicated path is refused, an unchosen one is not")
  func duplicates() throws {
    let source =
      #"{"a": [{"password": "hunter22", "password": "falcon77"}], "x": 1, "x": 2, "token": "\#(FindingsTests.token)"}"#
    let error = #expect(throws: PlanningError.self) { try plan(source) }
    #expect(error?.code == "duplicateKey")
    #expect(error?.message.contains("a/0/password") == true)
    #expect(try paths(plan(source) { $0.except = [Glob("a")] }) == ["token"])
    // One of the two is enough to make the path ambiguous.
    #expect(throws: PlanningError.self) { try plan(#"{"password": true, "password": "hunter22"}"#) }
  }

  @Test(
    "a secret under any of several equal keys is refused, wherever the others lead",
    arguments: [
      #"{"x": {"k": 1}, "x": {"accessToken": "TOKEN"}}"#,
      #"{"x": {"accessToken": "TOKEN"}, "x": {"k": 1}}"#,
      #"{"x": 1, "x": {"y": [{"accessToken": "TOKEN"}]}, "password": "hunter22"}"#,
      #"{"accessToken": null, "accessToken": "TOKEN"}"#,
      #"{"accessToken": ["a"], "accessToken": "TOKEN"}"#,
      #"{x = {k = 1;}; x = {accessToken = "TOKEN";};}"#,
      """
      <?xml version="1.0"?><plist version="1.0"><dict><key>x</key><dict/><key>x</key>\
      <dict><key>accessToken</key><string>TOKEN</string></dict></dict></plist>
      """,
    ])
  func duplicatesAbove(_ text: String) throws {
    let source = text.replacing("TOKEN", with: FindingsTests.token)
    let rules = try Rules.read(try parsed(#"{"version": 1, "default": "detect"}"#))
    let ways: [(inout Selection) -> Void] = [
      { _ in }, { $0.rules = rules }, { $0.except = [Glob("none")] }, { $0.only = [Glob("**/accessToken")] },
      { $0.all = true },
    ]
    for choose in ways {
      let error = #expect(throws: PlanningError.self) { try plan(source, choose) }
      #expect(error?.code == "duplicateKey")
    }
    #expect(throws: Never.self) { try plan(source) { $0.except = [Glob("x"), Glob("accessToken")] } }
  }

  @Test("and in a binary property list, where both entries may name the same key object")
  func duplicatesAboveInBinary() throws {
    var maker = BinaryMaker()
    maker.add([0xD2, 1, 1, 2, 3])
    maker.add("x")
    maker.add([0xD0])
    maker.add([0xD1, 4, 5])
    maker.add("accessToken")
    maker.add([0x5F, 0x10, UInt8(FindingsTests.token.utf8.count)] + Array(FindingsTests.token.utf8))
    let document = try parsed(maker.file())
    let findings = document.findings()
    #expect(findings.list.count == 1)
    let error = #expect(throws: PlanningError.self) { try Plan.make(document, findings, fileName: "x.plist") }
    #expect(error?.code == "duplicateKey")
  }

  @Test("a part that a rule cannot take, because the value has it twice, is left to detection")
  func partThatStandsTwice() throws {
    let rules = try Rules.read(
      try parsed(
        #"{"version": 1, "default": "detect", "rules": [{"keyPath": "s", "inner": [{"decode": "json"}, "refreshToken"]}]}"#
      ))
    let token = FindingsTests.token
    func source(_ inside: String) -> String { "{\"s\": \"{\(inside.replacing("\"", with: "\\\""))}\"}" }
    let once = try plan(source("\"refreshToken\": \"\(token)\"")) { $0.rules = rules }
    #expect(once.items.map(\.inner.count) == [2])
    let twice = try plan(source("\"refreshToken\": \"a\", \"refreshToken\": \"\(token)\"")) {
      $0.rules = rules
    }
    #expect(twice.items.map(\.path.pointer) == ["s"] && twice.items.allSatisfy { $0.inner.isEmpty })
  }

  @Test("a wallet's words under a key that stands twice are refused too")
  func duplicatesAboveWords() throws {
    let words = Array(repeating: "\"abandon\"", count: 11).joined(separator: ", ") + ", \"about\""
    let source = #"{"x": 1, "x": {"seed": [\#(words)]}}"#
    for choose in [{ _ in }, { $0.except = [Glob("none")] }] as [(inout Selection) -> Void] {
      #expect(#expect(throws: PlanningError.self) { try plan(source, choose) }?.code == "duplicateKey")
    }
  }

  @Test("sources without keys and without a name")
  func refused() throws {
    let bare = #expect(throws: PlanningError.self) { try plan("\"hunter22\"") }
    #expect(bare?.code == "noKeys")
    let nameless = #expect(throws: PlanningError.self) { try plan(fileName: "") }
    #expect(nameless?.code == "noService")
    #expect(try plan(fileName: "") { $0.service = "mail" }.items.first?.service == "mail")
  }

  @Test(
    "the service is the name without its last extension",
    arguments: [
      ("com.example.app.plist", "com.example.app"), ("settings", "settings"), (".hidden", ".hidden"),
      ("a.b", "a"),
    ])
  func services(fileName: String, service: String) throws {
    #expect(try plan(fileName: fileName).items.first?.service == service)
  }

  @Test("data keeps its kind: property lists are told from other bytes")
  func contentTypes() throws {
    let noise = Data((0..<32).map { UInt8(truncatingIfNeeded: $0 &* 97 &+ 13) })
    let nested = Data(try binaryPlist(["password": "hunter22"]))
    let document = try parsed(try binaryPlist(["encryptionKey": noise, "user": nested]))
    let plan = try Plan.make(document, document.findings(), fileName: "x.plist")
    #expect(
      Dictionary(uniqueKeysWithValues: plan.items.map { ($0.path.pointer, $0.contentType) }) == [
        "encryptionKey": .bytes, "user": .binaryPlist,
      ])
    #expect(plan.items.allSatisfy { $0.originalType == .data })
  }

  @Test("a token that is a key stays and is told")
  func tokenAsKey() throws {
    let source = #"{"tokens": {"\#(FindingsTests.token)": {"scope": "read"}}}"#
    for choose in [{ _ in }, { $0.except = [Glob("none")] }] as [(inout Selection) -> Void] {
      let plan = try plan(source, choose)
      #expect(plan.items.isEmpty)
      #expect(plan.left.map(\.path.pointer) == ["tokens/" + FindingsTests.token])
    }
  }

  @Test("a plan written as rules chooses the same again")
  func planOut() throws {
    let source =
      #"{"pass*word?": {"password": "hunter22"}, "token\\": "\#(FindingsTests.token)", "pass-word": {"password": "falcon77"}}"#
    let first = try plan(source) { $0.except = [Glob("pass-word")] }
    let text = first.rules.json()
    let rules = try Rules.read(try parsed(text))
    #expect(rules == first.rules)
    let second = try plan(source) { $0.rules = rules }
    #expect(paths(second) == ["pass*word?/password", "token\\"])
    #expect(second.items.map(\.account) == first.items.map(\.account))
    #expect(!String(decoding: text, as: UTF8.self).contains("hunter22"))
  }
}
