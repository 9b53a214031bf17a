import Foundation
import SecretKit
import Testing

/// What every store on a device answers in each of its states.
@Suite struct DeviceStateTests {
  /// Whether an accessibility's secrets can be read, by the table of the Keychain.
  func isReadable(_ accessibility: Accessibility, _ phase: Device.Phase, _ kind: StoreKind) -> Bool {
    if kind.isOnContainer, phase == .beforeFirstUnlock { return false }
    return switch accessibility {
    case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: phase == .unlocked
    case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: phase != .beforeFirstUnlock
    case .always, .alwaysThisDeviceOnly: true
    }
  }

  func enter(_ phase: Device.Phase, _ device: Device) {
    switch phase {
    case .beforeFirstUnlock: device.restart()
    case .locked: device.lock()
    case .unlocked: device.unlock()
    }
  }

  @Test(arguments: StoreKind.onDevice, Device.Phase.allCases)
  func readingAndWriting(_ kind: StoreKind, _ phase: Device.Phase) async throws {
    let device = Device()
    try await kind.use(device) { (store, _) async throws in
      for accessibility in Accessibility.allCases {
        try await store.set(
          Data("old"), for: SecretName("\(accessibility)"), policy: SecretPolicy(accessibility))
      }
      enter(phase, device)
      for accessibility in Accessibility.allCases {
        let name = SecretName("\(accessibility)")
        if isReadable(accessibility, phase, kind) {
          #expect(try await store.text(name) == "old", "\(accessibility)")
          try await store.set(Data("new"), for: name, policy: nil)
        } else {
          #expect(await failure { _ = try await store.secret(name) }?.code == .locked, "\(accessibility)")
          #expect(await failure { try await store.set(Data("new"), for: name, policy: nil) }?.code == .locked)
        }
      }
      // Whatever was refused has changed nothing.
      device.unlock()
      for accessibility in Accessibility.allCases {
        let expected = isReadable(accessibility, phase, kind) ? "new" : "old"
        #expect(try await store.text(SecretName("\(accessibility)")) == expected, "\(accessibility)")
      }
    }
  }

  @Test(arguments: StoreKind.onDevice, Device.Phase.allCases)
  func removingWorksAlways(_ kind: StoreKind, _ phase: Device.Phase) async throws {
    let device = Device()
    try await kind.use(device) { (store, _) async throws in
      try await store.set("t", for: .access)
      enter(phase, device)
      if kind.isOnContainer, phase == .beforeFirstUnlock {
        #expect(await failure { try await store.remove(.access) }?.code == .locked)
        device.unlock()
      }
      #expect(try await store.remove(.access))
      device.unlock()
      #expect(try await store.value(for: .access) == nil)
    }
  }

  @Test(arguments: StoreKind.onDevice, Device.Phase.allCases)
  func attributesNeedNoSecret(_ kind: StoreKind, _ phase: Device.Phase) async throws {
    let device = Device()
    try await kind.use(device) { (store, _) async throws in
      try await store.set("t", for: .access)
      enter(phase, device)
      if phase == .beforeFirstUnlock {
        #expect(await failure { _ = try await store.contains(.access) }?.code == .locked)
        #expect(await failure { _ = try await store.items() }?.code == .locked)
      } else {
        #expect(try await store.contains(.access))
        #expect(try await store.items().count == 1)
      }
    }
  }

