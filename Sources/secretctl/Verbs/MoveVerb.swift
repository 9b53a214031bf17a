import SecretFile

/// `mv`: other names for items, or another access group; all of them or none.
enum MoveVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let session = Session(arguments, console)
    let path = try session.path()
    let query = try ItemNaming.query(arguments, now: Launch.now())
    let renaming = try Renaming(arguments)
    let passwords = try ItemPasswords(arguments, console)
    let opened = try session.open()
    var found = try container(path) { () throws(SecretFileError) in try opened.items(matching: query) }
    if !renaming.isMap, found.isEmpty || !arguments.has(.all) {
      let one = OneItem(arguments, opened, path)
      found = [try one.only(found, hint: "add -a or -g, or --all to move them all")]
    }
    let moves = found.compactMap { item in renaming.newName(of: item.name).map { (item: item, name: $0) } }
    var given = try passwords.assign(moves.map(\.item), in: opened, path)
    if moves.count == 1 { given[moves[0].item.id] = try passwords.one(moves[0].item, in: opened, path) }
    let commit = try Commits.options(arguments)
    do throws(SecretFileError) {
      try opened.update(commit) { (transaction) throws(SecretFileError) in
        for move in moves {
          try transaction.rename(move.item, to: move.name, password: given[move.item.id])
        }
        if arguments.has(.dryRun) { throw DryRun.stop }
      }
    } catch {
      if error != DryRun.stop { throw Outcome(error, path) }
    }
    try report(moves, arguments.has(.dryRun), console)
    return .done
  }

  private static func report(
    _ moves: [(item: Item, name: IdentityParts)], _ isDryRun: Bool, _ console: Console
  ) throws(Outcome) {
    if console.isJSON {
      var writer = JSONWriter()
      writer.object {
        $0.field("count", Int64(moves.count))
        $0.field("dryRun", isDryRun)
        $0.key("items")
        $0.array { writer in
          for move in moves {
            writer.object {
              $0.key("from")
              $0.object { ItemJSON.name(move.item.name, &$0) }
              $0.key("to")
              $0.object { ItemJSON.name(move.name, &$0) }
            }
          }
        }
      }
      writer.raw(0x0A)
      try console.out.write(writer.bytes)
      return
    }
    for move in moves {
      try console.out.write("\(ItemText.name(move.item)) -> \(ItemText.name(move.name))\n")
    }
    try console.out.write("\(moves.count) \(isDryRun ? "would be moved" : "moved")\n")
  }
}

/// How names change.
private struct Renaming {
  private var map: [(old: [UInt8], new: [UInt8])] = []
  private let service: [UInt8]?
  private let account: [UInt8]?
  private let group: [UInt8]?

  /// Whether access groups are mapped, for every item that is selected.
  var isMap: Bool { !map.isEmpty }

  init(_ arguments: ParsedArguments) throws(Outcome) {
    service = arguments.value(.toService)
    account = arguments.value(.toAccount)
    group = arguments.value(.toAccessGroup)
    for text in arguments.values(.map) {
      guard let equals = text.firstIndex(of: 0x3D) else {
        throw .usage(
          "--map \(Escaping.visible(text)): not OLD=NEW", hint: "an equals sign joins the two access groups")
      }
      map.append((Array(text[..<equals]), Array(text[(equals + 1)...])))
    }
    if isMap, group != nil {
      throw .usage("--map and --to-access-group exclude each other", hint: "give one of the two")
    }
    if !isMap, service == nil, account == nil, group == nil {
      throw .usage(
        "no new name given", hint: "--to-service, --to-account, --to-access-group, or --map OLD=NEW")
    }
  }

  /// The new name; nil if it stays.
  func newName(of name: IdentityParts) -> IdentityParts? {
    var new = name
    if isMap {
      guard let entry = map.first(where: { $0.old == name.accessGroup }) else { return nil }
      new.accessGroup = entry.new
    }
    if let service { new.service = service }
    if let account { new.account = account }
    if let group { new.accessGroup = group }
    return new == name ? nil : new
  }
}
