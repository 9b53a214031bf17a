extension Program {
  /// Runs a verb.
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    switch arguments.verb {
    case .keygen: return try KeygenVerb.run(arguments, console)
    case .scan: return try ScanVerb.run(arguments, console)
    case .importSources: return try ImportVerb.run(arguments, console)
    case .export: return try ExportVerb.run(arguments, console)
    case .initialize: return try InitVerb.run(arguments, console)
    case .list: return try ListVerb.run(arguments, console)
    case .get: return try GetVerb.run(arguments, console)
    case .set: return try SetVerb.run(arguments, console)
    case .edit: return try EditVerb.run(arguments, console)
    case .remove, .purge: return try RemoveVerb.run(arguments, console)
    case .move: return try MoveVerb.run(arguments, console)
    case .rotate, .slotRemove, .slotPassphrase: return try RotateVerb.run(arguments, console)
    case .slotList: return try SlotVerbs.list(arguments, console)
    case .slotAdd: return try SlotVerbs.add(arguments, console)
    case .slotEnrol: return try SlotVerbs.enrol(arguments, console)
    case .firstRun: return try FirstRunVerb.run(arguments, console)
    case .verify: return try VerifyVerb.run(arguments, console)
    case .inspect: return try InspectVerb.run(arguments, console)
    case .compact: return try CompactVerb.run(arguments, console)
    case .vectorsCheck: return try VectorsVerb.run(arguments, console)
    case .help: return try HelpVerb.run(arguments, console)
    case .completions: return try CompletionsVerb.run(arguments, console)
    case .repair: return try RepairVerb.run(arguments, console)
    case .salvage: return try SalvageVerb.run(arguments, console)
    case .audit: return try AuditVerb.run(arguments, console)
    case .renew: return try RenewVerb.run(arguments, console)
    case .run, .inject, .merge, .diff, .agent, .unlock, .lock,
      .status:
      throw Parser.missing(arguments.verb)
    }
  }
}
