public import SecretCrypto

/// A preference file, read strictly: every value with its exact type and its bytes in the source, in the
/// order of the source, duplicate keys kept.
///
/// Values are never copied into ordinary memory: the source and whatever had to be decoded stay in guarded
/// buffers, and ``withContent(of:_:)`` lends one value at a time. Keys are names, not secrets.
public final class Document: Sendable {
  /// The bytes that were read.
  public let source: SecretBuffer
  /// The format, found by content.
  public let format: SourceFormat
  /// The outermost value.
  public let root: NodeID
  /// What was odd and tolerated.
  public let notes: [Note]

  let records: ChunkedArray<NodeRecord>
  /// Children: one link per element of an array, two (key, value) per entry of a dictionary.
  let links: [Int32]
  /// Text and data that the source does not hold as they are: escapes, base64, UTF-16, UTF-32.
  let decoded: SecretBuffer
  /// How a binary plist's objects lie; `nil` for the text formats.
  let layout: BinaryLayout?

  init(
    source: SecretBuffer, format: SourceFormat, root: NodeID, notes: [Note],
    records: ChunkedArray<NodeRecord>,
    links: [Int32], decoded: SecretBuffer, layout: BinaryLayout?
  ) {
    self.source = source
    self.format = format
    self.root = root
    self.notes = notes
    self.records = records
    self.links = links
    self.decoded = decoded
    self.layout = layout
  }

  /// Reads a file whose format is found by its content.
  ///
  /// Throws a ``Refusal`` that names what the file is and where it stops being readable.
  public static func read(_ source: SecretBuffer) throws(Refusal) -> Document {
    try read(source, limits: .standard)
  }

  // MARK: - Nodes

  /// Values and keys in the document; ids count from zero to this.
  public var nodeCount: Int { records.count }

  /// What a node is and where it stands.
  public func node(_ id: NodeID) -> Node {
    let record = records[Int(id.index)]
    return Node(
      kind: record.kind, range: record.range,
      count: record.kind.isContainer ? Int(record.contentLength) : 0)
  }

  /// The elements of an array or the entries of a dictionary in the order of the source; empty for
  /// every other kind. Shared objects make a graph: walk it with a budget.
  public func children(of id: NodeID) -> Children {
    let record = records[Int(id.index)]
    return Children(
      document: self, first: Int(record.content),
      endIndex: record.kind.isContainer ? Int(record.contentLength) : 0,
      keyed: record.kind == .dictionary)
  }

  /// The decoded UTF-8 of a key (or of any string that is known not to be a secret).
  public func key(_ id: NodeID) -> [UInt8] {
    withContent(of: id) { bytes in
      var key: [UInt8] = []
      key.reserveCapacity(bytes.count)
      for index in bytes.indices { key.append(bytes[index]) }
      return key
    }
  }

  /// Every value that stands at a path: several when a key on it is duplicated, none when there is no such
  /// path.
  public func find(_ path: KeyPath) -> [NodeID] {
    var found = [root]
    for component in path.components {
      var next: [NodeID] = []
      for id in found { next += children(of: id).values(for: component) }
      found = next
      if found.isEmpty { break }
    }
    return found
  }
}

/// The children of one container. See ``Document/children(of:)``.
public struct Children: RandomAccessCollection, Sendable {
  let document: Document
  let first: Int
  /// The number of children.
  public let endIndex: Int
  let keyed: Bool

  /// Always zero.
  public var startIndex: Int { 0 }

  /// One child, counted from zero.
  public subscript(position: Int) -> Child {
    // As every collection does: callers take a position from the indices, or compare it with the count first.
    precondition(position >= 0 && position < endIndex, "no such child")
    guard keyed else { return Child(key: nil, value: NodeID(Int(document.links[first + position]))) }
    let link = first + 2 * position
    return Child(
      key: NodeID(Int(document.links[link])), value: NodeID(Int(document.links[link + 1])))
  }

  /// The values under a key (all of them, should it be duplicated) or at an index.
  func values(for component: KeyPath.Component) -> [NodeID] {
    switch component {
    case .index(let index):
      return !keyed && index >= 0 && index < endIndex ? [self[index].value] : []
    case .key(let key):
      guard keyed else { return [] }
      return compactMap { child in
        guard let name = child.key, document.content(of: name, equals: key) else { return nil }
        return child.value
      }
    }
  }
}
