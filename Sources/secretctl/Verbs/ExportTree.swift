import Migration
import SecretFile

/// The values of one service in the shape that they had in their file: what the provenance of imported items tells, and
/// for all others the account as a key.
struct ExportTree {
  /// A value, or what holds values.
  struct Node {
    /// The children in the order in which they came, an array's by their indexes.
    var children: [(component: KeyPath.Component, node: Int)] = []
    var item: Item?
    fileprivate var places: [KeyPath.Component: Int] = [:]

    /// Whether it is an array: everything in it stands at an index. Elements that are not here leave no gap.
    var isArray: Bool {
      !children.isEmpty
        && children.allSatisfy {
          if case .index = $0.component { true } else { false }
        }
    }
  }

  /// As deep as preference files are read.
  private static let depth = 128

  /// The root is the first.
  private(set) var nodes = [Node()]

  init(_ items: [Item]) throws(Outcome) {
    for item in items { try add(item) }
    for index in nodes.indices where nodes[index].isArray {
      nodes[index].children.sort { Self.index($0.component) < Self.index($1.component) }
    }
  }

  private mutating func add(_ item: Item) throws(Outcome) {
    var node = 0
    for component in Self.path(of: item) {
      if let other = nodes[node].item { throw Self.ambiguous(item, other) }
      if let next = nodes[node].places[component] {
        node = next
      } else {
        nodes.append(Node())
        nodes[node].places[component] = nodes.count - 1
        nodes[node].children.append((component, nodes.count - 1))
        node = nodes.count - 1
      }
    }
    if let other = nodes[node].item ?? firstItem(under: node) { throw Self.ambiguous(item, other) }
    nodes[node].item = item
  }

  private func firstItem(under node: Int) -> Item? {
    var node = node
    while let child = nodes[node].children.first { node = child.node }
    return nodes[node].item
  }

  private static func path(of item: Item) -> [KeyPath.Component] {
    // What was a part of a value stands for itself: the value around it is elsewhere.
    guard item.attributes.provenance.inner.isEmpty else { return [.key(item.name.account)] }
    let keyPath = item.attributes.provenance.keyPath
    let components = keyPath.isEmpty ? [] : KeyPath(provenance: keyPath).components
    return components.isEmpty || components.count > depth ? [.key(item.name.account)] : components
  }

  private static func index(_ component: KeyPath.Component) -> Int {
    if case .index(let index) = component { index } else { 0 }
  }

  private static func ambiguous(_ item: Item, _ other: Item) -> Outcome {
    var outcome = Outcome(
      "ambiguous", .duplicate, "two items would stand at one place of the property list",
      hint: "export them apart, with -a or -g")
    outcome.details = [ItemText.name(other), ItemText.name(item)]
    return outcome
  }
}
