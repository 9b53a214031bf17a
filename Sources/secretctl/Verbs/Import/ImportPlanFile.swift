import Migration
import SecretFile

/// The plan as a rules file, for `--plan-out`: with it the same happens again, here and on another machine.
struct ImportPlanFile {
  private let target: Path
  private let options: ImportOptions
  private let console: Console

  /// Nil without `--plan-out`.
  init?(_ options: ImportOptions, _ console: Console) {
    guard let target = options.planOut else { return nil }
    (self.target, self.options, self.console) = (target, options, console)
  }

  /// Writes the plan. One that an earlier run of the same command has written stays: the more of its work that run has
  /// done, the less there is to plan.
  func write(_ sources: [ImportSource]) throws(Outcome) {
    let plans = sources.compactMap(\.plan)
    let rules = Plan.rules(plans, complete: complete)
    if !isThere(rules) {
      try files { () throws(FileError) in try writeOutput(target, rules.json().span) }
    }
    guard !console.isJSON else { return }
    if plans.contains(where: { plan in plan.items.contains { $0.path.shown != $0.path } }) {
      console.note(
        "\(target): the plan names keys that are secrets, or hold them, as they are",
        hint: "treat it as a secret, or put patterns in their place: tokens/*")
    }
    for source in sources { tell(source, rules) }
  }

  /// What the options give an item is what the rule gives it.
  private func complete(_ rule: inout Rule) {
    if rule.accessGroup == nil, !options.accessGroup.isEmpty {
      rule.accessGroup = String(decoding: options.accessGroup, as: Unicode.UTF8.self)
    }
    let attributes = options.attributes
    if rule.accessibility == nil {
      rule.accessibility = attributes.accessibility.map { AccessibilityName.name($0.rawValue) }
    }
    if rule.accessControl == nil {
      rule.accessControl = attributes.accessControl.map { AccessControlName.names($0.rawValue) }
    }
    if rule.isSynchronizable == nil { rule.isSynchronizable = attributes.isSynchronizable }
  }

  /// Whether the file is one that has every rule of this plan already.
  private func isThere(_ rules: Rules) -> Bool {
    guard let file = try? PreferenceFile.read(target, followLinks: false),
      let old = try? Rules.read(file.document), old.fallback == .ignore
    else { return false }
    return old.contain(rules)
  }

  /// Rules speak of every source. Where that chooses more of one than was chosen, it is said.
  private func tell(_ source: ImportSource, _ rules: Rules) {
    guard let plan = source.plan, let document = source.file?.document else { return }
    guard !plan.isRepeated(by: rules, in: document) else { return }
    console.note(
      "\(target): what it chooses of another source also stands in \(source.path), where it was not chosen",
      hint: "write a plan for each of the two")
  }
}
