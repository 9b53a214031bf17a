/// Comparison and loading of byte strings lent as spans.
package enum ByteOrder {
  /// Below, equal to or above zero as `a` sorts before, with or after `b` (memcmp, the shorter
  /// first when one begins the other).
  package static func compare(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
    let common = min(a.count, b.count)
    var i = 0
    while i &+ 8 <= common {
      let x = bigEndian64(a, i)
      let y = bigEndian64(b, i)
      if x != y { return x < y ? -1 : 1 }
      i &+= 8
    }
    while i < common {
      if a[i] != b[i] { return a[i] < b[i] ? -1 : 1 }
      i &+= 1
    }
    return a.count < b.count ? -1 : (a.count > b.count ? 1 : 0)
  }

  /// Whether both hold the same bytes; not in constant time.
  package static func equal(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    var difference: UInt8 = 0
    for i in a.indices { difference |= a[i] ^ b[i] }
    return difference == 0
  }

  /// Whether both hold the same bytes; not in constant time.
  package static func equal(_ a: Span<UInt8>, _ b: [UInt8]) -> Bool { equal(a, b.span) }

  /// Whether every byte is zero.
  package static func isZero(_ bytes: Span<UInt8>) -> Bool {
    var all: UInt8 = 0
    for i in bytes.indices { all |= bytes[i] }
    return all == 0
  }

  /// Whether the bytes are valid UTF-8.
  package static func isUTF8(_ bytes: Span<UInt8>) -> Bool {
    var high: UInt8 = 0
    for i in bytes.indices { high |= bytes[i] }
    if high < 0x80 { return true }
    do {
      _ = try UTF8Span(validating: bytes)
      return true
    } catch {
      return false
    }
  }

  @inline(__always)
  private static func bigEndian64(_ bytes: Span<UInt8>, _ offset: Int) -> UInt64 {
    // One check for all eight, so that the compiler makes one load of them.
    let word = bytes.extracting(offset..<(offset &+ 8))
    var value: UInt64 = 0
    for i in 0..<8 { value = value &<< 8 | UInt64(word[i]) }
    return value
  }

  /// The bytes of a number, the least significant first; `count` is its size.
  package static func bytes<T: FixedWidthInteger, let count: Int>(_ value: T) -> InlineArray<count, UInt8> {
    InlineArray { i in UInt8(truncatingIfNeeded: value >> T(8 * i)) }
  }

  /// A little-endian number of `width` bytes; the caller has checked that they exist.
  @inline(__always)
  package static func little<T: FixedWidthInteger & UnsignedInteger>(
    _ bytes: Span<UInt8>, _ offset: Int, as type: T.Type
  ) -> T {
    // One check for all of them, so that the compiler makes one load.
    let word = bytes.extracting(offset..<(offset &+ T.bitWidth / 8))
    var value: T = 0
    for i in 0..<(T.bitWidth / 8) { value |= T(word[i]) &<< T(8 &* i) }
    return value
  }
}
