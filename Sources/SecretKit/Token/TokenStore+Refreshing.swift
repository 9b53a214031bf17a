extension TokenStore {
  /// A token instead of one that the server has rejected.
  ///
  /// If another one is current by now, that is it: somebody was faster, in this process or in another one. Otherwise
  /// the token is refreshed, once, however many ask. If the server says that the session is over, the token is removed
  /// unless it has been replaced meanwhile.
  ///
  /// - Throws: ``TokenError``; what the refresh threw, and then the session goes on.
  public func token(insteadOf rejected: Token) async throws -> Token {
    while true {
      if let running = refreshing {
        let token = try await running.task.value
        if running.old == rejected || token != rejected { return token }
        continue
      }
      // Another process may have refreshed it: the store is asked, not the memory.
      let before = epoch
      memory?.generation = nil
      guard let now = try await current() else { throw TokenError.signedOut }
      if now != rejected {
        log(.late)
        return now
      }
      guard refreshing == nil, epoch == before else { continue }
      guard let refresh else { throw TokenError.noRefresh }
      return try await begin(refresh, rejected).value
    }
  }

  private func begin(_ refresh: @escaping Refresh, _ old: Token) -> Task<Token, any Error> {
    let started = epoch
    let task = Task { () async throws -> Token in
      defer { refreshing = nil }
      let new: Token?
      do {
        new = try await refresh(old)
      } catch {
        log(.refreshFailed)
        throw error
      }
      return try await finish(old, new, startedAt: started)
    }
    refreshing = Refreshing(old: old, task: task)
    return task
  }

  private func finish(_ old: Token, _ new: Token?, startedAt started: Int) async throws -> Token {
    // Signed out or in meanwhile: that counts, not what was asked for before.
    guard epoch == started else {
      log(.late)
      guard let now = try await current() else { throw TokenError.signedOut }
      return now
    }
    guard let new else {
      log(.ended)
      _ = try await removeStored(old)
      guard let now = try await current(), now != old else { throw TokenError.signedOut }
      return now
    }
    log(.refreshed)
    await save(new)
    guard let now = try await current() else { throw TokenError.signedOut }
    return now
  }
}
