/// The session of an app: reads its token once, keeps it in memory, refreshes it once however many ask, and says so
/// when it could not be stored.
///
/// ```swift
/// let tokens = TokenStore(store, key: .session) { old in
///   try await api.refresh(old)  // nil: the server says that the session is over
/// }
/// var session = try await tokens.requireToken()
/// if status == 401 { session = try await tokens.token(insteadOf: session) }
/// ```
///
/// What is kept in memory is bound to the store's ``SecretStore/generation()``: when somebody else has changed the
/// store, the token is read again. A store that cannot be read reads as no session, and ``state`` says why; what was
/// known before stays known.
public actor TokenStore<Token: SecretValue & Equatable> {
  /// Gets a new token for an old one. Nil means that the server has ended the session; an error, that it could not be
  /// asked, and the session goes on.
  public typealias Refresh = @Sendable (Token) async throws -> Token?

  /// What is known about the session.
  struct Memory {
    var token: Token?
    /// The generation it was read or written at; nil makes the next look read again.
    var generation: UInt64?
    /// Why it is in memory only.
    var unsaved: SecretStoreError?
    var isBeingWritten = false

    /// Whether it is ahead of the store.
    var isAhead: Bool { unsaved != nil || isBeingWritten }
  }

  struct Loading {
    let number: Int
    let epoch: Int
    let task: Task<Result<Memory, SecretStoreError>, Never>
  }

  struct Refreshing {
    let old: Token
    let task: Task<Token, any Error>
  }

  let store: any SecretStore
  let key: SecretKey<Token>
  let refresh: Refresh?
  let log: @Sendable (TokenEvent) -> Void

  var memory: Memory?
  /// One more whenever the session is changed through this actor: what began before must not undo it.
  var epoch = 0
  var refreshing: Refreshing?
  var lastWrite: Task<Void, Never>?
  private var loading: Loading?
  private var loadings = 0
  private var watchers: [Int: AsyncStream<AuthState>.Continuation] = [:]
  private var watchersSoFar = 0

  /// Whether there is a session, as far as anybody has looked.
  public private(set) var state = AuthState.unknown

  /// The session under a key of a store.
  ///
  /// - Parameters:
  ///   - store: Where the token is kept.
  ///   - key: Its key.
  ///   - refresh: Gets a new token for an old one.
  ///   - log: Told what happens; never told a token.
  public init(
    _ store: any SecretStore, key: SecretKey<Token>, refresh: Refresh? = nil,
    log: @escaping @Sendable (TokenEvent) -> Void = { _ in }
  ) {
    self.store = store
    self.key = key
    self.log = log
    self.refresh = refresh
  }

  deinit { for watcher in watchers.values { watcher.finish() } }

  // MARK: Reading

  /// The token; nil if there is no session, or if the store cannot be read now, which ``state`` tells apart.
  public func token() async -> Token? { try? await current() }

  /// The token.
  /// - Throws: `signedOut`, or `unreadable` if that is not certain.
  public func requireToken() async throws(TokenError) -> Token {
    guard let token = try await current() else { throw .signedOut }
    return token
  }

  /// Reads the store anew. A session that is in memory only stays.
  public func reload() async {
    memory?.generation = nil
    _ = try? await current()
  }

  /// The token that counts now, read if need be; however many ask at once, it is read once.
  func current() async throws(TokenError) -> Token? {
    while true {
      if let known = memory {
        let before = epoch
        let isFresh = await isFresh(known)
        // Changed through this actor meanwhile: look again.
        guard epoch == before else { continue }
        if isFresh { return known.token }
      }
      let running = load()
      let result = await running.task.value
      guard epoch == running.epoch else { continue }
      if loading?.number == running.number {
        loading = nil
        adopt(result)
      }
      switch result {
      case .success(let read): return read.token
      case .failure(let error):
        if let memory { return memory.token }
        throw .unreadable(error)
      }
    }
  }

  /// Whether what is in memory still is what the store holds, as far as that can be told.
  private func isFresh(_ known: Memory) async -> Bool {
    if known.isAhead { return true }
    guard let generation = known.generation else { return false }
    // A store that cannot be looked at now says nothing against what is known.
    guard let now = try? await store.generation() else { return true }
    return now == generation
  }

  private func load() -> Loading {
    if let loading, loading.epoch == epoch { return loading }
    let task = Task { [store, key] () -> Result<Memory, SecretStoreError> in
      do throws(SecretStoreError) {
        // Before the value: a change in between makes it look old, never new.
        let generation = try await store.generation()
        return .success(Memory(token: try await store.value(for: key), generation: generation))
      } catch {
        return .failure(error)
      }
    }
    loadings += 1
    let started = Loading(number: loadings, epoch: epoch, task: task)
    loading = started
    return started
  }

  private func adopt(_ result: Result<Memory, SecretStoreError>) {
    switch result {
    case .success(let read):
      memory = read
      log(.read(isSignedIn: read.token != nil))
      show(read.token == nil ? .signedOut : .signedIn)
    case .failure(let error):
      log(.unreadable(error))
      if memory == nil { show(.unreadable(error)) }
    }
  }

  // MARK: Watching

  /// The states from now on, the present one first; only the newest is kept for a watcher that is slow.
  public func states() -> AsyncStream<AuthState> {
    let (stream, watcher) = AsyncStream.makeStream(of: AuthState.self, bufferingPolicy: .bufferingNewest(1))
    watchersSoFar += 1
    let number = watchersSoFar
    watchers[number] = watcher
    watcher.onTermination = { [weak self] _ in
      Task { [weak self] in await self?.forget(watcher: number) }
    }
    watcher.yield(state)
    return stream
  }

  private func forget(watcher number: Int) { watchers[number] = nil }

  /// Goes over into a state and tells those who watch.
  func show(_ new: AuthState) {
    guard new != state else { return }
    state = new
    for watcher in watchers.values { watcher.yield(new) }
  }
}
