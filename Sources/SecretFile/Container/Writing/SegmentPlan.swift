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
  /// Where they begin: the next record of the base's page, and the next change.
  var base = 0
  var change = 0
}

/// What the plan needs to know about a record besides its size, by its ordinal.
struct RecordFacts {
  var identity: [UInt8]
  /// The next record of the base's page, and the next change, when its turn comes.
  var base: Int
  var change: Int
}

/// A segment that is to be: where its records come from and what they take.
struct PlannedSegment: Sendable {
  /// The records, in order.
  var pieces: [Piece]
  /// The identity of the first of them.
  var first: [UInt8]
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
  mutating func copy(_ segment: Int, first: [UInt8], count: Int, largestContent: Int, payload: Int) {
    segments.append(
      PlannedSegment(
        pieces: [Piece(segment: segment, records: 0..<count)], first: first, content: largestContent,
        payload: payload, count: count, isEdited: false, copies: segment, isExact: false))
  }

  /// A segment of the base whose records changed, cut as often as it must be; one without records vanishes.
  /// `facts` are those of a record by its ordinal.
  mutating func rewrite(_ segment: Int, _ sizes: [RecordSize], facts: (Int) -> RecordFacts) {
    for range in Self.split(sizes) { append(segment, range, sizes, isEdited: true, facts(range.lowerBound)) }
  }

  /// A segment of the base that is written anew in one piece; one without records vanishes.
  mutating func keep(_ segment: Int, _ sizes: [RecordSize], facts: (Int) -> RecordFacts) {
    if sizes.isEmpty { return }
    append(segment, 0..<sizes.count, sizes, isEdited: false, facts(0))
  }

  /// Whether all that is planned is to copy the base's segments, so many of them, as they stand.
  func isCopy(of count: Int) -> Bool {
    segments.count == count && segments.indices.allSatisfy { segments[$0].copies == $0 }
  }

  /// Turns copies into segments that are written anew with the same cut.
  mutating func rewriteCopies() {
    for index in segments.indices { segments[index].copies = nil }
  }

  private mutating func append(
    _ segment: Int, _ range: Range<Int>, _ sizes: [RecordSize], isEdited: Bool, _ first: RecordFacts
  ) {
    let part = sizes[range]
    segments.append(
      PlannedSegment(
        pieces: [Piece(segment: segment, records: range, base: first.base, change: first.change)],
        first: first.identity, content: part.reduce(0) { $0 + $1.content },
        payload: part.reduce(0) { $0 + $1.payload },
        count: part.count, isEdited: isEdited, copies: nil, isExact: true))
  }

  /// Turns segments that hold exactly the records of one segment of the base into copies of it. Only for plans
  /// without changes; `count` gives the number of records of a segment of the base.
  mutating func copyWhole(_ count: (Int) -> Int) {
    for index in segments.indices {
      let pieces = segments[index].pieces
      guard pieces.count == 1, pieces[0].records == 0..<count(pieces[0].segment) else { continue }
      segments[index].copies = pieces[0].segment
    }
  }

  /// Records in a fresh layout: the last segment is filled until the next record would pass a limit. The records are
  /// those of one segment of the base; the next call goes on.
  mutating func fill(_ segment: Int, _ sizes: [RecordSize], facts: (Int) -> RecordFacts) {
    for (ordinal, size) in sizes.enumerated() {
      let index = segments.count - 1
      if let last = segments.last,
        Self.fits(last.content + size.content, last.payload + size.payload, count: last.count + 1)
      {
        segments[index].content += size.content
        segments[index].payload += size.payload
        segments[index].count += 1
        if let piece = last.pieces.last, piece.segment == segment, piece.records.upperBound == ordinal {
          let start = piece.records.lowerBound
          segments[index].pieces[last.pieces.count - 1].records = start..<(ordinal + 1)
          continue
        }
        segments[index].pieces.append(Piece(segment, ordinal, facts(ordinal)))
      } else {
        let first = facts(ordinal)
        segments.append(
          PlannedSegment(
            pieces: [Piece(segment, ordinal, first)], first: first.identity, content: size.content,
            payload: size.payload, count: 1,
            isEdited: false, copies: nil, isExact: true))
      }
    }
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
    for piece in second.pieces { segments[first].append(piece) }
  }
}

extension Piece {
  /// A piece of one record.
  fileprivate init(_ segment: Int, _ ordinal: Int, _ facts: RecordFacts) {
    self.init(segment: segment, records: ordinal..<(ordinal + 1), base: facts.base, change: facts.change)
  }
}

extension PlannedSegment {
  /// Appends a piece, to the last one if it goes on there.
  fileprivate mutating func append(_ piece: Piece) {
    if let last = pieces.last, last.segment == piece.segment,
      last.records.upperBound == piece.records.lowerBound
    {
      pieces[pieces.count - 1].records = last.records.lowerBound..<piece.records.upperBound
    } else {
      pieces.append(piece)
    }
  }

  /// The entry of the segment table, with everything but the link.
  var unlinked: Segment {
    Segment(
      firstIdentity: first, recordCount: UInt32(count),
      pageLength: UInt32(FrameSeal.blobLength(content: content)), payloadBytes: UInt32(payload),
      pageLink: Bytes32())
  }
}
