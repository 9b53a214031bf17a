import Migration
import SecretFile

/// The last step of an import: what is in the container leaves its source, and every other byte stays.
struct ImportScrub {
  private let options: ImportOptions
  private let console: Console

  init(_ options: ImportOptions, _ console: Console) {
    self.options = options
    self.console = console
  }

  /// Patches a source. A failure is the source's own; it stays as it is then, and nothing is lost.
  func run(_ source: inout ImportSource, _ mode: Scrub.Mode) {
    defer { settle(&source) }
    guard let file = source.file, source.error == nil else { return }
    // A conflict is for a person to settle: until then the whole source stays as it is.
    guard !source.values.contains(where: { $0.action == .conflict }) else { return }
    guard source.values.contains(where: \.mayLeave) else { return }
    do throws(Outcome) {
      source.leftovers = try patch(file, source.values, mode)
      source.isScrubbed = true
    } catch {
      source.error = error
      if !console.isJSON { console.problem(error) }
    }
  }

  /// Says of each value whether it is gone, and of none that it was deleted if it was not.
  private func settle(_ source: inout ImportSource) {
    for index in source.values.indices where source.values[index].mayLeave {
      source.values[index].isScrubbed = source.isScrubbed
      if source.values[index].action == .deleted, !source.isScrubbed {
        source.values[index].action = .skipped
        source.values[index].reason = "to be deleted, but the source was not scrubbed"
      }
    }
  }

  private func patch(
    _ file: PreferenceFile, _ values: [ImportSource.Value], _ mode: Scrub.Mode
  ) throws(Outcome) -> [Scrub.Leftover] {
    let result: Scrub.Result
    do throws(Refusal) {
      result = try scrub(file.document, values, mode)
    } catch {
      throw Outcome(error, file.path)
    }
    for leftover in result.leftovers { tell(leftover, file.path) }
    let notes = try files { () throws(FileError) in try replace(file, result.bytes) }
    for note in notes { console.note("\(file.path): \(note)") }
    return result.leftovers
  }

  /// A placeholder says where the value is now, so what is deleted leaves none.
  private func scrub(
    _ document: Document, _ values: [ImportSource.Value], _ mode: Scrub.Mode
  ) throws(Refusal) -> Scrub.Result {
    let leaving = values.filter(\.mayLeave)
    let deleted = leaving.filter { $0.action == .deleted }
    if mode == .remove || deleted.isEmpty {
      return try document.scrub(Self.places(leaving), mode: mode, leftovers: .reportTwins)
    }
    // A part of what is deleted goes with it.
    let gone = Set(deleted.map(\.plan.path))
    let moved = leaving.filter { $0.action != .deleted && !gone.contains($0.plan.path) }
    if moved.isEmpty { return try document.scrub(Self.places(deleted), leftovers: .reportTwins) }
    let rest = try Document.read(try document.scrub(Self.places(deleted), leftovers: .report).bytes)
    let secrets = deleted.map { value in
      document.withContent(of: value.plan.node) { SecretBuffer(copying: $0) }
    }
    return try rest.scrub(
      Self.places(moved), mode: mode, leftovers: .reportTwins, secrets: secrets)
  }

  /// What is to go: parts only of values that do not go as a whole.
  private static func places(_ values: [ImportSource.Value]) -> [Place] {
    let whole = Set(values.filter { !$0.isPart }.map(\.plan.path))
    return values.filter { !$0.isPart || !whole.contains($0.plan.path) }.map(\.place)
  }

  private func tell(_ leftover: Scrub.Leftover, _ path: Path) {
    guard let place = leftover.shownPath, leftover.isWhole, !leftover.isPart else {
      let place = leftover.shownPath.map { "at \($0)" } ?? "between the values"
      console.note("\(path): a part of what was removed still stands \(place)")
      return
    }
    let secret = leftover.secret.map { "the value of \($0)" } ?? "a value that was removed"
    console.note(
      "\(path): \(secret) also stands at \(place), which was not chosen and stays as it is",
      hint: "--only takes what it names, found to be secret or not")
  }

  /// Replaces the file if it is still the one that was read.
  private func replace(_ file: PreferenceFile, _ bytes: SecretBuffer) throws(FileError) -> [String] {
    var replacement = try Replacement.begin(file.path, waitForLock: .wait(seconds: 10))
    guard let source = file.source, replacement.base.identity == source.file.identity else {
      throw FileError(.changed, file.path, "replace")
    }
    try bytes.withBytes { (span) throws(FileError) in try replacement.write(span) }
    try checkContent(file, replacement.base)
    if options.keepsBackup {
      let backup = Path(bytes: file.path.bytes + Array(".backup".utf8))
      try file.document.source.withBytes { (span) throws(FileError) in try writeOutput(backup, span) }
      console.note(
        "\(backup) is the old file, with its secrets in plain text", hint: "remove it when all is well")
    }
    // A new time of change: with a placeholder the size may be as before, and backups that go by size and time would
    // keep the plain text for ever.
    return try replacement.commit(times: .new, access: .keep).notes.map { "\($0)" }
  }

  /// Reads the file again: what a program writes through mapped memory shows in no time of the file at once.
  private func checkContent(_ file: PreferenceFile, _ base: ReadableFile) throws(FileError) {
    let read = file.document.source
    let now = try SecretBuffer(count: read.count) { (room: inout MutableSpan<UInt8>) throws(FileError) in
      try base.read(at: 0, into: &room)
    }
    let isSame = read.withBytes { read in now.withBytes { constantTimeEqual(read, $0) } }
    guard isSame else { throw FileError(.changed, file.path, "replace") }
  }
}
