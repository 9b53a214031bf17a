import SecretFile

/// `rotate`, and what is a rotation too: `slot remove`, `slot passphrase`.
enum RotateVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let session = Session(arguments, console)
    let path = try session.path()
    var dropped: Set<SlotID> = []
    let named = arguments.values(.dropSlot) + (arguments.verb == .slotRemove ? arguments.operands : [])
    for value in named { dropped.insert(try Session.slotID(value)) }
    let passwords = try ItemPasswords(arguments, console)
    let opened = try session.open()
    let info = opened.info
    for id in dropped where !info.slots.contains(where: { $0.id == id }) {
      throw .usage("\(path): no slot \(id)", hint: "secretctl slot list shows them")
    }
    if arguments.verb == .slotRemove, info.slots.allSatisfy({ !dropped.contains($0.id) || $0.isEnrolment }) {
      return try removeEnrolments(dropped, opened, path, arguments, console)
    }
    var request = RotationRequest()
    request.drop = dropped
    request.loseItems = arguments.has(.loseItems)
    request.keepRecipients = .only(try kept(arguments, info, dropped, path))
    let known = try passwords.assignAll(opened, path)
    request.itemPassword = { known[$0.id] }
    try addPassphrase(to: &request, arguments, console, info, path)
    try RotationQuestions(info, path, console).ask(&request, opened)
    let report = try perform(request, opened, path, arguments, console)
    try RotationText.write(report, arguments.has(.dryRun), console)
    if let refusal = RotationRefusal(report, info).outcome(path) {
      // The plan is the result; that it would be refused comes after it.
      try console.out.flush()
      throw refusal
    }
    return .done
  }

  /// Enrolments go in an ordinary commit: the others get a new presence key.
  private static func removeEnrolments(
    _ ids: Set<SlotID>, _ opened: Container, _ path: Path, _ arguments: ParsedArguments, _ console: Console
  ) throws(Outcome) -> ExitCode {
    let commit = try Commits.options(arguments)
    var loss = EnrolmentLoss(arguments)
    do throws(SecretFileError) {
      try opened.update(commit) { (transaction) throws(SecretFileError) in
        for id in ids.sorted() { try transaction.removeEnrolment(id, loseItems: loss.isNamed) }
        try loss.look(transaction)
        if arguments.has(.dryRun) { throw DryRun.stop }
      }
    } catch {
      if let refusal = loss.refusal(path) { throw refusal }
      if error != DryRun.stop { throw Outcome(error, path) }
    }
    let word = arguments.has(.dryRun) ? "would be removed" : "removed"
    if console.isJSON {
      var writer = JSONWriter()
      writer.object {
        $0.field("dryRun", arguments.has(.dryRun))
        $0.key("removed")
        $0.array { writer in for id in ids.sorted() { writer.value(id.description) } }
        $0.key("lost")
        $0.array { writer in
          for item in loss.items { writer.object { ItemJSON.name(item.name, &$0) } }
        }
      }
      writer.raw(0x0A)
      try console.out.write(writer.bytes)
    } else {
      for id in ids.sorted() { try console.out.write("enrolment \(id) \(word)\n") }
      let lost = arguments.has(.dryRun) ? "would be lost" : "lost"
      for item in loss.items { try console.out.write("\(lost): \(ItemText.name(item))\n") }
    }
    return .done
  }

  private static func perform(
    _ request: RotationRequest, _ opened: Container, _ path: Path, _ arguments: ParsedArguments,
    _ console: Console
  ) throws(Outcome) -> RotationReport {
    let progress = console.progress
    let commit = try Commits.options(arguments)
    defer { progress.finish() }
    do throws(SecretFileError) {
      if arguments.has(.dryRun) { return try opened.rotationPlan(request) }
      return try opened.rotate(
        request, options: commit,
        progress: {
          progress.update("rotate", done: UInt64($0.itemsDone), total: UInt64($0.itemsTotal), unit: "items")
        },
        announce: { report in
          for line in RotationText.announcement(report) { console.note(line) }
        })
    } catch {
      // The plan says what speaks against it one by one.
      let plan = try? opened.rotationPlan(request)
      let refusal = plan.flatMap { RotationRefusal($0, opened.info).outcome(path) }
      throw refusal?.code == error.code.name ? refusal ?? Outcome(error, path) : Outcome(error, path)
    }
  }

  /// The recipients' slots that are confirmed: by id, by recipient, or all.
  private static func kept(
    _ arguments: ParsedArguments, _ info: ContainerInfo, _ dropped: Set<SlotID>, _ path: Path
  ) throws(Outcome) -> Set<SlotID> {
    let recipients = info.slots.filter { $0.kind == .recipient }
    var kept: Set<SlotID> = []
    for value in arguments.values(.keepRecipient) {
      let text = String(decoding: value, as: Unicode.UTF8.self)
      let matching =
        text == "all"
        ? recipients.filter { !dropped.contains($0.id) }
        : recipients.filter { $0.id.description == text || $0.recipient.map { "\($0)" } == text }
      if matching.isEmpty, text != "all" {
        // What is neither a recipient nor an id may be a secret, and is not repeated.
        let isShown = text.hasPrefix("age1") || SlotID(hexadecimal: text) != nil
        throw .usage(
          "--keep-recipient\(isShown ? " " + Escaping.visible(value) : ""): \(path) has no such recipient",
          hint: "secretctl slot list shows them")
      }
      kept.formUnion(matching.map(\.id))
    }
    return kept
  }

  /// `slot passphrase`: the slot that the old passphrase opened takes the new one.
  private static func addPassphrase(
    to request: inout RotationRequest, _ arguments: ParsedArguments, _ console: Console,
    _ info: ContainerInfo,
    _ path: Path
  ) throws(Outcome) {
    guard arguments.verb == .slotPassphrase || arguments.has(.newPassphraseFD) else { return }
    guard let slot = info.slots.first(where: { $0.id == info.openedSlot }), slot.kind == .passphrase else {
      throw Outcome(
        "passcode", .policy, "\(path): it was not opened with a passphrase, so there is none to change",
        hint: "give the old one with --passphrase-file or --passphrase-fd, or let it be asked for")
    }
    let slots = NewSlots(arguments, console)
    let passphrase = try slots.newPassphrase(for: "slot \(slot.id) of \(path)")
    let cost = arguments.has(.kdf) ? try slots.cost() : slot.cost ?? .standard
    request.passphrases[slot.id] = RotationRequest.NewPassphrase(passphrase, cost: cost)
  }
}

