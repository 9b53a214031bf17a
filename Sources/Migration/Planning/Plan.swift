public import SecretCrypto

/// One value that is to be moved (or deleted), and the item that it becomes.
public struct PlanItem: Sendable {
  /// What is to be done with it.
  public enum Action: Sendable, Hashable {
    /// It becomes an item of the container.
    case `import`
    /// It is removed from the source and kept nowhere.
    case delete
  }

  /// Why it was chosen.
  public enum Reason: Sendable, Hashable {
    /// By the rule with this number, counted from zero.
    case rule(Int)
    /// By a pattern of the command line.
    case pattern(String)
    /// Because everything was asked for.
    case everything
    /// Because detection found these in it.
    case detected([Finding])
  }

  /// What the item's payload is.
  public enum ContentType: Sendable, Hashable {
    /// Bytes of no known form.
    case bytes
    /// UTF-8 text; of numbers, dates and booleans their canonical text.
    case text
    /// A binary property list.
    case binaryPlist
  }

  /// The value; ``Document/withContent(of:_:)`` lends the payload.
  public let node: NodeID
  /// Where it stands.
  public let path: KeyPath
  /// The way on to the part of the value that is meant; empty for the whole value.
  public let inner: [InnerStep]
  /// That part; `nil` for the whole value.
  public let part: SecretBuffer?
  /// What is to be done with it.
  public let action: Action
  /// Why it was chosen.
  public let reason: Reason
  /// The item's service.
  public let service: String
  /// The item's account.
  public let account: String
  /// What the service is made from: of a rule, of the command line, or the file's name.
  public let serviceTemplate: NameTemplate
  /// What the account is made from, if a rule says it; `nil` for the path.
  public let accountTemplate: NameTemplate?
  /// What the payload is.
  public let contentType: ContentType
  /// The value's type in the source, for the item's provenance.
  public let originalType: Kind
  /// Bytes of the payload.
  public let length: Int
  /// The item's access group, if a rule says one.
  public let accessGroup: String?
  /// The item's accessibility by name, if a rule says one.
  public let accessibility: String?
  /// The item's access control flags by name, if a rule says any.
  public let accessControl: [String]?
  /// Whether the item goes to other devices, if a rule says so.
  public let isSynchronizable: Bool?
}

/// What is to be done with one source.
public struct Plan: Sendable {
  /// A value that was found or chosen but is not moved, and why.
  public struct Left: Sendable, Hashable {
    /// Where it stands.
    public let path: KeyPath
    /// Why it stays, in one line without a full stop.
    public let reason: String
  }

  /// The source's file name, for the items' provenance.
  public let fileName: String
  /// The chosen values, in the order of the source.
  public internal(set) var items: [PlanItem] = []
  /// What is left where it is although something spoke for it.
  public internal(set) var left: [Left] = []
  /// False if the search for secrets was ended by a limit: then detection may not have found all.
  public internal(set) var isComplete = true
  /// Patterns of the command line that fit nothing in this source.
  public internal(set) var unmatched: [String] = []
  /// Patterns of required rules that fit nothing in this source.
  public internal(set) var missing: [String] = []
  /// Those of them whose values an earlier rule ignores.
  var overruled: [String] = []
  /// Numbers of the rules, from zero, that are not required and fit nothing in this source.
  public internal(set) var idleRules: [Int] = []

  /// Checks the plans of all sources together: a pattern of the command line has to fit something in at least one
  /// of them, a required rule too. Two items of one service and account exclude each other.
  /// - Parameter moved: Patterns whose values an earlier run has moved, so that they fit nothing any more.
  public static func check(_ plans: [Plan], moved: Set<String> = []) throws(PlanningError) {
    if let pattern = inAll(plans.map(\.unmatched)).first(where: { !moved.contains($0) }) {
      throw PlanningError(
        code: "globMatchesNothing",
        message: "no value fits the pattern \(PlanningError.shown(pointer: pattern))",
        hint: "patterns are over whole paths, their parts joined with /: list them with --dry-run --all")
    }
    if let pattern = inAll(plans.map(\.missing)).first(where: { !moved.contains($0) }) {
      if plans.contains(where: { $0.overruled.contains(pattern) }) {
        throw PlanningError(
          code: "requiredIgnored",
          message: "a rule requires \(PlanningError.shown(pointer: pattern)), but an earlier rule ignores it",
          hint: "the first rule that fits decides: put the one that requires the value before the other")
      }
      throw PlanningError(
        code: "requiredMissing",
        message: "a rule requires \(PlanningError.shown(pointer: pattern)), but no value fits it",
        hint: "is this the right file? say \"required\": false if the value may be absent")
    }
    let isOne = plans.count == 1
    // Files of one name are told apart by their places among the sources.
    func named(_ path: KeyPath, _ source: Int) -> String {
      let file = plans[source].fileName
      let isShared = plans.count { $0.fileName == file } > 1
      return isOne
        ? "\(path)" : "\(path) of \(PlanningError.shown(file))" + (isShared ? " (source \(source + 1))" : "")
    }
    // By bytes: texts are equal by canonical equivalence, names of items are not.
    var seen: [[[UInt8]]: (path: KeyPath, source: Int)] = [:]
    for (source, plan) in plans.enumerated() {
      for item in plan.items where item.action == .import {
        let name = [item.accessGroup ?? "", item.service, item.account].map { Array($0.utf8) }
        if let other = seen.updateValue((item.path, source), forKey: name) {
          throw PlanningError(
            code: "sameItem",
            message:
              "\(named(other.path, other.source)) and \(named(item.path, source)) would both become the "
              + "account \(PlanningError.shown(pointer: item.account)) of \(PlanningError.shown(item.service))",
            hint: isOne
              ? "use {path} or {key} in the account of the rule"
              : "import the files one by one, each with a service of its own: -s SERVICE")
        }
      }
    }
  }

