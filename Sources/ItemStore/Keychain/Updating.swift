internal import SecretCrypto
internal import SecretFile

/// One `SecItemUpdate`.
struct Updating: ItemOperation {
  private let request: Request
  private let changes: Request
  private let state: Device.State
  private let device: Device
  private let rules: KeychainRules
  let writes = true

  init(
    _ query: KeychainDictionary, _ changes: KeychainDictionary, _ state: Device.State, _ device: Device,
    _ rules: KeychainRules
  ) throws(ItemStatus) {
    request = try Request(query, for: .updateQuery, rules)
    self.changes = try Request(
      changes, for: .changes, class: request.itemClass ?? request.reference?.itemClass, rules)
    try state.entitlements.check(request.attributes[.accessGroup])
    try state.entitlements.check(self.changes.attributes[.accessGroup], isWritten: true)
    self.state = state
    self.device = device
    self.rules = rules
  }

  func run<T: ItemTable & ~Copyable>(on table: inout T) throws(ItemStatus) -> KeychainResult {
    let items = try table.matches(request, state.entitlements)
    guard !items.isEmpty else { throw .itemNotFound }
    var door = Door(state, device, request.asking)
    for item in items {
      // The whole row is encrypted anew, so its secret must be readable even if it stays.
      try door.open(item)
      let protection =
        changes.protection ?? changes.accessibility.map { Protection($0) } ?? item.protection
      var attributes = item.attributes
      attributes.apply(changes)
      try ProtectionRules.require(protection, isSynchronizable: attributes.isSynchronizable, rules)
      let password = try state.check(sealing: protection, device.password)
      if item.protection.accessControl.contains(.applicationPassword) {
        _ = try table.secret(of: item, password: device.password)
      }
      try table.replace(
        item,
        with: NewKeychainItem(
          attributes: attributes, protection: protection, data: changes.data, password: password,
          seal: state.seal, now: device.now))
    }
    return .none
  }
}

/// One `SecItemDelete`.
struct Deleting: ItemOperation {
  private let request: Request
  private let entitlements: Entitlements
  let writes = true

  init(_ query: KeychainDictionary, _ state: Device.State, _ rules: KeychainRules) throws(ItemStatus) {
    request = try Request(query, for: .delete, rules)
    entitlements = state.entitlements
    try entitlements.check(request.attributes[.accessGroup])
  }

  func run<T: ItemTable & ~Copyable>(on table: inout T) throws(ItemStatus) -> KeychainResult {
    let items = try table.matches(request, entitlements)
    guard !items.isEmpty else { throw .itemNotFound }
    for item in items { try table.remove(item) }
    return .none
  }
}
