import Foundation
import Testing

/// `repair`, `salvage` and `verify --structure` as a script meets them.
@Suite struct RescueTests {
  private let box: Sandbox
  private let canary = "canary-rescue-71"

  init() throws {
    box = try Sandbox()
    try box.prepare()
    for number in 0..<4 { try box.set("s", "a\(number)", "\(canary)-\(number)") }
  }

  private func damage(_ offset: Int, _ name: String = "d.sf") throws -> Data {
    var bytes = try box.read("c.sf")
    bytes[offset < 0 ? bytes.count + offset : offset] ^= 0x10
    try box.write(name, bytes)
    return bytes
  }

  @Test func repairWritesBesideTheFile() throws {
    let whole = try box.read("c.sf")
    let damaged = try damage(40)
    box.variables["SECRETCTL_IDENTITY"] = nil
    #expect(try box.run("verify -f d.sf --structure").status == 20)
    let plan = try box.run("repair -f d.sf --dry-run")
    #expect(plan.status == 0 && plan.text == "would be rebuilt: header\n")
    #expect(!box.exists("d.sf.repaired"))
    let result = try box.run("repair -f d.sf")
    #expect(result.status == 0 && result.text == "rebuilt: header\n")
    #expect(try box.read("d.sf.repaired") == whole && box.read("d.sf") == damaged)
    #expect(try box.mode("d.sf.repaired") == 0o600)
    #expect(try box.run("repair -f d.sf").status == 73, "never over a file")
    #expect(try box.run("repair -f d.sf -o other --json").json()["rebuilt"] as? [String] == ["header"])
    #expect(try box.run("repair -f d.sf -o x --in-place").status == 64)
    #expect(try box.run("repair -f d.sf --in-place").status == 0)
    #expect(try box.read("d.sf") == whole)
    let again = try box.run("repair -f d.sf --in-place --json").json()
    #expect(again["whole"] as? Bool == true && again["output"] == nil)
  }

