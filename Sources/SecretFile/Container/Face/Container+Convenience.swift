public import SecretCrypto

extension Container {
  /// The secret of the generic password of that name.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - account: The account.
  ///   - accessGroup: The access group; nil means any.
  ///   - password: The item's own password, for items that have one.
  /// - Throws: `notFound`, or `ambiguous` if several access groups have an item of that name; as
  ///   ``secret(of:password:)``.
  public func secret(
    service: String, account: String, accessGroup: String? = nil, password: SecretBuffer? = nil
  ) throws(SecretFileError) -> SecretBytes {
    try secret(
      matching: ItemQuery(service: service, account: account, accessGroup: accessGroup), password: password)
  }

  /// The secret of the one item that matches.
  ///
  /// - Parameters:
  ///   - query: Which item is meant.
  ///   - password: The item's own password, for items that have one.
  /// - Throws: `notFound`, `ambiguous`; as ``secret(of:password:)``.
  public func secret(
    matching query: ItemQuery, password: SecretBuffer? = nil
  ) throws(SecretFileError) -> SecretBytes {
    try secret(of: try item(matching: query), password: password)
  }
}
