import Foundation
import SecretFile
import SecretKit
import Synchronization

/// A process that ends before its N-th step: from then on nothing it does has an effect.
final class Life: Sendable {
  private let left: Mutex<Int>
  private let ended = Mutex(false)

  init(_ steps: Int) { left = Mutex(steps) }

  /// Whether it has ended.
  var isOver: Bool { ended.withLock { $0 } }

  /// Whether one more step happens.
  func step() -> Bool {
    let goesOn = left.withLock { left in
      left -= 1
      return left >= 0
    }
    if !goesOn { ended.withLock { $0 = true } }
    return goesOn
  }
}

/// Preferences of a process that ends.
struct MortalPreferences: KeyValueStore {
  let store: any KeyValueStore
  let life: Life

  init(_ store: any KeyValueStore, _ life: Life) {
    self.store = store
    self.life = life
  }

  func value(named name: String) throws(KeyValueError) -> PreferenceValue? {
    guard life.step() else { throw KeyValueError(.unreadable, name) }
    return try store.value(named: name)
  }

  func set(_ value: PreferenceValue?, named name: String) throws(KeyValueError) {
    guard life.step() else { throw KeyValueError(.unwritable, name) }
    try store.set(value, named: name)
  }
}

/// A store in front of another one, which tests make do something else.
protocol FrontStore: SecretStore {
  var store: any SecretStore { get }
  func before(_ call: CountingSecretStore.Call) throws(SecretStoreError)
}

extension FrontStore {
  func secret(_ name: SecretName) async throws(SecretStoreError) -> Secret? {
    try before(.secret)
    return try await store.secret(name)
  }

  func item(_ name: SecretName) async throws(SecretStoreError) -> SecretItem? {
    try before(.item)
    return try await store.item(name)
  }

  func items() async throws(SecretStoreError) -> [SecretItem] {
    try before(.items)
    return try await store.items()
  }

  func set(
    _ secret: Data, for name: SecretName, policy: SecretPolicy?
  ) async throws(SecretStoreError) -> SetOutcome {
    try before(.set)
    return try await store.set(secret, for: name, policy: policy)
  }

  func add(_ secret: Data, for name: SecretName, policy: SecretPolicy?) async throws(SecretStoreError) {
    try before(.add)
    try await store.add(secret, for: name, policy: policy)
  }

  func remove(_ name: SecretName) async throws(SecretStoreError) -> Bool {
    try before(.remove)
    return try await store.remove(name)
  }

  func remove(
    _ name: SecretName, if condition: @escaping @Sendable (Data) -> Bool
  ) async throws(SecretStoreError) -> Bool {
    try before(.remove)
    return try await store.remove(name, if: condition)
  }

  func removeAll(includingSynchronizable: Bool) async throws(SecretStoreError) -> Int {
    try before(.removeAll)
    return try await store.removeAll(includingSynchronizable: includingSynchronizable)
  }

  func reprotect(_ name: SecretName?, _ policy: SecretPolicy) async throws(SecretStoreError) -> Int {
    try before(.reprotect)
    return try await store.reprotect(name, policy)
  }

  func generation() async throws(SecretStoreError) -> UInt64 {
    try before(.generation)
    return try await store.generation()
  }
}

/// The store of a process that ends.
struct MortalStore: FrontStore {
  let store: any SecretStore
  let life: Life

  init(_ store: any SecretStore, _ life: Life) {
    self.store = store
    self.life = life
  }

  func before(_ call: CountingSecretStore.Call) throws(SecretStoreError) {
    guard life.step() else { throw SecretStoreError(.io) }
  }
}

/// A store whose third call of a kind fails.
struct FailingThird: FrontStore {
  let store: any SecretStore
  let call: CountingSecretStore.Call

  init(_ store: CountingSecretStore, _ call: CountingSecretStore.Call) {
    self.store = store
    self.call = call
    counting = store
  }

  private let counting: CountingSecretStore

  func before(_ call: CountingSecretStore.Call) throws(SecretStoreError) {
    guard call == self.call, counting.count(of: call) == 2 else { return }
    counting.failNext(call, with: SecretStoreError(.io))
  }
}

/// A store that says yes and keeps something else.
struct Forgetful: FrontStore {
  let store: any SecretStore

  init(_ store: any SecretStore) { self.store = store }

  func before(_ call: CountingSecretStore.Call) {}

  func add(_ secret: Data, for name: SecretName, policy: SecretPolicy?) async throws(SecretStoreError) {
    try await store.add(Data("something else"), for: name, policy: policy)
  }
}
