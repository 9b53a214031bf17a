import SecretCrypto

/// All that a scrub changes in one document: whole values, and parts of what is inside values.
struct DocumentPatch {
  /// The chosen values and the changes inside others.
  let tree: PatchTree
  /// The parts that are taken out of values.
  let removed: [Scrub.Removed]

  /// Resolves places. `depth` counts the documents around this one.
  init(_ document: Document, _ places: [Place], _ mode: Scrub.Mode, depth: Int = 0) throws(Refusal) {
    var paths: [KeyPath] = []
    var ways: [(path: KeyPath, inner: [[InnerStep]])] = []
    var known: [KeyPath: Int] = [:]
    for place in places {
      var inner = place.inner
      // A value that is nothing but the spelling of a secret goes as a whole.
      while case .decode? = inner.last { inner.removeLast() }
      guard !inner.isEmpty else {
        paths.append(place.path)
        continue
      }
      if let index = known[place.path] {
        ways[index].inner.append(inner)
      } else {
        known[place.path] = ways.count
        ways.append((place.path, [inner]))
      }
    }
    var contents: [(path: KeyPath, edits: [ContentEdit])] = []
    var removed: [Scrub.Removed] = []
    var finder = ChildFinder(document)
    for way in ways {
      let node = try finder.node(at: way.path)
      let kind = document.node(node).kind
      guard kind == .string || kind == .data else {
        throw .innerWay("the value of '\(way.path)' is no text and no data, so nothing is inside it")
      }
      let content = document.withContent(of: node) { SecretBuffer(copying: $0) }
      let patch = try InnerPatch(content, way.inner, mode, depth: depth)
      contents.append((way.path, patch.edits))
      removed += patch.removed.map { Scrub.Removed(bytes: $0, path: way.path) }
    }
    tree = try PatchTree(document, paths: paths, contents: contents, mode: mode)
    self.removed = removed
  }

  /// The file with all changes made.
  func bytes(of document: Document) throws(Refusal) -> SecretBuffer {
    guard let edits = try textEdits(of: document) else { return try BinaryPatch.apply(tree, to: document) }
    return edits.apply(to: document.source)
  }

  /// Where in the document stands what was found in the file with all changes made; `nil` if that cannot be said.
  func sourceOffset(
    of leftover: Scrub.Leftover, removed: [Scrub.Removed], in document: Document
  ) throws(Refusal) -> Int? {
    guard let offset = leftover.offset else { return nil }
    if let edits = try textEdits(of: document) { return edits.sourceOffset(offset) }
    let before = LeftoverSearch.run(tree, removed: removed, from: document, in: document)
    return before.first { $0.path == leftover.path && $0.inKey == leftover.inKey }?.offset
  }

  /// The changes as those of a content that holds the document.
  func edits(of document: Document) throws(Refusal) -> [ContentEdit] {
    guard let edits = try textEdits(of: document) else {
      let whole = try BinaryPatch.apply(tree, to: document)
      return [ContentEdit(range: 0..<document.source.count, text: whole)]
    }
    return edits.merged
  }

  /// The changes of a text format; `nil` for a binary plist.
  private func textEdits(of document: Document) throws(Refusal) -> TextEdits? {
    switch document.format {
    case .json, .jsonc: try JSONPatch.edits(tree, of: document)
    case .xmlPlist: try XMLPatch.edits(tree, of: document)
    case .androidXML: try AndroidPatch.edits(tree, of: document)
    case .openStep: try OpenStepPatch.edits(tree, of: document)
    case .binaryPlist: nil
    }
  }
}

extension Scrub {
  /// A part of a value that a patch takes out.
  struct Removed {
    var bytes: SecretBuffer
    /// The value of the file that held it; `nil` for what a caller gave as bytes.
    var path: KeyPath?
  }
}
