import SecretFile

/// `slot list`, `slot add` and `slot enrol`. The others are rotations.
enum SlotVerbs {
  static func list(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let session = Session(arguments, console)
    let opened = try session.open()
    let info = opened.info
    if console.isJSON {
      var writer = JSONWriter()
      writer.object {
        $0.key("slots")
        $0.array { writer in for slot in info.slots { SlotText.json(slot, &writer) } }
      }
      writer.raw(0x0A)
      try console.out.write(writer.bytes)
      return .done
    }
    let now = Launch.now()
    var table = TextTable()
    for slot in info.slots {
      var cells = [slot.id.description] + SlotText.words(slot)
      cells.insert(slot.created.map { TimeText.age(from: $0, to: now) } ?? "", at: 3)
      if slot.id == info.openedSlot { cells.append("(this one opened it)") }
      try console.out.write(table.row(cells))
    }
    try console.out.write(table.finish())
    return .done
  }

  static func add(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let session = Session(arguments, console)
    let opened = try session.open()
    let new = NewSlots(arguments, console)
    let slots = try new.forAddition()
    try new.refuseKnown(slots, opened, try session.path())
    return try add(slots, session, opened)
  }

  static func enrol(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let session = Session(arguments, console)
    let recipient = try NewSlots.recipient(arguments.operands[0])
    let path = try session.path()
    let opened = try session.open()
    let twin = opened.info.slots.first { $0.isEnrolment && $0.recipient == "\(recipient)" }
    if let twin {
      throw Outcome(
        "duplicate", .duplicate, "\(path): the same recipient is enrolled already: slot \(twin.id)",
        hint: "a second enrolment takes another recipient")
    }
    if !arguments.has(.loseItems) { try refuseLoss(opened, path) }
    return try add([NewSlot(.enrolment(recipient), label: try arguments.text(.label))], session, opened)
  }

  /// Items under biometryCurrentSet end with any change of the enrolments: that is what they promise, and it is said
  /// before it happens.
  private static func refuseLoss(_ opened: Container, _ path: Path) throws(Outcome) {
    let bound = try container(path) { () throws(SecretFileError) in
      let keys = opened.info.keys.filter {
        $0.protection.accessControl.contains(.biometryCurrentSet) && $0.state != .invalidated
      }
      if keys.isEmpty { return [Item]() }
      let ids = Set(keys.map(\.id))
      var query = ItemQuery()
      query.also = { ids.contains($0.keyID) }
      return try opened.items(matching: query)
    }
    guard !bound.isEmpty else { return }
    var outcome = Outcome(
      "refused", .failure,
      "\(path): \(Count.text(bound.count, "item")) bound to today's enrolments would be lost",
      hint: "--lose-items, if that is meant")
    outcome.details = bound.prefix(20).map { ItemText.name($0) }
    throw outcome
  }

  private static func add(_ slots: [NewSlot], _ session: Session, _ opened: Container) throws(Outcome)
    -> ExitCode
  {
    let console = session.console
    let path = try session.path()
    let commit = try Commits.options(session.arguments)
    let ids = try container(path) { () throws(SecretFileError) in
      try opened.update(commit) { (transaction) throws(SecretFileError) -> [SlotID] in
        var ids: [SlotID] = []
        for slot in slots { ids.append(try transaction.addSlot(slot)) }
        return ids
      }
    }
    if console.isJSON {
      var writer = JSONWriter()
      writer.object {
        $0.key("added")
        $0.array { writer in for id in ids { writer.value(id.description) } }
      }
      writer.raw(0x0A)
      try console.out.write(writer.bytes)
    } else {
      for id in ids { try console.out.write("added \(id)\n") }
    }
    return .done
  }
}
