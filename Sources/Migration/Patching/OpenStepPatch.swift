import SecretCrypto

/// Patches OpenStep property lists and strings files by byte ranges: an entry goes with its semicolon.
enum OpenStepPatch {
  /// What is to change so that the chosen values are gone.
  static func edits(_ tree: PatchTree, of document: Document) throws(Refusal) -> TextEdits {
    try document.source.withBytes { (bytes: Span<UInt8>) throws(Refusal) in
      let text = TextUnits(bytes)
      var edits = TextEdits(unit: text.unit, markLength: text.markLength)
      for step in tree.reachable {
        if !step.edits.isEmpty {
          try Respelling.add(step.edits, of: step.node, in: document, to: &edits, bytes)
        }
        let children = document.children(of: step.node)
        for child in step.children where tree.steps[child.step].isTarget {
          let node = document.node(children[child.position].value)
          if case .remove = tree.mode, let key = children[child.position].key {
            deleteEntry(document.node(key).range.lowerBound..<node.range.upperBound, &edits, bytes)
          } else {
            // The value of a key that stands alone has no spelling yet.
            let sign = node.range.isEmpty ? " = " : ""
            edits.replace(
              node.range, with: TextEdits.encoded(sign + value(node.kind, tree.mode), in: text.unit))
          }
        }
      }
      return edits
    }
  }

  /// Deletes an entry and the semicolon behind it; a comment between them stays.
  private static func deleteEntry(_ entry: Range<Int>, _ edits: inout TextEdits, _ bytes: Span<UInt8>) {
    let unit = edits.unit
    let semicolon = OpenStepText.endOfSpace(bytes, unit, from: entry.upperBound).at
    let gap = stride(from: entry.upperBound, to: semicolon, by: unit.size)
    if gap.allSatisfy({ OpenStepText.isSpace(unit.value(bytes, at: $0)) }) {
      edits.deleteEntry(entry.lowerBound..<semicolon + unit.size, bytes)
    } else {
      edits.deleteEntry(entry, bytes)
      edits.replace(semicolon..<semicolon + unit.size)
    }
  }

  /// A value of the same kind that tells nothing.
  private static func value(_ kind: Kind, _ mode: Scrub.Mode) -> String {
    var text: [UInt8] = []
    if case .placeholder(let given) = mode { text = given }
    switch kind {
    case .data: return "<" + text.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + ">"
    case .integer, .uid: return "<*I0>"
    case .real: return "<*R0>"
    case .boolean: return "<*BN>"
    case .date: return "<*D2001-01-01 00:00:00 +0000>"
    case .array: return "()"
    case .dictionary: return "{}"
    case .string, .null: return quoted(String(decoding: text, as: UTF8.self))
    }
  }

  private static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { out += "\\" }
      out.unicodeScalars.append(scalar)
    }
    return out + "\""
  }
}
