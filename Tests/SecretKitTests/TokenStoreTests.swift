import Foundation
import SecretKit
import Synchronization
import Testing

/// The session of an app: one read, one refresh, no late answer that does harm.
@Suite struct TokenStoreTests {
  let memory = InMemorySecretStore(service: "app")
  let counting: CountingSecretStore
  let events = Events()

  init() { counting = CountingSecretStore(memory) }

  /// What was logged.
  final class Events: Sendable {
    private let list = Mutex<[TokenEvent]>([])
    var all: [TokenEvent] { list.withLock { $0 } }
    func append(_ event: TokenEvent) { list.withLock { $0.append(event) } }
    var text: String { "\(all)" }
  }

  func tokens(_ refresh: TokenStore<String>.Refresh? = nil) -> TokenStore<String> {
    TokenStore(counting, key: .access, refresh: refresh) { [events] in events.append($0) }
  }

  // MARK: Reading

  @Test func fiftyAskAtOnceAndOneReads() async throws {
    try await memory.set("t1", for: .access)
    let tokens = tokens()
    await withTaskGroup(of: String?.self) { group in
      for _ in 0..<50 { group.addTask { await tokens.token() } }
      for await token in group { #expect(token == "t1") }
    }
    #expect(counting.count(of: .secret) == 1)
    _ = await tokens.token()
    #expect(counting.count(of: .secret) == 1)
  }

  @Test func anAbsentTokenIsReadOnce() async throws {
    let tokens = tokens()
    #expect(await tokens.state == .unknown)
    #expect(await tokens.token() == nil)
    #expect(await tokens.token() == nil)
    #expect(counting.count(of: .secret) == 1)
    #expect(await tokens.state == .signedOut)
    await #expect(throws: TokenError.signedOut) { try await tokens.requireToken() }
  }

  @Test func somebodyElsesChangeIsSeen() async throws {
    try await memory.set("t1", for: .access)
    let tokens = tokens()
    #expect(await tokens.token() == "t1")
    try await memory.set("t2", for: .access)
    #expect(await tokens.token() == "t2")
    try await memory.remove(.access)
    #expect(await tokens.token() == nil)
    #expect(await tokens.state == .signedOut)
    #expect(counting.count(of: .secret) == 3)
  }

  @Test func anotherProcessChangesTheFile() async throws {
    let fixture = try FileFixture()
    defer { fixture.keep() }
    let tokens = TokenStore(fixture.store(), key: .access)
    await tokens.save("t1")
    let other = FileSecretStore(try fixture.reopen(), service: "app")
    #expect(try await other.value(for: .access) == "t1")
    try await other.set("t2", for: .access)
    #expect(await tokens.token() == "t2")
  }

  @Test func anUnreadableStoreIsNoSessionButNotSignedOut() async throws {
    try await memory.set("t1", for: .access)
    memory.device.lock()
    let tokens = tokens()
    #expect(await tokens.token() == nil)
    guard case .unreadable(let error) = await tokens.state else {
      Issue.record("\(await tokens.state)")
      return
    }
    #expect(error.code == .locked)
    await #expect(throws: TokenError.unreadable(error)) { try await tokens.requireToken() }
    memory.device.unlock()
    #expect(await tokens.token() == "t1")
    #expect(await tokens.state == .signedIn)
  }

  @Test func aKnownTokenOutlivesTheLock() async throws {
    try await memory.set("t1", for: .access)
    let tokens = tokens()
    #expect(await tokens.token() == "t1")
    memory.device.lock()
    #expect(await tokens.token() == "t1")
    await tokens.reload()
    #expect(await tokens.token() == "t1")
    #expect(await tokens.state == .signedIn)
  }

  // MARK: Saving and removing

  @Test func aFailedWriteKeepsTheSessionAndSaysSo() async throws {
    try await memory.set("t1", for: .access)
    let tokens = tokens()
    _ = await tokens.token()
    let full = SecretStoreError(.io)
    counting.failNext(.set, with: full)
    #expect(await tokens.save("t2") == .inMemoryOnly(full))
    #expect(await tokens.state == .signedInUnsaved(full))
    #expect(await tokens.token() == "t2")
    await tokens.reload()
    #expect(await tokens.token() == "t2")
    #expect(try await memory.value(for: .access) == "t1")
    #expect(events.all.contains(.notSaved(full)))
    #expect(await tokens.saveAgain() == .saved)
    #expect(await tokens.saveAgain() == nil)
    #expect(try await memory.value(for: .access) == "t2")
    #expect(await tokens.state == .signedIn)
  }

  @Test func savedTokensNeedNoReading() async throws {
    let tokens = tokens()
    #expect(await tokens.save("t1") == .saved)
    #expect(await tokens.token() == "t1")
    #expect(counting.count(of: .secret) == 0)
  }

  @Test func manySavesEndWithTheLast() async throws {
    let tokens = tokens()
    for number in 0..<20 { Task { await tokens.save("t\(number)") } }
    await tokens.save("last")
    for _ in 0..<100 { await Task.yield() }
    let known = await tokens.token()
    // Whatever was saved last is what the store holds, too.
    while counting.count(of: .set) < 21 { await Task.yield() }
    #expect(try await memory.value(for: .access) == (await tokens.token()))
    #expect(known != nil)
  }

  @Test func aFailedRemovalKeepsTheSession() async throws {
    let tokens = tokens()
    await tokens.save("t1")
    counting.failNext(.remove, with: SecretStoreError(.io))
    #expect(await failure { try await tokens.remove() }?.code == .io)
    #expect(await tokens.token() == "t1")
    #expect(try await tokens.remove())
    #expect(await tokens.token() == nil)
    #expect(try await memory.value(for: .access) == nil)
  }

  @Test func aLateAnswerDoesNotRemoveTheNewToken() async throws {
    let tokens = tokens()
    await tokens.save("t1")
    await tokens.save("t2")
    #expect(try await tokens.remove(ifCurrent: "t1") == false)
    #expect(await tokens.token() == "t2")
    #expect(events.all.last == .late)
    #expect(try await tokens.remove(ifCurrent: "t2"))
    #expect(await tokens.token() == nil)
  }

  @Test func aLateAnswerDoesNotRemoveAnotherProcessesToken() async throws {
    let tokens = tokens()
    await tokens.save("t1")
    try await memory.set("t2", for: .access)
    #expect(try await tokens.remove(ifCurrent: "t1") == false)
    #expect(await tokens.token() == "t2")
  }

  // MARK: Refreshing

  @Test func fiftyAreRejectedAndOneRefreshes() async throws {
    let calls = Mutex(0)
    let tokens = tokens { old in
      calls.withLock { $0 += 1 }
      try await Task.sleep(for: .milliseconds(20))
      return old + "+"
    }
    await tokens.save("t1")
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<50 { group.addTask { try await tokens.token(insteadOf: "t1") } }
      for try await token in group { #expect(token == "t1+") }
    }
    #expect(calls.withLock { $0 } == 1)
    #expect(try await memory.value(for: .access) == "t1+")
    // A late one gets what is there.
    #expect(try await tokens.token(insteadOf: "t1") == "t1+")
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func anotherProcessHasRefreshedAlready() async throws {
    let tokens = tokens { _ in
      Issue.record("refreshed for nothing")
      return "x"
    }
    await tokens.save("t1")
    try await memory.set("t2", for: .access)
    #expect(try await tokens.token(insteadOf: "t1") == "t2")
  }

  @Test func theServerEndsTheSession() async throws {
    let tokens = tokens { _ in nil }
    await tokens.save("t1")
    await #expect(throws: TokenError.signedOut) { try await tokens.token(insteadOf: "t1") }
    #expect(await tokens.token() == nil)
    #expect(try await memory.value(for: .access) == nil)
    #expect(events.all.contains(.ended))
  }

  @Test func aFailedRefreshKeepsTheSession() async throws {
    struct Offline: Error {}
    let tokens = tokens { _ in throw Offline() }
    await tokens.save("t1")
    await #expect(throws: Offline.self) { try await tokens.token(insteadOf: "t1") }
    #expect(await tokens.token() == "t1")
    await #expect(throws: Offline.self) { try await tokens.token(insteadOf: "t1") }
    #expect(events.all.count { $0 == .refreshFailed } == 2)
  }

  @Test func signingOutDuringARefreshCounts() async throws {
    let (started, go) = (Gate(), Gate())
    let tokens = tokens { _ in
      await started.open()
      await go.wait()
      return "t2"
    }
    await tokens.save("t1")
    let waiting = Task { try await tokens.token(insteadOf: "t1") }
    await started.wait()
    try await tokens.remove()
    await go.open()
    await #expect(throws: TokenError.signedOut) { try await waiting.value }
    #expect(try await memory.value(for: .access) == nil)
    #expect(await tokens.state == .signedOut)
  }

  @Test func signingInDuringARefreshCounts() async throws {
    let (started, go) = (Gate(), Gate())
    let tokens = tokens { _ in
      await started.open()
      await go.wait()
      return nil
    }
    await tokens.save("t1")
    let waiting = Task { try await tokens.token(insteadOf: "t1") }
    await started.wait()
    await tokens.save("other")
    await go.open()
    #expect(try await waiting.value == "other")
    #expect(try await memory.value(for: .access) == "other")
  }

  @Test func aRemovalWaitsForTheRefresh() async throws {
    let (started, go) = (Gate(), Gate())
    let tokens = tokens { _ in
      await started.open()
      await go.wait()
      return "t2"
    }
    await tokens.save("t1")
    let refreshing = Task { try await tokens.token(insteadOf: "t1") }
    await started.wait()
    let removing = Task { try await tokens.remove(ifCurrent: "t1") }
    await Task.yield()
    await go.open()
    #expect(try await refreshing.value == "t2")
    #expect(try await removing.value == false)
    #expect(try await memory.value(for: .access) == "t2")
  }

  @Test func withoutARefreshThereIsNone() async throws {
    let tokens = tokens()
    await tokens.save("t1")
    await #expect(throws: TokenError.noRefresh) { try await tokens.token(insteadOf: "t1") }
    #expect(await tokens.token() == "t1")
  }

  @Test func theLogNeverSeesTheToken() async throws {
    let tokens = tokens { _ in canary + "2" }
    counting.failNext(.set, with: SecretStoreError(.io))
    await tokens.save(canary)
    _ = try await tokens.token(insteadOf: canary)
    try await tokens.remove()
    #expect(events.all.count >= 4)
    #expect(!events.text.contains(canary))
  }

  @Test func statesAreWatched() async throws {
    let tokens = tokens()
    var seen: [AuthState] = []
    for await state in await tokens.states() {
      seen.append(state)
      if seen.count == 1 { await tokens.save("t1") }
      if seen.count == 2 { try await tokens.remove() }
      if seen.count == 3 { break }
    }
    #expect(seen == [.unknown, .signedIn, .signedOut])
  }
}

/// Waits until it is opened.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func open() {
    isOpen = true
    for one in waiting { one.resume() }
    waiting = []
  }

  func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}
