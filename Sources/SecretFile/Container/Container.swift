public import Files
internal import Synchronization

/// A container: one file of secrets, opened with credentials.
///
/// A handle may be used from any thread. Reading takes no lock and sees the file as it was when it was opened or
/// last written through this handle; `reload()` looks at it anew. Writing locks the file, takes up what other
/// writers have done in between, and replaces the file as a whole: at every instant the old one or the new one is
/// there. The handle keeps the credentials, to open the file again after somebody else has rotated its keys.
///
/// ```swift
/// var credentials = Credentials()
/// try credentials.addKeyFile(text)
/// let container = try Container.open(at: "app.secrets", with: credentials)
/// for item in try container.items(matching: ItemQuery(service: "com.example.app")) {
///   let secret = try container.secret(of: item)
///   secret.withBytes { use($0) }
/// }
/// ```
public final class Container: Sendable {
  /// The path by which the container was opened.
  public let path: Path

  /// What the handle knows.
  struct State: Sendable {
    /// The version of the file that is read.
    var snapshot: Snapshot
    /// With what the file is opened again.
    var access: Access
    /// Why nothing may be written any more.
    var failure: SecretFileError?
  }

  private let state: Mutex<State>

  init(_ snapshot: Snapshot, _ access: Access) {
    path = access.path
    state = Mutex(State(snapshot: snapshot, access: access))
  }

  /// The permission bits of the file that is read.
  package var mode: UInt32 { snapshot.file.access.mode }

  /// The version of the file that is read.
  var snapshot: Snapshot { state.withLock { $0.snapshot } }

  /// With what the file is opened again.
  var access: Access { state.withLock { $0.access } }

  /// Goes on with another version, unless another thread is further already.
  func advance(to snapshot: Snapshot, _ access: Access? = nil) {
    state.withLock { state in
      if let access { state.access = access }
      if snapshot.header.generation >= state.snapshot.header.generation { state.snapshot = snapshot }
    }
  }

  /// Goes on with this version, whatever was known.
  func replace(with snapshot: Snapshot, _ access: Access) {
    state.withLock { state in
      state.snapshot = snapshot
      state.access = access
    }
  }

  /// The version to base a change on.
  /// - Throws: what made the handle unusable for writing; `notProven`.
  func snapshotForWriting() throws(SecretFileError) -> Snapshot {
    let (snapshot, failure) = state.withLock { ($0.snapshot, $0.failure) }
    if let failure { throw failure }
    try Self.checkProven(snapshot)
    return snapshot
  }

  static func checkProven(_ snapshot: Snapshot) throws(SecretFileError) {
    guard snapshot.isProven else {
      throw SecretFileError(
        standard: .notProven, "opened through a recipient's slot: anyone could have made this file")
    }
  }

  /// Loads the file anew. A failure makes the handle unusable for writing: what cannot be read must not be
  /// overwritten.
  func load<R>(_ open: (Access, Snapshot) throws(SecretFileError) -> R) throws(SecretFileError) -> R {
    let (known, access) = state.withLock { ($0.snapshot, $0.access) }
    do throws(SecretFileError) {
      return try open(access, known)
    } catch {
      state.withLock { $0.failure = error }
      throw error
    }
  }
}
