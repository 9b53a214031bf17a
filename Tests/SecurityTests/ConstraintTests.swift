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
    "synchronizable with ThisDeviceOnly: every accessibility, on add and on update",
    arguments: accessibilities)
  func synchronizedDevice(_ accessibility: (name: String, raw: String)) {
    Bench()() { _ in
      let bound = accessibility.name.hasSuffix("ThisDeviceOnly")
      let wanted = bound ? errSecParam : errSecSuccess
      #expect(add("me", [kSecAttrSynchronizable: true, kSecAttrAccessible: accessibility.raw]) == wanted)
      #expect(add("local", [kSecAttrAccessible: accessibility.raw]) == errSecSuccess)
      #expect(SecItemUpdate(generic("local"), [kSecAttrSynchronizable: true] as CFDictionary) == wanted)
    }
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
