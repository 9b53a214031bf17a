import Foundation
import SecretFile
import SecretKit
import Testing

/// The purge on first launch: what an earlier installation left goes, and never anything else.
@Suite struct FirstRunGuardTests {
  /// A store on which an earlier installation has left things, and one version before it that stamped nothing.
  func prepare(_ store: any FirstRunStore, _ neighbour: any FirstRunStore) async throws {
    try await store.set(Data("0"), for: "unstamped", policy: nil)
    let earlier = InMemoryKeyValueStore()
    try await run(FirstRunGuard(marker: .preference("m", in: earlier)), store)
    try await neighbour.set(Data("n"), for: "neighbour", policy: nil)
    for accessibility in Accessibility.allCases where accessibility != .whenPasscodeSetThisDeviceOnly {
      try await store.set(
        Data("1"), for: SecretName("left \(accessibility)"), policy: SecretPolicy(accessibility))
    }
    try await store.set(Data("2"), for: "synced", policy: SecretPolicy(isSynchronizable: true))
  }

  @discardableResult
  func run(_ guarded: FirstRunGuard, _ store: any FirstRunStore) async throws -> FirstRunGuard.Report {
    func opened(_ store: some FirstRunStore) async throws -> FirstRunGuard.Report {
      try await guarded.run(on: store)
    }
    return try await opened(store)
  }

  func names(_ store: any SecretStore) async throws -> [String] {
    try await store.items().map { "\($0.name)" }
  }

  @Test(arguments: StoreKind.allCases, [true, false])
  func aNewInstallationFindsWhatAnotherLeft(_ kind: StoreKind, inFile: Bool) async throws {
    let folder = try TemporaryFolder()
    try await kind.use { (store, neighbour) async throws in
      try await prepare(store, neighbour)
      let preferences = InMemoryKeyValueStore()
      let guarded = FirstRunGuard(
        marker: inFile ? .file(folder.path("marker")) : .preference("installation", in: preferences))
      let report = try await run(guarded, store)
      #expect(report.before == .absent)
      #expect(report.purge.purged.count == 6)
      #expect(report.purge.unstamped == 1)
      #expect(try await names(store) == ["synced", "unstamped"])
      #expect(try await neighbour.text("neighbour") == "n")
      // From now on everything is stamped with the new id, and stays.
      try await store.set("t", for: .access)
      #expect(try await store.item("access-token")?.installation == report.installation)
      let again = try await run(guarded, store)
      #expect(again.before == .done && again.purge == FirstRunPurge())
      #expect(again.installation == report.installation)
      #expect(try await store.value(for: .access) == "t")
    }
  }

  @Test(arguments: StoreKind.allCases) func moreGoesOnlyIfItIsSaid(_ kind: StoreKind) async throws {
    try await kind.use { (store, neighbour) async throws in
      try await prepare(store, neighbour)
      let everything = FirstRunScope(includesUnstamped: true, includesSynchronizable: true)
      let guarded = FirstRunGuard(marker: .preference("m", in: InMemoryKeyValueStore()), scope: everything)
      #expect(try await run(guarded, store).purge.purged.count == 8)
      #expect(try await store.items().isEmpty)
      #expect(try await neighbour.items().count == 1)
    }
  }

  @Test(arguments: StoreKind.allCases) func aPreviewOnlyTells(_ kind: StoreKind) async throws {
    try await kind.use { (store, neighbour) async throws in
      try await prepare(store, neighbour)
      let preferences = InMemoryKeyValueStore()
      let guarded = FirstRunGuard(marker: .preference("m", in: preferences))
      func preview(_ store: some FirstRunStore) async throws -> FirstRunGuard.Report {
        try await guarded.preview(on: store)
      }
      let report = try await preview(store)
      #expect(report.before == .absent && report.purge.purged.count == 6 && report.installation == nil)
      #expect(preferences.values.isEmpty)
      #expect(try await store.items().count == 8)
    }
  }

