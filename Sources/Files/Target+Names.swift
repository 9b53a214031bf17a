internal import CSystem

extension Target {
  /// Gives an unnamed file a temporary name.
  func nameTemporary(_ file: Descriptor) throws(FileError) -> [UInt8] {
    let names = TemporaryName(for: name)
    for _ in 0..<100 {
      let candidate = names.next()
      let result = unsafe call(candidate) { unsafe csystem_name(file.number, folder.number, $0) }
      if result >= 0 { return candidate }
      guard result == -EEXIST else {
        throw FileError(result: Int(result), path, "create a file beside", .creating)
      }
    }
    throw FileError(.cannotCreate, path, "create a file beside", errno: EEXIST)
  }

  /// Gives an unnamed file the target's name.
  /// - Throws: `exists` if there is anything of that name.
  func publish(_ file: Descriptor) throws(FileError) {
    let result = unsafe call(name) { unsafe csystem_name(file.number, folder.number, $0) }
    guard result >= 0 else { throw FileError(result: Int(result), path, "create", .creating) }
  }

  /// Gives a temporary file the target's name, replacing what is there.
  func rename(_ temporary: [UInt8]) throws(FileError) {
    let result = unsafe call(temporary, name) { unsafe csystem_rename(folder.number, $0, $1) }
    guard result >= 0 else { throw FileError(result: Int(result), path, "replace", .creating) }
  }

  /// Gives a temporary file the target's name.
  /// - Throws: `exists` if there is anything of that name.
  func renameNew(_ temporary: [UInt8]) throws(FileError) {
    var result = unsafe call(temporary, name) { unsafe csystem_rename_new(folder.number, $0, $1) }
    if [ENOSYS, EINVAL, ENOTSUP].contains(-result) {
      // No such promise here; a second hard link never replaces anything either.
      result = unsafe call(temporary, name) { unsafe csystem_link(folder.number, $0, $1) }
      if result >= 0 { unlink(temporary) }
    }
    guard result >= 0 else { throw FileError(result: Int(result), path, "create", .creating) }
  }

  /// Removes a name of ours; that it is gone already is no matter.
  func unlink(_ temporary: [UInt8]) {
    _ = unsafe call(temporary) { unsafe csystem_unlink(folder.number, $0) }
  }

  /// Makes the names in the folder survive a power cut. For the step after the new content got its name.
  /// - Throws: errors that say so (``FileError/isInPlace``).
  func syncFolder() throws(FileError) {
    let result = csystem_sync(folder.number)
    // Some network and user-space file systems cannot flush a folder, and say so.
    guard result >= 0 || result == -EINVAL || result == -ENOTSUP else {
      throw FileError(result: Int(result), path, "flush the folder of", .writing, isInPlace: true)
    }
  }

  private func call(_ name: [UInt8], _ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
    (try? unsafe withCPath(Path(bytes: name), path, body)) ?? -EINVAL
  }

  private func call(
    _ first: [UInt8], _ second: [UInt8], _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  ) -> Int32 {
    unsafe call(first) { from in unsafe call(second) { to in unsafe body(from, to) } }
  }
}

/// Removes what killed writers of this file left behind: regular files of the temporary form that nobody holds a lock
/// on. What cannot be removed stays; it harms nothing but space.
func removeStaleTemporaries(of target: Target) {
  let names = TemporaryName(for: target.name)
  guard let entries = try? FolderListing(target.folder, target.path).names() else { return }
  for name in entries where names.matches(name) {
    guard
      let file = try? Descriptor.open(
        Path(bytes: name), in: target.folder, flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW, .reading),
      let status = try? file.status(target.path), status.type == .regular, status.links == 1,
      (try? file.tryLock(target.path)) == true,
      let there = try? Status.of(name, in: target.folder, target.path, .reading),
      there.identity.isSameFile(as: status.identity)
    else { continue }
    target.unlink(name)
  }
}
