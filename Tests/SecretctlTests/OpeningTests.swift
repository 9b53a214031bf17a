import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// What can be wrong with a container, a credential or the place they lie in: each its own message and code, and
/// the container as it was.
@Suite struct OpeningTests {
  private let box: Sandbox

  init() throws {
    box = try Sandbox()
    try box.prepare()
    try box.set("s", "a", "canary-value")
  }

  /// Expects a failure of `get` and, but for reading, of `set`, and that neither changes the file.
  private func expect(
    _ status: Int32, _ code: String, _ message: String, _ options: String = "", file: String = "c.sf"
  ) throws {
    let before = try? box.read(file)
    for line in ["get -q -s s --json \(options)", "set -q -s s --json \(options)"] {
      let result = try box.run(line, input: "new")
      #expect(result.status == status, "\(line): \(result.stderr)")
      #expect(try result.jsonError()["code"] as? String == code, "\(line): \(result.stderr)")
      #expect(result.stderr.contains(message), "\(line): \(result.stderr)")
      #expect(result.stderr.contains("\nhint: "), "\(line): \(result.stderr)")
      #expect(result.stderr.split(separator: "\n").count == 2, "\(line): \(result.stderr)")
      #expect(!result.stderr.contains("canary"))
    }
    #expect((try? box.read(file)) == before)
  }

  /// Changes the container and repairs what a reader checks first, so that the change itself is met.
  private func patch(_ body: (inout [UInt8]) -> Void) throws {
    var bytes = [UInt8](try box.read("c.sf"))
    body(&bytes)
    try box.write("c.sf", Data(bytes))
  }

  // MARK: Credentials

  @Test func aWrongKeyFile() throws {
    try box.run("keygen -o other")
    try expect(77, "unlock", "c.sf: ", "-i other")
  }

  @Test func aMalformedKeyFile() throws {
    try box.write("bad", "not a key\n")
    try expect(65, "credential", "line 1 is not a key", "-i bad")
    let key = try #require(String(data: try box.read("k"), encoding: .utf8))
    try box.write("bad", key.replacingOccurrences(of: "SECRETFILE-KEY-1", with: "SECRETFILE-KEY-1Q"))
    try expect(65, "credential", "mistyped or truncated", "-i bad")
    try box.write("bad", "")
    try expect(65, "credential", "no key in it", "-i bad")
    // A secret in the wrong place is not shown.
    try box.write("bad", "canary-passphrase\n")
    try expect(65, "credential", "line 1", "-i bad")
  }

  @Test func aMissingKeyFile() throws {
    try expect(66, "notFound", "missing", "-i missing")
  }

  @Test func aWrongPassphrase() throws {
    try box.write("pass", "right\n")
    try box.write("wrong", "wrong\n")
    #expect(try box.run("init -f p.sf --passphrase-file pass --kdf mobile", input: "").status == 0)
    box.variables["SECRETCTL_IDENTITY"] = nil
    box.variables["SECRETCTL_FILE"] = "p.sf"
    try expect(77, "unlock", "p.sf: ", "--passphrase-file wrong", file: "p.sf")
    try box.write("empty", "\n")
    try expect(65, "credential", "the passphrase is empty", "--passphrase-file empty", file: "p.sf")
    // Nobody is there to be asked.
    let result = try box.run("list")
    #expect(result.status == 64)
    #expect(result.stderr.contains("passphrase for p.sf (slot "))
    #expect(result.stderr.contains("hint: give --passphrase-file FILE or --passphrase-fd N"))
    let fd = try box.shell("secretctl list --passphrase-fd 5 5<<< right")
    #expect(fd.status == 0, "\(fd.stderr)")
  }

  @Test func aPassphraseInAnyNormalForm() throws {
    try box.write("nfc", "caf\u{e9}\n")
    try box.write("nfd", "cafe\u{301}")
    #expect(try box.run("init -f p.sf --passphrase-file nfd --kdf mobile").status == 0)
    #expect(try box.run("list -f p.sf --passphrase-file nfc").status == 0)
    try box.write("bytes", Data([0x66, 0xFF, 0x0A]))
    let result = try box.run("list -f p.sf --passphrase-file bytes")
    #expect(result.status == 65)
    #expect(result.stderr.contains("not UTF-8"))
  }

