public import Files
internal import Synchronization

/// A container: one file of secrets, opened with credentials.
///
/// A handle may be used from any thread. Reading takes no lock and sees the file as it was when it was opened or
/// last written through this handle; `reload()` looks at it anew. Writing locks the file, takes up what other
/// writers have done in between, and replaces the file as a whole: at every instant the old one or the new one is
/// there.
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

  let state: Mutex<State>

  init(path: Path, state: consuming State) {
    self.path = path
    self.state = Mutex(state)
  }
}
