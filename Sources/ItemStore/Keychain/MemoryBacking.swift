internal import SecretCrypto
internal import SecretFile
internal import Synchronization

/// Items in the memory of the process, for tests.
final class MemoryBacking: KeychainBacking {
  private let table = Mutex(MemoryTable())

  func follow(_ device: Device) -> Device.State {
    let state = device.with { $0 }
    let destroyed = table.withLock { $0.removeDestroyed(state) }
    if destroyed > 0 { device.note(.destroyed(destroyed)) }
    return state
  }

  func run(_ operation: some ItemOperation, _ device: Device) throws(ItemStatus) -> KeychainResult {
    try table.withLock { (table) throws(ItemStatus) in
      // A copy, so that a call that fails half-way has changed nothing.
      var next = table
      let result = try operation.run(on: &next)
      if operation.writes { table = next }
      return result
    }
  }
}

/// The items of a memory backing.
struct MemoryTable: ItemTable {
  private struct Row {
    var item: KeychainItem
    var secret: SecretBuffer?
    var password: SecretBuffer?
  }

  private var rows: [Identity: Row] = [:]
  /// How many items were ever added.
  private var added: UInt64 = 0

  func candidates(_ request: Request, _ entitlements: Entitlements) throws(ItemStatus) -> [KeychainItem] {
    rows.filter { $0.value.item.matches(request) }.sorted { $0.key < $1.key }.map(\.value.item)
  }

  func secret(of item: KeychainItem, password: SecretBuffer?) throws(ItemStatus) -> SecretBuffer? {
    guard let row = rows[try Self.identity(item.attributes)] else { throw .itemNotFound }
    if let wanted = row.password {
      guard let password else { throw .interactionNotAllowed }
      let isRight = wanted.withBytes { a in password.withBytes { b in constantTimeEqual(a, b) } }
      guard isRight else { throw .authenticationFailed }
    }
    return row.secret
  }

  mutating func add(_ new: NewKeychainItem) throws(ItemStatus) -> KeychainItem {
    let identity = try Self.identity(new.attributes)
    guard rows[identity] == nil else { throw .duplicateItem }
    let item = KeychainItem(
      id: SystemRandom.identifier(), attributes: new.attributes, protection: new.protection, created: new.now,
      modified: new.now, hasData: new.data != nil, seal: new.seal, number: added)
    added += 1
    rows[identity] = Row(item: item, secret: new.data, password: new.password)
    return item
  }

  mutating func replace(_ item: KeychainItem, with new: NewKeychainItem) throws(ItemStatus) {
    let old = try Self.identity(item.attributes)
    let identity = try Self.identity(new.attributes)
    guard var row = rows[old] else { throw .itemNotFound }
    guard identity == old || rows[identity] == nil else { throw .duplicateItem }
    row.item.attributes = new.attributes
    row.item.protection = new.protection
    row.item.modified = max(new.now, item.modified + 1)
    row.item.seal = new.seal
    row.password = new.password
    if let data = new.data {
      row.secret = data
      row.item.hasData = true
    }
    rows[old] = nil
    rows[identity] = row
  }

  mutating func remove(_ item: KeychainItem) throws(ItemStatus) {
    rows[try Self.identity(item.attributes)] = nil
  }

  /// Removes items that needed a passcode which is no more, and returns how many.
  mutating func removeDestroyed(_ state: Device.State) -> Int {
    let before = rows.count
    rows = rows.filter { _, row in
      row.item.protection.accessibility != .whenPasscodeSetThisDeviceOnly
        || (state.hasPasscode && row.item.seal.passcodeGeneration == state.passcodeGeneration)
    }
    return before - rows.count
  }

  private static func identity(_ attributes: ItemAttributes) throws(ItemStatus) -> Identity {
    do throws(FormatError) { return try Identity(attributes.name, scope: nil) } catch {
      // Longer than a container could hold.
      throw .dataTooLarge
    }
  }
}

extension SystemRandom {
  /// A random identifier of 16 bytes.
  static func identifier() -> Bytes16 {
    var bytes: [UInt8] = Array(repeating: 0, count: 16)
    var span = bytes.mutableSpan
    fill(&span)
    return Bytes16(copying: bytes.span) ?? Bytes16()
  }
}
