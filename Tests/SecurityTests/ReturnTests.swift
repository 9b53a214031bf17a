import Foundation
import ItemStore
import Security
import Testing

/// The rows of table a1 about what calls give back, and about dates.
@Suite struct ReturnTests {
  @Test("return keys: none, one, several", arguments: Kind.allCases)
  func returnKeys(_ kind: Kind) {
    Bench(kind)() { _ in
      add()
      #expect(isBare(generic()))
      #expect(look(generic("me", [kSecReturnData: true])).result as? Data == Data("secret".utf8))
      let reference = look(generic("me", [kSecReturnPersistentRef: true])).result as? Data
      #expect(reference?.count == 20)
      let all = look(
        generic("me", [kSecReturnData: true, kSecReturnAttributes: true, kSecReturnPersistentRef: true]))
      let dictionary = all.result as? [String: Any]
      #expect(dictionary?[kSecValueData as String] as? Data == Data("secret".utf8))
      #expect(dictionary?[kSecValuePersistentRef as String] as? Data == reference)
      #expect(dictionary?[kSecAttrService as String] as? String == "app")
      #expect(dictionary?[kSecClass as String] as? String == "genp")
      let two =
        look(generic("me", [kSecReturnData: true, kSecReturnPersistentRef: true])).result as? [String: Any]
      #expect(two?.count == 2)
      #expect(isBare(generic("me", [kSecReturnData: false])))
    }
  }

  @Test(
    "a reference in memory: passwords have none, so that nothing comes back for it", arguments: Kind.allCases)
  func reference(_ kind: Kind) {
    Bench(kind)() { _ in
      add()
      #expect(isBare(generic("me", [kSecReturnRef: true])))
      let found = look(generic("me", [kSecReturnRef: true, kSecReturnData: true])).result as? [String: Any]
      #expect(found?[kSecValueData as String] as? Data == Data("secret".utf8) && found?.count == 1)
    }
  }

  @Test("return keys with limit All: an array of the same", arguments: Kind.allCases)
  func arrays(_ kind: Kind) {
    Bench(kind)() { _ in
      for account in ["a", "b"] { add(account, secret: account) }
      let query: [CFString: Any] = [kSecMatchLimit: kSecMatchLimitAll]
      let data = look(generic(nil, query.merging([kSecReturnData: true]) { $1 })).result as? [Data]
      #expect(data.map { Set($0) } == [Data("a".utf8), Data("b".utf8)])
      let references =
        look(generic(nil, query.merging([kSecReturnPersistentRef: true]) { $1 })).result as? [Data]
      #expect(references?.count == 2)
      #expect(isBare(generic(nil, query)))
    }
  }

  @Test(
    "several items, and the one that a limit takes: in the order in which they were added",
    arguments: Kind.allCases)
  func order(_ kind: Kind) throws {
    Bench(kind)() { device in
      let accounts = ["z", "a", "m", "C", "b"]
      for account in accounts {
        device.advance(milliseconds: 1)
        add(account)
      }
      func found(_ limit: Any = kSecMatchLimitAll) -> [String]? {
        let query: [CFString: Any] = [kSecMatchLimit: limit, kSecReturnAttributes: true]
        let rows = look(generic(nil, query)).result as? [[String: Any]]
        return rows?.compactMap { $0[kSecAttrAccount as String] as? String }
      }
      #expect(found() == accounts)
      #expect(found(2) == ["z", "a"])
      let one = look(generic(nil, [kSecReturnAttributes: true])).result as? [String: Any]
      #expect(one?[kSecAttrAccount as String] as? String == "z")
      // A change leaves an item where it is, also one of its name; who is added again comes last.
      #expect(SecItemUpdate(generic("a"), [kSecAttrAccount: "zz"] as CFDictionary) == errSecSuccess)
      #expect(SecItemDelete(generic("z")) == errSecSuccess)
      device.advance(milliseconds: 1)
      add("z")
      #expect(found() == ["zz", "m", "C", "b", "z"])
    }
  }

