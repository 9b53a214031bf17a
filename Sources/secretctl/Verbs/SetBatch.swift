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
    try refuseTwins(lines, file)
    let needsDevice = lines.contains { $0.options.needsDevice }
    let passwords = try ItemPasswords(arguments, console)
    let opened = try session.open(needsDevice: needsDevice)
    let isAddOnly = arguments.has(.addOnly)
    let cost = try NewSlots(arguments, console).cost()
    var changes: [Change] = []
    for line in lines {
      var wanted = Wanted(name: line.name, options: line.options, passwordCost: cost)
      do throws(Outcome) {
        try wanted.resolve(in: opened, path, passwords, addOnly: isAddOnly)
      } catch {
        throw error.inBatch(file, line.number)
      }
      changes.append(Change(wanted, line.secret, addOnly: isAddOnly))
    }
    let commit = try Commits.options(arguments)
    // The line at work, so that an error can name it; nil before the first and after the last.
    var current: Int?
    let actions: [SetAction]
    do throws(SecretFileError) {
      actions = try opened.update(commit) { (transaction) throws(SecretFileError) in
        var actions: [SetAction] = []
        for (line, change) in zip(lines, changes) {
          current = line.number
          actions.append(try change.run(&transaction))
        }
        current = nil
        return actions
      }
    } catch {
      let outcome = Outcome(error, path)
      throw current.map { outcome.inBatch(file, $0) } ?? outcome
    }
    try report(changes, actions, console)
    UnfinishedRenewals.tell(zip(changes, actions).map { ($0, $1) }, opened, console)
    return .done
  }

  /// Two lines for one item contradict each other. Whether it synchronises tells items apart only if both say so.
  private static func refuseTwins(_ lines: [BatchLine], _ file: Path) throws(Outcome) {
    var seen: [IdentityParts: [BatchLine]] = [:]
    for line in lines {
      let flag = line.options.isSynchronizable
      let twin = seen[line.name]?.first {
        flag == nil || $0.options.isSynchronizable == nil || $0.options.isSynchronizable == flag
      }
      if let twin {
        throw Outcome(
          "batch", .refused, "line \(twin.number) is for the same item: \(ItemText.name(line.name))",
          hint: "leave one of the two out; nothing was written"
        ).inBatch(file, line.number)
      }
      seen[line.name, default: []].append(line)
    }
  }

  /// The longest batch, in bytes: the longest secret fits in base64, and so do a million short ones.
  private static let limit = 128 << 20

  private static let refused: [Option] = [
    .service, .account, .accessGroup, .itemClass, .server, .port, .path, .protocolName, .synchronizable,
    .accessibility, .accessControl, .label, .comment, .description, .expires, .type, .valueFD, .valueFile,
    .raw, .empty,
  ]

  private static func report(_ changes: [Change], _ actions: [SetAction], _ console: Console)
    throws(Outcome)
  {
    if console.isJSON {
      var writer = JSONWriter()
      writer.object {
        $0.key("items")
        $0.array { writer in
          for (change, action) in zip(changes, actions) {
            writer.object {
              $0.field("action", action.name)
              ItemJSON.name(change.name, &$0)
            }
          }
        }
      }
      writer.raw(0x0A)
      try console.out.write(writer.bytes)
      return
    }
    var parts: [String] = []
    for name in ["added", "replaced", "changed", "unchanged"] {
      let count = actions.count { $0.name == name }
      if count > 0 || name != "changed" { parts.append("\(count) \(name)") }
    }
    console.note(parts.joined(separator: ", "))
  }
}

extension Outcome {
  /// The same for a line of a batch. What would be wrong usage on the command line is bad input there.
  fileprivate func inBatch(_ file: Path, _ line: Int) -> Outcome {
    var outcome = self
    // Names of options are names of fields.
    let message = self.message.hasPrefix("--") ? String(self.message.dropFirst(2)) : self.message
    outcome.message = "\(file), line \(line): \(message)"
    if exit == .usage {
      outcome.exit = .refused
      outcome.code = "batch"
    }
    return outcome
  }
}

/// One line of a batch, understood.
struct BatchLine {
  /// From 1.
  var number = 0
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

  private static let form =
    "each line is one whole object: {\"service\":…,\"value\":…}; jq -c '.items[]' makes such lines of an export"

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
          var entry = try read(line: line)
          entry.number = number
          lines.append(entry)
        } catch {
          throw error.inBatch(file, number)
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
      // What it says of files and how to mend them helps nobody with a line.
      let isText = error.message.hasPrefix("the file")
      throw Outcome(
        isText ? "batch" : error.code, .refused, isText ? "not a JSON object" : error.message, hint: Self.form
      )
    }
    guard document.format == .json, document.node(document.root).kind == .dictionary else {
      throw Outcome(
        "batch", .refused, "not a JSON object", hint: Self.form)
    }
    var fields = BatchFields(document, now: now)
    for child in document.children(of: document.root) {
      guard let key = child.key else { continue }
      try fields.take(document.key(key), child.value)
    }
    let entry = try fields.line()
    // Contradictions show before a container is opened or a device key made.
    _ = try entry.options.protection(
      of: nil, isSynchronizable: entry.options.isSynchronizable ?? false)
    return entry
  }
}
