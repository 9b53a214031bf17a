import Migration
import SecretFile

/// The options of `import`, understood.
struct ImportOptions {
  /// What becomes of an item that exists with another value.
  enum Existing {
    case refuse, skip, replace
  }

  let existing: Existing
  /// Nil: the sources stay as they are.
  let scrub: Scrub.Mode?
  let selection: Selection
  let attributes: AttributeOptions
  let accessGroup: [UInt8]
  let isDryRun: Bool
  let keepsGoing: Bool
  let restoresDeleted: Bool
  let keepsBackup: Bool
  let asksNothing: Bool
  /// Every value was asked about.
  let isReviewed: Bool
  let planOut: Path?
  /// What a try with the items' own password costs.
  let passwordCost: KDFCost

  init(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) {
    switch try arguments.text(.onExisting) {
    case "skip": existing = .skip
    case "replace": existing = .replace
    default: existing = .refuse
    }
    if !arguments.has(.scrub) {
      scrub = nil
    } else if arguments.value(.scrub)?.elementsEqual("placeholder".utf8) == true {
      scrub = .placeholder(Scrub.placeholder)
    } else {
      scrub = .remove
    }
    if arguments.has(.backup), scrub == nil {
      throw .usage("--backup goes with --scrub", hint: "add --scrub, or leave --backup out")
    }
    try arguments.exclude(.only, .all)
    var selection = Selection()
    selection.only = try Self.globs(arguments, .only)
    selection.except = try Self.globs(arguments, .except)
    selection.all = arguments.has(.all)
    selection.rules = try arguments.value(.rules).map { (path) throws(Outcome) in
      try Self.rules(Path(bytes: path), console)
    }
    selection.service = try arguments.text(.service)
    self.selection = selection
    var attributes = AttributeOptions()
    attributes.accessibility = try arguments.value(.accessibility).map { (text) throws(Outcome) in
      try ItemNaming.accessibility(text)
    }
    attributes.accessControl = try arguments.value(.accessControl).map { (text) throws(Outcome) in
      AccessControl(rawValue: try AccessControlName.flags(text))
    }
    attributes.isSynchronizable = ItemNaming.synchronizable(arguments)
    self.attributes = attributes
    accessGroup = arguments.value(.accessGroup) ?? []
    isDryRun = arguments.has(.dryRun)
    keepsGoing = arguments.has(.keepGoing)
    restoresDeleted = arguments.has(.again)
    keepsBackup = arguments.has(.backup)
    asksNothing = arguments.has(.yes)
    try arguments.exclude(.review, .yes)
    isReviewed = arguments.has(.review)
    passwordCost = try NewSlots(arguments, console).cost()
    planOut = arguments.value(.planOut).map { Path(bytes: $0) }
  }

  private static func globs(_ arguments: ParsedArguments, _ option: Option) throws(Outcome) -> [Glob] {
    var globs: [Glob] = []
    for value in arguments.values(option) {
      guard UTF8Check.isValid(value) else {
        throw .usage("--\(option.spec.name): not UTF-8", hint: "write the pattern in UTF-8")
      }
      globs.append(Glob(String(decoding: value, as: Unicode.UTF8.self)))
    }
    return globs
  }

  private static func rules(_ path: Path, _ console: Console) throws(Outcome) -> Rules {
    let file = try PreferenceFile.read(path, console)
    let rules: Rules
    do throws(PlanningError) {
      rules = try Rules.read(file.document)
    } catch {
      throw Outcome(error, path)
    }
    for (number, rule) in rules.rules.enumerated() {
      do throws(Outcome) {
        if let name = rule.accessibility { _ = try ItemNaming.accessibility(Array(name.utf8)) }
        if let flags = rule.accessControl {
          _ = try AccessControlName.flags(Array(flags.joined(separator: ",").utf8))
        }
      } catch {
        // The words are those of the option; here it is a field of the file that is wrong.
        let what = error.message.hasPrefix("--") ? String(error.message.dropFirst(2)) : error.message
        throw Outcome("malformedRules", .refused, "\(path): rule \(number + 1): \(what)", hint: error.hint)
      }
    }
    return rules
  }
}
