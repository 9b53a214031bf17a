public import Observation

/// The session for views: an observable object on the main actor that follows a ``TokenStore``.
///
/// ```swift
/// struct RootView: View {
///   let session: TokenManager<Session>
///   var body: some View {
///     if session.isSignedIn { HomeView() } else { SignInView(session: session) }
///   }
/// }
/// ```
@MainActor @Observable
public final class TokenManager<Token: SecretValue & Equatable> {
  /// Whether there is a session, as far as is known.
  public private(set) var state = AuthState.unknown

  /// Whether there is a session to use.
  public var isSignedIn: Bool { state.isSignedIn }

  /// The store of the token, for what is not a view's business.
  public nonisolated let tokens: TokenStore<Token>

  @ObservationIgnored private var watching: Task<Void, Never>?

  /// Follows a store of tokens from now on. Nothing is read before ``load()``.
  public init(_ tokens: TokenStore<Token>) {
    self.tokens = tokens
    watching = Task { [weak self] in
      for await state in await tokens.states() {
        guard let self else { return }
        self.follow(state)
      }
    }
  }

  deinit { watching?.cancel() }

  /// Reads the session if nobody has yet, and waits for it.
  public func load() async {
    _ = await tokens.token()
    state = await tokens.state
  }

  /// Begins a session. If it cannot be stored, it goes on in memory; the outcome and ``state`` say so.
  @discardableResult
  public func signIn(_ token: Token) async -> SaveOutcome {
    let outcome = await tokens.save(token)
    state = await tokens.state
    return outcome
  }

  /// Ends the session.
  /// - Throws: what the store said; then the session goes on.
  public func signOut() async throws(SecretStoreError) {
    try await tokens.remove()
    state = await tokens.state
  }

  private func follow(_ new: AuthState) {
    if new != state { state = new }
  }
}
