import SecretFile

/// Files that others can read although they should not.
enum Readers {
  /// Says so if group or world may read a file of this mode.
  static func warn(_ mode: UInt32, _ path: Path, _ console: Console) {
    guard mode & 0o044 != 0 else { return }
    let octal = String(mode & 0o777, radix: 8)
    console.note(
      "\(path): other users can read it (mode 0\(octal))", hint: "chmod go= \(path)")
  }
}
