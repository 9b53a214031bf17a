/// Replaces a small file of ours under its lock, or makes it if there is none. `body` gets the current content, nil
/// for none, and returns the new one, nil to leave all as it is; it may be asked again if another process was faster.
func replaceOrCreate(
  _ path: Path, waitForLock wait: LockWait, limit: Int = 16 << 20, access: Replacement.Access,
  _ body: ([UInt8]?) throws(FileError) -> [UInt8]?
) throws(FileError) {
  // Two rounds are needed when another process makes the file first; more only if it also vanishes again.
  for _ in 0..<16 {
    do throws(FileError) {
      var replacement = try Replacement.begin(path, waitForLock: wait)
      guard let size = Int(exactly: replacement.base.size), size <= limit else {
        throw FileError(.tooLarge, path, "read")
      }
      guard let new = try body(try replacement.base.read(at: 0, count: size)) else { return }
      try replacement.write(new.span)
      try replacement.commit(access: access)
      return
    } catch {
      guard error.kind == .notFound else { throw error }
    }
    do throws(FileError) {
      guard let new = try body(nil) else { return }
      var creation = try Creation.begin(path)
      try creation.write(new.span)
      try creation.commit()
      return
    } catch {
      guard error.kind == .exists else { throw error }
    }
  }
  throw FileError(.busy, path, "write")
}
