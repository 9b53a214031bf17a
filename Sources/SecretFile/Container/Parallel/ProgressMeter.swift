internal import Files

/// Counts what a long operation has done, and tells.
struct ProgressMeter {
  private let handler: ProgressHandler?
  private var state: Progress

  /// A meter for so many items and bytes; without a handler it does nothing.
  init(_ handler: ProgressHandler?, items: Int, bytes: UInt64) {
    self.handler = handler
    state = Progress(itemsDone: 0, itemsTotal: items, bytesDone: 0, bytesTotal: bytes)
  }

  /// So much more is done.
  mutating func advance(items: Int, bytes: UInt64) {
    guard let handler else { return }
    state.itemsDone += items
    state.bytesDone += bytes
    handler(state)
  }
}

/// How many workers a task gets.
enum WorkerCount {
  /// Workers for so many jobs: none for one job, which is quicker done than handed over.
  static func `for`(jobs: Int) -> Int { jobs < 2 ? 0 : min(jobs, WorkerThread.processors) }
}

extension Pipeline where Job == Int {
  /// Runs all jobs and hands each result to `body`, in order.
  mutating func run(
    _ jobs: [Int], _ body: (Int, Output) throws(SecretFileError) -> Void
  ) throws(SecretFileError) {
    var taken = 0
    for job in jobs {
      while isFull, let output = try take() {
        try body(jobs[taken], output)
        taken += 1
      }
      submit(job)
    }
    while let output = try take() {
      try body(jobs[taken], output)
      taken += 1
    }
  }
}
