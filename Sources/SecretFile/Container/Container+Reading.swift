public import SecretCrypto

extension Container {
  /// The items that match, in the order of their names. Reads pages only, never a secret.
  /// - Throws: `page`, `record`, `order`, file errors.
  public func items(matching query: ItemQuery = ItemQuery()) throws(SecretFileError) -> [Item] {
    throw notYet()
  }

  /// Calls `body` with each item that matches, in the order of their names, until it returns false. One page at a
  /// time is in memory.
  /// - Throws: `page`, `record`, `order`, file errors; what `body` throws.
  public func forEachItem(
    matching query: ItemQuery = ItemQuery(), _ body: (Item) throws(SecretFileError) -> Bool
  ) throws(SecretFileError) {
    throw notYet()
  }

  /// The one item that matches.
  /// - Throws: `notFound` if there is none, `ambiguous` if there are several; as `items(matching:)`.
  public func item(matching query: ItemQuery) throws(SecretFileError) -> Item {
    throw notYet()
  }

  /// The secret of an item, as it is now. Of the file one page is read, and this one secret.
  ///
  /// - Parameter password: The item's own password, for items that have one.
  /// - Throws: `notFound` if the item is gone; `payload` and the other kinds of damage; `invalidated`; the factor that
  ///   is missing: `device`, `presence`, `passcode`; `applicationPassword`; `kdfCost`.
  public func secret(of item: Item, password: SecretBuffer? = nil) throws(SecretFileError) -> SecretBytes {
    throw notYet()
  }

  /// Checks everything that can be checked with the credentials at hand: every page, record and secret, the copies.
  /// What cannot be opened for want of a factor is in the report.
  ///
  /// - Parameter passwords: The items' own passwords; nil for those that are not known.
  /// - Throws: the first error in the order of the specification.
  public func verify(
    passwords: (@Sendable (Item) -> SecretBuffer?)? = nil, progress: ProgressHandler? = nil
  ) throws(SecretFileError) -> VerifyReport {
    throw notYet()
  }
}
