import Migration
import SecretFile

/// Looks at names on every processor and hands the answers back in the order of the names.
///
/// Names travel in chunks, so that threads meet rarely; so many chunks are on the way at most, so that a folder of any
/// size takes little memory.
struct ScanPool: ~Copyable {
  /// Names of one chunk.
  private static let chunk = 32
  /// Chunks on the way for each thread.
  private static let depth = 8

  private struct Job: Sendable {
    let number: Int
    let entries: [(entry: WalkEntry, isNamed: Bool)]
  }

  private struct State: Sendable {
    /// Chunks nobody has taken yet, the next one last.
    var waiting: [Job] = []
    var done: [Int: [ScannedFile]] = [:]
    var isClosed = false
  }

  /// How many names were looked at, and what there is to say about them.
  typealias Answer = (looked: Int, files: [ScannedFile])

  private let work: ScanWork
  private let state = Monitor(State())
  private var threads: [WorkerThread] = []
  private let wanted: Int
  private var gathered: [(entry: WalkEntry, isNamed: Bool)] = []
  private var sizes: [Int: Int] = [:]
  private var given = 0
  private var taken = 0

  init(_ work: ScanWork) {
    self.work = work
    wanted = WorkerThread.processors
  }

  deinit {
    state.withLock { $0.isClosed = true }
    for thread in threads { thread.join() }
  }

  /// Takes one name; returns the answers that are ready, in order.
  mutating func give(_ entry: WalkEntry, isNamed: Bool) -> [Answer] {
    gathered.append((entry, isNamed))
    guard gathered.count >= Self.chunk else { return [] }
    send()
    return ready(leaving: wanted * Self.depth)
  }

  /// The answers that are still due.
  mutating func finish() -> [Answer] {
    // What fits in one chunk is not worth a thread, unless files were named that may be large.
    if threads.isEmpty, given == 0, gathered.count <= 1 || wanted == 1 {
      defer { gathered = [] }
      return [(gathered.count, look(gathered))]
    }
    if given == 0 {
      let all = gathered
      for entry in all {
        gathered = [entry]
        send()
      }
    } else if !gathered.isEmpty {
      send()
    }
    return ready(leaving: 0)
  }

  private func look(_ entries: [(entry: WalkEntry, isNamed: Bool)]) -> [ScannedFile] {
    Self.look(entries, work, NameCache())
  }

  private static func look(
    _ entries: [(entry: WalkEntry, isNamed: Bool)], _ work: ScanWork, _ names: NameCache
  ) -> [ScannedFile] {
    entries.compactMap { work.look(at: $0.entry, isNamed: $0.isNamed, names) }
  }

  // MARK: Threads

  private mutating func send() {
    let job = Job(number: given, entries: gathered)
    sizes[given] = gathered.count
    gathered = []
    given += 1
    start()
    guard !threads.isEmpty else {
      let files = look(job.entries)
      state.withLock { $0.done[job.number] = files }
      return
    }
    state.withLock { $0.waiting.insert(job, at: 0) }
  }

  /// One thread more, as long as there are fewer than processors.
  private mutating func start() {
    guard threads.count < wanted, given > threads.count else { return }
    let (state, work) = (state, work)
    let thread = WorkerThread {
      let names = NameCache()
      while true {
        let job = state.wait(until: { $0.isClosed || !$0.waiting.isEmpty }, then: { $0.waiting.popLast() })
        guard let job else { return }
        let files = Self.look(job.entries, work, names)
        state.withLock { $0.done[job.number] = files }
      }
    }
    if let thread { threads.append(thread) }
  }

  /// The next answers that are ready; waits until so few chunks are on the way.
  private mutating func ready(leaving most: Int) -> [Answer] {
    var answers: [Answer] = []
    while taken < given {
      let number = taken
      let mustWait = given - taken > most
      let files =
        mustWait
        ? state.wait(until: { $0.done[number] != nil }, then: { $0.done.removeValue(forKey: number) })
        : state.withLock { $0.done.removeValue(forKey: number) }
      guard let files else { break }
      answers.append((sizes.removeValue(forKey: number) ?? 0, files))
      taken += 1
    }
    return answers
  }
}
