internal import Files

/// Jobs worked on by several threads, whose results come back in the order of the jobs.
///
/// One thread owns the pipeline: it submits jobs and takes results; the ring between bounds how much is in
/// flight. Every worker has scratch memory of its own for its whole life. Without workers (one processor, one
/// job) the owner does the work itself, in `submit`.
struct Pipeline<Job: Sendable, Output: Sendable>: ~Copyable {
  typealias Work = @Sendable (Job, inout Scratch) throws(SecretFileError) -> Output

  private let work: Work
  private let monitor: Monitor<Ring<Job, Output>>
  private let threads: [WorkerThread]
  private var ownScratch: Scratch?

  /// A pipeline with so many worker threads.
  init(workers: Int, _ work: @escaping Work) {
    let monitor = Monitor(Ring<Job, Output>(depth: max(1, workers * 2)))
    var threads: [WorkerThread] = []
    for _ in 0..<workers {
      guard let thread = WorkerThread({ Self.run(monitor, work) }) else { break }
      threads.append(thread)
    }
    self.work = work
    self.monitor = monitor
    self.threads = threads
    ownScratch = threads.isEmpty ? Scratch() : nil
  }

  deinit {
    monitor.withLock { $0.close() }
    for thread in threads { thread.join() }
  }

  /// Whether a result must be taken before the next job can be submitted.
  var isFull: Bool { monitor.withLock { $0.isFull } }

  /// Hands a job over. The ring must not be full.
  mutating func submit(_ job: Job) {
    guard threads.isEmpty else {
      monitor.withLock { $0.submit(job) }
      return
    }
    var scratch = ownScratch.take() ?? Scratch()
    let result = Self.attempt(work, job, &scratch)
    ownScratch = consume scratch
    monitor.withLock { $0.append(result) }
  }

  /// The result of the oldest job that was not taken yet, once it is there; nil if there is none.
  /// - Throws: what the job threw.
  mutating func take() throws(SecretFileError) -> Output? {
    let result = monitor.wait(until: { $0.canTake }, then: { $0.take() })
    guard let result else { return nil }
    return try result.get()
  }

  private static func run(_ monitor: Monitor<Ring<Job, Output>>, _ work: Work) {
    var scratch = Scratch()
    while let (index, job) = monitor.wait(until: { $0.canClaim }, then: { $0.claim() }) {
      let result = attempt(work, job, &scratch)
      monitor.withLock { $0.finish(index, result) }
    }
  }

  private static func attempt(
    _ work: Work, _ job: Job, _ scratch: inout Scratch
  ) -> Result<Output, SecretFileError> {
    do throws(SecretFileError) {
      return .success(try work(job, &scratch))
    } catch {
      return .failure(error)
    }
  }
}

/// What is in flight in a pipeline.
private struct Ring<Job: Sendable, Output: Sendable>: Sendable {
  private enum Place: Sendable {
    case empty
    case waiting(Job)
    case running
    case done(Result<Output, SecretFileError>)
  }

  private var places: [Place]
  private var submitted = 0
  private var claimed = 0
  private var taken = 0
  private var isClosed = false

  init(depth: Int) { places = Array(repeating: .empty, count: depth) }

  var isFull: Bool { submitted - taken == places.count }
  var canClaim: Bool { claimed < submitted || isClosed }

  var canTake: Bool {
    if taken == submitted { return true }
    if case .done = places[taken % places.count] { return true }
    return false
  }

  mutating func submit(_ job: Job) {
    places[submitted % places.count] = .waiting(job)
    submitted += 1
  }

  mutating func append(_ result: Result<Output, SecretFileError>) {
    places[submitted % places.count] = .done(result)
    submitted += 1
    claimed += 1
  }

  mutating func claim() -> (Int, Job)? {
    if isClosed || claimed == submitted { return nil }
    let index = claimed % places.count
    guard case .waiting(let job) = places[index] else { return nil }
    places[index] = .running
    claimed += 1
    return (index, job)
  }

  mutating func finish(_ index: Int, _ result: Result<Output, SecretFileError>) {
    places[index] = .done(result)
  }

  mutating func take() -> Result<Output, SecretFileError>? {
    if taken == submitted { return nil }
    let index = taken % places.count
    guard case .done(let result) = places[index] else { return nil }
    places[index] = .empty
    taken += 1
    return result
  }

  mutating func close() { isClosed = true }
}
