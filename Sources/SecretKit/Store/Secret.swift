public import Foundation
public import SecretFile

/// What a store tells about a secret without opening it.
public struct SecretItem: Sendable, Hashable {
  /// The name.
  public var name: SecretName
  /// The access group; empty if the store knows none.
  public var accessGroup: String
  /// How it is protected.
  public var policy: SecretPolicy
  /// When it was added.
  public var created: Date
  /// When anything about it changed last.
  public var modified: Date
  /// The installation that wrote it last; nil if none has stamped it.
  public var installation: InstallationID?

  /// An item of these parts.
  public init(
    name: SecretName, accessGroup: String = "", policy: SecretPolicy, created: Date, modified: Date,
    installation: InstallationID? = nil
  ) {
    self.name = name
    self.accessGroup = accessGroup
    self.policy = policy
    self.created = created
    self.modified = modified
    self.installation = installation
  }
}

/// A secret as it was read, with what the store knows about it. Printing it shows no byte of it.
public struct Secret: Sendable, Hashable {
  /// The secret itself. Empty is not the same as absent.
  public var data: Data
  /// Everything else.
  public var item: SecretItem

  /// A secret of these parts.
  public init(_ data: Data, item: SecretItem) {
    self.data = data
    self.item = item
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name; never the secret.
  public var description: String { "Secret(\(item.name))" }
  /// The same.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
