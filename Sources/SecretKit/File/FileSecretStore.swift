public import Foundation
public import SecretFile

/// Secrets in a container, under one service: an encrypted file that can be copied, backed up and moved.
///
/// ```swift
/// let container = try Container.open(at: file, with: Credentials(keyFileAt: keyFile))
/// let store = FileSecretStore(container, service: "com.example.app")
/// ```
///
/// Every change is one commit: written whole, flushed to the disk, or not at all. Other processes may use the same
/// file: what they write is seen by the next call here. Errors keep the container's own words in
/// ``SecretStoreError/detail``. Nothing is made or reset when a file is missing, damaged or closed to the key.
public struct FileSecretStore: SecretStore {
  /// The container.
  public let container: Container
  /// The service of the secrets.
  public let service: String
  /// The access group of the secrets; nil reads any, and writes new ones to the group without a name.
  public let accessGroup: String?

  /// The secrets of a service in a container.
  public init(_ container: Container, service: String, accessGroup: String? = nil) {
    self.container = container
    self.service = service
    self.accessGroup = accessGroup
  }

  // MARK: Reading

  /// The secret of that name; nil if it is certain that there is none.
  public func secret(_ name: SecretName) async throws(SecretStoreError) -> Secret? {
    try await look(name) { (store) throws(SecretFileError) in
      guard let item = try store.preferred(store.container.items(matching: store.query(name))) else {
        return nil
      }
      let data = try store.container.secret(of: item).withBytes { Data([UInt8](copying: $0)) }
      return Secret(data, item: SecretItem(item))
    }
  }

  /// What is known about the secret of that name without opening it.
  public func item(_ name: SecretName) async throws(SecretStoreError) -> SecretItem? {
    try await look(name) { (store) throws(SecretFileError) in
      try store.preferred(store.container.items(matching: store.query(name))).map { SecretItem($0) }
    }
  }

  /// All secrets in scope, in the order of their names.
  public func items() async throws(SecretStoreError) -> [SecretItem] {
    try await look { (store) throws(SecretFileError) in
      try store.container.items(matching: store.query()).map { SecretItem($0) }.inOrder()
    }
  }

  /// A number that changes when the content has changed.
  public func generation() async throws(SecretStoreError) -> UInt64 {
    try await look { (store) throws(SecretFileError) in store.container.info.generation }
  }

  // MARK: Writing

  /// Stores a secret, whether there is one of that name or not.
  @discardableResult
  public func set(
    _ secret: Data, for name: SecretName, policy: SecretPolicy?
  ) async throws(SecretStoreError) -> SetOutcome {
    try await change(name) { (store, change) throws(SecretFileError) in
      try store.set(secret, for: name, policy: policy, &change)
    }
  }

  /// Stores a secret of a new name.
  public func add(_ secret: Data, for name: SecretName, policy: SecretPolicy?) async throws(SecretStoreError)
  {
    try await change(name) { (store, change) throws(SecretFileError) in
      let policy = policy ?? SecretPolicy()
      // One that differs in synchronising is one of that name, too.
      if let other = try change.items(matching: store.query(name)).first {
        throw SecretFileError(.duplicate, "there is one already\(other.stampText)")
      }
      try change.add(store.newItem(secret, name, policy, nil))
    }
  }

  /// Removes the secret of that name. Returns whether there was one.
  @discardableResult
  public func remove(_ name: SecretName) async throws(SecretStoreError) -> Bool {
    try await change(name) { (store, change) throws(SecretFileError) in
      try !change.removeItems(matching: store.query(name)).isEmpty
    }
  }

  /// Removes the secret of that name if a condition holds for its value.
  @discardableResult
  public func remove(
    _ name: SecretName, if condition: @escaping @Sendable (Data) -> Bool
  ) async throws(SecretStoreError) -> Bool {
    try await change(name) { (store, change) throws(SecretFileError) in
      guard let item = try store.preferred(change.items(matching: store.query(name))) else { return false }
      let data = try change.secret(of: item).withBytes { Data([UInt8](copying: $0)) }
      return condition(data) ? try change.remove(item) : false
    }
  }

  /// Removes every secret in scope. Returns how many went.
  @discardableResult
  public func removeAll(includingSynchronizable: Bool) async throws(SecretStoreError) -> Int {
    try await change { (store, change) throws(SecretFileError) in
      var query = store.query()
      query.isSynchronizable = includingSynchronizable ? nil : false
      return try change.removeItems(matching: query).count
    }
  }

  /// Gives one secret or all another protection, in one step. Returns how many changed.
  @discardableResult
  public func reprotect(_ name: SecretName?, _ policy: SecretPolicy) async throws(SecretStoreError) -> Int {
    try await change(name) { (store, change) throws(SecretFileError) in
      var count = 0
      for item in try change.items(matching: store.query(name)) {
        try checkPolicy(policy, isSynchronizable: item.name.isSynchronizable)
        if try change.reprotect(item, policy.protection) { count += 1 }
      }
      return count
    }
  }
}

extension FileSecretStore {
  /// Reads the newest version of the file.
  private func look<R: Sendable>(
    _ name: SecretName? = nil, _ body: @escaping @Sendable (FileSecretStore) throws(SecretFileError) -> R
  ) async throws(SecretStoreError) -> R {
    try await offload { () throws(SecretStoreError) in
      do throws(SecretFileError) {
        try container.refresh()
        return try body(self)
      } catch {
        throw SecretStoreError(error, item: name)
      }
    }
  }

  /// Changes the file in one commit.
  private func change<R: Sendable>(
    _ name: SecretName? = nil,
    _ body: @escaping @Sendable (FileSecretStore, inout Transaction) throws(SecretFileError) -> R
  ) async throws(SecretStoreError) -> R {
    try await offload { () throws(SecretStoreError) in
      do throws(SecretFileError) {
        return try container.update { (change) throws(SecretFileError) in try body(self, &change) }
      } catch {
        throw SecretStoreError(error, item: name)
      }
    }
  }
}
