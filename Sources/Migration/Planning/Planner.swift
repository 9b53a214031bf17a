internal import SecretCrypto

extension Plan {
  /// Plans what to do with one source.
  ///
  /// A value stays if ``Selection/except`` fits it; else the first rule that fits decides; else
  /// ``Selection/only`` chooses, or ``Selection/all``, or what the rules leave to detection. With `only`,
  /// rules decide about what it fits and about nothing else. A pattern that fits an array or dictionary
  /// means every value in it.
  ///
  /// `fileName` is the source's last path component, empty for standard input. Throws if the source has no keys,
  /// if a chosen value stands on a path that the source has twice, or if shared objects make far more of the
  /// source than it is (`too-much`).
  public static func make(
    _ document: Document, _ findings: Findings, fileName: String, _ selection: Selection = Selection()
  ) throws(PlanningError) -> Plan {
    try make(document, findings, fileName: fileName, selection, limits: .standard)
  }

  /// As ``make(_:_:fileName:_:)``, under limits of the caller's.
  package static func make(
    _ document: Document, _ findings: Findings, fileName: String, _ selection: Selection = Selection(),
    limits: PlanningLimits
  ) throws(PlanningError) -> Plan {
    guard document.node(document.root).kind.isContainer else {
      throw PlanningError(
        code: "noKeys", message: "the file is one value without keys",
        hint: "use set to store it: secretctl set -s SERVICE -a ACCOUNT < FILE")
    }
    var planner = try Planner(document, findings, fileName: fileName, selection, limits)
    if selection.looksAtPaths {
      try planner.choosePaths()
    } else {
      try planner.chooseDetected()
    }
    try planner.refuseDuplicates()
    return planner.plan
  }
}

/// Makes the plan of one source.
struct Planner {
  let document: Document
  let selection: Selection
  let limits: PlanningLimits
  let service: String
  /// What was found under each path of the file.
  var found: [KeyPath: [Finding]] = [:]
  var order: [KeyPath] = []
  var plan: Plan
  var index: PathIndex
  /// Rules that fit a value which was chosen, be it by an earlier rule.
  var fulfilled: Set<Int> = []
  /// Rules that fit a value which an earlier rule ignores.
  var overruled: Set<Int> = []
  /// Rules for parts of values that have found one.
  var partsFound: Set<Int> = []
  /// Rules for parts of values that have looked at one.
  var partsLookedFor: Set<Int> = []
  /// Bytes of the chosen values and of their paths.
  private var bytes = 0

  init(
    _ document: Document, _ findings: Findings, fileName: String, _ selection: Selection,
    _ limits: PlanningLimits
  ) throws(PlanningError) {
    self.document = document
    self.selection = selection
    self.limits = limits
    index = PathIndex(document)
    service = selection.service ?? Planner.service(forFile: fileName)
    guard !service.isEmpty || selection.rules != nil else {
      throw PlanningError(
        code: "noService", message: "the source has no name that could be the service",
        hint: "give one with -s, as in: defaults export APP - | secretctl import -s APP -")
    }
    plan = Plan(fileName: fileName)
    // What was chosen by other means needs no search.
    let isChosen = !selection.only.isEmpty || selection.all || selection.rules?.fallback == .ignore
    plan.isComplete = findings.isComplete || isChosen
    for finding in findings.list {
      if found[finding.place.path] == nil { order.append(finding.place.path) }
      found[finding.place.path, default: []].append(finding)
    }
  }

  /// A file's name without its extension: of preference files, a bundle identifier as a rule.
  static func service(forFile fileName: String) -> String {
    guard let dot = fileName.lastIndex(of: "."), dot != fileName.startIndex else { return fileName }
    return String(fileName[..<dot])
  }

  // MARK: - Choosing

  /// Detection alone decides.
  mutating func chooseDetected() throws(PlanningError) {
    guard selection.rules?.fallback != .ignore else { return }
    for path in order {
      guard let findings = found[path] else { continue }
      try addDetected(findings, path)
    }
  }

  mutating func addDetected(_ findings: [Finding], _ path: KeyPath) throws(PlanningError) {
    if findings.allSatisfy({ $0.kind == .tokenAsKey }) {
      leave(
        path,
        "the key itself looks like the secret: choose the value with --only, or rename the key in the app")
      return
    }
    // Before the value is looked up: under a key that stands twice the first one may lead elsewhere, or nowhere.
    try refuseDuplicate(on: path)
    guard let node = index.first(path) else { return }
    guard document.node(node).kind == .array else {
      try add(node, path, .import, .detected(findings), nil)
      return
    }
    // The words of a wallet's seed: each element is a value of its own.
    for (number, child) in document.children(of: node).enumerated() {
      var path = path
      path.components.append(.index(number))
      try add(child.value, path, .import, .detected(findings), nil)
    }
  }

