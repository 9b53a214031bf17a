public import ItemStore

extension Keychain {
  /// The keychain that the `SecItem…` functions work on here: that of the innermost `use`, else the process's own.
  public static var current: Keychain { Current.scoped ?? standard }

  /// The process's own keychain, on a device that is unlocked: in the file that `SECRETFILE_KEYCHAIN` names, in memory
  /// if that says `:memory:`, otherwise in `$XDG_DATA_HOME/secretctl/keychain.secretfile`. Without a home, in memory.
  public static var standard: Keychain { Current.standard }

  /// Makes this the keychain of everything that runs in `body`, and in tasks that it starts (detached ones apart).
  /// Tests that run side by side so each have a keychain and a device of their own.
  public func use<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    var result: Result<R, E>?
    Current.$scoped.withValue(self) {
      do throws(E) { result = .success(try body()) } catch { result = .failure(error) }
    }
    // Never reached, whatever the body does: `withValue` calls it once and then returns, or does not return. It has no
    // typed throws, so that the outcome must be carried past it.
    guard let result else { preconditionFailure("withValue has not run its body") }
    return try result.get()
  }

  /// The same for a body that waits.
  public func use<R>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
  ) async rethrows -> R {
    try await Current.$scoped.withValue(self, operation: body)
  }
}

private enum Current {
  @TaskLocal static var scoped: Keychain?
  static let standard: Keychain = KeychainFile.standard.map { .inFile($0.path) } ?? .inMemory()
}