  @Test(
    "any return key on update: refused",
    arguments: [kSecReturnData, kSecReturnAttributes, kSecReturnPersistentRef].map { $0 as String })
  func returnOnUpdate(_ key: String) {
    Bench()() { _ in
      add()
      let change = [kSecAttrLabel: "x"] as CFDictionary
      #expect(SecItemUpdate(generic("me", [key as CFString: true]), change) == errSecParam)
      #expect(SecItemUpdate(generic(), [key as CFString: true] as CFDictionary) == errSecParam)
    }
  }

  @Test("the parts of a name that nobody gave are there and empty", arguments: Kind.allCases)
  func emptyParts(_ kind: Kind) {
    Bench(kind)() { _ in
      #expect(SecItemAdd(internet(), nil) == errSecSuccess)
      let found = look(internet([kSecReturnAttributes: true])).result as? [String: Any]
      for key in [kSecAttrPath, kSecAttrSecurityDomain, kSecAttrAuthenticationType] {
        #expect(found?[key as String] as? String == "", "\(key)")
      }
      #expect(found?[kSecAttrPort as String] as? Int == 0)
      #expect(found?[kSecAttrProtocol as String] as? Int == 0)
      let more: [CFString: Any] = [
        kSecAttrPath: "/a", kSecAttrProtocol: kSecAttrProtocolHTTPS, kSecAttrPort: 8080,
      ]
      #expect(SecItemAdd(internet(more), nil) == errSecSuccess)
      let other = look(internet(more.merging([kSecReturnAttributes: true]) { $1 })).result as? [String: Any]
      #expect(other?[kSecAttrPath as String] as? String == "/a")
      #expect(other?[kSecAttrProtocol as String] as? String == "htps")
      #expect(other?[kSecAttrPort as String] as? Int == 8080)
      add()
      let plain = attributes()
      #expect(plain?[kSecAttrPath as String] == nil && plain?[kSecAttrPort as String] == nil)
    }
  }

