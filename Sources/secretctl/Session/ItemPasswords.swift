import SecretFile

/// The items' own passwords, from `--item-passphrase-fd`. Of several, each is tried on each item.
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

  /// The passwords of these items: of several that were given, for each item the one that opens it.
  func assign(_ items: [Item], in opened: Container, _ path: Path) throws(Outcome) -> [ItemID: SecretBuffer] {
    var passwords: [ItemID: SecretBuffer] = [:]
    for item in items where item.passwordCost != nil { passwords[item.id] = try find(item, opened, path) }
    return passwords
  }

  /// The passwords of many items, and the items whose own password is not among those given.
  func split(
    _ items: [Item], in opened: Container, _ path: Path
  ) throws(Outcome) -> (passwords: [ItemID: SecretBuffer], shut: [Item]) {
    var passwords: [ItemID: SecretBuffer] = [:]
    var shut: [Item] = []
    for item in items where item.passwordCost != nil {
      if let password = try fitting(item, opened, path) {
        passwords[item.id] = password
      } else {
        shut.append(item)
      }
    }
    return (passwords, shut)
  }

  /// The passwords of all items of a container, for work on the whole of it.
  func assignAll(_ opened: Container, _ path: Path) throws(Outcome) -> [ItemID: SecretBuffer] {
    if given.isEmpty { return [:] }
    var query = ItemQuery()
    query.also = { $0.passwordCost != nil }
    let items = try container(path) { [query] () throws(SecretFileError) in
      try opened.items(matching: query)
    }
    return try assign(items, in: opened, path)
  }

  /// The password of one item; asked for if it has one, none was given and there is a terminal.
  func one(_ item: Item, in opened: Container, _ path: Path) throws(Outcome) -> SecretBuffer? {
    guard item.passwordCost != nil else { return nil }
    if let password = try find(item, opened, path) { return password }
    guard let terminal = Terminal() else { return nil }
    return try terminal.askHidden("password of \(ItemText.name(item)): ")
  }

  /// Of the passwords that were given the one that opens the item; the first if none does, or if only one was given,
  /// which the use itself will try.
  private func find(_ item: Item, _ opened: Container, _ path: Path) throws(Outcome) -> SecretBuffer? {
    guard given.count > 1 else { return given.first }
    return try fitting(item, opened, path) ?? given.first
  }

  /// Of the passwords that were given the one that opens the item, nil if none does.
  private func fitting(_ item: Item, _ opened: Container, _ path: Path) throws(Outcome) -> SecretBuffer? {
    for password in given {
      do throws(SecretFileError) {
        _ = try opened.secret(of: item, password: password)
        return password
      } catch {
        switch error.code {
        case .applicationPassword: continue
        // What else is missing is told by whoever uses it.
        case .device, .presence, .passcode, .locked, .invalidated, .version: return password
        default: throw Outcome(error, path)
        }
      }
    }
    return nil
  }

  /// A new password for an item that is to have one, asked for twice if none was given.
  func new(_ name: IdentityParts) throws(Outcome) -> SecretBuffer {
    if let password = given.last { return password }
    return try SecretInput.askTwice(
      "new password of \(ItemText.name(name))", options: "--item-passphrase-fd N")
  }
}