  /// Patterns of the command line and of required rules that fit nothing in any of the sources.
  public static func unfit(_ plans: [Plan]) -> [String] {
    inAll(plans.map(\.unmatched)) + inAll(plans.map(\.missing))
  }

  /// Numbers of the rules, from zero, that are not required and fit nothing in any of the sources: typing errors, it may
  /// be.
  public static func idleRules(_ plans: [Plan]) -> [Int] { inAll(plans.map(\.idleRules)) }

  /// Takes values out of the plan that somebody does not want to move, for a reason in one line without a full stop.
  public mutating func leave(_ reason: String, where isUnwanted: (PlanItem) -> Bool) {
    for item in items where isUnwanted(item) { left.append(Left(path: item.path, reason: reason)) }
    items.removeAll(where: isUnwanted)
  }

  /// The elements that stand in every list.
  private static func inAll<Element: Equatable>(_ lists: [[Element]]) -> [Element] {
    lists.first?.filter { element in lists.allSatisfy { $0.contains(element) } } ?? []
  }

  /// The plan as a rules file that chooses the same values again. Everything else is ignored.
  public var rules: Rules { Plan.rules([self]) }

  /// The plans of several sources as one rules file. What they have in common is one rule.
  ///
  /// A rule speaks of every source: whether the file chooses the same of each is for ``isRepeated(by:in:)`` to find out.
  /// - Parameter complete: Adds to an item's rule what the planning run gives the item beyond the rules.
  public static func rules(_ plans: [Plan], complete: (inout Rule) -> Void = { _ in }) -> Rules {
    var chosen: [Rule] = []
    var seen: Set<[UInt8]> = []
    for item in plans.flatMap(\.items) {
      var rule = item.rule
      if item.action == .import { complete(&rule) }
      if seen.insert(rule.meaning).inserted { chosen.append(rule) }
    }
    return Rules(fallback: .ignore, rules: chosen)
  }

  /// Whether rules choose the same values of the plan's source again, for the same items.
  public func isRepeated(by rules: Rules, in document: Document) -> Bool {
    var selection = Selection()
    selection.rules = rules
    guard let again = try? Plan.make(document, Findings(), fileName: fileName, selection) else {
      return false
    }
    return Set(items.map(\.choice)) == Set(again.items.map(\.choice))
  }
}

extension PlanItem {
  fileprivate struct Choice: Hashable {
    let place: Place
    let action: Action
    let name: [[UInt8]]
  }

  fileprivate var choice: Choice {
    Choice(
      place: Place(path, inner: inner), action: action,
      name: action == .delete ? [] : [Array(service.utf8), Array(account.utf8)])
  }

  /// The rule that chooses this value again.
  fileprivate var rule: Rule {
    var rule = Rule(keyPath: Glob(literal: path))
    rule.inner = inner
    rule.action = action == .import ? .import : .delete
    guard action == .import else { return rule }
    rule.service = serviceTemplate
    rule.account = accountTemplate
    rule.accessGroup = accessGroup
    rule.accessibility = accessibility
    rule.accessControl = accessControl
    rule.isSynchronizable = isSynchronizable
    if case .detected(let findings) = reason, let finding = findings.first {
      rule.comment = finding.reason
    }
    return rule
  }
}

extension Glob {
  /// The pattern that fits this path alone.
  public init(literal path: KeyPath) {
    var text = ""
    for scalar in path.pointer.unicodeScalars {
      if scalar == "*" || scalar == "?" || scalar == "\\" { text.unicodeScalars.append("\\") }
      text.unicodeScalars.append(scalar)
    }
    self.init(text)
  }
}
