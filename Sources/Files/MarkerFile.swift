internal import CSystem

/// A small file whose presence means something, such as the mark of a finished first run.
package struct MarkerFile: Sendable {
  /// Where it is.
  package let path: Path

  /// The longest content, in bytes.
  package static let maximumSize = 4_096

  /// A marker at `path`.
  package init(_ path: Path) { self.path = path }

  /// What reading it told.
  package enum State: Sendable, Hashable {
    /// The folder is there and the file is not, for certain.
    case absent
    /// The file and its content; empty or cut content is the caller's to judge.
    case present([UInt8])
    /// Nothing certain is known: no permission, a damaged disk, a link that leads nowhere, something that is not a
    /// regular file, a missing folder (it may be a volume that is not mounted), too large a file.
    case unreadable(FileError)
  }

  /// Reads the marker.
  package func read() -> State {
    do throws(FileError) {
      let target = try Target.resolve(path, followLinks: false, .reading)
      guard try target.status(.reading) != nil else { return .absent }
      let source = try SourceFile.open(path, limit: Self.maximumSize)
      var bytes = [UInt8](repeating: 0, count: source.count)
      var span = bytes.mutableSpan
      try source.read(into: &span)
      return .present(bytes)
    } catch {
      return .unreadable(error)
    }
  }

  /// Writes the marker so that it survives a power cut once this returns: whole, or as it was before.
  /// - Throws: `cannotCreate`, `busy`, `changed`, `notRegular`, `hardLinked`, `noSpace`, `inputOutput`.
  package func write(_ bytes: Span<UInt8>, waitForLock wait: LockWait = .wait(seconds: 10)) throws(FileError)
  {
    let content = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    try replaceOrCreate(path, waitForLock: wait, access: .keep) { _ in content }
  }
}
