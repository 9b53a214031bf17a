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
