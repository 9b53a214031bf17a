public import SecretCrypto

/// What keeps an item: which factors its key needs. Not part of an item's name.
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
/// item again by its id and name, so an item that has gone is `notFound`, never another item's secret.
public struct Item: Sendable, Identifiable {
  /// The identifier, kept through renames and rotations.
  public let id: ItemID
  /// The name and what else is known about it. `installation` is the installation that wrote it last.
  public let attributes: ItemAttributes
  /// What protects the secret.
  public let protection: Protection
  /// The number of the key-table entry whose class key seals the secret; 0 if that is not decided yet, for an item
  /// read in the transaction that adds it.
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
  /// The whole identity, as the record holds it.
  public let identity: Identity

  /// The name; its `scope` is the device that the item is bound to, if any.
  public var name: IdentityParts { attributes.name }

  /// The device whose key is needed, if the item is bound to one.
  public var device: DeviceID? { name.scope }

  /// The cost of the item's own password, if it has one.
  public var passwordCost: KDFCost? {
    attributes.applicationPassword.map { KDFCost(opslimit: $0.opslimit, memlimitKiB: $0.memlimitKiB) }
  }
}
