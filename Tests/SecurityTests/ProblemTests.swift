import Foundation
import ItemStore
import Security
import Testing

/// What users of such stores suffer, one test for each numbered problem that concerns SecItem.
@Suite struct ProblemTests {
  @Test(
    "P-4: a deletion without a filter takes every accessibility, synchronising or not",
    arguments: Kind.allCases)
  func p4(_ kind: Kind) {
    Bench(kind)() { _ in
      var added = 0
      for (index, accessibility) in accessibilities.enumerated() {
        for sync in [false, true] where !(sync && accessibility.raw.hasSuffix("u")) {
          let more: [CFString: Any] = [kSecAttrAccessible: accessibility.raw, kSecAttrSynchronizable: sync]
          #expect(add("account \(index)", more) == errSecSuccess)
          added += 1
        }
      }
      let all: [CFString: Any] = [kSecAttrSynchronizable: kSecAttrSynchronizableAny]
      let found = look(
        generic(nil, all.merging([kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true]) { $1 }))
      #expect((found.result as? NSArray)?.count == added)
      #expect(SecItemDelete(generic(nil, all)) == errSecSuccess)
      #expect(look(generic(nil, all)).status == errSecItemNotFound)
    }
  }

  @Test(
    "P-5: a deletion keeps to its service, its group and what does not synchronise", arguments: Kind.allCases)
  func p5(_ kind: Kind) {
    Bench(kind)() { _ in
      add("a", [kSecAttrAccessGroup: "mine"])
      add("a", [kSecAttrAccessGroup: "other"])
      add("a", [kSecAttrAccessGroup: "mine", kSecAttrSynchronizable: true])
      SecItemAdd(generic("a", service: "neighbour", [kSecAttrAccessGroup: "mine"]), nil)
      #expect(SecItemDelete(generic(nil, [kSecAttrAccessGroup: "mine"])) == errSecSuccess)
      let left = look(
        [
          kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true,
          kSecAttrSynchronizable: kSecAttrSynchronizableAny,
        ] as CFDictionary)
      #expect((left.result as? NSArray)?.count == 3)
    }
  }

