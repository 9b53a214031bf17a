import Foundation
import ItemStore
import Security
import Testing

/// Table a2, row by row: what each operation answers in each state of the device.
@Suite struct StateTests {
  private let locked = errSecInteractionNotAllowed

  @Test("read data, item ak*: refused unless unlocked", arguments: Kind.allCases)
  func readData(_ kind: Kind) {
    Bench(kind)() { device in
      add()
      device.lock()
      #expect(secret().status == locked)
      device.restart()
      #expect(secret().status == locked)
      device.unlock()
      #expect(secret().text == "secret")
    }
  }

  @Test(
    "read attributes only, item ak*: refused before the first unlock, allowed while locked",
    arguments: Kind.allCases)
  func readAttributes(_ kind: Kind) {
    Bench(kind)() { device in
      add()
      device.restart()
      #expect(look(generic("me", [kSecReturnAttributes: true])).status == locked)
      #expect(look(generic()).status == locked)
      device.unlock()
      device.lock()
      #expect(attributes()?[kSecAttrAccount as String] as? String == "me")
      #expect(look(generic()).status == errSecSuccess)
    }
  }

  @Test("read, item ck*: refused before the first unlock only", arguments: Kind.allCases)
  func readAfterFirstUnlock(_ kind: Kind) {
    Bench(kind)() { device in
      add("me", [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock])
      device.restart()
      #expect(secret().status == locked)
      #expect(look(generic("me", [kSecReturnAttributes: true])).status == locked)
      device.unlock()
      device.lock()
      #expect(secret().text == "secret")
    }
  }

  @Test(
    "read, no such row: not found in every state of a keychain in memory", arguments: Device.Phase.allCases)
  func noSuchRow(_ phase: Device.Phase) {
    Keychain.inMemory(on: Device(phase)).use {
      #expect(look(generic("me", [kSecReturnData: true])).status == errSecItemNotFound)
    }
  }

  @Test("limit All with data where one row is unreadable: the whole call fails", arguments: Kind.allCases)
  func oneUnreadable(_ kind: Kind) {
    Bench(kind)() { device in
      add("a", [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock])
      add("b")
      device.lock()
      let found = look(generic(nil, [kSecMatchLimit: kSecMatchLimitAll, kSecReturnData: true]))
      #expect(found.status == locked && found.result == nil)
      let names = look(generic(nil, [kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true]))
      #expect((names.result as? NSArray)?.count == 2)
    }
  }

  @Test(
    "limit All with data and a row that asks the user: asked, or passed over with Skip",
    arguments: Kind.allCases)
  func skipping(_ kind: Kind) throws {
    try Bench(kind)() { (device) throws in
      add("a", secret: "a")
      add("b", secret: "b", [kSecAttrAccessControl: try control(.userPresence)])
      let all: [CFString: Any] = [kSecMatchLimit: kSecMatchLimitAll, kSecReturnData: true]
      let skip = all.merging([kSecUseAuthenticationUI: kSecUseAuthenticationUISkip]) { $1 }
      #expect(look(generic(nil, skip)).result as? [Data] == [Data("a".utf8)])
      #expect(device.authentications == 0)
      #expect((look(generic(nil, all)).result as? NSArray)?.count == 2)
      #expect(device.authentications == 1)
      #expect(look(generic("b", skip)).status == errSecItemNotFound)
    }
  }

  @Test(
    "add: refused before the first unlock; while locked refused for ak*, allowed for ck* and dk*",
    arguments: Kind.allCases, accessibilities)
  func adding(_ kind: Kind, _ accessibility: (name: String, raw: String)) {
    Bench(kind)() { device in
      #expect(SecItemCopyMatching(generic(), nil) == errSecItemNotFound)
      let more: [CFString: Any] = [kSecAttrAccessible: accessibility.raw]
      device.lock()
      #expect(add("locked", more) == (accessibility.raw.hasPrefix("a") ? locked : errSecSuccess))
      device.restart()
      let isFree = kind == .memory && accessibility.raw.hasPrefix("d")
      #expect(add("restarted", more) == (isFree ? errSecSuccess : locked))
      device.unlock()
      #expect(add("unlocked", more) == errSecSuccess)
      #expect(add("unlocked", more) == errSecDuplicateItem)
    }
  }

  @Test("add of a duplicate while its class is locked: the lock wins", arguments: Kind.allCases)
  func duplicateWhileLocked(_ kind: Kind) {
    Bench(kind)() { device in
      add()
      device.lock()
      #expect(add() == locked)
      device.unlock()
      #expect(add() == errSecDuplicateItem)
    }
  }

  @Test("update: old class readable and new class writable; no match is not found", arguments: Kind.allCases)
  func updating(_ kind: Kind) {
    Bench(kind)() { device in
      add("ak")
      add("ck", [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock])
      device.lock()
      let label = [kSecAttrLabel: "x"] as CFDictionary
      #expect(SecItemUpdate(generic("ak"), label) == locked)
      #expect(SecItemUpdate(generic("ck"), label) == errSecSuccess)
      #expect(SecItemUpdate(generic("ck"), [kSecValueData: Data("n".utf8)] as CFDictionary) == errSecSuccess)
      #expect(secret("ck").text == "n")
      let stricter = [kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked] as CFDictionary
      #expect(SecItemUpdate(generic("ck"), stricter) == locked)
      #expect(SecItemUpdate(generic("none"), label) == errSecItemNotFound)
      device.unlock()
      #expect(SecItemUpdate(generic("ck"), stricter) == errSecSuccess)
      device.restart()
      #expect(SecItemUpdate(generic("ck"), label) == locked)
    }
  }

