import Foundation
import ItemStore
import Security
import Testing

/// The listings, run: on an unlocked device, and on a locked one.
@Suite struct ListingTests {
  private let device = Device()
  private let keychain: Keychain

  init() { keychain = .inMemory(on: device) }

  @Test func saveUpdateReadDelete() throws {
    try keychain.use { () throws in
      let helper = KeychainHelper(service: "app")
      #expect(try helper.read(account: "me") == nil)
      try helper.updateOrAdd(Data("1".utf8), account: "me")
      #expect(throws: KeychainHelperError.duplicateItem) { try helper.save(Data(), account: "me") }
      try helper.updateOrAdd(Data("2".utf8), account: "me")
      #expect(try helper.read(account: "me") == Data("2".utf8))
      device.lock()
      #expect(throws: KeychainHelperError.unexpected(errSecInteractionNotAllowed)) {
        try helper.read(account: "me")
      }
      device.unlock()
      helper.delete(account: "me")
      #expect(try helper.read(account: "me") == nil)
      #expect(helper.message(errSecItemNotFound).contains("could not be found"))
    }
  }

  @Test func deleteThenAdd() {
    keychain.use {
      let manager = KeychainManager()
      #expect(manager.save(key: "k", data: Data([1])) == errSecSuccess)
      #expect(manager.save(key: "k", data: Data([2])) == errSecSuccess)
      #expect(manager.load(key: "k") == Data([2]))
      device.lock()
      #expect(manager.load(key: "k") == Data([2]), "readable after the first unlock")
      device.restart()
      #expect(manager.load(key: "k") == nil)
    }
  }

  @Test func dictionariesOfObjects() {
    keychain.use {
      let item = PasswordItem(service: "s", account: "a")
      #expect(item.savePassword("pässword") == errSecSuccess)
      #expect(item.readPassword() == "pässword")
      #expect(PasswordItem(service: "s", account: "b").savePassword("x") == errSecSuccess)
      #expect(Set(PasswordItem.accounts(service: "s")) == ["a", "b"])
      #expect(legacyRoundTrip("old") == "old")
    }
  }

  @Test func biometry() throws {
    try keychain.use { () throws in
      let store = BiometricStore()
      try store.save(Data("s".utf8), account: "me")
      #expect(store.exists(account: "me") && device.authentications == 0)
      #expect(store.read(account: "me", prompt: "why").1 == Data("s".utf8))
      device.answer = .cancels
      #expect(store.read(account: "me", prompt: "why").0 == errSecUserCanceled)
      device.answer = .accepts
      device.enrolBiometry()
      #expect(store.read(account: "me", prompt: "why").0 == errSecAuthFailed)
      #expect(store.exists(account: "me"))
      device.removePasscode()
      #expect(!store.exists(account: "me"))
      #expect(throws: (any Error).self) { try store.save(Data(), account: "me") }
    }
  }

  @Test func internetPasswords() throws {
    try keychain.use { () throws in
      let credentials = Credentials(username: "me", password: "s")
      #expect(try storeAndFindServerPassword(credentials, server: "www.example.com") == credentials)
    }
  }

  @Test func firstLaunch() throws {
    let name = "listing-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: name))
    defer { defaults.removePersistentDomain(forName: name) }
    try keychain.use { () throws in
      let helper = KeychainHelper(service: "app")
      try helper.save(Data(), account: "left over")
      purgeOnFirstLaunch(defaults)
      #expect(try helper.read(account: "left over") == nil)
      try helper.save(Data(), account: "new")
      purgeOnFirstLaunch(defaults)
      #expect(try helper.read(account: "new") == Data())
    }
  }

  @Test(arguments: [true, false]) @MainActor func tokens(_ isFake: Bool) async throws {
    try await keychain.use {
      let storage: any SecureStorage = isFake ? FakeStorage() : KeychainStorage()
      let session = SessionManager(storage: storage)
      await session.restore()
      #expect(!session.isSignedIn)
      try await session.signIn("token")
      let later = SessionManager(storage: storage)
      await later.restore()
      #expect(later.isSignedIn)
      try await session.signOut()
      let last = SessionManager(storage: storage)
      await last.restore()
      #expect(!last.isSignedIn)
    }
  }
}
