public import SecretCrypto

/// A change in the making: what `Container.update` lends to its body.
///
/// It reads the container as it is under the change so far. Nothing is written before the body returns; if it
/// throws, nothing is written at all. The body may run twice, because another writer may have been faster: it
/// should do nothing but read and change the transaction.
public struct Transaction: ~Copyable {
  let draft: Draft

  /// Runs a body over a snapshot.
  static func run<R>(
    _ snapshot: Snapshot, _ options: CommitOptions,
    _ body: (inout Transaction) throws(SecretFileError) -> R
  ) throws(SecretFileError) -> (R, Draft) {
    var transaction = Transaction(draft: try Draft(snapshot, options.fixed, now: options.now))
    let result = try body(&transaction)
    return (result, transaction.draft)
  }

  // MARK: Reading

  /// What the container says about itself, before the change.
  public var info: ContainerInfo { draft.base.info }

  /// The items that match, in the order of their names.
  /// - Throws: damage, file errors.
  public func items(matching query: ItemQuery = ItemQuery()) throws(SecretFileError) -> [Item] {
    var items: [Item] = []
    try draft.forEach(query) { (item) in
      items.append(item)
      return true
    }
    return items
  }

  /// The item of this name, bound to this device or to none; nil if there is none. The name's scope is ignored.
  /// - Throws: damage, file errors.
  public func item(named name: IdentityParts) throws(SecretFileError) -> Item? {
    try draft.find(named: name).map { Item($0) }
  }

  /// The secret of an item under the change so far.
  /// - Throws: as `Container.secret(of:password:)`.
  public func secret(of item: Item, password: SecretBuffer? = nil) throws(SecretFileError) -> SecretBytes {
    try draft.secret(try draft.find(item), password: password)
  }
}

extension Item {
  /// The item that was found.
  init(_ found: Draft.Found) {
    self.init(
      found.record, found.keyClass.protection, keyID: found.stored?.isSealed == true ? 0 : found.record.keyID)
  }
}
