extension Plan {
  /// Plans what to do with one source.
  ///
  /// A value stays if ``Selection/except`` fits it; else the first rule that fits decides; else
  /// ``Selection/only`` chooses, or ``Selection/all``, or what the rules leave to detection. With `only`,
  /// rules decide about what it fits and about nothing else. A pattern that fits an array or dictionary
  /// means every value in it.
  ///
  /// `fileName` is the source's last path component, empty for standard input. Throws if the source has no keys,
  /// or if a chosen value stands on a path that the source has twice.
  public static func make(
    _ document: Document, _ findings: Findings, fileName: String, _ selection: Selection = Selection()
  ) throws(PlanningError) -> Plan {
    guard document.node(document.root).kind.isContainer else {
      throw PlanningError(
        code: "noKeys", message: "the file is one value without keys",
        hint: "use set to store it: secretctl set -s SERVICE -a ACCOUNT < FILE")
    }
    var planner = try Planner(document, findings, fileName: fileName, selection)
    if selection.looksAtPaths {
      try planner.choosePaths()
    } else {
      planner.chooseDetected()
    }
    try planner.refuseDuplicates()
    return planner.plan
  }
}

/// Makes the plan of one source.
struct Planner {
  let document: Document
  let selection: Selection
  let service: String
  /// What was found under each path of the file.
  var found: [KeyPath: [Finding]] = [:]
  var order: [KeyPath] = []
  var plan: Plan

  init(
    _ document: Document, _ findings: Findings, fileName: String, _ selection: Selection
  ) throws(PlanningError) {
    self.document = document
    self.selection = selection
    service = selection.service ?? Planner.service(forFile: fileName)
    guard !service.isEmpty || selection.rules != nil else {
      throw PlanningError(
        code: "noService", message: "the source has no name that could be the service",
        hint: "give one with -s, as in: defaults export APP - | secretctl import -s APP -")
    }
    plan = Plan(fileName: fileName)
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
  mutating func chooseDetected() {
    guard selection.rules?.fallback != .ignore else { return }
    for path in order {
      guard let findings = found[path], let node = document.find(path).first else { continue }
      addDetected(findings, node, path)
    }
  }

  mutating func addDetected(_ findings: [Finding], _ node: NodeID, _ path: KeyPath) {
    if findings.allSatisfy({ $0.kind == .tokenAsKey }) {
      leave(
        path,
        "the key itself looks like the secret: choose the value with --only, or rename the key in the app")
      return
    }
    add(node, path, .import, .detected(findings), nil)
  }

  mutating func leave(_ path: KeyPath, _ reason: String) {
    plan.left.append(Plan.Left(path: path, reason: reason))
  }

  /// Adds a value to the plan.
  mutating func add(
    _ node: NodeID, _ path: KeyPath, _ action: PlanItem.Action, _ reason: PlanItem.Reason, _ rule: Rule?
  ) {
    let kind = document.node(node).kind
    if kind == .null {
      leave(path, "null holds nothing")
      return
    }
    let fileName = plan.fileName
    plan.items.append(
      PlanItem(
        node: node, path: path, action: action, reason: reason,
        service: rule?.service?.filled(path: path, fileName: fileName) ?? service,
        account: rule?.account?.filled(path: path, fileName: fileName) ?? path.pointer,
        contentType: contentType(node, kind), originalType: kind, length: document.contentLength(of: node),
        accessGroup: rule?.accessGroup, accessibility: rule?.accessibility, accessControl: rule?.accessControl
      ))
  }

  private func contentType(_ node: NodeID, _ kind: Kind) -> PlanItem.ContentType {
    guard kind == .data else { return .text }
    return document.withContent(of: node) { ASCII.has("bplist00", in: $0) } ? .binaryPlist : .bytes
  }

  // MARK: - Duplicates

  /// A key that stands twice in one dictionary: nobody can say which value counts.
  func refuseDuplicates() throws(PlanningError) {
    var checked: [NodeID: Set<[UInt8]>] = [:]
    for item in plan.items {
      var container = document.root
      for component in item.path.components {
        if case .key(let key) = component {
          if checked[container] == nil { checked[container] = duplicates(in: container) }
          if checked[container]?.contains(key) == true {
            throw PlanningError(
              code: "duplicateKey",
              message: "\(item.path): the key stands more than once in the same dictionary",
              hint:
                "readers disagree on which value counts: remove one by hand, or leave it out with --except")
          }
        }
        guard let next = document.find(KeyPath([component]), from: container).first else { break }
        container = next
      }
    }
  }

  private func duplicates(in container: NodeID) -> Set<[UInt8]> {
    var seen: Set<[UInt8]> = []
    var twice: Set<[UInt8]> = []
    for child in document.children(of: container) {
      guard let key = child.key else { continue }
      let name = document.key(key)
      if !seen.insert(name).inserted { twice.insert(name) }
    }
    return twice
  }
}

extension Document {
  /// Every value at a path that starts at a container.
  func find(_ path: KeyPath, from container: NodeID) -> [NodeID] {
    path.components.reduce([container]) { found, component in
      found.flatMap { children(of: $0).values(for: component) }
    }
  }
}
