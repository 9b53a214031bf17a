/// Where the parts of an encoded identity lie; made without copying a byte.
package struct IdentityLayout: Sendable {
  /// 1 or 2: the item's class.
  package let itemClass: UInt8
  /// 1 or 2, or 0 if the identity is not a companion's.
  package let companionKind: UInt8
  /// Where the scope begins: after the synchronizable flag.
  package let scopeStart: Int
  package let hasScope: Bool
  package let isSynchronizable: Bool

  /// Where the parts begin: after the class.
  package var partsStart: Int { companionKind == 0 ? 1 : 3 }

  /// Checks an encoded identity. `base` is the offset of its first byte for errors.
  /// Throws `record`.
  package static func parse(_ bytes: Span<UInt8>, base: Int = 0) throws(FormatError) -> IdentityLayout {
    func fail(_ at: Int, _ what: StaticString) -> FormatError { FormatError(.record, at: base + at, what) }
    var position = 0
    var companionKind: UInt8 = 0
    guard !bytes.isEmpty else { throw fail(0, "identity is empty") }
    if bytes[0] == Identity.Class.companion {
      guard bytes.count > 2 else { throw fail(0, "identity is cut off") }
      companionKind = bytes[1]
      guard companionKind == 1 || companionKind == 2 else { throw fail(1, "unknown kind of companion") }
      position = 2
    }
    guard bytes.count - position <= Limit.identity else {
      throw fail(0, "identity is longer than 2,048 bytes")
    }
    let itemClass = bytes[position]
    position += 1
    switch itemClass {
    case Identity.Class.generic:
      position = try skipStrings(3, bytes, position, base)
    case Identity.Class.internet:
      position = try skipStrings(5, bytes, position, base)
      guard bytes.count - position >= 4 else { throw fail(position, "port is cut off") }
      position = try skipStrings(2, bytes, position + 4, base)
    default: throw fail(position - 1, "unknown class of identity")
    }
    guard position < bytes.count else { throw fail(position, "identity is cut off") }
    let flag = bytes[position]
    guard flag <= 1 else { throw fail(position, "synchronizable is not 0 or 1") }
    position += 1
    let rest = bytes.count - position
    guard rest == 0 || rest == 16 else { throw fail(position, "scope is not 16 bytes") }
    guard rest == 0 || flag == 0 else { throw fail(position, "synchronizable identity with a scope") }
    return IdentityLayout(
      itemClass: itemClass, companionKind: companionKind, scopeStart: position, hasScope: rest == 16,
      isSynchronizable: flag == 1)
  }

  /// The position after `count` escaped strings.
  private static func skipStrings(
    _ count: Int, _ bytes: Span<UInt8>, _ start: Int, _ base: Int
  ) throws(FormatError) -> Int {
    var left = count
    var position = start
    let end = bytes.count
    while position < end {
      // Eight bytes at a time as long as none of them is 00 or 01.
      while position &+ 8 <= end {
        let word = ByteOrder.little(bytes, position, as: UInt64.self) & 0xFEFE_FEFE_FEFE_FEFE
        if (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0 { break }
        position &+= 8
      }
      if position == end { break }
      let byte = bytes[position]
      position &+= 1
      if byte > 1 { continue }
      if byte == 0 {
        left &-= 1
        if left == 0 { return position }
      } else {
        guard position < end, bytes[position] == 1 || bytes[position] == 2 else {
          throw FormatError(.record, at: base + position, "01 in an identity is not followed by 01 or 02")
        }
        position &+= 1
      }
    }
    throw FormatError(.record, at: base + position, "string in an identity is not ended")
  }
}
