import Migration
import SecretFile

/// Which files of a folder are worth reading: told by their first bytes, within a fixed budget for each.
struct ScanCandidate {
  /// Whether a refusal of the file deserves a word: it is, or says by its name that it is, a preference file.
  let isCertain: Bool

  private static let extensions = ["plist", "json", "jsonc"]

  /// Nil for a file that is none.
  init?(_ path: Path) throws(FileError) {
    let file = try ReadableFile.open(path, followLinks: false)
    let count = min(Int(clamping: file.size), Resemblance.length)
    guard count > 0 else { return nil }
    let head = try file.read(at: 0, count: count)
    switch Resemblance(head.span, isWhole: file.size == UInt64(count)) {
    case .preferences: isCertain = true
    case .perhaps: isCertain = Self.saysPreferences(path)
    case .other:
      guard Self.saysPreferences(path) else { return nil }
      isCertain = true
    }
  }

  private static func saysPreferences(_ path: Path) -> Bool {
    let name = path.lastComponent
    guard let dot = name.lastIndex(of: 0x2E), dot > 0 else { return false }
    let suffix = name[(dot + 1)...].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return extensions.contains { $0.utf8.elementsEqual(suffix) }
  }
}
