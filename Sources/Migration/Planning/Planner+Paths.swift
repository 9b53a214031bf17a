/// A pattern, with a short way for those that are plain paths.
private struct PathPattern {
  let glob: Glob
  /// Whether a path has to be spelt to be compared.
  var hasWildcards: Bool { plain == nil }
  /// The components of a pattern without wildcards, in their text form.
  private let plain: [[UInt8]]?
  /// Whether it has fitted anything.
  var isUsed = false

  init(_ glob: Glob) {
    self.glob = glob
    let isPlain = !glob.text.utf8.contains { byte in
      byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "\\")
    }
    plain =
      isPlain
      ? glob.text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
      : nil
  }

  /// Whether it may fit something in a container; of patterns with wildcards that is not looked into.
  func mayFit(below components: [KeyPath.Component]) -> Bool {
    guard let plain else { return true }
    return plain.count > components.count && begins(plain, with: components)
  }

  func fits(_ components: [KeyPath.Component]) -> Bool {
    guard let plain else { return glob.matches(KeyPath(components)) }
    return plain.count == components.count && begins(plain, with: components)
  }

  private func begins(_ plain: [[UInt8]], with components: [KeyPath.Component]) -> Bool {
    for index in components.indices.reversed() {
      var text: [UInt8] = []
      components[index].appendEscaped(to: &text)
      if text != plain[index] { return false }
    }
    return true
  }
}

/// A container on the way down, and which patterns fit it or something above it.
private struct PathFrame {
  let children: Children
  var next = 0
  /// Bit n: pattern n means everything in here.
  let fitting: [Bool]
  /// Bytes of the names on the way to it.
  let pathBytes: Int
}

extension Planner {
  /// Looks at every value of the source and lets patterns, rules and detection decide, in this order.
  mutating func choosePaths() throws(PlanningError) {
    let rules = selection.rules?.rules ?? []
    var patterns = (selection.except + selection.only + rules.map(\.keyPath)).map(PathPattern.init)
    var components: [KeyPath.Component] = []
    var frames = [
      PathFrame(
        children: document.children(of: document.root),
        fitting: Array(repeating: false, count: patterns.count), pathBytes: 0)
    ]
    let readings = 1 + patterns.count { $0.hasWildcards }
    var ways = 0
    var pathBytes = 0
    while let top = frames.indices.last {
      guard frames[top].next < frames[top].children.count else {
        frames.removeLast()
        if !components.isEmpty { components.removeLast() }
        continue
      }
      let position = frames[top].next
      frames[top].next += 1
      let child = frames[top].children[position]
      ways += 1
      let length = frames[top].pathBytes + (child.key.map { document.contentLength(of: $0) } ?? 0) + 1
      let (reading, isLong) = length.multipliedReportingOverflow(by: readings)
      guard ways <= limits.ways, !isLong, reading <= limits.pathBytes - pathBytes else {
        throw limits.tooManyPaths
      }
      pathBytes += reading
      if let key = child.key {
        components.append(.key(index.key(key)))
      } else {
        components.append(.index(position))
      }
      var fitting = frames[top].fitting
      for number in patterns.indices where !fitting[number] && patterns[number].fits(components) {
        fitting[number] = true
        patterns[number].isUsed = true
      }
      if document.node(child.value).kind.isContainer {
        try noteContainer(components, fitting)
        if isOnlyAboutOthers(components, fitting, patterns) {
          components.removeLast()
          continue
        }
        frames.append(
          PathFrame(
            children: document.children(of: child.value), fitting: fitting, pathBytes: length))
      } else {
        try decide(child.value, components, fitting, rules)
        components.removeLast()
      }
    }
    noteUnused(patterns, rules)
  }

  /// Whether nothing in a container can be chosen, so that shared objects in it multiply nothing.
  private func isOnlyAboutOthers(
    _ components: [KeyPath.Component], _ fitting: [Bool], _ patterns: [PathPattern]
  ) -> Bool {
    // Other patterns have to be told apart by whether they fit anything.
    guard !selection.only.isEmpty, selection.except.isEmpty, selection.rules == nil else { return false }
    return !fitting.contains(true) && !patterns.contains { $0.mayFit(below: components) }
  }

