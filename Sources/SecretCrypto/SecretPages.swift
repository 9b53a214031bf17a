import CSodium

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whole pages of anonymous memory for secrets: left out of core dumps, locked if the system allows, wiped at
/// the end. The storage of `SecretBuffer` and `SecretAppender`.
///
/// Unlike `SecretBytes` there are no guard pages: neighbouring allocations of one kind then share an entry in
/// the kernel's table of mappings (65,530 entries by default), so a process can hold a hundred thousand.
@safe
struct SecretPages: ~Copyable, @unchecked Sendable {
  /// The first byte; nil if there is none.
  let start: UnsafeMutablePointer<UInt8>?

  /// The usable bytes, a multiple of the page size.
  let capacity: Int

  /// Whether the pages are kept out of swap.
  let isLocked: Bool

  /// At least `minimum` zero bytes. The process ends if there is no memory, as it does for an array.
  init(minimum: Int) {
    precondition(minimum >= 0, "a negative count")
    guard minimum > 0 else {
      unsafe self.start = nil
      self.capacity = 0
      self.isLocked = true
      return
    }
    let page = MemoryLock.pageSize
    let (padded, overflow) = minimum.addingReportingOverflow(page - 1)
    var size = overflow ? 0 : padded / page * page
    if !overflow, let spares = SecretPages.spares(size) {
      size = spares.size
      if let spare = unsafe spares.memory.take() {
        unsafe self.start = spare.start
        self.isLocked = unsafe spare.isLocked
        self.capacity = size
        return
      }
    }
    #if canImport(Darwin)
      let flags = MAP_PRIVATE | MAP_ANON
    #else
      let flags = MAP_PRIVATE | MAP_ANONYMOUS
    #endif
    guard size > 0, let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0),
      unsafe memory != MAP_FAILED
    else { fatalError("out of memory for a secret") }
    #if canImport(Glibc) || canImport(Musl)
      _ = unsafe madvise(memory, size, MADV_DONTDUMP)
    #endif
    self.isLocked = unsafe MemoryLock.lock(memory, size)
    unsafe self.start = memory.bindMemory(to: UInt8.self, capacity: size)
    self.capacity = size
  }

  deinit {
    guard let start = unsafe start else { return }
    unsafe sodium_memzero(start, capacity)
    if let spares = SecretPages.spares(capacity), unsafe spares.memory.keep(start, isLocked: isLocked) {
      return
    }
    // Unmapping unlocks.
    _ = unsafe munmap(start, capacity)
  }

  /// Where allocations of at least so many bytes, a multiple of the page size, are kept, and the size that all of them
  /// have there; nil if none of that size are kept.
  private static func spares(_ size: Int) -> (memory: SpareMemory, size: Int)? {
    var bytes = MemoryLock.pageSize
    for memory in SpareMemory.pages {
      if size <= bytes { return (memory, bytes) }
      bytes *= 2
    }
    return nil
  }

  /// The first `count` bytes.
  @_lifetime(borrow self)
  borrowing func bytes(_ count: Int) -> Span<UInt8> {
    precondition(count >= 0 && count <= capacity, "past the end")
    let span = unsafe UnsafeBufferPointer(start: start, count: count).span
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// Lends the bytes of `range` for writing.
  mutating func withMutableBytes<R: ~Copyable, E: Error>(
    _ range: Range<Int>, _ body: (inout MutableSpan<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    precondition(range.lowerBound >= 0 && range.upperBound <= capacity, "past the end")
    defer { extendLifetime(self) }
    let first = unsafe start.map { unsafe $0 + range.lowerBound }
    var span = unsafe UnsafeMutableBufferPointer(start: first, count: range.count).mutableSpan
    return try body(&span)
  }
}
