import SecretCrypto

/// Compares a document with its patched successor: equal but for the chosen values.
struct PatchCheck {
  /// Two objects that were compared under the same changes.
  private struct Pair: Hashable {
    var old: NodeID
    var new: NodeID
    var signature: Int
  }

  private let tree: PatchTree
  private let old: Document
  private let new: Document
  private var equal: Set<Pair> = []

  /// Throws `patchFailed` at the first difference that was not asked for.
  static func check(_ tree: PatchTree, from old: Document, to new: Document) throws(Refusal) {
    guard old.format == new.format || becomesJSON(old, new) else {
      throw .patchFailed("the patched file is of another format")
    }
    var check = PatchCheck(tree: tree, old: old, new: new)
    guard check.same(old.root, new.root, step: 0) else {
      throw .patchFailed("the patched file differs at more than the chosen places")
    }
  }

  /// Whether the new file may count as JSON although the old one does not: a comment is gone, or nothing is left but
  /// the two braces, which are an OpenStep property list too.
  private static func becomesJSON(_ old: Document, _ new: Document) -> Bool {
    switch (old.format, new.format) {
    case (.jsonc, .json): true
    case (.openStep, .json), (.openStep, .jsonc): new.node(new.root).count == 0
    default: false
    }
  }

  private init(tree: PatchTree, old: Document, new: Document) {
    (self.tree, self.old, self.new) = (tree, old, new)
  }

  /// Compares two values; `step` says what is to have changed below them. The depth of a document bounds the
  /// recursion.
  private mutating func same(_ oldID: NodeID, _ newID: NodeID, step: Int?) -> Bool {
    let kind = old.node(oldID).kind
    guard kind == new.node(newID).kind else { return false }
    guard kind.isContainer else {
      guard let step else { return sameContent(oldID, newID) }
      return hasChanged(oldID, newID, tree.steps[step].edits)
    }
    let pair = Pair(old: oldID, new: newID, signature: step.map { tree.signatures[$0] } ?? -1)
    if old.layout != nil, !equal.insert(pair).inserted { return true }
    let newChildren = new.children(of: newID)
    var changes = step.map { tree.steps[$0].children } ?? []
    changes.reverse()
    var position = 0
    for (oldPosition, child) in old.children(of: oldID).enumerated() {
      var next: Int?
      if changes.last?.position == oldPosition { next = changes.popLast()?.step }
      let isTarget = next.map { tree.steps[$0].isTarget } ?? false
      if isTarget, case .remove = tree.mode, kind == .dictionary { continue }
      guard position < newChildren.count else { return false }
      let successor = newChildren[position]
      position += 1
      switch (child.key, successor.key) {
      case (nil, nil): break
      case (let key?, let newKey?): guard sameContent(key, newKey) else { return false }
      default: return false
      }
      if isTarget {
        guard isBlank(successor.value, insteadOf: child.value) else { return false }
      } else if !same(child.value, successor.value, step: next) {
        return false
      }
    }
    return position == newChildren.count
  }

  private func sameContent(_ oldID: NodeID, _ newID: NodeID) -> Bool {
    old.withContent(of: oldID) { before in
      new.withContent(of: newID) { after in Needles.equal(before, after) }
    }
  }

  /// Whether a value has changed inside as it should.
  private func hasChanged(_ oldID: NodeID, _ newID: NodeID, _ edits: [ContentEdit]) -> Bool {
    old.withContent(of: oldID) { before in
      new.withContent(of: newID) { after in
        edits.applied(to: before).withBytes { Needles.equal($0, after) }
      }
    }
  }

  /// Whether a value is what the mode puts in the place of another.
  private func isBlank(_ id: NodeID, insteadOf original: NodeID) -> Bool {
    let node = new.node(id)
    guard node.kind == old.node(original).kind, node.count == 0 else { return false }
    guard node.kind == .string || node.kind == .data else { return true }
    var text: [UInt8] = []
    if case .placeholder(let given) = tree.mode { text = given }
    return new.withContent(of: id) { Needles.equal($0, text.span) }
  }
}
