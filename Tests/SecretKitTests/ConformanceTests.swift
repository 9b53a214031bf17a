import Foundation
import SecretKit
import Testing

/// What every store must do on a device that is unlocked: the same test, store by store.
@Suite struct ConformanceTests {
  @Test(arguments: StoreKind.allCases) func absentIsNilAndNothingElse(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      #expect(try await store.secret("a") == nil)
      #expect(try await store.item("a") == nil)
      #expect(try await store.contains("a") == false)
      #expect(try await store.items().isEmpty)
      #expect(try await store.value(for: .access) == nil)
    }
  }

  @Test(arguments: StoreKind.allCases) func whatIsSetIsRead(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      #expect(try await store.set("t1", for: .access) == .created)
      #expect(try await store.value(for: .access) == "t1")
      #expect(try await store.set("t2", for: .access) == .updated)
      #expect(try await store.value(for: .access) == "t2")
      #expect(try await store.contains(.access))
      let session = Session(access: "a", refresh: "r")
      try await store.set(session, for: .session)
      #expect(try await store.value(for: .session) == session)
      #expect(try await store.items().map(\.name) == ["access-token", "session"])
    }
  }

  @Test(arguments: StoreKind.allCases) func attributesAreThoseOfTheKey(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      let before = Date().addingTimeInterval(-1)
      try await store.set("t", for: .background)
      let item = try #require(try await store.item("background-token"))
      #expect(item.policy == SecretPolicy(.afterFirstUnlock))
      #expect(item.created > before && item.modified >= item.created)
      #expect(item.installation == nil)
      #expect(try await store.secret("background-token")?.item == item)
      try await store.set("t2", for: .background)
      let later = try #require(try await store.item("background-token"))
      #expect(later.created == item.created && later.modified > item.modified)
    }
  }

  @Test(arguments: StoreKind.allCases) func addRefusesWhatIsThere(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      try await store.add("t1", for: .access)
      #expect(await failure { try await store.add("t2", for: .access) }?.code == .duplicate)
      #expect(try await store.value(for: .access) == "t1")
      try await store.set(Data("s"), for: "synced", policy: SecretPolicy(isSynchronizable: true))
      #expect(
        await failure { try await store.add(Data("x"), for: "synced", policy: nil) }?.code == .duplicate)
      #expect(try await store.items().count == 2)
    }
  }

  @Test(arguments: StoreKind.allCases) func removing(_ kind: StoreKind) async throws {
    try await kind.use { (store, neighbour) async throws in
      try await store.set("t", for: .access)
      try await neighbour.set("n", for: .access)
      #expect(try await store.remove(.access))
      #expect(try await store.remove(.access) == false)
      #expect(try await store.value(for: .access) == nil)
      #expect(try await neighbour.value(for: .access) == "n")
    }
  }

  @Test(arguments: StoreKind.allCases) func conditionalRemoval(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      #expect(try await store.remove(.access, ifEqualTo: "t1") == false)
      try await store.set("t2", for: .access)
      #expect(try await store.remove(.access, ifEqualTo: "t1") == false)
      #expect(try await store.value(for: .access) == "t2")
      #expect(try await store.remove(.access, ifEqualTo: "t2"))
      #expect(try await store.value(for: .access) == nil)
    }
  }

  @Test(arguments: StoreKind.allCases) func nilKeepsThePolicy(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      let policy = SecretPolicy(.afterFirstUnlockThisDeviceOnly)
      try await store.set(Data("1"), for: "a", policy: policy)
      #expect(try await store.set(Data("2"), for: "a", policy: nil) == .updated)
      #expect(try await store.item("a")?.policy == policy)
      try await store.set(Data("1"), for: "b", policy: nil)
      #expect(try await store.item("b")?.policy == SecretPolicy(.whenUnlocked))
    }
  }

  @Test(arguments: StoreKind.allCases) func reprotecting(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      for name: SecretName in ["a", "b", "c"] { try await store.set(Data("\(name)"), for: name, policy: nil) }
      #expect(try await store.reprotect(nil, SecretPolicy(.afterFirstUnlock)) == 3)
      #expect(try await store.reprotect(nil, SecretPolicy(.afterFirstUnlock)) == 0)
      #expect(try await store.reprotect("b", SecretPolicy(.whenUnlockedThisDeviceOnly)) == 1)
      #expect(
        try await store.items().map(\.policy.accessibility)
          == [.afterFirstUnlock, .whenUnlockedThisDeviceOnly, .afterFirstUnlock])
      #expect(try await store.text("b") == "b")
    }
  }

  @Test(arguments: StoreKind.allCases) func theGenerationFollowsChanges(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      try await store.set("t1", for: .access)
      let first = try await store.generation()
      _ = try await store.value(for: .access)
      _ = try await store.items()
      #expect(try await store.generation() == first)
      try await store.set("t2", for: .access)
      let second = try await store.generation()
      #expect(second == first + 1)
      try await store.remove(.access)
      #expect(try await store.generation() > second)
    }
  }

  @Test(arguments: StoreKind.allCases) func bytesOfAnotherTypeAreAnErrorAndStay(_ kind: StoreKind)
    async throws
  {
    try await kind.use { (store, _) async throws in
      let bytes = Data([0xFF, 0xFE])
      try await store.set(bytes, for: "access-token", policy: nil)
      #expect(await failure { _ = try await store.value(for: .access) }?.code == .undecodable)
      try await store.set(Data("{}"), for: "session", policy: nil)
      #expect(await failure { _ = try await store.value(for: .session) }?.code == .undecodable)
      #expect(try await store.secret("access-token")?.data == bytes)
    }
  }

  @Test(arguments: StoreKind.allCases) func aLargeSecret(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      try await store.set(bytes, for: "large", policy: nil)
      #expect(try await store.secret("large")?.data == bytes)
    }
  }
}
