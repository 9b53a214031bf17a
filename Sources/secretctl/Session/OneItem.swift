import SecretFile

/// The outcomes of a look-up where one item is wanted.
enum OneItem {
  /// The one item, or why not: none is exit 44, several are exit 45 and listed.
  static func only(_ items: [Item], _ path: Path, hint: String) throws(Outcome) -> Item {
    guard let first = items.first else {
      throw Outcome(
        "notFound", .noSuchItem, "\(path): no such item", hint: "secretctl list shows what is there")
    }
    guard items.count > 1 else { return first }
    throw ambiguous(items, path, hint: hint)
  }

  static func ambiguous(_ items: [Item], _ path: Path, hint: String) -> Outcome {
    var outcome = Outcome("ambiguous", .duplicate, "\(path): \(items.count) items match", hint: hint)
    outcome.details = items.prefix(20).map { ItemText.name($0) }
    if items.count > 20 { outcome.details.append("and \(items.count - 20) more") }
    return outcome
  }
}
