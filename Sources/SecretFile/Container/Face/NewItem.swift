public import SecretCrypto

/// An item to be added or set.
public struct NewItem: Sendable {
  /// The name and what else is known about it. The name's scope (the protection decides whether the item is bound to
  /// this device), the installation stamp and the parameters of the password are the container's, whatever stands
  /// here.
  public var attributes: ItemAttributes
  /// What is to protect the secret. Nil: what the item has, for a new one `Protection()`.
  public var protection: Protection?
  /// The secret; nil with content type `none`, which is not the same as an empty secret.
  public var secret: SecretBuffer?
  /// What the secret is.
  public var contentType: ContentType
  /// The item's own password, needed if and only if the access control has `applicationPassword`.
  public var password: SecretBuffer?
  /// The cost of deriving a key from `password`.
  public var passwordCost: KDFCost

  /// An item with a secret, or without data if `secret` is nil.
  public init(
    _ attributes: ItemAttributes, secret: SecretBuffer?, contentType: ContentType = .bytes,
    protection: Protection? = nil, password: SecretBuffer? = nil, passwordCost: KDFCost = .standard
  ) {
    self.attributes = attributes
    self.secret = secret
    self.contentType = secret == nil ? .none : contentType
    self.protection = protection
    self.password = password
    self.passwordCost = passwordCost
  }
}

/// How `Transaction.set` treats attributes of an item that exists already.
public enum AttributePolicy: Sendable, Hashable {
  /// Attributes that the new item does not have (nil, zero, empty) stay as they are.
  case keep
  /// The item gets exactly the new attributes.
  case replace
}

/// What `Transaction.set` did.
public enum SetOutcome: Sendable, Hashable {
  /// No such item existed.
  case created
  /// The secret or an attribute changed; the protection did not.
  case updated
  /// The protection changed (perhaps with the secret): the secret is sealed under another key.
  case policyChanged
  /// Everything is as it was; nothing is written for it.
  case unchanged
}

extension NewItem {
  /// An item of this name and no other attributes.
  public init(
    _ name: IdentityParts, secret: SecretBuffer?, contentType: ContentType = .bytes,
    protection: Protection? = nil
  ) {
    self.init(ItemAttributes(name), secret: secret, contentType: contentType, protection: protection)
  }
}
