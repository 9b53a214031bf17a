import Files
import Foundation
import ItemStore
import SecretFile
import Security
import Testing

/// Keychains in a container file: first use, several processes, damage, and what is in memory while it is locked.
@Suite struct FileTests {
  @Test("the first use makes the file and what opens it, for the owner alone")
  func firstUse() throws {
    let bench = Bench(.file)
    bench { _ in #expect(add() == errSecSuccess) }
    let manager = FileManager.default
    for name in [
      "keychain.secretfile", "keychain.secretfile.device/key", "keychain.secretfile.device/device.key",
      "keychain.secretfile.device/passcode",
    ] {
      let found = try manager.attributesOfItem(atPath: bench.folder + "/" + name)
      #expect((found[.posixPermissions] as? Int).map { $0 & 0o077 } == 0, "\(name)")
    }
    let again = Keychain.inFile(bench.path)
    again.use { #expect(secret().text == "secret") }
  }

  @Test("two handles share a file: each sees what the other wrote, and adds of one name collide")
  func twoHandles() {
    let bench = Bench(.file)
    let other = Keychain.inFile(bench.path)
    bench.keychain.use { #expect(add("a") == errSecSuccess) }
    other.use {
      #expect(secret("a").text == "secret")
      #expect(add("a") == errSecDuplicateItem)
      #expect(add("b") == errSecSuccess)
      #expect(SecItemUpdate(generic("a"), [kSecValueData: Data("x".utf8)] as CFDictionary) == errSecSuccess)
    }
    bench.keychain.use {
      #expect(secret("b").text == "secret")
      #expect(secret("a").text == "x")
      #expect(SecItemDelete(generic("b")) == errSecSuccess)
    }
    other.use { #expect(secret("b").status == errSecItemNotFound) }
  }

  @Test("many threads through two handles lose nothing")
  func manyWriters() async {
    let bench = Bench(.file)
    let handles = [bench.keychain, Keychain.inFile(bench.path)]
    bench.keychain.use { #expect(add("first") == errSecSuccess) }
    await withTaskGroup(of: OSStatus.self) { group in
      for number in 0..<12 {
        group.addTask { handles[number % 2].use { add("account \(number)", secret: "\(number)") } }
      }
      for await status in group { #expect(status == errSecSuccess) }
    }
    for handle in handles {
      handle.use {
        for number in 0..<12 { #expect(secret("account \(number)").text == "\(number)") }
      }
    }
  }

  @Test(
    "while locked the container holds no master key and no WhenUnlocked class key, and goes on with the others"
  )
  func lockedContainer() throws {
    let bench = Bench(.file)
    try bench { (_) throws in
      add("ak")
      add("ck", [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock])
      let credentials = try Credentials(keyFileAt: Path(bench.path.string! + ".device/key"))
      let container = try Container.open(at: bench.path, with: credentials)
      let items = try container.items()
      for item in items { _ = try container.secret(of: item) }
      try container.lock(keeping: [.afterFirstUnlock])
      #expect(container.isLocked)
      for item in try container.items() {
        if item.protection.accessibility == .afterFirstUnlock {
          #expect(try container.secret(of: item).count == 6)
        } else {
          #expect { _ = try container.secret(of: item) } throws: { ($0 as? SecretFileError)?.code == .locked }
        }
      }
      #expect { try container.rotate() } throws: { ($0 as? SecretFileError)?.code != nil }
      let written = try container.update { (change) throws(SecretFileError) in
        try change.set(
          NewItem(
            service: "app", account: "new", secret: SecretBuffer(count: 3) { _ in },
            protection: Protection(.afterFirstUnlock)))
      }
      #expect(written == .created)
      #expect {
        try container.update { (change) throws(SecretFileError) in
          try change.set(NewItem(service: "app", account: "newer", secret: SecretBuffer(count: 3) { _ in }))
        }
      } throws: { ($0 as? SecretFileError)?.code == .locked }
      #expect(try container.secret(service: "app", account: "new").count == 3)
    }
    // What it wrote is whole, and the unlocked handle reads it.
    bench { _ in #expect(secret("new").status == errSecSuccess) }
  }

  @Test("a locked handle follows what others write, but not into another epoch")
  func lockedFollows() throws {
    let bench = Bench(.file)
    let other = Keychain.inFile(bench.path)
    let more: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock]
    bench { device in
      add("a", more)
      device.lock()
      #expect(secret("a").text == "secret")
    }
    other.use { #expect(add("b", more) == errSecSuccess) }
    bench { _ in #expect(secret("b").text == "secret") }
    other.use {
      other.device.removePasscode()
      #expect(secret("a").text == "secret")
    }
    bench { device in
      #expect(secret("a").status == errSecInteractionNotAllowed)
      device.unlock()
      #expect(secret("a").text == "secret")
    }
  }

  @Test("P-34, P-38: another key is a failure of its own, and the file stays as it is")
  func foreignKey() throws {
    let bench = Bench(.file)
    bench { _ in add() }
    let before = try FileFingerprint(bench)
    let folder = bench.folder + "/keychain.secretfile.device"
    try FileManager.default.removeItem(atPath: folder)
    let other = Keychain.inFile(bench.path)
    other.use {
      #expect(secret().status == errSecAuthFailed)
      #expect(add("new") == errSecAuthFailed)
      #expect(SecItemDelete(generic()) == errSecAuthFailed)
    }
    #expect(try FileFingerprint(bench) == before)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test(
    "P-41: a damaged or emptied file is no empty keychain: every call fails and nothing is written",
    arguments: [0, 100, -1])
  func damaged(_ length: Int) throws {
    let bench = Bench(.file)
    bench { _ in add() }
    let file = URL(fileURLWithPath: bench.folder + "/keychain.secretfile")
    var bytes = try Data(contentsOf: file)
    if length >= 0 { bytes = bytes.prefix(length) } else { bytes[200] ^= 1 }
    try bytes.write(to: file)
    let other = Keychain.inFile(bench.path)
    other.use {
      for status in [secret().status, add("new"), SecItemDelete(generic())] {
        #expect(status != errSecSuccess && status != errSecItemNotFound)
      }
    }
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test("a secret that cannot be decoded is errSecDecode, keeps its bytes and hides no other item")
  func damagedSecret() throws {
    let bench = Bench(.file)
    bench { _ in
      add("a", secret: String(repeating: "x", count: 5_000))
      add("b")
    }
    let file = URL(fileURLWithPath: bench.folder + "/keychain.secretfile")
    var bytes = try Data(contentsOf: file)
    // The large secret fills the middle of the file.
    bytes[bytes.count / 2] ^= 0x10
    try bytes.write(to: file)
    let other = Keychain.inFile(bench.path)
    other.use {
      #expect(secret("a").status == errSecDecode)
      #expect(attributes("a") != nil)
      #expect(secret("b").text == "secret")
    }
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test("P-43: without a name in the environment there is one usual place")
  func place() {
    guard ProcessInfo.processInfo.environment["SECRETFILE_KEYCHAIN"] == nil else { return }
    #expect(KeychainFile.standard?.path.string?.hasSuffix("/secretctl/keychain.secretfile") == true)
  }

  /// A process of its own, as the variables are read once.
  @Test(
    "P-43: with a name in the environment the items lie there, or in memory, and nothing is made elsewhere")
  func namedPlace() async {
    await #expect(processExitsWith: .success) {
      let folder = NSTemporaryDirectory() + "security-tests-" + UUID().uuidString
      defer { try? FileManager.default.removeItem(atPath: folder) }
      _ = unsafe setenv("HOME", folder + "/home", 1)
      _ = unsafe setenv("XDG_DATA_HOME", folder + "/home/data", 1)
      _ = unsafe setenv("SECRETFILE_KEYCHAIN", folder + "/named", 1)
      #expect(add() == errSecSuccess && secret().text == "secret")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.sorted() == ["named", "named.device"])
      // What expects the groups of an app gets them before its first call, without a keychain of its own.
      Keychain.standard.device.entitlements = ["TEAM.app"]
      #expect(secret().status == errSecItemNotFound)
      #expect(add() == errSecSuccess)
      #expect(attributes()?[kSecAttrAccessGroup as String] as? String == "TEAM.app")
    }
    await #expect(processExitsWith: .success) {
      let folder = NSTemporaryDirectory() + "security-tests-" + UUID().uuidString
      _ = unsafe setenv("HOME", folder, 1)
      _ = unsafe setenv("XDG_DATA_HOME", folder, 1)
      _ = unsafe setenv("SECRETFILE_KEYCHAIN", ":memory:", 1)
      #expect(KeychainFile.standard == nil)
      #expect(add() == errSecSuccess && secret().text == "secret")
      #expect(!FileManager.default.fileExists(atPath: folder))
    }
  }

  @Test("fetching one item opens no other: a broken neighbour in the same page does not matter")
  func oneItem() throws {
    let bench = Bench(.file)
    bench { _ in
      for number in 0..<50 {
        add("account \(number)", secret: String(repeating: "\(number % 10)", count: 900))
      }
    }
    let file = URL(fileURLWithPath: bench.folder + "/keychain.secretfile")
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: file)
    Keychain.inFile(bench.path).use {
      let statuses = (0..<50).map { secret("account \($0)").status }
      #expect(statuses.count { $0 == errSecDecode } == 1)
      #expect(statuses.count { $0 == errSecSuccess } == 49)
    }
  }
}
