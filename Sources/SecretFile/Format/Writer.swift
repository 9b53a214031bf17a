/// Collects encoded bytes.
package struct Writer: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  package var count: Int { bytes.count }

  @inline(__always)
  private mutating func integer<T: FixedWidthInteger & UnsignedInteger>(_ value: T) {
    bytes.append(addingCapacity: T.bitWidth / 8) { (out: inout OutputSpan<UInt8>) in out.append(little: value)
    }
  }

  /// Appends up to `count` bytes that `body` writes in place.
  @inline(__always)
  package mutating func append(count: Int, _ body: (inout OutputSpan<UInt8>) -> Void) {
    bytes.append(addingCapacity: count, initializingWith: body)
  }

  package mutating func u8(_ value: UInt8) { bytes.append(value) }
  package mutating func u16(_ value: UInt16) { integer(value) }
  package mutating func u32(_ value: UInt32) { integer(value) }
  package mutating func u64(_ value: UInt64) { integer(value) }
  package mutating func i64(_ value: Int64) { integer(UInt64(bitPattern: value)) }

  package mutating func append(_ span: Span<UInt8>) {
    bytes.append(addingCapacity: span.count) { (out: inout OutputSpan<UInt8>) in
      for i in span.indices { out.append(span[i]) }
    }
  }

  package mutating func append(_ array: [UInt8]) { bytes += array }
  package mutating func append<T: FixedBytes>(_ fixed: T) { append(fixed.span) }

  /// A label's ASCII bytes and a zero byte, as associated data begins (spec §5.2).
  package mutating func label(_ label: String) {
    bytes.append(contentsOf: label.utf8)
    bytes.append(0)
  }

  package mutating func zeros(_ count: Int) { bytes.append(contentsOf: repeatElement(0, count: count)) }

  /// Sets a number written earlier as a placeholder, once the length it states is known.
  package mutating func patch16(_ value: UInt16, at offset: Int) {
    bytes[offset] = UInt8(truncatingIfNeeded: value)
    bytes[offset + 1] = UInt8(truncatingIfNeeded: value >> 8)
  }

  package mutating func patch32(_ value: UInt32, at offset: Int) {
    for i in 0..<4 { bytes[offset + i] = UInt8(truncatingIfNeeded: value >> UInt32(8 * i)) }
  }

  /// Drops everything after the first `count` bytes.
  package mutating func truncate(to count: Int) { bytes.removeLast(bytes.count - count) }
}

extension OutputSpan<UInt8> {
  /// Appends a number, the least significant byte first.
  @inline(__always)
  @_lifetime(self: copy self)
  package mutating func append<T: FixedWidthInteger & UnsignedInteger>(little value: T) {
    for i in 0..<(T.bitWidth / 8) { append(UInt8(truncatingIfNeeded: value &>> T(8 &* i))) }
  }
}
