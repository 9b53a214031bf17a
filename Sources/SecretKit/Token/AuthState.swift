/// Whether there is a session, and what stands in the way of knowing.
public enum AuthState: Sendable, Hashable {
  /// Nobody has looked yet.
  case unknown
  /// There is no session, for certain.
  case signedOut
  /// There is a session, and it is stored.
  case signedIn
  /// There is a session, in memory only: storing it failed, so it ends with the program.
  case signedInUnsaved(SecretStoreError)
  /// The store cannot be read now. There may well be a session; until it can be read, there is none to use.
  case unreadable(SecretStoreError)

  /// Whether there is a session to use.
  public var isSignedIn: Bool {
    switch self {
    case .signedIn, .signedInUnsaved: true
    case .unknown, .signedOut, .unreadable: false
    }
  }
}

/// What became of a session that was to be stored.
public enum SaveOutcome: Sendable, Hashable {
  /// It is stored.
  case saved
  /// It is used, but only in memory: storing it failed.
  case inMemoryOnly(SecretStoreError)
}

/// Something that happened in a ``TokenStore``, for a log. It has no room for a token.
public enum TokenEvent: Sendable, Hashable {
  /// The session was read; whether there is one.
  case read(isSignedIn: Bool)
  /// The store could not be read; the program goes on without a session.
  case unreadable(SecretStoreError)
  /// The session was stored.
  case saved
  /// The session could not be stored; the program goes on with it in memory.
  case notSaved(SecretStoreError)
  /// The session was removed.
  case removed
  /// The session could not be removed; it goes on.
  case notRemoved(SecretStoreError)
  /// A refresh gave a new token.
  case refreshed
  /// A refresh said that the session is over.
  case ended
  /// A refresh failed; the session goes on.
  case refreshFailed
  /// An answer about a token that is not current any more was ignored.
  case late
}

/// Why there is no token.
public enum TokenError: Error, Sendable, Hashable {
  /// There is no session, or it has ended.
  case signedOut
  /// There may be a session; the store cannot be read now.
  case unreadable(SecretStoreError)
  /// No way to refresh was given to the store of tokens.
  case noRefresh
}
