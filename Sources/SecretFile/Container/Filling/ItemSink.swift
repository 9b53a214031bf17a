internal import SecretCrypto

/// Where the items of a new container go, one after the other, in ascending order of their names: what
/// `Container.create(at:slots:options:protections:items:)` lends to its body.
///
/// Nothing stays in memory but the segment that is being filled and the few that are being sealed, so a container may
/// be larger than memory. For items in any other order there is `Container.update`.
public struct ItemSink: ~Copyable {
  private var filler: Filler

  init(_ filler: consuming Filler) { self.filler = filler }

  consuming func finish() throws(SecretFileError) -> WrittenVersion { try filler.finish() }

  /// Appends an item.
  ///
  /// - Parameters:
  ///   - attributes: Its name and everything else that is known about it; see `NewItem.attributes`.
  ///   - protection: One of those that the container is made with.
  ///   - secret: The secret; copied, and wiped after use.
  ///   - contentType: What it is; with `none` the secret must be empty.
  /// - Throws: `usage` for an item that is out of order, or a protection that was not announced or has application
  ///   passwords; `record` for one that is too large; file errors.
  public mutating func append(
    _ attributes: ItemAttributes, protection: Protection = Protection(), secret: Span<UInt8>,
    contentType: ContentType = .bytes
  ) throws(SecretFileError) {
    try filler.append(attributes, protection, secret, contentType)
  }
}
