import Migration
import SecretFile

/// `import`: secrets move from preference files into the container. Everything is read and understood before
/// anything is written; everything is written and read back before anything is scrubbed.
enum ImportVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let session = Session(arguments, console)
    let options = try ImportOptions(arguments, console)
    let path = try session.path()
    var sources = try read(arguments, options, console)
    try check(sources, session)
    try writePlan(sources, options)
    let count = sources.reduce(0) { $0 + ($1.plan?.items.count ?? 0) }
    if count == 0 {
      if !console.isJSON { console.note("nothing to import") }
      try ImportReport.write(sources, options, console)
      return exit(sources)
    }
    let opened = try open(session, sources, options)
    try makeItems(&sources, arguments, options, console)
    try confirm(sources, options, path)
    try ImportCommit(options, path).run(&sources, opened, try Commits.options(arguments))
    if !options.isDryRun {
      try ImportCommit(options, path).readBack(sources, opened)
      if let mode = options.scrub {
        for index in sources.indices { ImportScrub(options, console).run(&sources[index], mode) }
      }
    }
    try ImportReport.write(sources, options, console)
    return exit(sources)
  }

  // MARK: Reading and planning

  /// Every source; one that is refused stops everything unless `--keep-going`.
  private static func read(
    _ arguments: ParsedArguments, _ options: ImportOptions, _ console: Console
  ) throws(Outcome) -> [ImportSource] {
    var sources: [ImportSource] = []
    var refused: [Outcome] = []
    for operand in arguments.operands {
      let path = Path(bytes: operand)
      if path.bytes == [0x2D], options.scrub != nil {
        throw .usage("stdin cannot be scrubbed", hint: "name the file, or leave --scrub out")
      }
      do throws(Outcome) {
        sources.append(try ImportSource.read(path, options, console))
      } catch {
        if error.exit == .usage { throw error }
        refused.append(error)
        sources.append(.refused(path, error))
      }
    }
    if var first = refused.first, !options.keepsGoing {
      first.details = refused.dropFirst().map(\.message)
      throw first
    }
    if !console.isJSON { for error in refused { console.problem(error) } }
    return sources
  }

  private static func check(_ sources: [ImportSource], _ session: Session) throws(Outcome) {
    let plans = sources.compactMap(\.plan)
    do throws(PlanningError) {
      try Plan.check(plans, moved: movedBefore(plans, session))
    } catch {
      throw Outcome(error, plans.count == 1 ? sources.first { $0.plan != nil }?.path : nil)
    }
  }

  /// Patterns that fit nothing because an earlier run has moved what they fit: the same command, run again after it
  /// was interrupted at its very end, is done.
  private static func movedBefore(_ plans: [Plan], _ session: Session) -> Set<String> {
    let patterns = Plan.unfit(plans)
    guard !patterns.isEmpty, let opened = try? session.open() else { return [] }
    let files = Set(plans.map(\.fileName))
    var query = ItemQuery()
    query.also = { files.contains($0.attributes.provenance.fileName) }
    guard let items = try? opened.items(matching: query) else { return [] }
    let paths = items.map { KeyPath(pointer: $0.attributes.provenance.keyPath) }
    return Set(patterns.filter { pattern in paths.contains { $0.isCovered(by: Glob(pattern)) } })
  }

  private static func writePlan(_ sources: [ImportSource], _ options: ImportOptions) throws(Outcome) {
    guard let target = options.planOut else { return }
    let rules = Rules(fallback: .ignore, rules: sources.compactMap(\.plan).flatMap(\.rules.rules))
    try files { () throws(FileError) in try writeOutput(target, rules.json().span) }
  }

  private static func makeItems(
    _ sources: inout [ImportSource], _ arguments: ParsedArguments, _ options: ImportOptions,
    _ console: Console
  ) throws(Outcome) {
    var needsPassword = options.attributes.accessControl?.contains(.applicationPassword) == true
    for source in sources {
      for item in source.plan?.items ?? [] where item.accessControl?.contains("applicationPassword") == true {
        needsPassword = true
      }
    }
    let password =
      needsPassword
      ? try ItemPasswords(arguments, console).new(
        IdentityParts(service: Array("the imported items".utf8), account: []))
      : nil
    for index in sources.indices { try sources[index].makeItems(options, password) }
  }

  // MARK: The container

  /// Opens the container; with `--create` one that is not there is made, so that a second run goes on where the first
  /// was interrupted.
  private static func open(
    _ session: Session, _ sources: [ImportSource], _ options: ImportOptions
  ) throws(Outcome) -> Container {
    var needsDevice = false
    for source in sources where try source.needsDevice(options) { needsDevice = true }
    guard session.arguments.has(.create), try !exists(try session.path()) else {
      return try session.open(needsDevice: needsDevice)
    }
    if options.isDryRun {
      throw .usage(
        "--dry-run does not make a container",
        hint: "leave --create out and name one that exists, or use scan")
    }
    var new = try NewSlots(session.arguments, session.console).forCreation()
    let others = try CredentialReader(session.arguments, session.console).factors(needsDevice: needsDevice)
    new.credentials.add(others)
    return try InitVerb.create(session, new)
  }

  private static func exists(_ path: Path) throws(Outcome) -> Bool {
    do throws(FileError) {
      _ = try ReadableFile.open(path)
      return true
    } catch {
      if error.kind == .notFound { return false }
      throw Outcome(error)
    }
  }

  /// Before a source is changed, a person at a terminal is asked; without one there are no questions.
  private static func confirm(_ sources: [ImportSource], _ options: ImportOptions, _ path: Path)
    throws(Outcome)
  {
    guard options.scrub != nil, !options.asksNothing, !options.isDryRun, let terminal = Terminal() else {
      return
    }
    let values = sources.reduce(0) { $0 + $1.values.count }
    let files = sources.count { !$0.values.isEmpty }
    let question = "move \(values) values out of \(files) files into \(path)?"
    guard try terminal.confirm(question) else {
      throw Outcome("cancelled", .failure, "nothing was imported", hint: "--dry-run shows what would be")
    }
  }

  /// Refused sources win over conflicts.
  private static func exit(_ sources: [ImportSource]) -> ExitCode {
    if let error = sources.lazy.compactMap(\.error).first { return error.exit }
    let hasConflict = sources.contains { $0.values.contains { $0.action == .conflict } }
    return hasConflict ? .duplicate : .done
  }
}
