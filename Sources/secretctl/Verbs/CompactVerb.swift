import SecretFile

/// `compact`: the layout of a fresh file.
enum CompactVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let session = Session(arguments, console)
    let path = try session.path()
    let opened = try session.open()
    let before = opened.info.fileSize
    let progress = console.progress
    let commit = try Commits.options(arguments)
    try container(path) { () throws(SecretFileError) in
      try opened.compact(
        commit,
        progress: {
          progress.update("compact", done: UInt64($0.itemsDone), total: UInt64($0.itemsTotal), unit: "items")
        })
    }
    progress.finish()
    let after = opened.info.fileSize
    if console.isJSON {
      var writer = JSONWriter()
      writer.object {
        $0.field("bytesBefore", Int64(clamping: before))
        $0.field("bytes", Int64(clamping: after))
      }
      writer.raw(0x0A)
      try console.out.write(writer.bytes)
    } else {
      console.note(
        "\(path): \(ProgressLine.grouped(before)) bytes before, \(ProgressLine.grouped(after)) bytes now")
    }
    return .done
  }
}
