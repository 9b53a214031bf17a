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
    guard let file = source.file, source.error == nil else { return }
    // A conflict is for a person to settle: until then the whole source stays as it is.
    guard !source.values.contains(where: { $0.action == .conflict }) else { return }
    let paths = source.values.filter(\.isMoved).map(\.plan.path)
    guard !paths.isEmpty else { return }
    do throws(Outcome) {
      try patch(file, paths, mode)
      source.isScrubbed = true
    } catch {
      source.error = error
      if !console.isJSON { console.problem(error) }
    }
  }

  private func patch(_ file: PreferenceFile, _ paths: [KeyPath], _ mode: Scrub.Mode) throws(Outcome) {
    let result: Scrub.Result
    do throws(Refusal) {
      result = try file.document.scrub(paths, mode: mode)
    } catch {
      throw Outcome(error, file.path)
    }
    for leftover in result.leftovers {
      let place = leftover.path.map { "at \($0)" } ?? "between the values"
      console.note("\(file.path): a part of what was removed still stands \(place)")
    }
    let notes = try files { () throws(FileError) in try replace(file, result.bytes) }
    for note in notes { console.note("\(file.path): \(note)") }
  }

  /// Replaces the file if it is still the one that was read.
  private func replace(_ file: PreferenceFile, _ bytes: SecretBuffer) throws(FileError) -> [String] {
    var replacement = try Replacement.begin(file.path, waitForLock: .wait(seconds: 10))
    guard let source = file.source,
      replacement.base.identity.hasSameContent(as: source.file.identity)
    else { throw FileError(.changed, file.path, "replace") }
    if options.keepsBackup {
      let backup = Path(bytes: file.path.bytes + Array(".backup".utf8))
      try file.document.source.withBytes { (span) throws(FileError) in try writeOutput(backup, span) }
      console.note(
        "\(backup) is the old file, with its secrets in plain text", hint: "remove it when all is well")
    }
    try bytes.withBytes { (span) throws(FileError) in try replacement.write(span) }
    return try replacement.commit(times: .keep, access: .keep).notes.map { "\($0)" }
  }
}
