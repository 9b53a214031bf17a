public import SecretCrypto

extension NewItem {
  /// A generic password, named by texts, with a secret or without data.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - account: The account.
  ///   - accessGroup: The access group; empty is the group without a name.
  ///   - secret: The secret; nil for an item without data.
  ///   - contentType: What the secret is.
  ///   - protection: What is to protect it. Nil: what the item has, for a new one `Protection()`.
  public init(
    service: String, account: String, accessGroup: String = "", secret: SecretBuffer?,
    contentType: ContentType = .bytes, protection: Protection? = nil
  ) {
    self.init(
      IdentityParts(service: service, account: account, accessGroup: accessGroup), secret: secret,
      contentType: contentType, protection: protection)
  }
}

extension IdentityParts: CustomStringConvertible {
  /// The name for people: service, account and, if there is one, access group, with control characters escaped.
  public var description: String { displayName }
}