  @Test func noCredentialAtAll() throws {
    box.variables["SECRETCTL_IDENTITY"] = nil
    let result = try box.run("list")
    #expect(result.status == 77)
    #expect(result.stderr.contains("no key given, and no passphrase opens it\nhint: give a key file with -i"))
    box.variables["SECRETCTL_FILE"] = nil
    #expect(try box.run("list -i k").status == 64)
  }

  @Test func aDerivationThatCostsTooMuch() throws {
    try box.write("pass", "right")
    // The passphrase's slot is to be the only one.
    box.variables["SECRETCTL_IDENTITY"] = nil
    #expect(try box.run("init -f c2.sf --passphrase-file pass --kdf mobile").status == 0)
    try FileManager.default.removeItem(at: box.folder.appendingPathComponent("c.sf"))
    try FileManager.default.moveItem(
      at: box.folder.appendingPathComponent("c2.sf"), to: box.folder.appendingPathComponent("c.sf"))
    // opslimit 17 in both headers, and headerHash as if it had been written so.
    let script = """
      import hashlib, sys
      b = bytearray(open('c.sf', 'rb').read()); n = int.from_bytes(b[12:16], 'little')
      b[108:112] = (17).to_bytes(4, 'little')
      b[n-64:n-32] = hashlib.blake2b(bytes(b[:n-64]), digest_size=32).digest()
      b[-16-n:-16] = b[:n]; open('c.sf', 'wb').write(b)
      """
    try box.write("patch.py", script)
    #expect(try box.shell("python3 patch.py").status == 0)
    try expect(23, "kdfCost", "17", "--passphrase-file pass")
    let accepted = try box.run("list --passphrase-file pass --accept-kdf-cost")
    #expect(accepted.status == 77, "\(accepted.stderr)")
  }

  // MARK: The file

  @Test func aMissingFile() throws {
    try FileManager.default.removeItem(at: box.folder.appendingPathComponent("c.sf"))
    let result = try box.run("get -s s")
    #expect(result.status == 66)
    #expect(result.stderr.hasPrefix("secretctl: cannot open c.sf: "))
    #expect(result.stderr.hasSuffix("hint: secretctl init makes a container\n"))
    #expect(try box.run("set -s s", input: "x").status == 66)
    #expect(!box.exists("c.sf"))
  }

  @Test func notASecretFile() throws {
    try box.write("c.sf", "hello\n")
    try expect(65, "notSecretFile", "c.sf: ")
    try box.write("c.sf", "")
    try expect(65, "notSecretFile", "c.sf: ")
  }

  @Test func aFolder() throws {
    let result = try box.run("list -f .")
    #expect(result.status == 65)
    #expect(result.stderr.contains("not a regular file"))
  }

  @Test func damage() throws {
    try patch { $0[70] ^= 1 }
    try expect(20, "headerHash", "c.sf: header")
  }

  @Test func damageInTheRoot() throws {
    try patch { $0[Int($0[12]) + Int($0[13]) << 8 + 50] ^= 1 }
    try expect(20, "root", "c.sf: root")
  }

  @Test func truncation() throws {
    let whole = try box.read("c.sf")
    for count in [1, 8, 12, 100] {
      try box.write("c.sf", whole.prefix(count))
      let result = try box.run("get -s s")
      #expect(result.status == 20, "\(count): \(result.stderr)")
    }
    try box.write("c.sf", whole.dropLast())
    try expect(20, "length", "c.sf: ")
  }

  @Test func textModeDamage() throws {
    let text = [UInt8](try box.read("c.sf"))
    // What a transfer in text mode makes of the magic: CR LF becomes LF.
    try box.write("c.sf", Data([0x89, 0x53, 0x46, 0x31, 0x0A, 0x1A, 0x0A] + text.dropFirst(8)))
    try expect(20, "framing", "c.sf: ")
  }

