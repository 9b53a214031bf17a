public import Files

/// A keychain: what the `SecItem…` functions work on, without Apple's types.
///
/// Queries and attributes are dictionaries by Apple's raw keys. Every call answers as Apple's Keychain does in the
/// state that the device is in; statuses are thrown.
///
/// ```swift
/// let device = Device()
/// let keychain = Keychain.inMemory(on: device)
/// try keychain.add(["class": .text("genp"), "svce": .text("app"), "v_Data": .secret(token)])
/// device.lock()
/// ```
public final class Keychain: Sendable {
  /// The device that the keychain lies on.
  public let device: Device
  let backing: any KeychainBacking
  /// Whose answers it gives where Apple has two.
  public let rules: KeychainRules
  private let changes: KeychainChanges

  init(
    _ backing: any KeychainBacking, on device: Device, rules: KeychainRules = .documented,
    changes: KeychainChanges = KeychainChanges()
  ) {
    self.backing = backing
    self.device = device
    self.rules = rules
    self.changes = changes
  }

  /// A keychain in the memory of the process, empty and gone with the last reference to it.
  public static func inMemory(on device: Device = Device()) -> Keychain {
    Keychain(MemoryBacking(), on: device)
  }

  /// A keychain in a container file.
  ///
  /// File and keys are made at the first call that needs them. Several processes may use one file at once.
  public static func inFile(_ path: Path, on device: Device = Device()) -> Keychain {
    Keychain(FileBacking(KeychainFile(path)), on: device)
  }

  /// The same items on the same device, with these rules.
  public func following(_ rules: KeychainRules) -> Keychain {
    rules == self.rules ? self : Keychain(backing, on: device, rules: rules, changes: changes)
  }

  // MARK: The four calls

  /// `SecItemAdd`.
  /// - Throws: in this order: `parameter`, `noSuchClass`, `noSuchAttribute`, `unimplemented`; `missingEntitlement`;
  ///   `interactionNotAllowed` or `notAvailable` if its class cannot be had; `duplicateItem`.
  @discardableResult
  public func add(_ attributes: KeychainDictionary) throws(ItemStatus) -> KeychainResult {
    try device.begin(.add)
    let result = try run(try Adding(attributes, try state(), device.password, device.now, rules))
    changes.note(attributes)
    return result
  }

  /// `SecItemCopyMatching`.
  /// - Throws: `itemNotFound`; `interactionNotAllowed` while an item's class is locked; what the user answered.
  @discardableResult
  public func copyMatching(_ query: KeychainDictionary) throws(ItemStatus) -> KeychainResult {
    try device.begin(.copyMatching)
    return try run(try Reading(query, try state(), device, rules))
  }

  /// `SecItemUpdate`: all matching items change, or none.
  /// - Throws: as `copyMatching` with the secret; `duplicateItem` if a new name is taken.
  public func update(_ query: KeychainDictionary, _ changes: KeychainDictionary) throws(ItemStatus) {
    try device.begin(.update)
    _ = try run(try Updating(query, changes, try state(), device, rules))
    self.changes.note(query)
  }

  /// `SecItemDelete`: all matching items, in every state of the device.
  /// - Throws: `itemNotFound`.
  public func delete(_ query: KeychainDictionary) throws(ItemStatus) {
    try device.begin(.delete)
    _ = try run(try Deleting(query, try state(), rules))
    changes.note(query)
  }

  /// A number that grows with every change through this keychain that may concern the generic passwords of a service.
  package func generation(ofService service: String) -> UInt64 { changes.generation(service) }

  private func state() throws(ItemStatus) -> Device.State { try backing.follow(device) }

  private func run(_ operation: some ItemOperation) throws(ItemStatus) -> KeychainResult {
    try backing.run(operation, device)
  }
}

extension Entitlements {
  /// - Throws: `missingEntitlement` if the program has no group at all, or not the one that is named.
  func check(_ group: AttributeValue?, isWritten: Bool = false) throws(ItemStatus) {
    guard !groups.isEmpty else { throw .missingEntitlement }
    guard let group else { return }
    guard allow(group.bytes), !(isWritten && group.bytes == Self.tokenGroup) else {
      throw .missingEntitlement
    }
  }
}
