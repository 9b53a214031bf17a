internal import CSystem

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A value shared by threads: one of them has it at a time, the others may wait until it has changed.
///
/// What the standard library's `Mutex` cannot do is the waiting; where nobody waits, use that.
@safe
package final class Monitor<Value: ~Copyable & Sendable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value

  /// A monitor that guards `value`.
  package init(_ value: consuming Value) {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe condition = .allocate(capacity: 1)
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe pthread_cond_init(condition, nil)
    self.value = value
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe condition.deallocate()
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Lends the value to `body` alone; afterwards those who wait look at it again.
  package func withLock<R: ~Copyable, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
    unsafe pthread_mutex_lock(mutex)
    defer {
      unsafe pthread_cond_broadcast(condition)
      unsafe pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Waits until `isReady`, then lends the value to `body` alone; afterwards those who wait look at it again.
  package func wait<R: ~Copyable, E: Error>(
    until isReady: (borrowing Value) -> Bool, then body: (inout Value) throws(E) -> R
  ) throws(E) -> R {
    unsafe pthread_mutex_lock(mutex)
    defer {
      unsafe pthread_cond_broadcast(condition)
      unsafe pthread_mutex_unlock(mutex)
    }
    while !isReady(value) {
      csystem_forget_registers()
      unsafe pthread_cond_wait(condition, mutex)
    }
    return try body(&value)
  }
}
