internal import Dispatch

/// Runs what may block (a disk, a lock, a prompt) on a thread that may be blocked, never on the caller's actor. It stays
/// the caller's task: its priority, its cancellation and its task-local values go along.
func offload<R: Sendable>(
  _ body: @escaping @Sendable () throws(SecretStoreError) -> R
) async throws(SecretStoreError) -> R {
  let result = await withTaskExecutorPreference(BlockingExecutor.shared) {
    await run(body)
  }
  return try result.get()
}

/// Being asynchronous and no actor's, it runs on the executor that is preferred.
@concurrent private func run<R: Sendable>(
  _ body: @Sendable () throws(SecretStoreError) -> R
) async -> Result<R, SecretStoreError> {
  do throws(SecretStoreError) { return .success(try body()) } catch { return .failure(error) }
}

/// Runs jobs on threads of Dispatch, which makes more of them when some are blocked.
private final class BlockingExecutor: TaskExecutor {
  static let shared = BlockingExecutor()

  private let queue = DispatchQueue(label: "SecretKit", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The executor is never freed, so an unowned reference to it is good for ever.
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