  @Test(
    "delete: allowed in every state of a keychain in memory, and while a file keychain is locked",
    arguments: Kind.allCases)
  func deleting(_ kind: Kind) {
    Bench(kind)() { device in
      for account in ["a", "b", "c"] { add(account) }
      device.lock()
      #expect(SecItemDelete(generic("a")) == errSecSuccess)
      #expect(SecItemDelete(generic("a")) == errSecItemNotFound)
      device.restart()
      #expect(SecItemDelete(generic("b")) == (kind == .memory ? errSecSuccess : locked))
      device.unlock()
      #expect(SecItemDelete(generic("c")) == errSecSuccess)
    }
  }

  @Test("order of checks on add: constraints, group, encryption, uniqueness", arguments: Kind.allCases)
  func orderOfChecks(_ kind: Kind) throws {
    try Bench(kind)() { (device) throws in
      device.entitlements = ["mine"]
      add()
      device.lock()
      let control = try control(.userPresence)
      var more: [CFString: Any] = [
        kSecAttrAccessControl: control, kSecAttrSynchronizable: true, kSecAttrAccessGroup: "foreign",
      ]
      #expect(add("me", more) == errSecParam)
      more[kSecAttrSynchronizable] = false
      #expect(add("me", more) == errSecMissingEntitlement)
      more[kSecAttrAccessGroup] = nil
      #expect(add("me", more) == locked)
      device.unlock()
      #expect(add("me", more) == errSecDuplicateItem)
    }
  }

  @Test("passcode: akpu cannot be added without one, and is gone for good with it", arguments: Kind.allCases)
  func passcode(_ kind: Kind) {
    Bench(kind)() { device in
      let more: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly]
      #expect(add("me", more) == errSecSuccess)
      #expect(add("other") == errSecSuccess)
      device.removePasscode()
      #expect(secret().status == errSecItemNotFound)
      #expect(add("me", more) == errSecNotAvailable)
      device.setPasscode()
      #expect(secret().status == errSecItemNotFound)
      #expect(add("me", secret: "new", more) == errSecSuccess)
      #expect(secret().text == "new")
      #expect(secret("other").text == "secret")
      #expect(device.log == [.destroyed(1)])
    }
  }

  @Test(
    "passcode removed and set again between two calls: akpu is gone all the same", arguments: Kind.allCases)
  func passcodeBetweenCalls(_ kind: Kind) {
    Bench(kind)() { device in
      add("me", [kSecAttrAccessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly])
      device.removePasscode()
      device.setPasscode()
      #expect(secret().status == errSecItemNotFound)
    }
  }

  @Test("access control: add and delete ask nobody, read and update do", arguments: Kind.allCases)
  func whoAsks(_ kind: Kind) throws {
    try Bench(kind)() { (device) throws in
      #expect(add("me", [kSecAttrAccessControl: try control(.userPresence)]) == errSecSuccess)
      #expect(device.authentications == 0)
      #expect(secret().text == "secret")
      #expect(device.authentications == 1)
      #expect(SecItemUpdate(generic(), [kSecValueData: Data()] as CFDictionary) == errSecSuccess)
      #expect(device.authentications == 2)
      #expect(attributes() != nil)
      #expect(look(generic()).status == errSecSuccess)
      #expect(SecItemDelete(generic()) == errSecSuccess)
      #expect(device.authentications == 2)
    }
  }

  @Test(
    "AuthenticationUIFail: interaction not allowed; Skip outside of copy: refused", arguments: Kind.allCases)
  func asking(_ kind: Kind) throws {
    try Bench(kind)() { (device) throws in
      add("me", [kSecAttrAccessControl: try control(.userPresence)])
      #expect(secret("me", [kSecUseAuthenticationUI: kSecUseAuthenticationUIFail]).status == locked)
      #expect(secret("me", [kSecUseNoAuthenticationUI: true]).status == locked)
      #expect(device.authentications == 0)
      let skip = generic("me", [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip])
      #expect(SecItemAdd(skip, nil) == errSecParam)
      #expect(SecItemUpdate(skip, [kSecAttrLabel: "x"] as CFDictionary) == errSecParam)
      #expect(SecItemDelete(skip) == errSecParam)
    }
  }

  @Test(
    "what the user answers", arguments: Kind.allCases,
    [
      (Device.Answer.cancels, errSecUserCanceled), (.fails, errSecAuthFailed),
      (.isAway, errSecInteractionNotAllowed),
    ])
  func answers(_ kind: Kind, _ answer: (Device.Answer, OSStatus)) throws {
    try Bench(kind)() { (device) throws in
      add("me", [kSecAttrAccessControl: try control(.userPresence)])
      device.answer = answer.0
      #expect(secret().status == answer.1)
      #expect(SecItemUpdate(generic(), [kSecValueData: Data()] as CFDictionary) == answer.1)
      device.answer = .accepts
      #expect(secret().text == "secret")
    }
  }

  @Test("application password: asked for, checked, and changed by an update", arguments: Kind.allCases)
  func applicationPassword(_ kind: Kind) throws {
    try Bench(kind)() { (device) throws in
      let control = try control(.applicationPassword)
      #expect(add("me", [kSecAttrAccessControl: control]) == locked)
      device.present(password: "one")
      #expect(add("me", [kSecAttrAccessControl: control]) == errSecSuccess)
      #expect(secret().text == "secret")
      device.present(password: "two")
      #expect(secret().status == errSecAuthFailed)
      device.present(password: nil)
      #expect(secret().status == locked)
      #expect(attributes() != nil)
    }
  }
}
