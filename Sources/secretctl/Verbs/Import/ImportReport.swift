import Migration
import SecretFile

/// What an import did, value by value, for people and in JSON. Never a value.
enum ImportReport {
  static func write(_ sources: [ImportSource], _ options: ImportOptions, _ console: Console) throws(Outcome) {
    try console.isJSON ? json(sources, options, console) : text(sources, options, console)
  }

  private static func text(
    _ sources: [ImportSource], _ options: ImportOptions, _ console: Console
  ) throws(Outcome) {
    for source in sources where source.file != nil {
      try console.out.write(table(source, options.isDryRun))
      for left in source.plan?.left ?? [] {
        console.note("\(source.path): \(left.path) stays: \(left.reason)")
      }
      if source.isScrubbed {
        console.note(
          "\(source.path): "
            + (source.isSearchedInPart
              ? "only what was found is taken out" : "scrubbed; everything else is as it was"))
      }
      if source.isSearchedInPart { console.problem(.searchedInPart(source.path)) }
      if options.scrub != nil, source.isScrubbed || options.isDryRun { advise(source, console) }
      if !options.isDryRun { tellRemaining(source, options, console) }
    }
    let idle = idleRules(sources, options)
    if !idle.isEmpty {
      let named = idle.prefix(5).map {
        "\($0.number) (\(Escaping.visible(KeyPath.shown(pointer: $0.keyPath))))"
      }
      let more = idle.count > named.count ? " and \(idle.count - named.count) more" : ""
      console.note(
        "\(Count.text(idle.count, "rule")) \(idle.count == 1 ? "fits" : "fit") no value: "
          + named.joined(separator: ", ") + more)
    }
    let items = sources.flatMap(\.values).filter { $0.item != nil }
    if !items.isEmpty {
      let there = items.count(where: \.isInContainer)
      let verb = options.isDryRun ? "would be" : there == 1 ? "is" : "are"
      console.note("\(there) of \(Count.text(items.count, "value")) \(verb) in the container")
    }
    let deleted = sources.flatMap(\.values).count { $0.action == .deleted }
    if deleted > 0 {
      let verb = options.isDryRun ? "would be" : deleted == 1 ? "was" : "were"
      console.note("\(Count.text(deleted, "value")) \(verb) deleted and kept nowhere, as the rules say")
    }
    if sources.contains(where: \.isScrubbed) {
      console.note("copies elsewhere (backups, snapshots, other devices) keep what they held")
    }
  }

  /// The rules that fit nothing in any source, by their numbers from one, as reasons name them.
  private static func idleRules(
    _ sources: [ImportSource], _ options: ImportOptions
  ) -> [(number: Int, keyPath: String)] {
    guard let rules = options.selection.rules?.rules else { return [] }
    return Plan.idleRules(sources.compactMap(\.plan)).map { ($0 + 1, rules[$0].keyPath.text) }
  }

  /// What Apple's systems do with a file that lies where theirs do.
  private static func advise(_ source: ImportSource, _ console: Console) {
    guard source.file?.source != nil else { return }
    let paths = source.values.filter { $0.mayLeave || $0.isScrubbed || $0.action == .added }.map(\.plan.path)
    var keys: [[UInt8]] = []
    for path in paths {
      // The command takes out whole values of the outermost dictionary; anything else needs the file as it is now.
      // So does a key that is a secret: the command would show it.
      guard path.components.count == 1, case .key(let key)? = path.components.first, path.shown == path else {
        keys = []
        break
      }
      keys.append(key)
    }
    for advice in AppleAdvice.of(source.path, keys: keys) {
      console.note("\(source.path): \(advice.note)", hint: advice.hint)
    }
  }

  /// What is planned, for the question before it is done.
  static func plan(_ sources: [ImportSource]) -> [UInt8] {
    sources.filter { $0.file != nil }.flatMap { table($0, true) }
  }

  /// A source's values, one a line.
  private static func table(_ source: ImportSource, _ isDryRun: Bool) -> [UInt8] {
    guard !source.values.isEmpty else { return [] }
    var out = Array("\(source.path)\n".utf8)
    var table = TextTable()
    for value in source.values {
      let name = value.item.map { ItemText.imported($0.attributes.name) } ?? ""
      out += table.row([
        "  " + word(value.action, isDryRun), PlaceText.words(Place(value.plan.path, inner: value.plan.inner)),
        name,
        value.reason ?? reason(value.plan.reason),
      ])
    }
    return out + table.finish()
  }