  @Test func aNewerVersion() throws {
    try patch {
      let n = Int($0[12]) | Int($0[13]) << 8
      $0[8] = 2
      $0[$0.count - 16 - n + 8] = 2
    }
    try expect(21, "version", "c.sf: ")
  }

  @Test func anOlderCopy() throws {
    let old = try box.read("c.sf")
    try box.set("s", "a", "newer")
    try box.write("c.sf", old)
    try expect(22, "rollback", "c.sf: ")
    #expect(try box.run("get -s s --no-witness").text == "canary-value")
    #expect(try box.run("get -s s --accept-rollback").text == "canary-value")
    // Having looked at it does not make it the current one; a change made so does.
    try expect(22, "rollback", "c.sf: ")
    #expect(try box.run("set -s t -a a --accept-rollback", input: "restored").status == 0)
    #expect(try box.run("get -s s").text == "canary-value")
  }

  @Test func aCopyThatWentItsOwnWay() throws {
    let base = try box.read("c.sf")
    try box.set("s", "a", "one")
    try box.write("d.sf", base)
    #expect(try box.run("set -s s -a a -f d.sf --no-witness", input: "two").status == 0)
    try FileManager.default.removeItem(at: box.folder.appendingPathComponent("c.sf"))
    try FileManager.default.moveItem(
      at: box.folder.appendingPathComponent("d.sf"), to: box.folder.appendingPathComponent("c.sf"))
    try expect(22, "fork", "c.sf: ")
  }

