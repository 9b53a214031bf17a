/// What a query says about names, prepared for comparing encoded identities and for skipping whole segments.
struct NameFilter: Sendable {
  /// One filter for each class that the query allows.
  private var classes: [ClassFilter] = []

  private struct ClassFilter: Sendable {
    /// The identity's bytes as far as the query fixes them from the start: class, then perhaps access group, service
    /// and account.
    var prefix: [UInt8]
    /// With any access group: what follows the group's bytes.
    var afterGroup: [UInt8]
  }

  /// The filter of a query.
  init(_ query: ItemQuery) {
    let wanted: [ItemClass] = query.itemClass.map { [$0] } ?? [.genericPassword, .internetPassword]
    for itemClass in wanted {
      var parts = IdentityParts(
        service: query.service ?? [], account: query.account ?? [], accessGroup: query.accessGroup ?? [])
      parts.itemClass = itemClass
      // A name that cannot be encoded is too long to exist.
      guard let identity = try? Identity(parts) else { continue }
      let ends = Self.ends(identity.bytes)
      let known = query.service == nil ? 0 : (query.account == nil ? 1 : 2)
      if query.accessGroup == nil {
        classes.append(
          ClassFilter(
            prefix: [itemClass.rawValue], afterGroup: Array(identity.bytes[ends[0]..<ends[known]])))
      } else {
        classes.append(ClassFilter(prefix: Array(identity.bytes[..<ends[known]]), afterGroup: []))
      }
    }
  }

  /// Where access group, service and account end in an encoded identity.
  private static func ends(_ identity: [UInt8]) -> [Int] {
    var ends: [Int] = []
    for (index, byte) in identity.enumerated().dropFirst() where byte == 0 && ends.count < 3 {
      ends.append(index + 1)
    }
    while ends.count < 3 { ends.append(identity.count) }
    return ends
  }

  /// Whether an item of this identity may match.
  func matches(_ identity: Span<UInt8>) -> Bool {
    classes.contains { filter in
      guard Self.starts(identity, at: 0, with: filter.prefix) else { return false }
      if filter.afterGroup.isEmpty { return true }
      return Self.starts(identity, at: Self.endOfGroup(identity), with: filter.afterGroup)
    }
  }

  /// Segments outside of which nothing matches; those within are still to be asked one by one.
  func segments(of table: SegmentTable) -> Range<Int> {
    let ranges = classes.map { table.range(of: $0.prefix.span) }
    guard let lower = ranges.map(\.lowerBound).min(), let upper = ranges.map(\.upperBound).max() else {
      return 0..<0
    }
    return lower..<upper
  }

  /// Records of a page outside of which nothing matches; those within are still to be asked one by one.
  func records(of page: Page) -> Range<Int> {
    let ranges = classes.map { page.range(of: $0.prefix.span) }.filter { !$0.isEmpty }
    guard let lower = ranges.map(\.lowerBound).min(), let upper = ranges.map(\.upperBound).max() else {
      return 0..<0
    }
    return lower..<upper
  }

  /// Whether a segment may hold matching items: one that starts with `first`, before one that starts with `next`.
  func mayBeIn(first: Span<UInt8>, next: Span<UInt8>) -> Bool {
    classes.contains { filter in
      guard Self.isIn(filter.prefix, first, next) else { return false }
      if filter.afterGroup.isEmpty { return true }
      let end = Self.endOfGroup(first)
      let group = first.extracting(first: end)
      // Segments across the border of two groups are looked into.
      guard Self.starts(next, at: 0, with: group) else { return true }
      return Self.isIn([UInt8](copying: group) + filter.afterGroup, first, next)
    }
  }

  /// Whether identities with this prefix can stand at or after `first` and before `next` (empty: no limit).
  private static func isIn(_ prefix: [UInt8], _ first: Span<UInt8>, _ next: Span<UInt8>) -> Bool {
    if !next.isEmpty, ByteOrder.compare(prefix.span, next) >= 0 { return false }
    return starts(first, at: 0, with: prefix) || ByteOrder.compare(first, prefix.span) < 0
  }

  private static func endOfGroup(_ identity: Span<UInt8>) -> Int {
    var position = min(1, identity.count)
    while position < identity.count, identity[position] != 0 { position += 1 }
    return min(position + 1, identity.count)
  }

  private static func starts(_ bytes: Span<UInt8>, at start: Int, with prefix: [UInt8]) -> Bool {
    starts(bytes, at: start, with: prefix.span)
  }

  private static func starts(_ bytes: Span<UInt8>, at start: Int, with prefix: Span<UInt8>) -> Bool {
    guard bytes.count - start >= prefix.count else { return false }
    return ByteOrder.equal(bytes.extracting(start..<(start + prefix.count)), prefix)
  }
}
