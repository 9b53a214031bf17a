import SecretCrypto

/// Patches JSON and JSON with comments by byte ranges: members of objects are deleted with one comma each.
enum JSONPatch {
  /// What is to change so that the chosen values are gone.
  static func edits(_ tree: PatchTree, of document: Document) throws(Refusal) -> TextEdits {
    try document.source.withBytes { (bytes: Span<UInt8>) throws(Refusal) in
      var edits = TextEdits(unit: .utf8, markLength: UTF8Text.markLength(bytes))
      for step in tree.reachable {
        if !step.edits.isEmpty {
          try Respelling.add(step.edits, of: step.node, in: document, to: &edits, bytes)
        }
        let chosen = step.children.filter { tree.steps[$0.step].isTarget }.map(\.position)
        guard !chosen.isEmpty else { continue }
        if case .remove = tree.mode, document.node(step.node).kind == .dictionary {
          JSONMembers(document, step.node, bytes).delete(Set(chosen), &edits, bytes)
          continue
        }
        for position in chosen {
          let node = document.node(document.children(of: step.node)[position].value)
          if node.kind == .string {
            // The quotes stay: where the text stands in another one, they are spelt as it wants them.
            let text = node.range.lowerBound + 1..<node.range.upperBound - 1
            edits.replace(text, with: Array(value(.string, tree.mode).dropFirst().dropLast()))
          } else {
            edits.replace(node.range, with: value(node.kind, tree.mode))
          }
        }
      }
      return edits
    }
  }

  /// A value of the same kind that tells nothing.
  private static func value(_ kind: Kind, _ mode: Scrub.Mode) -> [UInt8] {
    var text: [UInt8] = []
    if case .placeholder(let given) = mode { text = given }
    switch kind {
    case .string, .data, .date: return quoted(text)
    case .integer, .uid: return Array("0".utf8)
    case .real: return Array("0.0".utf8)
    case .boolean: return Array("false".utf8)
    case .null: return Array("null".utf8)
    case .array: return Array("[]".utf8)
    case .dictionary: return Array("{}".utf8)
    }
  }

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    var out = [UInt8(ascii: "\"")]
    for byte in text {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { out.append(UInt8(ascii: "\\")) }
      out.append(byte)
    }
    out.append(UInt8(ascii: "\""))
    return out
  }
}
