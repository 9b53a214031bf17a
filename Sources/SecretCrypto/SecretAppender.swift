/// A secret that is put together piece by piece, of unknown length: text while its escapes are undone, a
/// value while it is decoded.
///
/// Grows by doubling; the storage it leaves is wiped. `finish` hands the bytes on without a copy.
package struct SecretAppender: ~Copyable {
  private var pages: SecretPages

  /// The number of bytes appended so far.
  package private(set) var count = 0

  /// Empty, with room for `capacity` bytes.
  package init(capacity: Int = 0) {
    self.pages = SecretPages(minimum: capacity)
  }

  /// Appends one byte.
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    let end = count
    pages.withMutableBytes(end..<end + 1) { $0[0] = byte }
    count = end + 1
  }

  /// Appends all of `bytes`.
  package mutating func append(_ bytes: Span<UInt8>) {
    if bytes.isEmpty { return }
    reserve(bytes.count)
    let end = count
    pages.withMutableBytes(end..<end + bytes.count) { $0.copy(bytes, at: 0) }
    count = end + bytes.count
  }

  /// Appends `length` bytes that `fill` writes in place; it is lent zeros or what was there before. If it
  /// throws, nothing is appended.
  package mutating func append<E: Error>(
    count length: Int, _ fill: (inout MutableSpan<UInt8>) throws(E) -> Void
  ) throws(E) {
    precondition(length >= 0, "a negative count")
    reserve(length)
    let end = count
    try pages.withMutableBytes(end..<end + length, fill)
    count = end + length
  }

  /// Lends the bytes so far for reading.
  @inlinable
  package borrowing func withBytes<R: ~Copyable, E: Error>(
    _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    try body(bytes)
  }

  /// What ``withBytes(_:)`` lends.
  @usableFromInline
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self) borrowing get { pages.bytes(count) }
  }

  /// The bytes, handed on without a copy.
  package consuming func finish() -> SecretBuffer {
    let count = count
    return SecretBuffer(pages: pages, count: count)
  }

  /// Makes room for `more` further bytes.
  private mutating func reserve(_ more: Int) {
    let (needed, overflow) = count.addingReportingOverflow(more)
    precondition(!overflow, "too long")
    if needed <= pages.capacity { return }
    let doubled = pages.capacity.multipliedReportingOverflow(by: 2)
    var larger = SecretPages(minimum: doubled.overflow ? needed : max(needed, doubled.partialValue))
    let count = count
    larger.withMutableBytes(0..<count) { $0.copy(pages.bytes(count), at: 0) }
    pages = larger
  }
}
