internal import SecretCrypto
package import SecretFile

/// A place for the marker of a first run.
package protocol FirstRunMarkerKeeping {
  /// What can go wrong there.
  associatedtype Failure: Error

  /// The marker; nil if it is certain that there is none.
  /// - Throws: if it is not certain, and for anything that is no marker. Nothing may be purged then.
  func read() throws(Failure) -> FirstRunMarker?

  /// Makes the marker, durably. Returns nil, or the marker that somebody else has made meanwhile.
  func create(_ marker: FirstRunMarker) throws(Failure) -> FirstRunMarker?

  /// Writes the marker, durably.
  func write(_ marker: FirstRunMarker) throws(Failure)
}

extension FirstRunMarkerKeeping {
  /// Reads the marker, and makes it if it is certain that there is none. The purge follows, and then the marker is
  /// written as done.
  package func begin() throws(Failure) -> (before: FirstRun.Before, installation: InstallationID) {
    if let found = try read() { return (found.before, found.installation) }
    let installation = SystemRandom.identifier()
    // Somebody else may be running the same first run; then that id counts.
    if let other = try create(FirstRunMarker(.pending, installation)) {
      return (other.before, other.installation)
    }
    return (.absent, installation)
  }
}

extension FirstRunMarker {
  fileprivate var before: FirstRun.Before { state == .done ? .done : .pending }
}

/// The marker as a file.
package struct FirstRunMarkerFile: FirstRunMarkerKeeping {
  private let path: Path

  /// A marker at a path.
  package init(_ path: Path) { self.path = path }

  package func read() throws(FirstRun.Failure) -> FirstRunMarker? {
    switch MarkerFile(path).read() {
    case .absent: return nil
    case .unreadable(let error): throw .marker(error)
    case .present(let bytes):
      guard let found = FirstRunMarker(bytes) else { throw .marker(FileError(.malformed, path, "read")) }
      return found
    }
  }

  package func create(_ marker: FirstRunMarker) throws(FirstRun.Failure) -> FirstRunMarker? {
    do throws(FileError) {
      var creation = try Creation.begin(path)
      try creation.write(marker.bytes.span)
      try creation.commit()
      return nil
    } catch {
      guard error.kind == .exists, let found = try read() else { throw .file(error) }
      return found
    }
  }

  package func write(_ marker: FirstRunMarker) throws(FirstRun.Failure) {
    do throws(FileError) {
      try MarkerFile(path).write(marker.bytes.span)
    } catch {
      throw .file(error)
    }
  }
}