  /// P-1: a marker that cannot be read is not a marker that is missing.
  @Test(arguments: StoreKind.allCases) func p1AnUnknownMarkerPurgesNothing(_ kind: StoreKind) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Data(), "empty")
    try folder.write(Data("secretfile-first-run 1 done 00112233"), "cut")
    try folder.write(Data("installed"), "other")
    let locked = InMemoryKeyValueStore()
    locked.isUnreadable = true
    var markers: [FirstRunGuard.Marker] = ["empty", "cut", "other", "missing/marker"].map {
      .file(folder.path($0))
    }
    markers.append(.file(Path(folder.url.path)))
    markers.append(.preference("m", in: locked))
    markers.append(.preference("m", in: InMemoryKeyValueStore(["m": .bool(true)])))
    try await kind.use { (store, neighbour) async throws in
      try await prepare(store, neighbour)
      for marker in markers {
        let error = await failure { try await run(FirstRunGuard(marker: marker), store) }
        #expect(error?.code == .unavailable, "\(marker)")
        #expect(try await store.items().count == 8)
      }
      // Readable again, and done: nothing is purged either.
      let done = "secretfile-first-run 1 done 00112233445566778899aabbccddeeff\n"
      let readable = FirstRunGuard(marker: .preference("m", in: InMemoryKeyValueStore(["m": .string(done)])))
      #expect(try await run(readable, store).before == .done)
      #expect(try await store.items().count == 8)
    }
  }

  /// P-1, the other half: the marker is absent, but the device has not been unlocked since its start.
  @Test(arguments: StoreKind.onDevice) func p1ALockedDevicePurgesNothing(_ kind: StoreKind) async throws {
    let device = Device()
    try await kind.use(device) { (store, neighbour) async throws in
      try await prepare(store, neighbour)
      let preferences = InMemoryKeyValueStore()
      let guarded = FirstRunGuard(marker: .preference("m", in: preferences))
      device.restart()
      #expect(await failure { try await run(guarded, store) } != nil)
      device.unlock()
      #expect(try await store.items().count == 8)
      #expect(try await run(guarded, store).before == .pending)
      #expect(try await store.items().count == 2)
    }
  }

  /// P-2: an update from a version that stamped nothing is no new installation.
  @Test(arguments: StoreKind.allCases) func p2AnUpdateIsNoReinstallation(_ kind: StoreKind) async throws {
    try await kind.use { (store, _) async throws in
      for name: SecretName in ["a", "b", "c"] { try await store.set(Data("x"), for: name, policy: nil) }
      let preferences = InMemoryKeyValueStore()
      let report = try await run(FirstRunGuard(marker: .preference("m", in: preferences)), store)
      #expect(report.purge == FirstRunPurge(purged: [], unstamped: 3))
      #expect(try await store.items().count == 3)
      #expect(preferences.values["m"] != nil)
    }
  }

  /// Interrupted anywhere and run again, the result is the same, and what was written since is not lost.
  @Test func interruptedAnywhereItGoesOn() async throws {
    for steps in 0..<60 {
      let device = Device()
      let store = InMemorySecretStore(service: "app", device: device)
      try await prepare(store, InMemorySecretStore(store.keychain, service: "neighbour"))
      let preferences = InMemoryKeyValueStore()
      let life = Life(steps)
      let calls = MortalCalls(store, device, life)
      let first = FirstRunGuard(marker: .preference("m", in: MortalPreferences(preferences, life)))
      _ = try? await first.run(on: calls)
      device.forgetFaults()
      let guarded = FirstRunGuard(marker: .preference("m", in: preferences))
      try await guarded.run(on: store)
      try await store.set("new", for: .access)
      try await guarded.run(on: store)
      #expect(try await names(store) == ["access-token", "synced", "unstamped"], "stopped at step \(steps)")
      if !life.isOver { return }
    }
    Issue.record("never ran to its end")
  }
}

/// A store whose calls on the Keychain end at the N-th deletion or update.
struct MortalCalls: FirstRunStore, FrontStore {
  let memory: InMemorySecretStore
  let device: Device
  let life: Life
  var store: any SecretStore { memory }

  init(_ memory: InMemorySecretStore, _ device: Device, _ life: Life) {
    self.memory = memory
    self.device = device
    self.life = life
  }

  func before(_ call: CountingSecretStore.Call) throws(SecretStoreError) {}

  func purge(
    for installation: InstallationID, _ scope: FirstRunScope
  ) async throws(SecretStoreError) -> FirstRunPurge {
    for operation in Device.Operation.allCases { arm(operation) }
    return try await memory.purge(for: installation, scope)
  }

  func purgePreview(
    for installation: InstallationID?, _ scope: FirstRunScope
  ) async throws(SecretStoreError) -> FirstRunPurge {
    try await memory.purgePreview(for: installation, scope)
  }

  private func arm(_ operation: Device.Operation) {
    device.before(next: operation) {
      if life.step() { arm(operation) } else { device.fail(next: operation, with: .io) }
    }
  }
}
