/// What a record takes in its segment.
struct RecordSize: Sendable {
  /// Bytes of page content, its length field included.
  var content: Int
  /// Bytes of its payload's blob.
  var payload: Int
}

/// Consecutive records of one segment of the base, after the changes that fall into it.
struct Piece: Sendable, Equatable {
  /// The segment's index in the base; 0 if the base has none.
  var segment: Int
  /// Ordinals among the segment's records once its changes are made.
  var records: Range<Int>
}

/// A segment that is to be: where its records come from and what they take.
struct PlannedSegment: Sendable {
  /// The records, in order.
  var pieces: [Piece]
  /// Bytes of page content. For a copied segment at most this; see `SegmentPlan.exactContent`.
  var content: Int
  /// Bytes of payload blobs.
  var payload: Int
  /// Records of the segment.
  var count: Int
  /// Whether an edit touched its records, so that it may be joined to a neighbour.
  var isEdited: Bool
  /// The base's segment that is copied as it is; nil if the segment is written anew.
  var copies: Int?
  /// Whether `content` is exact.
  var isExact: Bool
}

/// Which segments a commit writes: fill, split and join (spec "Writer"). Sizes only, no bytes.
struct SegmentPlan {
  /// The segments, in the order of the file.
  private(set) var segments: [PlannedSegment] = []

  /// A segment of the base that stays as it is. `largestContent` is what its page can hold at most.
  mutating func copy(_ segment: Int, count: Int, largestContent: Int, payload: Int) {
    segments.append(
      PlannedSegment(
        pieces: [Piece(segment: segment, records: 0..<count)], content: largestContent, payload: payload,
        count: count, isEdited: false, copies: segment, isExact: false))
  }

  /// A segment of the base whose records changed, cut as often as it must be. `isEdit` is false for one whose
  /// payloads only are sealed anew.
  mutating func rewrite(_ segment: Int, _ sizes: [RecordSize], isEdit: Bool = true) {
    for range in Self.split(sizes) { append(segment, range, sizes, isEdit: isEdit) }
  }

  /// Records for a file without segments: each segment is filled until the next record would pass a limit.
  mutating func fill(_ sizes: [RecordSize]) {
    var start = 0
    var content = 0
    var payload = 0
    for (index, size) in sizes.enumerated() {
      if index > start, !Self.fits(content + size.content, payload + size.payload, count: index - start + 1) {
        append(0, start..<index, sizes, isEdit: false)
        (start, content, payload) = (index, 0, 0)
      }
      content += size.content
      payload += size.payload
    }
    if start < sizes.count { append(0, start..<sizes.count, sizes, isEdit: false) }
  }

  private mutating func append(_ segment: Int, _ range: Range<Int>, _ sizes: [RecordSize], isEdit: Bool) {
    let part = sizes[range]
    segments.append(
      PlannedSegment(
        pieces: [Piece(segment: segment, records: range)], content: part.reduce(0) { $0 + $1.content },
        payload: part.reduce(0) { $0 + $1.payload }, count: part.count, isEdited: isEdit, copies: nil,
        isExact: true))
  }

  /// Whether a segment may hold so much.
  static func fits(_ content: Int, _ payload: Int, count: Int) -> Bool {
    content <= Limit.pageContent && (payload <= Limit.segmentPayload || count == 1)
  }

  /// Cuts records into runs that fit: near the middle, and each half again until it fits.
  static func split(_ sizes: [RecordSize]) -> [Range<Int>] {
    var done: [Range<Int>] = []
    var open = sizes.isEmpty ? [] : [0..<sizes.count]
    while let range = open.popLast() {
      let content = sizes[range].reduce(0) { $0 + $1.content }
      let payload = sizes[range].reduce(0) { $0 + $1.payload }
      if range.count == 1 || fits(content, payload, count: range.count) {
        done.append(range)
        continue
      }
      let byContent = content > Limit.pageContent
      let total = byContent ? content : payload
      var sum = 0
      var cut = range.lowerBound
      // The smallest first half that reaches half of the bytes, leaving at least one record for the second.
      while cut < range.upperBound - 1, sum * 2 < total {
        sum += byContent ? sizes[cut].content : sizes[cut].payload
        cut += 1
      }
      open.append(cut..<range.upperBound)
      open.append(range.lowerBound..<cut)
    }
    return done
  }
}

// MARK: - Joining

extension SegmentPlan {
  /// Below this a segment that was edited looks for a neighbour to join.
  static let joinBelow = Limit.pageContent / 4
  /// At most this much content may a joined segment have.
  static let joinedContent = Limit.pageContent / 4 * 3

  /// Joins small edited segments to the previous segment, else to the next, from left to right; a joined segment
  /// is looked at again. `exactContent` reads how much content a copied segment has.
  mutating func join<E: Error>(exactContent: (Int) throws(E) -> Int) throws(E) {
    var index = 0
    while index < segments.count {
      guard segments[index].isEdited, segments[index].content < Self.joinBelow else {
        index += 1
        continue
      }
      if index > 0, try canJoin(index - 1, exactContent) {
        merge(index - 1)
        index -= 1
      } else if index + 1 < segments.count, try canJoin(index, exactContent) {
        merge(index)
      } else {
        index += 1
      }
    }
  }

  /// Whether segment `first` and the one after it fit together.
  private mutating func canJoin<E: Error>(_ first: Int, _ exactContent: (Int) throws(E) -> Int) throws(E)
    -> Bool
  {
    guard segments[first].payload + segments[first + 1].payload <= Limit.segmentPayload else { return false }
    for index in [first, first + 1] where !segments[index].isExact {
      // The page's padding hides up to 255 bytes of its content.
      let least = segments[first].content + segments[first + 1].content - 2 * (Size.plaintextUnit - 1)
      if least > Self.joinedContent { return false }
      if let copied = segments[index].copies {
        segments[index].content = try exactContent(copied)
        segments[index].isExact = true
      }
    }
    return segments[first].content + segments[first + 1].content <= Self.joinedContent
  }

  private mutating func merge(_ first: Int) {
    let second = segments.remove(at: first + 1)
    segments[first].content += second.content
    segments[first].payload += second.payload
    segments[first].count += second.count
    segments[first].isEdited = true
    segments[first].copies = nil
    for piece in second.pieces {
      if let last = segments[first].pieces.last, last.segment == piece.segment,
        last.records.upperBound == piece.records.lowerBound
      {
        let start = last.records.lowerBound
        segments[first].pieces[segments[first].pieces.count - 1].records = start..<piece.records.upperBound
      } else {
        segments[first].pieces.append(piece)
      }
    }
  }
}