  @Test("return keys on add give the new item", arguments: Kind.allCases)
  func returnOnAdd(_ kind: Kind) {
    Bench(kind)() { _ in
      var result: AnyObject?
      let query = generic(
        "me", [kSecValueData: Data("s".utf8), kSecReturnAttributes: true, kSecReturnPersistentRef: true])
      #expect(unsafe SecItemAdd(query, &result) == errSecSuccess)
      let found = result as? [String: Any]
      #expect(found?[kSecAttrAccount as String] as? String == "me")
      #expect(
        found?[kSecValuePersistentRef as String] as? Data
          == look(generic("me", [kSecReturnPersistentRef: true])).result as? Data)
    }
  }

  @Test("data-less item: attributes, but no secret", arguments: Kind.allCases)
  func dataLess(_ kind: Kind) {
    Bench(kind)() { _ in
      #expect(SecItemAdd(generic(), nil) == errSecSuccess)
      let found =
        look(generic("me", [kSecReturnData: true, kSecReturnAttributes: true])).result as? [String: Any]
      #expect(found?[kSecAttrAccount as String] as? String == "me" && found?[kSecValueData as String] == nil)
      #expect(isBare(generic("me", [kSecReturnData: true])))
      #expect(SecItemUpdate(generic(), [kSecValueData: Data()] as CFDictionary) == errSecSuccess)
      #expect(secret() == (errSecSuccess, ""))
    }
  }

  @Test(
    "dates: an add cannot backdate; an update is later, though the clock stands or goes back",
    arguments: Kind.allCases)
  func dates(_ kind: Kind) throws {
    try Bench(kind)() { (device) throws in
      device.now = 4_000_000_000_000
      let past = Date(timeIntervalSince1970: 0)
      #expect(add("me", [kSecAttrCreationDate: past, kSecAttrModificationDate: past]) == errSecSuccess)
      let made = try #require(attributes())
      let created = try #require(made[kSecAttrCreationDate as String] as? Date)
      #expect(created == Date(timeIntervalSince1970: 4_000_000_000))
      #expect(made[kSecAttrModificationDate as String] as? Date == created)
      var last = created
      for step in [0, -5_000, 0, 7_000] as [Int64] {
        device.advance(milliseconds: step)
        #expect(
          SecItemUpdate(generic(), [kSecValueData: Data("secret".utf8)] as CFDictionary) == errSecSuccess)
        let found = try #require(attributes())
        let modified = try #require(found[kSecAttrModificationDate as String] as? Date)
        #expect(modified > last)
        #expect(found[kSecAttrCreationDate as String] as? Date == created)
        last = modified
      }
      #expect(
        look(generic("me", [kSecAttrCreationDate: created])).status == errSecSuccess)
      #expect(look(generic("me", [kSecAttrCreationDate: past])).status == errSecItemNotFound)
    }
  }

  @Test(
    "persistent reference: finds the item alone, excludes other attributes, follows updates and ends with the item",
    arguments: Kind.allCases)
  func persistentReference(_ kind: Kind) throws {
    try Bench(kind)() { (_) throws in
      add()
      add("other", secret: "other")
      let reference = try #require(look(generic("me", [kSecReturnPersistentRef: true])).result as? Data)
      func by(_ more: [CFString: Any] = [:]) -> CFDictionary {
        [kSecValuePersistentRef: reference as Any].merging(more) { $1 } as CFDictionary
      }
      #expect(look(by([kSecReturnData: true])).result as? Data == Data("secret".utf8))
      #expect(look(by([kSecClass: kSecClassGenericPassword, kSecReturnData: true])).status == errSecSuccess)
      #expect(look(by([kSecAttrAccount: "me"])).status == errSecParam)
      #expect(look(by([kSecAttrSynchronizable: false])).status == errSecParam)
      #expect(SecItemUpdate(by(), [kSecAttrAccount: "new"] as CFDictionary) == errSecSuccess)
      #expect(attributes("new") != nil)
      let list =
        [kSecClass: kSecClassGenericPassword, kSecMatchItemList: [reference], kSecReturnData: true]
        as CFDictionary
      #expect(look(list).result as? Data == Data("secret".utf8))
      #expect(SecItemDelete(by()) == errSecSuccess)
      #expect(look(by()).status == errSecItemNotFound)
      #expect(add("new") == errSecSuccess)
      #expect(look(by()).status == errSecItemNotFound)
      #expect(look([kSecValuePersistentRef: Data([1, 2, 3])] as CFDictionary).status == errSecParam)
    }
  }

  @Test("a dictionary with keys of any type finds what came back by constant and by text")
  func anyKeys() throws {
    try Bench()() { (_) throws in
      var query: [AnyHashable: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrAccount: "other", "svce": "app",
      ]
      query["acct"] = "me"
      #expect(query.count == 3 && query[kSecAttrAccount] as? String == "me")
      query[kSecValueData as String] = Data("secret".utf8)
      #expect(SecItemAdd(query as CFDictionary, nil) == errSecSuccess)
      query[kSecReturnAttributes] = kCFBooleanTrue
      let one = try #require(look(query as CFDictionary).result as? [AnyHashable: Any])
      #expect(one[kSecAttrAccount] as? String == "me" && one["acct"] as? String == "me")
      query[kSecMatchLimit] = kSecMatchLimitAll
      let all = try #require(look(query as CFDictionary).result as? [[AnyHashable: Any]])
      #expect(all.map { $0[kSecAttrService] as? String } == ["app"])
      #expect(all.map { $0[kSecAttrService as String] as? String } == ["app"])
      let account: String! = kSecAttrAccount as String
      let service: CFString? = kSecAttrService
      #expect(one[account] as? String == "me" && one[service] as? String == "app")
      #expect(one[String?.none] == nil)
    }
  }
}
