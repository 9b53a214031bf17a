import Foundation
import Testing

/// Imports that are killed, writers that come at once, disks that are full.
@Suite struct ToolSweepTests {
  private let box: Sandbox

  init() throws {
    box = try Sandbox()
    try box.prepare()
  }

  /// At every instant each secret is in the source or in the container, and a second run finishes.
  @Test(.enabled(if: KillSweep.isPossible, "needs strace"), arguments: KillSweep.calls)
  func anImportKilledAnywhereAndRunAgain(_ call: String) throws {
    let plist = try Samples.plist(.binary)
    let template = try box.read("c.sf")
    box.variables["SECRETCTL_FILE"] = "s.sf"
    func isInContainer() throws -> Bool {
      let text = try box.run("export --no-witness").text
      return text.contains(Samples.token) && text.contains("Xk4!canary-hunter2")
    }
    try KillSweep(
      box: box, command: "import a.plist --scrub --yes --no-witness",
      prepare: {
        try box.write("s.sf", template)
        try box.write("a.plist", plist)
      },
      afterKill: { (place) throws in
        if try box.read("a.plist") != plist { #expect(try isInContainer(), "\(place)") }
      },
      atEnd: { (place) throws in
        #expect(try isInContainer(), "\(place)")
        let left = try Samples.read(try box.read("a.plist"))
        #expect(left["accessToken"] == nil && left["userName"] as? String == "me", "\(place)")
        let files = try FileManager.default.contentsOfDirectory(atPath: box.folder.path)
        #expect(files.sorted() == ["a.plist", "c.sf", "k", "s.sf", "state"], "\(place)")
      }
    ).run(call)
  }

  @Test(
    "P-40: a rotation killed anywhere leaves the old file or the new one, and the same key opens either",
    .enabled(if: KillSweep.isPossible, "needs strace"), arguments: KillSweep.calls)
  func aRotationKilledAnywhereIsOldOrNew(_ call: String) throws {
    try box.set("s", "a", "secret")
    let template = try box.read("c.sf")
    box.variables["SECRETCTL_FILE"] = "s.sf"
    try KillSweep(
      box: box, command: "rotate --no-witness", prepare: { try box.write("s.sf", template) },
      afterKill: { (place) throws in
        #expect(try box.run("get -s s --no-witness").text == "secret", "\(place)")
        #expect(try box.run("verify --no-witness").status == 0, "\(place)")
      },
      atEnd: { (place) throws in #expect(try box.run("get -s s --no-witness").text == "secret", "\(place)") }
    ).run(call)
  }

  /// None of the writes of eight processes is lost.
  @Test func writersAtOnce() throws {
    let each = KillSweep.isFull ? 200 : 25
    let result = try box.shell(
      """
      for p in 1 2 3 4 5 6 7 8; do
        (for n in $(seq \(each)); do printf "$p-$n" | "$T" set -s s -a "$p-$n" -q || echo "failed $p-$n"; done) &
      done; wait
      """)
    #expect(result.text == "" && result.stderr == "")
    let items = try #require(try box.run("get -s s --json --all").json()["items"] as? [[String: Any]])
    #expect(items.count == 8 * each)
    for item in items { #expect(item["value"] as? String == item["account"] as? String) }
    #expect(try box.run("verify --json").json()["generation"] as? Int == 1 + 8 * each)
  }

  /// A limit on the size of files, at every size: the old container stays whole.
  @Test func noRoomAtAnySize() throws {
    try box.set("s", "a", "old")
    let before = try box.read("c.sf")
    var failures = 0
    for blocks in 0...8 {
      let result = try box.shell(
        "ulimit -f \(blocks); head -c 3000 k k k c.sf | secretctl set -s s -a a --no-witness")
      if result.status == 0 { break }
      failures += 1
      #expect(result.status == 74, "\(blocks): \(result.stderr)")
      #expect(try box.read("c.sf") == before)
    }
    #expect(failures > 2)
    #expect(try box.run("verify --no-witness").status == 0)
  }
}
