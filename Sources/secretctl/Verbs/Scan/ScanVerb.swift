import Migration
import SecretFile

/// `scan`: plaintext secrets in preference files. Needs no container.
enum ScanVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let format = try format(arguments, console)
    var baseline = try ScanBaseline(arguments, console)
    var scan = Scan(console, report(format, arguments, console), isText: format != "json")
    var pool = ScanPool(ScanWork(key: baseline.key, user: Launch.user))
    try scan.report.begin()
    var seen: Set<[UInt8]> = []
    // What was named twice counts once.
    for operand in arguments.operands where seen.insert(operand).inserted {
      let root = Path(bytes: operand)
      // A file that was named is read whatever it is; of a folder what begins as preference files do.
      try Walk.visit(root) { (entry) throws(Outcome) in
        try scan.take(pool.give(entry, isNamed: entry.path == root), &baseline)
      }
    }
    try scan.take(pool.finish(), &baseline)
    return try scan.end(baseline)
  }

  private static func format(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> String {
    guard let format = try arguments.text(.format) else { return console.isJSON ? "json" : "text" }
    if console.isJSON, format != "json" {
      throw .usage("--json and --format \(format) exclude each other", hint: "give one of the two")
    }
    return format
  }

  private static func report(
    _ format: String, _ arguments: ParsedArguments, _ console: Console
  ) -> any ScanReport {
    switch format {
    case "json": ScanJSON(console)
    case "sarif": ScanSARIF(console)
    case "html": ScanHTML(console, arguments.operands.map { Path(bytes: $0) })
    default: ScanText(console: console)
    }
  }
}

extension WalkEntry {
  /// The name it speaks of.
  fileprivate var path: Path {
    switch self {
    case .file(let path, _), .skipped(let path, _): path
    case .problem(let error): error.path
    }
  }
}

/// A scan on its way.
private struct Scan {
  private let console: Console
  var report: any ScanReport
  /// Whether the report says nothing about what is not read: then notes do.
  private let isText: Bool
  private var summary = ScanSummary()
  private var looked = 0
  /// The exit code that files ask for which were refused or searched in part: input that is refused wins over input that is missing.
  private var refusal: ExitCode?

  init(_ console: Console, _ report: any ScanReport, isText: Bool) {
    self.console = console
    self.report = report
    self.isText = isText
  }

  mutating func take(_ answers: [ScanPool.Answer], _ baseline: inout ScanBaseline) throws(Outcome) {
    for answer in answers {
      for var file in answer.files {
        baseline.sift(&file)
        try take(file)
      }
      looked += answer.looked
    }
    if !answers.isEmpty {
      console.progress.update("scan", done: UInt64(looked), total: 0, unit: "files")
    }
  }

  private mutating func take(_ file: ScannedFile) throws(Outcome) {
    if file.owner != nil { summary.foreign += 1 }
    summary.heldBack += file.heldBack.count
    switch file.status {
    case .leftOut(let kind): summary.leftOut[kind, default: 0] += 1
    case .refused(let outcome):
      summary.refused += 1
      if refusal == nil || outcome.exit == .refused { refusal = outcome.exit }
      if isText { console.problem(outcome) }
    case .read(_, let found):
      summary.files += 1
      if !found.isComplete {
        // What was not looked at may hold anything: a script must not take the file for clean.
        let outcome = Outcome.searchedInPart(file.path)
        summary.inPart += 1
        refusal = outcome.exit
        console.problem(outcome)
      }
      summary.findings += found.list.count
      if !found.list.isEmpty { summary.withFindings += 1 }
    }
    try report.add(file)
    if isText, file.valuesElsewhere > 0 {
      console.note(
        "\(file.path): long values of this store stand in files beside it: \(file.valuesElsewhere)")
    }
  }

  /// The end: refused files win over findings, and findings over nothing.
  mutating func end(_ baseline: ScanBaseline) throws(Outcome) -> ExitCode {
    console.progress.finish()
    summary.stale = baseline.stale
    try report.end(summary)
    if isText { tell() }
    try baseline.write(console, isWhole: summary.refused == 0 && summary.inPart == 0)
    return refusal ?? (summary.findings > 0 ? .findings : .done)
  }

  private func tell() {
    if !summary.leftOut.isEmpty {
      let kinds = EntryKind.words.compactMap { kind, one, many in
        summary.leftOut[kind].map { "\($0) \($0 == 1 ? one : many)" }
      }
      console.note("not opened: " + kinds.joined(separator: ", "))
    }
    if summary.foreign > 0 {
      console.note(
        summary.foreign == 1
          ? "1 file belongs to another user" : "\(summary.foreign) files belong to other users")
    }
    if summary.heldBack > 0 { console.note("\(summary.heldBack) held back by the baseline") }
    if let stale = summary.stale, stale > 0 {
      let verb = stale == 1 ? "is" : "are"
      console.note("\(Count.text(stale, "finding")) of the baseline \(verb) not there any more")
    }
    console.note(
      "\(summary.findings) found in \(summary.withFindings) of \(summary.files) files"
        + (summary.refused == 0 ? "" : "; \(summary.refused) could not be read")
        + (summary.inPart == 0 ? "" : "; \(summary.inPart) searched in part"))
  }
}

extension EntryKind {
  fileprivate static let words: [(EntryKind, String, String)] = [
    (.symbolicLink, "symbolic link", "symbolic links"), (.pipe, "pipe", "pipes"),
    (.socket, "socket", "sockets"), (.device, "device", "devices"), (.unknown, "other thing", "other things"),
  ]

  /// In words.
  var name: String { Self.words.first { $0.0 == self }?.1 ?? rawValue }
}
