extension TokenStore {
  /// Begins a session, or goes on with another token. It can be used at once; if it cannot be stored, it goes on in
  /// memory, and the outcome and ``state`` say so.
  @discardableResult
  public func save(_ token: Token) async -> SaveOutcome {
    epoch += 1
    let mine = epoch
    memory = Memory(token: token, isBeingWritten: true)
    let result = await inTurn { [store, key] () async throws(SecretStoreError) -> UInt64? in
      let before = try? await store.generation()
      try await store.set(token, for: key)
      // Only if nothing else has happened is the content known for that generation.
      guard let before, let after = try? await store.generation(), after <= before + 1 else { return nil }
      return after
    }
    switch result {
    case .success(let generation):
      log(.saved)
      if epoch == mine {
        memory = Memory(token: token, generation: generation)
        show(.signedIn)
      }
      return .saved
    case .failure(let error):
      log(.notSaved(error))
      if epoch == mine {
        memory = Memory(token: token, unsaved: error)
        show(.signedInUnsaved(error))
      }
      return .inMemoryOnly(error)
    }
  }

  /// Tries once more to store a session that is in memory only. Nil if there is none such.
  @discardableResult
  public func saveAgain() async -> SaveOutcome? {
    guard let memory, memory.unsaved != nil, let token = memory.token else { return nil }
    return await save(token)
  }

  /// Ends the session: the token is removed from the store. Returns whether there was one.
  /// - Throws: what the store said; then the session goes on.
  @discardableResult
  public func remove() async throws(SecretStoreError) -> Bool {
    epoch += 1
    let mine = epoch
    let result = await inTurn { [store, key] () async throws(SecretStoreError) in try await store.remove(key)
    }
    switch result {
    case .success(let wasThere):
      log(.removed)
      if epoch == mine { forget() }
      return wasThere
    case .failure(let error):
      log(.notRemoved(error))
      throw error
    }
  }

  /// Ends the session if this still is its token: a late answer about an old token does not remove the new one, and
  /// neither does it if another process has stored one. A refresh of the token that is under way is waited for.
  /// Returns whether the session was ended.
  /// - Throws: what the store said; then the session goes on.
  @discardableResult
  public func remove(ifCurrent rejected: Token) async throws(SecretStoreError) -> Bool {
    if let refreshing { _ = try? await refreshing.task.value }
    return try await removeStored(rejected)
  }

  func removeStored(_ rejected: Token) async throws(SecretStoreError) -> Bool {
    let now: Token?
    do throws(TokenError) { now = try await current() } catch {
      if case .unreadable(let why) = error { throw why }
      now = nil
    }
    guard now == rejected else {
      log(.late)
      return false
    }
    epoch += 1
    let mine = epoch
    let wasUnsaved = memory?.unsaved != nil
    let result = await inTurn { [store, key] () async throws(SecretStoreError) in
      try await store.remove(key, ifEqualTo: rejected)
    }
    switch result {
    case .success(let wasRemoved):
      log(wasRemoved || wasUnsaved ? .removed : .late)
      if epoch == mine {
        if wasRemoved { forget() } else { await look() }
      }
      return wasRemoved || wasUnsaved
    case .failure(let error):
      log(.notRemoved(error))
      throw error
    }
  }

  /// There is no session any more. Somebody else may begin one at any time, so the store is asked again.
  private func forget() {
    memory = nil
    show(.signedOut)
  }

  /// Finds out what the store holds instead.
  private func look() async {
    memory = nil
    _ = try? await current()
  }

  /// Changes the store after all changes that were asked for before.
  private func inTurn<R: Sendable>(
    _ body: @escaping @Sendable () async throws(SecretStoreError) -> R
  ) async -> Result<R, SecretStoreError> {
    let previous = lastWrite
    let task = Task { () -> Result<R, SecretStoreError> in
      await previous?.value
      do throws(SecretStoreError) { return .success(try await body()) } catch { return .failure(error) }
    }
    lastWrite = Task { _ = await task.value }
    return await task.value
  }
}
