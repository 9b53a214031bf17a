import SecretFile

/// `repair`: the start of a file rebuilt from the copies at its end, or the other way round. Needs no key.
enum RepairVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    try arguments.exclude(.output, .inPlace)
    if arguments.has(.inPlace), arguments.has(.from) {
      throw .usage(
        "--from does not go with --in-place: the header that it drops may be the only good one",
        hint: "write to a new file with -o, verify that one with a key, then put it in the old one's place")
    }
    let path = try Session(arguments, console).path()
    let target =
      arguments.has(.inPlace) ? nil : Places.output(arguments) ?? Path(bytes: path.bytes + ".repaired".utf8)
    let side = arguments.value(.from).map { $0.elementsEqual("end".utf8) ? RepairSide.end : .start }
    let commit = try Commits.options(arguments)
    let report = try container(path) { () throws(SecretFileError) in
      arguments.has(.dryRun)
        ? try Container.repairPlan(path, from: side)
        : try Container.repair(path, to: target, from: side, options: commit)
    }
    try console.isJSON
      ? json(report, path, target, arguments, console) : text(report, path, target, arguments, console)
    return .done
  }

  private static func text(
    _ report: RepairReport, _ path: Path, _ target: Path?, _ arguments: ParsedArguments, _ console: Console
  ) throws(Outcome) {
    guard !report.isWhole else {
      try console.out.write("\(path): the frame is whole, nothing to repair\n")
      return
    }
    let isDry = arguments.has(.dryRun)
    for part in report.rebuilt {
      let word = part == "bytes after the end" ? "left out" : "rebuilt"
      try console.out.write("\(isDry ? "would be " : "")\(word): \(part)\n")
    }
    if isDry { return }
    console.note(
      target.map { "wrote \($0); \(path) is as it was" } ?? "\(path): replaced by the repaired file",
      hint:
        "secretctl verify checks the items, which no copy protects; secretctl salvage takes out what is intact"
    )
  }

  private static func json(
    _ report: RepairReport, _ path: Path, _ target: Path?, _ arguments: ParsedArguments, _ console: Console
  ) throws(Outcome) {
    var writer = JSONWriter()
    writer.object {
      $0.field("id", report.id.description)
      $0.field("keyEpoch", Int64(report.keyEpoch))
      $0.field("generation", Int64(clamping: report.generation))
      $0.field("bytes", Int64(clamping: report.fileSize))
      $0.field("dryRun", arguments.has(.dryRun))
      $0.field("whole", report.isWhole)
      $0.key("rebuilt")
      $0.array { writer in for part in report.rebuilt { writer.value(part) } }
      if !report.isWhole, !arguments.has(.dryRun) { $0.field("output", bytes: (target ?? path).bytes) }
    }
    writer.raw(0x0A)
    try console.out.write(writer.bytes)
  }
}
