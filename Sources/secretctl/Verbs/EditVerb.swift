import SecretFile

/// `edit`: attributes and protection of one item; the secret stays.
enum EditVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let session = Session(arguments, console)
    let path = try session.path()
    let options = try AttributeOptions(arguments, now: Launch.now())
    let query = try ItemNaming.nameQuery(arguments)
    guard options.changesAttributes || options.changesProtection || options.isSynchronizable != nil else {
      throw .usage("nothing to change", hint: "secretctl help edit lists what can be changed")
    }
    let passwords = try ItemPasswords(arguments, console)
    let opened = try session.open(needsDevice: options.needsDevice)
    let found = try container(path) { () throws(SecretFileError) in try opened.items(matching: query) }
    let item = try OneItem(arguments, opened, path).only(found, hint: "add -a or -g to say which")
    let edit = try Edit(item, options, passwords, try NewSlots(arguments, console).cost(), opened, path)
    let commit = try Commits.options(arguments)
    var isChanged = false
    do throws(SecretFileError) {
      try opened.update(commit) { (transaction) throws(SecretFileError) in
        isChanged = try edit.run(&transaction)
        if arguments.has(.dryRun) { throw DryRun.stop }
      }
    } catch {
      guard error == DryRun.stop else { throw Outcome(error, path) }
    }
    let action =
      !isChanged
      ? "unchanged, nothing written" : arguments.has(.dryRun) ? "would be changed" : "changed"
    if console.isJSON {
      var writer = JSONWriter()
      writer.object {
        $0.field("action", isChanged ? "changed" : "unchanged")
        $0.field("dryRun", arguments.has(.dryRun))
        ItemJSON.name(edit.name, &$0)
      }
      writer.raw(0x0A)
      try console.out.write(writer.bytes)
    } else {
      console.note("\(ItemText.name(edit.name)): \(action)")
    }
    return .done
  }
}

/// Ends a transaction whose changes are only to be tried.
enum DryRun {
  static let stop = SecretFileError(.refused, "dry run")
}

/// The changes of one item.
private struct Edit {
  let name: IdentityParts
  private let item: Item
  private let options: AttributeOptions
  private let protection: Protection?
  private let password: SecretBuffer?
  private let newPassword: SecretBuffer?
  private let cost: KDFCost

  init(
    _ item: Item, _ options: AttributeOptions, _ passwords: ItemPasswords, _ cost: KDFCost,
    _ opened: Container, _ path: Path
  ) throws(Outcome) {
    self.cost = cost
    self.item = item
    self.options = options
    var name = item.name
    name.isSynchronizable = options.isSynchronizable ?? name.isSynchronizable
    self.name = name
    protection = try options.protection(of: item.protection, isSynchronizable: name.isSynchronizable)
    let isMoved = name.isSynchronizable != item.name.isSynchronizable
    let isResealed = isMoved || (protection != nil && protection != item.protection)
    password = isResealed ? try passwords.one(item, in: opened, path) : nil
    let needsPassword = protection?.accessControl.contains(.applicationPassword) == true
    newPassword = needsPassword && item.passwordCost == nil ? try passwords.new(name) : nil
  }

  func run(_ transaction: inout Transaction) throws(SecretFileError) -> Bool {
    var changed = false
    var current = item
    if options.changesAttributes {
      changed = try transaction.edit(current) { (attributes) throws(SecretFileError) in
        options.apply(to: &attributes)
      }
      current = try transaction.item(named: current.name) ?? current
    }
    if let protection, protection != current.protection {
      changed =
        try transaction.reprotect(
          current, protection, password: password, newPassword: newPassword, cost: cost)
        || changed
      current = try transaction.item(named: current.name) ?? current
    }
    if name.isSynchronizable != item.name.isSynchronizable {
      let now = newPassword ?? password
      changed = try transaction.rename(current, to: name, password: now) || changed
    }
    return changed
  }
}
