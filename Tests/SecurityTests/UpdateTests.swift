import Foundation
import ItemStore
import Security
import Testing

/// Table a3: what an update may change, and a4: what does not go together.
@Suite struct UpdateTests {
  @Test("update: any attribute of the class, those of the primary key too", arguments: Kind.allCases)
  func attributesOfTheClass(_ kind: Kind) throws {
    try Bench(kind)() { (device) throws in
      device.entitlements = ["a", "b"]
      add()
      let changes: [CFString: Any] = [
        kSecAttrAccount: "you", kSecAttrService: "other", kSecAttrAccessGroup: "b", kSecAttrLabel: "l",
        kSecAttrSynchronizable: true, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock,
        kSecAttrDescription: "d", kSecAttrComment: "c", kSecAttrGeneric: Data([7]),
        kSecAttrIsInvisible: true, kSecAttrIsNegative: true, kSecAttrCreator: 3, kSecAttrType: 4,
        kSecValueData: Data("new".utf8),
      ]
      let old = look(generic("me", [kSecReturnPersistentRef: true])).result as? Data
      #expect(SecItemUpdate(generic(), changes as CFDictionary) == errSecSuccess)
      #expect(secret().status == errSecItemNotFound)
      let query = generic(
        "you", service: "other",
        [
          kSecAttrSynchronizable: true, kSecReturnAttributes: true, kSecReturnData: true,
          kSecReturnPersistentRef: true,
        ])
      let found = try #require(look(query).result as? [String: Any])
      for (key, value) in changes {
        #expect((found[key as String] as? NSObject) == (value as? NSObject), "\(key)")
      }
      #expect(found[kSecValuePersistentRef as String] as? Data == old)
    }
  }

  @Test("update: what is left out stays", arguments: Kind.allCases)
  func theRestStays(_ kind: Kind) {
    Bench(kind)() { _ in
      add("me", [kSecAttrLabel: "l", kSecAttrComment: "c"])
      #expect(SecItemUpdate(generic(), [kSecAttrComment: ""] as CFDictionary) == errSecSuccess)
      #expect(attributes()?[kSecAttrLabel as String] as? String == "l")
      #expect(attributes()?[kSecAttrComment as String] == nil)
      #expect(secret().text == "secret")
    }
  }

  @Test(
    "update: attributes not in the class, and kSecUse keys: no such attribute",
    arguments: [
      ("srvr", "x"), ("class", "genp"), ("u_OpPrompt", "x"), ("u_AuthUI", "u_AuthUIF"), ("nleg", "1"),
      ("zzzz", "x"),
    ])
  func noSuchAttribute(_ key: String, _ value: String) {
    Bench()() { _ in
      add()
      #expect(SecItemUpdate(generic(), [key: value] as CFDictionary) == errSecNoSuchAttr)
    }
  }

  @Test(
    "update: match keys, references and ggrp are refused; musr is ignored",
    arguments: ["m_Limit", "m_ItemList", "v_Ref", "v_PersistentRef", "ggrp"])
  func refused(_ key: String) {
    Bench()() { _ in
      add()
      #expect(SecItemUpdate(generic(), [key: "x"] as CFDictionary) == errSecParam)
      #expect(SecItemUpdate(generic(), ["musr": Data()] as CFDictionary) == errSecSuccess)
    }
  }

  @Test(
    "update: match keys and references in the query are refused",
    arguments: ["m_ItemList", "m_CaseInsensitive", "v_Ref"])
  func refusedInQueries(_ key: String) {
    Bench()() { _ in
      add()
      let query = generic("me", [key as CFString: "x"])
      #expect(SecItemUpdate(query, [kSecAttrLabel: "x"] as CFDictionary) == errSecParam)
      #expect(SecItemDelete(query) == errSecParam)
    }
  }

  @Test(
    "update: a primary key that is taken is a duplicate, and the whole transaction rolls back",
    arguments: Kind.allCases)
  func rollback(_ kind: Kind) {
    Bench(kind)() { _ in
      for account in ["a", "b", "c"] { add(account, secret: account) }
      let change = [kSecAttrAccount: "z", kSecAttrLabel: "changed"] as CFDictionary
      #expect(SecItemUpdate(generic(nil), change) == errSecDuplicateItem)
      for account in ["a", "b", "c"] {
        #expect(secret(account).text == account)
        #expect(attributes(account)?[kSecAttrLabel as String] == nil)
      }
      #expect(attributes("z") == nil)
      #expect(SecItemUpdate(generic("a"), [kSecAttrAccount: "b"] as CFDictionary) == errSecDuplicateItem)
      #expect(SecItemUpdate(generic("a"), [kSecAttrAccount: "a"] as CFDictionary) == errSecSuccess)
    }
  }

  @Test("update: accessibility and access control both given and different", arguments: Kind.allCases)
  func twoProtections(_ kind: Kind) throws {
    try Bench(kind)() { (_) throws in
      add()
      let control = try control(.userPresence, kSecAttrAccessibleAfterFirstUnlock)
      var changes: [CFString: Any] = [
        kSecAttrAccessControl: control, kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked,
      ]
      #expect(SecItemUpdate(generic(), changes as CFDictionary) == errSecParam)
      #expect(add("x", changes) == errSecParam)
      // Beside constraints not even the same one.
      changes[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlock
      #expect(SecItemUpdate(generic(), changes as CFDictionary) == errSecParam)
      changes[kSecAttrAccessible] = nil
      #expect(SecItemUpdate(generic(), changes as CFDictionary) == errSecSuccess)
      #expect(attributes()?[kSecAttrAccessControl as String] as? SecAccessControl == control)
      #expect(
        SecItemUpdate(generic(), [kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked] as CFDictionary)
          == errSecSuccess)
      #expect(attributes()?[kSecAttrAccessible as String] as? String == "ak")
    }
  }

  @Test("no match: item not found", arguments: Kind.allCases)
  func noMatch(_ kind: Kind) {
    Bench(kind)() { _ in
      #expect(SecItemUpdate(generic(), [kSecAttrLabel: "x"] as CFDictionary) == errSecItemNotFound)
      #expect(SecItemDelete(generic()) == errSecItemNotFound)
    }
  }
}
