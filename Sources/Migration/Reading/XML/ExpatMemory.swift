import CExpat
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Memory for expat, which copies the source piece by piece: left out of core dumps, and wiped when expat
/// gives it back. It is kept for the next file, because a file needs some thirty blocks.
enum ExpatMemory {
  /// Blocks that expat gave back, and the rest of the last slab, as addresses.
  private struct Pool {
    /// Free blocks by the power of two that is their size.
    var free: [[UInt]] = Array(repeating: [], count: largestPower + 1)
    var slab: UInt = 0
    var slabEnd: UInt = 0
  }

  /// Bytes in front of a block, which hold its size; they keep the block aligned.
  private static let prefix = 16
  /// The smallest blocks: 2^7 bytes with their prefix.
  private static let smallestPower = 7
  /// The largest blocks that are kept; larger ones come from the system and go back to it.
  private static let largestPower = 17
  /// What is taken from the system at a time for the smaller blocks.
  private static let slabSize = 1 << 20

  private static let pool = Mutex(Pool())

  /// The functions that a parser is made with.
  static var suite: XML_Memory_Handling_Suite {
    unsafe XML_Memory_Handling_Suite(
      malloc_fcn: { size in unsafe ExpatMemory.allocate(size) },
      realloc_fcn: { block, size in unsafe ExpatMemory.reallocate(block, size) },
      free_fcn: { block in unsafe ExpatMemory.free(block) })
  }

  // MARK: - The three functions

  private static func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    guard size >= 0, size < 1 << 40 else { return nil }
    let power = power(size + prefix)
    let total = 1 << power
    guard let address = power > largestPower ? map(total) : take(power),
      let memory = unsafe UnsafeMutableRawPointer(bitPattern: address)
    else { return nil }
    unsafe memory.storeBytes(of: total, as: Int.self)
    return unsafe memory + prefix
  }

  private static func reallocate(_ block: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
    guard let block = unsafe block else { return unsafe allocate(size) }
    let room = unsafe (block - prefix).load(as: Int.self) - prefix
    if size <= room { return unsafe block }
    guard let larger = unsafe allocate(size) else { return nil }
    unsafe larger.copyMemory(from: block, byteCount: room)
    unsafe free(block)
    return unsafe larger
  }

  private static func free(_ block: UnsafeMutableRawPointer?) {
    guard let block = unsafe block else { return }
    let memory = unsafe block - prefix
    let total = unsafe memory.load(as: Int.self)
    if total > 1 << largestPower {
      // The kernel clears pages before it hands them to anybody else.
      _ = unsafe munmap(memory, total)
    } else {
      _ = unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: total)
      let address = UInt(bitPattern: memory)
      pool.withLock { $0.free[power(total)].append(address) }
    }
  }

  // MARK: - Where blocks come from

  /// The power of two that is the size of a block, for the bytes it has to hold.
  private static func power(_ size: Int) -> Int {
    max(smallestPower, Int.bitWidth - (size - 1).leadingZeroBitCount)
  }

  /// A block of the pool.
  private static func take(_ power: Int) -> UInt? {
    pool.withLock { pool in
      if let block = pool.free[power].popLast() { return block }
      let size = UInt(1) << UInt(power)
      if pool.slabEnd - pool.slab < size {
        guard let slab = map(slabSize) else { return nil }
        pool.slab = slab
        pool.slabEnd = slab + UInt(slabSize)
      }
      defer { pool.slab += size }
      return pool.slab
    }
  }

  /// Pages of the system that no core dump holds.
  private static func map(_ size: Int) -> UInt? {
    #if canImport(Darwin)
      let flags = MAP_PRIVATE | MAP_ANON
    #else
      let flags = MAP_PRIVATE | MAP_ANONYMOUS
    #endif
    guard let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0),
      unsafe memory != MAP_FAILED
    else { return nil }
    #if !canImport(Darwin)
      _ = unsafe madvise(memory, size, MADV_DONTDUMP)
    #endif
    return UInt(bitPattern: memory)
  }
}
