/// Which items are meant: every condition that is set must hold. An empty query means all items.
///
/// Companions (pending and previous values) are never matched. Names are compared byte for byte. Of two items that
/// differ only in their scope, none and this device's, the second hides the first.
public struct ItemQuery: Sendable {
  /// The identifier.
  public var id: ItemID?
  /// Generic or internet password.
  public var itemClass: ItemClass?
  /// The access group; empty means the group without a name, nil means any.
  public var accessGroup: [UInt8]?
  /// The service of a generic password, the server of an internet password.
  public var service: [UInt8]?
  /// The account.
  public var account: [UInt8]?
  /// The port of an internet password; 0 means none.
  public var port: UInt32?
  /// The path of an internet password.
  public var path: [UInt8]?
  /// The protocol of an internet password, as Apple's four-character code.
  public var protocolName: [UInt8]?
  /// The authentication type of an internet password.
  public var authenticationType: [UInt8]?
  /// The security domain of an internet password.
  public var securityDomain: [UInt8]?
  /// Whether it synchronises; nil means both.
  public var isSynchronizable: Bool?
  /// The accessibilities; nil means any.
  public var accessibility: Set<Accessibility>?
  /// Exactly this access control; nil means any.
  public var accessControl: AccessControl?
  /// Which installation wrote it.
  public var installation: InstallationCondition?
  /// Items whose `expires` is at or before this time, in milliseconds since 1970.
  public var expiredAt: Int64?
  /// The label, byte for byte.
  public var label: String?
  /// The comment, byte for byte.
  public var comment: String?
  /// The type code.
  public var type: UInt32?
  /// A condition beyond the fields above. It sees items that meet all of them.
  public var also: (@Sendable (Item) -> Bool)?

  /// A query that matches every item.
  public init() {}

  /// A query for generic passwords by name; an access group that is nil means any.
  public init(service: String, account: String? = nil, accessGroup: String? = nil) {
    itemClass = .genericPassword
    self.service = Array(service.utf8)
    self.account = account.map { Array($0.utf8) }
    self.accessGroup = accessGroup.map { Array($0.utf8) }
  }

  /// A query for the item of exactly this name, in the scope of this device or in none.
  public init(named name: IdentityParts) {
    itemClass = name.itemClass
    accessGroup = name.accessGroup
    service = name.service
    account = name.account
    isSynchronizable = name.isSynchronizable
    if name.itemClass == .internetPassword {
      protocolName = name.protocolName
      authenticationType = name.authenticationType
      port = name.port
      path = name.path
      securityDomain = name.securityDomain
    }
  }

  /// A condition on the installation that wrote an item.
  public enum InstallationCondition: Sendable, Hashable {
    /// Stamped by this installation.
    case exactly(InstallationID)
    /// Stamped, by another installation than this.
    case other(than: InstallationID)
    /// Stamped by another installation than this, or not stamped at all.
    case otherOrUnstamped(than: InstallationID)
    /// Not stamped.
    case unstamped
  }
}
