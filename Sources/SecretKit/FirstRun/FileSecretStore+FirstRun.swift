internal import ItemStore
public import SecretFile

extension FileSecretStore: FirstRunStore {
  /// Takes over an installation id and removes what other installations have stamped.
  public func purge(
    for installation: InstallationID, _ scope: FirstRunScope
  ) async throws(SecretStoreError) -> FirstRunPurge {
    try await firstRun(scope) { (run) throws(FirstRun.Failure) in try run.purge(container, for: installation)
    }
  }

  /// What a purge would remove. Nothing is written.
  public func purgePreview(
    for installation: InstallationID?, _ scope: FirstRunScope
  ) async throws(SecretStoreError) -> FirstRunPurge {
    try await firstRun(scope) { (run) throws(FirstRun.Failure) in
      try run.preview(container, for: installation)
    }
  }

  private func firstRun(
    _ scope: FirstRunScope,
    _ body: @escaping @Sendable (FirstRun) throws(FirstRun.Failure) -> (gone: [Item], unstamped: Int)
  ) async throws(SecretStoreError) -> FirstRunPurge {
    // The marker is the guard's.
    var run = FirstRun(
      marker: "", service: Array(service.utf8), accessGroup: Array((accessGroup ?? "").utf8))
    run.includesUnstamped = scope.includesUnstamped
    run.includesSynchronizable = scope.includesSynchronizable
    let settled = run
    return try await offload { () throws(SecretStoreError) in
      do throws(FirstRun.Failure) {
        let (gone, unstamped) = try body(settled)
        return FirstRunPurge(purged: gone.map { SecretItem($0) }.inOrder(), unstamped: unstamped)
      } catch {
        throw SecretStoreError(error)
      }
    }
  }
}
