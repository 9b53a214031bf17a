import SecretFile

/// `init`: a new container.
enum InitVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let session = Session(arguments, console)
    let opened = try create(session, try NewSlots(arguments, console).forCreation())
    let info = opened.info
    if console.isJSON {
      var writer = JSONWriter()
      writer.object {
        $0.field("id", info.id.description)
        $0.key("slots")
        $0.array { writer in for slot in info.slots { SlotText.json(slot, &writer) } }
      }
      writer.raw(0x0A)
      try console.out.write(writer.bytes)
    }
    return .done
  }

  /// Makes the container and says what deserves a word.
  static func create(
    _ session: Session, _ new: (slots: [NewSlot], credentials: Credentials)
  ) throws(Outcome) -> Container {
    let path = try session.path()
    var options = CreateOptions(witness: session.witness, credentials: new.credentials)
    options.label = try session.arguments.text(.label)
    let opened = try container(path) { () throws(SecretFileError) in
      try Container.create(at: path, slots: new.slots, options: options)
    }
    session.console.watch(opened, path)
    if new.slots.count == 1 {
      session.console.note(
        "made \(path) with one way in",
        hint: "a second one for the day it is lost: secretctl slot add -r RECIPIENT")
    } else {
      session.console.note("made \(path) with \(new.slots.count) ways in")
    }
    return opened
  }
}
