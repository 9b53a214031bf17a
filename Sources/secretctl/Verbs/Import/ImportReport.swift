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
      if !source.values.isEmpty { try console.out.write("\(source.path)\n") }
      var table = TextTable()
      for value in source.values {
        let name = value.item.map { ItemText.name($0.attributes.name) } ?? ""
        try console.out.write(
          table.row([
            "  " + word(value.action, options.isDryRun), Escaping.visible(value.plan.path.pointer), name,
            value.reason ?? reason(value.plan.reason),
          ]))
      }
      try console.out.write(table.finish())
      for left in source.plan?.left ?? [] {
        console.note("\(source.path): \(left.path) stays: \(left.reason)")
      }
      if source.isScrubbed { console.note("\(source.path): scrubbed; everything else is as it was") }
      if options.scrub != nil, source.values.contains(where: { $0.action == .conflict }) {
        console.note(
          "\(source.path): not scrubbed, because of the conflict",
          hint: "--on-existing skip keeps what the container has, --on-existing replace takes the source's")
      }
    }
    let moved = sources.reduce(0) { $0 + $1.values.count(where: \.isMoved) }
    let all = sources.reduce(0) { $0 + $1.values.count }
    if all > 0 {
      console.note("\(moved) of \(all) values \(options.isDryRun ? "would be" : "are") in the container")
    }
    if sources.contains(where: \.isScrubbed) {
      console.note("copies elsewhere (backups, snapshots, other devices) keep what they held")
      #if os(macOS)
        console.note(
          "macOS caches preferences",
          hint: "quit the app first, or use defaults delete for a domain that is in use")
      #endif
    }
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
          writer.object { self.source(source, &$0) }
        }
      }
    }
    writer.raw(0x0A)
    try console.out.write(writer.bytes)
  }

  private static func source(_ source: ImportSource, _ writer: inout JSONWriter) {
    writer.field("path", bytes: source.path.bytes)
    writer.key("format")
    if let format = source.file?.document.format { writer.value(format.rawValue) } else { writer.null() }
    writer.key("items")
    writer.array { writer in
      for value in source.values {
        writer.object { self.value(value, &$0) }
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
    writer.field("scrubbed", source.isScrubbed)
    if let error = source.error {
      writer.key("error")
      error.write(to: &writer)
    }
  }

  private static func value(_ value: ImportSource.Value, _ writer: inout JSONWriter) {
    PlaceText.fields(value.plan.path, [], &writer)
    if let name = value.item?.attributes.name {
      writer.field("service", bytes: name.service)
      writer.field("account", bytes: name.account)
      writer.field("accessGroup", bytes: name.accessGroup)
    }
    writer.field("originalType", value.plan.originalType.rawValue)
    writer.field("length", Int64(value.plan.length))
    writer.field("action", value.action.rawValue)
    writer.field("reason", value.reason ?? reason(value.plan.reason))
  }
}