  /// What was found about a container itself: a key that is a secret, or the words of a seed.
  private mutating func noteContainer(
    _ components: [KeyPath.Component], _ fitting: [Bool]
  ) throws(PlanningError) {
    guard !found.isEmpty, selection.only.isEmpty, !selection.all else { return }
    let path = KeyPath(components)
    guard let findings = found[path] else { return }
    guard !selection.except.indices.contains(where: { fitting[$0] }) else {
      leave(path, "left out by --except")
      return
    }
    try addDetected(findings, path)
  }

  private mutating func decide(
    _ node: NodeID, _ components: [KeyPath.Component], _ fitting: [Bool], _ rules: [Rule]
  ) throws(PlanningError) {
    let excepted = selection.except.indices.first { fitting[$0] }
    let wanted = selection.only.indices.first { fitting[selection.except.count + $0] }
    let path = KeyPath(components)
    if excepted != nil {
      if found[path] != nil { leave(path, "left out by --except") }
      return
    }
    if !selection.only.isEmpty, wanted == nil { return }
    var findings = found[path] ?? []
    let firstRule = selection.except.count + selection.only.count
    for (number, rule) in rules.enumerated() where fitting[firstRule + number] {
      guard rule.inner.isEmpty else {
        // A part that cannot be taken, because the value has it twice, is still for detection.
        if try decidePart(node, Place(path, inner: rule.inner), number, rule) {
          findings.removeAll { $0.place.inner == rule.inner }
        }
        continue
      }
      switch rule.action {
      case .import: try add(node, path, .import, .rule(number), rule)
      case .delete: try add(node, path, .delete, .rule(number), rule)
      case .ignore: if !findings.isEmpty { leave(path, "ignored by rule \(number + 1)") }
      }
      for other in rules.indices where other >= number && fitting[firstRule + other] {
        if rule.action == .ignore, rules[other].action != .ignore {
          overruled.insert(other)
        } else {
          fulfilled.insert(other)
        }
      }
      return
    }
    if let wanted {
      try add(node, path, .import, .pattern(selection.only[wanted].text), nil)
    } else if selection.all {
      try add(node, path, .import, .everything, nil)
    } else if !findings.isEmpty, selection.rules?.fallback != .ignore {
      try addDetected(findings, path)
    }
  }

  /// A rule for a part of a value: it takes that part, and the rest of the value is for the rules after it. False if
  /// the value has no such part that could be taken.
  private mutating func decidePart(
    _ node: NodeID, _ place: Place, _ number: Int, _ rule: Rule
  ) throws(PlanningError) -> Bool {
    guard rule.action == .import else {
      if found[place.path]?.contains(where: { $0.place.inner == place.inner }) == true {
        leave(place.path, "a part of it is ignored by rule \(number + 1)")
      }
      return true
    }
    partsLookedFor.insert(number)
    guard try addPart(node, place, number, rule) else { return false }
    partsFound.insert(number)
    return true
  }

  private mutating func noteUnused(_ patterns: [PathPattern], _ rules: [Rule]) {
    let options = selection.except.count + selection.only.count
    plan.unmatched = patterns[..<options].filter { !$0.isUsed }.map(\.glob.text)
    for (number, rule) in rules.enumerated() {
      let pattern = patterns[options + number]
      if rule.isRequired {
        let wantsPart = rule.action == .import && !rule.inner.isEmpty
        let isIgnored = overruled.contains(number) && !fulfilled.contains(number)
        if isIgnored { plan.overruled.append(pattern.glob.text) }
        if wantsPart ? !partsFound.contains(number) : !pattern.isUsed || isIgnored {
          plan.missing.append(pattern.glob.text)
        }
      } else if !pattern.isUsed || partsLookedFor.subtracting(partsFound).contains(number) {
        plan.idleRules.append(number)
      }
    }
  }
}
