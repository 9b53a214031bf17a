import Foundation
import Testing

/// Reports that leave the machine.
@Suite struct ScanReportTests {
  private let box: Sandbox

  init() throws {
    box = try Sandbox()
    try box.write("a.json", Samples.json)
    try box.write("bad.json", "{\"a\":")
  }

  // MARK: SARIF

  private func sarif(_ arguments: String) throws -> [String: Any] {
    let document = try box.run("scan \(arguments) --format sarif").json()
    #expect(document["version"] as? String == "2.1.0")
    #expect((document["$schema"] as? String)?.hasSuffix("sarif-schema-2.1.0.json") == true)
    let runs = try #require(document["runs"] as? [[String: Any]])
    #expect(runs.count == 1)
    return try #require(runs.first)
  }

  /// The parts that SARIF 2.1.0 requires of a run with results (§3.14, §3.19, §3.27, §3.28, §3.58).
  @Test func sarifHasTheStructureOfTheStandard() throws {
    let run = try sarif("a.json bad.json")
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "secretctl")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let ids = rules.compactMap { $0["id"] as? String }
    #expect(ids.count == rules.count && Set(ids).count == ids.count)
    for rule in rules {
      let full = try #require((rule["fullDescription"] as? [String: String])?["text"])
      #expect(full.contains("; facts from: ") && !full.hasSuffix(": "))
    }
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == 2)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(ids[index] == result["ruleId"] as? String)
      #expect(["error", "warning", "note"].contains(result["level"] as? String))
      let message = try #require((result["message"] as? [String: String])?["text"])
      #expect(message.contains("in plain text at "))
      let location = try #require((result["locations"] as? [[String: Any]])?.first)
      let physical = try #require(location["physicalLocation"] as? [String: Any])
      #expect((physical["artifactLocation"] as? [String: String]) == ["uri": "a.json"])
      let prints = try #require(result["partialFingerprints"] as? [String: String])
      #expect(prints["place/v1"]?.count == 32)
      let rank = try #require(result["rank"] as? Int)
      #expect((0...100).contains(rank))
    }
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false)
    let notes = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
    #expect((notes.first?["descriptor"] as? [String: String]) == ["id": "truncated"])
  }

  /// A checker of our own for the rules of the schema that concern what is written: which properties an object may
  /// have, which it must have, and of what type they are.
  private static let shapes: [String: (required: Set<String>, properties: [String: String])] = [
    "log": (["version", "runs"], ["$schema": "string", "version": "string", "runs": "[run"]),
    "run": (
      ["tool"],
      [
        "tool": "tool", "results": "[result", "invocations": "[invocation", "columnKind": "string",
      ]
    ),
    "tool": (["driver"], ["driver": "driver"]),
    "driver": (["name"], ["name": "string", "semanticVersion": "string", "rules": "[rule"]),
    "rule": (
      ["id"],
      ["id": "string", "shortDescription": "message", "fullDescription": "message", "help": "message"]
    ),
    "message": (["text"], ["text": "string"]),
    "result": (
      ["message"],
      [
        "ruleId": "string", "ruleIndex": "integer", "level": "string", "message": "message",
        "locations": "[location", "partialFingerprints": "map", "rank": "integer",
        "suppressions": "[suppression",
      ]
    ),
    "suppression": (["kind"], ["kind": "string", "justification": "string"]),
    "location": ([], ["physicalLocation": "physical", "logicalLocations": "[logical"]),
    "physical": (["artifactLocation"], ["artifactLocation": "artifact", "region": "region"]),
    "artifact": (["uri"], ["uri": "string"]),
    "logical": ([], ["fullyQualifiedName": "string", "kind": "string"]),
    "region": (
      ["byteOffset"],
      [
        "startLine": "positive", "startColumn": "positive", "endLine": "positive", "endColumn": "positive",
        "charOffset": "integer", "charLength": "integer", "byteOffset": "integer", "byteLength": "integer",
      ]
    ),
    "invocation": (
      ["executionSuccessful"],
      ["executionSuccessful": "boolean", "toolExecutionNotifications": "[notification"]
    ),
    "notification": (
      ["message"],
      ["level": "string", "descriptor": "descriptor", "message": "message", "locations": "[location"]
    ),
    "descriptor": (["id"], ["id": "string"]),
  ]

  /// What is wrong with a value, and where.
  private func complaints(_ value: Any?, _ shape: String, _ place: String) -> [String] {
    if shape.hasPrefix("[") {
      guard let list = value as? [Any] else { return ["\(place) is no array"] }
      return list.enumerated().flatMap { complaints($1, String(shape.dropFirst()), "\(place)/\($0)") }
    }
    if let (required, properties) = Self.shapes[shape] {
      guard let object = value as? [String: Any] else { return ["\(place) is no object"] }
      var found = required.subtracting(object.keys).map { "\(place) has no \($0)" }
      for (name, value) in object {
        guard let next = properties[name] else {
          found.append("\(place) has \(name)")
          continue
        }
        found += complaints(value, next, "\(place)/\(name)")
      }
      return found
    }
    let fits =
      switch shape {
      case "string": (value as? String)?.isEmpty == false
      case "integer": (value as? Int).map { $0 >= 0 } ?? false
      case "positive": (value as? Int).map { $0 >= 1 } ?? false
      case "boolean": value is Bool
      default: value is [String: String]
      }
    return fits ? [] : ["\(place) is no \(shape)"]
  }

  @Test func sarifHoldsNothingThatTheSchemaForbids() throws {
    try box.write("b.plist", try Samples.plist(.binary))
    try box.run("scan a.json --write-baseline base.json")
    let log = try box.run("scan . --baseline base.json --format sarif").json()
    #expect(complaints(log, "log", "") == [])
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    #expect(run["columnKind"] as? String == "utf16CodeUnits")
    // The checker can tell.
    #expect(complaints(["version": "", "runs": [["x": 1]]], "log", "").count == 3)
  }

  @Test func regionsTellLinesOfTextAndBytesOfEverything() throws {
    try box.write("b.plist", try Samples.plist(.binary))
    try box.write("wide.plist", try #require(("\u{FEFF}" + Self.plist).data(using: .utf16BigEndian)))
    func regions(_ file: String) throws -> [[String: Int]] {
      let results = try #require(try sarif(file)["results"] as? [[String: Any]])
      return try results.map { result in
        let location = try #require((result["locations"] as? [[String: Any]])?.first)
        let physical = try #require(location["physicalLocation"] as? [String: Any])
        return try #require(physical["region"] as? [String: Int])
      }
    }
    let text = try regions("a.json")
    let lines = Samples.json.components(separatedBy: "\n")
    #expect(text.map { $0["startLine"] } == [3, 5])
    for region in text {
      let (line, start) = (lines[(region["startLine"] ?? 1) - 1], (region["startColumn"] ?? 1) - 1)
      let value = line.dropFirst(start).prefix((region["endColumn"] ?? 0) - 1 - start)
      #expect(value == "\"\(Samples.token)\"" || value == "\"Xk4!canary-hunter2\"")
      #expect(region["charOffset"] == region["byteOffset"] && region["charLength"] == region["byteLength"])
    }
    let wide = try #require(try regions("wide.plist").first)
    #expect(wide["startLine"] == 3 && wide["startColumn"] == 25 && wide["endColumn"] == 60)
    #expect(wide["byteOffset"] == (wide["charOffset"] ?? 0) * 2 + 2 && wide["byteLength"] == 70)
    for region in try regions("b.plist") { #expect(Set(region.keys) == ["byteOffset", "byteLength"]) }
    // A file that could not be read: where it stopped being readable.
    let invocation = try #require((try sarif("bad.json")["invocations"] as? [[String: Any]])?.first)
    let note = try #require((invocation["toolExecutionNotifications"] as? [[String: Any]])?.first)
    let location = try #require((note["locations"] as? [[String: Any]])?.first)
    let physical = location["physicalLocation"] as? [String: Any]
    #expect(physical?["region"] as? [String: Int] == ["byteOffset": 5])
    #expect(try box.run("scan a.json").text.contains("account/password (line 5)"))
  }

  private static let plist = """
    <?xml version="1.0" encoding="UTF-16"?>
    <plist version="1.0"><dict>
    <key>é😀 password</key> <string>Xk4!canary-hunter2</string>
    </dict></plist>
    """

  @Test func fingerprintsKnowThePlaceAndNotTheValue() throws {
    func prints() throws -> [String] {
      let results = try #require(try sarif("a.json")["results"] as? [[String: Any]])
      return results.compactMap { ($0["partialFingerprints"] as? [String: String])?["place/v1"] }
    }
    let first = try prints()
    try box.write("a.json", Samples.json.replacingOccurrences(of: "hunter2", with: "hunter3"))
    #expect(try prints() == first)
    try box.write("a.json", Samples.json.replacingOccurrences(of: "\"account\"", with: "\"user\""))
    #expect(try prints() != first)
  }

  @Test func acceptedFindingsAreSuppressedInSarif() throws {
    try box.run("scan a.json --write-baseline base.json")
    let result = try box.run("scan a.json --baseline base.json --format sarif")
    #expect(result.status == 0)
    let run = try sarif("a.json --baseline base.json")
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == 2 && results.allSatisfy { $0["suppressions"] != nil })
  }

  @Test func anIncompleteSearchIsToldAndNoSuccess() throws {
    try box.write("deep.json", Samples.deep)
    let invocation = try #require((try sarif("deep.json")["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false)
    let notes = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
    #expect((notes.first?["descriptor"] as? [String: String]) == ["id": "searchedInPart"])
    let page = try html("deep.json")
    #expect(page.contains("id=\"in-part\" open") && page.contains("<code>deep.json</code></li>"))
  }

  @Test func addressesOfHostileNamesAreAddresses() throws {
    try box.write("a b%#?\"é.json", Samples.json)
    let results = try #require(try sarif(".")["results"] as? [[String: Any]])
    let uris = results.compactMap { result in
      let location = (result["locations"] as? [[String: Any]])?.first
      let physical = location?["physicalLocation"] as? [String: Any]
      return (physical?["artifactLocation"] as? [String: String])?["uri"]
    }
    #expect(Set(uris) == ["./a.json", "./a%20b%25%23%3F%22%C3%A9.json"])
    #expect(uris.allSatisfy { URL(string: $0) != nil })
  }

  // MARK: HTML

  private func html(_ arguments: String) throws -> String {
    let result = try box.run("scan \(arguments) --format html")
    return result.text
  }

  @Test func thePageNeedsNothingElseAndRunsNothing() throws {
    let page = try html("a.json bad.json")
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    for forbidden in [
      "<script", "javascript:", "http://", "https://", "src=", "url(", "@import", "<link", "on" + "click",
    ] {
      #expect(!page.contains(forbidden), "\(forbidden)")
    }
    #expect(page.contains("account/password") && page.contains("the name says password"))
    #expect(page.contains("bad.json: "))
    #expect(!page.contains("canary") && !page.contains(Samples.token))
    #expect(page.contains("prefers-color-scheme: dark") && page.contains("id=\"show-high\""))
  }

  /// The policy allows this one style sheet by its hash.
  @Test func theStyleSheetIsTheOneThatThePolicyAllows() throws {
    let page = try html("a.json")
    let sheet = try #require(
      page.components(separatedBy: "<style>").last?.components(separatedBy: "</style>").first)
    try box.write("sheet", sheet)
    let hash = try box.shell(
      "openssl dgst -sha256 -binary sheet | base64 | tr -d '\\n'")
    try #require(hash.status == 0)
    #expect(
      page.contains(
        "content=\"default-src 'none'; style-src 'sha256-\(hash.text)'; base-uri 'none'; form-action 'none'\""
      ),
      "the hash is \(hash.text)")
    // The policy comes before what it governs.
    let policy = try #require(page.range(of: "Content-Security-Policy"))
    let style = try #require(page.range(of: "<style>"))
    #expect(policy.lowerBound < style.lowerBound)
  }

  @Test func hostileNamesAreText() throws {
    let name = "\\\"><script>alert(1)</script>\u{202E}&'"
    try box.write("evil.json", "{\"\(name)\": {\"password\": \"Xk4!canary-hunter2\"}}")
    try box.write("<img src=x onerror=alert(1)>.json", Samples.json)
    let page = try html(".")
    #expect(!page.contains("<script") && !page.contains("<img") && !page.contains("\u{202E}"))
    #expect(page.contains("&quot;&gt;&lt;script&gt;alert(1)&lt;~1script&gt;\\u{202e}&amp;&#39;/password"))
    #expect(page.contains("&lt;img src=x onerror=alert(1)&gt;.json"))
    // As another reader sees it: one table row a finding, and balanced elements.
    let check = try box.shell(
      """
      $T scan . --format html | python3 -c '
      import sys, html.parser
      class P(html.parser.HTMLParser):
          stack, rows, bad = [], 0, []
          def handle_starttag(self, tag, attrs):
              if tag not in ("meta", "input"): self.stack.append(tag)
              self.rows += tag == "tr"
              self.bad += [a for a, v in attrs if a.startswith("on") or a in ("src", "style") or a == "href" and v[0] != "#"]
          def handle_endtag(self, tag):
              if self.stack.pop() != tag: self.bad.append(tag)
      p = P(); p.feed(sys.stdin.read()); print(len(p.stack), p.bad, p.rows)'
      """)
    #expect(check.text == "0 [] 8\n", "\(check.text) \(check.stderr)")
  }

  @Test func aCleanFolderGivesACleanPage() throws {
    try box.write("clean.json", "{\"theme\": \"dark\"}")
    let page = try html("clean.json")
    #expect(page.contains("<h1>No secrets found in plain text</h1>") && !page.contains("<fieldset"))
  }
}
