import Foundation
import MarkdownCode
import SecretKit
import Security
import Testing

extension SecretKey where Value == String {
  static var accessToken: Self { SecretKey("access-token") }
}

struct Login: Codable, Hashable, SecretValue {
  var user: String
  var token: String
  var expires: Date
}

extension SecretKey where Value == Login {
  static var login: Self { SecretKey("login", .afterFirstUnlockThisDeviceOnly) }
}

extension PreferenceKey where Value == String {
  static var theme: Self { PreferenceKey("theme") }
}

/// The examples of the documentation catalogue: every block of code in it stands here, compiled and run.
@Suite struct DocumentationTests {
  @Test func landingPage() async throws {
    let store = InMemorySecretStore(service: "com.example.app")

    try await store.set("eyJhbGciOi…", for: .accessToken)
    let token = try await store.value(for: .accessToken)

    #expect(token == "eyJhbGciOi…")
  }

  @Test func whereDoesAValueBelong() async throws {
    let preferences = InMemoryKeyValueStore(["accessToken": .string("t1")])
    let store = InMemorySecretStore(service: "com.example.app")
    try preferences.set("dark", for: .theme)
    let login = Login(user: "me", token: "t", expires: Date(timeIntervalSince1970: 2e9))
    try await store.set(login, for: .login)
    #expect(try await store.value(for: .login) == login)

    let guarded = FirstRunGuard(marker: .preference("installation", in: preferences))
    let report = try await guarded.run(on: store)
    #expect(report.before == .absent && report.purge.unstamped == 1)

    let migrator = PreferencesMigrator(
      from: preferences,
      keys: [.move(PreferenceKey<String>("accessToken"), to: .accessToken)],
      to: store)
    let outcome = await migrator.run()

    #expect(outcome.isComplete)
    #expect(preferences.values.keys.sorted() == ["installation", "theme"])
  }

  @Test func keychainCodeOnLinux() async throws {
    func save(_ token: Data, account: String) -> OSStatus {
      let query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: "com.example.app",
        kSecAttrAccount as String: account,
      ]
      let status = SecItemUpdate(query as CFDictionary, [kSecValueData as String: token] as CFDictionary)
      guard status == errSecItemNotFound else { return status }
      return SecItemAdd(query.merging([kSecValueData as String: token]) { $1 } as CFDictionary, nil)
    }

    let keychain = Keychain.inMemory()
    keychain.use {
      #expect(save(Data("t1".utf8), account: "me") == errSecSuccess)
      #expect(save(Data("t2".utf8), account: "me") == errSecSuccess)
    }

