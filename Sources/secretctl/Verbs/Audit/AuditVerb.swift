import SecretFile

/// `audit`: every weakness that can be seen without opening a secret, each with what to do.
enum AuditVerb {
  /// What counts as old unless said.
  private static let year: Int64 = 365 * 86_400_000
  /// How many items are named in the text.
  private static let namedItems = 10

  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let session = Session(arguments, console)
    let path = try session.path()
    let age = try RenewOptions.span(arguments, .olderThan) ?? year
    let opened = try session.open()
    var audit = Audit(opened, now: Launch.now(), age: age)
    audit.look(at: path)
    for file in keyFiles(arguments, console) { audit.look(at: file) }
    audit.lookAtSlots()
    do throws(SecretFileError) { try audit.lookAtItems() } catch { throw Outcome(error, path) }
    let weaknesses = audit.weaknesses
    try console.out.write(console.isJSON ? json(weaknesses) : text(weaknesses))
    if weaknesses.isEmpty {
      console.note("\(path): no weakness found")
      return .done
    }
    return .findings
  }

  /// The files with keys that this run was told of, and the tool's own.
  private static func keyFiles(_ arguments: ParsedArguments, _ console: Console) -> [Path] {
    var files = CredentialReader(arguments, console).identities
    files += arguments.values(.passphraseFile).map { Path(bytes: $0) }
    if arguments.values(.passphraseFile).isEmpty, let file = Places.file(arguments, .passphraseFile) {
      files.append(file)
    }
    for file in [Places.file(arguments, .deviceKey) ?? Places.deviceKey, Places.witness] {
      if let file { files.append(file) }
    }
    return files
  }

  private static func text(_ weaknesses: [Weakness]) -> [UInt8] {
    var text = ""
    for weakness in weaknesses {
      text += "\(weakness.kind.rawValue): \(weakness.kind.message)\n"
      for place in weakness.places { text += "  \(place)\n" }
      for name in weakness.items.prefix(namedItems) { text += "  \(ItemText.name(name))\n" }
      let rest = weakness.count - weakness.places.count - min(weakness.items.count, namedItems)
      if rest > 0 { text += "  and \(Count.text(rest, "more item"))\n" }
      text += "  do: \(weakness.kind.hint)\n"
    }
    return Array(text.utf8)
  }

  private static func json(_ weaknesses: [Weakness]) -> [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.key("findings")
      $0.array { writer in
        for weakness in weaknesses {
          writer.object {
            $0.field("code", weakness.kind.rawValue)
            $0.field("message", weakness.kind.message)
            $0.field("hint", weakness.kind.hint)
            $0.field("count", Int64(weakness.count))
            $0.key("places")
            $0.array { writer in for place in weakness.places { writer.value(place) } }
            $0.key("items")
            $0.array { writer in
              for name in weakness.items { writer.object { ItemJSON.name(name, &$0) } }
            }
          }
        }
      }
    }
    writer.raw(0x0A)
    return writer.bytes
  }
}
