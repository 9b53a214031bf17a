import Foundation
import Testing

/// What users of such stores suffer, by its number, where the tool is what they meet.
@Suite struct ProblemTests {
  private let box: Sandbox

  init() throws {
    box = try Sandbox()
    try box.prepare()
  }

  /// The path to the source files of the repository.
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardized

  @Test("P-30: another team prefix: one step moves all items of the group, tried first, reversible, or none")
  func p30() throws {
    for account in ["a", "b"] { try box.set("s", account, "canary-\(account)", "-g OLD.app") }
    try box.set("s", "c", "canary-c", "-g OTHER.app")
    func groups() throws -> [String: [String]] {
      let items = try #require(try box.run("list --json").json()["items"] as? [[String: Any]])
      return Dictionary(grouping: items) { $0["accessGroup"] as? String ?? "?" }.mapValues { items in
        items.compactMap { $0["account"] as? String }.sorted()
      }
    }
    let before = try box.read("c.sf")
    #expect(try box.run("mv --map OLD.app=NEW.app --dry-run").status == 0)
    #expect(try box.read("c.sf") == before)

    #expect(try box.run("mv --map OLD.app=NEW.app").status == 0)
    #expect(try groups() == ["NEW.app": ["a", "b"], "OTHER.app": ["c"]])
    #expect(try box.run("get -s s -a a -g NEW.app").text == "canary-a")
    #expect(try box.run("verify").status == 0)
    #expect(try box.run("mv --map NEW.app=OLD.app").status == 0)
    #expect(try groups() == ["OLD.app": ["a", "b"], "OTHER.app": ["c"]])

    // One name is taken at the other end: nothing moves, not even what could.
    try box.set("s", "b", "canary-taken", "-g NEW.app")
    let taken = try box.read("c.sf")
    #expect(try box.run("mv --map OLD.app=NEW.app").status == 45)
    #expect(try box.run("mv --map OLD.app=NEW.app --dry-run").status == 45)
    #expect(try box.read("c.sf") == taken)
    #expect(try groups()["OLD.app"] == ["a", "b"])
  }

