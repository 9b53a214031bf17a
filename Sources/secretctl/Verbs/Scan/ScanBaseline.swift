import Migration
import SecretFile

/// The baseline of a scan: what it accepts, and the one that is written.
struct ScanBaseline {
  private let accepted: Baseline?
  private var written: Baseline?
  /// What the file that is written over has accepted.
  private var old: Baseline?
  private let target: Path?
  private var used: Set<Baseline.Entry> = []

  /// The key that findings are to be digested with.
  var key: FindingKey? { accepted?.key ?? written?.key }

  init(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) {
    accepted = try arguments.value(.baseline).map { (path) throws(Outcome) in
      try Self.read(Path(bytes: path), console)
    }
    target = arguments.value(.writeBaseline).map { Path(bytes: $0) }
    guard let target else { return }
    // Only a baseline is overwritten, and with its own key, so that lines stay that say the same.
    do throws(Outcome) {
      old = try Self.read(target, console)
    } catch {
      guard error.exit == .noInput else { throw error }
    }
    written = accepted ?? old ?? Baseline()
    written?.entries = []
  }

  private static func read(_ path: Path, _ console: Console) throws(Outcome) -> Baseline {
    let file = try PreferenceFile.read(path, console)
    do throws(PlanningError) {
      return try Baseline.read(file.document)
    } catch {
      throw Outcome(error, path)
    }
  }

  /// Takes the findings that are accepted out of a file's findings.
  mutating func sift(_ file: inout ScannedFile) {
    guard case .read(let format, var found) = file.status, key != nil else { return }
    for finding in found.list {
      guard let entry = Baseline.Entry(finding, at: finding.place.shown) else { continue }
      written?.entries.insert(entry)
      let isKnown = accepted?.entries.contains(entry) == true
      guard isKnown || written != nil else { continue }
      if isKnown { used.insert(entry) }
      file.heldBack.append(finding)
    }
    guard !file.heldBack.isEmpty else { return }
    let accepted = Set(file.heldBack)
    found.removeAll { accepted.contains($0) }
    file.status = .read(format, found)
  }

  /// Entries that fit nothing any more; nil without a baseline.
  var stale: Int? { accepted.map { $0.entries.subtracting(used).count } }

  /// Writes the new baseline. What could not be read, or was searched in part, may hold findings that were accepted before:
  /// an entry names no file, so all of these stay then.
  func write(_ console: Console, isWhole: Bool) throws(Outcome) {
    guard let target, var written else { return }
    if !isWhole {
      // Entries of another key say nothing under this one.
      if accepted != nil, let old, !old.entries.isEmpty, !old.hasKey(of: written) {
        console.note(
          "\(target): not written: not everything could be read, and what it has accepted would be lost",
          hint: "mend what could not be read, or write the baseline to another file")
        return
      }
      let found = written.entries
      written.entries.formUnion((accepted ?? old)?.entries ?? [])
      if let old, old.hasKey(of: written) { written.entries.formUnion(old.entries) }
      let kept = written.entries.subtracting(found).count
      console.note(
        "\(target): not everything could be read"
          + (kept == 0 ? "" : "; accepted before and kept: \(Count.text(kept, "finding"))"),
        hint: "write it again when everything can be read")
    }
    try files { () throws(FileError) in try writeOutput(target, written.json().span, overwriting: true) }
    console.note("\(target): \(Count.text(written.entries.count, "finding")) accepted")
  }
}

extension Baseline {
  /// Whether both digest with the same key.
  fileprivate func hasKey(of other: Baseline) -> Bool {
    key.withBytes { mine in other.key.withBytes { constantTimeEqual(mine, $0) } }
  }
}
