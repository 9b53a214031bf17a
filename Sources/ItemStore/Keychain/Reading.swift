internal import SecretCrypto
internal import SecretFile

/// One `SecItemCopyMatching`.
struct Reading: ItemOperation {
  private let request: Request
  private let state: Device.State
  private let device: Device
  let writes = false

  init(
    _ query: KeychainDictionary, _ state: Device.State, _ device: Device, _ rules: KeychainRules
  ) throws(ItemStatus) {
    request = try Request(query, for: .copyMatching, rules)
    try state.entitlements.check(request.attributes[.accessGroup])
    self.state = state
    self.device = device
  }

  func run<T: ItemTable & ~Copyable>(on table: inout T) throws(ItemStatus) -> KeychainResult {
    let wanted = limit
    var door = Door(state, device, request.asking)
    var results: [KeychainResult] = []
    var found = 0
    for item in try ordered(table.matches(request, state.entitlements)) {
      if found == wanted { break }
      if wantsData, request.asking == .skips, item.protection.accessControl.asksUser { continue }
      found += 1
      let result = item.result(request.returns, try read(item, table, &door))
      if case .none = result { continue }
      results.append(result)
    }
    guard found > 0 else { throw .itemNotFound }
    if request.returns.isEmpty { return .none }
    return wanted == 1 ? results.first ?? .none : .list(results)
  }

  /// Apple's code asks its database for no order and gets the one in which items were added, on which callers rely.
  private func ordered(_ items: [KeychainItem]) -> [KeychainItem] {
    switch request.rules {
    case .documented: items
    case .published: items.sorted { $0.isOlder(than: $1) }
    }
  }

  private var wantsData: Bool { request.returns.contains(.data) }

  private var limit: Int {
    switch request.limit ?? .one {
    case .one: 1
    case .all: .max
    case .count(let count): count
    }
  }

  /// The secret, if it is wanted. Without it, an item of a locked class can be read from the first unlock on.
  private func read<T: ItemTable & ~Copyable>(
    _ item: KeychainItem, _ table: borrowing T, _ door: inout Door
  ) throws(ItemStatus) -> SecretBuffer? {
    guard wantsData else {
      if state.phase == .beforeFirstUnlock { try door.checkClass(of: item) }
      return nil
    }
    try door.open(item)
    return item.hasData ? try table.secret(of: item, password: device.password) : nil
  }
}

extension ItemTable where Self: ~Copyable {
  /// The items that a request means and the program may use.
  func matches(_ request: Request, _ entitlements: Entitlements) throws(ItemStatus) -> [KeychainItem] {
    try candidates(request, entitlements).filter {
      $0.matches(request) && (entitlements.isUnlimited || entitlements.allow($0.attributes.accessGroup))
    }
  }
}

/// What stands between a call and the secrets of items: the lock, and the user, who is asked once in a call.
struct Door {
  private let state: Device.State
  private let device: Device
  private let asking: Request.Asking
  private var hasAsked = false

  init(_ state: Device.State, _ device: Device, _ asking: Request.Asking) {
    self.state = state
    self.device = device
    self.asking = asking
  }

  /// - Throws: `interactionNotAllowed`, `notAvailable`: the class of the item cannot be had.
  func checkClass(of item: KeychainItem) throws(ItemStatus) {
    let status = state.status(of: item.protection.accessibility)
    guard status == .success else { throw status }
  }

  /// - Throws: also what the user answered; `authenticationFailed` if nobody could open it any more.
  mutating func open(_ item: KeychainItem) throws(ItemStatus) {
    try checkClass(of: item)
    let control = item.protection.accessControl
    guard control.asksUser else { return }
    guard state.canOpen(control, item.seal) else { throw .authenticationFailed }
    if asking == .fails { throw .interactionNotAllowed }
    if hasAsked { return }
    try device.ask()
    hasAsked = true
  }
}

extension Device {
  /// Asks the user.
  func ask() throws(ItemStatus) {
    let answer = with { state in
      state.authentications += 1
      return state.answer
    }
    switch answer {
    case .accepts: break
    case .cancels: throw .userCanceled
    case .fails: throw .authenticationFailed
    case .isAway: throw .interactionNotAllowed
    }
  }
}
