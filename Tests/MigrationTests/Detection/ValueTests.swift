import Migration
import Testing

@Suite("What values look like")
struct ValueTests {
  private func form(_ text: String) -> ValueForm { spanning(text) { ValueForm.of($0, ValueProfile($0)) } }

  private func randomness(_ text: String) -> ValueProfile.Randomness {
    spanning(text) { ValueProfile($0).randomness }
  }

  @Test(
    "harmless forms",
    arguments: [
      ("", ValueForm.empty), ("true", .answer), ("None", .answer), ("42", .number), ("-1.5", .number),
      ("1.2.3", .version),
      ("192.168.0.1", .version), ("6DC1B6A4-0F0A-4B8D-9C0B-1D1F5E0F7A11", .uuid),
      ("2024-05-01T10:00:00Z", .date),
      ("Mon, 02 Jan 2006 15:04:05 GMT", .date), ("/usr/local/bin/tool", .path), ("~/.ssh/id_rsa", .path),
      ("file:///tmp/a", .path), ("https://example.com/a", .url), ("com.example.App", .dottedName),
      ("api.example.org:443", .dottedName), ("sam@example.com", .email),
      ("b8-f6-b1-00-00-00", .hardwareAddress),
      ("#ff8800", .numbers), ("{{0, 22}, {800, 600}}", .numbers), ("0 0 1440 877 ", .numbers),
      ("********", .placeholder),
      ("<your token>", .placeholder), ("YOUR_API_KEY", .placeholder), ("xxxxxxxxxxxx", .placeholder),
      ("••••••", .placeholder), ("${GITHUB_TOKEN}", .reference), ("$(TOKEN)", .reference),
      ("op://vault/item", .reference),
      ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ", .publicKey),
      ("1:1234567890:ios:f1bf012572b04063", .vendorHandle),
      ("1234-abc.apps.googleusercontent.com", .vendorHandle), ("Enter the words", .placeholder),
      ("Three plain words", .sentence),
    ])
  func forms(text: String, expected: ValueForm) {
    #expect(form(text) == expected)
  }

  @Test(
    "everything else",
    arguments: ["hunter22", "P@ssw0rd!", "$2b$12$abcdefghijklmnopqrstuv", "/ab+c/Q9x0/rT7zLm2wKp8", "a.b"])
  func others(text: String) {
    #expect(form(text) == .other)
  }

  @Test(
    "random text",
    arguments: [
      "a94a8fe5ccb19ba61c4c0873d391e987982fbbd3", "Hj89K4EtjE0gFeKD6JIRYzCyKVQETCXi",
      "b7iRhbDvi1yiRSN7Z7JAB9OOkttDHV5J", "Z0YrJDMZc8DiAwbPc9n8uoSPyPTpOTF1AP+YGQ1nl1TV",
    ])
  func high(text: String) {
    #expect(randomness(text) == .high)
  }

  @Test(
    "text that is not random",
    arguments: [
      "", "abc", "hello-world", "alabalaportocala", "SelectedMailboxOutlineItems", "config_1364520906_338067",
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaa", "0000000000000000000000000000000000000000", "1700000000000",
      "the quick brown fox jumps over it", "HelveticaNeue-Bold", "user_profile_v2_12",
      "com.example.application.Window",
    ])
  func none(text: String) {
    #expect(randomness(text) == .none)
  }

  @Test("the dice of other tests look random to the profile too", arguments: 0..<50)
  func dice(round: Int) {
    var dice = Dice()
    for _ in 0..<round { _ = dice.next() }
    let text = dice.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", 32)
    #expect(randomness(text) == .high, "\(text)")
  }

  @Test("binary data is told by its first bytes")
  func binary() {
    func shape(_ bytes: [UInt8]) -> String { "\(BinaryShape.of(bytes.span))" }
    let random = Array("\u{1}".utf8) + (0..<63).map { UInt8(truncatingIfNeeded: $0 &* 97 &+ 13) }
    #expect(shape([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) == "known")
    #expect(shape(Array("book".utf8) + random) == "known")
    #expect(shape(Array("hello\0".utf8)) == "text")
    #expect(shape(Array("Grüße".utf8)) == "text")
    #expect(shape(random) == "random")
    #expect(shape(Array(repeating: 0, count: 64)) == "other")
    #expect(shape([]) == "other")
    // PKCS #8 for Ed25519 (RFC 8410 §7): version 0, algorithm, key.
    let pkcs8: [UInt8] = [
      0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]
    #expect(shape(pkcs8 + random.prefix(32)) == "privateKey")
    // PFX (RFC 7292 §4): version 3 and a ContentInfo.
    #expect(shape([0x30, 0x10, 0x02, 0x01, 0x03, 0x30, 0x0B] + random.prefix(11)) == "identity")
    // A certificate (RFC 5280 §4.1): a sequence in a sequence.
    #expect(shape([0x30, 0x10, 0x30, 0x0E] + random.prefix(14)) == "known")
    // A length that runs past the end is no DER.
    #expect(
      shape([0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF, 0x02, 0x01, 0x03, 0x30] + random.prefix(20)) != "identity")
  }
}
