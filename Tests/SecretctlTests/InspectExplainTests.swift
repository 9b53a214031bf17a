import Foundation
import Testing

/// `inspect --explain`: what it shows is what the published vectors say, and it shows nothing of a real container.
@Suite struct InspectExplainTests {
  private static let published = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../testvectors/container").standardized

  /// The name of an intermediate value of vectors, and where an explanation has it.
  private static let names: [String: (part: String, name: String)] = [
    "containerID": ("header", "containerID"), "keyEpoch": ("header", "keyEpoch"),
    "generation": ("header", "generation"), "headerHash": ("header", "headerHash"), "mac": ("header", "mac"),
    "masterKey": ("header", "master key"), "headerKey": ("header", "header key"), "pin": ("header", "pin"),
    "rootLink": ("root", "link"), "rootKey": ("root", "root key"),
    "rootPlaintext": ("root", "plaintext, SHA-256"),
    "pageKey": ("page 0", "page key"), "passcodeKey": ("slot", "passcode key"),
    "presenceKey": ("presence", "presence key"), "slotID": ("slot", ""),
  ]

  private struct Vector {
    var intermediate: [String: Any]
    var files: [String]
    var passphrases: [String]
  }

  private func vector(_ name: String) throws -> Vector {
    let data = try Data(contentsOf: Self.published.appendingPathComponent(name + ".json"))
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let credentials = try #require(json["credentials"] as? [String: [String]])
    return Vector(
      intermediate: try #require(json["intermediate"] as? [String: Any]),
      files: ["keyFiles", "identities", "deviceKeys", "presence"].flatMap { credentials[$0] ?? [] },
      passphrases: credentials["passphrases"] ?? [])
  }

  @Test(
    "keys, hashes and plaintexts are those of the vectors",
    arguments: [
      "valid_worked", "valid_all_ways", "valid_recipient", "valid_passphrase", "valid_300",
      "valid_later_epoch",
      "factor_10_both_presence", "factor_12_both_passcode", "valid_every_attribute", "valid_unknown_tags",
    ])
  func intermediates(_ name: String) throws {
    let place = Self.published.appendingPathComponent(name + ".secretfile")
    guard FileManager.default.fileExists(atPath: place.path) else {
      Issue.record("\(name) is no vector")
      return
    }
    let (sandbox, vector) = (try Sandbox(), try vector(name))
    try sandbox.write("k", Data(vector.files.joined().utf8))
    var arguments = ["inspect", "--json", "--not-a-test", "--explain", "k", place.path]
    for (number, passphrase) in vector.passphrases.enumerated() {
      let bytes = try #require(Data(hexadecimal: passphrase))
      try sandbox.write("p\(number)", bytes)
      arguments += ["--passphrase-file", "p\(number)"]
    }
    let result = try sandbox.run(arguments)
    #expect(result.status == 0, "\(result.stderr)")
    let values = try #require(try result.json()["values"] as? [[String: String]])
    #expect(!vector.intermediate.isEmpty)
    for (key, value) in vector.intermediate {
      let (part, name) = try #require(Self.names[key], "\(key)")
      if key == "pageKey", !values.contains(where: { $0["part"] == "page 0" }) { continue }
      let found = values.first {
        ($0["part"] ?? "").hasPrefix(part) && (name.isEmpty || $0["name"] == name)
      }
      let text = name.isEmpty ? found?["part"].map { String($0.dropFirst(5)) } : found?["value"]
      #expect(text == "\(value)", "\(key)")
    }
    #expect(values.allSatisfy { $0["section"]?.isEmpty == false })
  }

  @Test func aRealContainerIsRefused() throws {
    let sandbox = try Sandbox()
    try sandbox.run("keygen -o k")
    try sandbox.run("init -f c.sf -i k")
    try sandbox.set("mail", "me", "canary-of-an-explanation", "-f c.sf -i k")
    let refused = try sandbox.run("inspect c.sf --explain k")
    #expect(refused.status == 23)
    #expect(refused.text.isEmpty && refused.stderr.contains("no test container"))
    #expect(try sandbox.run("inspect c.sf --explain k --json").json()["values"] == nil)
    let shown = try sandbox.run("inspect c.sf --explain k --not-a-test")
    let hexadecimal = Data("canary-of-an-explanation".utf8).map { String(format: "%02x", $0) }.joined()
    #expect(shown.status == 0 && shown.text.contains("  value: \(hexadecimal)\n"))
    try sandbox.run("keygen -o other")
    #expect(try sandbox.run("inspect c.sf --explain other --not-a-test").status == 77)
  }

  /// The label says so, or a published key opens it.
  @Test func aTestIsShown() throws {
    let sandbox = try Sandbox()
    try sandbox.run("keygen -o k")
    for (label, status) in [("test", 0), ("test of mine", 0), ("testament", 23), ("Test", 23)] {
      let file = label.replacing(" ", with: "-") + ".sf"
      try sandbox.run(["init", "-f", file, "-i", "k", "--label", label])
      let result = try sandbox.run(["inspect", file, "--explain", "k"])
      #expect(result.status == Int32(status), "\(label)")
    }
    let worked = Self.published.appendingPathComponent("valid_worked.secretfile").path
    try sandbox.write("published", Data(try vector("valid_worked").files.joined().utf8))
    let result = try sandbox.run(["inspect", worked, "--explain", "published"])
    #expect(result.status == 0)
    #expect(result.text.hasPrefix("header (section 4.2)\n  containerID: 8f1e4b15a3f5d0df46bd4668c08e51e9\n"))
  }

  @Test func optionsThatDoNotGo() throws {
    let sandbox = try Sandbox()
    try sandbox.prepare()
    #expect(try sandbox.run("inspect c.sf --not-a-test").status == 64)
    #expect(try sandbox.run("inspect c.sf --explain k --html").status == 64)
    #expect(try sandbox.run("inspect c.sf --explain missing").status == 66)
  }
}

extension Data {
  fileprivate init?(hexadecimal text: String) {
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: text.count - 1, by: 2) {
      let index = text.index(text.startIndex, offsetBy: start)
      guard let byte = UInt8(text[index...].prefix(2), radix: 16) else { return nil }
      bytes.append(byte)
    }
    self.init(bytes)
  }
}
