/// One tag and its value, lent from the bytes being read (spec §7).
package struct TLV: ~Escapable {
  package let tag: UInt16
  package let value: Span<UInt8>
  /// Offset of the value within the structure that errors refer to.
  package let base: Int
  package let code: ErrorCode

  @_lifetime(copy value)
  fileprivate init(tag: UInt16, value: Span<UInt8>, base: Int, code: ErrorCode) {
    self.tag = tag
    self.value = value
    self.base = base
    self.code = code
  }

  package func error(_ what: StaticString) -> FormatError { FormatError(code, at: base, what) }
}

/// Reads tags in strictly ascending order, from 1.
package struct TLVReader: ~Escapable {
  private var reader: Reader
  private var last: UInt16 = 0

  @_lifetime(copy bytes)
  package init(_ bytes: Span<UInt8>, code: ErrorCode, base: Int) {
    reader = Reader(bytes, code: code, base: base)
  }

  /// The next tag, or nil at the end.
  @_lifetime(copy self)
  package mutating func next() throws(FormatError) -> TLV? {
    if reader.isAtEnd { return nil }
    let tag = try reader.u16("tag is cut off")
    guard tag > last else { throw reader.error("tags do not ascend") }
    last = tag
    let length = try reader.u32("length of a tag is cut off")
    let base = reader.offset
    let value = try reader.take(Int(length), "value of a tag is cut off")
    return TLV(tag: tag, value: value, base: base, code: reader.code)
  }
}

// MARK: - Typed values; a value equal to its default is an error

extension TLV {
  /// UTF-8, not empty.
  package func checkText() throws(FormatError) {
    guard !value.isEmpty else { throw error("empty text must be absent") }
    guard ByteOrder.isUTF8(value) else { throw error("text is not UTF-8") }
  }

  /// A copy of UTF-8, not empty.
  package func string() throws(FormatError) -> String {
    try checkText()
    return String(utf8: value)
  }

  /// Bytes, not empty.
  @_lifetime(copy self)
  package func data() throws(FormatError) -> Span<UInt8> {
    guard !value.isEmpty else { throw error("empty data must be absent") }
    return value
  }

  /// Exactly as many bytes as the type has.
  package func fixed<T: FixedBytes>(as type: T.Type = T.self) throws(FormatError) -> T {
    guard let bytes = T(copying: value) else { throw error("value has a wrong length") }
    return bytes
  }

  /// A number that is not 0.
  package func u32() throws(FormatError) -> UInt32 {
    guard value.count == 4 else { throw error("value has a wrong length") }
    let number = ByteOrder.little(value, 0, as: UInt32.self)
    guard number != 0 else { throw error("zero must be absent") }
    return number
  }

  /// A point in time; 0 is a value.
  package func i64() throws(FormatError) -> Int64 {
    guard value.count == 8 else { throw error("value has a wrong length") }
    return Int64(bitPattern: ByteOrder.little(value, 0, as: UInt64.self))
  }

  /// Present means true: one byte 01.
  package func bool() throws(FormatError) -> Bool {
    guard value.count == 1, value[0] == 1 else { throw error("a flag that is set is one byte 01") }
    return true
  }
}

// MARK: - Tags this version does not know

/// Tags that version 1 does not know, kept verbatim and in place.
package struct UnknownTLVs: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package let tag: UInt16
    package let value: [UInt8]
  }

  package private(set) var entries: [Entry] = []

  package init() {}
  package var isEmpty: Bool { entries.isEmpty }

  /// Adds a tag above those before it; it must be neither known nor critical.
  package mutating func append(_ tag: UInt16, _ value: [UInt8]) {
    entries.append(Entry(tag: tag, value: value))
  }

  /// Keeps a tag. A critical one is an error.
  package mutating func take(_ tlv: borrowing TLV) throws(FormatError) {
    try Self.check(tlv)
    entries.append(Entry(tag: tlv.tag, value: [UInt8](copying: tlv.value)))
  }

  /// Whether a tag may be ignored. A critical one is an error.
  package static func check(_ tlv: borrowing TLV) throws(FormatError) {
    guard tlv.tag & TLVTag.critical == 0 else { throw tlv.error("unknown critical tag") }
  }
}

/// Writes known tags in ascending order and puts the unknown ones between them. A value equal
/// to its default is left out.
package struct TLVWriter {
  private let unknown: [UnknownTLVs.Entry]
  private var next = 0

  package init(keeping unknown: UnknownTLVs) { self.unknown = unknown.entries }

  private mutating func flush(before tag: UInt16, _ out: inout Writer) {
    while next < unknown.count, unknown[next].tag < tag {
      out.u16(unknown[next].tag)
      out.u32(UInt32(truncatingIfNeeded: unknown[next].value.count))
      out.append(unknown[next].value)
      next += 1
    }
  }

  private mutating func head(_ tag: UInt16, _ length: Int, _ out: inout Writer) {
    if next < unknown.count { flush(before: tag, &out) }
    out.append(count: Size.tlvHead) { (head: inout OutputSpan<UInt8>) in
      head.append(little: tag)
      head.append(little: UInt32(truncatingIfNeeded: length))
    }
  }

  package mutating func text(_ tag: UInt16, _ value: String, _ out: inout Writer) {
    if value.isEmpty { return }
    head(tag, value.utf8.count, &out)
    out.append(text: value)
  }

  package mutating func data(_ tag: UInt16, _ value: Span<UInt8>, _ out: inout Writer) {
    if value.isEmpty { return }
    head(tag, value.count, &out)
    out.append(value)
  }

  package mutating func fixed<T: FixedBytes>(_ tag: UInt16, _ value: T?, _ out: inout Writer) {
    guard let value else { return }
    head(tag, T.size, &out)
    out.append(value)
  }

  package mutating func u32(_ tag: UInt16, _ value: UInt32, _ out: inout Writer) {
    if value == 0 { return }
    head(tag, 4, &out)
    out.u32(value)
  }

  package mutating func i64(_ tag: UInt16, _ value: Int64?, _ out: inout Writer) {
    guard let value else { return }
    head(tag, 8, &out)
    out.i64(value)
  }

  package mutating func bool(_ tag: UInt16, _ value: Bool, _ out: inout Writer) {
    if !value { return }
    head(tag, 1, &out)
    out.u8(1)
  }

  /// A value whose length is known only when it is written; left out if it is empty.
  package mutating func nested<E: Error>(
    _ tag: UInt16, _ out: inout Writer, _ body: (inout Writer) throws(E) -> Void
  ) throws(E) {
    flush(before: tag, &out)
    let start = out.count
    out.u16(tag)
    out.u32(0)
    try body(&out)
    let length = out.count - start - Size.tlvHead
    if length == 0 {
      out.truncate(to: start)
    } else {
      out.patch32(UInt32(truncatingIfNeeded: length), at: start + 2)
    }
  }

  /// The unknown tags above the last known one.
  package mutating func finish(_ out: inout Writer) {
    flush(before: TLVTag.critical, &out)
  }
}
