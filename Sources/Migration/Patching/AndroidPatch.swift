import SecretCrypto

/// Patches Android's SharedPreferences by byte ranges: an element goes as a whole, a placeholder takes the place of
/// what it holds.
enum AndroidPatch {
  /// What is to change so that the chosen values are gone.
  static func edits(_ tree: PatchTree, of document: Document) throws(Refusal) -> TextEdits {
    try document.source.withBytes { (bytes: Span<UInt8>) throws(Refusal) in
      let text = TextUnits(bytes)
      var edits = TextEdits(unit: text.unit, markLength: text.markLength)
      for step in tree.reachable {
        if !step.edits.isEmpty {
          try Respelling.add(step.edits, of: step.node, in: document, to: &edits, bytes)
        }
        let isDictionary = document.node(step.node).kind == .dictionary
        let children = document.children(of: step.node)
        for child in step.children where tree.steps[child.step].isTarget {
          let node = document.node(children[child.position].value)
          if case .remove = tree.mode, isDictionary {
            edits.deleteEntry(node.range, bytes)
          } else {
            blank(node, tree.mode, &edits, bytes)
          }
        }
      }
      return edits
    }
  }

  /// Replaces what an element holds.
  private static func blank(
    _ node: Node, _ mode: Scrub.Mode, _ edits: inout TextEdits, _ bytes: Span<UInt8>
  ) {
    let unit = edits.unit
    let tag = XMLTag.start(of: node.range, bytes, unit)
    let parts = XMLTag(bytes, tag, unit)
    func encoded(_ text: String) -> [UInt8] { TextEdits.encoded(text, in: unit) }
    switch node.kind {
    case .integer: if let value = parts.value { edits.replace(value, with: encoded("0")) }
    case .real: if let value = parts.value { edits.replace(value, with: encoded("0.0")) }
    case .boolean: if let value = parts.value { edits.replace(value, with: encoded("false")) }
    case .string, .array:
      var text: [UInt8] = []
      if node.kind == .string, case .placeholder(let given) = mode { text = given }
      let content = XMLText.escaped(String(decoding: text, as: UTF8.self))
      if parts.isEmptyElement {
        guard !content.isEmpty else { return }
        let slash = tag.upperBound - 2 * unit.size
        edits.replace(slash..<tag.upperBound, with: encoded(">" + content + "</string>"))
      } else {
        edits.replace(tag.upperBound..<XMLTag.end(of: node.range, bytes, unit), with: encoded(content))
      }
    case .null, .data, .date, .uid, .dictionary: break
    }
  }
}