  @Test("P-34: an import with the wrong key fails with its own code; source and container keep every byte")
  func p34() throws {
    try box.set("s", "a", "canary-old")
    try box.run("keygen -o other")
    try box.write("a.json", #"{"accessToken": "\#(Samples.token)"}"#)
    let files = ["a.json", "c.sf"]
    let before = try files.map { try box.read($0) }
    box.variables["SECRETCTL_IDENTITY"] = "other"
    for options in ["--scrub --yes", "--scrub --yes --on-existing replace", "--create"] {
      let result = try box.run("import a.json \(options)")
      #expect(result.status == 77, "\(options): \(result.stderr)")
      #expect(try files.map { try box.read($0) } == before, "\(options)")
    }
    box.variables["SECRETCTL_IDENTITY"] = "k"
    #expect(try box.run("get -s s -a a").text == "canary-old")
  }

  @Test("P-35: every type of a property list arrives with its type, or stays in its source and is named")
  func p35() throws {
    // UIDs come only out of an archiver.
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: NSString(string: "canary-archived"), requiringSecureCoding: true)
    try box.write("archive.plist", archive)
    let values: [String: Any] = [
      "date": Date(timeIntervalSince1970: 1_577_934_245), "list": ["canary-one", 2, 3.5] as [Any],
      "nested": ["deep": ["token": "canary-deep"]], "real": 1.5, "flag": true, "one": 1,
      "data": Data([0, 1]), "text": "canary-text", "empty": "",
    ]
    try box.write(
      "a.plist", try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0))
    for name in ["a", "archive"] {
      let before = try box.read("\(name).plist")
      let report = try box.run("import \(name).plist --all --json").json()
      let sources = try #require(report["sources"] as? [[String: Any]])
      let items = try #require(sources.first?["items"] as? [[String: Any]])
      #expect(try box.read("\(name).plist") == before, "without --scrub the source stays")
      for item in items {
        let isIn = item["action"] as? String == "added"
        #expect(isIn || (item["reason"] as? String)?.isEmpty == false, "\(item)")
      }
      // What is in the container is worth the same as what was in the source.
      let plist = try box.run("export -s \(name) --format plist").stdout
      let exported = try #require(
        try unsafe PropertyListSerialization.propertyList(from: plist, format: nil) as? [String: Any])
      let original = try #require(
        try unsafe PropertyListSerialization.propertyList(from: before, format: nil) as? [String: Any])
      if name == "a" {
        #expect(exported as NSDictionary == original as NSDictionary)
        // To that comparison true is 1, and 1 is 1.0.
        let text = String(decoding: plist, as: UTF8.self)
        for value in ["<true/>", "<integer>1</integer>", "<real>1.5</real>", "<real>3.5</real>"] {
          #expect(text.contains(value), "\(value)")
        }
        let kinds = Set(items.compactMap { $0["originalType"] as? String })
        #expect(kinds.isSuperset(of: ["date", "string", "integer", "real", "boolean", "data"]), "\(kinds)")
      } else {
        #expect(
          items.contains { $0["originalType"] as? String == "uid" && $0["action"] as? String == "added" })
      }
      #expect(try box.run("import \(name).plist --all --scrub --yes").status == 0)
      #expect(!(try box.shell("grep -c -a canary- \(name).plist").text).contains("1"))
    }
    // A value that stays behind keeps the source alive, and is named.
    try box.write(
      "b.plist", try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0))
    try box.set("b", "text", "another")
    let before = try box.read("b.plist")
    #expect(try box.run("import b.plist --all --scrub --yes").status == 45)
    #expect(try box.read("b.plist") == before)
  }

  @Test("P-39: files of every version so far open as they did; a newer one is called newer, not damaged")
  func p39() throws {
    let corpus = Self.repository.appendingPathComponent("testvectors/container")
    let names = try FileManager.default.contentsOfDirectory(atPath: corpus.path)
    var opened = 0
    var newer = 0
    for name in names where name.hasSuffix(".json") {
      let text = try Data(contentsOf: corpus.appendingPathComponent(name))
      let vector = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
      let credentials = vector["credentials"] as? [String: Any]
      guard let keys = credentials?["keyFiles"] as? [String], keys.count == 1, credentials?.count == 1,
        vector["operation"] as? String == "verify", (vector["flags"] as? [String])?.isEmpty == true,
        let wanted = vector["expect"] as? String, wanted == "ok" || wanted == "version"
      else { continue }
      try box.write("old.key", keys[0])
      let file = corpus.appendingPathComponent(name).deletingPathExtension().appendingPathExtension(
        "secretfile")
      try box.write("old.sf", try Data(contentsOf: file))
      let result = try box.run("verify -f old.sf -i old.key --no-witness --accept-origin")
      if wanted == "ok" {
        opened += 1
        #expect(result.status == 0, "\(name): \(result.stderr)")
      } else {
        newer += 1
        #expect(result.status == 21 && !result.stderr.contains("damage"), "\(name): \(result.stderr)")
      }
      #expect(try box.read("old.sf") == Data(contentsOf: file), "\(name)")
    }
    #expect(opened > 5 && newer > 0, "\(opened) opened, \(newer) newer")
  }

  @Test(
    "P-42: a write keeps the mode and the link, makes nothing that others can read, and says what it may not")
  func p42() throws {
    // Whatever the umask says.
    let made = try box.shell(
      """
      umask 000; "$T" init -f new.sf -i k -q && printf canary-1 | "$T" set -f new.sf -s s -a a -q --no-witness
      stat -c %a new.sf; printf canary-2 | "$T" set -f new.sf -s s -a a -q --no-witness; stat -c %a new.sf
      """)
    #expect(made.lines == ["600", "600"], "\(made.text) \(made.stderr)")

    // Somebody lets the group read: that stays, and audit says so.
    let group = try box.shell(
      """
      chmod 640 c.sf; printf canary-3 | "$T" set -s s -a a -q; stat -c %a c.sf
      "$T" audit --json | grep -c looseMode; chmod 600 c.sf
      """)
    #expect(group.lines == ["640", "1"], "\(group.text) \(group.stderr)")

    // A link is followed, and stays one.
    let link = try box.shell(
      """
      mkdir real; mv c.sf real/; ln -s real/c.sf c.sf; printf canary-4 | "$T" set -s s -a a -q
      stat -c %F c.sf; stat -c '%F %a' real/c.sf; "$T" get -s s -a a -f real/c.sf --no-witness; echo
      ls -A real; rm c.sf; mv real/c.sf c.sf; rmdir real
      """)
    #expect(
      link.lines == ["symbolic link", "regular file 600", "canary-4", "c.sf"], "\(link.text) \(link.stderr)")
  }

  /// Root may write anywhere, so that it becomes somebody else for this one.
  @Test(
    "P-42: in a folder that may not be written to, a write is refused and the file stays as it is",
    .enabled(
      if: geteuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv"), "needs setpriv")
  )
  func p42Folder() throws {
    try box.set("s", "a", "canary-old")
    let before = try box.read("c.sf")
    let result = try box.shell(
      """
      U=
      if [ "$(id -u)" = 0 ]; then
        chown -R 65534:65534 .; U="setpriv --reuid 65534 --regid 65534 --clear-groups"
        $U test -x "$T" || { echo cannot; exit; }
      fi
      chmod 500 .
      printf canary-new | $U "$T" set -s s -a a --no-witness; echo $?
      chmod 700 .; ls -A
      """)
    // The tool may lie where nobody else may look.
    if result.lines == ["cannot"] { return }
    #expect(result.lines.first == "73", "\(result.text) \(result.stderr)")
    #expect(result.lines.dropFirst().sorted() == ["c.sf", "k", "state"], "\(result.text)")
    #expect(try box.read("c.sf") == before)
    #expect(try box.run("get -s s -a a").text == "canary-old")
  }
}