  @Test func anUnprovenOrigin() throws {
    try box.run("keygen --x25519 -o age")
    let recipient = try #require(
      String(data: try box.read("age"), encoding: .utf8)?.split(separator: " ").first {
        $0.hasPrefix("age1")
      }?
      .prefix { $0 != "\n" })
    #expect(try box.run("init -f r.sf -r \(recipient) --no-witness").status == 0)
    let read = try box.run("list -f r.sf -i age")
    #expect(read.status == 0)
    #expect(read.stderr.contains("not proven who made this file\nhint: "))
    let write = try box.run("set -s s -f r.sf -i age", input: "x")
    #expect(write.status == 22, "\(write.stderr)")
    #expect(write.stderr.contains("--accept-origin"))
    #expect(try box.run("set -s s -f r.sf -i age --accept-origin", input: "x").status == 0)
    #expect(try box.run("list -f r.sf -i age").stderr == "")
  }

  // MARK: The place

  @Test(.enabled(if: geteuid() != 0, "root reads everything")) func anUnreadableFile() throws {
    _ = try box.shell("chmod 000 c.sf")
    let result = try box.run("get -s s")
    #expect(result.status == 74)
    #expect(result.stderr.contains("permission denied"))
  }

  @Test(.enabled(if: geteuid() != 0, "root writes everywhere")) func aReadOnlyFolder() throws {
    _ = try box.shell("mkdir ro; cp c.sf ro; chmod 500 ro")
    let result = try box.run("set -s s -a a -f ro/c.sf", input: "x")
    #expect(result.status == 73)
    #expect(try box.read("ro/c.sf") == (try box.read("c.sf")))
  }

  @Test func noPlaceForANewFile() throws {
    let missing = try box.run("init -f nowhere/c.sf -i k")
    #expect(missing.status == 73, "\(missing.stderr)")
    let exists = try box.run("init -f c.sf -i k --json")
    #expect(exists.status == 73)
    #expect(try exists.jsonError()["code"] as? String == "exists")
    #expect(try box.run("get -s s").text == "canary-value")
    #expect(try box.run("get -s s -o c.sf").status == 73)
    #expect(try box.run("get -s s").text == "canary-value")
  }

  @Test func noRoom() throws {
    let before = try box.read("c.sf")
    let result = try box.shell("ulimit -f 4; head -c 100000 /dev/zero | secretctl set -s big --json")
    #expect(result.status == 74, "\(result.stderr)")
    #expect(try result.jsonError()["code"] as? String == "noSpace")
    #expect(try box.read("c.sf") == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: box.folder.path).filter { $0.contains("tmp") } == []
    )
  }

  @Test func anotherWriter() throws {
    let result = try box.shell(
      "flock c.sf -c '\"$T\" set -s s --json --wait 0 < k'", environment: ["T": Sandbox.tool])
    #expect(result.status == 75, "\(result.stderr)")
    #expect(try result.jsonError()["code"] as? String == "busy")
    #expect(try box.run("get -s s").text == "canary-value")
    // Reading needs no lock.
    let read = try box.shell("flock c.sf -c '\"$T\" get -s s'", environment: ["T": Sandbox.tool])
    #expect(read.text == "canary-value")
  }

  @Test func aFileWithSeveralNames() throws {
    _ = try box.shell("ln c.sf d.sf")
    let result = try box.run("set -s s", input: "x")
    #expect(result.status == 65)
    #expect(result.stderr.contains("several hard links"))
  }

  @Test func aLinkIsFollowedAndStays() throws {
    _ = try box.shell("mkdir real; mv c.sf real/; ln -s real/c.sf c.sf")
    #expect(try box.run("set -s s -a a", input: "through").status == 0)
    #expect(try box.run("get -s s").text == "through")
    let link = try FileManager.default.destinationOfSymbolicLink(
      atPath: box.folder.appendingPathComponent("c.sf").path)
    #expect(link == "real/c.sf")
  }

  @Test func theWitnessMayBeUnwritable() throws {
    try FileManager.default.removeItem(at: box.folder.appendingPathComponent("state"))
    try box.write("state", "a file where a folder should be")
    let result = try box.run("get -s s")
    #expect(result.status == 0)
    #expect(result.text == "canary-value")
    #expect(result.stderr.contains("witness"))
    #expect(try box.run("get -s s -q").stderr == "")
  }

  // MARK: verify and inspect

  @Test func verifyTellsWhatItSaw() throws {
    let result = try box.run("verify --json").json()
    #expect(result["records"] as? Int == 1)
    #expect(result["secretsOpened"] as? Int == 1)
    #expect((result["secretsUnopened"] as? [Any])?.isEmpty == true)
    #expect(try box.run("verify").text.hasPrefix("c.sf: whole; 1 item, 1 secret opened, "))
    #expect(try box.run("verify --structure").text.hasPrefix("c.sf: header, root and their copies are whole"))
    let all = try box.read("c.sf")
    for offset in [all.count - 20, all.count - 1, all.count - 300, all.count / 2] {
      var bytes = all
      bytes[offset] ^= 0x40
      try box.write("c.sf", bytes)
      #expect(try box.run("verify").status == 20, "\(offset)")
      // The segments' links are sealed: without a key only the ends of the file can be checked.
      #expect(try box.run("verify --structure").status == (offset == all.count / 2 ? 0 : 20), "\(offset)")
    }
  }

  @Test func inspectNeedsNoKey() throws {
    box.variables["SECRETCTL_IDENTITY"] = nil
    let result = try box.run("inspect c.sf --json")
    #expect(result.status == 0)
    let json = try result.json()
    #expect(json["version"] as? Int == 1)
    #expect(json["generation"] as? Int == 2)
    let regions = try #require(json["regions"] as? [[String: Any]])
    // The parts of the outermost level lie one after the other and are the whole file.
    var end = 0
    for region in regions where region["depth"] as? Int == 0 {
      #expect(region["offset"] as? Int == end)
      end += try #require(region["length"] as? Int)
    }
    #expect(end == (try box.read("c.sf").count))
    #expect(!result.text.contains("canary"))
    let text = try box.run("inspect c.sf").text
    #expect(text.contains("headerHash") && text.contains("key file"))
    try patch { $0[70] ^= 1 }
    #expect(try box.run("inspect c.sf").status == 20)
  }
}
