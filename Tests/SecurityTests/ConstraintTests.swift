import Foundation
import ItemStore
import Security
import Testing

/// Table a4: constraints that give errSecParam, and a5: raw values.
@Suite struct ConstraintTests {
  @Test("synchronizable with an access control", arguments: Kind.allCases)
  func synchronizedControl(_ kind: Kind) throws {
    try Bench(kind)() { (_) throws in
      let control = try control(.userPresence)
      #expect(add("me", [kSecAttrSynchronizable: true, kSecAttrAccessControl: control]) == errSecParam)
      #expect(secret("me", [kSecAttrSynchronizable: kSecAttrSynchronizableAny]).status == errSecItemNotFound)
      add("me", [kSecAttrAccessControl: control])
      #expect(SecItemUpdate(generic(), [kSecAttrSynchronizable: true] as CFDictionary) == errSecParam)
    }
  }

  @Test(
    "synchronizable with ThisDeviceOnly, every accessibility: refused by the documentation, taken by Apple's code",
    arguments: Kind.allCases, accessibilities)
  func synchronizedDevice(_ kind: Kind, _ accessibility: (name: String, raw: String)) {
    let bench = Bench(kind)
    bench() { _ in
      let sync: [CFString: Any] = [kSecAttrSynchronizable: true]
      #expect(add("me", sync.merging([kSecAttrAccessible: accessibility.raw]) { $1 }) == errSecSuccess)
      #expect(add("local", [kSecAttrAccessible: accessibility.raw]) == errSecSuccess)
      #expect(SecItemUpdate(generic("local"), sync as CFDictionary) == errSecSuccess)
      for account in ["me", "local"] {
        #expect(secret(account).status == errSecItemNotFound)
        #expect(secret(account, sync).text == "secret")
        let found = attributes(account, [kSecAttrSynchronizable: kSecAttrSynchronizableAny])
        #expect(found?["sync"] as? Bool == true)
        #expect(found?["pdmn"] as? String == accessibility.raw)
      }
      #expect(SecItemUpdate(generic("me", sync), [kSecAttrAccessible: "ck"] as CFDictionary) == errSecSuccess)
      #expect(secret("me", sync).text == "secret")
      #expect(SecItemDelete(generic("local", sync)) == errSecSuccess)
      #expect(SecItemDelete(generic("local", sync)) == errSecItemNotFound)
    }
    let documented: KeychainDictionary = [
      "class": .text("genp"), "sync": .flag(true), "pdmn": .text(accessibility.raw),
    ]
    let isBound = accessibility.name.hasSuffix("ThisDeviceOnly")
    #expect(status(of: documented, in: bench.keychain) == (isBound ? .parameter : .success))
  }

