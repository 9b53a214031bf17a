import Foundation
import Testing

/// `inspect --html`: one page that needs nothing else and shows every part of the file.
@Suite struct InspectHTMLTests {
  @Test func everyPartWithItsClauses() throws {
    let sandbox = try Sandbox()
    try sandbox.run("keygen -o k")
    try sandbox.run("init -f a&<b>.sf -i k")
    try sandbox.set("mail", "me", "canary-in-the-map", "-f a&<b>.sf -i k")
    let page = try sandbox.run(["inspect", "--html", "a&<b>.sf"])
    #expect(page.status == 0)
    let plain = try sandbox.run(["inspect", "--json", "a&<b>.sf"]).json()
    let regions = try #require(plain["regions"] as? [[String: Any]])
    #expect(page.text.components(separatedBy: "<tr class=").count - 1 == regions.count)
    for region in regions {
      if let value = region["value"] as? String { #expect(page.text.contains(value)) }
      #expect(page.text.contains(try #require(region["name"] as? String)))
    }
    #expect(page.text.contains("a&amp;&lt;b&gt;.sf") && !page.text.contains("<b>"))
    for outside in ["http", "src=", "<script", "@import", "url(", "canary"] {
      #expect(!page.text.contains(outside), "\(outside)")
    }
  }

  /// Every clause that is named is one of the specification.
  @Test func clausesAreThere() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    func text(_ path: String) throws -> String {
      try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }
    let specification = try text("spec/secretfile-v1.md")
    let clauses = try text("Sources/secretctl/Verbs/InspectHTML.swift").matches(of: /SF-[0-9.]+-[0-9]+/)
    #expect(clauses.count > 20)
    for clause in clauses { #expect(specification.contains("[\(clause.output)]"), "\(clause.output)") }
  }

  @Test func damageStandsAtTheTop() throws {
    let sandbox = try Sandbox()
    try sandbox.prepare()
    let file = sandbox.folder.appendingPathComponent("c.sf")
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count - 30] ^= 1
    try bytes.write(to: file)
    let page = try sandbox.run("inspect --html c.sf")
    #expect(page.status == 20)
    #expect(page.text.contains("class=\"problem\""))
  }
}
