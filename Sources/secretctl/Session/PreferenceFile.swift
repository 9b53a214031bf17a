import Migration
import SecretFile

/// A preference file that was read and understood, or stdin.
struct PreferenceFile {
  /// Its name; `-` for stdin.
  let path: Path
  /// The open file, for the check that it is still the same when it is replaced; nil for stdin.
  let source: SourceFile?
  let document: Document

  /// The largest file that is read, in bytes.
  static let limit = 1 << 28

  /// The last component of the name; empty for stdin.
  var fileName: String {
    source == nil ? "" : String(decoding: path.lastComponent, as: Unicode.UTF8.self)
  }

  /// Reads a file that was named, or stdin for `-`.
  static func read(_ path: Path, _ console: Console) throws(Outcome) -> PreferenceFile {
    if path.bytes == [0x2D] {
      let text = try SecretInput.descriptor(0, limit: limit, what: "the source", console)
      return PreferenceFile(path: path, source: nil, document: try document(text, path))
    }
    return try read(path, followLinks: true)
  }

  /// Reads a file; one that was found in a folder is not to be a link.
  static func read(_ path: Path, followLinks: Bool) throws(Outcome) -> PreferenceFile {
    let (source, text) = try files { () throws(FileError) in
      let source = try SourceFile.open(path, limit: limit, followLinks: followLinks)
      let text = try SecretBuffer(count: source.count) { (bytes) throws(FileError) in
        try source.read(into: &bytes)
      }
      return (source, text)
    }
    return PreferenceFile(path: path, source: source, document: try document(text, path))
  }

  static func document(_ text: SecretBuffer, _ path: Path) throws(Outcome) -> Document {
    do throws(Refusal) {
      return try Document.read(text)
    } catch {
      throw Outcome(error, path)
    }
  }
}

extension Outcome {
  /// A source that was refused: by name, with the byte position.
  init(_ refusal: Refusal, _ path: Path) {
    let place = refusal.offset.map { " (at byte \($0))" } ?? ""
    self.init(refusal.code, .refused, "\(path): \(refusal.message)\(place)", hint: refusal.hint)
    offset = refusal.offset
  }

  /// A plan that cannot be made.
  init(_ error: PlanningError, _ path: Path?) {
    let place = path.map { "\($0): " } ?? ""
    self.init(error.code, .refused, place + error.message, hint: error.hint)
  }
}
