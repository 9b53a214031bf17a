import CExpat

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Memory for expat, which copies the source piece by piece: pages of their own, left out of core dumps and
/// wiped when given back. Expat allocates a few dozen blocks for a file, so a system call for each is cheap.
enum ExpatMemory {
  /// Bytes in front of a block, which hold the size of its mapping; they keep the block aligned.
  private static let prefix = 16

  /// The functions that a parser is made with.
  static var suite: XML_Memory_Handling_Suite {
    unsafe XML_Memory_Handling_Suite(
      malloc_fcn: { size in unsafe ExpatMemory.allocate(size) },
      realloc_fcn: { block, size in unsafe ExpatMemory.reallocate(block, size) },
      free_fcn: { block in unsafe ExpatMemory.free(block) })
  }

  private static func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    let (total, overflow) = size.addingReportingOverflow(prefix)
    guard size >= 0, !overflow else { return nil }
    #if canImport(Darwin)
      let flags = MAP_PRIVATE | MAP_ANON
    #else
      let flags = MAP_PRIVATE | MAP_ANONYMOUS
    #endif
    guard let memory = unsafe mmap(nil, total, PROT_READ | PROT_WRITE, flags, -1, 0),
      unsafe memory != MAP_FAILED
    else { return nil }
    #if !canImport(Darwin)
      _ = unsafe madvise(memory, total, MADV_DONTDUMP)
    #endif
    unsafe memory.storeBytes(of: total, as: Int.self)
    return unsafe memory + prefix
  }

  private static func reallocate(_ block: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
    guard let block = unsafe block else { return unsafe allocate(size) }
    guard let larger = unsafe allocate(size) else { return nil }
    let old = unsafe (block - prefix).load(as: Int.self) - prefix
    unsafe larger.copyMemory(from: block, byteCount: min(old, size))
    unsafe free(block)
    return unsafe larger
  }

  private static func free(_ block: UnsafeMutableRawPointer?) {
    guard let block = unsafe block else { return }
    let memory = unsafe block - prefix
    let total = unsafe memory.load(as: Int.self)
    // The kernel clears pages before it hands them to anybody else.
    _ = unsafe munmap(memory, total)
  }
}
