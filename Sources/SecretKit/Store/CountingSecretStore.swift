public import Foundation
public import SecretFile
internal import Synchronization

/// A store for tests that counts what is asked of another one, and can be told to fail.
///
/// ```swift
/// let store = CountingSecretStore(InMemorySecretStore(service: "app"))
/// store.failNext(.set, with: SecretStoreError(.io))
/// #expect(store.count(of: .secret) == 1)
/// ```
public final class CountingSecretStore: SecretStore {
  /// A call on a store.
  public enum Call: Sendable, Hashable, CaseIterable {
    case secret, item, items, set, add, remove, removeAll, reprotect, generation
  }

  private struct State {
    var counts: [Call: Int] = [:]
    var failures: [Call: [SecretStoreError]] = [:]
  }

  private let store: any SecretStore
  private let state = Mutex(State())

  /// Counts the calls on a store.
  public init(_ store: any SecretStore) { self.store = store }

  /// How often a call was made so far, those that failed included.
  public func count(of call: Call) -> Int { state.withLock { $0.counts[call] ?? 0 } }

  /// Lets the next call of a kind fail before it reaches the store. Several are used up one by one.
  public func failNext(_ call: Call, with error: SecretStoreError) {
    state.withLock { $0.failures[call, default: []].append(error) }
  }

  private func note(_ call: Call) throws(SecretStoreError) {
    let failure = state.withLock { state -> SecretStoreError? in
      state.counts[call, default: 0] += 1
      guard let first = state.failures[call]?.first else { return nil }
      state.failures[call]?.removeFirst()
      return first
    }
    if let failure { throw failure }
  }

  // MARK: The store

  /// The secret of that name; nil if it is certain that there is none.
  public func secret(_ name: SecretName) async throws(SecretStoreError) -> Secret? {
    try note(.secret)
    return try await store.secret(name)
  }

  /// What is known about the secret of that name without opening it.
  public func item(_ name: SecretName) async throws(SecretStoreError) -> SecretItem? {
    try note(.item)
    return try await store.item(name)
  }

  /// All secrets in scope, in the order of their names.
  public func items() async throws(SecretStoreError) -> [SecretItem] {
    try note(.items)
    return try await store.items()
  }

  /// Stores a secret, whether there is one of that name or not.
  @discardableResult
  public func set(
    _ secret: Data, for name: SecretName, policy: SecretPolicy?
  ) async throws(SecretStoreError) -> SetOutcome {
    try note(.set)
    return try await store.set(secret, for: name, policy: policy)
  }

  /// Stores a secret of a new name.
  public func add(_ secret: Data, for name: SecretName, policy: SecretPolicy?) async throws(SecretStoreError)
  {
    try note(.add)
    try await store.add(secret, for: name, policy: policy)
  }

  /// Removes the secret of that name. Returns whether there was one.
  @discardableResult
  public func remove(_ name: SecretName) async throws(SecretStoreError) -> Bool {
    try note(.remove)
    return try await store.remove(name)
  }

  /// Removes the secret of that name if a condition holds for its value.
  @discardableResult
  public func remove(
    _ name: SecretName, if condition: @escaping @Sendable (Data) -> Bool
  ) async throws(SecretStoreError) -> Bool {
    try note(.remove)
    return try await store.remove(name, if: condition)
  }

  /// Removes every secret in scope. Returns how many went.
  @discardableResult
  public func removeAll(includingSynchronizable: Bool) async throws(SecretStoreError) -> Int {
    try note(.removeAll)
    return try await store.removeAll(includingSynchronizable: includingSynchronizable)
  }

  /// Gives one secret or all another protection, in one step. Returns how many changed.
  @discardableResult
  public func reprotect(_ name: SecretName?, _ policy: SecretPolicy) async throws(SecretStoreError) -> Int {
    try note(.reprotect)
    return try await store.reprotect(name, policy)
  }

  /// A number that changes when the content has changed.
  public func generation() async throws(SecretStoreError) -> UInt64 {
    try note(.generation)
    return try await store.generation()
  }
}
