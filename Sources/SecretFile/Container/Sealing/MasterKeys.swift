internal import SecretCrypto

/// The keys derived from the master key of one epoch (spec "Keys"), in one guarded allocation. The master key
/// itself is not among them, so that a container that is locked can keep them.
final class MasterKeys: Sendable {
  /// Which key is meant; the raw value is its place.
  enum Name: Int, CaseIterable {
    case header, root, page, pin
  }

  private let keys: SecretBytes
  /// The container the keys belong to.
  let containerID: Bytes16

  /// Derives all keys from a master key of 32 bytes.
  init(_ master: Span<UInt8>, containerID: Bytes16) {
    self.containerID = containerID
    keys = SecretBytes(count: Name.allCases.count * Size.key) { (all) in
      for name in Name.allCases {
        let start = name.rawValue * Size.key
        var part = all._mutatingExtracting(start..<(start + Size.key))
        switch name {
        case .header: derive(master, KeyLabel.header, containerID.span, into: &part)
        case .root: derive(master, KeyLabel.root, containerID.span, into: &part)
        case .page: derive(master, KeyLabel.page, containerID.span, into: &part)
        case .pin: derive(master, KeyLabel.pin, containerID.span, into: &part)
        }
      }
    }
  }

  /// Lends one of the keys, 32 bytes.
  func with<R: ~Copyable, E: Error>(_ name: Name, _ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    let start = name.rawValue * Size.key
    return try keys.withBytes { (all) throws(E) in try body(all.extracting(start..<(start + Size.key))) }
  }

  /// The header's MAC over `bytes`.
  func mac(_ bytes: Span<UInt8>) -> Bytes32 {
    with(.header) { (key) in Bytes32(Hash.blake2b256(bytes, key: key)) }
  }

  /// The proof of origin that the witness keeps.
  var pin: Bytes32 { with(.pin) { (key) in Bytes32(key, at: 0) } }
}
