/// A byte string of fixed length, stored inline: identifiers, checks, links. Ordered as memcmp orders.
public protocol FixedBytes: Sendable, BitwiseCopyable, Hashable, Comparable, CustomStringConvertible {
  /// The number of bytes.
  static var size: Int { get }
  /// All zeros.
  init()
  /// One of the bytes.
  subscript(index: Int) -> UInt8 { get set }
  /// The bytes, lent.
  var span: Span<UInt8> { @_lifetime(borrow self) borrowing get }
}

/// 8 bytes: slot ids, presence sets.
public struct Bytes8: FixedBytes {
  /// 8 bytes.
  public static var size: Int { 8 }
  /// The bytes themselves.
  public var storage: InlineArray<8, UInt8>
  /// All zeros.
  public init() { storage = InlineArray(repeating: 0) }
  /// The given bytes.
  public init(_ storage: InlineArray<8, UInt8>) { self.storage = storage }
  /// One of the bytes.
  public subscript(index: Int) -> UInt8 {
    get { storage[index] }
    set { storage[index] = newValue }
  }
  /// The bytes, lent.
  public var span: Span<UInt8> {
    @_lifetime(borrow self) borrowing get { storage.span }
  }
}

/// 16 bytes: container, item, device and installation ids, salts, digests.
public struct Bytes16: FixedBytes {
  /// 16 bytes.
  public static var size: Int { 16 }
  /// The bytes themselves.
  public var storage: InlineArray<16, UInt8>
  /// All zeros.
  public init() { storage = InlineArray(repeating: 0) }
  /// The given bytes.
  public init(_ storage: InlineArray<16, UInt8>) { self.storage = storage }
  /// One of the bytes.
  public subscript(index: Int) -> UInt8 {
    get { storage[index] }
    set { storage[index] = newValue }
  }
  /// The bytes, lent.
  public var span: Span<UInt8> {
    @_lifetime(borrow self) borrowing get { storage.span }
  }
}

/// 24 bytes: nonces.
public struct Bytes24: FixedBytes {
  /// 24 bytes.
  public static var size: Int { 24 }
  /// The bytes themselves.
  public var storage: InlineArray<24, UInt8>
  /// All zeros.
  public init() { storage = InlineArray(repeating: 0) }
  /// The given bytes.
  public init(_ storage: InlineArray<24, UInt8>) { self.storage = storage }
  /// One of the bytes.
  public subscript(index: Int) -> UInt8 {
    get { storage[index] }
    set { storage[index] = newValue }
  }
  /// The bytes, lent.
  public var span: Span<UInt8> {
    @_lifetime(borrow self) borrowing get { storage.span }
  }
}

/// 32 bytes: links, MACs, checks, public keys.
public struct Bytes32: FixedBytes {
  /// 32 bytes.
  public static var size: Int { 32 }
  /// The bytes themselves.
  public var storage: InlineArray<32, UInt8>
  /// All zeros.
  public init() { storage = InlineArray(repeating: 0) }
  /// The given bytes.
  public init(_ storage: InlineArray<32, UInt8>) { self.storage = storage }
  /// One of the bytes.
  public subscript(index: Int) -> UInt8 {
    get { storage[index] }
    set { storage[index] = newValue }
  }
  /// The bytes, lent.
  public var span: Span<UInt8> {
    @_lifetime(borrow self) borrowing get { storage.span }
  }
}

// MARK: - What they have in common

extension FixedBytes {
  /// A copy of `bytes`, or nil if their number is another.
  public init?(copying bytes: Span<UInt8>) {
    guard bytes.count == Self.size else { return nil }
    self.init(bytes, at: 0)
  }

  /// The `size` bytes from `offset` on; the caller has checked that they exist.
  @inline(__always)
  package init(_ bytes: Span<UInt8>, at offset: Int) {
    self.init()
    let part = bytes.extracting(offset..<(offset + Self.size))
    for i in 0..<Self.size { self[i] = part[i] }
  }

  /// Whether every byte is zero.
  public var isZero: Bool {
    var all: UInt8 = 0
    for i in 0..<Self.size { all |= self[i] }
    return all == 0
  }

  /// Bytewise; not in constant time.
  public static func == (a: Self, b: Self) -> Bool {
    ByteOrder.equal(a.span, b.span)
  }

  /// Memcmp order.
  public static func < (a: Self, b: Self) -> Bool {
    for i in 0..<size where a[i] != b[i] { return a[i] < b[i] }
    return false
  }

  /// Feeds the bytes to `hasher`.
  public func hash(into hasher: inout Hasher) {
    var word: UInt64 = 0
    for i in 0..<Self.size {
      word = word &<< 8 | UInt64(self[i])
      if i & 7 == 7 || i == Self.size - 1 { hasher.combine(word) }
    }
  }

  /// Lower-case hexadecimal.
  public var description: String {
    var text = ""
    text.reserveCapacity(2 * Self.size)
    for i in 0..<Self.size {
      for nibble in [self[i] >> 4, self[i] & 15] {
        text.unicodeScalars.append(Unicode.Scalar(nibble < 10 ? 48 + nibble : 87 + nibble))
      }
    }
    return text
  }
}
