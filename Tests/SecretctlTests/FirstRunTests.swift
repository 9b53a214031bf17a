import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The purge on first run: what an earlier installation left goes, and never anything else.
@Suite struct FirstRunTests {
  private let box: Sandbox

  /// Items of the earlier installation `old`, and neighbours of every kind.
  init() throws {
    box = try Sandbox()
    try box.prepare()
    try box.set("app", "unstamped", "1")
    try box.run("first-run --marker old -s other")
    try box.set("app", "left", "2")
    for (number, accessibility) in ["ck", "dk", "aku", "cku", "dku"].enumerated() {
      try box.set("app", "left\(number)", "2", "--accessibility \(accessibility)")
    }
    try box.set("app", "synced", "3", "--synchronizable")
    try box.set("app", "grouped", "4", "-g team")
    try box.set("neighbour", "x", "5")
  }

  private func accounts() throws -> [String] {
    let items = try #require(try box.run("list --json").json()["items"] as? [[String: Any]])
    return items.compactMap { $0["account"] as? String }.sorted()
  }

  private let kept = ["grouped", "synced", "unstamped", "x"]

  private func marker(_ name: String = "m") throws -> String {
    String(decoding: try box.read(name), as: UTF8.self)
  }

  @Test func aFreshInstallationFindsWhatAnotherLeft() throws {
    let result = try box.run("first-run --marker m -s app --json")
    #expect(result.status == 0, "\(result.stderr)")
    let report = try result.json()
    #expect(report["marker"] as? String == "absent")
    #expect(report["count"] as? Int == 6)
    #expect(report["unstampedKept"] as? Int == 1)
    #expect(try accounts() == kept)
    let id = try #require(report["installation"] as? String)
    #expect(try marker() == "secretfile-first-run 1 done \(id)\n")
    // From now on everything is stamped with the new id, and stays.
    try box.set("app", "new", "6")
    #expect(try box.run("get -s app -a new --json").json()["installation"] as? String == id)
    let again = try box.run("first-run --marker m -s app --json")
    #expect(try again.json()["marker"] as? String == "done")
    #expect(try accounts() == (kept + ["new"]).sorted())
  }

  @Test func afterAReinstallationTheSameAgain() throws {
    try box.run("first-run --marker m -s app")
    try box.set("app", "mine", "1")
    try FileManager.default.removeItem(at: box.folder.appendingPathComponent("m"))
    #expect(try box.run("first-run --marker m -s app").text == "app / mine\n1 purged\n")
    #expect(try accounts() == kept)
  }

  @Test func theScopeIsNamed() throws {
    #expect(try box.run("first-run --marker m -s app -g team --json").json()["count"] as? Int == 1)
    #expect(try box.run("first-run --marker m2 -s app --synchronizable --include-unstamped").status == 0)
    #expect(try accounts() == ["x"])
    #expect(try box.run("first-run --marker m").status == 64)
    #expect(try box.run("first-run -s app").status == 64)
  }

  @Test func unstampedItemsStayAndAreSaid() throws {
    let result = try box.run("first-run --marker m -s app")
    #expect(result.stderr.contains("1 kept: no installation has stamped them\nhint: "))
    #expect(result.stderr.contains("--include-unstamped"))
  }

  @Test func aDryRunOnlyTells() throws {
    let before = try box.read("c.sf")
    let result = try box.run("first-run --marker m -s app --dry-run")
    #expect(result.lines.last == "6 would be purged")
    #expect(!box.exists("m"))
    #expect(try box.read("c.sf") == before)
  }

  /// What is no marker says nothing about the installation.
  @Test(arguments: ["empty", "cut", "other", "folder", "dangling", "nofolder", "unreadable"])
  func anUnknownMarkerPurgesNothing(_ kind: String) throws {
    let before = try box.read("c.sf")
    var name = "m"
    switch kind {
    case "empty": try box.write("m", "")
    case "cut": try box.write("m", "secretfile-first-run 1 done 00112233")
    case "other": try box.write("m", "installed\n")
    case "folder": _ = try box.shell("mkdir m")
    case "dangling": _ = try box.shell("ln -s nowhere m")
    case "nofolder": name = "unmounted/m"
    default:
      if geteuid() == 0 { return }
      _ = try box.shell("cp old m; chmod 000 m")
    }
    for option in ["", " --dry-run"] {
      let result = try box.run("first-run --marker \(name) -s app --json\(option)")
      #expect(result.status == 74, "\(kind): \(result.status) \(result.stderr)")
      #expect(result.stderr.contains("nothing was purged"))
      #expect(try box.read("c.sf") == before)
    }
    // Readable again, and present: nothing is purged either.
    _ = try box.shell("rm -rf m; cp old m")
    #expect(try box.run("first-run --marker m -s app").status == 0)
    #expect(try box.read("c.sf") == before)
  }

  @Test func anInterruptedOneGoesOnWithItsID() throws {
    let id = "00112233445566778899aabbccddeeff"
    try box.write("m", "secretfile-first-run 1 pending \(id)\n")
    let report = try box.run("first-run --marker m -s app --json").json()
    #expect(report["marker"] as? String == "pending")
    #expect(report["installation"] as? String == id)
    #expect(try accounts() == kept)
    #expect(try marker() == "secretfile-first-run 1 done \(id)\n")
    // Interrupted after the purge: what was written since stays.
    try box.set("app", "since", "1")
    try box.write("m", "secretfile-first-run 1 pending \(id)\n")
    #expect(try box.run("first-run --marker m -s app --json").json()["count"] as? Int == 0)
    #expect(try accounts() == (kept + ["since"]).sorted())
  }

  @Test func aContainerThatCannotBeOpenedIsNotPurged() throws {
    try box.run("keygen -o other")
    #expect(try box.run("first-run --marker m -s app -i other").status == 77)
    #expect(!box.exists("m"))
    #expect(try box.run("list").lines.count == 10)
  }

  @Test(.enabled(if: KillSweep.isPossible, "needs strace"), arguments: KillSweep.calls)
  func killedAnywhereAndRunAgain(_ call: String) throws {
    let template = try box.read("c.sf")
    box.variables["SECRETCTL_FILE"] = "s.sf"
    try KillSweep(
      box: box, command: "first-run --marker m -s app --no-witness",
      prepare: {
        try box.write("s.sf", template)
        try? FileManager.default.removeItem(at: box.folder.appendingPathComponent("m"))
      },
      afterKill: { (place) throws in
        // The container is whole, and the neighbours are there at every moment.
        let items = try #require(
          try box.run("list --no-witness --json").json()["items"] as? [[String: Any]], "\(place)")
        #expect(Set(items.compactMap { $0["account"] as? String }).isSuperset(of: kept), "\(place)")
      },
      atEnd: { (place) throws in
        let items = try #require(
          try box.run("list --no-witness --json").json()["items"] as? [[String: Any]], "\(place)")
        #expect(items.compactMap { $0["account"] as? String }.sorted() == kept, "\(place)")
        #expect(try marker().contains(" done "), "\(place)")
      }
    ).run(call)
  }
}
