import Foundation
import Testing

/// What opens a container: each way in that is given, told apart when it is wrong, and never twice the same.
@Suite struct WaysInTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    for (name, text) in [("p1", "first words\n"), ("p2", "second words\n"), ("bad", "other words\n")] {
      try sandbox.write(name, text)
      _ = try sandbox.shell("chmod 600 \(name)")
    }
    for name in ["k1", "k2"] { try sandbox.run("keygen -q -o \(name)") }
    for name in ["x1", "x2"] { try sandbox.run("keygen -q --x25519 -o \(name)") }
  }

  private func kinds(_ file: String) throws -> [String] {
    let slots = try #require(try sandbox.run("inspect --json \(file)").json()["slots"] as? [[String: Any]])
    return slots.compactMap { $0["kind"] as? String }.sorted()
  }

  // MARK: init

  @Test func everyPassphraseThatIsGivenOpens() throws {
    let made = try sandbox.run(
      "init -f c.sf --passphrase-file p1 --passphrase-file p2 --passphrase --kdf mobile")
    #expect(made.status == 0)
    #expect(made.stderr == "secretctl: made c.sf with 2 ways in\n")
    #expect(try kinds("c.sf") == ["passphrase", "passphrase"])
    for name in ["p1", "p2"] {
      #expect(try sandbox.run("list -f c.sf --passphrase-file \(name)").status == 0, "\(name)")
    }
  }

  @Test func everyDescriptorIsASlotBesideKeys() throws {
    let made = try sandbox.shell(
      "secretctl init -f c.sf --new-passphrase-fd 3 --passphrase-fd 4 -i k1 -i x1 --kdf mobile 3<p1 4<p2")
    #expect(made.status == 0, "\(made.stderr)")
    #expect(try kinds("c.sf") == ["keyFile", "passphrase", "passphrase", "recipient"])
  }

  @Test(arguments: [
    "--passphrase-file p1 --passphrase-file p1", "-i k1 -i k1", "-i x1 -i x1", "-i k1 -i k2 -i k1",
  ])
  func theSameWayInTwiceIsRefused(_ ways: String) throws {
    let result = try sandbox.run("init -f c.sf --kdf mobile \(ways)")
    #expect(result.status == 45)
    #expect(result.stderr.contains(" is given twice\nhint: "))
    #expect(!sandbox.exists("c.sf"))
  }

  @Test func composedAndDecomposedAreOnePassphrase() throws {
    try sandbox.write("nfc", "caf\u{e9}")
    try sandbox.write("nfd", "cafe\u{301}")
    let result = try sandbox.run("init -q -f c.sf --passphrase-file nfc --passphrase-file nfd --kdf mobile")
    #expect(result.status == 45)
  }

  // MARK: slot add

  @Test func whatOpensASlotAlreadyIsNotAdded() throws {
    try sandbox.run("init -q -f c.sf --passphrase-file p1 -i k1 -i x1 --kdf mobile")
    let recipient = try #require(
      try sandbox.shell("grep -o 'age1[a-z0-9]*' x1").text.split(separator: "\n").first)
    let before = try sandbox.read("c.sf")
    for ways in ["--key-file k1", "-r \(recipient)", "--key-file x1"] {
      let result = try sandbox.run("slot add -f c.sf -i k1 \(ways)")
      #expect(result.status == 45, "\(ways): \(result.stderr)")
      #expect(result.stderr.contains("opens slot "), "\(ways)")
    }
    let passphrase = try sandbox.shell(
      "secretctl slot add -f c.sf --passphrase-file p1 --new-passphrase-fd 3 --kdf mobile 3<p1")
    #expect(passphrase.status == 45)
    #expect(try sandbox.read("c.sf") == before)
    #expect(try sandbox.run("slot add -f c.sf -i k1 --key-file k2").status == 0)
  }

  // MARK: What is wrong

  @Test func eachWrongCredentialHasItsOwnWords() throws {
    try sandbox.run("init -q -f c.sf --passphrase-file p1 -i k1 -i x1 --kdf mobile")
    let cases = [
      ("--passphrase-file bad", "the passphrase does not open it", "give the right passphrase"),
      ("-i k2", "the key file does not open it", "give the key file it was made with"),
      ("-i x2", "the identity does not open it", "give the identity of one of its recipients"),
      (
        "-i k2 -i x2", "neither key file nor identity opens it",
        "give the key file it was made with, or give the identity of one of its recipients"
      ),
      (
        "-i k1 --slot 0011223344556677", "slot 0011223344556677 is none that opens it",
        "name another slot, or none; secretctl inspect"
      ),
    ]
    for (credentials, message, hint) in cases {
      let result = try sandbox.run("list -f c.sf \(credentials)")
      #expect(result.status == 77, "\(credentials)")
      #expect(result.stderr.hasPrefix("secretctl: c.sf: \(message)\nhint: \(hint)"), "\(result.stderr)")
    }
  }

  @Test func aKindThatItDoesNotHaveIsNamed() throws {
    try sandbox.run("init -q -f c.sf -i k1")
    let result = try sandbox.run("list -f c.sf --passphrase-file p1")
    #expect(result.status == 77)
    #expect(result.stderr.hasPrefix("secretctl: c.sf: no passphrase opens it: it takes a key file\nhint: "))
    #expect(result.stderr.hasSuffix("\nhint: give a key file; secretctl inspect shows the slots\n"))
  }

  // MARK: Others who can read

  @Test func filesThatOthersCanReadAreToldOf() throws {
    try sandbox.run("init -q -f c.sf -i k1")
    #expect(try sandbox.run("list -f c.sf -i k1").stderr == "")
    _ = try sandbox.shell("chmod 640 k1; chmod 604 c.sf")
    let loud = try sandbox.run("list -f c.sf -i k1").stderr
    #expect(
      loud == """
        secretctl: k1: other users can read it (mode 0640)
        hint: chmod go= k1
        secretctl: c.sf: other users can read it (mode 0604)
        hint: chmod go= c.sf

        """)
    #expect(try sandbox.run("list -q -f c.sf -i k1").stderr == "")
  }

  // MARK: The witness

  @Test func aWitnessThatCannotBeWrittenIsToldAtOnce() throws {
    try sandbox.write("state", "in the way\n")
    let made = try sandbox.run("init -f c.sf -i k1")
    #expect(made.status == 0)
    #expect(made.stderr.contains("the witness was not updated"))
    let set = try sandbox.run("set -f c.sf -i k1 -s s -a a", input: "value")
    #expect(set.status == 74 || set.stderr.contains("the witness was not updated"), "\(set.stderr)")
  }

  @Test func aWitnessThatStopsToBeWritableIsToldByTheWriter() throws {
    try sandbox.run("init -q -f c.sf -i k1")
    // A folder where the lock or the temporary would be made, whoever runs the test.
    _ = try sandbox.shell("mv state/secretctl/witness w; ln -s /proc/self/nothing/w state/secretctl/witness")
    let set = try sandbox.run("set -f c.sf -i k1 -s s -a a", input: "value")
    #expect(set.stderr.contains("witness"), "\(set.stderr)")
    #expect(set.stderr.contains("hint: "))
  }

  // MARK: keygen

  @Test func keygensDocumentNeverHoldsTheKey() throws {
    let pipe = try sandbox.run("keygen --json")
    #expect(pipe.status == 64)
    #expect(try pipe.jsonError()["code"] as? String == "usage")
    #expect(try sandbox.run("keygen --json -o -").status == 64)
    let identity = try sandbox.run("keygen --json --x25519 -o x.key")
    #expect(identity.status == 0)
    let document = try identity.json()
    #expect(document["file"] as? String == "x.key")
    #expect((document["publicKey"] as? String)?.hasPrefix("age1") == true)
    #expect(!identity.text.contains("SECRET"))
    let key = try sandbox.run("keygen --json -o s.key")
    #expect(try key.json()["kind"] as? String == "keyFile")
    #expect(try key.json()["publicKey"] is NSNull)
    #expect(!key.text.contains("SECRETFILE-KEY-1"))
    // The name is taken: an error, and no document of success before it.
    let again = try sandbox.run("keygen --json -o s.key")
    #expect(again.status == 73)
    #expect(try again.jsonError()["code"] as? String == "exists")
  }

  @Test func aDashIsStdout() throws {
    let result = try sandbox.run("keygen -o -")
    #expect(result.status == 0)
    #expect(result.text.contains("\nSECRETFILE-KEY-1"))
    #expect(!sandbox.exists("-"))
  }
}
