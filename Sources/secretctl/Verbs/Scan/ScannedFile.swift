import Migration
import SecretFile

/// What became of one name that a scan came across.
struct ScannedFile: Sendable {
  enum Status: Sendable {
    /// It was read, and this was found.
    case read(SourceFormat, Findings)
    /// It could not be read, or not exactly.
    case refused(Outcome)
    /// A link, pipe, socket or device, which is never opened.
    case leftOut(EntryKind)
  }

  let path: Path
  var status: Status
  /// Its owner, if that is another user than the one who scans.
  var owner: UInt32?
  /// The framework's store that it is, if it is one.
  var store: JSONStore?
  /// Values of that store that stand in files of their own.
  var valuesElsewhere = 0
  /// Where the bytes of findings stand in the text, if the file is one.
  var regions: [Range<Int>: TextRegion] = [:]
  /// Findings that the baseline accepts; they are not among those of the status.
  var heldBack: [Finding] = []
}

extension Outcome {
  /// A file that was read, but of which a limit ended the search for secrets.
  static func searchedInPart(_ path: Path) -> Outcome {
    Outcome(
      "searchedInPart", .refused, "\(path): the search was cut short by its limits; there may be more in it",
      hint: "import --scrub what was found and search again, or choose the rest with --only, --all or --rules"
    )
  }
}

/// Looks at one name; safe on any thread, each with what it knows of keys from other files.
struct ScanWork: Sendable {
  let key: FindingKey?
  let user: UInt32

  /// What is to be said about the name; nil for a file that is no preference file.
  func look(at entry: WalkEntry, isNamed: Bool, _ names: NameCache) -> ScannedFile? {
    switch entry {
    case .problem(let error): return ScannedFile(path: error.path, status: .refused(Outcome(error)))
    case .skipped(let path, let kind):
      guard isNamed else { return ScannedFile(path: path, status: .leftOut(kind)) }
      return ScannedFile(path: path, status: .refused(Outcome(FileError(.notRegular, path, "read"))))
    case .file(let path, _):
      do throws(Outcome) {
        guard let candidate = try ScanCandidate(path, isNamed: isNamed) else { return nil }
        let owner = candidate.owner == user ? nil : candidate.owner
        do throws(Outcome) {
          let document = try candidate.read()
          let found = document.findings(key: key, names: names)
          let regions = found.list.isEmpty ? [:] : document.regions(of: found.list.map(\.range))
          return ScannedFile(
            path: path, status: .read(document.format, found), owner: owner, store: document.store,
            valuesElsewhere: document.valuesElsewhere, regions: regions)
        } catch {
          guard candidate.isCertain || error.exit != .refused else { return nil }
          return ScannedFile(path: path, status: .refused(error), owner: owner)
        }
      } catch {
        // One that was found in a folder and is gone meanwhile is no loss.
        if !isNamed, error.exit == .noInput { return nil }
        return ScannedFile(path: path, status: .refused(error))
      }
    }
  }
}
