package import SecretFile

/// The marker of a first run: a small file that disappears with the installation.
///
/// One line of ASCII: `secretfile-first-run 1 STATE ID`, a line feed at the end. Anything else, an empty or a cut
/// file too, is not a marker and says nothing about the installation.
package struct FirstRunMarker: Hashable, Sendable {
  /// How far the first run is.
  package enum State: String, Hashable, Sendable {
    /// The purge may or may not have happened.
    case pending
    /// The purge has happened.
    case done
  }

  /// How far the first run is.
  package var state: State
  /// The installation that it belongs to.
  package var installation: Bytes16

  /// A marker of a state.
  package init(_ state: State, _ installation: Bytes16) {
    self.state = state
    self.installation = installation
  }

  private static let prefix = "secretfile-first-run 1 "

  /// The whole content of the file.
  package var bytes: [UInt8] {
    Array("\(Self.prefix)\(state.rawValue) \(installation)\n".utf8)
  }

  /// The marker that a file's whole content is, or nil.
  package init?(_ bytes: [UInt8]) {
    for state in [State.pending, .done] {
      let start = Array("\(Self.prefix)\(state.rawValue) ".utf8)
      guard bytes.count == start.count + 33, bytes.starts(with: start), bytes.last == 0x0A else { continue }
      var id: [UInt8] = []
      for pair in stride(from: start.count, to: bytes.count - 1, by: 2) {
        guard let high = Self.digit(bytes[pair]), let low = Self.digit(bytes[pair + 1]) else { return nil }
        id.append(high << 4 | low)
      }
      guard let installation = Bytes16(copying: id.span) else { return nil }
      self.init(state, installation)
      return
    }
    return nil
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x30...0x39: character - 0x30
    case 0x61...0x66: character - 0x57
    default: nil
    }
  }
}
