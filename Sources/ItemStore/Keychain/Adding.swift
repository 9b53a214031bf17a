internal import SecretCrypto
internal import SecretFile

/// One `SecItemAdd`.
struct Adding: ItemOperation {
  private let request: Request
  private let new: NewKeychainItem
  let writes = true

  init(
    _ attributes: KeychainDictionary, _ state: Device.State, _ password: SecretBuffer?, _ now: Int64,
    _ rules: KeychainRules
  ) throws(ItemStatus) {
    request = try Request(attributes, for: .add, rules)
    guard let itemClass = request.itemClass else { throw .parameter }
    let protection = request.protection ?? Protection(request.accessibility ?? .whenUnlocked)
    var item = ItemAttributes(IdentityParts(service: [], account: []))
    item.itemClass = itemClass
    item.apply(request)
    try ProtectionRules.require(protection, isSynchronizable: item.isSynchronizable, rules)
    try state.entitlements.check(request.attributes[.accessGroup], isWritten: true)
    if request.attributes[.accessGroup] == nil {
      guard let group = state.entitlements.defaultGroup else { throw .missingEntitlement }
      item.accessGroup = group
    }
    new = NewKeychainItem(
      attributes: item, protection: protection, data: request.data,
      password: try state.check(sealing: protection, password), seal: state.seal, now: now)
  }

  func run<T: ItemTable & ~Copyable>(on table: inout T) throws(ItemStatus) -> KeychainResult {
    try table.add(new).result(request.returns, request.data)
  }
}

extension ProtectionRules {
  /// - Throws: `parameter` for attributes that do not go together.
  static func require(
    _ protection: Protection, isSynchronizable: Bool, _ rules: KeychainRules
  ) throws(ItemStatus) {
    let isBoundAlone = protection.accessibility.isThisDeviceOnly && protection.accessControl.isEmpty
    do throws(ProtectionConflict) {
      try check(
        protection.accessibility, protection.accessControl,
        isSynchronizable: isSynchronizable && !(isBoundAlone && rules == .published))
    } catch {
      throw error.status
    }
  }
}

extension Device.State {
  /// Whether an item of this protection can be written now; returns the password that it is to have.
  /// - Throws: `interactionNotAllowed` while its class is locked or its password is not presented; `notAvailable`
  ///   if nothing at the device could ever open it.
  func check(sealing protection: Protection, _ password: SecretBuffer?) throws(ItemStatus) -> SecretBuffer? {
    let status = status(of: protection.accessibility)
    guard status == .success else { throw status }
    guard canSeal(protection.accessControl) else { throw .notAvailable }
    guard protection.accessControl.contains(.applicationPassword) else { return nil }
    guard let password else { throw .interactionNotAllowed }
    return password
  }
}
