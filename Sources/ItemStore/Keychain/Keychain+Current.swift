public import Files

extension Keychain {
  @TaskLocal private static var scoped: Keychain?

  /// The keychain that the `SecItem…` functions work on here: that of the innermost `use`, else the process's own.
  public static var current: Keychain { scoped ?? standard }

  /// The process's own keychain: the one that ``place()`` names, on a device that is unlocked.
  public static let standard: Keychain =
    switch place() {
    case .memory: .inMemory()
    case .file(let path): .inFile(path)
    }

  /// Where the process's own keychain lies.
  public enum Place: Sendable, Hashable {
    /// In memory, and gone with the process.
    case memory
    /// In this file.
    case file(Path)
  }

  /// Where the process's own keychain lies: in the file that `SECRETFILE_KEYCHAIN` names, in memory if that says
  /// `:memory:`, otherwise in `$XDG_DATA_HOME/secretctl/keychain.secretfile`. Without a home, in memory.
  public static func place() -> Place {
    if let named = Environment.variable("SECRETFILE_KEYCHAIN") {
      return named.elementsEqual(":memory:".utf8) ? .memory : .file(Path(bytes: named))
    }
    return Environment.folder("XDG_DATA_HOME", otherwise: [".local", "share"])
      .map { .file($0.appending("keychain.secretfile")) } ?? .memory
  }

  /// Makes this the keychain of everything that runs in `body`, and in tasks that it starts (detached ones apart).
  /// Tests that run side by side so each have a keychain and a device of their own.
  public func use<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    var result: Result<R, E>?
    Self.$scoped.withValue(self) {
      do throws(E) { result = .success(try body()) } catch { result = .failure(error) }
    }
    guard let result else { preconditionFailure("withValue runs its body") }
    return try result.get()
  }

  /// The same for a body that waits.
  public func use<R>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
  ) async rethrows -> R {
    try await Self.$scoped.withValue(self, operation: body)
  }
}
