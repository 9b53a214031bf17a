/// The chosen places of a document as a tree of child positions: what is to be patched under which container.
struct PatchTree {
  /// A container on the way to a chosen value, or a chosen value.
  struct Step {
    /// The value in the document.
    var node: NodeID
    /// Where it stands.
    var path: KeyPath
    /// Whether the value itself was chosen.
    var isTarget = false
    /// What changes inside the value, a string or data.
    var edits: [ContentEdit] = []
    /// Children that are on the way: their position and the index of their step, by position.
    var children: [(position: Int, step: Int)] = []
  }

  /// A child of a step.
  private struct Place: Hashable {
    var step: Int
    var position: Int
  }

  /// Every step; the root is the first, and a step comes after the one it stands under.
  private(set) var steps: [Step]
  /// What becomes of the chosen values.
  let mode: Scrub.Mode
  /// Steps with equal trees below them have equal signatures.
  private(set) var signatures: [Int] = []
  private var known: [Place: Int] = [:]

  /// Resolves paths, and those of values that change inside. A value that stands inside another chosen value, or is
  /// chosen itself, is covered by that.
  init(
    _ document: Document, paths: [KeyPath], contents: [(path: KeyPath, edits: [ContentEdit])] = [],
    mode: Scrub.Mode
  ) throws(Refusal) {
    if case .placeholder(let text) = mode, !PatchTree.isPlainText(text) {
      throw Refusal(
        code: "placeholder", message: "the placeholder is not UTF-8 text without control characters",
        hint: "choose a short word")
    }
    self.mode = mode
    steps = [Step(node: document.root, path: KeyPath())]
    var finder = ChildFinder(document)
    for path in paths { steps[try add(path, &finder)].isTarget = true }
    for content in contents { steps[try add(content.path, &finder)].edits = content.edits }
    for index in steps.indices {
      if steps[index].isTarget { (steps[index].children, steps[index].edits) = ([], []) }
      steps[index].children.sort { $0.position < $1.position }
    }
    sign()
  }

  /// The chosen values that stand under no other one.
  var targets: [Step] { reachable.filter(\.isTarget) }

  /// The steps that are not covered by a chosen value above them.
  var reachable: [Step] {
    var found: [Step] = []
    var open = [0]
    while let index = open.popLast() {
      found.append(steps[index])
      open += steps[index].children.reversed().map(\.step)
    }
    return found
  }

  private static func isPlainText(_ text: [UInt8]) -> Bool {
    UTF8Text.firstInvalid(text.span) == nil
      && String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0.value & 0xFFFE != 0xFFFE
      }
  }

  /// Adds the steps of a path; returns the last one.
  private mutating func add(_ path: KeyPath, _ finder: inout ChildFinder) throws(Refusal) -> Int {
    guard !path.components.isEmpty else {
      throw Refusal(
        code: "root", message: "the outermost value cannot be taken out of a file", offset: 0,
        hint: "name the values inside it, or delete the file")
    }
    var step = 0
    var walked = KeyPath()
    for component in path.components {
      walked.components.append(component)
      let position = try finder.position(of: component, at: walked, in: steps[step].node)
      let place = Place(step: step, position: position)
      if let known = known[place] {
        step = known
        continue
      }
      let child = finder.document.children(of: steps[step].node)[position].value
      steps[step].children.append((position, steps.count))
      known[place] = steps.count
      step = steps.count
      steps.append(Step(node: child, path: walked))
    }
    return step
  }

  private mutating func sign() {
    var known: [[Int]: Int] = [:]
    signatures = Array(repeating: 0, count: steps.count)
    for index in steps.indices.reversed() {
      // A change inside a value is like no other.
      var shape = [steps[index].isTarget ? 1 : steps[index].edits.isEmpty ? 0 : 2 + index]
      for child in steps[index].children { shape += [child.position, signatures[child.step]] }
      signatures[index] = known[shape] ?? known.count
      known[shape] = signatures[index]
    }
  }
}

extension Document {
  /// Where the spelling of an entry or an element begins.
  func offset(of child: Child) -> Int { node(child.key ?? child.value).range.lowerBound }
}

extension Refusal {
  /// A chosen value that stands under a key which its dictionary has several times.
  static func duplicateKey(_ path: KeyPath, at offset: Int) -> Refusal {
    Refusal(
      code: "duplicateKey", message: "the key '\(path)' stands several times in its dictionary",
      offset: offset,
      hint: "readers differ in which one they take; leave only one of them in the file")
  }
}
