internal import SecretCrypto
internal import SecretFile

/// What operations work on: the items as they are in one transaction, or as they were when a reading began.
protocol ItemTable: ~Copyable {
  /// Items among which are all that a request means (if it wants one, at least one of them), in the order of their
  /// names.
  func candidates(_ request: Request, _ entitlements: Entitlements) throws(ItemStatus) -> [KeychainItem]

  /// The secret of an item; nil if it has none.
  func secret(of item: KeychainItem, password: SecretBuffer?) throws(ItemStatus) -> SecretBuffer?

  /// Adds an item.
  /// - Throws: `duplicateItem`.
  mutating func add(_ new: NewKeychainItem) throws(ItemStatus) -> KeychainItem

  /// Gives an item other attributes, another protection, and perhaps another secret; it keeps its id.
  /// - Throws: `duplicateItem` if the name is taken.
  mutating func replace(_ item: KeychainItem, with new: NewKeychainItem) throws(ItemStatus)

  /// Removes an item.
  mutating func remove(_ item: KeychainItem) throws(ItemStatus)
}

/// An item to be written.
struct NewKeychainItem {
  var attributes: ItemAttributes
  var protection: Protection
  /// The new secret; nil for none, or in a replacement for the one that is there.
  var data: SecretBuffer?
  /// The application password, for a protection that has one.
  var password: SecretBuffer?
  /// What it is sealed under, in memory.
  var seal: Seal
  /// The time, in milliseconds since 1970.
  var now: Int64
}

/// One call, to be run on what holds the items.
protocol ItemOperation {
  /// Whether it changes anything.
  var writes: Bool { get }
  func run<T: ItemTable & ~Copyable>(on table: inout T) throws(ItemStatus) -> KeychainResult
}

/// What holds the items of a keychain.
protocol KeychainBacking: Sendable {
  /// Brings what holds the items into the state of the device, and returns the device as it is for these items.
  /// - Throws: `interactionNotAllowed` if nothing can be had in this state; what is wrong with a file.
  func follow(_ device: Device) throws(ItemStatus) -> Device.State

  /// Runs an operation: all of its changes are made, or none.
  func run(_ operation: some ItemOperation, _ device: Device) throws(ItemStatus) -> KeychainResult
}