  /// No hash covers a header's MAC: which of the two is right only a key can say, so the file itself stays.
  @Test(arguments: [true, false])
  func headersThatOnlyAKeyTellsApart(atStart: Bool) throws {
    let whole = try box.read("c.sf")
    let first = try #require(
      (try box.run("inspect c.sf --json").json()["regions"] as? [[String: Any]])?.first?["length"] as? Int)
    let damaged = try damage(atStart ? first - 1 : -17)
    let (good, bad) = atStart ? ("end", "start") : ("start", "end")
    for side in [good, bad] {
      for more in ["", " --dry-run", " --json"] {
        let result = try box.run("repair -f d.sf --in-place --from \(side)\(more)")
        #expect(result.status == 64)
        #expect(
          more == " --json" || result.stderr.contains("\nhint: write to a new file with -o, verify that one"))
      }
    }
    #expect(try box.run("repair -f d.sf --in-place").status == 20)
    #expect(try box.read("d.sf") == damaged)
    let listed = try box.run("list -f d.sf")
    #expect(listed.status == (atStart ? 77 : 0))
    if atStart {
      #expect(
        listed.stderr.contains("\nhint: the headers at its start and its end differ"), "\(listed.stderr)")
      #expect(
        listed.stderr.contains("secretctl salvage") && listed.stderr.contains("secretctl repair -o NEW"))
      // A key of another kind was never tried: that is said as ever.
      try box.write("p", Data("x".utf8))
      box.variables["SECRETCTL_IDENTITY"] = nil
      let other = try box.run("list -f d.sf --passphrase-file p")
      #expect(other.status == 77 && other.stderr.contains("it takes a key file\nhint: give a key file"))
      box.variables["SECRETCTL_IDENTITY"] = "k"
    }
    #expect(try box.run("salvage -f d.sf -o n.sf").status == 0)
    #expect(try box.run("repair -f d.sf -o good.sf --from \(good)").status == 0)
    #expect(try box.read("good.sf") == whole)
    #expect(try box.run("repair -f d.sf -o bad.sf --from \(bad)").status == 0)
    let lost = try box.run("list -f bad.sf")
    #expect(lost.status == 77 && lost.stderr.contains("hint: give the key file it was made with"))
  }

  @Test func damageNamesSalvageWhereItHelps() throws {
    let bytes = try damage(try box.read("c.sf").count / 2)
    let listed = try box.run("list -f d.sf")
    #expect(
      listed.status == 20 && listed.stderr.contains("take out what is intact: secretctl salvage -o NEW"))
    var both = bytes
    both[40] ^= 1
    both[both.count - 100] ^= 1
    try box.write("d.sf", both)
    let salvaged = try box.run("salvage -f d.sf -o n.sf")
    #expect(salvaged.status == 20 && salvaged.stderr.contains("hint: restore the file from a backup\n"))
  }

  @Test func whatRepairRefuses() throws {
    var bytes = try damage(40)
    bytes[bytes.count - 100] ^= 1
    try box.write("d.sf", bytes)
    let both = try box.run("repair -f d.sf --json")
    #expect(both.status == 20)
    #expect(try both.jsonError()["code"] as? String == "headerHash")
    #expect(try box.run("salvage -f d.sf -o n.sf").status == 20)
    #expect(!box.exists("n.sf") && !box.exists("d.sf.repaired"))
    try box.write("d.sf", try box.read("c.sf").dropLast(200))
    let cut = try box.run("repair -f d.sf")
    #expect(cut.status == 20 && cut.stderr.contains("hint: salvage takes out what is intact"))
    #expect(try box.run("repair -f k").status == 65)
    #expect(try box.run("repair -f nothing").status == 66)
  }

  @Test func salvageNamesWhatIsLost() throws {
    // The last byte of the segments is in the last secret.
    let length = try #require(
      (try box.run("inspect c.sf --json").json()["regions"] as? [[String: Any]])?.first {
        $0["name"] as? String == "segments"
      })
    let end = try #require(length["offset"] as? Int) + (try #require(length["length"] as? Int))
    let damaged = try damage(end - 1)
    let result = try box.run("salvage -f d.sf -o n.sf")
    #expect(result.status == 20)
    #expect(result.lines.first?.hasPrefix("lost: s / a3: its secret at byte ") == true, "\(result.text)")
    #expect(result.stderr.contains("1 record could not be saved"))
    #expect(try box.read("d.sf") == damaged)
    let json = try box.run("salvage -f d.sf -o m.sf --json").json()
    #expect(try box.run("verify -f n.sf").status == 0)
    #expect(try box.run("get -f n.sf -s s -a a2").text == canary + "-2")
    #expect(try box.run("get -f n.sf -s s -a a3").status == 44)
    #expect(json["saved"] as? Int == 3 && json["lost"] as? Int == 1)
    let loss = try #require((json["losses"] as? [[String: Any]])?.first)
    #expect(loss["account"] as? String == "a3" && loss["kind"] as? String == "secret")
    #expect(!result.text.contains(canary) && !result.stderr.contains(canary))
  }

  @Test func salvageOfAWholeFileAndOfADamagedFrame() throws {
    _ = try damage(40)
    let result = try box.run("salvage -f d.sf -o n.sf")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(
      result.lines == [
        "damaged, taken from its copy: header", "damaged, taken from its copy: root",
        "saved 4 records, lost 0; n.sf, generation 6",
      ])
    #expect(try box.run("salvage -f c.sf -o n.sf").status == 73)
    #expect(try box.run("salvage -f c.sf").status == 64)
    #expect(try box.run("salvage -f c.sf -o q.sf -i nothing").status == 66)
  }

  @Test func structureWithAndWithoutAKey() throws {
    let keyless = try box.run("verify --structure --json").json()
    #expect(keyless["structure"] as? String == "whole" && keyless["records"] == nil)
    #expect(try box.run("verify --structure").stderr.contains("only a key shows"))
    let keyed = try box.run("verify --structure -i k")
    #expect(keyed.text.hasPrefix("c.sf: every link is right; 4 items, "))
    // A byte of an item: only a key shows it, and then no secret need be opened.
    let middle = try box.read("c.sf").count / 2
    _ = try damage(middle)
    #expect(try box.run("verify -f d.sf --structure").status == 0)
    #expect(try box.run("verify -f d.sf --structure -i k").status == 20)
    for cut in [1, 16, 300] {
      try box.write("d.sf", try box.read("c.sf").dropLast(cut))
      #expect(try box.run("verify -f d.sf --structure").status == 20)
    }
  }
}
