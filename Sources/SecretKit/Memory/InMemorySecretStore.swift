public import Foundation
public import ItemStore
public import SecretFile

/// Secrets in memory, on a device that a test can lock, restart and strip of its passcode.
///
/// It answers as the Keychain does in every state of the device, because it is the same engine as the `Security`
/// module's; ``KeychainStore``, ``FileSecretStore`` and this pass one conformance suite.
///
/// ```swift
/// let store = try InMemorySecretStore(service: "app", seed: ["access-token": Data("t1".utf8)])
/// store.device.lock()
/// ```
public struct InMemorySecretStore: SecretStore {
  /// The keychain in memory, for tests that look behind the store.
  public let keychain: Keychain
  /// The service of the secrets.
  public var service: String { scope.service }
  /// The access group of the secrets; nil reads any that the program may use, and writes to the first.
  public var accessGroup: String? { scope.accessGroup }
  /// The device that it lies on.
  public var device: Device { keychain.device }

  let scope: ItemScope<Keychain>

  /// An empty store on a device of its own.
  public init(service: String, accessGroup: String? = nil, device: Device = Device()) {
    self.init(.inMemory(on: device), service: service, accessGroup: accessGroup)
  }

  /// A store on a keychain that others use, too: another service, another process, code that calls `SecItem…`.
  public init(_ keychain: Keychain, service: String, accessGroup: String? = nil) {
    self.keychain = keychain
    scope = ItemScope(calls: keychain, service: service, accessGroup: accessGroup)
  }

  /// A store that holds secrets already, with the default protection.
  /// - Throws: as ``add(_:for:policy:)`` on that device.
  public init(
    service: String, accessGroup: String? = nil, seed: [SecretName: Data], device: Device = Device()
  ) throws(SecretStoreError) {
    self.init(service: service, accessGroup: accessGroup, device: device)
    for (name, secret) in seed { try scope.add(secret, for: name, policy: nil) }
  }

  // MARK: The store

  /// The secret of that name; nil if it is certain that there is none.
  public func secret(_ name: SecretName) async throws(SecretStoreError) -> Secret? { try scope.secret(name) }

  /// What is known about the secret of that name without opening it.
  public func item(_ name: SecretName) async throws(SecretStoreError) -> SecretItem? { try scope.item(name) }

  /// All secrets in scope, in the order of their names.
  public func items() async throws(SecretStoreError) -> [SecretItem] { try scope.items() }

  /// Stores a secret, whether there is one of that name or not.
  @discardableResult
  public func set(
    _ secret: Data, for name: SecretName, policy: SecretPolicy?
  ) async throws(SecretStoreError) -> SetOutcome {
    try scope.set(secret, for: name, policy: policy)
  }

  /// Stores a secret of a new name.
  public func add(_ secret: Data, for name: SecretName, policy: SecretPolicy?) async throws(SecretStoreError)
  {
    try scope.add(secret, for: name, policy: policy)
  }

  /// Removes the secret of that name. Returns whether there was one.
  @discardableResult
  public func remove(_ name: SecretName) async throws(SecretStoreError) -> Bool { try scope.remove(name) }

  /// Removes the secret of that name if a condition holds for its value.
  @discardableResult
  public func remove(
    _ name: SecretName, if condition: @escaping @Sendable (Data) -> Bool
  ) async throws(SecretStoreError) -> Bool {
    try scope.remove(name, if: condition)
  }

  /// Removes every secret in scope. Returns how many went.
  @discardableResult
  public func removeAll(includingSynchronizable: Bool) async throws(SecretStoreError) -> Int {
    try scope.removeAll(includingSynchronizable: includingSynchronizable)
  }

  /// Gives one secret or all another protection, in one step. Returns how many changed.
  @discardableResult
  public func reprotect(_ name: SecretName?, _ policy: SecretPolicy) async throws(SecretStoreError) -> Int {
    try scope.reprotect(name, policy)
  }

  /// A number that changes when the content has changed.
  public func generation() async throws(SecretStoreError) -> UInt64 {
    keychain.generation(ofService: service)
  }
}

extension InMemorySecretStore: FirstRunStore {
  /// Takes over an installation id and removes what other installations have stamped.
  public func purge(
    for installation: InstallationID, _ scope: FirstRunScope
  ) async throws(SecretStoreError) -> FirstRunPurge {
    try self.scope.purge(for: installation, scope)
  }

  /// What a purge would remove. Nothing is written.
  public func purgePreview(
    for installation: InstallationID?, _ scope: FirstRunScope
  ) async throws(SecretStoreError) -> FirstRunPurge {
    try self.scope.purgePreview(for: installation, scope)
  }
}