  /// P-20: before the first unlock "not found" is not believed, whichever way it is said.
  @Test(arguments: StoreKind.onDevice) func p20NotFoundBeforeTheFirstUnlock(_ kind: StoreKind) async throws {
    let device = Device()
    try await kind.use(device) { (store, _) async throws in
      try await store.set("t", for: .access)
      device.restart()
      #expect(await failure { _ = try await store.value(for: .background) } != nil)
      // The field's variant: the Keychain says "not found" of an item that is there.
      for _ in 0..<2 { device.fail(next: .copyMatching, with: .itemNotFound) }
      #expect(await failure { _ = try await store.value(for: .access) }?.code == .unavailable)
      device.fail(next: .delete, with: .itemNotFound)
      #expect(await failure { try await store.remove(.access) }?.code == .unavailable)
      // And nothing can be written then.
      device.fail(next: .copyMatching, with: .itemNotFound)
      #expect(await failure { try await store.set("", for: .access) }?.code == .locked)
      device.forgetFaults()
      device.unlock()
      #expect(try await store.value(for: .access) == "t")
    }
  }

  /// P-20 on a store that has never been used.
  @Test(arguments: StoreKind.onDevice) func p20ANewStoreBeforeTheFirstUnlock(_ kind: StoreKind) async throws {
    let device = Device(.beforeFirstUnlock)
    // A container says itself that it is not open yet.
    let expected: SecretStoreError.Code = kind.isOnContainer ? .locked : .unavailable
    try await kind.use(device) { (store, _) async throws in
      #expect(await failure { _ = try await store.value(for: .access) }?.code == expected)
      #expect(await failure { _ = try await store.items() }?.code == expected)
      device.unlock()
      #expect(try await store.value(for: .access) == nil)
      device.lock()
      // Unlocked since the start: absent is absent.
      #expect(try await store.value(for: .access) == nil)
      #expect(try await store.items().isEmpty)
    }
  }

