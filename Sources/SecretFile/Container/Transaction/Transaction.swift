public import SecretCrypto

/// A change in the making: what `Container.update` lends to its body.
///
/// It reads the container as it is under the change so far. Nothing is written before the body returns; if it
/// throws, nothing is written at all. The body may run twice, because another writer may have been faster: it
/// should do nothing but read and change the transaction.
public struct Transaction: ~Copyable {
  // MARK: Reading

  /// What the container says about itself, before the change.
  public var info: ContainerInfo { get throws(SecretFileError) { throw notYet() } }

  /// The items that match, in the order of their names.
  public func items(matching query: ItemQuery = ItemQuery()) throws(SecretFileError) -> [Item] {
    throw notYet()
  }

  /// The item of this name, in the scope of this device or in none; nil if there is none.
  public func item(named name: IdentityParts) throws(SecretFileError) -> Item? {
    throw notYet()
  }

  /// The secret of an item under the change so far.
  /// - Throws: as `Container.secret(of:password:)`.
  public func secret(of item: Item, password: SecretBuffer? = nil) throws(SecretFileError) -> SecretBytes {
    throw notYet()
  }

  // MARK: Items

  /// Adds an item.
  /// - Throws: `duplicate` if an item of that name exists; `usage` for a protection that the format does not know or
  ///   for a synchronising item that would be bound to a device; the factor that is missing to seal it; `record` if
  ///   it is too large.
  @discardableResult
  public mutating func add(_ item: NewItem) throws(SecretFileError) -> Item {
    throw notYet()
  }

  /// Adds an item, or gives the one of that name a new secret, attributes and protection, in one step.
  /// - Parameter attributes: Whether attributes that the new item lacks stay.
  /// - Throws: as `add`, but for `duplicate`.
  @discardableResult
  public mutating func set(
    _ item: NewItem, attributes: AttributePolicy = .keep
  ) throws(SecretFileError) -> SetOutcome {
    throw notYet()
  }

  /// Changes the attributes of an item; its secret is not touched. Returns whether anything changed.
  /// - Throws: `notFound` if the item is gone; `record` if it becomes too large.
  @discardableResult
  public mutating func edit(
    _ item: Item, _ change: (inout ItemAttributes) throws(SecretFileError) -> Void
  ) throws(SecretFileError) -> Bool {
    throw notYet()
  }

  /// Renames an item, which may also change its access group or whether it synchronises; the secret is sealed anew.
  /// Returns whether anything changed.
  /// - Parameter password: The item's own password, if it has one.
  /// - Throws: `duplicate` if an item of the new name exists; `notFound`; the factor that is missing to open it.
  @discardableResult
  public mutating func rename(
    _ item: Item, to name: IdentityParts, password: SecretBuffer? = nil
  ) throws(SecretFileError) -> Bool {
    throw notYet()
  }

  /// Gives an item another protection; the secret is sealed anew under another key. Returns whether anything changed.
  /// - Parameters:
  ///   - password: The item's own password, if it has one.
  ///   - newPassword: The password it is to have, if the new access control asks for one; nil keeps the old one.
  /// - Throws: `usage`, `notFound`; the factor that is missing to open or to seal it.
  @discardableResult
  public mutating func reprotect(
    _ item: Item, _ protection: Protection, password: SecretBuffer? = nil, newPassword: SecretBuffer? = nil,
    cost: KDFCost = .standard
  ) throws(SecretFileError) -> Bool {
    throw notYet()
  }

  /// Removes an item, with its companions. Returns false if it was gone already.
  @discardableResult
  public mutating func remove(_ item: Item) throws(SecretFileError) -> Bool {
    throw notYet()
  }

  /// Removes all items that match, and returns what they were.
  @discardableResult
  public mutating func removeItems(matching query: ItemQuery) throws(SecretFileError) -> [Item] {
    throw notYet()
  }

  // MARK: The container

  /// The label for people; nil or empty for none.
  public mutating func setLabel(_ label: String?) throws(SecretFileError) {
    throw notYet()
  }

  /// The installation that stamps every item written from this change on.
  public mutating func setInstallation(_ id: InstallationID?) throws(SecretFileError) {
    throw notYet()
  }

  /// Adds a way in. An enrolment gives all enrolments a new presence key.
  /// - Throws: `passcode` if a passphrase slot exists and the container was not opened with a passphrase; `presence`
  ///   if enrolments exist and none was presented; `usage`, `kdfCost`, `credential`; `header` above 64 slots.
  @discardableResult
  public mutating func addSlot(_ slot: NewSlot) throws(SecretFileError) -> SlotID {
    throw notYet()
  }

  /// Changes the label of a slot.
  public mutating func setLabel(_ label: String?, ofSlot id: SlotID) throws(SecretFileError) {
    throw notYet()
  }

  // MARK: The journal of imports

  /// Whether this very secret was imported under this name before, even if it has been deleted since.
  public func wasImported(_ item: NewItem) throws(SecretFileError) -> Bool {
    throw notYet()
  }

  /// Remembers that this secret was imported under this name.
  public mutating func recordImport(_ item: NewItem) throws(SecretFileError) {
    throw notYet()
  }
}
