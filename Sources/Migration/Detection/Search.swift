internal import SecretCrypto

extension Document {
  /// The values that are probably secrets, in the order of the document: by the form of the value, by the
  /// names that lead to it, and by what it looks like. Values that hold documents themselves are searched too.
  ///
  /// With a key every finding carries a digest of its secret.
  public func findings(key: FindingKey? = nil) -> Findings { findings(key: key, limits: .standard) }

  /// As ``findings(key:)``, at another price.
  package func findings(key: FindingKey? = nil, limits: DetectionLimits) -> Findings {
    findings(key: key, limits: limits, names: NameCache())
  }

  /// As ``findings(key:)``, with what is known of names from other files.
  package func findings(
    key: FindingKey?, limits: DetectionLimits = .standard, names: NameCache
  ) -> Findings {
    var search = Search(limits: limits, work: limits.work(for: source.count), key: key, names: names)
    search.walk(self, name: .silent, depth: 0)
    return search.finish()
  }
}

/// A search for secrets in one file and in what its values hold.
struct Search: ~Copyable {
  let limits: DetectionLimits
  let vocabulary = Vocabulary.standard
  let shapes = TokenShapes.standard
  let names: NameCache
  private var result = Findings()
  private var values = 0
  var decodedValues = 0
  var decodedBytes = 0
  /// Bytes that may be looked at in all.
  private let work: Int
  /// Whether there was more to look at than that: then the search is over.
  private var isExhausted = false
  private let key: FindingKey?

  init(limits: DetectionLimits, work: Int, key: FindingKey?, names: NameCache) {
    self.names = names
    self.limits = limits
    self.work = work
    self.key = key
  }

  consuming func finish() -> Findings { result }

  /// Something was left out because a limit was reached.
  mutating func giveUp() { result.isComplete = false }

  /// Takes bytes from what may be looked at. False if so many are not left: then the search ends.
  mutating func spend(_ bytes: Int) -> Bool {
    guard !isExhausted, bytes <= work - result.work else {
      isExhausted = true
      giveUp()
      return false
    }
    result.work += bytes
    return true
  }

  // MARK: - Walking

  /// How a value was reached from its container.
  enum Step {
    case root
    case key(NodeID)
    case index(Int)
  }

  /// A container on the way down.
  struct Frame {
    let id: NodeID
    let children: Children
    /// How the container was reached.
    let step: Step
    /// What the names down to the container say.
    let name: NameVerdict
    var next = 0
  }

  /// The value of the file that holds a document.
  struct Origin {
    var place: Place
    /// The value's bytes in the file.
    let range: Range<Int>
  }

  /// A document on the way: the file itself or one inside a value.
  struct Way {
    let document: Document
    /// The value that holds the document; `nil` for the file.
    let origin: Origin?
    let archive: KeyedArchive?
    let depth: Int
    var frames: [Frame] = []
    /// What is looked at now.
    var current = NodeID(0)
    /// What is known of values that were reached before.
    var facts: [NodeID: ValueFacts] = [:]
  }

  /// Searches a document that the file is, or that one of its values holds.
  mutating func walk(_ document: Document, from origin: Origin? = nil, name: NameVerdict, depth: Int) {
    let isGraph = document.format == .binaryPlist
    var visits: [UInt8] = isGraph ? Array(repeating: 0, count: document.nodeCount) : []
    var way = Way(
      document: document, origin: origin, archive: isGraph || origin == nil ? KeyedArchive(document) : nil,
      depth: depth)
    if way.archive?.isComplete == false { giveUp() }
    enter(document.root, step: .root, name: name, &way, &visits)
    while let top = way.frames.indices.last {
      let position = way.frames[top].next
      guard position < way.frames[top].children.count else {
        way.frames.removeLast()
        continue
      }
      way.frames[top].next += 1
      let child = way.frames[top].children[position]
      let step: Step = child.key.map { .key($0) } ?? .index(position)
      enter(child.value, step: step, name: self.name(of: child, at: position, way), &way, &visits)
    }
  }