/// The report of a rotation for people and in JSON.
enum RotationText {
  static func write(
    _ report: RotationReport, _ isDryRun: Bool, _ console: Console
  ) throws(Outcome) {
    if console.isJSON {
      try console.out.write(json(report, isDryRun))
    } else {
      try console.out.write(text(report, isDryRun))
    }
  }

  /// What a rotation that is about to begin will do, line by line; what needs no word is left out.
  static func announcement(_ report: RotationReport) -> [String] {
    var lines = ["renewing " + list(report.renewed.map { Self.name($0) }, none: "no class of items")]
    for entry in report.carriedOver { lines.append("carrying over \(name(entry))\(reason(entry))") }
    for entry in report.renewed + report.carriedOver where entry.chainDropped {
      lines.append("dropping a way to the key of \(name(entry)): its factor ceases to exist")
    }
    for slot in report.droppedSlots { lines.append("dropping slot \(slot.id), \(SlotText.kind(slot))") }
    let lost = report.lost.count + report.invalidated.count
    if lost > 0 { lines.append("losing \(Count.text(lost, "item"))") }
    return lines
  }

  private static func list(_ words: [String], none: String) -> String {
    words.isEmpty ? none : words.joined(separator: ", ")
  }

  private static func name(_ entry: RotationReport.Entry) -> String {
    let protection = entry.key.protection
    let flags = AccessControlName.names(protection.accessControl.rawValue)
    return ([AccessibilityName.name(protection.accessibility.rawValue)] + flags).joined(separator: " ")
  }

