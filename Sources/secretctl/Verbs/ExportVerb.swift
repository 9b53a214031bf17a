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
    if found.isEmpty, !ItemNaming.words(arguments).isEmpty { throw OneItem(arguments, opened, path).missing }
    let free = arguments.has(.includeDeviceBound) ? found : found.filter { $0.device == nil }
    let (known, shut) = try passwords.split(free, in: opened, path)
    let items = LeftOut.without(shut, free)
    let leftOut = LeftOut(
      bound: found.count == free.count ? [] : found.filter { $0.device != nil }, shut: shut)
    if items.isEmpty, !found.isEmpty { throw leftOut.everything(path) }
    let export = Export(
      items: items, opened: opened, path: path, passwords: known,
      isOneService: arguments.has(.service) || arguments.has(.server))
    let document =
      switch format {
      case "plist": try ExportPlist.document(export, console)
      case "env": try ExportEnvironment.document(export)
      default: try export.json()
      }
    try GetVerb.deliver(document, target, console)
    leftOut.tell(console)
    return .done
  }
}

/// Items that a document with many of them goes without. Each is named; that is no failure.
struct LeftOut {
  /// Those bound to this device.
  var bound: [Item] = []
  /// Those whose own password was not given.
  var shut: [Item] = []

  /// The items without those that are shut.
  static func without(_ shut: [Item], _ items: [Item]) -> [Item] {
    if shut.isEmpty { return items }
    let ids = Set(shut.map(\.id))
    return items.filter { !ids.contains($0.id) }
  }

  func tell(_ console: Console) {
    for item in bound { console.note("left out, bound to this device: \(ItemText.name(item))") }
    for item in shut { console.note("left out, its own password was not given: \(ItemText.name(item))") }
  }

  /// The refusal where nothing would be left.
  func everything(_ path: Path) -> Outcome {
    let first = bound.first ?? shut.first
    var outcome = Outcome(
      shut.isEmpty ? "device" : "applicationPassword", .policy,
      "\(path): all that match would be left out" + (first.map { ": " + ItemText.name($0) } ?? ""),
      hint: shut.isEmpty
        ? "--include-device-bound takes what is bound to this device"
        : bound.isEmpty
          ? "give the item's own password with --item-passphrase-fd"
          : "--include-device-bound takes what is bound to this device, --item-passphrase-fd gives an item's own password"
    )
    outcome.details = (bound + shut).dropFirst().prefix(20).map { ItemText.name($0) }
    return outcome
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