  mutating func leave(_ path: KeyPath, _ reason: String) {
    plan.left.append(Plan.Left(path: path, reason: reason))
  }

  /// Adds a value to the plan.
  mutating func add(
    _ node: NodeID, _ path: KeyPath, _ action: PlanItem.Action, _ reason: PlanItem.Reason, _ rule: Rule?
  ) throws(PlanningError) {
    let kind = document.node(node).kind
    if kind == .null {
      leave(path, "null holds nothing")
      return
    }
    let length = document.contentLength(of: node)
    try count((action == .import ? length : 0) + path.textLength)
    append(
      node, Place(path), nil, action, reason, rule, contentType: contentType(node, kind), kind: kind,
      length: length)
  }

  /// Adds the part of a value that a rule speaks of. False if the value has none.
  mutating func addPart(
    _ node: NodeID, _ place: Place, _ number: Int, _ rule: Rule
  ) throws(PlanningError) -> Bool {
    let kind = document.node(node).kind
    guard kind == .string || kind == .data, let part = document.part(of: node, place.inner) else {
      return false
    }
    try count(part.content.count + place.path.textLength)
    let type: PlanItem.ContentType = part.kind == .data ? .bytes : .text
    append(
      node, place, part.content, .import, .rule(number), rule, contentType: type, kind: part.kind,
      length: part.content.count)
    return true
  }

  private mutating func append(
    _ node: NodeID, _ place: Place, _ part: SecretBuffer?, _ action: PlanItem.Action,
    _ reason: PlanItem.Reason,
    _ rule: Rule?, contentType: PlanItem.ContentType, kind: Kind, length: Int
  ) {
    let fileName = plan.fileName
    let name = place.names
    plan.items.append(
      PlanItem(
        node: node, path: place.path, inner: place.inner, part: part, action: action, reason: reason,
        service: rule?.service?.filled(path: name, fileName: fileName) ?? service,
        account: rule?.account?.filled(path: name, fileName: fileName) ?? name.pointer,
        serviceTemplate: rule?.service ?? selection.service.map { NameTemplate(literal: $0) } ?? .file,
        accountTemplate: rule?.account,
        contentType: contentType, originalType: kind, length: length,
        accessGroup: rule?.accessGroup, accessibility: rule?.accessibility,
        accessControl: rule?.accessControl,
        isSynchronizable: rule?.isSynchronizable
      ))
  }

  /// Counts an item's bytes.
  private mutating func count(_ more: Int) throws(PlanningError) {
    let limit = limits.bytes(for: document.source.count)
    guard more <= limit - bytes else { throw limits.tooMuch(limit, sourceBytes: document.source.count) }
    bytes += more
  }

  private func contentType(_ node: NodeID, _ kind: Kind) -> PlanItem.ContentType {
    guard kind == .data else { return .text }
    return document.withContent(of: node) { ASCII.has("bplist00", in: $0) } ? .binaryPlist : .bytes
  }

  // MARK: - Duplicates

  /// Refuses a plan that takes or deletes a value under a key that stands twice.
  mutating func refuseDuplicates() throws(PlanningError) {
    for item in plan.items { try refuseDuplicate(on: item.path) }
  }

  /// Refuses a path with a key that stands twice in its dictionary: nobody can say which value counts.
  private mutating func refuseDuplicate(on path: KeyPath) throws(PlanningError) {
    var container = document.root
    for component in path.components {
      guard let entry = index.entry(component, in: container) else { return }
      if entry.isDuplicated {
        throw PlanningError(
          code: "duplicateKey",
          message: "\(path): the key stands more than once in the same dictionary",
          hint: "readers disagree on which value counts: remove one by hand, or leave it out with --except")
      }
      container = entry.first
    }
  }
}

extension KeyPath {
  /// Bytes of the text form, escapes not counted.
  var textLength: Int {
    components.reduce(0) { sum, component in
      switch component {
      case .key(let key): sum + key.count + 1
      case .index(let index): sum + (index < 10 ? 2 : 8)
      }
    }
  }
}
