/// Lays out the segments of a commit over its base (spec "Records into segments").
struct LayoutPlanner {
  /// The base, the changes and the renewed entries; `changesBySegment` is set here.
  private(set) var context: SegmentContext

  init(_ context: SegmentContext) {
    self.context = context
    self.context.changesBySegment = assignChanges()
  }

  /// Which changes fall into each segment of the base: the last one that begins at or below the identity, else the
  /// first. A base without segments is treated as one empty segment.
  private func assignChanges() -> [Range<Int>] {
    let changes = context.changes
    guard let segments = context.base?.segments, segments.count > 0 else { return [0..<changes.count] }
    var ranges: [Range<Int>] = []
    ranges.reserveCapacity(segments.count)
    var start = 0
    for segment in 0..<segments.count {
      var end = start
      if segment + 1 == segments.count {
        end = changes.count
      } else {
        while end < changes.count, changes[end].isBefore(segments.firstIdentity(segment + 1)) { end += 1 }
      }
      ranges.append(start..<end)
      start = end
    }
    return ranges
  }

  // MARK: Layouts

  /// The layout of an ordinary commit: changed segments are split and joined, all others copied.
  func update() throws(SecretFileError) -> SegmentPlan {
    var plan = SegmentPlan()
    guard let base = context.base, base.segments.count > 0 else {
      let sources = context.sources(0, nil)
      plan.fill(0, sizes(sources, nil)) { facts(sources[$0], nil) }
      return plan
    }
    for segment in 0..<base.segments.count {
      guard try isChanged(segment) else {
        copy(segment, base.segments, into: &plan)
        continue
      }
      let page = try base.page(segment)
      let sources = context.sources(segment, page)
      plan.rewrite(segment, sizes(sources, page)) { facts(sources[$0], page) }
    }
    try plan.join { (segment) throws(SecretFileError) in
      try base.page(segment).entries.reduce(0) { $0 + Int($1.count) }
    }
    return plan
  }

  /// The layout of a rotation: every segment is written anew with the cut that it has.
  func rotation() throws(SecretFileError) -> SegmentPlan {
    var plan = SegmentPlan()
    guard let base = context.base else { return plan }
    for segment in 0..<base.segments.count {
      if context.changesBySegment[segment].isEmpty {
        // Nothing comes or goes, so all sizes stay and the page need not be read for them.
        copy(segment, base.segments, into: &plan)
        continue
      }
      let page = try base.page(segment)
      let sources = context.sources(segment, page)
      plan.keep(segment, sizes(sources, page)) { facts(sources[$0], page) }
    }
    plan.rewriteCopies()
    return plan
  }

  /// The fresh layout of everything that the base holds; a segment that comes out as it was is copied.
  func compact() throws(SecretFileError) -> SegmentPlan {
    var plan = SegmentPlan()
    guard let base = context.base else { return plan }
    for segment in 0..<base.segments.count {
      let page = try base.page(segment)
      let sources = context.sources(segment, page)
      plan.fill(segment, sizes(sources, page)) { facts(sources[$0], page) }
    }
    plan.copyWhole { Int(base.segments.recordCount($0)) }
    return plan
  }

  private func copy(_ segment: Int, _ segments: SegmentTable, into plan: inout SegmentPlan) {
    plan.copy(
      segment, first: [UInt8](copying: segments.firstIdentity(segment)),
      count: Int(segments.recordCount(segment)),
      largestContent: Int(segments.pageLength(segment)) - Size.blobOverhead - Size.contentLength,
      payload: Int(segments.payloadBytes(segment)))
  }

  /// Whether a change falls into the segment, or a record of it belongs to a renewed entry.
  private func isChanged(_ segment: Int) throws(SecretFileError) -> Bool {
    if !context.changesBySegment[segment].isEmpty { return true }
    guard !context.renewed.isEmpty, let page = try context.basePage(segment) else { return false }
    for index in 0..<page.count where context.renewed.contains(page.record(index).keyID) { return true }
    return false
  }

  // MARK: Records

  private func sizes(_ sources: [SegmentContext.Source], _ page: Page?) -> [RecordSize] {
    let none = RecordSize(content: 0, payload: 0)
    return sources.map { source in
      if source.isChange { return context.changes[source.change].put?.size ?? none }
      guard let entry = page?.entries[source.base] else { return none }
      return RecordSize(content: Int(entry.count), payload: Int(entry.payloadBytes))
    }
  }

  private func facts(_ source: SegmentContext.Source, _ page: Page?) -> RecordFacts {
    let identity: [UInt8]
    if source.isChange {
      identity = context.changes[source.change].identity.bytes
    } else {
      identity = page.map { [UInt8](copying: $0.record(source.base).identity) } ?? []
    }
    return RecordFacts(identity: identity, base: source.base, change: source.change)
  }
}
