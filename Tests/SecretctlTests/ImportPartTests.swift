import Foundation
import Testing

/// Rules that take a part of a value.
@Suite struct ImportPartTests {
  private let box: Sandbox

  init() throws {
    box = try Sandbox()
    try box.prepare()
    let inside = "{\"auth\":{\"refresh\":\"canary-Hj89K4EtjE0gFeKD6\",\"n\":17},\"theme\":\"dark\"}"
    let other = inside.replacingOccurrences(of: "Hj89K4EtjE0gFeKD6", with: "Zq37LmV0xW9nRt2Yb")
    let values: [String: Any] = [
      "state": inside, "blob": Data(other.utf8).base64EncodedString(),
      "form": "grant=x&code=canary%2Bcode&theme=1", "line": "theme=dark; sid=canary-sid-1",
      "url": "https://example.com/feed?token=canary-url&page=2", "head": "Accept: */*\nX-Key: canary-head",
      "nested": try PropertyListSerialization.data(
        fromPropertyList: ["deep": ["canary-zero", "canary-one"]], format: .binary, options: 0),
    ]
    try box.write(
      "com.example.part.plist",
      try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0))
  }

  private func rules(_ rules: String...) throws {
    try box.write(
      "rules.json", "{\"version\": 1, \"default\": \"ignore\", \"rules\": [\(rules.joined(separator: ","))]}")
  }

  @Test(
    "each way in, and what it leads to",
    arguments: [
      (
        #"{"keyPath":"state","inner":[{"decode":"json"},"auth","refresh"]}"#, "state/auth/refresh",
        "canary-Hj89K4EtjE0gFeKD6"
      ),
      (#"{"keyPath":"state","inner":[{"decode":"json"},"auth","n"]}"#, "state/auth/n", "17"),
      (
        #"{"keyPath":"blob","inner":[{"decode":"base64"},{"decode":"json"},"auth","refresh"]}"#,
        "blob/auth/refresh", "canary-Zq37LmV0xW9nRt2Yb"
      ),
      (#"{"keyPath":"form","inner":[{"decode":"form"},"code"]}"#, "form/code", "canary%2Bcode"),
      (#"{"keyPath":"line","inner":[{"decode":"cookie"},"sid"]}"#, "line/sid", "canary-sid-1"),
      (#"{"keyPath":"url","inner":[{"decode":"url"},"token"]}"#, "url/token", "canary-url"),
      (#"{"keyPath":"head","inner":[{"decode":"header"},"X-Key"]}"#, "head/X-Key", "canary-head"),
      (#"{"keyPath":"nested","inner":[{"decode":"plist"},"deep",1]}"#, "nested/deep/1", "canary-one"),
    ])
  func ways(rule: String, account: String, value: String) throws {
    try rules(rule)
    let result = try box.run("import --rules rules.json com.example.part.plist --json")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(!result.text.contains("canary"))
    let source = try #require((try result.json()["sources"] as? [[String: Any]])?.first)
    let item = try #require((source["items"] as? [[String: Any]])?.first)
    #expect(item["account"] as? String == account && item["action"] as? String == "added")
    #expect((item["inner"] as? [Any])?.isEmpty == false)
    #expect(try box.run(["get", "-s", "com.example.part", "-a", account]).text == value)
    // The same again is done, and a rule that finds no such part takes nothing.
    #expect(try box.run("import --rules rules.json com.example.part.plist").text.contains("unchanged"))
  }

  @Test func severalPartsOfOneValueAndTheRestForTheOtherRules() throws {
    try rules(
      #"{"keyPath":"state","inner":[{"decode":"json"},"auth","refresh"],"account":"r"}"#,
      #"{"keyPath":"state","inner":[{"decode":"json"},"auth","n"],"account":"n"}"#,
      #"{"keyPath":"state","account":"all"}"#)
    let result = try box.run("import --rules rules.json com.example.part.plist")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(try box.run("list").lines.count == 3)
    // The provenance knows the way in, and a property list has the part under its account.
    let listed = try box.run("list --json").text
    #expect(listed.contains("\"inner\":\":json/auth/refresh\""), "\(listed)")
  }

  @Test func aPartNeverTakesItsNeighboursAlong() throws {
    try rules(#"{"keyPath":"state","inner":[{"decode":"json"},"auth","refresh"]}"#)
    let before = try box.read("com.example.part.plist")
    let result = try box.run("import --rules rules.json --scrub --yes com.example.part.plist")
    #expect(result.status == 0, "\(result.stderr)")
    let after = try box.read("com.example.part.plist")
    let (old, new) = (try Samples.read(before), try Samples.read(after))
    for key in ["blob", "form", "line", "url", "head", "nested"] {
      #expect((old[key] as? NSObject) == (new[key] as? NSObject), "\(key)")
    }
    // Byte for byte what it was, but for the part.
    #expect(new["state"] as? String == "{\"auth\":{\"n\":17},\"theme\":\"dark\"}")
    // Run again, the same command is done.
    #expect(try box.run("import --rules rules.json --scrub --yes com.example.part.plist").status == 0)
  }

  @Test func whatAPlaceholderLeavesReplacesNoSecret() throws {
    try rules(
      #"{"keyPath":"state","inner":[{"decode":"json"},"auth","n"],"account":"n"}"#,
      #"{"keyPath":"state","inner":[{"decode":"json"},"auth","refresh"],"account":"r"}"#,
      #"{"keyPath":"form","inner":[{"decode":"form"},"code"],"account":"f"}"#)
    let line = "import --rules rules.json --scrub=placeholder --yes com.example.part.plist"
    #expect(try box.run(line).status == 0)
    let scrubbed = try box.read("com.example.part.plist")
    #expect(
      try Samples.read(scrubbed)["state"] as? String
        == "{\"auth\":{\"refresh\":\"moved to secretctl\",\"n\":0},\"theme\":\"dark\"}")
    for options in ["", "--on-existing replace", "--again --on-existing replace"] {
      let again = try box.run("\(line) \(options)")
      #expect(again.status == 0, "\(options): \(again.text) \(again.stderr)")
    }
    #expect(try box.read("com.example.part.plist") == scrubbed)
    #expect(try box.run("get -s com.example.part -a n").text == "17")
    #expect(try box.run("get -s com.example.part -a r").text == "canary-Hj89K4EtjE0gFeKD6")
    #expect(try box.run("get -s com.example.part -a f").text == "canary%2Bcode")
  }

  @Test func aRequiredPartThatIsMissingStopsEverything() throws {
    for inner in [
      #"[{"decode":"json"},"auth","gone"]"#, #"[{"decode":"plist"},"auth"]"#, #"[{"decode":"json"},"auth"]"#,
      #"["auth"]"#, #"[{"decode":"base64"}]"#, #"[{"decode":"json"},"auth","refresh","x"]"#,
    ] {
      try rules(#"{"keyPath":"state","inner":\#(inner),"required":true}"#)
      let result = try box.run("import --rules rules.json com.example.part.plist")
      #expect(result.status == 65 && result.stderr.contains("requires"), "\(inner): \(result.stderr)")
      #expect(try box.run("list").text.isEmpty)
    }
  }

  @Test func deletingAPartIsRefused() throws {
    try rules(#"{"keyPath":"state","inner":[{"decode":"json"},"auth"],"action":"delete"}"#)
    #expect(try box.run("import --rules rules.json com.example.part.plist").status == 65)
  }
}
