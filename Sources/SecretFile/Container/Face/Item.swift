/// What keeps an item: which factors its key needs. Not part of an item's identity.
public struct Protection: Sendable, Hashable {
  /// When the item can be read, in Apple's words.
  public var accessibility: Accessibility
  /// What must be presented to read it, as Apple's bits.
  public var accessControl: AccessControl

  /// The protection that the Keychain gives when nothing is said: `whenUnlocked`, no access control.
  public init(_ accessibility: Accessibility = .whenUnlocked, accessControl: AccessControl = []) {
    self.accessibility = accessibility
    self.accessControl = accessControl
  }
}

/// An item as it stands in a container: everything but the secret.
///
/// A value, not a handle: it says what the container held when it was read. `Container.secret(of:)` finds the
/// item again by its id and identity, so an item that has gone is `notFound`, never another item's secret.
public struct Item: Sendable, Identifiable {
  /// The identifier, kept through renames and rotations.
  public let id: ItemID
  /// The name and every other attribute.
  public let attributes: ItemAttributes
  /// What protects the secret.
  public let protection: Protection
  /// The device whose key is needed, if the item is bound to one.
  public let device: DeviceID?
  /// The number of the key-table entry whose class key seals the secret.
  public let keyID: UInt32
  /// When the item was added: milliseconds since 1970-01-01T00:00:00Z.
  public let created: Int64
  /// When anything about it changed last: milliseconds since 1970-01-01T00:00:00Z.
  public let modified: Int64
  /// 1, then one more at every change.
  public let revision: UInt32
  /// 1, then one more whenever the secret was sealed anew.
  public let payloadRevision: UInt32
  /// What the secret is.
  public let contentType: ContentType
  /// The secret's length in bytes; 0 with content type `none`.
  public let length: Int
  /// The installation that wrote the item last, if one was set.
  public let installation: InstallationID?
  /// The cost of the item's own password, if it has one.
  public let passwordCost: KDFCost?

  /// The whole identity, as the record holds it.
  package let identity: [UInt8]
}
