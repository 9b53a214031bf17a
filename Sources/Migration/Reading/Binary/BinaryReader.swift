import SecretCrypto

/// Reads a binary plist: every offset, count and reference is checked before it is used, an object that is
/// referred to several times is read once, and a cycle is refused. There is no recursion.
///
/// The id of a node is the number of its object.
struct BinaryReader: ~Copyable {
  /// A container whose children are being read.
  private struct Frame {
    var object: Int
    var next: Int
    /// The most levels below it so far.
    var height: Int16
  }

  let limits: Limits
  let layout: BinaryLayout
  var records = ChunkedArray<NodeRecord>()
  var links: [Int32] = []
  var decoded = SecretAppender()
  /// Bytes of strings and data so far.
  var contentBytes = 0
  private var notes: [Note] = []
  private var frames: [Frame] = []
  /// Levels below and with each object; see the two constants.
  private var heights: [Int16]
  private static let unread: Int16 = -1
  private static let open: Int16 = -2

  private init(limits: Limits, layout: BinaryLayout) {
    self.limits = limits
    self.layout = layout
    heights = Array(repeating: BinaryReader.unread, count: layout.objectCount)
  }

  /// Reads a source that begins with `bplist`.
  static func read(_ source: SecretBuffer, limits: Limits) throws(Refusal) -> Document {
    let layout = try source.withBytes { (bytes: Span<UInt8>) throws(Refusal) in try checkedLayout(bytes) }
    guard layout.objectCount <= limits.nodes else { throw limits.tooMany(at: layout.tableOffset) }
    var reader = BinaryReader(limits: limits, layout: layout)
    try source.withBytes { (bytes: Span<UInt8>) throws(Refusal) -> Void in
      try reader.locate(bytes)
      try reader.walk(bytes)
      reader.noteUnreferenced(bytes)
    }
    let (records, links, notes) = (reader.records, reader.links, reader.notes)
    return Document(
      source: source, format: .binaryPlist, root: NodeID(layout.top), notes: notes, records: records,
      links: links, decoded: reader.decoded.finish(), layout: layout)
  }

  // MARK: - Header, trailer, offset table

  private static func checkedLayout(_ bytes: Span<UInt8>) throws(Refusal) -> BinaryLayout {
    guard bytes.count >= BinaryLayout.headerSize else {
      throw .truncated("the file ends inside the header of a binary plist", at: bytes.count)
    }
    guard bytes[6] == UInt8(ascii: "0"), bytes[7] == UInt8(ascii: "0") else {
      throw Refusal(
        code: "binaryPlistVersion", message: "the file is a binary plist of another version than 00",
        offset: 6,
        hint: "convert it with the program that wrote it, or with plutil -convert xml1")
    }
    if let layout = BinaryLayout(bytes, end: bytes.count) { return layout }
    var end = bytes.count - 1
    while end > BinaryLayout.headerSize + BinaryLayout.trailerSize {
      if BinaryLayout(bytes, end: end) != nil {
        throw Refusal(
          code: "trailingGarbage", message: "something follows the end of the binary plist", offset: end,
          hint: "take out what does not belong to the file, then try again")
      }
      end -= 1
    }
    throw .truncated(
      "the last 32 bytes are not the trailer of this binary plist: it is cut short or damaged",
      at: max(BinaryLayout.headerSize, bytes.count - BinaryLayout.trailerSize))
  }

  /// Makes a record for every object, at its offset and still without a kind.
  private mutating func locate(_ bytes: Span<UInt8>) throws(Refusal) {
    for object in 0..<layout.objectCount {
      let offset = layout.offset(of: object, bytes)
      guard offset >= UInt64(BinaryLayout.headerSize), offset < UInt64(layout.tableOffset) else {
        throw .damaged(
          "object \(object) is said to lie outside of the objects",
          at: layout.tableOffset + object * layout.offsetSize)
      }
      let start = Int(offset)
      records.append(NodeRecord(kind: .null, range: start..<start, content: start..<start, place: .scalar))
    }
  }

  // MARK: - The walk

  private mutating func walk(_ bytes: Span<UInt8>) throws(Refusal) {
    try visit(layout.top, bytes)
    while let frame = frames.last {
      let record = records[frame.object]
      let keyed = record.kind == .dictionary
      if frame.next == Int(record.contentLength) * (keyed ? 2 : 1) {
        close(frame)
        continue
      }
      let innermost = frames.count - 1
      frames[innermost].next += 1
      let child = Int(links[Int(record.content) + frame.next])
      switch heights[child] {
      case BinaryReader.unread: try visit(child, bytes)
      case BinaryReader.open:
        throw .damaged("object \(child) contains itself", at: Int(records[child].start))
      case let height:
        guard frames.count + Int(height) <= limits.depth else { throw limits.tooDeep(at: Int(record.start)) }
        frames[innermost].height = max(frames[innermost].height, height)
      }
      if keyed, frame.next.isMultiple(of: 2), records[child].kind != .string {
        throw Refusal(
          code: "nonStringKey", message: "a dictionary has a key that is not a string",
          offset: Int(records[child].start),
          hint: "no preference file has such keys; take the values out by hand")
      }
    }
  }

  /// Leaves a container whose children are all read.
  private mutating func close(_ frame: Frame) {
    frames.removeLast()
    let height = frame.height + 1
    heights[frame.object] = height
    if let parent = frames.indices.last { frames[parent].height = max(frames[parent].height, height) }
  }

  /// Reads one object and, if it is a container, enters it.
  private mutating func visit(_ object: Int, _ bytes: Span<UInt8>) throws(Refusal) {
    let record = try read(objectAt: Int(records[object].start), bytes)
    records[object] = record
    guard record.kind.isContainer else {
      heights[object] = 0
      return
    }
    guard frames.count < limits.depth else { throw limits.tooDeep(at: Int(record.start)) }
    heights[object] = BinaryReader.open
    frames.append(Frame(object: object, next: 0, height: 0))
  }

  /// Objects that nothing refers to are tolerated and told; a one-byte filler is not worth a word.
  private mutating func noteUnreferenced(_ bytes: Span<UInt8>) {
    var count = 0
    var first: Int?
    for object in heights.indices where heights[object] == BinaryReader.unread {
      let start = Int(records[object].start)
      guard bytes[start] > 0x0F else { continue }
      count += 1
      first = first ?? start
    }
    guard count > 0 else { return }
    notes.append(
      Note(
        code: "unreferencedObjects", message: "\(count) objects of the file are referred to by nothing",
        offset: first))
  }
}
