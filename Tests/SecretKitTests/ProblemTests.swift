import Foundation
import SecretFile
import SecretKit
import Security
import Testing

/// What users of such stores suffer elsewhere, and what every store here does instead. The numbers are those of the
/// project's list of field reports.
@Suite struct ProblemTests {
  /// P-4: a purge finds items of every accessibility, synchronising or not.
  @Test(arguments: StoreKind.allCases) func p4RemovingAllIsAll(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      var count = 0
      for accessibility in Accessibility.allCases {
        // The container of this test has no passphrase to stand for a passcode.
        if kind == .file, accessibility == .whenPasscodeSetThisDeviceOnly { continue }
        for isSynchronizable in [false, true] where !(isSynchronizable && accessibility.isThisDeviceOnly) {
          try await store.set(
            Data("x"), for: SecretName("\(accessibility) \(isSynchronizable)"),
            policy: SecretPolicy(accessibility, isSynchronizable: isSynchronizable))
          count += 1
        }
      }
      #expect(try await store.items().count == count)
      #expect(try await store.removeAll(includingSynchronizable: true) == count)
      #expect(try await store.items().isEmpty)
    }
  }

  /// P-5: neighbours and what synchronises survive a removal of everything.
  @Test(arguments: StoreKind.allCases) func p5NeighboursSurvive(_ kind: StoreKind) async throws {
    try await kind.use { (store, neighbour) async throws in
      try await store.set("t", for: .access)
      try await store.set(Data("s"), for: "synced", policy: SecretPolicy(isSynchronizable: true))
      try await neighbour.set("n", for: .access)
      #expect(try await store.removeAll(includingSynchronizable: false) == 1)
      #expect(try await store.items().map(\.name) == ["synced"])
      #expect(try await neighbour.value(for: .access) == "n")
    }
  }

  /// P-6: what an earlier installation left blocks nothing; a second add says who wrote it.
  @Test(arguments: StoreKind.allCases) func p6AStaleItemIsReplaced(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      let id = try #require(InstallationID(hexadecimal: String(repeating: "ab", count: 16)))
      _ = try await store.purge(for: id, FirstRunScope())
      try await store.set("stale", for: .access)
      let error = await failure { try await store.add("new", for: .access) }
      #expect(error?.code == .duplicate && error?.detail?.contains("\(id)") == true)
      try await store.set("new", for: .access)
      #expect(try await store.value(for: .access) == "new")
    }
  }

  /// P-8: there is no history after which looking says absent and storing says duplicate.
  @Test(arguments: StoreKind.allCases) func p8StoringAlwaysWorks(_ kind: StoreKind) async throws {
    let seed = UInt64.random(in: 0 ..< .max)
    var random = Xorshift(state: seed | 1)
    try await kind.use { (store, _) async throws in
      let policies: [SecretPolicy?] = [
        nil, SecretPolicy(), SecretPolicy(.afterFirstUnlock), SecretPolicy(isSynchronizable: true),
        SecretPolicy(.whenUnlockedThisDeviceOnly),
      ]
      for step in 0..<60 {
        let name: SecretName = random.next() % 2 == 0 ? "a" : "b"
        switch random.next() % 5 {
        case 0: try await store.remove(name)
        case 1: _ = await failure { try await store.add(Data("x"), for: name, policy: policies[1]) }
        case 2: _ = await failure { try await store.reprotect(name, SecretPolicy(.afterFirstUnlock)) }
        default:
          let policy = policies[Int(random.next() % UInt64(policies.count))]
          try await store.set(Data("\(step)"), for: name, policy: policy)
          #expect(try await store.text(name) == "\(step)", "seed \(seed), step \(step)")
          #expect(try await store.items().count { $0.name == name } == 1, "seed \(seed), step \(step)")
        }
      }
    }
  }

  /// P-10: an app that changes its accessibility still finds, replaces and removes what it stored before.
  @Test(arguments: StoreKind.allCases) func p10AnotherAccessibilityHidesNothing(_ kind: StoreKind)
    async throws
  {
    try await kind.use { (store, _) async throws in
      try await store.set("t1", for: SecretKey("token", .whenUnlocked))
      let now = SecretKey<String>("token", .afterFirstUnlock)
      #expect(try await store.value(for: now) == "t1")
      try await store.set("t2", for: now)
      #expect(try await store.value(for: now) == "t2")
      #expect(try await store.remove(now))
    }
  }

  /// P-11: storing applies the new policy, and says what it did.
  @Test(arguments: StoreKind.allCases) func p11StoringAppliesThePolicy(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      try await store.set(Data("v1"), for: "a", policy: SecretPolicy(.whenUnlocked))
      #expect(
        try await store.set(Data("v2"), for: "a", policy: SecretPolicy(.afterFirstUnlock)) == .policyChanged)
      #expect(try await store.item("a")?.policy.accessibility == .afterFirstUnlock)
      #expect(try await store.text("a") == "v2")
    }
  }

  /// P-14: whether it synchronises hides nothing, and never leaves two of a name.
  @Test(arguments: StoreKind.allCases) func p14SynchronisingHidesNothing(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      try await store.set(Data("v1"), for: "a", policy: SecretPolicy(isSynchronizable: true))
      #expect(try await store.text("a") == "v1")
      #expect(try await store.item("a")?.policy.isSynchronizable == true)
      #expect(try await store.set(Data("v2"), for: "a", policy: nil) == .updated)
      #expect(try await store.item("a")?.policy.isSynchronizable == true)
      #expect(try await store.set(Data("v3"), for: "a", policy: SecretPolicy()) == .policyChanged)
      #expect(try await store.items().map(\.policy.isSynchronizable) == [false])
      #expect(try await store.text("a") == "v3")
    }
  }

  /// P-15: what does not go together is refused before anything is written, and both attributes are named.
  @Test(arguments: StoreKind.allCases) func p15ConflictsAreNamed(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      for accessibility in Accessibility.allCases where accessibility.isThisDeviceOnly {
        let error = await failure {
          try await store.set(
            Data("x"), for: "a", policy: SecretPolicy(accessibility, isSynchronizable: true))
        }
        #expect(error?.code == .parameter && error?.status == -50)
        #expect(error?.detail?.contains("synchronizable") == true)
        #expect(error?.detail?.contains("\(accessibility)") == true)
      }
      let error = await failure {
        try await store.set(
          Data("x"), for: "a", policy: SecretPolicy(accessControl: .userPresence, isSynchronizable: true))
      }
      #expect(error?.detail?.contains("access control") == true)
      try await store.set(Data("s"), for: "synced", policy: SecretPolicy(isSynchronizable: true))
      #expect(
        await failure { try await store.reprotect("synced", SecretPolicy(.whenUnlockedThisDeviceOnly)) }?.code
          == .parameter)
      #expect(try await store.items().map(\.name) == ["synced"])
    }
  }

  /// P-16: a name given as data and the same bytes as a text are one name.
  @Test(arguments: StoreKind.allCases) func p16DataAndTextAreOneName(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      try await store.add(Data("1"), for: SecretName(Data("a")), policy: nil)
      #expect(await failure { try await store.add(Data("2"), for: "a", policy: nil) }?.code == .duplicate)
      #expect(try await store.text("a") == "1")
      let item = try #require(try await store.items().first)
      #expect(item.name == "a" && item.name.isData)
      let binary = SecretName(Data([0xFF, 0x00, 0x01]))
      try await store.set(Data("b"), for: binary, policy: nil)
      #expect(try await store.text(binary) == "b")
      #expect(try await store.items().map(\.name).contains(binary))
    }
  }

  /// P-17: names are bytes; two spellings of é are two names.
  @Test(arguments: StoreKind.allCases) func p17SpellingsAreNames(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      let (composed, decomposed): (SecretName, SecretName) = ("caf\u{E9}", "cafe\u{301}")
      #expect(composed != decomposed)
      try await store.set(Data("1"), for: composed, policy: nil)
      try await store.set(Data("2"), for: decomposed, policy: nil)
      #expect(try await store.items().count == 2)
      #expect(try await store.text(composed) == "1")
      try await store.remove(composed)
      #expect(try await store.text(composed) == nil)
      #expect(try await store.text(decomposed) == "2")
    }
  }

  /// P-18: an empty secret is there.
  @Test(arguments: StoreKind.allCases) func p18EmptyIsNotAbsent(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      try await store.set(Data(), for: "a", policy: nil)
      #expect(try await store.secret("a")?.data == Data())
      #expect(try await store.contains("a"))
      try await store.set("", for: .access)
      #expect(try await store.value(for: .access) == "")
    }
  }

  /// P-19: removing nothing is no error.
  @Test(arguments: StoreKind.allCases) func p19RemovingNothing(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      #expect(try await store.remove("a") == false)
      #expect(try await store.remove("a", if: { _ in true }) == false)
      #expect(try await store.removeAll(includingSynchronizable: true) == 0)
      #expect(try await store.reprotect(nil, SecretPolicy()) == 0)
    }
  }

  /// P-9: a write that fails changes nothing that is read afterwards.
  @Test(arguments: StoreKind.onDevice) func p9NothingServesWhatWasNotWritten(_ kind: StoreKind) async throws {
    let device = Device()
    try await kind.use(device) { (store, _) async throws in
      try await store.set("old", for: .access)
      for status in [ItemStatus.io, .readOnly, .dataTooLarge] {
        device.fail(next: .update, with: status)
        let error = await failure { try await store.set("new", for: .access) }
        #expect(error?.status == status.rawValue)
        #expect(try await store.value(for: .access) == "old")
      }
    }
  }

  /// P-46: nothing that is printed shows a secret.
  @Test(arguments: StoreKind.allCases) func p46NothingPrintsASecret(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      try await store.set(canary, for: .access)
      let secret = try #require(try await store.secret("access-token"))
      var dumped = ""
      dump(secret, to: &dumped)
      dump(store, to: &dumped)
      dump(try await store.items(), to: &dumped)
      let session = SecretKey<Session>("access-token")
      let error = await failure { _ = try await store.value(for: session) }
      for text in [
        "\(secret)", String(reflecting: secret), dumped, "\(store)", String(describing: error),
        error?.localizedDescription ?? "",
      ] {
        #expect(!text.contains(canary))
      }
      #expect(secret.data == Data(canary))
    }
  }

  /// P-47: the stand-in for tests needs no entitled program, and passes the suite that the others pass.
  @Test func p47TheStandInPassesTheSameSuite() {
    #expect(StoreKind.allCases.contains(.memory) && StoreKind.allCases.contains(.keychain))
  }

  /// P-48: the main actor is never what waits for a store.
  @MainActor @Test func p48TheMainThreadIsNotBlocked() async throws {
    let device = Device()
    try await Keychain.inMemory(on: device).use { () async throws in
      let store = KeychainStore(service: "app")
      try await store.set("t", for: .access)
      let place = Place()
      device.before(next: .copyMatching) { place.isMain = Thread.isMainThread }
      _ = try await store.value(for: .access)
      #expect(place.isMain == false)
    }
  }

  /// P-49: an access control that cannot be made is an error, never a weaker protection.
  @Test(arguments: StoreKind.allCases) func p49NothingIsStoredWeaker(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      let wrong: [AccessControl] = [
        [.biometryAny, .devicePasscode, .or, .and], [.biometryAny, .biometryCurrentSet],
        [.userPresence, .devicePasscode],
        AccessControl(rawValue: 1 << 2),
      ]
      for control in wrong {
        let error = await failure {
          try await store.set(Data("x"), for: "a", policy: SecretPolicy(accessControl: control))
        }
        #expect(error?.code == .parameter)
      }
      #expect(try await store.items().isEmpty)
    }
  }
}

/// A small generator whose seed can be printed.
struct Xorshift {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// What a hook has seen.
final class Place: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Bool?

  var isMain: Bool? {
    get { lock.withLock { value } }
    set { lock.withLock { value = newValue } }
  }
}
