import SecretFile
import Synchronization

/// The renewal of many values: each is proposed, stored as pending, activated, checked and promoted.
///
/// At every instant both values that the server may have are on disk: the pending one is durable before any command
/// hears of it, and the value that it takes the place of stays as the previous one. A renewal that was interrupted is
/// found by its pending value and goes on with that one. Items go through the steps in groups, so that a group takes
/// two commits, not each item.
struct Renewal {
  let container: Container
  let options: RenewOptions
  let commit: CommitOptions
  let now: Int64

  /// What became of an item.
  enum Action: String, Sendable {
    /// It has a new value.
    case renewed
    /// A renewal that was begun earlier is finished.
    case finished
    /// It has the value that it had before.
    case rolledBack
    /// A pending value was given up; it stays as the previous one.
    case givenUp
    case failed
    /// There is nothing to do.
    case skipped
  }

  /// One item on its way.
  struct Job: Sendable {
    let item: Item
    let password: SecretBuffer?
    var action: Action = .renewed
    /// The value that it has.
    var current: SecretBuffer?
    /// The value that it is to have.
    var next: SecretBuffer?
    /// Whether the next value was stored as pending before this run.
    var isResumed = false
    var failure: RenewCommand.Failure?

    init(_ item: Item, _ password: SecretBuffer?) {
      self.item = item
      self.password = password
    }

    var isAlive: Bool { failure == nil && action != .skipped }

    mutating func fail(_ step: String, _ message: String) {
      action = .failed
      failure = RenewCommand.Failure(step: step, message: message)
    }
  }

  // MARK: A group

  /// Takes a group of items through all steps.
  /// - Throws: what stops everything: damage, a full disk, another writer that does not let go.
  func run(_ group: [Job]) throws(SecretFileError) -> [Job] {
    var jobs = group
    for index in jobs.indices { try look(&jobs[index]) }
    jobs = inParallel(jobs) { (job) throws(RenewCommand.Failure) in try propose(&job) }
    try store(&jobs)
    jobs = inParallel(jobs) { (job) throws(RenewCommand.Failure) in try activate(job) }
    try promote(&jobs)
    return jobs
  }

  /// What the item has, and where a renewal that was begun stands.
  private func look(_ job: inout Job) throws(SecretFileError) {
    do throws(SecretFileError) {
      job.current = SecretBuffer(try container.secret(of: job.item, password: job.password))
      let pending = try companion(.pending, job)
      guard options.isRollback else {
        if let pending {
          (job.next, job.isResumed, job.action) = (pending, true, .finished)
        } else if options.source == nil {
          job.action = .skipped
        } else if !options.reachesTheServer, !options.dropsPrevious, try companion(.previous, job) != nil {
          // Of a renewal that no server heard of, the previous value is the one that works.
          job.fail(
            "propose",
            "the value before the last renewal would go, and no command says that the server has the one since: "
              + "--activate or --check, or --drop-previous")
        }
        return
      }
      let previous = try companion(.previous, job)
      if let pending, let previous, Self.equal(pending, previous) {
        (job.next, job.isResumed, job.action) = (pending, true, .rolledBack)
      } else if let pending {
        (job.next, job.action) = (pending, .givenUp)
      } else if let previous {
        (job.next, job.action) = (previous, .rolledBack)
      } else {
        job.action = .skipped
      }
    } catch {
      guard Self.concernsTheItem(error.code) else { throw error }
      job.fail("read", error.message)
    }
  }

  private func companion(_ kind: CompanionKind, _ job: Job) throws(SecretFileError) -> SecretBuffer? {
    let secret = try container.companion(kind, of: job.item, password: job.password)
    guard let secret else { return nil }
    return SecretBuffer(secret)
  }

  // MARK: The steps

  private func propose(_ job: inout Job) throws(RenewCommand.Failure) {
    guard job.next == nil, let current = job.current else { return }
    switch options.source {
    case .command(let line, let isRaw):
      let command = RenewCommand(step: .propose, line: line, timeout: options.timeout)
      let printed = try command.run(job.item, current, [])
      let next = isRaw ? printed : SecretInput.withoutNewline(printed)
      if next.count == 0 {
        throw RenewCommand.Failure(step: "propose", message: "the command printed nothing")
      }
      guard next.count <= SecretInput.longestSecret else {
        throw RenewCommand.Failure(step: "propose", message: "it printed more than a secret may have")
      }
      if Self.equal(next, current) {
        throw RenewCommand.Failure(step: "propose", message: "the command printed the old value")
      }
      job.next = next
    case .generator(let generator): job.next = generator.make()
    case .previous, nil: break
    }
  }

