/// Finds children by key, and finds out whether a key stands several times in its dictionary.
struct ChildFinder {
  let document: Document
  private var asked: Set<NodeID> = []
  /// The positions of keys, for dictionaries that were asked for more than once.
  private var indexes: [NodeID: [[UInt8]: [Int]]] = [:]

  init(_ document: Document) { self.document = document }

  /// The position of the one child that a component names; `path` ends with it and is for the refusal.
  mutating func position(
    of component: KeyPath.Component, at path: KeyPath, in node: NodeID
  ) throws(Refusal) -> Int {
    let children = document.children(of: node)
    let missing = Refusal(
      code: "noSuchPath", message: "nothing stands at '\(path)'",
      offset: document.node(node).range.lowerBound,
      hint: "the file may have changed: scan it again")
    switch component {
    case .index(let index):
      guard document.node(node).kind == .array, children.indices.contains(index) else { throw missing }
      return index
    case .key(let key):
      let positions = positions(of: key, in: node, children)
      guard let position = positions.first else { throw missing }
      guard positions.count == 1 else {
        throw .duplicateKey(path, at: document.offset(of: children[positions[1]]))
      }
      return position
    }
  }

  /// The one value at a path.
  mutating func node(at path: KeyPath) throws(Refusal) -> NodeID {
    var node = document.root
    var walked = KeyPath()
    for component in path.components {
      walked.components.append(component)
      node = document.children(of: node)[try position(of: component, at: walked, in: node)].value
    }
    return node
  }

  private mutating func positions(of key: [UInt8], in node: NodeID, _ children: Children) -> [Int] {
    if let index = indexes[node] { return index[key] ?? [] }
    guard asked.insert(node).inserted else {
      var index: [[UInt8]: [Int]] = [:]
      for (position, child) in children.enumerated() {
        if let name = child.key { index[document.key(name), default: []].append(position) }
      }
      indexes[node] = index
      return index[key] ?? []
    }
    return children.indices.filter { position in
      guard let name = children[position].key else { return false }
      return document.content(of: name, equals: key)
    }
  }
}
