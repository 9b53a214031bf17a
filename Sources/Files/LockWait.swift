internal import CSystem

/// How long a writer waits for another one.
package enum LockWait: Sendable, Hashable {
  /// Not at all: `busy` at once.
  case fail
  /// At most this many seconds, then `busy`.
  case wait(seconds: UInt32)
}

/// Waits between attempts, longer each time, up to the limit of a ``LockWait``. The pauses vary at random, so that
/// several waiting writers do not come back in step.
struct Patience {
  private let deadline: Int64?
  private var pause: Int64 = 500_000

  init(_ wait: LockWait) {
    switch wait {
    case .fail: deadline = nil
    case .wait(let seconds): deadline = csystem_monotonic() + Int64(seconds) * 1_000_000_000
    }
  }

  /// Pauses and returns true, or returns false if the time is over.
  mutating func waitForNextAttempt() -> Bool {
    guard let deadline else { return false }
    let left = deadline - csystem_monotonic()
    guard left > 0 else { return false }
    csystem_forget_registers()
    csystem_pause(min(left, Int64.random(in: pause / 2...pause)))
    pause = min(pause * 2, 20_000_000)
    return true
  }
}

extension Descriptor {
  /// Takes the exclusive lock without waiting; false if another holds it.
  func tryLock(_ path: Path) throws(FileError) -> Bool {
    let result = csystem_try_lock(number)
    guard result < 0 else { return true }
    let error = FileError(result: Int(result), path, "lock", .locking)
    guard error.kind == .busy else { throw error }
    return false
  }

  func unlock() { csystem_unlock(number) }
}
