import Migration
import SecretFile

/// What a scan came to, in all.
struct ScanSummary {
  /// Files that were read.
  var files = 0
  var findings = 0
  var withFindings = 0
  var refused = 0
  /// Files of which a limit ended the search.
  var inPart = 0
  /// Findings that the baseline accepts.
  var heldBack = 0
  /// Entries of the baseline that fit nothing; nil without a baseline.
  var stale: Int?
  /// What was not opened, by its kind.
  var leftOut: [EntryKind: Int] = [:]
  /// Files of other users.
  var foreign = 0
}

/// A form of output. Files come one by one, in order.
protocol ScanReport {
  mutating func begin() throws(Outcome)
  mutating func add(_ file: ScannedFile) throws(Outcome)
  mutating func end(_ summary: ScanSummary) throws(Outcome)
}

/// For people: findings under the name of their file.
struct ScanText: ScanReport {
  let console: Console

  func begin() throws(Outcome) {}

  func add(_ file: ScannedFile) throws(Outcome) {
    guard case .read(_, let found) = file.status, !found.list.isEmpty else { return }
    try console.out.write("\(file.path)\n")
    var table = TextTable()
    for finding in found.list {
      let percent = "\(Int((finding.confidence * 100).rounded())) %"
      try console.out.write(
        table.row([
          "  " + PlaceText.words(finding.place) + line(of: finding, file), finding.kind.title,
          percent, Escaping.visible(finding.reason),
        ]))
    }
    try console.out.write(table.finish())
  }

  /// The line, if the file has lines.
  private func line(of finding: Finding, _ file: ScannedFile) -> String {
    file.regions[finding.range].map { " (line \($0.startLine))" } ?? ""
  }

  func end(_ summary: ScanSummary) throws(Outcome) {}
}

/// For programs: one JSON document, written file by file.
struct ScanJSON: ScanReport {
  let console: Console
  private var writer = JSONWriter()
  private var leftOut: [(Path, EntryKind)] = []

  init(_ console: Console) { self.console = console }

  mutating func begin() throws(Outcome) {
    writer.open(0x7B)
    writer.key("files")
    writer.open(0x5B)
  }

  mutating func add(_ file: ScannedFile) throws(Outcome) {
    switch file.status {
    case .leftOut(let kind): leftOut.append((file.path, kind))
    case .read(let format, let found): read(file, format, found)
    case .refused(let outcome): refused(file, outcome)
    }
    try console.out.write(writer.take())
  }

  private mutating func read(_ file: ScannedFile, _ format: SourceFormat, _ found: Findings) {
    writer.object {
      $0.field("path", bytes: file.path.bytes)
      $0.field("format", format.rawValue)
      if let store = file.store { $0.field("store", store.rawValue) }
      $0.field("status", "read")
      $0.field("complete", found.isComplete)
      if let owner = file.owner { $0.field("owner", Int64(owner)) }
      $0.key("findings")
      $0.array { writer in
        for finding in found.list { Self.finding(finding, &writer) }
      }
      guard !file.heldBack.isEmpty else { return }
      $0.key("heldBack")
      $0.array { writer in
        for finding in file.heldBack { Self.finding(finding, &writer) }
      }
    }
  }

  private static func finding(_ finding: Finding, _ writer: inout JSONWriter) {
    // The exact place, for programs that go there; only here may a key be named that is itself the secret.
    let place = finding.place
    writer.object {
      PlaceText.fields(place.path, place.inner, &$0)
      if place.shown != place { $0.field("keyIsSecret", true) }
      $0.field("kind", finding.kind.rawValue)
      $0.field("rule", finding.rule)
      $0.field("severity", finding.severity.rawValue)
      $0.key("confidence")
      $0.value(hundredths: Int((finding.confidence * 100).rounded()))
      $0.field("reason", finding.reason)
      $0.field("length", Int64(finding.length))
    }
  }

  private mutating func refused(_ file: ScannedFile, _ outcome: Outcome) {
    writer.object {
      $0.field("path", bytes: file.path.bytes)
      $0.key("format")
      $0.null()
      $0.field("status", "refused")
      if let owner = file.owner { $0.field("owner", Int64(owner)) }
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
  }

  mutating func end(_ summary: ScanSummary) throws(Outcome) {
    writer.close(0x5D)
    writer.key("leftOut")
    let leftOut = leftOut
    writer.array { writer in
      for (path, kind) in leftOut {
        writer.object {
          $0.field("path", bytes: path.bytes)
          $0.field("kind", kind.rawValue)
        }
      }
    }
    if let stale = summary.stale {
      writer.key("baseline")
      writer.object {
        $0.field("heldBack", Int64(summary.heldBack))
        $0.field("stale", Int64(stale))
      }
    }
    writer.close(0x7D)
    writer.raw(0x0A)
    try console.out.write(writer.take())
  }
}
