import Foundation
import ItemStore
import Security
import Testing

/// The wrapper, run.
@Suite struct WrapperListingTests {
  private let device = Device()
  private let keychain: Keychain

  init() { keychain = .inMemory(on: device) }

  @Test func queriesOfHashableValues() throws {
    try keychain.use { () throws in
      for access in VaultAccess.allCases {
        let vault = Vault(service: "vault \(access)", access: access)
        #expect(throws: VaultFailure(status: errSecItemNotFound)) { try vault.data(for: "a") }
        try vault.set(Data("1".utf8), for: "a")
        try vault.set(Data("2".utf8), for: "a")
        try vault.set(Data("3".utf8), for: "b")
        #expect(try vault.data(for: "a") == Data("2".utf8))
        #expect(try vault.keys() == ["a", "b"])
        #expect(try vault.everything() == ["a": Data("2".utf8), "b": Data("3".utf8)])
        try vault.removeAll()
        try vault.removeAll()
        #expect(throws: VaultFailure(status: errSecItemNotFound)) { try vault.keys() }
      }
      let synchronized = Vault(service: "vault", isSynchronized: true)
      try synchronized.set(Data("s".utf8), for: "a")
      #expect(throws: VaultFailure(status: errSecItemNotFound)) { try Vault(service: "vault").data(for: "a") }
      #expect(try synchronized.data(for: "a") == Data("s".utf8))
    }
  }

  @Test func aTestReplacesTheSystem() throws {
    var vault = Vault(service: "s")
    nonisolated(unsafe) var asked: NSDictionary?
    vault.copyMatching = { query, result in
      asked = query as NSDictionary
      unsafe result?.pointee = NSData(data: Data("fake".utf8))
      return errSecSuccess
    }
    #expect(try vault.data(for: "k") == Data("fake".utf8))
    #expect(asked?[kSecAttrAccount] as? String == "k")
    vault.delete = { _ in errSecInteractionNotAllowed }
    #expect(throws: VaultFailure(status: errSecInteractionNotAllowed)) { try vault.removeAll() }
  }

  @Test func theDefaultGroupIsReadFromAnItem() {
    keychain.use {
      #expect(defaultAccessGroup() == "")
      device.entitlements = ["TEAM.com.example.app", "TEAM.shared"]
      #expect(defaultAccessGroup() == "TEAM.com.example.app")
      #expect(defaultAccessGroup() == "TEAM.com.example.app")
    }
  }

  @Test func whatComesBackHasApplesTypes() throws {
    try keychain.use { () throws in
      #expect(addConfirmed("guarded", .passcode, 1) == nil)
      let guarded = try #require(row(kSecClassGenericPassword, account: "guarded"))
      #expect(guarded.access == .passcode && guarded.isSynchronized == false && guarded.created != nil)
      #expect(guarded.label == nil && guarded.port == nil && guarded.path == nil)
      let control = SecAccessControlCreateWithFlags(nil, VaultAccess.passcode.attribute, .userPresence, nil)
      #expect(guarded.control == control)
      let values: [String: AnyHashable] = Vault(service: "x", access: .passcode).guarded(.userPresence)
      #expect(values[kSecAttrAccessControl as String] as? SecAccessControl == control)
      #expect(addConfirmed("guarded", .passcode, 1)?.code == Int(errSecDuplicateItem))
      let refused = try #require(addConfirmed("other", .whenUnlocked, 1 | 1 << 14))
      #expect(refused.code == Int(errSecParam) && refused.domain == NSOSStatusErrorDomain)
      #expect(row(kSecClassGenericPassword, account: "other") == nil)

      let query: [String: Any] = [
        kSecClass as String: kSecClassInternetPassword, kSecAttrAccount as String: "web",
        kSecAttrServer as String: "example.com", kSecAttrPort as String: 443,
      ]
      #expect(SecItemAdd(query as CFDictionary, nil) == errSecSuccess)
      let web = try #require(row(kSecClassInternetPassword, account: "web"))
      #expect(web.port == 443 && web.path == "" && web.account == "web")
    }
  }

  @Test("`catch let error as NSError` meets a wrapper's own error, as on Apple's platforms")
  func errorsOfFoundation() throws {
    func read(_ account: String) throws {
      let status = SecItemCopyMatching(
        [kSecClass: kSecClassGenericPassword, kSecAttrAccount: account] as CFDictionary, nil)
      guard let refusal = VaultRefusal(rawValue: status) else { return }
      throw refusal
    }
    var caught: NSError?
    try keychain.use { () throws in
      do { try read("absent") } catch let error as NSError { caught = error }
      do { try read("absent") } catch VaultRefusal.absent {}
      #expect((try? read("absent")) == nil)
      do { try read("absent") } catch {
        #expect((error as? VaultRefusal) == .absent)
        #expect((error as NSError) == caught)
      }
    }
    let error = try #require(caught)
    #expect(error.domain == VaultRefusal.errorDomain && error.code == Int(errSecItemNotFound))
    #expect(error.localizedDescription == "refused: absent")
    #expect(error.userInfo[NSLocalizedDescriptionKey] as? String == "refused: absent")
    #expect(((error as Any) as? VaultRefusal) == nil)

    do { throw VaultFailure(status: errSecParam) } catch let error as NSError {
      #expect(error.domain.contains("VaultFailure") && error.code == 1)
    }
  }
}
