import SecretFile

/// This device's key, outside every container.
enum DeviceKey {
  /// Makes it, 0600, with the folders that are missing, and says so.
  static func make(at path: Path, _ console: Console) throws(Outcome) -> SecretBuffer {
    let key = GeneratedKey.device()
    do throws(FileError) {
      try Folder.create(path.parent)
      try key.text.withBytes { (span) throws(FileError) in try writeOutput(path, span) }
    } catch {
      guard error.kind == .exists else { throw Outcome(error) }
      // Another process was faster; its key is the device's.
      return try SecretInput.key(path, what: "the device key", console)
    }
    console.note(
      "made the device key \(path)",
      hint:
        "items bound to this device cannot be read without it: keep it, and out of the container's backups")
    return key.text
  }
}
