import SecretFile

/// `verify`: everything authenticated, or what can be checked without a key.
enum VerifyVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let session = Session(arguments, console)
    let path = try session.path()
    if arguments.has(.structure) { return try structure(session, path, arguments, console) }
    let passwords = try ItemPasswords(arguments, console)
    let opened = try session.open()
    let known = try passwords.assignAll(opened, path)
    let progress = console.progress
    let report = try container(path) { () throws(SecretFileError) in
      try opened.verify(
        passwords: { known[$0.id] },
        progress: {
          progress.update(
            "verify", done: UInt64($0.itemsDone), total: UInt64($0.itemsTotal), unit: "items")
        })
    }
    progress.finish()
    let info = opened.info
    try console.isJSON ? json(report, info, console) : text(report, info, path, console)
    return .done
  }

  private static func text(
    _ report: VerifyReport, _ info: ContainerInfo, _ path: Path, _ console: Console
  ) throws(Outcome) {
    let bytes = ProgressLine.grouped(report.bytes)
    try console.out.write(
      "\(path): whole; \(Count.text(report.records, "item")), "
        + "\(Count.text(report.secretsOpened, "secret")) opened, \(bytes) bytes, "
        + "generation \(info.generation), epoch \(info.keyEpoch)\n")
    for entry in report.secretsUnopened {
      let key = info.keys.first { $0.id == entry.keyID }?.protection ?? Protection()
      let flags = AccessControlName.names(key.accessControl.rawValue)
      let name = ([AccessibilityName.name(key.accessibility.rawValue)] + flags).joined(separator: " ")
      try console.out.write("not opened: \(entry.count) of \(name): \(words(entry.reason))\n")
    }
  }

  private static func json(_ report: VerifyReport, _ info: ContainerInfo, _ console: Console) throws(Outcome)
  {
    var writer = JSONWriter()
    writer.object {
      $0.field("id", info.id.description)
      $0.field("keyEpoch", Int64(info.keyEpoch))
      $0.field("generation", Int64(clamping: info.generation))
      $0.field("proven", info.proven)
      $0.field("records", Int64(report.records))
      $0.field("segments", Int64(report.segments))
      $0.field("bytes", Int64(clamping: report.bytes))
      $0.field("secretsOpened", Int64(report.secretsOpened))
      $0.key("secretsUnopened")
      $0.array { writer in
        for entry in report.secretsUnopened {
          writer.object {
            $0.field("key", Int64(entry.keyID))
            $0.field("count", Int64(entry.count))
            $0.field("reason", code(entry.reason))
          }
        }
      }
    }
    writer.raw(0x0A)
    try console.out.write(writer.bytes)
  }

  private static func code(_ reason: VerifyReport.Reason) -> String {
    switch reason {
    case .missing(let factor): "\(factor)"
    case .invalidated: "invalidated"
    case .newer: "version"
    case .applicationPassword: "applicationPassword"
    }
  }

  private static func words(_ reason: VerifyReport.Reason) -> String {
    switch reason {
    case .missing(.device): "the device key is missing"
    case .missing(.presence): "presence is missing"
    case .missing(.passcode): "a passphrase is missing"
    case .invalidated: "the enrolments changed since they were stored"
    case .newer: "they need a factor that this version does not know"
    case .applicationPassword: "their own password is missing or wrong"
    }
  }

  // MARK: The structure

  /// Without a key what links and hashes show; with one that is named on the command line every link.
  private static func structure(
    _ session: Session, _ path: Path, _ arguments: ParsedArguments, _ console: Console
  ) throws(Outcome) -> ExitCode {
    let progress = console.progress
    let tell: ProgressHandler = {
      progress.update("verify", done: $0.bytesDone, total: $0.bytesTotal, unit: "bytes")
    }
    let report: StructureReport
    if [.identity, .passphraseFile, .passphraseFD].contains(where: arguments.has) {
      let opened = try session.open()
      report = try container(path) { () throws(SecretFileError) in try opened.checkLinks(progress: tell) }
    } else {
      report = try container(path) { () throws(SecretFileError) in
        try Container.checkStructure(path, progress: tell)
      }
    }
    progress.finish()
    try console.isJSON ? json(report, console) : text(report, path, console)
    return .done
  }

  private static func text(_ report: StructureReport, _ path: Path, _ console: Console) throws(Outcome) {
    let bytes = ProgressLine.grouped(report.bytes)
    guard let records = report.records else {
      try console.out.write(
        "\(path): header, root and their copies are whole; \(bytes) bytes read, "
          + "generation \(report.generation), epoch \(report.keyEpoch)\n")
      if report.sealedBytes > 0 {
        console.note(
          "\(ProgressLine.grouped(report.sealedBytes)) bytes of items could be read, but only a key shows whether they "
            + "are whole", hint: "with -i or a passphrase, --structure checks every link and opens no secret")
      }
      return
    }
    try console.out.write(
      "\(path): every link is right; \(Count.text(records, "item")), \(bytes) bytes, "
        + "generation \(report.generation), epoch \(report.keyEpoch); no secret was opened\n")
  }

  private static func json(_ report: StructureReport, _ console: Console) throws(Outcome) {
    var writer = JSONWriter()
    writer.object {
      $0.field("id", report.id.description)
      $0.field("structure", "whole")
      $0.field("keyEpoch", Int64(report.keyEpoch))
      $0.field("generation", Int64(clamping: report.generation))
      $0.field("slots", Int64(report.slotCount))
      $0.field("bytes", Int64(clamping: report.bytes))
      $0.field("sealedBytes", Int64(clamping: report.sealedBytes))
      if let records = report.records { $0.field("records", Int64(records)) }
    }
    writer.raw(0x0A)
    try console.out.write(writer.bytes)
  }
}