  /// P-26: without a passcode an item that needs one is refused by name; removing the passcode ends it for good.
  @Test(arguments: StoreKind.onDevice) func p26ThePasscode(_ kind: StoreKind) async throws {
    let device = Device()
    let policy = SecretPolicy(.whenPasscodeSetThisDeviceOnly)
    try await kind.use(device) { (store, _) async throws in
      try await store.set(Data("t"), for: "a", policy: policy)
      device.removePasscode()
      #expect(try await store.secret("a") == nil)
      #expect(
        await failure { try await store.set(Data("t"), for: "a", policy: policy) }?.code == .passcodeNotSet)
      device.setPasscode()
      #expect(try await store.secret("a") == nil)
      #expect(device.log.contains(.destroyed(1)))
      try await store.set(Data("again"), for: "a", policy: policy)
      #expect(try await store.text("a") == "again")
    }
  }

  /// P-25: a changed biometry, a cancelled prompt, a failed one and an absent item are four things.
  @Test(arguments: StoreKind.onDevice) func p25BiometryChangesAndPrompts(_ kind: StoreKind) async throws {
    let device = Device()
    let policy = SecretPolicy(.whenUnlockedThisDeviceOnly, accessControl: .biometryCurrentSet)
    try await kind.use(device) { (store, _) async throws in
      try await store.set(Data("t"), for: "a", policy: policy)
      #expect(try await store.secret("b") == nil)
      device.answer = .cancels
      #expect(await failure { _ = try await store.secret("a") }?.code == .userCancelled)
      device.answer = .fails
      #expect(await failure { _ = try await store.secret("a") }?.code == .authenticationFailed)
      device.answer = .accepts
      #expect(try await store.text("a") == "t")
      device.enrolBiometry()
      #expect(await failure { _ = try await store.secret("a") }?.code == .invalidated)
      // It is listed until it is removed, and storing it anew heals it, under the same policy.
      #expect(try await store.item("a")?.policy == policy)
      try await store.set(Data("t2"), for: "a", policy: nil)
      #expect(try await store.text("a") == "t2")
      #expect(try await store.item("a")?.policy == policy)
    }
  }

  /// P-27: whether a secret exists is asked of nobody, and nothing is written to find out.
  @Test(arguments: StoreKind.onDevice) func p27LookingAsksNobody(_ kind: StoreKind) async throws {
    let device = Device()
    try await kind.use(device) { (store, _) async throws in
      try await store.set(
        Data("t"), for: "a", policy: SecretPolicy(.whenUnlocked, accessControl: .userPresence))
      let before = device.authentications
      device.fail(next: .add, with: .io)
      device.fail(next: .update, with: .io)
      device.fail(next: .delete, with: .io)
      #expect(try await store.contains("a"))
      #expect(try await store.items().count == 1)
      #expect(device.authentications == before)
      _ = try await store.secret("a")
      #expect(device.authentications == before + 1)
    }
  }

  /// P-7: an update that fails half-way leaves the old value: nothing is deleted first.
  @Test(arguments: StoreKind.onDevice) func p7AFailedSetKeepsTheOldValue(_ kind: StoreKind) async throws {
    let device = Device()
    try await kind.use(device) { (store, _) async throws in
      try await store.set("old", for: .access)
      device.fail(next: .update, with: .io)
      #expect(await failure { try await store.set("new", for: .access) }?.code == .io)
      #expect(try await store.value(for: .access) == "old")
      device.before(next: .update) { device.lock() }
      #expect(await failure { try await store.set("new", for: .access) }?.code == .locked)
      device.unlock()
      #expect(try await store.value(for: .access) == "old")
    }
  }

  /// P-12: a change of policy that fails leaves every item as it was.
  @Test(arguments: StoreKind.onDevice) func p12LockedHalfWay(_ kind: StoreKind) async throws {
    let device = Device()
    try await kind.use(device) { (store, _) async throws in
      for name: SecretName in ["a", "b", "c"] { try await store.set(Data("\(name)"), for: name, policy: nil) }
      device.before(next: .update) { device.lock() }
      #expect(
        await failure { try await store.reprotect(nil, SecretPolicy(.afterFirstUnlock)) }?.code == .locked)
      device.unlock()
      for name: SecretName in ["a", "b", "c"] {
        #expect(try await store.text(name) == "\(name)")
        #expect(try await store.item(name)?.policy.accessibility == .whenUnlocked)
      }
    }
  }

  /// P-24: a group that is not granted is an error that names it and those that are.
  @Test(arguments: StoreKind.onDevice) func p24TheGroupIsNamed(_ kind: StoreKind) async throws {
    let device = Device()
    device.entitlements = ["TEAM.granted"]
    try await kind.use(device) { (store, _) async throws in try await store.set("t", for: .access) }
    try await kind.use(device, accessGroup: "TEAM.wanted") { (store, _) async throws in
      let error = await failure { try await store.set("t", for: .access) }
      #expect(error?.code == .missingEntitlement && error?.status == -34018)
      #expect(error?.detail?.contains("TEAM.wanted") == true)
    }
    let keychain = Keychain.inMemory(on: device)
    try await InMemorySecretStore(keychain, service: "app").set("t", for: .access)
    let error = await failure {
      _ = try await InMemorySecretStore(keychain, service: "app", accessGroup: "TEAM.wanted").value(
        for: .access)
    }
    #expect(error?.detail?.contains("TEAM.wanted") == true && error?.detail?.contains("TEAM.granted") == true)
    #expect(try await InMemorySecretStore(keychain, service: "app").value(for: .access) == "t")
  }

  /// P-29: another order of the groups hides nothing; new secrets go to the new default.
  @Test(arguments: StoreKind.onDevice) func p29TheDefaultGroupChanges(_ kind: StoreKind) async throws {
    let device = Device()
    device.entitlements = ["TEAM.app"]
    try await kind.use(device) { (store, _) async throws in
      try await store.set("old", for: .access)
      device.entitlements = ["TEAM.shared", "TEAM.app"]
      #expect(try await store.value(for: .access) == "old")
      try await store.set("new", for: .access)
      try await store.set("b", for: .background)
      let groups = try await store.items().map(\.accessGroup)
      #expect(groups == ["TEAM.app", "TEAM.shared"])
      #expect(try await store.value(for: .access) == "new")
    }
  }
}