  private mutating func enter(
    _ id: NodeID, step: Step, name: NameVerdict, _ way: inout Way, _ visits: inout [UInt8]
  ) {
    values += 1
    guard !isExhausted, values <= limits.values, result.list.count < limits.findings else {
      giveUp()
      way.frames.removeAll()
      return
    }
    let node = way.document.node(id)
    if case .key(let key) = step, let parent = way.frames.last {
      way.current = key
      checkKey(key, of: node, parent.name, way)
    }
    way.current = id
    guard node.kind.isContainer else {
      enterLeaf(id, node.kind, step, name, &way, &visits)
      return
    }
    if !visits.isEmpty {
      guard Int(visits[Int(id.index)]) < limits.visitsOfOneContainer else {
        giveUp()
        return
      }
      visits[Int(id.index)] += 1
    }
    if node.kind == .array, Mnemonic.isCount(node.count), findSeed(id, step, way) { return }
    if node.kind == .array, name.strength >= .shaped, findBytes(id, step, name, way) { return }
    way.frames.append(Frame(id: id, children: way.document.children(of: id), step: step, name: name))
  }

  /// Looks at a value, or at its name alone if what the value says is known from other references.
  private mutating func enterLeaf(
    _ id: NodeID, _ kind: Kind, _ step: Step, _ name: NameVerdict, _ way: inout Way, _ visits: inout [UInt8]
  ) {
    let length = kind == .string || kind == .data ? way.document.contentLength(of: id) : 0
    let index = Int(id.index)
    // Facts are kept from the second reference on: most values have only one.
    let isShared = !visits.isEmpty && length >= ValueFacts.leastBytes && visits[index] > 0
    if !visits.isEmpty { visits[index] = 1 }
    guard isShared, let known = way.facts[id] else {
      guard spend(length) else { return }
      let facts = ValueFacts(isKept: isShared)
      if isShared { way.facts[id] = facts }
      visitLeaf(id, kind, step, name, way, facts)
      return
    }
    visitLeaf(id, kind, step, name, way, known)
  }

  // MARK: - Results

  /// Notes a finding at a value of the document in hand. `content` is the secret, `length` its size if that is another.
  mutating func report(
    _ judgement: Judgement, of content: Span<UInt8>, length: Int? = nil, at step: Step,
    inner: [InnerStep] = [], _ way: borrowing Way
  ) {
    guard judgement.certainty >= limits.leastCertainty, var place = place(of: step, way) else { return }
    place.inner += inner
    result.add(
      Finding(
        place: place, range: range(way), kind: judgement.kind,
        confidence: Double(min(99, judgement.certainty)) / 100,
        reason: judgement.reason, rule: judgement.rule, digest: key?.digest(of: content),
        length: length ?? content.count))
  }

  /// Where a child of the innermost container is; `nil` if its names are longer than may be looked at.
  mutating func place(of step: Step, _ way: borrowing Way) -> Place? {
    guard spend(lengthOfNames(down: step, way)) else { return nil }
    var components: [KeyPath.Component] = []
    for frame in way.frames { append(frame.step, to: &components, way.document) }
    append(step, to: &components, way.document)
    guard var place = way.origin?.place else { return Place(KeyPath(components)) }
    for component in components {
      switch component {
      case .key(let key): place.inner.append(.key(key))
      case .index(let index): place.inner.append(.index(index))
      }
    }
    return place
  }

  /// The bytes of the file that spell what is looked at, or the value that holds it.
  func range(_ way: borrowing Way) -> Range<Int> {
    way.origin?.range ?? way.document.node(way.current).range
  }

  private func lengthOfNames(down step: Step, _ way: borrowing Way) -> Int {
    var length = 0
    if case .key(let key) = step { length += way.document.contentLength(of: key) }
    for frame in way.frames {
      if case .key(let key) = frame.step { length += way.document.contentLength(of: key) }
    }
    return length
  }

  private func append(_ step: Step, to components: inout [KeyPath.Component], _ document: Document) {
    switch step {
    case .root: break
    case .key(let key): components.append(.key(document.key(key)))
    case .index(let index): components.append(.index(index))
    }
  }
}
