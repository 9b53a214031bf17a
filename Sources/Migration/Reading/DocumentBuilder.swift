import SecretCrypto

/// Collects the nodes of a text format while a reader goes through it once, under the limits.
struct DocumentBuilder: ~Copyable {
  /// A container that is not closed yet.
  private struct Frame {
    var record: Int
    var firstPending: Int
  }

  private let limits: Limits
  private var records = ChunkedArray<NodeRecord>()
  private var links: [Int32] = []
  /// Children of the open containers; a container's move to `links` when it closes.
  private var pending: [Int32] = []
  private var frames: [Frame] = []

  /// Text and data that had to be decoded.
  var decoded = SecretAppender()
  /// What was odd and tolerated.
  var notes: [Note] = []

  init(limits: Limits) { self.limits = limits }

  /// Containers that are open.
  var depth: Int { frames.count }

  /// The kind of the innermost open container.
  var openKind: Kind? { frames.last.map { records[$0.record].kind } }

  /// Children of the innermost open container so far, keys counted too.
  var openLinkCount: Int { frames.last.map { pending.count - $0.firstPending } ?? 0 }

  /// Adds a scalar or a key as the next child of the innermost open container, or as the root.
  mutating func add(_ record: NodeRecord) throws(Refusal) {
    guard records.count < limits.nodes else { throw limits.tooMany(at: Int(record.start)) }
    if !frames.isEmpty { pending.append(Int32(truncatingIfNeeded: records.count)) }
    records.append(record)
  }

  /// Opens a container whose spelling begins at a byte of the source.
  mutating func open(_ kind: Kind, at start: Int) throws(Refusal) {
    guard frames.count < limits.depth else { throw limits.tooDeep(at: start) }
    let index = records.count
    try add(NodeRecord(kind: kind, range: start..<start, content: 0..<0, place: .links))
    frames.append(Frame(record: index, firstPending: pending.count))
  }

  /// Closes the innermost open container, whose spelling ends before a byte of the source.
  mutating func close(at end: Int) {
    guard let frame = frames.popLast() else { return }
    let children = pending.count - frame.firstPending
    let first = links.count
    links += pending[frame.firstPending...]
    pending.removeLast(children)
    var record = records[frame.record]
    record.length = UInt32(truncatingIfNeeded: end) - record.start
    record.content = UInt32(truncatingIfNeeded: first)
    record.contentLength = UInt32(truncatingIfNeeded: record.kind == .dictionary ? children / 2 : children)
    records[frame.record] = record
  }

  /// The document; the root is what was added first. The builder is empty afterwards.
  mutating func finish(source: SecretBuffer, format: SourceFormat) -> Document {
    var text = SecretAppender()
    swap(&text, &decoded)
    return Document(
      source: source, format: format, root: NodeID(0), notes: notes, records: records, links: links,
      decoded: text.finish(), layout: nil)
  }
}
