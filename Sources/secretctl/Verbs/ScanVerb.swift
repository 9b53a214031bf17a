import Migration
import SecretFile

/// `scan`: plaintext secrets in preference files. Needs no container.
enum ScanVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    if let format = arguments.value(.format), console.isJSON, !format.elementsEqual("json".utf8) {
      throw .usage("--json and --format text exclude each other", hint: "give one of the two")
    }
    var scan = Scan(console)
    try scan.begin()
    for operand in arguments.operands { try scan.visit(Path(bytes: operand)) }
    return try scan.end()
  }
}

/// A scan on its way.
private struct Scan {
  private let console: Console
  private var writer = JSONWriter()
  private var files = 0
  private var refused = 0
  /// The exit code that the refused files ask for: input that is refused wins over input that is missing.
  private var refusal: ExitCode?
  private var findings = 0
  private var withFindings = 0

  init(_ console: Console) { self.console = console }

  mutating func begin() throws(Outcome) {
    guard console.isJSON else { return }
    writer.open(0x7B)
    writer.key("files")
    writer.open(0x5B)
  }

  /// A file that was named is read whatever it is; of a folder what begins as preference files do.
  mutating func visit(_ root: Path) throws(Outcome) {
    try Walk.visit(root) { (entry) throws(Outcome) in
      switch entry {
      case .file(let path, _):
        try path == root ? read(path, isNamed: true) : readIfCandidate(path)
      case .skipped(let path, let kind):
        if path == root { try refuse(path, Outcome(FileError(.notRegular, path, "read"))) }
        if kind == .symbolicLink { return }
      case .problem(let error): try refuse(error.path, Outcome(error))
      }
      console.progress.update("scan", done: UInt64(files + refused), total: 0, unit: "files")
    }
  }

  private mutating func readIfCandidate(_ path: Path) throws(Outcome) {
    let candidate: ScanCandidate?
    do throws(FileError) {
      candidate = try ScanCandidate(path)
    } catch {
      // One that is gone meanwhile is no loss.
      if error.kind != .notFound { try refuse(path, Outcome(error)) }
      return
    }
    if let candidate { try read(path, isNamed: false, isCertain: candidate.isCertain) }
  }

  private mutating func read(_ path: Path, isNamed: Bool, isCertain: Bool = true) throws(Outcome) {
    let file: PreferenceFile
    do throws(Outcome) {
      file = try PreferenceFile.read(path, followLinks: isNamed)
    } catch {
      if isCertain || error.exit != .refused { try refuse(path, error) }
      return
    }
    let found = file.document.findings()
    files += 1
    findings += found.list.count
    if !found.list.isEmpty { withFindings += 1 }
    try console.isJSON ? writeJSON(path, file.document.format, found) : writeText(path, found)
    if !found.isComplete {
      console.note("\(path): the search was cut short by its limits; there may be more in it")
    }
  }

  // MARK: Output

  private func writeText(_ path: Path, _ found: Findings) throws(Outcome) {
    guard !found.list.isEmpty else { return }
    try console.out.write("\(path)\n")
    var table = TextTable()
    for finding in found.list {
      let percent = "\(Int((finding.confidence * 100).rounded())) %"
      try console.out.write(
        table.row([
          "  " + PlaceText.words(finding.place), finding.kind.title, percent,
          Escaping.visible(finding.reason),
        ]))
    }
    try console.out.write(table.finish())
  }

  private mutating func writeJSON(_ path: Path, _ format: SourceFormat, _ found: Findings) throws(Outcome) {
    writer.object {
      $0.field("path", bytes: path.bytes)
      $0.field("format", format.rawValue)
      $0.field("status", "read")
      $0.field("complete", found.isComplete)
      $0.key("findings")
      $0.array { writer in
        for finding in found.list {
          writer.object {
            PlaceText.fields(finding.place.path, finding.place.inner, &$0)
            $0.field("kind", finding.kind.rawValue)
            $0.key("confidence")
            $0.value(hundredths: Int((finding.confidence * 100).rounded()))
            $0.field("reason", finding.reason)
            $0.field("length", Int64(finding.length))
          }
        }
      }
    }
    try console.out.write(writer.take())
  }

  /// A file that cannot be read exactly is named, and the scan goes on.
  private mutating func refuse(_ path: Path, _ outcome: Outcome) throws(Outcome) {
    refused += 1
    if refusal == nil || outcome.exit == .refused { refusal = outcome.exit }
    guard console.isJSON else {
      console.problem(outcome)
      return
    }
    writer.object {
      $0.field("path", bytes: path.bytes)
      $0.key("format")
      $0.null()
      $0.field("status", "refused")
      $0.key("error")
      $0.object {
        $0.field("code", outcome.code)
        $0.field("message", outcome.message)
        $0.key("offset")
        if let offset = outcome.offset { $0.value(Int64(offset)) } else { $0.null() }
        $0.field("hint", outcome.hint)
      }
      $0.key("findings")
      $0.array { _ in }
    }
    try console.out.write(writer.take())
  }

  /// The end: refused files win over findings, and findings over nothing.
  mutating func end() throws(Outcome) -> ExitCode {
    console.progress.finish()
    if console.isJSON {
      writer.close(0x5D)
      writer.close(0x7D)
      writer.raw(0x0A)
      try console.out.write(writer.take())
    } else {
      console.note(
        "\(findings) found in \(withFindings) of \(files) files"
          + (refused == 0 ? "" : "; \(refused) could not be read"))
    }
    return refusal ?? (findings > 0 ? .findings : .done)
  }
}
