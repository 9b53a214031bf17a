import SecretFile

/// `set`: adds an item or replaces its secret, in one commit.
enum SetVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    if arguments.has(.batch) { return try SetBatch.run(arguments, console) }
    let session = Session(arguments, console)
    let path = try session.path()
    let options = try AttributeOptions(arguments, now: Launch.now())
    var wanted = Wanted(
      name: try ItemNaming.name(arguments), options: options,
      passwordCost: try NewSlots(arguments, console).cost())
    let passwords = try ItemPasswords(arguments, console)
    // Contradictions show before anything is read or asked for.
    _ = try options.protection(of: nil, isSynchronizable: options.isSynchronizable ?? false)
    let source = SecretSource(arguments, console)
    try source.check()
    let opened = try session.open(needsDevice: options.needsDevice)
    try wanted.resolve(in: opened, path, passwords, addOnly: arguments.has(.addOnly))
    let secret = try source.read(ItemText.name(wanted.name))
    let change = Change(wanted, secret, addOnly: arguments.has(.addOnly))
    let commit = try Commits.options(arguments)
    let outcome = try container(path) { () throws(SecretFileError) in
      try opened.update(commit) { (transaction) throws(SecretFileError) in try change.run(&transaction) }
    }
    if console.isJSON {
      var writer = JSONWriter()
      writer.object {
        $0.field("action", outcome.name)
        ItemJSON.name(change.name, &$0)
      }
      writer.raw(0x0A)
      try console.out.write(writer.bytes)
    } else {
      console.note("\(ItemText.name(change.name)): \(outcome.words)")
    }
    UnfinishedRenewals.tell([(change, outcome)], opened, console)
    return .done
  }
}

/// What became of an item, in the words of `import`.
enum SetAction {
  case added
  /// The secret is another one.
  case replaced
  /// Only attributes are.
  case changed
  /// The protection is another one, and with it the key.
  case reprotected
  case unchanged

  /// The word in JSON.
  var name: String { self == .reprotected ? "replaced" : "\(self)" }

  /// The words for people.
  var words: String {
    switch self {
    case .added, .replaced, .changed: name
    case .reprotected: "replaced, with another protection"
    case .unchanged: "unchanged, nothing written"
    }
  }
}

/// The item that is to be, as far as it depends on what is there.
struct Wanted {
  var name: IdentityParts
  var options: AttributeOptions
  /// The item of that name, if there is one.
  var existing: Item?
  var protection: Protection?
  var password: SecretBuffer?
  private let passwordCost: KDFCost

  init(name: IdentityParts, options: AttributeOptions, passwordCost: KDFCost) {
    self.passwordCost = passwordCost
    self.name = name
    self.options = options
    self.name.isSynchronizable = options.isSynchronizable ?? false
  }

  /// Finds the item that has the name already. One that differs only in whether it synchronises is the same item,
  /// so that no name ever stands twice unless somebody wants it to.
  mutating func resolve(
    in opened: Container, _ path: Path, _ passwords: ItemPasswords, addOnly: Bool
  ) throws(Outcome) {
    var query = ItemQuery(named: name)
    query.isSynchronizable = nil
    let found = try container(path) { [query] () throws(SecretFileError) in try opened.items(matching: query)
    }
    // Another device's item of the name is another item, which this one neither is nor replaces.
    let own = found.filter { $0.device == nil || $0.device == opened.info.device }
    let exact = own.first { $0.name.isSynchronizable == name.isSynchronizable }
    existing = exact ?? own.first
    if let existing, options.isSynchronizable == nil {
      name.isSynchronizable = existing.name.isSynchronizable
    }
    if addOnly, let existing { throw Self.duplicate(existing, path) }
    protection = try options.protection(
      of: existing?.protection, isSynchronizable: name.isSynchronizable)
    let control = protection?.accessControl ?? existing?.protection.accessControl ?? []
    guard control.contains(.applicationPassword) else { return }
    if let existing, existing.passwordCost != nil {
      password = try passwords.one(existing, in: opened, path)
    } else {
      password = try passwords.new(name)
    }
  }

  static func duplicate(_ item: Item, _ path: Path) -> Outcome {
    let stamp = item.attributes.installation.map { ", stamped by installation \($0)" } ?? ""
    return Outcome(
      "duplicate", .duplicate, "\(path): \(ItemText.name(item)) exists already\(stamp)",
      hint: "without --add-only it is replaced")
  }

  /// The item with its secret.
  func item(_ secret: SecretBuffer) -> NewItem {
    var attributes = ItemAttributes(name)
    options.apply(to: &attributes)
    let isText = secret.withBytes { UTF8Check.isValid($0) }
    return NewItem(
      attributes, secret: secret, contentType: isText ? .text : .bytes, protection: protection,
      password: password, passwordCost: passwordCost)
  }
}

