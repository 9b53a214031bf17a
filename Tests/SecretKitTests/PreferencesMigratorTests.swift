import Foundation
import SecretKit
import Synchronization
import Testing

/// An app moves its own tokens at launch, and loses none of them however it ends.
@Suite struct PreferencesMigratorTests {
  static let names = ["a", "b", "c", "d", "e"]

  func preferences() -> InMemoryKeyValueStore {
    var values: [String: PreferenceValue] = ["theme": .string("dark")]
    for name in Self.names { values[name] = .string("token \(name)") }
    return InMemoryKeyValueStore(values)
  }

  var keys: [PreferencesMigrator.Move] {
    Self.names.map { .move(PreferenceKey<String>($0), to: SecretKey(SecretName($0), .afterFirstUnlock)) }
  }

  /// Every token is where it can be found.
  func expectNothingLost(
    _ source: InMemoryKeyValueStore, _ target: any SecretStore, _ note: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for name in Self.names {
      let isThere = source.values[name] == .string("token \(name)")
      let isHere = try await target.text(SecretName(name)) == "token \(name)"
      #expect(isThere || isHere, note, sourceLocation: sourceLocation)
    }
    #expect(source.values["theme"] == .string("dark"), sourceLocation: sourceLocation)
  }

  @Test(arguments: StoreKind.allCases) func moves(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      let source = preferences()
      let report = await PreferencesMigrator(from: source, keys: keys, to: store).run()
      #expect(report.isComplete && report.outcomes.values.allSatisfy { $0 == .moved })
      #expect(source.values == ["theme": .string("dark")])
      for name in Self.names { #expect(try await store.text(SecretName(name)) == "token \(name)") }
      #expect(try await store.item("a")?.policy == SecretPolicy(.afterFirstUnlock))
      let again = await PreferencesMigrator(from: source, keys: keys, to: store).run()
      #expect(again.isComplete && again.outcomes["a"] == .nothingThere)
    }
  }

  /// P-31: the sink fails on item 3 of 5: the source has all of them, and running it again completes.
  @Test func p31AFailureRemovesNothing() async throws {
    for call in [CountingSecretStore.Call.add, .secret] {
      let store = CountingSecretStore(InMemorySecretStore(service: "app"))
      let source = preferences()
      let third = FailingThird(store, call)
      let report = await PreferencesMigrator(from: source, keys: keys, to: third).run()
      #expect(!report.isComplete)
      #expect(source.values.count == 6)
      #expect(report.outcomes.values.count { $0 == .copied } >= 2)
      let again = await PreferencesMigrator(from: source, keys: keys, to: store).run()
      #expect(again.isComplete && source.values.count == 1)
      try await expectNothingLost(source, store, "\(call)")
    }
  }

  /// Killed at every step there is, and run again.
  @Test func killedAnywhereItLosesNothing() async throws {
    var steps = 0
    while true {
      let (source, store) = (preferences(), InMemorySecretStore(service: "app"))
      let life = Life(steps)
      await PreferencesMigrator(
        from: MortalPreferences(source, life), keys: keys, to: MortalStore(store, life)
      ).run()
      try await expectNothingLost(source, store, "killed at step \(steps)")
      let again = await PreferencesMigrator(from: source, keys: keys, to: store).run()
      #expect(again.isComplete, "killed at step \(steps)")
      #expect(source.values.count == 1)
      try await expectNothingLost(source, store, "run again after step \(steps)")
      if !life.isOver { break }
      steps += 1
    }
    // Five keys: looked up, looked for, added, read back; looked up again, removed, looked up.
    #expect(steps == 35)
  }

  @Test func aNewerSecretIsNotOverwritten() async throws {
    let (source, store) = (preferences(), InMemorySecretStore(service: "app"))
    try await store.set(Data("newer"), for: "b", policy: nil)
    let report = await PreferencesMigrator(from: source, keys: keys, to: store).run()
    #expect(report.outcomes["b"] == .differs && report.outcomes["a"] == .copied)
    #expect(try await store.text("b") == "newer")
    #expect(source.values.count == 6)
    // Unless the app says that the secret counts.
    let last = await PreferencesMigrator(from: source, keys: keys, to: store, differing: .keepSecret).run()
    #expect(last.isComplete && last.outcomes["b"] == .superseded && last.outcomes["a"] == .moved)
    #expect(try await store.text("b") == "newer")
    #expect(source.values.count == 1)
  }

  @Test func aPreferenceOfAnotherTypeStays() async throws {
    let (source, store) = (preferences(), InMemorySecretStore(service: "app"))
    try source.set(.int(7), named: "c")
    let report = await PreferencesMigrator(from: source, keys: keys, to: store).run()
    #expect(report.outcomes["c"] == .preference(KeyValueError(.wrongType, "c")))
    #expect(source.values.count == 6)
  }

  @Test func whatWasNotStoredCorrectlyStays() async throws {
    let (source, store) = (preferences(), InMemorySecretStore(service: "app"))
    let report = await PreferencesMigrator(from: source, keys: keys, to: Forgetful(store)).run()
    guard case .store(let error) = report.outcomes["a"] else {
      Issue.record("\(report)")
      return
    }
    #expect(error.code == .notVerified)
    #expect(source.values.count == 6)
  }

  @Test func aLockedDeviceStopsItAndUnlockedItGoesOn() async throws {
    let (source, store) = (preferences(), InMemorySecretStore(service: "app"))
    store.device.restart()
    let report = await PreferencesMigrator(from: source, keys: keys, to: store).run()
    #expect(!report.isComplete && source.values.count == 6)
    store.device.unlock()
    #expect(await PreferencesMigrator(from: source, keys: keys, to: store).run().isComplete)
  }

  @Test func unreadablePreferencesAreNotEmpty() async throws {
    let (source, store) = (preferences(), InMemorySecretStore(service: "app"))
    source.isUnreadable = true
    let report = await PreferencesMigrator(from: source, keys: keys, to: store).run()
    #expect(report.outcomes["a"] == .preference(KeyValueError(.unreadable, "a")))
    #expect(!report.isComplete)
  }

  @Test func aValueMayBecomeAnother() async throws {
    let source = InMemoryKeyValueStore(["old": .string("a|r")])
    let store = InMemorySecretStore(service: "app")
    let move = PreferencesMigrator.Move.move(PreferenceKey<String>("old"), to: .session) { old in
      let parts = old.split(separator: "|").map(String.init)
      return parts.count == 2 ? Session(access: parts[0], refresh: parts[1]) : nil
    }
    #expect(await PreferencesMigrator(from: source, keys: [move], to: store).run().isComplete)
    #expect(try await store.value(for: .session) == Session(access: "a", refresh: "r"))
    try source.set(.string("broken"), named: "old")
    #expect(await PreferencesMigrator(from: source, keys: [move], to: store).run().isComplete == false)
    #expect(source.values["old"] == .string("broken"))
  }

  @Test func reportsHoldNoValue() async throws {
    let source = InMemoryKeyValueStore(["a": .string(canary), "b": .string(canary)])
    let store = InMemorySecretStore(service: "app")
    try await store.set(Data("x" + canary), for: "b", policy: nil)
    let report = await PreferencesMigrator(from: source, keys: Array(keys.prefix(2)), to: store).run()
    #expect(!"\(report)".contains(canary))
  }
}
