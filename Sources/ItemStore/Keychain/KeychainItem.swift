internal import SecretCrypto
internal import SecretFile

/// An item as a keychain sees it, whatever it is kept in.
struct KeychainItem: Sendable {
  var id: ItemID
  var attributes: ItemAttributes
  var protection: Protection
  var created: Int64
  var modified: Int64
  /// Whether it has a secret, which may be empty.
  var hasData: Bool
  /// What it was sealed under.
  var seal: Seal
  /// In memory, how many items were added before it; in a container, which does not count, 0.
  var number: UInt64 = 0
  /// The item as a container has it; nil in memory.
  var source: Item?

  /// Whether it was added before another; in a container, by the millisecond.
  func isOlder(than other: KeychainItem) -> Bool { (number, created) < (other.number, other.created) }

  /// Whether a request means it.
  func matches(_ request: Request) -> Bool {
    if let itemClass = request.itemClass, itemClass != attributes.itemClass { return false }
    if let reference = request.reference, reference.id != id || reference.itemClass != attributes.itemClass {
      return false
    }
    if let items = request.items, !items.contains(PersistentReference(attributes.itemClass, id)) {
      return false
    }
    switch request.synchronizing {
    case .any: break
    // A persistent reference says which item is meant, whether it synchronises or not.
    case .unsaid:
      if request.reference == nil, request.items == nil, attributes.isSynchronizable { return false }
    case .value(let value): if attributes.isSynchronizable != value { return false }
    }
    if let accessibility = request.accessibility, accessibility != protection.accessibility { return false }
    // No filter to Apple: `query_add_attribute_with_desc` in SecDbQuery.c makes no condition of an access control.
    if request.rules == .documented, let wanted = request.protection, wanted != protection { return false }
    return request.attributes.allSatisfy { key, value in has(key, value) }
  }

  private func has(_ key: ItemKey, _ value: AttributeValue) -> Bool {
    switch value {
    case .name(let bytes, _): attributes.bytes(key) == bytes
    case .text(let text):
      attributes.kept(key).map { $0 == Array(text.utf8) } ?? sameText(attributes.text(key), text)
    case .data(let bytes): attributes.generic == bytes
    case .number(let number): attributes.kept(key) == nil && attributes.number(key) == number
    case .flag(let flag): (key == .isInvisible ? attributes.isInvisible : attributes.isNegative) == flag
    case .date(let time): (key == .created ? created : modified) == time
    // A label as data and one as text are the same if their bytes are.
    case .kept(let bytes): (attributes.kept(key) ?? attributes.textBytes(key)) == bytes
    }
  }
}

extension ItemAttributes {
  /// A part of the name.
  func bytes(_ key: ItemKey) -> [UInt8] {
    switch key {
    case .account: account
    case .service, .server: service
    case .accessGroup: accessGroup
    case .securityDomain: securityDomain
    case .protocolName: protocolName
    case .authenticationType: authenticationType
    case .path: path
    default: []
    }
  }

  /// A text.
  func text(_ key: ItemKey) -> String {
    switch key {
    case .label: label
    case .itemDescription: itemDescription
    default: comment
    }
  }

  /// A number.
  func number(_ key: ItemKey) -> UInt32 {
    switch key {
    case .creator: creator
    case .type: type
    default: port
    }
  }

  /// Sets what a request says; what it does not say stays.
  mutating func apply(_ request: Request) {
    if case .value(let value) = request.synchronizing { isSynchronizable = value }
    for (key, value) in request.attributes {
      switch value {
      case .name(let bytes, let isData): setName(key, bytes, isData)
      case .text(let text): setText(key, text)
      case .data(let bytes): generic = bytes
      case .number(let number): setNumber(key, number)
      case .flag(let flag): if key == .isInvisible { isInvisible = flag } else { isNegative = flag }
      case .date: break  // The store's own.
      case .kept(let bytes): keep(key, bytes)
      }
    }
  }

  private mutating func setName(_ key: ItemKey, _ bytes: [UInt8], _ isData: Bool) {
    switch key {
    case .account: account = bytes
    case .service, .server: service = bytes
    case .accessGroup: accessGroup = bytes
    case .securityDomain: securityDomain = bytes
    case .protocolName: protocolName = bytes
    case .authenticationType: authenticationType = bytes
    case .path: path = bytes
    default: break
    }
    guard let part = DataParts(key) else { return }
    if isData { dataParts.insert(part) } else { dataParts.remove(part) }
  }

  private mutating func setText(_ key: ItemKey, _ text: String) {
    userAttributes[key.userAttribute] = nil
    switch key {
    case .label: label = text
    case .itemDescription: itemDescription = text
    default: comment = text
    }
  }

  private mutating func setNumber(_ key: ItemKey, _ number: UInt32) {
    userAttributes[key.userAttribute] = nil
    switch key {
    case .creator: creator = number
    case .type: type = number
    default: port = number
    }
  }
}

extension DataParts {
  /// The part of an attribute whose type is remembered.
  init?(_ key: ItemKey) {
    switch key {
    case .account: self = .account
    case .service, .server: self = .service
    case .accessGroup: self = .accessGroup
    default: return nil
    }
  }
}
