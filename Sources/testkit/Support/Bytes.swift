typealias Bytes = [UInt8]

extension Array where Element == UInt8 {
  /// The UTF-8 bytes of a text.
  init(_ text: StaticString) {
    self = Bytes("\(text)".utf8)
  }

  /// The low `count` bytes of a number, least first.
  init(_ number: some FixedWidthInteger, _ count: Int) {
    self = (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// The bytes of hexadecimal digits; anything else between them is skipped.
  init(hex: String) {
    let digits = hex.compactMap { $0.hexDigitValue }
    self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// `count` bytes that ascend from `first`.
  init(from first: UInt8, count: Int = 32) {
    self = (0..<count).map { first &+ UInt8(truncatingIfNeeded: $0) }
  }

  /// Lower-case hexadecimal digits.
  var hex: String {
    let digits = Array<Character>("0123456789abcdef")
    return String(flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// Puts the bytes of a little-endian number at an offset.
  mutating func put(_ number: some FixedWidthInteger, _ count: Int, at offset: Int) {
    put(Bytes(number, count), at: offset)
  }

  /// Puts bytes over those at an offset.
  mutating func put(_ bytes: Bytes, at offset: Int) {
    replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }

  /// Flips the lowest bit of a byte; a negative offset counts from the end.
  mutating func flip(_ offset: Int) {
    self[offset < 0 ? count + offset : offset] ^= 1
  }

  /// The length as u16, then the bytes.
  var counted16: Bytes { Bytes(count, 2) + self }

  /// With zeros up to a length.
  func padded(to length: Int) -> Bytes {
    self + Bytes(repeating: 0, count: length - count)
  }
}

/// Byte order, a prefix before what it begins (spec §2).
func precedes(_ a: Bytes, _ b: Bytes) -> Bool {
  a.lexicographicallyPrecedes(b)
}

/// A tag of a sequence of attributes (spec §7).
struct Tag {
  var number: UInt16
  var value: Bytes

  init(_ number: UInt16, _ value: Bytes) {
    self.number = number
    self.value = value
  }

  var bytes: Bytes { Bytes(number, 2) + Bytes(value.count, 4) + value }
}
