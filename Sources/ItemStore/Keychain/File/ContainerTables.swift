internal import SecretCrypto
internal import SecretFile

/// The items of a container, for reading.
struct ContainerReader: ItemTable {
  let container: Container

  func candidates(
    _ request: Request, _ entitlements: Entitlements
  ) throws(ItemStatus) -> [KeychainItem] {
    try statuses { () throws(SecretFileError) in
      // One item of the default group is as good as any other, and costs one page.
      if let name = request.exactName(entitlements), let item = try container.item(named: name) {
        let found = KeychainItem(item, isInvalidated: container.isInvalidated(item))
        if found.matches(request) { return [found] }
      }
      return try container.items(matching: request.query).compactMap { item in
        guard item.device == nil || item.device == container.device else { return nil }
        return KeychainItem(item, isInvalidated: container.isInvalidated(item))
      }
    }
  }

  func secret(of item: KeychainItem, password: SecretBuffer?) throws(ItemStatus) -> SecretBuffer? {
    guard let source = item.source else { throw .internalError }
    return try statuses(password) { () throws(SecretFileError) in
      SecretBuffer(try container.secret(of: source, password: source.passwordCost == nil ? nil : password))
    }
  }

  mutating func add(_ new: NewKeychainItem) throws(ItemStatus) -> KeychainItem { throw .readOnly }
  mutating func replace(_ item: KeychainItem, with new: NewKeychainItem) throws(ItemStatus) {
    throw .readOnly
  }
  mutating func remove(_ item: KeychainItem) throws(ItemStatus) { throw .readOnly }
}

/// The items of a container under a change.
extension Transaction: ItemTable {
  func candidates(
    _ request: Request, _ entitlements: Entitlements
  ) throws(ItemStatus) -> [KeychainItem] {
    try statuses { () throws(SecretFileError) in
      try items(matching: request.query).filter { $0.device == nil || $0.device == device }
        .map { KeychainItem($0, isInvalidated: isInvalidated($0)) }
    }
  }

  func secret(of item: KeychainItem, password: SecretBuffer?) throws(ItemStatus) -> SecretBuffer? {
    guard let source = item.source else { throw .internalError }
    return try statuses(password) { () throws(SecretFileError) in
      SecretBuffer(try secret(of: source, password: source.passwordCost == nil ? nil : password))
    }
  }

  mutating func add(_ new: NewKeychainItem) throws(ItemStatus) -> KeychainItem {
    do throws(SecretFileError) {
      let item = try add(
        NewItem(
          new.attributes.inContainer(new.protection), secret: new.data, protection: new.protection,
          password: new.password,
          passwordCost: .mobile))
      return KeychainItem(item, isInvalidated: false)
    } catch {
      throw ItemStatus(error)
    }
  }

  mutating func replace(_ item: KeychainItem, with new: NewKeychainItem) throws(ItemStatus) {
    guard let source = item.source else { throw .internalError }
    do throws(SecretFileError) {
      try overwrite(
        source, new.attributes.inContainer(new.protection), new.protection, secret: new.data,
        password: source.passwordCost == nil ? nil : new.password, newPassword: new.password, cost: .mobile)
    } catch {
      throw ItemStatus(error)
    }
  }

  mutating func remove(_ item: KeychainItem) throws(ItemStatus) {
    guard let source = item.source else { throw .internalError }
    do throws(SecretFileError) { try remove(source) } catch { throw ItemStatus(error) }
  }
}

/// Runs something on a container; a password that was presented and does not open the item is wrong, not missing.
private func statuses<R>(
  _ password: SecretBuffer? = nil, _ body: () throws(SecretFileError) -> R
) throws(ItemStatus) -> R {
  do throws(SecretFileError) { return try body() } catch {
    if error.code == .applicationPassword, password != nil { throw .authenticationFailed }
    throw ItemStatus(error)
  }
}

extension KeychainItem {
  /// An item of a container.
  init(_ item: Item, isInvalidated: Bool) {
    // What the file itself seals needs no note of it; but a set of enrolments that is no more is none of today's.
    self.init(
      id: item.id, attributes: item.attributes.fromContainer(item.protection), protection: item.protection,
      created: item.created,
      modified: item.modified, hasData: item.contentType != .none,
      seal: isInvalidated ? Seal.past : Seal.present, source: item)
  }
}

extension Request {
  /// What of the request a container can look for by itself.
  var query: ItemQuery {
    var query = ItemQuery()
    query.itemClass = itemClass
    query.id = reference?.id
    query.accessGroup = attributes[.accessGroup]?.bytes
    query.service = (attributes[.service] ?? attributes[.server])?.bytes
    query.account = attributes[.account]?.bytes
    query.accessibility = accessibility.map { [$0] }
    // One that synchronises may lie under a name that does not (`inContainer`).
    if synchronizing == .value(false) { query.isSynchronizable = false }
    return query
  }

  /// The name of the one generic password that is meant, if the request names it wholly; the group may be the default
  /// one.
  func exactName(_ entitlements: Entitlements) -> IdentityParts? {
    guard itemClass == .genericPassword, reference == nil, items == nil, limit ?? .one == .one,
      synchronizing != .any,
      let service = attributes[.service], let account = attributes[.account],
      let group = attributes[.accessGroup]?.bytes ?? entitlements.defaultGroup
    else { return nil }
    return IdentityParts(
      service: service.bytes, account: account.bytes, accessGroup: group,
      isSynchronizable: synchronizing == .value(true))
  }
}
