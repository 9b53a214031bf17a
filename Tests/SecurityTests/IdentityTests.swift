import Foundation
import ItemStore
import Security
import Testing

/// Table a1 of the semantics, row by row: identity, defaults, limits.
@Suite struct IdentityTests {
  @Test("genp primary key: access group, account, service, synchronizable", arguments: Kind.allCases)
  func genericKey(_ kind: Kind) {
    Bench(kind)() { device in
      #expect(add() == errSecSuccess)
      #expect(add() == errSecDuplicateItem)
      #expect(add("you") == errSecSuccess)
      #expect(SecItemAdd(generic("me", service: "other"), nil) == errSecSuccess)
      #expect(add("me", [kSecAttrSynchronizable: true]) == errSecSuccess)
      #expect(add("me", [kSecAttrAccessGroup: "group"]) == errSecSuccess)
      #expect(add("me", [kSecAttrAccessGroup: "group"]) == errSecDuplicateItem)
    }
  }

  @Test(
    "inet primary key: also server, security domain, protocol, authentication type, port, path",
    arguments: Kind.allCases)
  func internetKey(_ kind: Kind) {
    Bench(kind)() { _ in
      #expect(SecItemAdd(internet(), nil) == errSecSuccess)
      let others: [[CFString: Any]] = [
        [kSecAttrServer: "example.org"], [kSecAttrSecurityDomain: "realm"], [kSecAttrPort: 8443],
        [kSecAttrProtocol: kSecAttrProtocolHTTPS], [kSecAttrPath: "/a"],
        [kSecAttrAuthenticationType: kSecAttrAuthenticationTypeHTTPBasic], [kSecAttrSynchronizable: true],
      ]
      for other in others {
        #expect(SecItemAdd(internet(other), nil) == errSecSuccess, "\(other)")
        #expect(SecItemAdd(internet(other), nil) == errSecDuplicateItem, "\(other)")
      }
      #expect(
        look(internet([kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true])).status
          == errSecSuccess)
    }
  }

  @Test(
    "NOT identity: accessibility, label, description, comment, generic, creator, type, flags, secret",
    arguments: Kind.allCases)
  func notIdentity(_ kind: Kind) {
    Bench(kind)() { _ in
      #expect(add() == errSecSuccess)
      let more: [[CFString: Any]] = [
        [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock], [kSecAttrLabel: "l"],
        [kSecAttrDescription: "d"], [kSecAttrComment: "c"], [kSecAttrGeneric: Data([1])],
        [kSecAttrCreator: 1], [kSecAttrType: 2], [kSecAttrIsInvisible: true], [kSecAttrIsNegative: true],
      ]
      for more in more { #expect(add("me", secret: "other", more) == errSecDuplicateItem, "\(more)") }
    }
  }

  @Test("absent account and service are empty: two adds without an account collide", arguments: Kind.allCases)
  func absentIsEmpty(_ kind: Kind) {
    Bench(kind)() { _ in
      #expect(add(nil) == errSecSuccess)
      #expect(add(nil) == errSecDuplicateItem)
      #expect(add("") == errSecDuplicateItem)
      #expect(attributes("")?[kSecAttrAccount as String] as? String == "")
    }
  }

  @Test(
    "account of type String or Data: same bytes are the same row; the type written comes back",
    arguments: Kind.allCases)
  func dataAccounts(_ kind: Kind) {
    Bench(kind)() { _ in
      #expect(add(Data("me".utf8)) == errSecSuccess)
      #expect(add("me") == errSecDuplicateItem)
      let found = attributes("me")
      #expect(found?[kSecAttrAccount as String] as? String == nil)
      #expect(found?[kSecAttrAccount as String] as? Data == Data("me".utf8))
      #expect(SecItemUpdate(generic("me"), [kSecAttrAccount: "me"] as CFDictionary) == errSecSuccess)
      #expect(attributes("me")?[kSecAttrAccount as String] as? String == "me")
    }
  }

  @Test(
    "absent access group on add: the first of the groups; a new list changes the default",
    arguments: Kind.allCases)
  func defaultGroup(_ kind: Kind) {
    Bench(kind)() { device in
      device.entitlements = Entitlements(applicationIdentifier: "T.app")
      #expect(add("a") == errSecSuccess)
      #expect(attributes("a")?[kSecAttrAccessGroup as String] as? String == "T.app")
      device.entitlements.keychainAccessGroups = ["T.shared"]
      #expect(add("b") == errSecSuccess)
      #expect(attributes("b")?[kSecAttrAccessGroup as String] as? String == "T.shared")
      #expect(secret("a").status == errSecSuccess)
    }
  }

  @Test("absent access group on copy, update and delete: every group of the client", arguments: Kind.allCases)
  func everyGroup(_ kind: Kind) {
    Bench(kind)() { device in
      device.entitlements = ["a", "b", "c"]
      for group in ["a", "b", "c"] { #expect(add("me", [kSecAttrAccessGroup: group]) == errSecSuccess) }
      device.entitlements = ["a", "b"]
      #expect(SecItemUpdate(generic("me"), [kSecAttrLabel: "seen"] as CFDictionary) == errSecSuccess)
      let all = look(generic("me", [kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true]))
      #expect((all.result as? [[String: Any]])?.count == 2)
      #expect(SecItemDelete(generic("me")) == errSecSuccess)
      device.entitlements = ["a", "b", "c"]
      let left = attributes("me")
      #expect(left?[kSecAttrAccessGroup as String] as? String == "c")
      #expect(left?[kSecAttrLabel as String] == nil)
    }
  }

  @Test(
    "explicit group not entitled, or no groups: missing entitlement on all four calls",
    arguments: Kind.allCases)
  func missingEntitlement(_ kind: Kind) {
    Bench(kind)() { device in
      device.entitlements = ["mine"]
      let foreign = generic("me", [kSecAttrAccessGroup: "foreign"])
      let change = [kSecAttrLabel: "x"] as CFDictionary
      #expect(SecItemAdd(foreign, nil) == errSecMissingEntitlement)
      #expect(SecItemCopyMatching(foreign, nil) == errSecMissingEntitlement)
      #expect(SecItemUpdate(foreign, change) == errSecMissingEntitlement)
      #expect(SecItemDelete(foreign) == errSecMissingEntitlement)
      #expect(add() == errSecSuccess)
      #expect(
        SecItemUpdate(generic("me"), [kSecAttrAccessGroup: "foreign"] as CFDictionary)
          == errSecMissingEntitlement)
      device.entitlements = []
      #expect(SecItemAdd(generic("x"), nil) == errSecMissingEntitlement)
      #expect(SecItemCopyMatching(generic("me"), nil) == errSecMissingEntitlement)
      #expect(SecItemUpdate(generic("me"), change) == errSecMissingEntitlement)
      #expect(SecItemDelete(generic("me")) == errSecMissingEntitlement)
    }
  }

  @Test("the group of tokens is never writable; the wildcard allows every other")
  func tokenGroup() {
    Bench()() { device in
      device.entitlements = ["mine", "*"]
      #expect(add("me", [kSecAttrAccessGroup: kSecAttrAccessGroupToken]) == errSecMissingEntitlement)
      #expect(add("me", [kSecAttrAccessGroup: "anything"]) == errSecSuccess)
    }
  }

  @Test("absent synchronizable is false; Any drops the filter", arguments: Kind.allCases)
  func synchronizable(_ kind: Kind) {
    Bench(kind)() { _ in
      #expect(add("me", secret: "synced", [kSecAttrSynchronizable: true]) == errSecSuccess)
      #expect(secret().status == errSecItemNotFound)
      #expect(SecItemUpdate(generic(), [kSecAttrLabel: "x"] as CFDictionary) == errSecItemNotFound)
      #expect(SecItemDelete(generic()) == errSecItemNotFound)
      #expect(secret("me", [kSecAttrSynchronizable: kSecAttrSynchronizableAny]).text == "synced")
      #expect(secret("me", [kSecAttrSynchronizable: true]).text == "synced")
      #expect(add("me", secret: "local") == errSecSuccess)
      #expect(attributes()?[kSecAttrSynchronizable as String] as? Bool == false)
      #expect(
        SecItemDelete(generic("me", [kSecAttrSynchronizable: kSecAttrSynchronizableAny])) == errSecSuccess)
      #expect(secret().status == errSecItemNotFound)
    }
  }

  @Test("default accessibility: WhenUnlocked")
  func defaultAccessibility() {
    Bench()() { _ in
      add()
      #expect(attributes()?[kSecAttrAccessible as String] as? String == "ak")
    }
  }

  @Test(
    "match limit: copy takes one, update and delete take all; a limit given to delete is refused",
    arguments: Kind.allCases)
  func limits(_ kind: Kind) {
    Bench(kind)() { _ in
      for account in ["a", "b", "c"] { add(account) }
      let all = generic(nil)
      #expect(look(generic(nil, [kSecReturnAttributes: true])).result is NSDictionary)
      let two = look(generic(nil, [kSecReturnAttributes: true, kSecMatchLimit: 2]))
      #expect((two.result as? NSArray)?.count == 2)
      #expect(SecItemUpdate(all, [kSecAttrComment: "x"] as CFDictionary) == errSecSuccess)
      for account in ["a", "b", "c"] {
        #expect(attributes(account)?[kSecAttrComment as String] as? String == "x")
      }
      for limit in [kSecMatchLimitOne, 1, 2] as [Any] {
        #expect(SecItemDelete(generic(nil, [kSecMatchLimit: limit])) == errSecParam)
      }
      #expect(SecItemDelete(all) == errSecSuccess)
      #expect(look(all).status == errSecItemNotFound)
      add()
      #expect(
        SecItemDelete(generic(nil, [kSecMatchLimit: kSecMatchLimitAll])) == errSecSuccess,
        "as the file keychain of macOS wants it")
    }
  }

  @Test("limit All without a hit: item not found, not an empty array", arguments: Kind.allCases)
  func noHit(_ kind: Kind) {
    Bench(kind)() { _ in
      let found = look(generic("me", [kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true]))
      #expect(found.status == errSecItemNotFound && found.result == nil)
    }
  }
}
