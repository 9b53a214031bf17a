/// A cursor over untrusted bytes. Every read is checked; every error carries the position and
/// the code of the structure being read.
package struct Reader: ~Escapable {
  package let bytes: Span<UInt8>
  /// Index of the next byte.
  package private(set) var position = 0
  /// Offset of the first byte within the structure that errors refer to.
  package let base: Int
  /// The error of the structure being read.
  package let code: ErrorCode

  @_lifetime(copy bytes)
  package init(_ bytes: Span<UInt8>, code: ErrorCode, base: Int = 0) {
    self.bytes = bytes
    self.code = code
    self.base = base
  }

  package var remaining: Int { bytes.count &- position }
  package var isAtEnd: Bool { position == bytes.count }
  /// Where the cursor stands, as errors tell it.
  package var offset: Int { base &+ position }

  /// An error at the cursor.
  package func error(_ what: StaticString) -> FormatError { FormatError(code, at: offset, what) }

  /// The next `count` bytes, not copied.
  @_lifetime(copy self)
  package mutating func take(_ count: Int, _ what: StaticString) throws(FormatError) -> Span<UInt8> {
    guard count >= 0, count <= remaining else { throw error(what) }
    let start = position
    position &+= count
    return bytes.extracting(start..<position)
  }

  @inline(__always)
  private mutating func integer<T: FixedWidthInteger & UnsignedInteger>(
    _ what: StaticString, as type: T.Type
  ) throws(FormatError) -> T {
    guard remaining >= T.bitWidth / 8 else { throw error(what) }
    let value = ByteOrder.little(bytes, position, as: T.self)
    position &+= T.bitWidth / 8
    return value
  }

  package mutating func u8(_ what: StaticString) throws(FormatError) -> UInt8 {
    try integer(what, as: UInt8.self)
  }

  package mutating func u16(_ what: StaticString) throws(FormatError) -> UInt16 {
    try integer(what, as: UInt16.self)
  }

  package mutating func u32(_ what: StaticString) throws(FormatError) -> UInt32 {
    try integer(what, as: UInt32.self)
  }

  package mutating func u64(_ what: StaticString) throws(FormatError) -> UInt64 {
    try integer(what, as: UInt64.self)
  }

  package mutating func i64(_ what: StaticString) throws(FormatError) -> Int64 {
    Int64(bitPattern: try integer(what, as: UInt64.self))
  }

  /// A copy of the next bytes, as many as the type has.
  package mutating func fixed<T: FixedBytes>(
    _ what: StaticString, as type: T.Type = T.self
  ) throws(FormatError) -> T {
    guard remaining >= T.size else { throw error(what) }
    let start = position
    position &+= T.size
    return T(bytes, at: start)
  }

  /// Leftover bytes are an error.
  package func end(_ what: StaticString) throws(FormatError) {
    guard isAtEnd else { throw error(what) }
  }
}
