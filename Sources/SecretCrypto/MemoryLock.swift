import CSodium
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What this process knows about keeping its secrets out of swap.
enum MemoryLock {
  /// False once a page with secrets could not be locked.
  static let allLocked = Atomic<Bool>(true)

  /// The size of a page of memory, in bytes.
  static let pageSize = Int(getpagesize())

  /// Locks `count` bytes from `start` into memory and says whether that worked. Locking what is locked
  /// already is harmless: locks do not nest. A failure is remembered in `allLocked`.
  ///
  /// Usual cause of a failure: the limit on locked memory (`ulimit -l`), often 8 MiB.
  static func lock(_ start: UnsafeMutableRawPointer, _ count: Int) -> Bool {
    if count == 0 { return true }
    let locked = unsafe mlock(start, count) == 0
    if !locked { allLocked.store(false, ordering: .relaxed) }
    return locked
  }
}