  @Test(
    "texts for creator and type that are no numbers, and data for labels, as Apple's code takes them",
    arguments: Kind.allCases)
  func keptValues(_ kind: Kind) {
    let bench = Bench(kind)
    bench() { _ in
      let odd: [CFString: Any] = [
        kSecAttrCreator: "Creator Test", kSecAttrType: "Type Test", kSecAttrLabel: Data([0xFF, 0x00]),
        kSecAttrComment: Data("plain".utf8),
      ]
      #expect(add("me", odd) == errSecSuccess)
      let found = attributes()
      #expect(found?["crtr"] as? String == "Creator Test")
      #expect(found?["type"] as? String == "Type Test")
      #expect(found?["labl"] as? Data == Data([0xFF, 0x00]))
      #expect(found?["icmt"] as? Data == Data("plain".utf8))
      for (key, value) in odd {
        #expect(secret("me", [key: value]).status == errSecSuccess, "\(key)")
        #expect(SecItemAdd(generic("n\(key)", [key: value]), nil) == errSecSuccess)
      }
      #expect(secret("me", [kSecAttrComment: "plain"]).status == errSecSuccess)
      #expect(secret("me", [kSecAttrCreator: "creator test"]).status == errSecItemNotFound)
      #expect(secret("me", [kSecAttrCreator: 0]).status == errSecItemNotFound)
      let plain = [kSecAttrCreator: 7, kSecAttrType: "8", kSecAttrLabel: "l"] as CFDictionary
      #expect(SecItemUpdate(generic(), plain) == errSecSuccess)
      #expect(attributes()?["crtr"] as? Int == 7)
      #expect(attributes()?["type"] as? Int == 8)
      #expect(attributes()?["labl"] as? String == "l")
      #expect(attributes()?["icmt"] as? Data == Data("plain".utf8))
      #expect(secret("me", [kSecAttrCreator: "Creator Test"]).status == errSecItemNotFound)
    }
    #expect(
      status(of: ["class": .text("genp"), "crtr": .text("Creator Test")], in: bench.keychain) == .parameter)
  }

  @Test("what Apple's code refuses beyond the documentation, and what it passes over")
  func published() throws {
    try Bench()() { (_) throws in
      // A number is no Boolean.
      #expect(look(generic("me", [kSecReturnData: 1])).status == errSecParam)
      #expect(look(generic("me", [kSecReturnAttributes: "1"])).status == errSecParam)
      // Keys of four characters are attributes, others are wrong.
      #expect(look(generic("me", ["acnt": "x"])).status == errSecNoSuchAttr)
      #expect(look(generic("me", ["account": "x"])).status == errSecParam)
      #expect(SecItemAdd(generic("me", ["r_Nothing": true]), nil) == errSecParam)
      #expect(add() == errSecSuccess)
      #expect(SecItemUpdate(generic(), ["account": "x"] as CFDictionary) == errSecNoSuchAttr)
      #expect(
        SecItemUpdate(generic(), [kSecClass: kSecClassGenericPassword] as CFDictionary) == errSecNoSuchAttr)
      // The query of a look-up is none of an update.
      let change = [kSecValueData: Data("new".utf8)] as CFDictionary
      for limit in [kSecMatchLimitOne, kSecMatchLimitAll] {
        #expect(SecItemUpdate(generic("me", [kSecMatchLimit: limit]), change) == errSecParam)
      }
      // Any is nothing that an item can be.
      #expect(add("any", [kSecAttrSynchronizable: kSecAttrSynchronizableAny]) == errSecSuccess)
      #expect(attributes("any")?["sync"] as? Bool == false)
      // An accessibility beside constraints, the same one too; and in a query the constraints are no condition.
      let control = try control(.userPresence)
      let both: [CFString: Any] = [
        kSecAttrAccessControl: control, kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked,
      ]
      #expect(add("acl", both) == errSecParam)
      #expect(add("acl", [kSecAttrAccessControl: control]) == errSecSuccess)
      #expect(SecItemUpdate(generic("acl"), both as CFDictionary) == errSecParam)
      let other = try self.other()
      #expect(secret("acl", [kSecAttrAccessControl: other]).status == errSecSuccess)
      #expect(secret("me", [kSecAttrAccessControl: other]).status == errSecSuccess)
    }
  }

  /// What an add by the documentation answers.
  private func status(of attributes: KeychainDictionary, in keychain: Keychain) -> ItemStatus {
    do throws(ItemStatus) { try keychain.add(attributes) } catch { return error }
    return .success
  }

  private func other() throws -> SecAccessControl {
    try control(.biometryCurrentSet, kSecAttrAccessibleAfterFirstUnlock)
  }

  @Test(
    "flags that exclude each other make no access control",
    arguments: [
      [.or, .and], [.or, .and, .biometryAny, .devicePasscode], [.biometryAny, .biometryCurrentSet],
      [.userPresence, .biometryAny], [.userPresence, .devicePasscode], [.userPresence, .or],
      SecAccessControlCreateFlags(rawValue: 4), SecAccessControlCreateFlags(rawValue: 1 << 40),
    ] as [SecAccessControlCreateFlags])
  func flagsThatExclude(_ flags: SecAccessControlCreateFlags) throws {
    var error: Unmanaged<CFError>?
    let control = unsafe SecAccessControlCreateWithFlags(
      kCFAllocatorDefault, kSecAttrAccessibleWhenUnlocked, flags, &error)
    #expect(control == nil)
    let reason = try #require(unsafe error?.takeRetainedValue())
    #expect(CFErrorGetCode(reason) == Int(errSecParam))
    #expect(CFErrorGetDomain(reason) as String == NSOSStatusErrorDomain)
  }

  @Test(
    "flags that go together",
    arguments: [
      [], [.userPresence, .applicationPassword], [.userPresence, .privateKeyUsage],
      [.biometryAny, .or, .devicePasscode],
      [.biometryCurrentSet, .and, .devicePasscode], [.biometryAny, .devicePasscode], .devicePasscode,
    ] as [SecAccessControlCreateFlags])
  func flagsThatGo(_ flags: SecAccessControlCreateFlags) {
    for protection in [kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleWhenUnlocked as CFTypeRef] as [Any] {
      let made = SecAccessControlCreateWithFlags(nil, protection, flags, nil)
      #expect(made != nil)
    }
  }

  @Test("unknown accessibility, the private one too", arguments: ["f", "", "AK", "whenUnlocked", "akp"])
  func unknownAccessibility(_ raw: String) {
    Bench()() { _ in
      #expect(add("me", [kSecAttrAccessible: raw]) == errSecParam)
      let made = SecAccessControlCreateWithFlags(nil, raw, [], nil)
      #expect(made == nil)
    }
  }

  @Test(
    "wrong type of value",
    arguments: [
      "acct", "svce", "agrp", "pdmn", "accc", "sync", "labl", "gena", "crtr", "invi", "cdat", "v_Data",
      "r_Data", "m_Limit",
    ])
  func wrongType(_ key: String) {
    Bench()() { _ in
      let odd: Any = key == "cdat" || key == "v_Data" ? "text" : Date()
      #expect(SecItemAdd(generic("me", [key as CFString: odd]), nil) == errSecParam)
      #expect(SecItemAdd(generic("me", [key as CFString: NSNull()]), nil) == errSecParam)
    }
  }

  @Test("missing class, unknown class, and the classes that are not emulated")
  func classes() {
    Bench()() { _ in
      func all(_ query: CFDictionary) -> Set<OSStatus> {
        [
          SecItemAdd(query, nil), SecItemCopyMatching(query, nil), SecItemDelete(query),
          SecItemUpdate(query, [kSecAttrLabel: "x"] as CFDictionary),
        ]
      }
      #expect(all([kSecAttrAccount: "me"] as CFDictionary) == [errSecParam])
      #expect(all([kSecClass: 5] as CFDictionary) == [errSecParam])
      #expect(all([kSecClass: "nope"] as CFDictionary) == [errSecNoSuchClass])
      for name in [kSecClassKey, kSecClassCertificate, kSecClassIdentity] {
        #expect(all([kSecClass: name] as CFDictionary) == [errSecUnimplemented], "\(name)")
      }
      #expect(look(generic("me", [kSecUseItemList: [1]])).status == errSecUnimplemented)
      #expect(look(generic("me", [kSecUseAuthenticationContext: NSObject()])).status == errSecUnimplemented)
      #expect(look(generic("me", [kSecMatchPolicy: "x"])).status == errSecUnimplemented)
      #expect(look([5: kSecClassGenericPassword] as NSDictionary).status == errSecParam)
    }
  }

  @Test("attributes of another class, and unknown ones: no such attribute")
  func otherClass() {
    Bench()() { _ in
      #expect(SecItemAdd(generic("me", [kSecAttrServer: "x"]), nil) == errSecNoSuchAttr)
      #expect(SecItemAdd(internet([kSecAttrService: "x"]), nil) == errSecNoSuchAttr)
      #expect(SecItemAdd(generic("me", ["what": "x"]), nil) == errSecNoSuchAttr)
      #expect(look(internet([kSecAttrGeneric: Data()])).status == errSecNoSuchAttr)
    }
  }

  @Test("whose keychain: taken, without effect, but in changes; and a Boolean")
  func whoseKeychain() {
    Bench()() { _ in
      #expect(add("me", [kSecUseUserIndependentKeychain: true]) == errSecSuccess)
      #expect(secret("me").text == "secret")
      #expect(secret("me", [kSecUseUserIndependentKeychain: false]).text == "secret")
      let change = [kSecUseUserIndependentKeychain: true] as CFDictionary
      #expect(SecItemUpdate(generic(), change) == errSecNoSuchAttr)
      #expect(look(generic("me", [kSecUseUserIndependentKeychain: Date()])).status == errSecParam)
      #expect(SecItemDelete(generic("me", [kSecUseUserIndependentKeychain: true])) == errSecSuccess)
    }
  }

  @Test("several constraints without or and and: all are required", arguments: Kind.allCases)
  func allRequired(_ kind: Kind) throws {
    try Bench(kind)() { (device) throws in
      add("both", [kSecAttrAccessControl: try control([.biometryAny, .devicePasscode])])
      add("either", [kSecAttrAccessControl: try control([.biometryAny, .or, .devicePasscode])])
      #expect(secret("both").status == errSecSuccess)
      device.removeBiometry()
      #expect(secret("both").status == errSecAuthFailed)
      #expect(secret("either").status == errSecSuccess)
    }
  }
}