  /// Makes the new values durable, as pending, before any server hears of them.
  private func store(_ jobs: inout [Job]) throws(SecretFileError) {
    try inOneChange(&jobs, "store") { (job) in
      job.isAlive && !job.isResumed && job.action != .givenUp
    } change: { (transaction, job) throws(SecretFileError) in
      guard let next = job.next, let current = job.current else { return }
      try transaction.propose(
        next, for: job.item, replacing: current, contentType: Self.contentType(next), password: job.password)
    }
  }

  private func activate(_ job: Job) throws(RenewCommand.Failure) {
    // One that is given up: the server is told the value that the item has.
    guard let value = job.action == .givenUp ? job.current : job.next else { return }
    let values = [job.current, job.next].compactMap(\.self)
    let check = options.check.map { RenewCommand(step: .check, line: $0, timeout: options.timeout) }
    // Perhaps only the promotion is missing.
    if job.isResumed, let check, (try? check.run(job.item, value, values)) != nil { return }
    if let line = options.activate {
      _ = try RenewCommand(step: .activate, line: line, timeout: options.timeout)
        .run(job.item, value, values)
    }
    if let check { _ = try check.run(job.item, value, values) }
  }

  private func promote(_ jobs: inout [Job]) throws(SecretFileError) {
    try inOneChange(&jobs, "promote", where: \.isAlive) { (transaction, job) throws(SecretFileError) in
      guard let next = job.next, let current = job.current else { return }
      let type = Self.contentType(next)
      if job.action == .givenUp {
        try transaction.giveUpPending(job.item, next, contentType: type, password: job.password)
        return
      }
      try transaction.promote(
        job.item, next, replacing: current, contentType: type, password: job.password
      ) { attributes in
        attributes.rotated = now
        if let expires = options.expires {
          attributes.expires = expires
        } else if let old = attributes.expires, old <= now {
          // It was the old value's.
          attributes.expires = nil
        }
      }
    }
  }

  // MARK: Commits

  /// One commit for all jobs that `isMeant` chooses. What concerns one item alone fails that item alone.
  private func inOneChange(
    _ jobs: inout [Job], _ step: String, where isMeant: (Job) -> Bool,
    change: (inout Transaction, Job) throws(SecretFileError) -> Void
  ) throws(SecretFileError) {
    let meant = jobs.indices.filter { isMeant(jobs[$0]) }
    if meant.isEmpty { return }
    let all = jobs
    let failures = try container.update(commit) { (transaction) throws(SecretFileError) -> [(Int, String)] in
      var failures: [(Int, String)] = []
      for index in meant {
        do throws(SecretFileError) {
          try change(&transaction, all[index])
        } catch {
          guard Self.concernsTheItem(error.code) else { throw error }
          failures.append((index, error.message))
        }
      }
      return failures
    }
    for (index, message) in failures { jobs[index].fail(step, message) }
  }

  /// Whether an error says something about one item, and nothing about the container.
  private static func concernsTheItem(_ code: SecretFileError.Code) -> Bool {
    switch code {
    case .notFound, .conflict, .device, .presence, .passcode, .locked, .applicationPassword, .invalidated,
      .version,
      .tooLarge, .kdfCost:
      true
    default: false
    }
  }

  // MARK: Threads

  /// Runs a step for every job that is alive, so many at once as the options say.
  private func inParallel(
    _ jobs: [Job], _ step: @escaping @Sendable (inout Job) throws(RenewCommand.Failure) -> Void
  ) -> [Job] {
    let work = SharedJobs(jobs)
    let body: @Sendable () -> Void = {
      while let (index, next) = work.claim() {
        var job = next
        if job.isAlive {
          do throws(RenewCommand.Failure) { try step(&job) } catch { job.fail(error.step, error.message) }
        }
        work.finish(index, job)
      }
    }
    let workers = min(options.jobs, jobs.count)
    let threads = workers < 2 ? [] : (0..<workers).compactMap { _ in WorkerThread(body) }
    if threads.isEmpty { body() }
    for thread in threads { thread.join() }
    return work.all
  }

  // MARK: Values

  private static func equal(_ a: SecretBuffer, _ b: SecretBuffer) -> Bool {
    a.withBytes { a in b.withBytes { constantTimeEqual(a, $0) } }
  }

  private static func contentType(_ value: SecretBuffer) -> ContentType {
    value.withBytes { UTF8Check.isValid($0) } ? .text : .bytes
  }
}

/// Jobs that several threads take one after the other.
private final class SharedJobs: Sendable {
  private let state: Mutex<(jobs: [Renewal.Job], next: Int)>

  init(_ jobs: [Renewal.Job]) { state = Mutex((jobs, 0)) }

  func claim() -> (Int, Renewal.Job)? {
    state.withLock { state in
      guard state.next < state.jobs.count else { return nil }
      state.next += 1
      return (state.next - 1, state.jobs[state.next - 1])
    }
  }

  func finish(_ index: Int, _ job: Renewal.Job) { state.withLock { $0.jobs[index] = job } }

  var all: [Renewal.Job] { state.withLock { $0.jobs } }
}
