import Observation
import SecretKit
import Synchronization
import Testing

/// What views see of the session.
@MainActor @Suite struct TokenManagerTests {
  let store = InMemorySecretStore(service: "app")

  @Test func viewsAreToldOfChanges() async throws {
    let manager = TokenManager(TokenStore(store, key: .access))
    #expect(manager.state == .unknown && !manager.isSignedIn)
    await manager.load()
    #expect(manager.state == .signedOut)
    let told = Mutex(false)
    withObservationTracking {
      _ = manager.isSignedIn
    } onChange: {
      told.withLock { $0 = true }
    }
    #expect(await manager.signIn("t1") == .saved)
    #expect(told.withLock { $0 })
    #expect(manager.isSignedIn)
    try await manager.signOut()
    #expect(manager.state == .signedOut)
  }

  @Test func itFollowsWhatOthersDo() async throws {
    let tokens = TokenStore(store, key: .access)
    let manager = TokenManager(tokens)
    await tokens.save("t1")
    while manager.state != .signedIn { await Task.yield() }
    try await store.remove(.access)
    _ = await tokens.token()
    while manager.state != .signedOut { await Task.yield() }
  }

  @Test func aSessionInMemoryOnlyIsSaid() async throws {
    let counting = CountingSecretStore(store)
    let manager = TokenManager(TokenStore(counting, key: .access))
    counting.failNext(.set, with: SecretStoreError(.io))
    #expect(await manager.signIn("t1") == .inMemoryOnly(SecretStoreError(.io)))
    #expect(manager.state == .signedInUnsaved(SecretStoreError(.io)) && manager.isSignedIn)
  }

  @Test func nothingKeepsItAlive() async throws {
    var manager: TokenManager? = TokenManager(TokenStore(store, key: .access))
    weak let gone = manager
    await manager?.load()
    manager = nil
    while gone != nil { await Task.yield() }
  }
}