    try await keychain.use {
      let store = KeychainStore(service: "com.example.app")
      try await store.set("t3", for: .accessToken)
      #expect(try await store.value(for: .accessToken) == "t3")
    }
    #expect(try await InMemorySecretStore(keychain, service: "com.example.app").text("me") == "t2")
  }

  @Test func testingTheLockedDevice() async throws {
    let store = InMemorySecretStore(service: "com.example.app")
    let device = store.device
    try await store.set("t1", for: .accessToken)

    device.lock()
    do {
      _ = try await store.value(for: .accessToken)
    } catch {
      #expect(error.code == .locked && error.isTemporary)
    }
    device.unlock()

    let tokens = TokenStore(store, key: .accessToken)
    device.restart()
    #expect(await tokens.token() == nil)
    #expect(await tokens.state.isSignedIn == false)
    #expect(await tokens.state != .signedOut)
    device.unlock()
    #expect(await tokens.token() == "t1")

    let policy = SecretPolicy(.whenUnlocked, accessControl: .biometryCurrentSet)
    try await store.set(Data("pin".utf8), for: "vault", policy: policy)

    device.answer = .cancels
    do { _ = try await store.secret("vault") } catch { #expect(error.code == .userCancelled) }

    device.answer = .accepts
    device.enrolBiometry()
    do { _ = try await store.secret("vault") } catch { #expect(error.code == .invalidated) }
    #expect(device.authentications == 1)

    try await store.set(Data("x".utf8), for: "strict", policy: SecretPolicy(.whenPasscodeSetThisDeviceOnly))
    device.removePasscode()
    #expect(try await store.secret("strict") == nil)
    device.setPasscode()
    #expect(try await store.secret("strict") == nil)

    device.fail(next: .update, with: .io)
    do { try await store.set("t2", for: .accessToken) } catch { #expect(error.code == .io) }
    #expect(try await store.value(for: .accessToken) == "t1")

    device.before(next: .update) { device.lock() }
    do { try await store.set("t2", for: .accessToken) } catch { #expect(error.code == .locked) }
    device.unlock()
    #expect(try await store.value(for: .accessToken) == "t1")
  }

  @Test func everyBlockOfTheCatalogueStandsHere() throws {
    let lines = try MarkdownCode.lines(URL(fileURLWithPath: #filePath))
    let sources = [lines, MarkdownCode.outdented(lines)].map { $0.joined(separator: "\n") }
    var count = 0
    for url in try MarkdownCode.catalogue("SecretKit") {
      for block in MarkdownCode.blocks(in: try MarkdownCode.lines(url)) {
        count += 1
        let text = "\n" + block.joined(separator: "\n") + "\n"
        #expect(sources.contains { $0.contains(text) }, "\(url.lastPathComponent): \(block.first ?? "")")
      }
    }
    #expect(count >= 13)
  }
}

/// What the article on where values belong says, settled.
@Suite struct DisagreementTests {
  let device = Device()
  let keychain: Keychain

  init() { keychain = Keychain.inMemory(on: device) }

  /// A query of a generic password.
  func query(_ more: [CFString: Any] = [:]) -> CFDictionary {
    var query: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: "app", kSecAttrAccount: "me",
    ]
    query.merge(more) { $1 }
    return query as CFDictionary
  }

  @Test func theDefaultAccessibilityIsWhenUnlocked() async throws {
    keychain.use { _ = SecItemAdd(query([kSecValueData: Data("t")]), nil) }
    let store = InMemorySecretStore(keychain, service: "app")
    #expect(try await store.item("me")?.policy == SecretPolicy(.whenUnlocked))
    device.lock()
    #expect(await failure { _ = try await store.secret("me") }?.code == .locked)
  }

  @Test func whenUnlockedDoesNotSynchronise() async throws {
    keychain.use {
      _ = SecItemAdd(
        query([kSecValueData: Data("t"), kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked]), nil)
    }
    let store = InMemorySecretStore(keychain, service: "app")
    #expect(try await store.item("me")?.policy.isSynchronizable == false)
    let both = query([
      kSecValueData: Data("t"), kSecAttrSynchronizable: true,
      kSecAttrAccessible: kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
    ])
    #expect(keychain.use { SecItemAdd(both, nil) } == errSecSuccess)
    let policy = SecretPolicy(.whenUnlockedThisDeviceOnly, isSynchronizable: true)
    #expect(
      await failure { try await store.set(Data("t".utf8), for: "me", policy: policy) }?.code == .parameter)
  }

  /// An uninstall takes the preferences, not the Keychain.
  @Test func anUninstallLeavesItems() async throws {
    let store = InMemorySecretStore(keychain, service: "app")
    let preferences = InMemoryKeyValueStore()
    try await FirstRunGuard(marker: .preference("m", in: preferences)).run(on: store)
    try await store.set("t", for: .accessToken)
    // What is left of the app afterwards: the keychain.
    let reinstalled = InMemorySecretStore(keychain, service: "app")
    #expect(try await reinstalled.value(for: .accessToken) == "t")
    let report = try await FirstRunGuard(marker: .preference("m", in: InMemoryKeyValueStore())).run(
      on: reinstalled)
    #expect(report.purge.purged.map(\.name) == ["access-token"])
    #expect(try await reinstalled.value(for: .accessToken) == nil)
  }

  @Test func anUpdateChangesTheAccessibility() async throws {
    try keychain.use { () throws in
      _ = SecItemAdd(query([kSecValueData: Data("t")]), nil)
      let change = [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock] as [CFString: Any] as CFDictionary
      #expect(SecItemUpdate(query(), change) == errSecSuccess)
      // A look-up that names the old one finds nothing, and adding fails all the same.
      let old = query([kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked])
      #expect(
        SecItemUpdate(old, [kSecValueData: Data("x")] as [CFString: Any] as CFDictionary)
          == errSecItemNotFound)
      #expect(SecItemAdd(query([kSecValueData: Data("x")]), nil) == errSecDuplicateItem)
    }
    let store = InMemorySecretStore(keychain, service: "app")
    #expect(try await store.item("me")?.policy.accessibility == .afterFirstUnlock)
  }
}
