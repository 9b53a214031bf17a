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
    let new = [NewSlot(.enrolment(recipient), label: try arguments.text(.label))]
    return try add(new, session, opened)
  }

  private static func add(_ slots: [NewSlot], _ session: Session, _ opened: Container) throws(Outcome)
    -> ExitCode
  {
    let console = session.console
    let path = try session.path()
    let commit = try Commits.options(session.arguments)
    var loss = EnrolmentLoss(session.arguments)
    var ids: [SlotID] = []
    do throws(SecretFileError) {
      ids = try opened.update(commit) { (transaction) throws(SecretFileError) -> [SlotID] in
        var ids: [SlotID] = []
        for slot in slots { ids.append(try transaction.addSlot(slot, loseItems: loss.isNamed)) }
        try loss.look(transaction)
        return ids
      }
    } catch {
      throw loss.refusal(path) ?? Outcome(error, path)
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

/// Items that end with a change of the enrolments: what needs one when the last goes, and what is under
/// biometryCurrentSet with every change. That is what they promise, and it is said before it happens.
struct EnrolmentLoss {
  /// Whether the user said that items may be lost.
  let isNamed: Bool
  private(set) var items: [Item] = []

  init(_ arguments: ParsedArguments) { isNamed = arguments.has(.loseItems) }

  /// Remembers what would end, and breaks off unless it may.
  mutating func look(_ transaction: borrowing Transaction) throws(SecretFileError) {
    items = try transaction.lostItems()
    if !items.isEmpty, !isNamed { throw DryRun.stop }
  }

  /// The refusal, if there is something to refuse.
  func refusal(_ path: Path) -> Outcome? {
    if items.isEmpty || isNamed { return nil }
    var outcome = Outcome(
      "refused", .failure,
      "\(path): \(Count.text(items.count, "item")) that only today's enrolments open would be lost",
      hint: "--lose-items, if that is meant")
    outcome.details = items.prefix(20).map { ItemText.name($0) }
    if items.count > 20 { outcome.details.append("and \(items.count - 20) more") }
    return outcome
  }
}