  private static func text(_ report: RotationReport, _ isDryRun: Bool) -> String {
    var text = isDryRun ? "dry run: " : ""
    text += "epoch \(report.keyEpoch), generation \(report.generation)\n"
    for slot in report.keptSlots { text += "kept slot \(slot.id), \(SlotText.kind(slot))\n" }
    for slot in report.droppedSlots { text += "dropped slot \(slot.id), \(SlotText.kind(slot))\n" }
    for id in report.addedSlots { text += "added slot \(id)\n" }
    if report.presenceRenewed { text += "new presence key for the enrolments\n" }
    for entry in report.renewed { text += "renewed " + words(entry) + "\n" }
    for entry in report.carriedOver {
      text += "carried over " + words(entry) + reason(entry) + "\n"
    }
    for entry in report.droppedKeys { text += "dropped " + words(entry) + "\n" }
    for item in report.lost { text += "lost \(ItemText.name(item))\n" }
    for item in report.invalidated { text += "invalidated \(ItemText.name(item))\n" }
    return text
  }

  private static func words(_ entry: RotationReport.Entry) -> String {
    "\(name(entry)): \(Count.text(entry.itemCount, "item"))"
      + (entry.chainDropped ? ", one chain dropped" : "")
  }

  /// Why its key stays.
  private static func reason(_ entry: RotationReport.Entry) -> String {
    switch entry.key.state {
    case .invalidated: return ": bound to enrolments that are no more"
    case .newer: return ": it needs a factor that only a newer version knows"
    case .available, .missing: break
    }
    var parts = FactorKind.allCases.filter(entry.missing.contains).map { "\($0)" }
    if entry.missingPasswords { parts.append("the items' own passwords") }
    return parts.isEmpty ? "" : ": without " + parts.joined(separator: ", ")
  }

  private static func json(_ report: RotationReport, _ isDryRun: Bool) -> [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.field("dryRun", isDryRun)
      $0.field("keyEpoch", Int64(report.keyEpoch))
      $0.field("generation", Int64(clamping: report.generation))
      for (name, slots) in [("keptSlots", report.keptSlots), ("droppedSlots", report.droppedSlots)] {
        $0.key(name)
        $0.array { writer in for slot in slots { SlotText.json(slot, &writer) } }
      }
      $0.key("addedSlots")
      $0.array { writer in for id in report.addedSlots { writer.value(id.description) } }
      $0.field("presenceRenewed", report.presenceRenewed)
      for (name, entries) in [
        ("renewed", report.renewed), ("carriedOver", report.carriedOver), ("droppedKeys", report.droppedKeys),
      ] {
        $0.key(name)
        $0.array { writer in for entry in entries { self.entry(entry, &writer) } }
      }
      for (name, items) in [("lost", report.lost), ("invalidated", report.invalidated)] {
        $0.key(name)
        $0.array { writer in for item in items { writer.object { ItemJSON.name(item.name, &$0) } } }
      }
      $0.key("refusals")
      $0.array { writer in for refusal in report.refusals { writer.value(refusal) } }
    }
    writer.raw(0x0A)
    return writer.bytes
  }

  private static func entry(_ entry: RotationReport.Entry, _ writer: inout JSONWriter) {
    writer.object {
      $0.field("key", Int64(entry.key.id))
      $0.field("accessibility", AccessibilityName.name(entry.key.protection.accessibility.rawValue))
      $0.key("accessControl")
      $0.array { writer in
        for flag in AccessControlName.names(entry.key.protection.accessControl.rawValue) {
          writer.value(flag)
        }
      }
      $0.field("items", Int64(entry.itemCount))
      $0.key("missing")
      $0.array { writer in
        for factor in FactorKind.allCases where entry.missing.contains(factor) { writer.value("\(factor)") }
        if entry.missingPasswords { writer.value("applicationPassword") }
      }
      $0.field("chainDropped", entry.chainDropped)
    }
  }
}