  /// Says what the source still holds in plain text, and what to do about it.
  private static func tellRemaining(_ source: ImportSource, _ options: ImportOptions, _ console: Console) {
    let remaining = source.remaining
    // What came through a pipe lies elsewhere.
    guard remaining > 0, source.file?.source != nil else { return }
    let values = remaining == 1 ? "1 value stays" : "\(remaining) values stay"
    let isUnscrubbed = options.scrub != nil && !source.isScrubbed && hint(source, options) == conflictHint
    console.note(
      "\(source.path): " + (isUnscrubbed ? "not scrubbed, because of the conflict: " : "")
        + "\(values) in it in plain text", hint: hint(source, options))
  }

  private static let conflictHint =
    "--on-existing skip keeps what the container has, --on-existing replace takes the source's"

  /// What gets the rest out of the source.
  private static func hint(_ source: ImportSource, _ options: ImportOptions) -> String {
    if source.values.contains(where: { $0.action == .conflict }) { return conflictHint }
    if options.scrub == nil { return "--scrub takes out what is in the container" }
    if source.error != nil { return "mend what stopped the scrub and run the same command again" }
    return "what was skipped is for you to settle: see the reasons above"
  }

  private static func word(_ action: ImportSource.Action, _ isDryRun: Bool) -> String {
    guard isDryRun else { return action.rawValue }
    return switch action {
    case .added: "to add"
    case .replaced: "to replace"
    case .deleted: "to delete"
    default: action.rawValue
    }
  }

  private static func reason(_ reason: PlanItem.Reason) -> String {
    switch reason {
    case .rule(let number): "rule \(number + 1)"
    case .pattern(let pattern): "fits \(Escaping.visible(pattern))"
    case .everything: ""
    case .detected(let findings): Escaping.visible(findings.first?.reason ?? "")
    }
  }

  // MARK: JSON

  private static func json(
    _ sources: [ImportSource], _ options: ImportOptions, _ console: Console
  ) throws(Outcome) {
    var writer = JSONWriter()
    writer.object {
      $0.field("dryRun", options.isDryRun)
      $0.key("sources")
      $0.array { writer in
        for source in sources {
          writer.object { self.source(source, options, &$0) }
        }
      }
      let idle = idleRules(sources, options)
      if !idle.isEmpty {
        $0.key("idleRules")
        $0.array { writer in
          for rule in idle {
            writer.object {
              $0.field("rule", Int64(rule.number))
              $0.field("keyPath", rule.keyPath)
            }
          }
        }
      }
    }
    writer.raw(0x0A)
    try console.out.write(writer.bytes)
  }

  private static func source(_ source: ImportSource, _ options: ImportOptions, _ writer: inout JSONWriter) {
    writer.field("path", bytes: source.path.bytes)
    writer.key("format")
    if let format = source.file?.document.format { writer.value(format.rawValue) } else { writer.null() }
    writer.key("items")
    writer.array { writer in
      for value in source.values {
        writer.object { self.value(value, options, &$0) }
      }
    }
    writer.key("left")
    writer.array { writer in
      for left in source.plan?.left ?? [] {
        writer.object {
          PlaceText.fields(left.path, [], &$0)
          $0.field("reason", left.reason)
        }
      }
    }
    if source.plan != nil { writer.field("complete", !source.isSearchedInPart) }
    writer.field("scrubbed", source.isScrubbed)
    if !options.isDryRun, source.file?.source != nil {
      writer.field("remaining", Int64(source.remaining))
      if source.remaining > 0 { writer.field("hint", hint(source, options)) }
    }
    if !source.leftovers.isEmpty {
      writer.key("leftovers")
      writer.array { writer in
        for leftover in source.leftovers { writer.object { self.leftover(leftover, &$0) } }
      }
    }
    if let error = source.error {
      writer.key("error")
      error.write(to: &writer)
    }
  }

  private static func value(
    _ value: ImportSource.Value, _ options: ImportOptions, _ writer: inout JSONWriter
  ) {
    PlaceText.fields(value.plan.path, value.plan.inner, &writer)
    if let name = value.item?.attributes.name {
      writer.field("service", bytes: name.service)
      writer.field("account", bytes: name.account)
      writer.field("accessGroup", bytes: name.accessGroup)
    }
    writer.field("originalType", value.plan.originalType.rawValue)
    writer.field("length", Int64(value.plan.length))
    writer.field("action", value.action.rawValue)
    writer.field("reason", value.reason ?? reason(value.plan.reason))
    if !options.isDryRun { writer.field("inSource", value.isInSource) }
  }

  /// Where else a value stands that was taken out.
  private static func leftover(_ leftover: Scrub.Leftover, _ writer: inout JSONWriter) {
    if let path = leftover.path {
      PlaceText.fields(path, [], &writer)
    }
    if let secret = leftover.secret { writer.field("valueOf", secret.pointer) }
    writer.field("whole", leftover.isWhole && !leftover.isPart)
    if let offset = leftover.offset { writer.field("offset", Int64(offset)) }
  }
}
