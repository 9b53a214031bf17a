internal import CSystem

/// An exclusive lock on a file that is nothing but a lock, for work that takes longer than one writing. It ends with the
/// last reference and with the process, whatever ends that; the programs it starts do not inherit it.
package final class FileLock: Sendable {
  private let descriptor: Descriptor

  private init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// Takes the lock of the file at `path`, which is made if it is missing (0600, missing folders 0700) and stays.
  /// - Throws: `busy` if another holds it for longer than the wait; `cannotCreate`, `exists`, `noSpace`, `inputOutput`.
  package static func hold(_ path: Path, wait: LockWait) throws(FileError) -> FileLock {
    try Folder.create(path.parent)
    let descriptor = try Descriptor.open(
      path, flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600, .creating, "make the lock")
    var patience = Patience(wait)
    while try !descriptor.tryLock(path) {
      guard patience.waitForNextAttempt() else { throw FileError(.busy, path, "lock") }
    }
    return FileLock(descriptor)
  }
}
