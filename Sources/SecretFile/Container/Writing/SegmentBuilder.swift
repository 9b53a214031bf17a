internal import Files
internal import SecretCrypto

/// Builds one segment of a new version in a worker's scratch memory: the records of its pieces one after the other,
/// their payloads copied or sealed, and the page over them.
struct SegmentBuilder {
  let context: SegmentContext
  private let planned: PlannedSegment
  /// The segment's index in the new table.
  private let index: Int
  private let pageLength: Int
  var payloads: PayloadSeal
  /// Where the next payload's blob goes in the output.
  var position: Int
  private var recordCount = 0
  private var counts: [UInt32: Int] = [:]

  /// A builder for a planned segment that is to be the `index`-th of the new table.
  init(_ context: SegmentContext, _ planned: PlannedSegment, index: Int) {
    self.context = context
    self.planned = planned
    self.index = index
    pageLength = FrameSeal.blobLength(content: planned.content)
    position = pageLength
    payloads = PayloadSeal(context.containerID)
  }

  /// Leaves the segment's bytes in `scratch.output`.
  /// - Throws: `payload` and other damage of the base, `record`, file errors.
  mutating func build(_ scratch: inout Scratch) throws(SecretFileError) -> BuiltSegment {
    scratch.output.resize(to: pageLength + planned.payload)
    scratch.page.removeAll(keepingCapacity: true)
    scratch.page.append(contentsOf: repeatElement(0, count: Size.contentLength))
    for piece in planned.pieces { try emit(piece, &scratch) }
    let content = scratch.page.count - Size.contentLength
    guard FrameSeal.blobLength(content: content) == pageLength, position == scratch.output.count,
      recordCount == planned.count
    else { throw SecretFileError(.refused, "internal error: a segment has not the planned size") }
    return sealPage(content, &scratch)
  }

  private func sealPage(_ content: Int, _ scratch: inout Scratch) -> BuiltSegment {
    scratch.page.patch(UInt32(content), at: 0)
    scratch.page.resize(to: Padding.framed(content))
    let link = FrameSeal.sealPage(
      scratch.page, index: index, containerID: context.containerID, seed: context.seed,
      masterKeys: context.masterKeys, into: &scratch.output, length: pageLength)
    let view = RecordView(checked: scratch.page.span.extracting(Size.contentLength..<scratch.page.count))
    let segment = Segment(
      firstIdentity: [UInt8](copying: view.identity), recordCount: UInt32(recordCount),
      pageLength: UInt32(pageLength), payloadBytes: UInt32(planned.payload), pageLink: link)
    return BuiltSegment(segment: segment, counts: counts)
  }

  // MARK: Pieces

  /// Emits the records of one piece.
  private mutating func emit(_ piece: Piece, _ scratch: inout Scratch) throws(SecretFileError) {
    let page = try context.basePage(piece.segment)
    let sources = context.sources(piece, page)
    let input = try readInput(piece.segment, page, sources, &scratch.input)
    scratch.secrets.reservePlain(largestPayload(page, sources))
    recordCount += sources.count
    try emit(
      sources, page, Input(bytes: scratch.input, start: input), &scratch.page, &scratch.output,
      &scratch.secrets)
  }

  /// Reads the payloads of the piece's records in the base with one call, and returns where they start among the
  /// segment's payloads.
  private func readInput(
    _ segment: Int, _ page: Page?, _ sources: [SegmentContext.Source], _ input: inout [UInt8]
  ) throws(SecretFileError) -> Int {
    guard let base = context.base, let page else { return 0 }
    var range: Range<Int>?
    for source in sources {
      let entry: Page.Entry
      if source.isChange {
        guard let put = context.changes[source.change].put, case .keep = put.payload, let place = put.base
        else {
          continue
        }
        entry = page.entries[place.index]
      } else {
        entry = page.entries[source.base]
      }
      let start = Int(entry.payloadStart)
      range = min(range?.lowerBound ?? start, start)..<(start + Int(entry.payloadBytes))
    }
    guard let range else { return 0 }
    input.resize(to: range.count)
    do throws(FileError) {
      var span = input.mutableSpan
      try base.file.read(at: base.payloadPosition(of: segment) + UInt64(range.lowerBound), into: &span)
    } catch { throw SecretFileError(error) }
    return range.lowerBound
  }

  private func largestPayload(_ page: Page?, _ sources: [SegmentContext.Source]) -> Int {
    sources.reduce(0) { largest, source in
      if source.isChange {
        return max(largest, Padding.padded(context.changes[source.change].put?.payloadLength ?? 0))
      }
      return max(largest, Int(page?.entries[source.base].payloadBytes ?? 0))
    }
  }

  /// Emits records, with the guarded memory lent once for all of them.
  private mutating func emit(
    _ sources: [SegmentContext.Source], _ page: Page?, _ input: Input, _ content: inout [UInt8],
    _ output: inout [UInt8], _ secrets: inout SecretScratch
  ) throws(SecretFileError) {
    var builder = self
    try secrets.lend { (plain, key) throws(SecretFileError) in
      for source in sources {
        if source.isChange {
          guard let put = builder.context.changes[source.change].put else { continue }
          try builder.emit(put, page, input, &content, &output, &plain, &key)
        } else {
          guard let page else { continue }
          let record = page.record(source.base)
          if !record.isCompanion { builder.counts[record.keyID, default: 0] += 1 }
          try builder.emitBase(page, source.base, input, &content, &output, &plain, &key)
        }
      }
    }
    self = builder
  }
}

/// A segment that was built.
struct BuiltSegment: Sendable {
  var segment: Segment
  /// Items that came from the base unchanged or sealed anew, by keyID.
  var counts: [UInt32: Int]
}

/// Payloads of a segment of the base that were read in one go.
struct Input {
  let bytes: [UInt8]
  /// Where they start among the segment's payloads.
  let start: Int

  /// The blob of a record's payload.
  func range(_ entry: Page.Entry) -> Range<Int> {
    let first = Int(entry.payloadStart) - start
    return first..<(first + Int(entry.payloadBytes))
  }
}
