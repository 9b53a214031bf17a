import Migration
import SecretFile

/// `export`: secrets as plain text, to a file or a pipe. Items bound to this device stay out and are named.
enum ExportVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let session = Session(arguments, console)
    let path = try session.path()
    let query = try ItemNaming.query(arguments, now: Launch.now())
    let target = arguments.value(.output).map { Path(bytes: $0) }
    try GetVerb.refuseTerminal(arguments, console, target)
    let format = try arguments.text(.format) ?? "json"
    let passwords = try ItemPasswords(arguments, console)
    let opened = try session.open()
    let found = try container(path) { () throws(SecretFileError) in try opened.items(matching: query) }
    let items = arguments.has(.includeDeviceBound) ? found : found.filter { $0.device == nil }
    let export = Export(
      items: items, opened: opened, path: path, passwords: try passwords.assign(items, in: opened, path),
      isOneService: arguments.has(.service) || arguments.has(.server))
    let document =
      switch format {
      case "plist": try ExportPlist.document(export, console)
      case "env": try ExportEnvironment.document(export)
      default: try export.json()
      }
    try GetVerb.deliver(document, target, console)
    for item in found where item.device != nil && !arguments.has(.includeDeviceBound) {
      console.note("left out, bound to this device: \(ItemText.name(item))")
    }
    return .done
  }
}

/// What is exported, and how to get at the values.
struct Export {
  let items: [Item]
  let opened: Container
  let path: Path
  let passwords: [ItemID: SecretBuffer]
  /// Whether the caller named the service, so that it need not be told again in the output.
  let isOneService: Bool

  /// The secret of an item.
  func secret(_ item: Item) throws(Outcome) -> SecretBytes {
    do throws(SecretFileError) {
      return try opened.secret(of: item, password: passwords[item.id])
    } catch {
      var outcome = Outcome(error, path)
      outcome.details = [ItemText.name(item)]
      throw outcome
    }
  }

  /// `{"items":[…]}` with the values: what `set --batch` reads, line by line, and `get --json --all` writes.
  func json() throws(Outcome) -> SecretBuffer {
    var text = SecretText()
    text.append("{\"items\":[")
    for (index, item) in items.enumerated() {
      text.append(index == 0 ? "\n" : ",\n")
      try ItemValue.append(item, opened, path, passwords[item.id], to: &text)
    }
    text.append("\n]}\n")
    return text.finish()
  }
}
