import SecretFile

/// `salvage`: every intact item of a damaged container, in a new one.
enum SalvageVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let session = Session(arguments, console)
    let path = try session.path()
    guard let target = Places.output(arguments) else {
      throw .usage("salvage needs -o FILE for the new container", hint: "the damaged file is never touched")
    }
    let credentials = try session.credentials { () throws(SecretFileError) in
      try Container.salvageableSlots(path)
    }
    let options = try session.openOptions()
    let progress = console.progress
    let report = try container(path) { () throws(SecretFileError) in
      try Container.salvage(path, to: target, with: credentials, options: options) {
        progress.update("salvage", done: UInt64($0.itemsDone), total: UInt64($0.itemsTotal), unit: "items")
      }
    }
    progress.finish()
    try console.isJSON ? json(report, target, console) : text(report, target, console)
    guard !report.lost.isEmpty else { return .done }
    // The new container is there all the same; the exit code says that it is not everything.
    try console.out.flush()
    throw Outcome(
      "lost", .damaged,
      report.lostCount > 0
        ? "\(path): \(Count.text(report.lostCount, "record")) could not be saved"
        : "\(path): attributes of some items could not be saved",
      hint: "a backup may still have them; everything else is in \(target)")
  }

  private static func text(_ report: SalvageReport, _ target: Path, _ console: Console) throws(Outcome) {
    for part in report.rebuilt { try console.out.write("damaged, taken from its copy: \(part)\n") }
    if report.shift != 0 {
      let bytes = Count.text(Int(clamping: report.shift.magnitude), "byte")
      try console.out.write(
        report.shift > 0 ? "\(bytes) too many in the file\n" : "\(bytes) missing in the file\n")
    }
    for loss in report.lost { try console.out.write("lost: \(words(loss))\n") }
    try console.out.write(
      "saved \(Count.text(report.saved, "record")), lost \(report.lostCount); \(target), "
        + "generation \(report.generation)\n")
  }

  private static func words(_ loss: SalvageReport.Loss) -> String {
    switch loss {
    case .secret(let item, let companion, let offset):
      let which =
        switch companion {
        case nil: ""
        case .pending: "the pending value of "
        case .previous: "the previous value of "
        }
      return "\(which)\(ItemText.name(item)): its secret at byte \(offset) is damaged"
    case .page(let count, let saved, let first, let next, let offset):
      if count == 0 {
        return
          "all but names and secrets of \(Count.text(saved.count, "item")) of the damaged page at byte \(offset), "
          + "from \(ItemText.name(first))"
      }
      return
        "\(Count.text(count, "record")) of the damaged page at byte \(offset), from \(ItemText.name(first))"
        + (next.map { " up to before \(ItemText.name($0))" } ?? " to the end")
        + (saved.isEmpty ? "" : "; of \(saved.count) others all but name and secret")
    }
  }

  private static func json(_ report: SalvageReport, _ target: Path, _ console: Console) throws(Outcome) {
    var writer = JSONWriter()
    writer.object {
      $0.field("output", bytes: target.bytes)
      $0.field("generation", Int64(clamping: report.generation))
      $0.field("saved", Int64(report.saved))
      $0.field("lost", Int64(report.lostCount))
      $0.field("shift", report.shift)
      $0.key("rebuilt")
      $0.array { writer in for part in report.rebuilt { writer.value(part) } }
      $0.key("losses")
      $0.array { writer in for loss in report.lost { self.loss(loss, &writer) } }
    }
    writer.raw(0x0A)
    try console.out.write(writer.bytes)
  }

  private static func loss(_ loss: SalvageReport.Loss, _ writer: inout JSONWriter) {
    writer.object {
      switch loss {
      case .secret(let item, let companion, let offset):
        $0.field("kind", "secret")
        ItemJSON.name(item.name, &$0)
        if let companion { $0.field("companion", companion == .pending ? "pending" : "previous") }
        $0.field("offset", Int64(clamping: offset))
      case .page(let count, let saved, let first, let next, let offset):
        $0.field("kind", "page")
        $0.field("count", Int64(count))
        $0.key("withoutAttributes")
        $0.array { writer in for name in saved { writer.object { ItemJSON.name(name, &$0) } } }
        $0.field("offset", Int64(clamping: offset))
        $0.key("first")
        $0.object { ItemJSON.name(first, &$0) }
        if let next {
          $0.key("next")
          $0.object { ItemJSON.name(next, &$0) }
        }
      }
    }
  }
}
