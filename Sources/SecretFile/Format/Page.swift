/// A checked page: its plaintext and where each record and its payload lie (spec §10.1).
package struct Page: Sendable {
  /// Where a record and its payload's blob lie.
  package struct Entry: Sendable {
    /// Offset of the record in the content.
    package let start: UInt32
    /// Bytes of the record, with its length field.
    package let count: UInt32
    /// Offset of the payload's blob, counted from the end of the page's blob.
    package let payloadStart: UInt32
    /// Bytes of the payload's blob.
    package let payloadBytes: UInt32
  }

  /// The records, back to back.
  private let content: ArraySlice<UInt8>
  package let entries: [Entry]
  /// Bytes of all payload blobs.
  package let payloadBytes: UInt64

  package var count: Int { entries.count }

  /// Record `i`, lent.
  @_lifetime(borrow self)
  package func record(_ i: Int) -> RecordView {
    let entry = entries[i]
    return RecordView(
      checked: content.span.extracting(Int(entry.start)..<(Int(entry.start) + Int(entry.count))))
  }

  /// The record of this identity, if the page has it.
  package func index(of identity: Span<UInt8>) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if ByteOrder.compare(record(middle).identity, identity) < 0 { low = middle + 1 } else { high = middle }
    }
    return low < count && ByteOrder.equal(record(low).identity, identity) ? low : nil
  }

  /// The records whose identity begins with `prefix`, found without looking at all of them.
  package func range(of prefix: Span<UInt8>) -> Range<Int> {
    // The first record that is not below the prefix, and the first whose beginning is above it.
    func first(from start: Int, _ isBelow: (Int) -> Bool) -> Int {
      var low = start
      var high = count
      while low < high {
        let middle = (low + high) / 2
        if isBelow(middle) { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let lower = first(from: 0) { ByteOrder.compare(record($0).identity, prefix) < 0 }
    let upper = first(from: lower) {
      let identity = record($0).identity
      return ByteOrder.compare(identity.extracting(first: min(identity.count, prefix.count)), prefix) <= 0
    }
    return lower..<upper
  }
}

// MARK: - Checking

extension Page {
  /// Checks the plaintext of segment `index`, whose blob has been opened, in the order of the
  /// specification: frame and size `page`, each record `record`, count and payloadBytes `page`,
  /// first identity, order within, next segment's first `order`.
  package static func parse(
    _ plaintext: ArraySlice<UInt8>, segment index: Int, of segments: borrowing SegmentTable,
    keyTable: borrowing KeyTable
  ) throws(FormatError) -> Page {
    let count = segments.recordCount(index)
    let page = try parse(plaintext, expecting: Int(count), keyTable: keyTable)
    guard page.count == Int(count) else {
      throw FormatError(.page, at: 0, "number of records differs from the segment table")
    }
    guard page.payloadBytes == UInt64(segments.payloadBytes(index)) else {
      throw FormatError(.page, at: 0, "payloads do not add up to the segment's payloadBytes")
    }
    try page.checkOrder(segment: index, of: segments)
    return page
  }

  private static func parse(
    _ plaintext: ArraySlice<UInt8>, expecting count: Int, keyTable: borrowing KeyTable
  ) throws(FormatError) -> Page {
    var entries: [Entry] = []
    let content = try Plaintext.content(of: plaintext, code: .page)
    guard content.count <= Limit.pageContent else {
      throw FormatError(.page, at: 0, "content is longer than 64 KiB")
    }
    // No more records than fit, whatever the segment table says.
    entries.reserveCapacity(min(count, content.count / Size.recordFixed))
    let span = content.span
    var position = 0
    var payloadStart: UInt64 = 0
    while position < span.count {
      let view = try RecordView.parse(span, at: position, keyTable: keyTable)
      let payloadBytes = Padding.blobLength(Int(view.payloadLength))
      entries.append(
        Entry(
          start: UInt32(position), count: UInt32(view.bytes.count),
          // A sum beyond 32 bits differs from the segment table's and is refused right after.
          payloadStart: UInt32(truncatingIfNeeded: payloadStart), payloadBytes: UInt32(payloadBytes)))
      payloadStart += UInt64(payloadBytes)
      position += view.bytes.count
    }
    return Page(content: content, entries: entries, payloadBytes: payloadStart)
  }

  private func checkOrder(segment index: Int, of segments: borrowing SegmentTable) throws(FormatError) {
    guard ByteOrder.equal(record(0).identity, segments.firstIdentity(index)) else {
      throw FormatError(.order, at: 0, "first identity differs from the segment table")
    }
    for i in 1..<max(1, count) {
      guard ByteOrder.compare(record(i - 1).identity, record(i).identity) < 0 else {
        throw FormatError(.order, at: Int(entries[i].start), "identities do not ascend")
      }
    }
    guard index + 1 < segments.count else { return }
    guard ByteOrder.compare(record(count - 1).identity, segments.firstIdentity(index + 1)) < 0 else {
      throw FormatError(.order, at: 0, "last identity is not below the next segment's first")
    }
  }
}
