import Migration
import SecretFile

/// An open file that is worth reading: one that was named, or one of a folder that begins as preference files do.
struct ScanCandidate {
  /// Whether a refusal of the file deserves a word: it is, or says by its name that it is, a preference file.
  let isCertain: Bool
  private let file: ReadableFile
  /// The whole file, if it is small; else its beginning.
  private let head: SecretBuffer
  private let count: Int

  /// A file of up to so many bytes is read at once.
  private static let small = 1 << 16
  private static let extensions = ["plist", "json", "jsonc"]

  /// The user who owns the file.
  var owner: UInt32 { file.access.owner }

  /// Opens a file and reads its beginning, or all of it if it is small. Nil for one that is no preference file.
  /// A file that was found in a folder is not to be a link.
  init?(_ path: Path, isNamed: Bool) throws(Outcome) {
    let (file, head) = try files { () throws(FileError) in
      let file = try ReadableFile.open(path, followLinks: isNamed, quietly: true)
      let first = file.size <= UInt64(Self.small) ? Int(file.size) : Resemblance.length
      return (file, try Self.read(file, first))
    }
    self.file = file
    self.head = head
    count = Int(clamping: file.size)
    if isNamed {
      isCertain = true
      return
    }
    guard count > 0 else { return nil }
    let count = count
    let resemblance = head.withBytes { bytes in
      let length = min(bytes.count, Resemblance.length)
      return Resemblance(bytes.extracting(0..<length), isWhole: count == length)
    }
    switch resemblance {
    case .preferences: isCertain = true
    case .perhaps: isCertain = Self.saysPreferences(path)
    case .other:
      guard Self.saysPreferences(path) else { return nil }
      isCertain = true
    }
  }

  /// Reads the rest and understands it.
  func read() throws(Outcome) -> Document {
    guard count <= PreferenceFile.limit else { throw Outcome(FileError(.tooLarge, file.path, "read")) }
    let text =
      head.count == count ? head : try files { () throws(FileError) in try Self.read(file, count) }
    guard try files({ () throws(FileError) in try file.isUnchanged() }) else {
      throw Outcome(FileError(.changed, file.path, "read"))
    }
    return try PreferenceFile.document(text, file.path)
  }

  private static func read(_ file: ReadableFile, _ count: Int) throws(FileError) -> SecretBuffer {
    try SecretBuffer(count: count) { (bytes) throws(FileError) in
      guard try file.readAvailable(at: 0, into: &bytes) == count else {
        throw FileError(.changed, file.path, "read")
      }
    }
  }

  /// Whether the name ends as those of preference files do.
  private static func saysPreferences(_ path: Path) -> Bool {
    let name = path.lastComponent
    guard let dot = name.lastIndex(of: 0x2E), dot > 0 else { return false }
    let suffix = name[(dot + 1)...].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return extensions.contains { $0.utf8.elementsEqual(suffix) }
  }
}
