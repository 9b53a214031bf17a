import SecretFile

/// `get`: the secret, raw, to a pipe or a file; on a terminal only if that is said.
enum GetVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let session = Session(arguments, console)
    let query = try ItemNaming.query(arguments, now: arguments.has(.expired) ? Launch.now() : 0)
    let target = Places.output(arguments)
    try refuseTerminal(arguments, console, target)
    if arguments.has(.all), !console.isJSON {
      throw .usage(
        "--all needs --json: several secrets in one stream could not be told apart",
        hint: "add --json, or name one item")
    }
    try arguments.exclude(.which, .json)
    let path = try session.path()
    let passwords = try ItemPasswords(arguments, console)
    let opened = try session.open()
    let items = try container(path) { () throws(SecretFileError) in try find(query, arguments, opened) }
    let wanted = OneItem(arguments, opened, path)
    if arguments.has(.all) {
      if items.isEmpty { throw wanted.missing }
      let (known, shut) = try passwords.split(items, in: opened, path)
      let open = LeftOut.without(shut, items)
      let leftOut = LeftOut(shut: shut)
      if open.isEmpty { throw leftOut.everything(path) }
      try deliver(try json(open, opened, path, known), target, console)
      leftOut.tell(console)
      return .done
    }
    let item = try wanted.only(
      items, hint: "add -a, -g or another filter; --json --all gives all of them")
    let password = try passwords.one(item, in: opened, path)
    if console.isJSON {
      var text = SecretText()
      try ItemValue.append(item, opened, path, password, to: &text)
      text.append(0x0A)
      try deliver(text.finish(), target, console)
      return .done
    }
    if let kind = companionKind(arguments) {
      let secret = try container(path) { () throws(SecretFileError) in
        try opened.companion(kind, of: item, password: password)
      }
      guard let secret else {
        throw Outcome(
          "notFound", .noSuchItem,
          "\(ItemText.name(item)): it has no \(kind == .pending ? "pending" : "previous") value",
          hint: "secretctl renew makes them")
      }
      try raw(secret, item, target, console)
      return .done
    }
    if item.contentType == .none {
      throw Outcome(
        "noData", .noSuchItem, "\(ItemText.name(item)): the item holds no data",
        hint: "--json shows what else is known of it")
    }
    let secret = try container(path) { () throws(SecretFileError) in
      try opened.secret(of: item, password: password)
    }
    try raw(secret, item, target, console)
    return .done
  }

  /// The items that are meant. Where one is wanted and fully named, the default access group comes first: an item there
  /// is the one, and only one page of attributes is read for it.
  private static func find(
    _ query: ItemQuery, _ arguments: ParsedArguments, _ opened: Container
  ) throws(SecretFileError) -> [Item] {
    if !arguments.has(.all), query.accessGroup == nil, query.service != nil, query.account != nil {
      var inDefaultGroup = query
      inDefaultGroup.accessGroup = []
      let items = try opened.items(matching: inDefaultGroup)
      if !items.isEmpty { return items }
    }
    return try opened.items(matching: query)
  }

  /// Before anything is opened: a secret goes to a terminal only on purpose.
  static func refuseTerminal(_ arguments: ParsedArguments, _ console: Console, _ target: Path?)
    throws(Outcome)
  {
    if isStdout(target), console.out.isTerminal, !arguments.has(.reveal) {
      throw .usage(
        "\(arguments.verb.name) does not show secrets on a terminal",
        hint: "--reveal shows them; or pipe the output, or -o FILE")
    }
  }

  /// The value beside the item's own that `--which` asks for.
  private static func companionKind(_ arguments: ParsedArguments) -> CompanionKind? {
    guard let which = arguments.value(.which) else { return nil }
    return which.elementsEqual("pending".utf8)
      ? .pending : which.elementsEqual("previous".utf8) ? .previous : nil
  }

  private static func raw(
    _ secret: borrowing SecretBytes, _ item: Item, _ target: Path?, _ console: Console
  ) throws(Outcome) {
    try secret.withBytes { (span) throws(Outcome) in
      if let target {
        try files { () throws(FileError) in try writeOutput(target, span) }
        return
      }
      if console.out.isTerminal, !Escaping.isPrintable(span) {
        throw .usage(
          "\(ItemText.name(item)): the secret is not text that a terminal can show",
          hint: "pipe the output, or -o FILE")
      }
      try console.out.writeSecret(span)
      if console.out.isTerminal { try console.out.write([0x0A]) }
    }
  }

  private static func json(
    _ items: [Item], _ opened: Container, _ path: Path, _ passwords: [ItemID: SecretBuffer]
  ) throws(Outcome) -> SecretBuffer {
    var text = SecretText()
    text.append("{\"items\":[")
    for (index, item) in items.enumerated() {
      if index > 0 { text.append(0x2C) }
      try ItemValue.append(item, opened, path, passwords[item.id], to: &text)
    }
    text.append("]}\n")
    return text.finish()
  }

  /// `-` is stdout, as is no name at all.
  private static func isStdout(_ target: Path?) -> Bool { target.map { $0.bytes == [0x2D] } ?? true }

  /// Writes a document that holds secrets to the file or to stdout.
  static func deliver(_ document: SecretBuffer, _ target: Path?, _ console: Console) throws(Outcome) {
    try document.withBytes { (span) throws(Outcome) in
      if let target, !isStdout(target) {
        try files { () throws(FileError) in try writeOutput(target, span) }
      } else {
        try console.out.writeSecret(span)
      }
    }
  }
}

/// An item with its value in JSON, in guarded memory.
enum ItemValue {
  /// Appends the item's object with `"value"` if the secret is UTF-8, else `"valueBase64"`; null if it has no data.
  static func append(
    _ item: Item, _ opened: Container, _ path: Path, _ password: SecretBuffer?, to text: inout SecretText
  ) throws(Outcome) {
    var writer = JSONWriter()
    writer.object { ItemJSON.fields(item, &$0) }
    text.append(Array(writer.bytes.dropLast()))
    if item.contentType == .none {
      text.append(",\"value\":null}")
      return
    }
    let secret = try container(path) { () throws(SecretFileError) in
      try opened.secret(of: item, password: password)
    }
    secret.withBytes { span in
      if UTF8Check.isValid(span) {
        text.append(",\"value\":")
        text.appendJSON(span)
      } else {
        text.append(",\"valueBase64\":\"")
        text.appendBase64(span)
        text.append(0x22)
      }
    }
    text.append(0x7D)
  }
}
