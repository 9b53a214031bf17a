#if canImport(Security)
  public import Foundation
  public import SecretFile
  internal import Synchronization

  /// Secrets in the system's Keychain: the generic passwords of a service.
  ///
  /// It is written against the `SecItem` functions alone. On Apple's platforms those are the system's; on Linux they are
  /// this package's `Security`, so that the same code runs on a continuous-integration machine, locked device included.
  ///
  /// ```swift
  /// let store = KeychainStore(service: "com.example.app")
  /// try await store.set(token, for: .accessToken)
  /// ```
  ///
  /// Beside the secrets it keeps one item of its own (service `SERVICE.secretkit`) that holds no secret. It is made when
  /// for the first time nothing is found, and tells an empty Keychain from one that has not been unlocked since the
  /// device was started; ``FirstRunGuard`` keeps the installation's id there.
  public struct KeychainStore: SecretStore {
    /// The service of the secrets.
    public var service: String { scope.service }
    /// The access group of the secrets; nil reads all that the program may use, and writes to the first.
    public var accessGroup: String? { scope.accessGroup }

    private let scope: ItemScope<SecItemCalls>

    /// The secrets of a service. Name the access group in a program that has several.
    public init(service: String, accessGroup: String? = nil) {
      scope = ItemScope(calls: SecItemCalls(), service: service, accessGroup: accessGroup)
    }

    // MARK: The store

    /// The secret of that name; nil if it is certain that there is none.
    public func secret(_ name: SecretName) async throws(SecretStoreError) -> Secret? {
      try await offload { () throws(SecretStoreError) in try scope.secret(name) }
    }

    /// What is known about the secret of that name without opening it.
    public func item(_ name: SecretName) async throws(SecretStoreError) -> SecretItem? {
      try await offload { () throws(SecretStoreError) in try scope.item(name) }
    }

    /// All secrets in scope, in the order of their names.
    public func items() async throws(SecretStoreError) -> [SecretItem] {
      try await offload { () throws(SecretStoreError) in try scope.items() }
    }

    /// As ``SecretStore/set(_:for:policy:)``. A secret with an access control asks the user before it is replaced, once.
    @discardableResult
    public func set(
      _ secret: Data, for name: SecretName, policy: SecretPolicy?
    ) async throws(SecretStoreError) -> SetOutcome {
      try await changing { () throws(SecretStoreError) in try scope.set(secret, for: name, policy: policy) }
    }

    /// Stores a secret of a new name.
    public func add(_ secret: Data, for name: SecretName, policy: SecretPolicy?)
      async throws(SecretStoreError)
    {
      try await changing { () throws(SecretStoreError) in try scope.add(secret, for: name, policy: policy) }
    }

    /// Removes the secret of that name. Returns whether there was one.
    @discardableResult
    public func remove(_ name: SecretName) async throws(SecretStoreError) -> Bool {
      try await changing { () throws(SecretStoreError) in try scope.remove(name) }
    }

    /// As ``SecretStore/remove(_:if:)``. A Keychain has no transactions: a change that another process makes between
    /// the look and the removal is not noticed.
    @discardableResult
    public func remove(
      _ name: SecretName, if condition: @escaping @Sendable (Data) -> Bool
    ) async throws(SecretStoreError) -> Bool {
      try await changing { () throws(SecretStoreError) in try scope.remove(name, if: condition) }
    }

    /// Removes every secret in scope. Returns how many went.
    @discardableResult
    public func removeAll(includingSynchronizable: Bool) async throws(SecretStoreError) -> Int {
      try await changing { () throws(SecretStoreError) in
        try scope.removeAll(includingSynchronizable: includingSynchronizable)
      }
    }

    /// Gives one secret or all another protection, in one step. Returns how many changed.
    @discardableResult
    public func reprotect(_ name: SecretName?, _ policy: SecretPolicy) async throws(SecretStoreError) -> Int {
      try await changing { () throws(SecretStoreError) in try scope.reprotect(name, policy) }
    }

    /// One more whenever this process may have changed the service's secrets. Other processes' changes are not seen.
    public func generation() async throws(SecretStoreError) -> UInt64 {
      Self.generations.withLock { $0[place] ?? 0 }
    }

    // MARK: Changes

    private struct Place: Hashable {
      let service: String
      let accessGroup: String?
    }

    private static let generations = Mutex<[Place: UInt64]>([:])

    private var place: Place { Place(service: service, accessGroup: accessGroup) }

    private func changing<R: Sendable>(
      _ body: @escaping @Sendable () throws(SecretStoreError) -> R
    ) async throws(SecretStoreError) -> R {
      try await offload { () throws(SecretStoreError) in
        // Also after a failure: it may have come half-way.
        defer { Self.generations.withLock { $0[place, default: 0] += 1 } }
        return try body()
      }
    }
  }

  extension KeychainStore: FirstRunStore {
    /// Takes over an installation id and removes what other installations have stamped.
    public func purge(
      for installation: InstallationID, _ scope: FirstRunScope
    ) async throws(SecretStoreError) -> FirstRunPurge {
      try await changing { () throws(SecretStoreError) in try self.scope.purge(for: installation, scope) }
    }

    /// What a purge would remove. Nothing is written.
    public func purgePreview(
      for installation: InstallationID?, _ scope: FirstRunScope
    ) async throws(SecretStoreError) -> FirstRunPurge {
      try await offload { () throws(SecretStoreError) in try self.scope.purgePreview(for: installation, scope)
      }
    }
  }
#endif
