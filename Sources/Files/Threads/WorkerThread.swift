internal import CSystem

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A thread that runs one function and ends. It takes no signals: those belong to the thread that started the
/// program.
@safe
package final class WorkerThread: @unchecked Sendable {
  private let thread: pthread_t

  /// The number of processors that this process may use, at least 1.
  package static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Starts `body` on a thread of its own; nil if the system has no thread to give. Every thread must be joined.
  package init?(_ body: @escaping @Sendable () -> Void) {
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let task = unsafe Unmanaged.passRetained(ThreadBody(body))
    #if canImport(Darwin)
      var started: pthread_t?
      let status = unsafe pthread_create(
        &started, nil,
        { argument in
          unsafe run(argument)
          return nil
        }, task.toOpaque())
      guard status == 0, let thread = unsafe started else {
        unsafe task.release()
        return nil
      }
      unsafe self.thread = thread
    #else
      var started = pthread_t()
      let status = unsafe pthread_create(
        &started, nil,
        { argument in
          if let argument = unsafe argument { unsafe run(argument) }
          return nil
        }, task.toOpaque())
      guard status == 0 else {
        unsafe task.release()
        return nil
      }
      thread = started
    #endif
  }

  /// Waits until the function has returned. To be called once.
  package func join() {
    csystem_forget_registers()
    #if canImport(Darwin)
      unsafe pthread_join(thread, nil)
    #else
      pthread_join(thread, nil)
    #endif
  }
}

private final class ThreadBody: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func run(_ argument: UnsafeMutableRawPointer) {
  unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body()
}
