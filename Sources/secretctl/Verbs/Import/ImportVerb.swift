import Migration
import SecretFile

/// `import`: secrets move from preference files into the container. Everything is read and understood before
/// anything is written; everything is written and read back before anything is scrubbed.
enum ImportVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let session = Session(arguments, console)
    let options = try ImportOptions(arguments, console)
    let isPlanOnly = Self.isPlanOnly(session, options)
    let path = isPlanOnly ? Path(bytes: []) : try session.path()
    let ways = try ImportWays(session)
    try checkOperands(arguments, options)
    var sources = try read(arguments, options, console)
    try check(sources, session)
    tellServices(sources, options, console)
    if arguments.has(.review) { try ImportReview.run(&sources) }
    let planFile = ImportPlanFile(options, console)
    let isNew = isPlanOnly ? false : try ways.isToBeMade()
    if sources.allSatisfy({ $0.plan?.items.isEmpty ?? true }) {
      // The ways in that --create names are checked even so.
      if arguments.has(.create), !isNew, !isPlanOnly { _ = try ways.open(needsDevice: false) }
      try planFile?.write(sources)
      if !console.isJSON { console.note("nothing to import") }
      try ImportReport.write(sources, options, console)
      return exit(sources, options)
    }
    var needsDevice = false
    for source in sources { needsDevice = try source.needsDevice(options) || needsDevice }
    var opened = isNew || isPlanOnly ? nil : try ways.open(needsDevice: needsDevice)
    try makeItems(
      &sources, arguments, options, console, asks: !((isNew || isPlanOnly) && options.isDryRun))
    let commit = ImportCommit(options, path)
    if options.isDryRun {
      if isNew { try ways.checkForMaking() }
      try commit.preview(&sources, opened)
      try planFile?.write(sources)
      if isNew, !console.isJSON { console.note("\(path) would be made") }
      if isPlanOnly {
        console.note(
          "no container was looked at: what it has already, and conflicts with it, are not known",
          hint: "-f FILE and its key, to know them")
      }
    } else {
      try confirm(&sources, opened, options, path)
      // Before anything leaves a source: with the values the plan would be gone.
      try planFile?.write(sources)
      if opened == nil { opened = try ways.make(needsDevice: needsDevice) }
      if let opened {
        try commit.run(&sources, opened, try Commits.options(arguments))
        try commit.readBack(sources, opened)
      }
      if let mode = options.scrub {
        for index in sources.indices { ImportScrub(options, console).run(&sources[index], mode) }
      }
    }
    try ImportReport.write(sources, options, console)
    return exit(sources, options)
  }

  /// Whether a plan is all that is wanted: a dry run that writes one, without a container that could be opened.
  private static func isPlanOnly(_ session: Session, _ options: ImportOptions) -> Bool {
    guard options.isDryRun, options.planOut != nil, !session.arguments.has(.keychain),
      !session.arguments.has(.create)
    else { return false }
    guard let path = Places.file(session.arguments, .file), SecretInput.exists(path) else { return true }
    let reader = CredentialReader(session.arguments, session.console)
    let hasPassphrase =
      session.arguments.has(.passphraseFD) || Places.file(session.arguments, .passphraseFile) != nil
    return reader.identities.isEmpty && !hasPassphrase && Terminal() == nil
  }

  // MARK: Reading and planning

  /// What is wrong with the sources' names already.
  private static func checkOperands(_ arguments: ParsedArguments, _ options: ImportOptions) throws(Outcome) {
    var seen: Set<[UInt8]> = []
    for operand in arguments.operands {
      guard seen.insert(operand).inserted else {
        throw .usage("\(Path(bytes: operand)) is given twice", hint: "give each source once")
      }
    }
    guard seen.contains([0x2D]) else { return }
    if options.scrub != nil {
      throw .usage("standard input cannot be scrubbed", hint: "give the file itself, or leave --scrub out")
    }
    if options.selection.service == nil, options.selection.rules == nil {
      throw .usage(
        "standard input has no name that could be the service",
        hint: "give one with -s: defaults export APP - | secretctl import -s APP -")
    }
  }

  /// Every source; one that is refused stops everything unless `--keep-going`.
  private static func read(
    _ arguments: ParsedArguments, _ options: ImportOptions, _ console: Console
  ) throws(Outcome) -> [ImportSource] {
    var sources: [ImportSource] = []
    var refused: [Outcome] = []
    for operand in arguments.operands {
      let path = Path(bytes: operand)
      do throws(Outcome) {
        let source = try ImportSource.read(path, options, console)
        if let other = sources.first(where: { $0.isSameFile(as: source) }) {
          throw Outcome.usage("\(other.path) and \(path) are the same file", hint: "give each source once")
        }
        sources.append(source)
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
    guard !patterns.isEmpty, Places.file(session.arguments, .file) != nil || session.arguments.has(.keychain),
      let opened = try? session.open()
    else { return [] }
    let files = Set(plans.map(\.fileName))
    var query = ItemQuery()
    query.also = { files.contains($0.attributes.provenance.fileName) }
    guard let items = try? opened.items(matching: query) else { return [] }
    let paths = items.map { KeyPath(provenance: $0.attributes.provenance.keyPath) }
    return Set(patterns.filter { pattern in paths.contains { $0.isCovered(by: Glob(pattern)) } })
  }

  /// A rule's own service wins over `-s`, which is said rather than found out.
  private static func tellServices(_ sources: [ImportSource], _ options: ImportOptions, _ console: Console) {
    guard options.selection.service != nil, !console.isJSON, let rules = options.selection.rules?.rules else {
      return
    }
    let used = Set(
      sources.flatMap { $0.plan?.items ?? [] }.compactMap { item -> Int? in
        guard item.action == .import, case .rule(let number) = item.reason else { return nil }
        return number
      })
    let own = used.filter { rules[$0].service != nil }.sorted()
    guard !own.isEmpty else { return }
    let named = own.prefix(5).map { "\($0 + 1)" }.joined(separator: ", ") + (own.count > 5 ? ", …" : "")
    console.note(
      "-s is not for what rules with a service of their own choose: \(named)",
      hint: "take the service out of the rules, or leave -s out")
  }

  private static func makeItems(
    _ sources: inout [ImportSource], _ arguments: ParsedArguments, _ options: ImportOptions,
    _ console: Console, asks: Bool
  ) throws(Outcome) {
    var needsPassword = options.attributes.accessControl?.contains(.applicationPassword) == true
    for source in sources {
      for item in source.plan?.items ?? [] where item.accessControl?.contains("applicationPassword") == true {
        needsPassword = true
      }
    }
    let password =
      needsPassword && asks
      ? try ItemPasswords(arguments, console).new(
        IdentityParts(service: Array("the imported items".utf8), account: []))
      : nil
    for index in sources.indices { try sources[index].makeItems(options, password) }
  }

  // MARK: Asking

  /// Before a source is changed, a person at a terminal sees the plan and is asked. Without a terminal there are no
  /// questions: who says `--scrub` in a script has said what is wanted.
  private static func confirm(
    _ sources: inout [ImportSource], _ opened: Container?, _ options: ImportOptions, _ path: Path
  ) throws(Outcome) {
    guard options.scrub != nil, !options.asksNothing, !options.isReviewed, let terminal = Terminal() else {
      return
    }
    try ImportCommit(options, path).preview(&sources, opened)
    let values = sources.reduce(0) { $0 + $1.values.count(where: \.mayLeave) }
    guard values > 0 else { return }
    let files = sources.count { $0.values.contains(where: \.mayLeave) }
    let plan = String(decoding: ImportReport.plan(sources), as: Unicode.UTF8.self)
    let question = "move \(Count.text(values, "value")) out of \(Count.text(files, "file")) into \(path)?"
    guard try terminal.confirm(plan + question) else {
      throw Outcome("cancelled", .failure, "nothing was imported", hint: "--dry-run shows what would be")
    }
  }

  /// Refused sources and those that were searched in part win over conflicts and over what a scrub had to leave.
  private static func exit(_ sources: [ImportSource], _ options: ImportOptions) -> ExitCode {
    if let error = sources.lazy.compactMap(\.error).first { return error.exit }
    if sources.contains(where: \.isSearchedInPart) { return .refused }
    let wantsNone = options.scrub != nil && !options.isDryRun
    let isLeft = sources.contains {
      $0.values.contains { $0.action == .conflict || (wantsNone && $0.isInSource) }
    }
    return isLeft ? .duplicate : .done
  }
}
