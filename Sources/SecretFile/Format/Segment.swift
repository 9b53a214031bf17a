/// One entry of the segment table (spec §8.4): length u16, first identity, recordCount u32,
/// pageLength u32, payloadBytes u32, page link 32.
package struct Segment: Equatable, Sendable {
  /// Encoded identity of the segment's first record.
  package var firstIdentity: [UInt8]
  /// At least 1.
  package var recordCount: UInt32
  /// Bytes of the page's blob.
  package var pageLength: UInt32
  /// Bytes of all payload blobs.
  package var payloadBytes: UInt32
  /// BLAKE2b-256 of the page's blob.
  package var pageLink: Bytes32

  package init(
    firstIdentity: [UInt8], recordCount: UInt32, pageLength: UInt32, payloadBytes: UInt32,
    pageLink: Bytes32
  ) {
    self.firstIdentity = firstIdentity
    self.recordCount = recordCount
    self.pageLength = pageLength
    self.payloadBytes = payloadBytes
    self.pageLink = pageLink
  }

  /// Bytes of the whole segment in the file.
  package var length: UInt64 { UInt64(pageLength) + UInt64(payloadBytes) }
}

/// The segment table, kept as the bytes it has in the root with an index beside them: a file of
/// a million items has about 2,200 segments, and fetching one secret needs one of them.
package struct SegmentTable: Equatable, Sendable {
  /// The value of the root's segment-table tag.
  package let bytes: ArraySlice<UInt8>
  /// Records of all segments, companions counted too.
  package let recordCount: UInt64
  /// Bytes of all segments in the file.
  package let length: UInt64
  private let index: [Place]

  private struct Place: Equatable, Sendable {
    /// Where the first identity begins in `bytes`.
    let identity: UInt32
    let identityCount: UInt16
    /// Where the segment begins in the file, counted from the first segment.
    let position: UInt64
  }

  package var count: Int { index.count }
  package var isEmpty: Bool { index.isEmpty }

  /// No segments.
  package init() {
    bytes = []
    recordCount = 0
    length = 0
    index = []
  }

  /// Encodes a new table and checks it. Throws `root`.
  package init(_ segments: [Segment]) throws(FormatError) {
    var out = Writer(capacity: segments.count * 128)
    for segment in segments {
      guard let length = UInt16(exactly: segment.firstIdentity.count) else {
        throw FormatError(.root, at: out.count, "first identity is too long")
      }
      out.u16(length)
      out.append(segment.firstIdentity)
      out.u32(segment.recordCount)
      out.u32(segment.pageLength)
      out.u32(segment.payloadBytes)
      out.append(segment.pageLink)
    }
    try self.init(parsing: out.bytes[...])
  }

  /// Checks the value of the root's segment-table tag and keeps it without copying. Throws `root`.
  package init(parsing bytes: ArraySlice<UInt8>, base: Int = 0) throws(FormatError) {
    let span = bytes.span
    var reader = Reader(span, code: .root, base: base)
    var index: [Place] = []
    index.reserveCapacity(span.count / 96)
    var records: UInt64 = 0
    var length: UInt64 = 0
    var lastStart = 0
    var lastCount = -1
    while !reader.isAtEnd {
      let identityCount = Int(try reader.u16("segment is cut off"))
      guard (1...Limit.companion).contains(identityCount) else {
        throw reader.error("first identity is not 1 to 2,050 bytes")
      }
      let start = reader.position
      let identity = try reader.take(identityCount, "first identity is cut off")
      if lastCount >= 0 {
        let last = span.extracting(lastStart..<(lastStart + lastCount))
        guard ByteOrder.compare(last, identity) < 0 else {
          throw reader.error("first identities do not ascend")
        }
      }
      (lastStart, lastCount) = (start, identityCount)
      let tailOffset = reader.offset
      let tail = try reader.take(Size.segmentTail, "segment is cut off")
      let recordCount = ByteOrder.little(tail, 0, as: UInt32.self)
      guard recordCount >= 1 else { throw FormatError(.root, at: tailOffset, "segment without records") }
      let pageLength = ByteOrder.little(tail, 4, as: UInt32.self)
      guard Limit.pageLength.contains(Int(pageLength)), Padding.isFramedBlob(pageLength) else {
        throw FormatError(
          .root, at: tailOffset + 4, "pageLength is not 40 and a multiple of 256, or out of range")
      }
      let payloadBytes = ByteOrder.little(tail, 8, as: UInt32.self)
      guard Int(payloadBytes) <= Limit.segmentPayload || recordCount == 1 else {
        throw FormatError(.root, at: tailOffset + 8, "payloadBytes is above 1 MiB")
      }
      index.append(
        Place(
          identity: UInt32(truncatingIfNeeded: start), identityCount: UInt16(identityCount),
          position: length))
      records += UInt64(recordCount)
      length += UInt64(pageLength) + UInt64(payloadBytes)
    }
    self.bytes = bytes
    recordCount = records
    self.length = length
    self.index = index
  }

  package static func == (a: SegmentTable, b: SegmentTable) -> Bool { a.bytes == b.bytes }
}

// MARK: - Access

extension SegmentTable {
  /// Encoded identity of the first record of segment `i`, lent.
  @_lifetime(borrow self)
  package func firstIdentity(_ i: Int) -> Span<UInt8> {
    let place = index[i]
    return bytes.span.extracting(Int(place.identity)..<tail(place))
  }

  /// Records in segment `i`.
  package func recordCount(_ i: Int) -> UInt32 {
    ByteOrder.little(bytes.span, tail(index[i]), as: UInt32.self)
  }

  /// Bytes of the page's blob of segment `i`.
  package func pageLength(_ i: Int) -> UInt32 {
    ByteOrder.little(bytes.span, tail(index[i]) + 4, as: UInt32.self)
  }

  /// Bytes of all payload blobs of segment `i`.
  package func payloadBytes(_ i: Int) -> UInt32 {
    ByteOrder.little(bytes.span, tail(index[i]) + 8, as: UInt32.self)
  }

  /// Link of the page of segment `i`.
  package func pageLink(_ i: Int) -> Bytes32 { Bytes32(bytes.span, at: tail(index[i]) + 12) }

  /// Where segment `i` begins in the file, counted from the first segment (which begins at
  /// headerLength + rootLength).
  package func position(_ i: Int) -> UInt64 { index[i].position }

  /// A copy of entry `i`.
  package subscript(i: Int) -> Segment {
    Segment(
      firstIdentity: [UInt8](copying: firstIdentity(i)), recordCount: recordCount(i),
      pageLength: pageLength(i), payloadBytes: payloadBytes(i), pageLink: pageLink(i))
  }

  /// Copies of all entries.
  package var segments: [Segment] { (0..<count).map { self[$0] } }

  /// The segment that would hold `identity`: the last one whose first identity is not above it;
  /// nil if it sorts before them all.
  package func locate(_ identity: Span<UInt8>) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if ByteOrder.compare(firstIdentity(middle), identity) <= 0 { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  /// The segments that can hold an identity that begins with `prefix`: found without looking at all of them.
  package func range(of prefix: Span<UInt8>) -> Range<Int> {
    let lower = locate(prefix) ?? 0
    var low = lower
    var high = count
    while low < high {
      let middle = (low + high) / 2
      let first = firstIdentity(middle)
      let head = first.extracting(first: min(first.count, prefix.count))
      if ByteOrder.compare(head, prefix) <= 0 { low = middle + 1 } else { high = middle }
    }
    return lower..<low
  }

  private func tail(_ place: Place) -> Int { Int(place.identity) + Int(place.identityCount) }
}
