import Foundation
import Testing

/// Rotations that are refused, and what they say.
@Suite struct RotationRefusalTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    for name in ["k1", "k2", "k3"] { try sandbox.run("keygen -q -o \(name)") }
    try sandbox.run("keygen -q --x25519 -o x")
    try sandbox.run("init -q -f c.sf -i k1 -i k2 -i k3 -i x")
  }

  @Test func oneReasonOnTheLineTheOthersBelow() throws {
    let before = try sandbox.read("c.sf")
    for dry in ["", " --dry-run"] {
      let result = try sandbox.run("rotate -f c.sf -i k1\(dry)")
      #expect(result.status == 1, "\(result.stderr)")
      let lines = result.stderr.split(separator: "\n")
      #expect(lines.count == 4, "\(result.stderr)")
      #expect(lines[0].hasPrefix("secretctl: c.sf: the rotation is refused: slot "))
      #expect(lines[1].hasPrefix("  slot ") && lines[2].hasPrefix("  slot "))
      for option in ["-i", "--keep-recipient", "--drop-slot"] {
        #expect(lines[3].contains(option), "\(lines[3])")
      }
    }
    #expect(try sandbox.read("c.sf") == before)
  }

  @Test func theSlotsStandInJSON() throws {
    let error = try sandbox.run("rotate -f c.sf -i k1 --json").jsonError()
    let slots = try #require(error["slots"] as? [String])
    #expect(slots.count == 3)
    #expect((error["details"] as? [String])?.count == 2)
    let drop = slots.flatMap { ["--drop-slot", $0] }
    #expect(try sandbox.run(["rotate", "-f", "c.sf", "-i", "k1"] + drop).status == 0)
  }

  @Test func itemsThatWouldBeLostNameTheOption() throws {
    try sandbox.write("p", "words")
    _ = try sandbox.shell("chmod 600 p")
    try sandbox.run("init -q -f p.sf -i k1 --passphrase-file p --kdf mobile")
    let set = try sandbox.run(
      "set -q -f p.sf --passphrase-file p -s s -a a --access-control devicePasscode", input: "v")
    #expect(set.status == 0, "\(set.stderr)")
    let slots = try #require(try sandbox.run("inspect --json p.sf").json()["slots"] as? [[String: Any]])
    let id = try #require(slots.first { $0["kind"] as? String == "passphrase" }?["id"] as? String)
    let result = try sandbox.run("rotate -f p.sf -i k1 --drop-slot \(id)")
    #expect(result.status == 1)
    #expect(result.stderr.contains("hint: let the items go with --lose-items"), "\(result.stderr)")
  }

  @Test func theTextNamesOneItemAndWhatWasMissing() throws {
    try sandbox.run("keygen -q --device -o d")
    try sandbox.run("init -q -f d.sf -i k1")
    try sandbox.run(
      "set -q -f d.sf -i k1 --device-key d -s s -a a --accessibility whenUnlockedThisDeviceOnly", input: "v")
    let result = try sandbox.run("rotate -f d.sf -i k1")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.text.contains("carried over whenUnlockedThisDeviceOnly: 1 item: without device\n"))
  }
}
