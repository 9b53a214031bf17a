internal import ItemStore
public import SecretFile

/// The safe form of "purge the Keychain on first launch".
///
/// Keychain items survive the removal of an app, preferences and files do not. So a marker that goes with the app tells
/// a new installation from an old one. Most code of this kind has signed people out: an unreadable preference looks like
/// a missing one, an update of the app like a new installation. Here the marker is present, absent or unknown, and
/// unknown purges nothing; and only what another installation has stamped goes.
///
/// ```swift
/// let guarded = FirstRunGuard(marker: .preference("installation", in: UserDefaultsStore()))
/// let report = try await guarded.run(on: store)
/// ```
///
/// Run it at every start before the store is used. Killed anywhere and run again, the result is the same.
public struct FirstRunGuard: Sendable {
  /// Where the marker is.
  public var marker: Marker
  /// What may go.
  public var scope: FirstRunScope

  /// A guard with this marker.
  public init(marker: Marker, scope: FirstRunScope = FirstRunScope()) {
    self.marker = marker
    self.scope = scope
  }

  /// A place that goes with the app when it is removed.
  public enum Marker: Sendable {
    /// A file in the app's container.
    case file(Path)
    /// A preference; the store must throw when it cannot tell whether there is a value.
    case preference(String, in: any KeyValueStore)
  }

  /// What the marker said before.
  public enum Before: String, Sendable, Hashable {
    /// This is a new installation.
    case absent
    /// An earlier first run was interrupted.
    case pending
    /// The first run has happened: nothing to do.
    case done
  }

  /// What a first run did.
  public struct Report: Sendable, Hashable {
    /// What the marker said.
    public var before: Before
    /// What went and what stayed.
    public var purge: FirstRunPurge
    /// The installation that stamps what is written from now on; nil in a preview that would draw a new one.
    public var installation: InstallationID?
  }

  /// Purges if this is a first run.
  /// - Throws: `unavailable` if it cannot be told whether this is a first run; what the store says. Nothing is purged
  ///   on doubt, and running it again goes on.
  @discardableResult
  public func run(on store: some FirstRunStore) async throws(SecretStoreError) -> Report {
    let keeper = AnyMarker(marker)
    let (before, installation) = try await offload { () throws(SecretStoreError) in try keeper.begin() }
    if before == .done { return Report(before: .done, purge: FirstRunPurge(), installation: installation) }
    let purge = try await store.purge(for: installation, scope)
    try await offload { () throws(SecretStoreError) in try keeper.write(FirstRunMarker(.done, installation)) }
    return Report(before: Before(before), purge: purge, installation: installation)
  }

  /// What ``run(on:)`` would do. Nothing is written.
  public func preview(on store: some FirstRunStore) async throws(SecretStoreError) -> Report {
    let keeper = AnyMarker(marker)
    let found = try await offload { () throws(SecretStoreError) in try keeper.read() }
    if let found, found.state == .done {
      return Report(before: .done, purge: FirstRunPurge(), installation: found.installation)
    }
    return Report(
      before: found == nil ? .absent : .pending,
      purge: try await store.purgePreview(for: found?.installation, scope), installation: found?.installation)
  }
}

extension FirstRunGuard.Before {
  fileprivate init(_ before: FirstRun.Before) {
    self =
      switch before {
      case .absent: .absent
      case .pending: .pending
      case .done: .done
      }
  }
}

/// The marker wherever it is kept.
private struct AnyMarker: FirstRunMarkerKeeping {
  let marker: FirstRunGuard.Marker

  init(_ marker: FirstRunGuard.Marker) { self.marker = marker }

  func read() throws(SecretStoreError) -> FirstRunMarker? {
    switch marker {
    case .file(let path):
      return try files { () throws(FirstRun.Failure) in try FirstRunMarkerFile(path).read() }
    case .preference(let name, let store):
      return try preferences { () throws(KeyValueError) in
        guard let value = try store.value(named: name) else { return nil }
        guard case .string(let text) = value, let found = FirstRunMarker(Array(text.utf8)) else {
          throw KeyValueError(.wrongType, name)
        }
        return found
      }
    }
  }

  func create(_ new: FirstRunMarker) throws(SecretStoreError) -> FirstRunMarker? {
    switch marker {
    case .file(let path):
      return try files { () throws(FirstRun.Failure) in try FirstRunMarkerFile(path).create(new) }
    case .preference:
      try write(new)
      return nil
    }
  }

  func write(_ new: FirstRunMarker) throws(SecretStoreError) {
    switch marker {
    case .file(let path):
      try files { () throws(FirstRun.Failure) in try FirstRunMarkerFile(path).write(new) }
    case .preference(let name, let store):
      try preferences { () throws(KeyValueError) in
        try store.set(.string(String(decoding: new.bytes, as: UTF8.self)), named: name)
      }
    }
  }

  private func files<R>(_ body: () throws(FirstRun.Failure) -> R) throws(SecretStoreError) -> R {
    do throws(FirstRun.Failure) { return try body() } catch { throw SecretStoreError(error) }
  }

  private func preferences<R>(_ body: () throws(KeyValueError) -> R) throws(SecretStoreError) -> R {
    do throws(KeyValueError) { return try body() } catch {
      throw SecretStoreError(
        error.code == .unwritable ? .io : .unavailable, detail: "marker: \(error)")
    }
  }
}

extension SecretStoreError {
  /// What a failed first run means. Unless it is known whether this is one, nothing was purged.
  init(_ failure: FirstRun.Failure) {
    switch failure {
    case .marker(let error): self.init(.unavailable, detail: "marker: \(error)")
    case .file(let error): self.init(.io, detail: "marker: \(error)")
    case .container(let error): self.init(error)
    }
  }
}