  @Test(
    "P-7: the device locks between delete and add: an update keeps the old value, only delete-then-add loses it"
  )
  func p7() {
    Bench()() { device in
      add()
      device.before(next: .update) { device.lock() }
      #expect(
        SecItemUpdate(generic(), [kSecValueData: Data("new".utf8)] as CFDictionary)
          == errSecInteractionNotAllowed)
      device.unlock()
      #expect(secret().text == "secret")
      device.before(next: .add) { device.lock() }
      #expect(SecItemDelete(generic()) == errSecSuccess)
      #expect(add(secret: "new") == errSecInteractionNotAllowed)
      device.unlock()
      #expect(secret().status == errSecItemNotFound)
    }
  }

  @Test(
    "P-8: where a look-up says absent, an add says no duplicate, in whatever state",
    arguments: Device.Phase.allCases)
  func p8(_ phase: Device.Phase) {
    Bench()() { device in
      for accessibility in accessibilities { add(accessibility.raw, [kSecAttrAccessible: accessibility.raw]) }
      if phase != .unlocked { device.restart() }
      if phase == .locked {
        device.unlock()
        device.lock()
      }
      for accessibility in accessibilities {
        let isAbsent = look(generic(accessibility.raw, [kSecReturnData: true])).status == errSecItemNotFound
        if isAbsent { #expect(add(accessibility.raw) != errSecDuplicateItem) }
      }
    }
  }

  @Test("P-9: a write that failed has changed nothing, and later reads say so", arguments: Kind.allCases)
  func p9(_ kind: Kind) {
    Bench(kind)() { device in
      add()
      device.fail(next: .update, with: .io)
      #expect(SecItemUpdate(generic(), [kSecValueData: Data("new".utf8)] as CFDictionary) == errSecIO)
      #expect(secret().text == "secret")
    }
  }

  @Test(
    "P-10: an accessibility in the query hides the item from copy and not from add", arguments: Kind.allCases)
  func p10(_ kind: Kind) {
    Bench(kind)() { _ in
      add("me", [kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked])
      let other: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock]
      #expect(secret("me", other).status == errSecItemNotFound)
      #expect(SecItemDelete(generic("me", other)) == errSecItemNotFound)
      #expect(add("me", other) == errSecDuplicateItem)
      #expect(secret("me", [:]).text == "secret")
      #expect(SecItemUpdate(generic("me"), other as CFDictionary) == errSecSuccess)
      #expect(secret("me", other).text == "secret")
    }
  }

  @Test("P-14: toggling synchronizable makes a second row, which only Any shows", arguments: Kind.allCases)
  func p14(_ kind: Kind) {
    Bench(kind)() { _ in
      add("me", secret: "synced", [kSecAttrSynchronizable: true])
      #expect(secret().status == errSecItemNotFound)
      #expect(add("me", secret: "local") == errSecSuccess)
      let any = look(
        generic(
          "me",
          [
            kSecAttrSynchronizable: kSecAttrSynchronizableAny, kSecMatchLimit: kSecMatchLimitAll,
            kSecReturnData: true,
          ]))
      #expect((any.result as? [Data]).map { Set($0) } == [Data("synced".utf8), Data("local".utf8)])
    }
  }

  @Test(
    "P-15: synchronizable with an access control is refused before anything is written; ThisDeviceOnly is not",
    arguments: Kind.allCases, accessibilities)
  func p15(_ kind: Kind, _ accessibility: (name: String, raw: String)) throws {
    try Bench(kind)() { (_) throws in
      let sync: [CFString: Any] = [kSecAttrSynchronizable: true]
      let control = try control(.biometryAny, accessibility.raw as CFString)
      #expect(add("acl", sync.merging([kSecAttrAccessControl: control]) { $1 }) == errSecParam)
      let any = generic(nil, [kSecAttrSynchronizable: kSecAttrSynchronizableAny])
      #expect(look(any).status == errSecItemNotFound)
      // What Apple's code takes and does not synchronise; `KeychainStore` refuses it by name.
      #expect(add("me", sync.merging([kSecAttrAccessible: accessibility.raw]) { $1 }) == errSecSuccess)
      #expect(look(any).status == errSecSuccess)
    }
  }

  @Test(
    "P-16: accounts as Data and as String: one row, seen by both, with the type that was written",
    arguments: Kind.allCases)
  func p16(_ kind: Kind) {
    Bench(kind)() { _ in
      let odd = Data([0xFF, 0x00, 0x01])
      #expect(add(Data("a".utf8)) == errSecSuccess)
      #expect(add("a") == errSecDuplicateItem)
      #expect(secret("a").text == "secret")
      #expect(add(odd) == errSecSuccess)
      #expect(secret(odd).text == "secret")
      let all = look(generic(nil, [kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true]))
      let accounts = (all.result as? [[String: Any]])?.compactMap { $0[kSecAttrAccount as String] as? Data }
      #expect(accounts.map { Set($0) } == [Data("a".utf8), odd])
    }
  }

  @Test("P-17: names that Unicode calls equal are two names", arguments: Kind.allCases)
  func p17(_ kind: Kind) {
    Bench(kind)() { _ in
      let composed = "caf\u{E9}"
      let decomposed = "cafe\u{301}"
      #expect(add(composed, secret: "1") == errSecSuccess)
      #expect(add(decomposed, secret: "2") == errSecSuccess)
      #expect(secret(composed).text == "1")
      #expect(secret(decomposed).text == "2")
      #expect(SecItemDelete(generic(composed)) == errSecSuccess)
      #expect(secret(decomposed).text == "2")
    }
  }

  @Test("P-18: an empty secret is a secret", arguments: Kind.allCases)
  func p18(_ kind: Kind) {
    Bench(kind)() { _ in
      #expect(add(secret: "") == errSecSuccess)
      #expect(secret() == (errSecSuccess, ""))
      #expect(look(generic()).status == errSecSuccess)
    }
  }

  @Test("P-19: removing nothing is not found, which tells it from every failure", arguments: Kind.allCases)
  func p19(_ kind: Kind) {
    Bench(kind)() { _ in #expect(SecItemDelete(generic(nil, service: nil)) == errSecItemNotFound) }
  }

  @Test("P-20: before the first unlock an existing item is not found by nobody, also when a fault says so")
  func p20() {
    Bench()() { device in
      add("me", [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock])
      device.restart()
      #expect(secret().status == errSecInteractionNotAllowed)
      device.fail(next: .copyMatching, with: .itemNotFound)
      #expect(secret().status == errSecItemNotFound)
      device.unlock()
      #expect(secret().text == "secret")
    }
  }

  @Test("P-21: absent, locked, cancelled, denied, not entitled, damaged and I/O stay apart")
  func p21() throws {
    try Bench()() { (device) throws in
      add("me", [kSecAttrAccessControl: try control(.userPresence)])
      var statuses: [OSStatus] = [secret("absent").status]
      device.answer = .cancels
      statuses.append(secret().status)
      device.answer = .fails
      statuses.append(secret().status)
      device.lock()
      statuses.append(secret().status)
      device.unlock()
      for fault in [errSecDecode, errSecIO] {
        device.fail(next: .copyMatching, with: ItemStatus(rawValue: fault))
        statuses.append(secret().status)
      }
      device.entitlements = []
      statuses.append(secret().status)
      #expect(Set(statuses).count == statuses.count)
    }
  }

  @Test(
    "P-24: an entitlement that is missing for a moment is no absence, and the item is there afterwards",
    arguments: Kind.allCases)
  func p24(_ kind: Kind) {
    Bench(kind)() { device in
      add()
      device.fail(next: .copyMatching, with: .missingEntitlement)
      #expect(secret().status == errSecMissingEntitlement)
      #expect(secret().text == "secret")
    }
  }

  @Test(
    "P-25: a change of biometry ends the item, which stays listed until it is removed",
    arguments: Kind.allCases)
  func p25(_ kind: Kind) throws {
    try Bench(kind)() { (device) throws in
      let control = try control(.biometryCurrentSet)
      add("bound", [kSecAttrAccessControl: control])
      add("any", [kSecAttrAccessControl: try self.any()])
      device.enrolBiometry()
      #expect(secret("bound").status == errSecAuthFailed)
      #expect(secret("any").text == "secret")
      device.answer = .cancels
      #expect(secret("any").status == errSecUserCanceled)
      #expect(secret("absent").status == errSecItemNotFound)
      device.answer = .accepts
      #expect(attributes("bound") != nil)
      #expect(SecItemUpdate(generic("bound"), [kSecValueData: Data()] as CFDictionary) == errSecAuthFailed)
      #expect(SecItemDelete(generic("bound")) == errSecSuccess)
      #expect(add("bound", secret: "new", [kSecAttrAccessControl: control]) == errSecSuccess)
      #expect(secret("bound").text == "new")
    }
  }

  private func any() throws -> SecAccessControl { try control(.biometryAny) }

  @Test(
    "P-26: without a passcode an item that needs one cannot be added; removing it destroys them, and says so",
    arguments: Kind.allCases)
  func p26(_ kind: Kind) throws {
    try Bench(kind)() { (device) throws in
      let more: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly]
      add("a", more)
      add("b", more)
      device.removePasscode()
      #expect(add("c", more) == errSecNotAvailable)
      #expect(add("d", [kSecAttrAccessControl: try control(.devicePasscode)]) == errSecNotAvailable)
      #expect(secret("a").status == errSecItemNotFound)
      #expect(device.log == [.destroyed(2)])
      device.setPasscode()
      #expect(secret("b").status == errSecItemNotFound)
    }
  }

  @Test("P-27: a probe asks nobody and writes nothing", arguments: Kind.allCases)
  func p27(_ kind: Kind) throws {
    let bench = Bench(kind)
    try bench { (device) throws in
      add("me", [kSecAttrAccessControl: try control(.userPresence)])
      let before = kind == .file ? try FileFingerprint(bench) : nil
      #expect(look(generic()).status == errSecSuccess)
      #expect(look(generic("absent")).status == errSecItemNotFound)
      #expect(device.authentications == 0)
      if let before { #expect(try FileFingerprint(bench) == before) }
    }
  }

  @Test(
    "P-29: another default group: old items are found, new ones go to the new group", arguments: Kind.allCases
  )
  func p29(_ kind: Kind) {
    Bench(kind)() { device in
      device.entitlements = Entitlements(applicationIdentifier: "app")
      add("old")
      device.entitlements = Entitlements(keychainAccessGroups: ["shared"], applicationIdentifier: "app")
      add("new")
      #expect(secret("old").text == "secret")
      #expect(attributes("old")?[kSecAttrAccessGroup as String] as? String == "app")
      #expect(attributes("new")?[kSecAttrAccessGroup as String] as? String == "shared")
      #expect(add("old") == errSecSuccess, "the default group has no such item yet")
    }
  }

  @Test("P-46: neither access controls nor statuses show a secret")
  func p46() throws {
    try Bench()() { (_) throws in
      add("me", secret: "canary-5f1c")
      var shown = ""
      dump(try control(.userPresence), to: &shown)
      dump(Keychain.current, to: &shown)
      dump(Keychain.current.device, to: &shown)
      shown += "\(Keychain.current) \(try control(.biometryAny))"
      #expect(!shown.contains("canary-5f1c"))
      #expect(secret().text == "canary-5f1c")
    }
  }

  @Test("P-47: a program without any signature has a keychain, and entitlements when a test says so")
  func p47() {
    Bench()() { device in
      #expect(add("me", [kSecAttrAccessGroup: "T.whatever"]) == errSecSuccess)
      device.entitlements = ["T.mine"]
      #expect(add("me", [kSecAttrAccessGroup: "T.whatever"]) == errSecMissingEntitlement)
    }
  }

  @Test("P-49: an access control that cannot be made is nil, never a weaker one")
  func p49() {
    Bench()() { _ in
      let made = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [.or, .and], nil)
      #expect(made == nil)
      #expect(add("me", [kSecAttrAccessControl: NSNull()]) == errSecParam)
      #expect(look(generic()).status == errSecItemNotFound)
    }
  }
}

/// What tells whether a file keychain was written.
struct FileFingerprint: Equatable {
  let bytes: Data
  let modified: Date?

  init(_ bench: Bench) throws {
    let path = bench.folder + "/keychain.secretfile"
    bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    modified = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }
}
