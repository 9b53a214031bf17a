import SecretFile

/// `renew`: new values for secrets, so that at every instant each value that a server may have is on disk.
enum RenewVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let session = Session(arguments, console)
    let now = Launch.now()
    let options = try RenewOptions(arguments, now: now)
    let query = try ItemNaming.query(arguments, now: now)
    let path = try session.path()
    let asked = ItemNaming.words(arguments)
    if asked.isEmpty, options.changedBefore == nil, options.source != nil, !arguments.has(.all) {
      throw .usage(
        "renew needs to know which items", hint: "-s SERVICE or another filter, --older-than 90d, or --all")
    }
    let passwords = try ItemPasswords(arguments, console)
    let commit = try Commits.options(arguments)
    let opened = try session.open()
    let lock = arguments.has(.dryRun) ? nil : try Self.lock(opened.info.id, commit, path)
    defer { extendLifetime(lock) }
    // What another renewal did while this one waited.
    if lock != nil { try container(path) { () throws(SecretFileError) in try opened.reload() } }
    let items = try container(path) { () throws(SecretFileError) in try choose(query, options, opened) }
    if items.isEmpty, !asked.isEmpty, options.changedBefore == nil, options.makesValues {
      throw OneItem(arguments, opened, path).missing
    }
    var report = RenewReport(isDryRun: arguments.has(.dryRun), isRollback: options.isRollback)
    if arguments.has(.dryRun) {
      report.planned = items
    } else {
      let known = try passwords.assign(items, in: opened, path)
      try run(
        Renewal(container: opened, options: options, commit: commit, now: now),
        items.map { Renewal.Job($0, known[$0.id]) }, &report, path, console)
    }
    try report.write(console)
    try console.out.flush()
    report.tellUntold(options, console)
    if let failure = report.outcome(path) { throw failure }
    return .done
  }

  /// One renewal at a time: a value that another one is telling a server must not be given up or fall behind meanwhile.
  private static func lock(
    _ id: ContainerID, _ commit: CommitOptions, _ path: Path
  ) throws(Outcome) -> FileLock? {
    guard let folder = Places.renewals else { return nil }
    do throws(FileError) {
      let seconds = UInt32(clamping: commit.waitSeconds)
      return try FileLock.hold(
        folder.appending(id.description), wait: seconds == 0 ? .fail : .wait(seconds: seconds))
    } catch {
      guard error.kind == .busy else { throw Outcome(error) }
      throw Outcome(
        "busy", .busy, "\(path): another renewal is under way",
        hint: "wait for it, or say how long to wait with --wait SECONDS")
    }
  }

  /// The items that match, that are old enough or on their way, and that hold a value.
  private static func choose(
    _ query: ItemQuery, _ options: RenewOptions, _ opened: Container
  ) throws(SecretFileError) -> [Item] {
    let pending = try opened.identities(with: .pending)
    let previous = options.isRollback ? try opened.identities(with: .previous) : []
    var items: [Item] = []
    try opened.forEachItem(matching: query) { (item) in
      let isOnItsWay = pending.contains(item.identity)
      let isMeant =
        switch options.source {
        case nil: isOnItsWay
        case .previous: isOnItsWay || previous.contains(item.identity)
        case .command, .generator:
          item.contentType != .none
            && (isOnItsWay || options.changedBefore.map { item.secretChanged < $0 } ?? true)
        }
      if isMeant { items.append(item) }
      return true
    }
    return items
  }

  private static func run(
    _ renewal: Renewal, _ jobs: [Renewal.Job], _ report: inout RenewReport, _ path: Path, _ console: Console
  ) throws(Outcome) {
    let size = max(32, renewal.options.jobs * 8)
    var start = 0
    defer { console.progress.finish() }
    while start < jobs.count {
      let group = Array(jobs[start..<min(start + size, jobs.count)])
      do throws(SecretFileError) {
        report.add(try renewal.run(group))
      } catch {
        // What is done is done, and is told.
        if !report.isEmpty {
          try report.write(console)
          try console.out.flush()
        }
        throw Outcome(error, path)
      }
      start += group.count
      console.progress.update("renew", done: UInt64(start), total: UInt64(jobs.count), unit: "items")
    }
  }
}
