import Migration
import SecretFile

/// `set --batch`: one JSON object a line, all in one commit. A line that cannot be understood stops everything.
enum SetBatch {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    for option in refused where arguments.has(option) {
      throw .usage("--\(option.spec.name) and --batch exclude each other", hint: "write it in the lines")
    }
    let session = Session(arguments, console)
    let path = try session.path()
    let file = Path(bytes: arguments.value(.batch) ?? [])
    let now = Launch.now()
    let text = try SecretInput.file(file, limit: limit, what: "the batch", console)
    let lines = try BatchReader(file, now: now).read(text)
    let needsDevice = lines.contains { $0.options.needsDevice }
    let passwords = try ItemPasswords(arguments, console)
    let opened = try session.open(needsDevice: needsDevice)
    let isAddOnly = arguments.has(.addOnly)
    let cost = try NewSlots(arguments, console).cost()
    var changes: [Change] = []
    for line in lines {
      var wanted = Wanted(name: line.name, options: line.options, passwordCost: cost)
      try wanted.resolve(in: opened, path, passwords, addOnly: isAddOnly)
      changes.append(Change(wanted, line.secret, addOnly: isAddOnly))
    }
    let commit = try Commits.options(arguments)
    let outcomes = try container(path) { () throws(SecretFileError) in
      try opened.update(commit) { (transaction) throws(SecretFileError) -> [SetOutcome] in
        var outcomes: [SetOutcome] = []
        for change in changes { outcomes.append(try change.run(&transaction)) }
        return outcomes
      }
    }
    try report(changes, outcomes, console)
    return .done
  }

  /// The longest batch, in bytes: the longest secret fits in base64, and so do a million short ones.
  private static let limit = 128 << 20

  private static let refused: [Option] = [
    .service, .account, .accessGroup, .itemClass, .server, .port, .path, .protocolName, .synchronizable,
    .accessibility, .accessControl, .label, .comment, .description, .expires, .type, .valueFD, .valueFile,
    .raw,
  ]

  private static func report(_ changes: [Change], _ outcomes: [SetOutcome], _ console: Console)
    throws(Outcome)
  {
    if console.isJSON {
      var writer = JSONWriter()
      writer.object {
        $0.key("items")
        $0.array { writer in
          for (change, outcome) in zip(changes, outcomes) {
            writer.object {
              $0.field("action", "\(outcome)")
              ItemJSON.name(change.name, &$0)
            }
          }
        }
      }
      writer.raw(0x0A)
      try console.out.write(writer.bytes)
      return
    }
    let created = outcomes.count { $0 == .created }
    let unchanged = outcomes.count { $0 == .unchanged }
    console.note("\(created) added, \(outcomes.count - created - unchanged) replaced, \(unchanged) unchanged")
  }
}

/// One line of a batch, understood.
struct BatchLine {
  var name: IdentityParts
  var options: AttributeOptions
  var secret: SecretBuffer
}

/// Reads a batch: the names of `list --json`, and `value` or `valueBase64`. A name that is not known is an error.
struct BatchReader {
  private let file: Path
  private let now: Int64

  init(_ file: Path, now: Int64) {
    self.file = file
    self.now = now
  }

  /// All lines; empty ones are skipped.
  func read(_ text: SecretBuffer) throws(Outcome) -> [BatchLine] {
    var lines: [BatchLine] = []
    var start = 0
    var number = 0
    while start < text.count {
      let end = Self.endOfLine(text, from: start)
      number += 1
      let line = text.slice(start..<end)
      if line.withBytes({ span in span.indices.contains { span[$0] > 0x20 } }) {
        do throws(Outcome) {
          lines.append(try read(line: line))
        } catch {
          var outcome = error
          outcome.message = "\(file), line \(number): \(error.message)"
          throw outcome
        }
      }
      start = end + 1
    }
    return lines
  }

  private static func endOfLine(_ text: SecretBuffer, from start: Int) -> Int {
    text.withBytes { span in
      var end = start
      while end < span.count, span[end] != 0x0A { end += 1 }
      return end
    }
  }

  private func read(line: SecretBuffer) throws(Outcome) -> BatchLine {
    let document: Document
    do throws(Refusal) {
      document = try Document.read(line)
    } catch {
      throw Outcome(error.code, .refused, error.message, hint: error.hint)
    }
    guard document.format == .json, document.node(document.root).kind == .dictionary else {
      throw Outcome("batch", .refused, "not a JSON object")
    }
    var fields = BatchFields(document, now: now)
    for child in document.children(of: document.root) {
      guard let key = child.key else { continue }
      try fields.take(document.key(key), child.value)
    }
    return try fields.line()
  }
}
