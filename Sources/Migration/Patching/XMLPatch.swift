import SecretCrypto

/// Patches XML property lists by byte ranges.
enum XMLPatch {
  /// What is to change so that the chosen values are gone.
  static func edits(_ tree: PatchTree, of document: Document) throws(Refusal) -> TextEdits {
    let text = document.source.withBytes { TextUnits($0) }
    var edits = TextEdits(unit: text.unit, markLength: text.markLength)
    for step in tree.reachable {
      if !step.edits.isEmpty {
        try document.source.withBytes { (bytes: Span<UInt8>) throws(Refusal) in
          try Respelling.add(step.edits, of: step.node, in: document, to: &edits, bytes)
        }
      }
      let children = document.children(of: step.node)
      for child in step.children where tree.steps[child.step].isTarget {
        let node = document.node(children[child.position].value)
        if case .remove = tree.mode, let key = children[child.position].key {
          let entry = document.node(key).range.lowerBound..<node.range.upperBound
          document.source.withBytes { edits.deleteEntry(entry, $0) }
        } else {
          edits.replace(node.range, with: TextEdits.encoded(element(node.kind, tree.mode), in: text.unit))
        }
      }
    }
    return edits
  }

  /// An element of the same kind that tells nothing.
  private static func element(_ kind: Kind, _ mode: Scrub.Mode) -> String {
    var text: [UInt8] = []
    if case .placeholder(let given) = mode { text = given }
    switch kind {
    case .string: return "<string>" + XMLText.escaped(String(decoding: text, as: UTF8.self)) + "</string>"
    case .data: return "<data>" + base64(text) + "</data>"
    case .integer, .uid: return "<integer>0</integer>"
    case .real: return "<real>0</real>"
    case .date: return "<date>2001-01-01T00:00:00Z</date>"
    case .boolean, .null: return "<false/>"
    case .array: return "<array/>"
    case .dictionary: return "<dict/>"
    }
  }

  /// Base64 of a placeholder, which is no secret.
  private static func base64(_ bytes: [UInt8]) -> String {
    let text = Array(count: Encoding.base64Count(bytes.count, .standard)) { span in
      Encoding.encodeBase64(bytes.span, .standard, into: &span)
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Array where Element == UInt8 {
  /// Bytes that a closure writes in place; for what is no secret.
  init(count: Int, _ fill: (inout MutableSpan<UInt8>) -> Void) {
    self.init(repeating: 0, count: count)
    var span = mutableSpan
    fill(&span)
  }
}
