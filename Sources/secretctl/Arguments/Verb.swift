/// Every verb of the tool, with those that are not there yet.
package enum Verb: UInt8, CaseIterable, Sendable {
  case keygen, initialize, scan, importSources, list, get, set, edit, remove, move, export, rotate
  case slotList, slotAdd, slotRemove, slotPassphrase, slotEnrol
  case purge, firstRun, renew, verify, audit, inspect, compact, repair, salvage, vectorsCheck
  case completions, help
  // Refused by name until they exist.
  case run, inject, merge, diff, agent, unlock, lock, status
}

extension Verb {
  /// The words it is called by. Apart from the table, so that finding a verb builds nothing.
  package var name: String {
    switch self {
    case .keygen: "keygen"
    case .initialize: "init"
    case .scan: "scan"
    case .importSources: "import"
    case .list: "list"
    case .get: "get"
    case .set: "set"
    case .edit: "edit"
    case .remove: "rm"
    case .move: "mv"
    case .export: "export"
    case .rotate: "rotate"
    case .slotList: "slot list"
    case .slotAdd: "slot add"
    case .slotRemove: "slot remove"
    case .slotPassphrase: "slot passphrase"
    case .slotEnrol: "slot enrol"
    case .purge: "purge"
    case .firstRun: "first-run"
    case .verify: "verify"
    case .inspect: "inspect"
    case .compact: "compact"
    case .vectorsCheck: "vectors check"
    case .completions: "completions"
    case .help: "help"
    case .repair: "repair"
    case .salvage: "salvage"
    case .audit: "audit"
    case .renew: "renew"
    case .run: "run"
    case .inject: "inject"
    case .merge: "merge"
    case .diff: "diff"
    case .agent: "agent"
    case .unlock: "unlock"
    case .lock: "lock"
    case .status: "status"
    }
  }

  /// The verb of these words, if there is one.
  package static func named(_ name: [UInt8]) -> Verb? {
    allCases.first { $0.name.utf8.elementsEqual(name) }
  }

  /// The verbs that this build has.
  package static var present: [Verb] { allCases.filter(\.spec.exists) }
}

/// What the help says about a verb, and what the parser lets through.
package struct VerbSpec: Sendable {
  /// One line for the list of verbs.
  package var summary: String
  /// The operands as the synopsis shows them.
  package var operands = ""
  /// How many operands there may be.
  package var operandCount: ClosedRange<Int> = 0...0
  /// The options, in the order of the help.
  package var options: [Option] = []
  /// Paragraphs for the help and the manual.
  package var details: [String] = []
  /// The words that `--format` takes here.
  package var formats: [String] = []
  /// Whether this build has it.
  package var exists = true

  init(_ summary: String) { self.summary = summary }

  /// Operands as the synopsis shows them, and how many there may be.
  func taking(_ operands: String, _ count: ClosedRange<Int>) -> VerbSpec {
    with {
      $0.operands = operands
      $0.operandCount = count
    }
  }
  /// One list, put together with `+`: every type that the way to one secret uses for the first time costs time.
  func options(_ options: [Option]) -> VerbSpec { with { $0.options = options } }
  func formats(_ words: String...) -> VerbSpec { with { $0.formats = words } }
  func details(_ paragraphs: String...) -> VerbSpec { with { $0.details = paragraphs } }

  static func missing(_ summary: String) -> VerbSpec {
    VerbSpec(summary).with { $0.exists = false }
  }

  private func with(_ change: (inout VerbSpec) -> Void) -> VerbSpec {
    var copy = self
    change(&copy)
    return copy
  }
}
