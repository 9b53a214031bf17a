import SecretFile

/// The outcomes of a look-up where one item is wanted.
struct OneItem {
  private let arguments: ParsedArguments
  private let path: Path
  /// The device whose items are the caller's own.
  private let device: DeviceID?

  init(_ arguments: ParsedArguments, _ opened: Container, _ path: Path) {
    self.arguments = arguments
    self.path = path
    device = opened.info.device
  }

  /// The one item, or why not: none is exit 44, several are exit 45 and listed.
  func only(_ items: [Item], hint: String) throws(Outcome) -> Item {
    let own = preferred(items)
    guard let first = own.first else { throw missing }
    guard own.count > 1 else { return first }
    throw ambiguous(own, hint: hint)
  }

  /// No item, with what was asked for.
  var missing: Outcome {
    let asked = ItemNaming.words(arguments)
    return Outcome(
      "notFound", .noSuchItem, "\(path): no such item" + (asked.isEmpty ? "" : ": \(asked)"),
      hint: "secretctl list shows what is there")
  }

  /// Of items that differ only in the device they are bound to, the caller's own, else the one bound to none: to
  /// whoever asks for one item these are the same, and others' cannot be read here.
  func preferred(_ items: [Item]) -> [Item] {
    if items.count < 2 { return items }
    var byName: [IdentityParts: [Item]] = [:]
    for item in items { byName[Self.name(item), default: []].append(item) }
    return items.filter { item in
      let namesakes = byName[Self.name(item)] ?? []
      if namesakes.count == 1 || (device != nil && item.device == device) { return true }
      if device != nil, namesakes.contains(where: { $0.device == device }) { return false }
      return item.device == nil || !namesakes.contains { $0.device == nil }
    }
  }

  func ambiguous(_ items: [Item], hint: String) -> Outcome {
    let differs = Set(items.map(Self.name)).count < items.count
    var outcome = Outcome(
      "ambiguous", .duplicate, "\(path): \(items.count) items match",
      hint: differs ? "add --bound-to DEVICE; or " + hint : hint)
    outcome.details = items.prefix(20).map { item in
      guard let id = item.device else { return ItemText.name(item) }
      return ItemText.name(item) + (id == device ? " (bound to this device)" : " (bound to device \(id))")
    }
    if items.count > 20 { outcome.details.append("and \(items.count - 20) more") }
    return outcome
  }

  private static func name(_ item: Item) -> IdentityParts {
    var name = item.name
    name.scope = nil
    return name
  }
}
