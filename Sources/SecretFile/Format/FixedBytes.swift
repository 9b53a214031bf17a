/// A byte string of fixed length, stored inline: identifiers, checks, links.
/// Ordered as memcmp orders.
public struct FixedBytes<let count: Int>: Sendable, BitwiseCopyable {
  /// The bytes themselves.
  public var storage: InlineArray<count, UInt8>

  /// All zeros.
  public init() { storage = InlineArray(repeating: 0) }

  /// The given bytes.
  public init(_ storage: InlineArray<count, UInt8>) { self.storage = storage }

  /// A copy of `bytes`, or nil if their number is not `count`.
  public init?(copying bytes: Span<UInt8>) {
    guard bytes.count == count else { return nil }
    self.init(bytes, at: 0)
  }

  /// The `count` bytes from `offset` on; the caller has checked that they exist.
  @inline(__always)
  package init(_ bytes: Span<UInt8>, at offset: Int) {
    storage = InlineArray(repeating: 0)
    let part = bytes.extracting(offset..<(offset + count))
    for i in 0..<count { storage[i] = part[i] }
  }

  /// The bytes, lent.
  public var span: Span<UInt8> {
    @_lifetime(borrow self) borrowing get { storage.span }
  }

  /// Whether every byte is zero.
  public var isZero: Bool {
    var all: UInt8 = 0
    for i in 0..<count { all |= storage[i] }
    return all == 0
  }
}

/// 8 bytes: slot ids, presence sets.
public typealias Bytes8 = FixedBytes<8>
/// 16 bytes: container, item, device and installation ids, salts, digests.
public typealias Bytes16 = FixedBytes<16>
/// 32 bytes: links, MACs, checks, public keys.
public typealias Bytes32 = FixedBytes<32>

extension FixedBytes: Hashable, Comparable {
  /// Bytewise; not in constant time.
  public static func == (a: Self, b: Self) -> Bool {
    var difference: UInt8 = 0
    for i in 0..<count { difference |= a.storage[i] ^ b.storage[i] }
    return difference == 0
  }

  /// Memcmp order.
  public static func < (a: Self, b: Self) -> Bool {
    for i in 0..<count where a.storage[i] != b.storage[i] { return a.storage[i] < b.storage[i] }
    return false
  }

  /// Feeds the bytes to `hasher`.
  public func hash(into hasher: inout Hasher) {
    var word: UInt64 = 0
    for i in 0..<count {
      word = word &<< 8 | UInt64(storage[i])
      if i & 7 == 7 || i == count - 1 { hasher.combine(word) }
    }
  }
}

extension FixedBytes: CustomStringConvertible {
  /// Lower-case hexadecimal.
  public var description: String {
    var text = ""
    text.reserveCapacity(2 * count)
    for i in 0..<count {
      for nibble in [storage[i] >> 4, storage[i] & 15] {
        text.unicodeScalars.append(Unicode.Scalar(nibble < 10 ? 48 + nibble : 87 + nibble))
      }
    }
    return text
  }
}
