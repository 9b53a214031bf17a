/// Finds values by their paths, whatever the size of the dictionaries on the way: the keys of a dictionary are
/// indexed when it is first asked for.
///
/// Keys that a binary plist shares are copied once.
struct PathIndex {
  /// What stands under a key.
  struct Entry {
    /// The first value.
    let first: NodeID
    /// Whether there are more.
    var isDuplicated = false
  }

  private let document: Document
  private var keys: [NodeID: [UInt8]] = [:]
  /// A number for each different key of the dictionaries that are indexed.
  private var numbers: [[UInt8]: Int] = [:]
  private var numberOfKey: [NodeID: Int] = [:]
  private var dictionaries: [NodeID: [Int: Entry]] = [:]

  init(_ document: Document) { self.document = document }

  /// A key's bytes.
  mutating func key(_ id: NodeID) -> [UInt8] {
    // In a text format every key is a node of its own that is reached once.
    guard document.format == .binaryPlist else { return document.key(id) }
    if let key = keys[id] { return key }
    let key = document.key(id)
    keys[id] = key
    return key
  }

  /// What stands at one step from a container.
  mutating func entry(_ component: KeyPath.Component, in container: NodeID) -> Entry? {
    let node = document.node(container)
    switch component {
    case .index(let index):
      guard node.kind == .array, index >= 0, index < node.count else { return nil }
      return Entry(first: document.children(of: container)[index].value)
    case .key(let key):
      guard node.kind == .dictionary else { return nil }
      if dictionaries[container] == nil { dictionaries[container] = entries(of: container) }
      return numbers[key].flatMap { dictionaries[container]?[$0] }
    }
  }

  /// The first value at a path from the root.
  mutating func first(_ path: KeyPath) -> NodeID? {
    var found = document.root
    for component in path.components {
      guard let entry = entry(component, in: found) else { return nil }
      found = entry.first
    }
    return found
  }

  private mutating func entries(of container: NodeID) -> [Int: Entry] {
    var entries: [Int: Entry] = [:]
    for child in document.children(of: container) {
      guard let key = child.key else { continue }
      let number = number(of: key)
      if entries[number] == nil {
        entries[number] = Entry(first: child.value)
      } else {
        entries[number]?.isDuplicated = true
      }
    }
    return entries
  }

  private mutating func number(of id: NodeID) -> Int {
    if let number = numberOfKey[id] { return number }
    let key = key(id)
    let number = numbers[key] ?? numbers.count
    numbers[key] = number
    numberOfKey[id] = number
    return number
  }
}
