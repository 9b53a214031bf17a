public import Foundation
public import SecretFile

/// A place for secrets, in one scope: one service, perhaps in one access group.
///
/// Three of them behave alike, and one conformance suite says so: ``KeychainStore`` on the system's Keychain,
/// ``FileSecretStore`` on a container, ``InMemorySecretStore`` for tests. Most code uses typed keys
/// (``value(for:)``, ``set(_:for:)``); the requirements here are the layer below, in names and bytes.
///
/// Absent is an answer and everything else an error: nil is returned only where the store is certain that there is no
/// such secret. A locked device, a cancelled prompt, a missing entitlement or a damaged file throw, each with a code of
/// its own, so that none of them is taken for "signed out".
public protocol SecretStore: Sendable {
  /// The secret of that name, local or synchronising; nil if it is certain that there is none. May ask the user if the
  /// secret's access control says so. Of two that differ in synchronising the local one is meant.
  func secret(_ name: SecretName) async throws(SecretStoreError) -> Secret?

  /// What is known about the secret of that name without opening it; nil if there is none. Never asks the user, writes
  /// nothing.
  func item(_ name: SecretName) async throws(SecretStoreError) -> SecretItem?

  /// All secrets in scope, of every accessibility, local and synchronising, in the order of their names.
  func items() async throws(SecretStoreError) -> [SecretItem]

  /// Stores a secret, whether there is one of that name or not. Afterwards there is exactly one, with the new value
  /// and the policy, or, if this throws, whatever there was before. Nil keeps the policy that it has.
  @discardableResult
  func set(
    _ secret: Data, for name: SecretName, policy: SecretPolicy?
  ) async throws(SecretStoreError) -> SetOutcome

  /// Stores a secret of a new name.
  /// - Throws: `duplicate` if there is one of that name, whether it synchronises or not.
  func add(_ secret: Data, for name: SecretName, policy: SecretPolicy?) async throws(SecretStoreError)

  /// Removes the secret of that name, local and synchronising. Returns whether there was one.
  @discardableResult
  func remove(_ name: SecretName) async throws(SecretStoreError) -> Bool

  /// Removes the secret of that name if `condition` holds for its value; it is not removed if somebody has changed it
  /// meanwhile. Returns whether it was removed.
  @discardableResult
  func remove(
    _ name: SecretName, if condition: @escaping @Sendable (Data) -> Bool
  ) async throws(SecretStoreError) -> Bool

  /// Removes every secret in scope. Those that synchronise go only if that is said, because they go from every device
  /// of the user. Returns how many went; nothing outside the service and the group is touched.
  @discardableResult
  func removeAll(includingSynchronizable: Bool) async throws(SecretStoreError) -> Int

  /// Gives a secret, or with nil every secret in scope, another accessibility and access control, in one step: all of
  /// them or none. Whether they synchronise stays as it is. Returns how many changed.
  @discardableResult
  func reprotect(_ name: SecretName?, _ policy: SecretPolicy) async throws(SecretStoreError) -> Int

  /// A number that changes when the content has changed, as far as the store notices without opening a secret: a
  /// container and a store in memory notice everybody's changes, the Keychain those made through this process.
  /// - Throws: what keeps the store from looking; what is known by then need not be wrong.
  func generation() async throws(SecretStoreError) -> UInt64
}

// MARK: - Typed keys

extension SecretStore {
  /// The value of a key; nil if it is certain that there is none.
  /// - Throws: ``SecretStoreError``; `undecodable` if the bytes that are stored are no such value.
  public func value<Value>(for key: SecretKey<Value>) async throws(SecretStoreError) -> Value? {
    guard let secret = try await secret(key.name) else { return nil }
    return try key.value(of: secret.data)
  }

  /// Stores a value, with the key's policy, and says what that did.
  @discardableResult
  public func set<Value>(
    _ value: Value, for key: SecretKey<Value>
  ) async throws(SecretStoreError) -> SetOutcome {
    try await set(try key.data(of: value), for: key.name, policy: key.policy)
  }

  /// Stores the value of a new key.
  /// - Throws: `duplicate` if there is one already.
  public func add<Value>(_ value: Value, for key: SecretKey<Value>) async throws(SecretStoreError) {
    try await add(try key.data(of: value), for: key.name, policy: key.policy)
  }

  /// Removes the value of a key. Returns whether there was one.
  @discardableResult
  public func remove<Value>(_ key: SecretKey<Value>) async throws(SecretStoreError) -> Bool {
    try await remove(key.name)
  }

  /// Removes the value of a key if it is this one: a late answer about an old token does not remove the new one.
  /// Returns whether it was removed.
  @discardableResult
  public func remove<Value: Equatable>(
    _ key: SecretKey<Value>, ifEqualTo expected: Value
  ) async throws(SecretStoreError) -> Bool {
    try await remove(key.name) { (try? Value(secretData: $0)) == expected }
  }

  /// Whether there is a value. Asks nobody, opens and writes nothing.
  public func contains<Value>(_ key: SecretKey<Value>) async throws(SecretStoreError) -> Bool {
    try await item(key.name) != nil
  }

  /// Whether there is a secret of that name. Asks nobody, opens and writes nothing.
  public func contains(_ name: SecretName) async throws(SecretStoreError) -> Bool {
    try await item(name) != nil
  }
}

extension SecretKey {
  /// The bytes of a value.
  func data(of value: Value) throws(SecretStoreError) -> Data {
    do { return try value.secretData() } catch { throw SecretStoreError(.undecodable, item: name) }
  }

  /// The value of bytes. The decoder's own error is dropped: it may quote them.
  func value(of data: Data) throws(SecretStoreError) -> Value {
    do { return try Value(secretData: data) } catch { throw SecretStoreError(.undecodable, item: name) }
  }
}
