import SecretFile

/// `rm` and `purge`: items go; how many is said.
enum RemoveVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let session = Session(arguments, console)
    let path = try session.path()
    let query = try ItemNaming.query(arguments, now: Launch.now())
    if !filters.contains(where: arguments.has), !arguments.has(.all) || arguments.verb == .remove {
      throw .usage(
        "\(arguments.verb.name) without a filter would remove every item",
        hint: arguments.verb == .purge ? "--all, if that is meant" : "name the item with -s and -a")
    }
    let opened = try session.open()
    let isOne = arguments.verb == .remove && !arguments.has(.all)
    let one = OneItem(arguments, opened, path)
    var found = try container(path) { () throws(SecretFileError) in try opened.items(matching: query) }
    if isOne { found = one.preferred(found) }
    if isOne, found.count > 1 {
      throw one.ambiguous(found, hint: "add -a, -g or another filter, or --all to remove them all")
    }
    if arguments.has(.dryRun) {
      try report(found, "would be removed", console)
      return .done
    }
    if arguments.verb == .purge, !arguments.has(.yes) { try confirm(found, path, console) }
    let commit = try Commits.options(arguments)
    try report(
      found.isEmpty ? [] : try remove(query, isOne ? one : nil, opened, path, commit), "removed", console)
    return .done
  }

  /// A person at a terminal sees what would go and is asked. Without a terminal there are no questions.
  private static func confirm(_ items: [Item], _ path: Path, _ console: Console) throws(Outcome) {
    guard !items.isEmpty, let terminal = Terminal() else { return }
    var question = ""
    for item in items.prefix(20) { question += ItemText.name(item) + "\n" }
    if items.count > 20 { question += "and \(items.count - 20) more\n" }
    question += "remove \(Count.text(items.count, "item")) from \(path) for good?"
    guard try terminal.confirm(question) else {
      throw Outcome("cancelled", .failure, "nothing was removed", hint: "--dry-run shows what would be")
    }
  }

  private static func remove(
    _ query: ItemQuery, _ one: OneItem?, _ opened: Container, _ path: Path, _ commit: CommitOptions
  ) throws(Outcome) -> [Item] {
    try container(path) { () throws(SecretFileError) in
      try opened.update(commit) { (transaction) throws(SecretFileError) -> [Item] in
        guard let one else { return try transaction.removeItems(matching: query) }
        let items = one.preferred(try transaction.items(matching: query))
        // Somebody may have added to what was looked at: then the question is open again.
        if items.count > 1 { throw SecretFileError(.conflict, "more items match now") }
        for item in items { try transaction.remove(item) }
        return items
      }
    }
  }

  private static let filters: [Option] = [
    .service, .account, .accessGroup, .itemClass, .server, .port, .path, .protocolName, .synchronizable,
    .accessibility, .label, .comment, .type, .expired, .boundTo,
  ]

  /// The list of what went, and its count.
  static func report(_ items: [Item], _ word: String, _ console: Console) throws(Outcome) {
    if console.isJSON {
      var writer = JSONWriter()
      writer.object {
        $0.field("count", Int64(items.count))
        $0.field("dryRun", word != "removed")
        $0.key("items")
        $0.array { writer in
          for item in items { writer.object { ItemJSON.fields(item, &$0) } }
        }
      }
      writer.raw(0x0A)
      try console.out.write(writer.bytes)
      return
    }
    if word != "removed" || items.count > 1 {
      for item in items { try console.out.write(ItemText.name(item) + "\n") }
    }
    try console.out.write("\(items.count) \(word)\n")
  }
}
