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

  @Test func aMissingOrUnreadablePathHasItsOwnCode() throws {
    try box.write("a.plist", try Samples.plist(.binary))
    #expect(try box.run("scan missing").status == 66)
    let both = try box.run("scan missing a.plist --json")
    #expect(both.status == 66)
    #expect((try both.json()["files"] as? [Any])?.count == 2)
    try box.write("bad.json", "{\"a\":")
    #expect(try box.run("scan missing bad.json").status == 65)
    #expect(try box.run("scan bad.json missing").status == 65)
    // Root can read everything.
    guard getuid() != 0 else { return }
    _ = try box.shell("chmod 0 a.plist")
    #expect(try box.run("scan a.plist").status == 74)
  }

  @Test func aFolderIsJudgedByContentNotByNames() throws {
    _ = try box.shell("mkdir -p app/.git app/empty")
    try box.write("app/settings", "{\"accessToken\": \"\(Samples.token)\"}")
    try box.write("app/list.txt", " \n[{\"accessToken\": \"\(Samples.token)\"}]")
    try box.write("app/commented.conf", "// mine\n{ /* x */ \"accessToken\": \"\(Samples.token)\" }")
    for (name, text) in [
      ("README.md", "# Notes\n"), ("run.sh", "#!/bin/sh\nTOKEN=x\n"), ("code.js", "{ let a = { b: 1 } }"),
      ("icon.svg", "<svg xmlns='x'><path d=''/></svg>"), (".git/config", "[core]\n\tbare = false\n"),
      ("table.toml", "[[array]]\nx = 1\n"), (".env", "TOKEN=abc\n"), ("empty.json", ""), ("words", "one two"),
      ("page.html", "<!DOCTYPE html><html></html>"), ("pom.xml", "<?xml version='1.0'?><project/>"),
      ("lisp.el", "(defun x ())"), ("zip", "PK\u{3}\u{4}abcdefgh"),
      ("image", "\u{89}PNG\r\n\u{1A}\nabcdefgh"),
    ] { try box.write("app/" + name, text) }
    let quiet = try box.run("scan app --json")
    #expect(quiet.status == 10, "\(quiet.stderr)")
    let read = try #require(try quiet.json()["files"] as? [[String: Any]])
    #expect(
      read.compactMap { $0["path"] as? String } == ["app/commented.conf", "app/list.txt", "app/settings"])
    #expect(read.allSatisfy { ($0["findings"] as? [Any])?.count == 1 })

    // Every format is read, and what is known but not read is named.
    try box.write("app/prefs.xml", "<?xml version='1.0'?>\n<map><string name=\"token\">x</string></map>")
    try box.write("app/old", "{ token = \"x\"; }")
    try box.write("app/Localizable", "/* title */\n\"token\" = \"x\";\n")
    try box.write("app/log", "{\"a\": 1}\n{\"a\": 2}\n")
    let named = try box.run("scan app --json")
    #expect(named.status == 65)
    let files = try #require(try named.json()["files"] as? [[String: Any]])
    var formats: [String: String] = [:]
    for file in files {
      guard let path = file["path"] as? String else { continue }
      formats[path] = file["format"] as? String ?? (file["error"] as? [String: Any])?["code"] as? String
    }
    #expect(formats["app/prefs.xml"] == "android-xml")
    #expect(formats["app/old"] == "openstep-plist")
    #expect(formats["app/Localizable"] == "openstep-plist")
    #expect(formats["app/log"] == "jsonLines")
  }
}
