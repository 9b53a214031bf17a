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
    let found = try container(path) { () throws(SecretFileError) in try opened.items(matching: query) }
    if arguments.verb == .remove, found.count > 1, !arguments.has(.all) {
      throw OneItem.ambiguous(found, path, hint: "add -a, -g or another filter, or --all to remove them all")
    }
    if arguments.has(.dryRun) {
      try report(found, "would be removed", console)
      return .done
    }
    let isOne = arguments.verb == .remove && !arguments.has(.all)
    try report(
      found.isEmpty ? [] : try remove(query, isOne, opened, path, try Commits.options(arguments)), "removed",
      console)
    return .done
  }

  private static func remove(
    _ query: ItemQuery, _ isOne: Bool, _ opened: Container, _ path: Path, _ commit: CommitOptions
  ) throws(Outcome) -> [Item] {
    try container(path) { () throws(SecretFileError) in
      try opened.update(commit) { (transaction) throws(SecretFileError) -> [Item] in
        let removed = try transaction.removeItems(matching: query)
        // Somebody may have added to what was looked at: then the question is open again.
        if isOne, removed.count > 1 { throw SecretFileError(.conflict, "more items match now") }
        return removed
      }
    }
  }

  private static let filters: [Option] = [
    .service, .account, .accessGroup, .itemClass, .server, .port, .path, .protocolName, .synchronizable,
    .accessibility, .label, .comment, .type, .expired,
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
