/// Secret bytes that never change and may have several owners: a source file, a decoded value, a passphrase
/// that several slots are tried with.
///
/// The bytes lie in pages of their own, are kept out of core dumps and, as far as the system allows, out of
/// swap, and are overwritten when the last owner lets go. They are lent to closures only; printing, dumping
/// and reflecting show the length and nothing else.
public final class SecretBuffer: Sendable {
  private let storage: Storage
  private let start: Int

  /// The number of bytes.
  public let count: Int

  /// The pages, shared by a buffer and its slices.
  private final class Storage: Sendable {
    let pages: SecretPages
    init(_ pages: consuming SecretPages) { self.pages = pages }
  }

  /// Whether the bytes are kept out of swap. False if the system refused, usually because of the limit on
  /// locked memory (`ulimit -l`).
  public var isLocked: Bool { storage.pages.isLocked }

  /// `count` bytes that `fill` writes in place; what it leaves alone is zero. If it throws, everything is
  /// wiped and the error passed on.
  public init<E: Error>(count: Int, fill: (inout MutableSpan<UInt8>) throws(E) -> Void) throws(E) {
    var pages = SecretPages(minimum: count)
    try pages.withMutableBytes(0..<count, fill)
    storage = Storage(pages)
    start = 0
    self.count = count
  }

  /// A copy of `bytes`. Wiping the original is the caller's duty.
  public convenience init(copying bytes: Span<UInt8>) {
    self.init(count: bytes.count) { $0.copy(bytes, at: 0) }
  }

  /// The bytes of `secret`, which ends here.
  public convenience init(_ secret: consuming SecretBytes) {
    let pages = secret.withBytes { (bytes) in
      var pages = SecretPages(minimum: bytes.count)
      pages.withMutableBytes(0..<bytes.count) { $0.copy(bytes, at: 0) }
      return pages
    }
    self.init(pages: pages, count: secret.count)
  }

  /// The first `count` bytes of `pages`, without a copy.
  init(pages: consuming SecretPages, count: Int) {
    precondition(count >= 0 && count <= pages.capacity, "past the end")
    storage = Storage(pages)
    start = 0
    self.count = count
  }

  private init(storage: Storage, start: Int, count: Int) {
    self.storage = storage
    self.start = start
    self.count = count
  }

  /// The bytes of `range` as a buffer of their own that shares this one's pages: a small object, however many
  /// there are. The pages are wiped when the last of all who share them lets go.
  public func slice(_ range: Range<Int>) -> SecretBuffer {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "past the end")
    return SecretBuffer(storage: storage, start: start + range.lowerBound, count: range.count)
  }

  /// Lends the bytes for reading.
  ///
  /// Part of its callers, for files are read value by value: as a call it would cost more than most of them do.
  @inlinable
  public func withBytes<R: ~Copyable, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    try body(bytes)
  }

  /// What ``withBytes(_:)`` lends.
  @usableFromInline var bytes: Span<UInt8> {
    @_lifetime(borrow self) get {
      // The pages live as long as the buffer, which the compiler cannot see through the class that shares them.
      let all = unsafe UnsafeBufferPointer(start: storage.pages.start, count: storage.pages.capacity).span
      let span = all.extracting(start..<start + count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }
}

extension SecretBuffer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The length; never the bytes.
  public var description: String { "SecretBuffer(\(count) bytes)" }

  /// The length; never the bytes.
  public var debugDescription: String { description }

  /// A mirror without children, so that `dump` and test failures show nothing.
  public var customMirror: Mirror { Mirror(self, children: [], ancestorRepresentation: .suppressed) }
}
