import Foundation
import Testing

/// Input that is refused: batches, limits, descriptors. Nothing is written then.
@Suite struct InputTests {
  private let sandbox: Sandbox
  private let before: Data

  init() throws {
    sandbox = try Sandbox()
    try sandbox.run("keygen -q -o k")
    try sandbox.run("init -q -f c.sf -i k")
    before = try sandbox.read("c.sf")
  }

  private func batch(_ lines: [String]) throws -> Sandbox.Result {
    try sandbox.write("b.jsonl", lines.joined(separator: "\n"))
    return try sandbox.run("set -f c.sf -i k --batch b.jsonl")
  }

  // MARK: Batches

  @Test(arguments: [
    (#"{"service":"s","account":"b","value":"v","valueBase64":"dg=="}"#, "both value and valueBase64"),
    (#"{"service":"s","account":"b"}"#, "neither value nor valueBase64"),
    (#"{"service":"s","account":"a","value":"w"}"#, "line 1 is for the same item: s / a"),
    (#"{"service":"s","account":"b","value":"v","accessibility":"never"}"#, "accessibility never: no such"),
    (#"{"service":"s","account":"b","value":"v","type":"toolong"}"#, "type toolong: neither four"),
    (#"{"service":"s","account":"b","value":"v","expires":"soon"}"#, "expires soon: not a time"),
    (#"{"service":"s","account":"b","value":"v","accessControl":["or"]}"#, "access-control: or joins two"),
    (#"{"service":"s","account":"b","value":"v","accessControl":"biometryAny,userPresence"}"#, ""),
    (
      #"{"service":"s","account":"b","value":"v","synchronizable":true,"accessibility":"whenUnlockedThisDeviceOnly"}"#,
      ""
    ),
    ("[]", "not a JSON object"), ("{", ""),
  ])
  func aLineIsRefusedByItsNumber(_ line: String, _ message: String) throws {
    let result = try batch([#"{"service":"s","account":"a","value":"v"}"#, "", line])
    #expect(result.status == 65, "\(result.stderr)")
    #expect(result.stderr.hasPrefix("secretctl: b.jsonl, line 3: \(message)"), "\(result.stderr)")
    #expect(result.stderr.contains("\nhint: "))
    #expect(try sandbox.read("c.sf") == before)
  }

  @Test func namesakesThatSayWhetherTheySynchroniseAreTwo() throws {
    let result = try batch([
      #"{"service":"s","account":"a","value":"v","synchronizable":true}"#,
      #"{"service":"s","account":"a","value":"v","synchronizable":false}"#,
    ])
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.stderr == "secretctl: 2 added, 0 replaced, 0 unchanged\n")
  }

  @Test func aBatchTellsWhatOnlyChanged() throws {
    _ = try batch([#"{"service":"s","account":"a","value":"v"}"#])
    let result = try batch([#"{"service":"s","account":"a","value":"v","label":"l"}"#])
    #expect(result.stderr == "secretctl: 0 added, 0 replaced, 1 changed, 0 unchanged\n")
  }

  // MARK: Limits

  @Test func limitsAreInputNotDamage() throws {
    let long = String(repeating: "n", count: 2_049)
    let label = String(repeating: "l", count: 61_441)
    let cases = [
      (["set", "-s", long], "identity is longer than 2,048 bytes"),
      (["set", "-s", "s", "--label", label], "record would be longer than 60 KiB"),
    ]
    for (arguments, message) in cases {
      let result = try sandbox.run(arguments + ["-f", "c.sf", "-i", "k"], input: Data("v".utf8))
      #expect(result.status == 65)
      #expect(result.stderr.contains(message), "\(result.stderr)")
      #expect(!result.stderr.contains("backup"))
    }
    try sandbox.run("keygen -q -o k2")
    let slot = try sandbox.run([
      "slot", "add", "-f", "c.sf", "-i", "k", "--key-file", "k2", "--label",
      String(repeating: "l", count: 65_536),
    ])
    #expect(slot.status == 65)
    #expect(slot.stderr.contains("slot note would be longer than 65,535 bytes"), "\(slot.stderr)")
    #expect(try sandbox.read("c.sf") == before)
  }

  @Test func aSecretThatIsTooLongNamesTheLimit() throws {
    _ = try sandbox.shell("truncate -s 70M big")
    let file = try sandbox.run("set -f c.sf -i k -s s --value-file big --json")
    #expect(file.status == 65)
    #expect(try file.jsonError()["code"] as? String == "tooLarge")
    #expect(file.stderr.contains("big: the secret is longer than 67,108,864 bytes\nhint: "))
    let key = try sandbox.run("list -f c.sf -i big")
    #expect(key.status == 65)
    #expect(key.stderr.contains("big: the key file is longer than 65,536 bytes\nhint: "))
  }

  // MARK: Descriptors

  @Test func aDescriptorThatNobodyOpenedIsNeverOneOfOurs() throws {
    for number in 3...9 {
      let result = try sandbox.run("set -f c.sf -i k -s s -a a --value-fd \(number)")
      #expect(result.status == 64, "\(number)")
      #expect(result.stderr.contains("--value-fd \(number): the descriptor is not open\nhint: redirect it"))
    }
    let slot = try sandbox.run("slot add -f c.sf -i k --new-passphrase-fd 5 --kdf mobile")
    #expect(slot.status == 64)
    #expect(try sandbox.read("c.sf") == before)
  }

  @Test func aDescriptorIsReadOnce() throws {
    let result = try sandbox.shell("secretctl list -f c.sf --passphrase-fd 3 --item-passphrase-fd 3 3<k")
    #expect(result.status == 64)
    let twice = try sandbox.shell("secretctl get -f c.sf --passphrase-fd 3 --item-passphrase-fd 3 3<k")
    #expect(twice.stderr.contains("--item-passphrase-fd 3: the descriptor is named twice"))
  }

  @Test func closedStandardDescriptorsHarmNobody() throws {
    let noInput = try sandbox.shell("secretctl set -f c.sf -i k -s s -a a <&-")
    #expect(noInput.status == 74)
    #expect(noInput.stderr.contains("hint: redirect it"))
    #expect(try sandbox.read("c.sf") == before)
    let noOutput = try sandbox.shell("secretctl inspect c.sf >&-")
    #expect(noOutput.status == 74)
    #expect(noOutput.stderr.contains("hint: what arrived there is not all of it"))
    let noJSON = try sandbox.shell("secretctl inspect c.sf --json >&-")
    #expect(noJSON.status == 74)
    #expect(try sandbox.shell("secretctl list -f nowhere -i k 2>&-").status == 66)
    let nothing = try sandbox.shell("secretctl set -f c.sf -i k -s s -a a --value-file k <&- >&- 2>&-")
    #expect(nothing.status == 0)
    #expect(nothing.text == "" && nothing.stderr == "")
    #expect(try sandbox.run("verify -f c.sf -i k").status == 0)
    // Neither the container nor the key has become somebody's stdout or stderr.
    #expect(try sandbox.run("get -f c.sf -i k -s s -a a").stdout.count + 1 == sandbox.read("k").count)
  }

  // MARK: JSON only if asked for

  @Test func exportsErrorIsNoJSONUnlessAskedFor() throws {
    let plain = try sandbox.run("export -f nowhere -i k --format json")
    #expect(plain.status == 66)
    #expect(plain.text == "")
    #expect(try sandbox.run("export -f nowhere -i k --json").jsonError()["exit"] as? Int == 66)
    #expect(try sandbox.run("scan --format json nowhere").stdout.first == UInt8(ascii: "{"))
  }
}