/// One item's part of a commit.
struct Change {
  let name: IdentityParts
  private let item: NewItem
  private let options: AttributeOptions
  private let moved: Item?
  private let addOnly: Bool

  init(_ wanted: Wanted, _ secret: SecretBuffer, addOnly: Bool) {
    name = wanted.name
    item = wanted.item(secret)
    options = wanted.options
    let isMoved = wanted.existing.map { $0.name.isSynchronizable != wanted.name.isSynchronizable } ?? false
    moved = isMoved ? wanted.existing : nil
    self.addOnly = addOnly
  }

  func run(_ transaction: inout Transaction) throws(SecretFileError) -> SetAction {
    if addOnly {
      try transaction.add(item)
      return .added
    }
    let before = try transaction.item(named: moved?.name ?? name)
    if let moved { try transaction.rename(moved, to: name, password: item.password) }
    var outcome = try transaction.set(item)
    // Attributes that are taken away: `set` keeps what a new item lacks.
    if options.changesAttributes, let now = try transaction.item(named: name) {
      let changed = try transaction.edit(now) { (attributes) throws(SecretFileError) in
        options.apply(to: &attributes)
      }
      if changed, outcome == .unchanged { outcome = .updated }
    }
    switch outcome {
    case .created: return .added
    case .policyChanged: return .reprotected
    case .unchanged: return moved == nil ? .unchanged : .changed
    case .updated:
      let after = try transaction.item(named: name)
      let isSame = before?.payloadRevision == after?.payloadRevision
      return isSame ? .changed : .replaced
    }
  }
}

/// Items that got another secret while a renewal of theirs is not finished: its value still waits to take their place.
enum UnfinishedRenewals {
  /// Says of each such item what waits, and how to end it. What was set is stored by now: an error of this look is none of
  /// the commit's.
  static func tell(
    _ changes: some Sequence<(Change, SetAction)>, _ opened: Container, _ console: Console
  ) {
    let names = changes.filter { $1 == .replaced || $1 == .reprotected }.map(\.0.name)
    guard !names.isEmpty else { return }
    guard let pending = try? opened.identities(with: .pending), !pending.isEmpty else { return }
    for name in names {
      let items = (try? opened.items(matching: ItemQuery(named: name))) ?? []
      for item in items where pending.contains(item.identity) {
        console.note(
          "\(ItemText.name(name)): a renewal is not finished, and its pending value stays",
          hint: "renew --pending puts that value in place of this one, renew --rollback gives it up")
      }
    }
  }
}

/// Options of a commit.
enum Commits {
  static func options(_ arguments: ParsedArguments) throws(Outcome) -> CommitOptions {
    let generation = try arguments.number(.ifGeneration, in: 1...Int64.max)
    var options = CommitOptions(ifGeneration: generation.map { UInt64($0) })
    if let seconds = try arguments.number(.wait, in: 0...86_400) { options.waitSeconds = Int(seconds) }
    return options
  }
}

/// Where the secret of `set` comes from.
struct SecretSource {
  private let arguments: ParsedArguments
  private let console: Console

  init(_ arguments: ParsedArguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  /// Refuses contradictions before anything else happens.
  func check() throws(Outcome) { try arguments.exclude(.valueFD, .valueFile) }

  /// Reads the secret: from the descriptor or file that was named, from stdin, or from a person, asked twice.
  func read(_ name: String) throws(Outcome) -> SecretBuffer {
    let hint = "--empty, if an empty secret is meant"
    let text: SecretBuffer
    let limit = SecretInput.longestSecret + 1
    if let number = try arguments.number(.valueFD, in: 0...0xFFFF) {
      text = try SecretInput.descriptor(Int32(number), limit: limit, what: "the secret", console)
    } else if let value = arguments.value(.valueFile) {
      text = try SecretInput.file(Path(bytes: value), limit: limit, what: "the secret", console)
    } else if Launch.isTerminal(0) {
      return try SecretInput.askTwice(
        "secret for \(name)", options: "it on stdin, or --value-fd N or --value-file FILE",
        allowEmpty: arguments.has(.empty), emptyHint: hint)
    } else {
      text = try SecretInput.descriptor(0, limit: limit, what: "the secret", console)
    }
    let secret = arguments.has(.raw) ? text : SecretInput.withoutNewline(text)
    // Of a command in a pipe that failed, this is all that is seen here.
    guard secret.count > 0 || arguments.has(.empty) else {
      throw Outcome("empty", .refused, "\(name): the secret is empty, and nothing was stored", hint: hint)
    }
    return secret
  }
}
