import CSodium
import Synchronization

/// A few secret bytes with one owner: a key, a passphrase, one decrypted secret.
///
/// The bytes lie in memory of their own between two pages that nobody may touch, are kept out of swap and of
/// core dumps as far as the system allows, and are overwritten when the value ends. They are lent to closures
/// only, never handed out; the type cannot be copied by accident, printed, compared or hashed.
///
/// One allocation costs about 20 µs, so keep few of them and reuse one for bulk work. `SecretBuffer` is the
/// form for many or large secrets.
@safe
public struct SecretBytes: ~Copyable, @unchecked Sendable {
  private let start: UnsafeMutablePointer<UInt8>
  /// What was asked of the allocator, `count` or more.
  private let allocated: Int

  /// The number of bytes.
  public let count: Int

  /// Whether the bytes are kept out of swap. False if the system refused, usually because of the limit on
  /// locked memory (`ulimit -l`).
  public let isLocked: Bool

  /// False once any secret of this process, in `SecretBytes` or `SecretBuffer`, could not be kept out of swap.
  public static var allLocked: Bool { MemoryLock.allLocked.load(ordering: .relaxed) }

  /// `count` zero bytes. The process ends if there is no memory, as it does for an array.
  public init(count: Int) {
    precondition(count >= 0, "a negative count")
    if count == SpareMemory.keySize, let spare = unsafe SpareMemory.keys.take() {
      unsafe self.start = spare.start
      self.isLocked = unsafe spare.isLocked
      self.count = count
      self.allocated = count
      return
    }
    prepareSodium()
    guard let memory = unsafe sodium_malloc(count) else { fatalError("out of memory for a secret") }
    // sodium_malloc locks, but says nothing when that fails.
    self.isLocked = unsafe MemoryLock.lock(memory, count)
    unsafe sodium_memzero(memory, count)
    unsafe self.start = memory.assumingMemoryBound(to: UInt8.self)
    self.count = count
    self.allocated = count
  }

  private init(_ start: UnsafeMutablePointer<UInt8>, allocated: Int, count: Int, isLocked: Bool) {
    unsafe self.start = start
    self.allocated = allocated
    self.count = count
    self.isLocked = isLocked
  }

  /// `count` bytes that `fill` writes in place; what it leaves alone is zero. If it throws, everything is
  /// wiped and the error passed on.
  public init<E: Error>(count: Int, _ fill: (inout MutableSpan<UInt8>) throws(E) -> Void) throws(E) {
    var bytes = SecretBytes(count: count)
    try bytes.withMutableBytes(fill)
    self = bytes
  }

  /// A copy of `bytes`. Wiping the original is the caller's duty.
  public init(copying bytes: Span<UInt8>) {
    var copy = SecretBytes(count: bytes.count)
    copy.withMutableBytes { $0.copy(bytes, at: 0) }
    self = copy
  }

  /// `count` bytes from the system's random source.
  public static func random(count: Int) -> SecretBytes {
    var bytes = SecretBytes(count: count)
    bytes.withMutableBytes { SystemRandom.fill(&$0) }
    return bytes
  }

  deinit {
    if allocated == SpareMemory.keySize {
      unsafe sodium_memzero(start, allocated)
      if unsafe SpareMemory.keys.keep(start, isLocked: isLocked) { return }
    }
    // Overwrites, checks for writes outside, unlocks and unmaps.
    unsafe sodium_free(start)
  }

  /// Lends the bytes for reading.
  public borrowing func withBytes<R: ~Copyable, E: Error>(
    _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    defer { extendLifetime(self) }
    return try body(unsafe UnsafeBufferPointer(start: start, count: count).span)
  }

  /// Lends the bytes for writing.
  public mutating func withMutableBytes<R: ~Copyable, E: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    defer { extendLifetime(self) }
    var span = unsafe UnsafeMutableBufferPointer(start: start, count: count).mutableSpan
    return try body(&span)
  }

  /// A second allocation with the same bytes.
  public borrowing func copy() -> SecretBytes {
    withBytes { SecretBytes(copying: $0) }
  }

  /// The first `length` bytes in the same memory, `0 ≤ length ≤ count`; the others are overwritten.
  public consuming func shortened(to length: Int) -> SecretBytes {
    precondition(length >= 0 && length <= count, "longer than it was")
    unsafe sodium_memzero(start + length, count - length)
    let shorter = unsafe SecretBytes(start, allocated: allocated, count: length, isLocked: isLocked)
    discard self
    return shorter
  }
}
