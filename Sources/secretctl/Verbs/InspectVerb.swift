import SecretFile

/// `inspect`: what can be seen without a key, as an annotated map of the bytes.
enum InspectVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let path: Path
    if let operand = arguments.operands.first {
      if arguments.has(.file) {
        throw .usage("inspect takes one file", hint: "name it as an argument or with -f, not both")
      }
      path = Path(bytes: operand)
    } else {
      path = try Session(arguments, console).path()
    }
    if arguments.has(.explain) { return try InspectExplain(arguments, console).run(path) }
    if arguments.has(.notATest) {
      throw .usage("--not-a-test does nothing without --explain", hint: "name the keys: --explain KEYFILE")
    }
    let inspection = try container(path) { () throws(SecretFileError) in try Container.inspect(path) }
    if arguments.has(.html) {
      try console.out.write(InspectHTML.page(inspection, path))
      try console.out.flush()
    } else {
      try console.isJSON ? json(inspection, console) : text(inspection, path, console)
    }
    if let problem = inspection.problems.first { throw Outcome(problem, path) }
    return .done
  }

  private static func text(_ inspection: Inspection, _ path: Path, _ console: Console) throws(Outcome) {
    try console.out.write(
      """
      \(path)
        SecretFile version \(inspection.version), suite \(inspection.suite), container \(inspection.id)
        epoch \(inspection.keyEpoch), generation \(inspection.generation), \
      \(ProgressLine.grouped(inspection.fileSize)) bytes


      """)
    var slots = TextTable()
    for slot in inspection.slots {
      try console.out.write(slots.row(["  slot", slot.id.description] + SlotText.words(slot)))
    }
    try console.out.write(slots.finish())
    try console.out.write("\n")
    var map = TextTable()
    try console.out.write(map.row(["  offset", "length", "part", "value"]))
    for region in inspection.regions {
      let indent = String(repeating: "  ", count: region.depth)
      try console.out.write(
        map.row([
          "  " + region.offset.description, region.length.description, indent + region.name,
          region.value ?? "",
        ]))
    }
    try console.out.write(map.finish())
  }

  private static func json(_ inspection: Inspection, _ console: Console) throws(Outcome) {
    var writer = JSONWriter()
    writer.object {
      $0.field("id", inspection.id.description)
      $0.field("version", Int64(inspection.version))
      $0.field("suite", Int64(inspection.suite))
      $0.field("keyEpoch", Int64(inspection.keyEpoch))
      $0.field("generation", Int64(clamping: inspection.generation))
      $0.field("bytes", Int64(clamping: inspection.fileSize))
      $0.key("slots")
      $0.array { writer in for slot in inspection.slots { SlotText.json(slot, &writer) } }
      $0.key("regions")
      $0.array { writer in
        for region in inspection.regions {
          writer.object {
            $0.field("offset", Int64(clamping: region.offset))
            $0.field("length", Int64(clamping: region.length))
            $0.field("name", region.name)
            if let value = region.value { $0.field("value", value) }
            $0.field("depth", Int64(region.depth))
          }
        }
      }
      $0.key("problems")
      $0.array { writer in for problem in inspection.problems { Outcome(problem).write(to: &writer) } }
    }
    writer.raw(0x0A)
    try console.out.write(writer.bytes)
    try console.out.flush()
  }
}
