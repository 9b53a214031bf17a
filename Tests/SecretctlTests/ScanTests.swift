import Foundation
import Testing

@Suite struct ScanTests {
  private let box: Sandbox

  init() throws { box = try Sandbox() }

  @Test func findingsEndWith10() throws {
    try box.write("a.plist", try Samples.plist(.binary))
    let result = try box.run("scan a.plist")
    #expect(result.status == 10)
    #expect(result.text.hasPrefix("a.plist\n  "))
    #expect(result.text.contains("accessToken") && result.text.contains("account/password"))
    #expect(!result.text.contains("canary") && !result.stderr.contains("canary"))
    try box.write("b.json", "{\"theme\": \"dark\"}")
    let none = try box.run("scan b.json")
    #expect(none.status == 0 && none.text == "")
    #expect(none.stderr == "secretctl: 0 found in 0 of 1 files\n")
    #expect(try box.run("scan b.json -q").stderr == "")
  }

  @Test func theDocumentHasTheFixedKeys() throws {
    try box.write("a.plist", try Samples.plist(.xml))
    for options in ["--json", "--format json", "--format=json"] {
      let result = try box.run("scan a.plist \(options)")
      #expect(result.status == 10)
      let files = try #require(try result.json()["files"] as? [[String: Any]])
      #expect(files.count == 1)
      #expect(files[0]["path"] as? String == "a.plist")
      #expect(files[0]["format"] as? String == "xml-plist")
      #expect(files[0]["status"] as? String == "read")
      let findings = try #require(files[0]["findings"] as? [[String: Any]])
      let paths = findings.compactMap { $0["keyPath"] as? [String] }
      #expect(paths == [["accessToken"], ["account", "password"]])
      for finding in findings {
        #expect(finding["inner"] is [Any] && finding["kind"] is String && finding["reason"] is String)
        #expect((0...1).contains(try #require(finding["confidence"] as? Double)))
        #expect(finding["length"] is Int)
      }
    }
    #expect(try box.run("scan a.plist --json --format text").status == 64)
  }

  @Test func indexesAreNumbersAndInnerSaysHow() throws {
    try box.write(
      "a.json", "{\"list\": [0, {\"state\": \"{\\\"accessToken\\\":\\\"\(Samples.token)\\\"}\"}]}")
    let files = try #require(try box.run("scan a.json --json").json()["files"] as? [[String: Any]])
    let finding = try #require((files[0]["findings"] as? [[String: Any]])?.first)
    let path = try #require(finding["keyPath"] as? [Any])
    #expect(path[0] as? String == "list" && path[1] as? Int == 1 && path[2] as? String == "state")
    let inner = try #require(finding["inner"] as? [Any])
    #expect((inner[0] as? [String: String]) == ["decode": "json"])
    #expect(inner[1] as? String == "accessToken")
    #expect(try box.run("scan a.json").text.contains("list/1/state > json > accessToken"))
  }

  @Test func refusedFilesWinOverFindings() throws {
    try box.write("a.plist", try Samples.plist(.binary))
    try box.write("bad.json", "{\"a\":")
    let result = try box.run("scan a.plist bad.json --json")
    #expect(result.status == 65)
    let files = try #require(try result.json()["files"] as? [[String: Any]])
    #expect(files.map { $0["status"] as? String } == ["read", "refused"])
    let error = try #require(files[1]["error"] as? [String: Any])
    #expect(error["code"] as? String == "truncated")
    #expect(error["offset"] as? Int == 5)
    let text = try box.run("scan a.plist bad.json")
    #expect(text.status == 65)
    #expect(text.text.contains("accessToken"))
    #expect(text.stderr.contains("bad.json: ") && text.stderr.contains("hint: "))
    #expect(try box.run("scan missing").status == 65)
  }

  @Test func foldersAreWalkedWithoutFollowingLinks() throws {
    _ = try box.shell(
      "mkdir -p prefs/deep; ln -s .. prefs/up; mkfifo prefs/pipe; echo '# notes' > prefs/README.md")
    try box.write("prefs/deep/a.plist", try Samples.plist(.binary))
    try box.write("prefs/deep/no-extension", try Samples.plist(.xml))
    try box.write("prefs/pom.xml", "<?xml version=\"1.0\"?><project/>")
    let result = try box.run("scan prefs --json")
    #expect(result.status == 10, "\(result.stderr)")
    let files = try #require(try result.json()["files"] as? [[String: Any]])
    #expect(files.compactMap { $0["path"] as? String } == ["prefs/deep/a.plist", "prefs/deep/no-extension"])
  }
}
