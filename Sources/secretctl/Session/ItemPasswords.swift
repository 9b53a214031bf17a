import SecretFile

/// The items' own passwords, from `--item-passphrase-fd`: one for all of them, or one for each in the order of their
/// names.
struct ItemPasswords {
  private let given: [SecretBuffer]
  private let console: Console

  init(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) {
    var given: [SecretBuffer] = []
    for number in try arguments.numbers(.itemPassphraseFD, in: 0...0xFFFF) {
      let text = try SecretInput.descriptor(
        Int32(number), limit: SecretInput.longestPassphrase, what: "the item's password", console)
      given.append(SecretInput.withoutNewline(text))
    }
    self.given = given
    self.console = console
  }

  /// The passwords of these items.
  func assign(_ items: [Item]) throws(Outcome) -> [ItemID: SecretBuffer] {
    let protected = items.filter { $0.passwordCost != nil }
    if given.isEmpty || protected.isEmpty { return [:] }
    if given.count > 1, given.count != protected.count {
      throw .usage(
        "\(given.count) item passwords for \(protected.count) items that have one",
        hint: "give one for all of them, or one for each in the order of list")
    }
    var passwords: [ItemID: SecretBuffer] = [:]
    for (index, item) in protected.enumerated() {
      passwords[item.id] = given.count == 1 ? given[0] : given[index]
    }
    return passwords
  }

  /// The passwords of all items of a container, for work on the whole of it.
  func assignAll(_ container: Container, _ path: Path) throws(Outcome) -> [ItemID: SecretBuffer] {
    if given.isEmpty { return [:] }
    var query = ItemQuery()
    query.also = { $0.passwordCost != nil }
    let items = try secretctl.container(path) { [query] () throws(SecretFileError) in
      try container.items(matching: query)
    }
    return try assign(items)
  }

  /// The password of one item; asked for if it has one, none was given and there is a terminal.
  func one(_ item: Item) throws(Outcome) -> SecretBuffer? {
    guard item.passwordCost != nil else { return nil }
    if let password = given.first { return password }
    guard let terminal = Terminal() else { return nil }
    return try terminal.askHidden("password of \(ItemText.name(item)): ")
  }

  /// A new password for an item that is to have one, asked for twice if none was given.
  func new(_ name: IdentityParts) throws(Outcome) -> SecretBuffer {
    if let password = given.last { return password }
    return try SecretInput.askTwice(
      "new password of \(ItemText.name(name))", options: "--item-passphrase-fd N")
  }
}
