import SecretCrypto

/// Changes inside a value: what it holds is read, the innermost text is patched, and each level around it takes over
/// only what changed.
struct InnerPatch {
  /// Documents inside each other that are followed.
  static let depthLimit = 16

  /// The changes of the value's content.
  private(set) var edits: [ContentEdit]
  /// The parts that are gone.
  private(set) var removed: [SecretBuffer]

  /// Patches a content; each way begins with how the content is to be read, and they agree in that.
  init(
    _ content: SecretBuffer, _ ways: [[InnerStep]], _ mode: Scrub.Mode, depth: Int
  ) throws(Refusal) {
    guard depth < InnerPatch.depthLimit else {
      throw .innerWay("the value holds too many texts in each other")
    }
    guard case .decode(let decoding)? = ways.first?.first,
      ways.allSatisfy({ $0.first == .decode(decoding) })
    else { throw .innerWay("the inner place does not say how the value is to be read") }
    let rests = ways.map { Array($0.dropFirst()) }
    switch decoding {
    case .json, .plist, .nskeyedarchiver:
      let document = try Document.read(content)
      let patch = try DocumentPatch(document, rests.map(InnerPatch.place), mode, depth: depth + 1)
      edits = try patch.edits(of: document)
      removed = patch.removed.map(\.bytes) + patch.tree.targets.flatMap { document.scalars(below: $0.node) }
    case .base64: (edits, removed) = try InnerPatch.base64(content, rests, mode, depth)
    case .form, .cookie, .header, .url:
      (edits, removed) = ([], [])
      for rest in rests {
        guard rest.count == 1, case .key(let name)? = rest.first else {
          throw .innerWay("a field of a text is named by one key")
        }
        let found = try content.withBytes { (text: Span<UInt8>) throws(Refusal) in
          try InnerFields.edit(text, decoding, field: name, mode)
        }
        edits.append(found.edit)
        removed.append(found.removed)
      }
      edits = InnerPatch.merged(edits)
    }
  }

  /// Keys and indexes up to the next reading are a path in the document.
  private static func place(_ steps: [InnerStep]) -> Place {
    var path = KeyPath()
    for (position, step) in steps.enumerated() {
      switch step {
      case .key(let key): path.components.append(.key(key))
      case .index(let index): path.components.append(.index(index))
      case .decode: return Place(path, inner: Array(steps[position...]))
      }
    }
    return Place(path)
  }

  /// Base64 of a changed content is another text, in the same alphabet and with or without padding as before.
  private static func base64(
    _ content: SecretBuffer, _ ways: [[InnerStep]], _ mode: Scrub.Mode, _ depth: Int
  ) throws(Refusal) -> ([ContentEdit], [SecretBuffer]) {
    guard let decoded = content.withBytes({ EncodedText.decode($0) }) else {
      throw .innerWay("the value is no base64")
    }
    let inner = try InnerPatch(decoded, ways, mode, depth: depth + 1)
    let changed = decoded.withBytes { inner.edits.applied(to: $0) }
    let form = content.withBytes { text -> (isURL: Bool, isPadded: Bool) in
      var form = (isURL: false, isPadded: text.count.isMultiple(of: 4))
      for index in text.indices {
        if text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "_") { form.isURL = true }
      }
      return form
    }
    let alphabet: Encoding.Base64 =
      switch form {
      case (true, true): .urlSafe
      case (true, false): .urlSafeUnpadded
      case (false, true): .standard
      case (false, false): .standardUnpadded
      }
    let text = SecretBuffer(count: Encoding.base64Count(changed.count, alphabet)) { room in
      changed.withBytes { Encoding.encodeBase64($0, alphabet, into: &room) }
    }
    return ([ContentEdit(range: 0..<content.count, text: text)], inner.removed)
  }

  /// Fields beside each other may claim one separator twice.
  private static func merged(_ edits: [ContentEdit]) -> [ContentEdit] {
    var out: [ContentEdit] = []
    for var edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let end = out.last?.range.upperBound ?? 0
      if edit.range.lowerBound < end { edit.range = end..<max(end, edit.range.upperBound) }
      out.append(edit)
    }
    return out
  }
}

extension Document {
  /// The texts, data and whole numbers at and below a value that are long enough to be looked for.
  func scalars(below root: NodeID) -> [SecretBuffer] {
    var found: [SecretBuffer] = []
    var open = [root]
    var seen: Set<NodeID> = []
    while let id = open.popLast() {
      guard seen.insert(id).inserted else { continue }
      switch node(id).kind {
      case .array, .dictionary: open += children(of: id).map(\.value)
      case .string, .data, .integer:
        if id == root || contentLength(of: id) >= Needles.certain {
          found.append(withContent(of: id) { SecretBuffer(copying: $0) })
        }
      default: break
      }
    }
    return found
  }
}
