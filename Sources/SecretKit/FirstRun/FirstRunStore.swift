public import SecretFile

/// A store whose secrets carry the id of the installation that wrote them.
public protocol FirstRunStore: SecretStore {
  /// Makes an id the installation's own, which stamps everything that is written from then on, and removes the secrets
  /// that another installation has stamped. Running it again with the same id removes nothing that was written since.
  func purge(
    for installation: InstallationID, _ scope: FirstRunScope
  ) async throws(SecretStoreError) -> FirstRunPurge

  /// What ``purge(for:_:)`` would remove; without an id yet, all that is stamped. Nothing is written.
  func purgePreview(
    for installation: InstallationID?, _ scope: FirstRunScope
  ) async throws(SecretStoreError) -> FirstRunPurge
}

/// What a purge may remove, beside the local secrets of the store that another installation has stamped.
public struct FirstRunScope: Sendable, Hashable {
  /// Those that no installation has stamped. An update from a version that stamped nothing looks like that, too: its
  /// users would be signed out.
  public var includesUnstamped: Bool
  /// Those that synchronise. They go from every device of the user.
  public var includesSynchronizable: Bool

  /// Nothing more, unless it is said.
  public init(includesUnstamped: Bool = false, includesSynchronizable: Bool = false) {
    self.includesUnstamped = includesUnstamped
    self.includesSynchronizable = includesSynchronizable
  }
}

/// What a purge has removed.
public struct FirstRunPurge: Sendable, Hashable {
  /// What went.
  public var purged: [SecretItem]
  /// How many stay because no installation has stamped them.
  public var unstamped: Int

  /// A purge of these.
  public init(purged: [SecretItem] = [], unstamped: Int = 0) {
    self.purged = purged
    self.unstamped = unstamped
  }
}
