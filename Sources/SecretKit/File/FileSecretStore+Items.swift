internal import Foundation
internal import ItemStore
internal import SecretCrypto
internal import SecretFile

extension FileSecretStore {
  /// All secrets in scope, or those of a name.
  func query(_ name: SecretName? = nil) -> ItemQuery {
    var query = ItemQuery(service: service, accessGroup: accessGroup)
    query.account = name?.bytes
    return query
  }

  /// The one of several items of a name that is meant: the local one.
  /// - Throws: `ambiguous` if several access groups have one.
  func preferred(_ items: [Item]) throws(SecretFileError) -> Item? {
    guard let item = items.first(where: { !$0.name.isSynchronizable }) ?? items.first else { return nil }
    if let other = items.first(where: { $0.name.accessGroup != item.name.accessGroup }) {
      throw SecretFileError(.ambiguous, "it is in several access groups: \(item.name); \(other.name)")
    }
    return item
  }

  /// Leaves exactly one item of the name, with the secret and the policy.
  func set(
    _ secret: Data, for name: SecretName, policy: SecretPolicy?, _ change: inout Transaction
  ) throws(SecretFileError) -> SetOutcome {
    let items = try change.items(matching: query(name))
    guard let item = try preferred(items) else {
      try change.add(newItem(secret, name, policy ?? SecretPolicy(), nil))
      return .created
    }
    for other in items where other.id != item.id { try change.remove(other) }
    let policy = policy ?? SecretPolicy(item)
    let new = try newItem(secret, name, policy, item)
    if policy.isSynchronizable == item.name.isSynchronizable { return try change.set(new) }
    // Whether it synchronises is part of the name. The old secret is not needed, so it need not open.
    try change.remove(item)
    try change.add(new)
    return .policyChanged
  }

  /// The item to be written, with what the one in its place has besides.
  func newItem(
    _ secret: Data, _ name: SecretName, _ policy: SecretPolicy, _ old: Item?
  ) throws(SecretFileError) -> NewItem {
    try checkPolicy(policy, isSynchronizable: policy.isSynchronizable)
    var attributes =
      old?.attributes
      ?? ItemAttributes(
        IdentityParts(
          service: Array(service.utf8), account: name.bytes, accessGroup: Array((accessGroup ?? "").utf8)))
    attributes.name.isSynchronizable = policy.isSynchronizable
    attributes.name.scope = nil
    if name.isData, old == nil { attributes.dataParts.insert(.account) }
    let bytes = Array(secret)
    let isText = String(validating: bytes, as: UTF8.self) != nil
    let keepsType = old.map { $0.contentType == .bytes || ($0.contentType == .text && isText) } ?? false
    return NewItem(
      attributes, secret: SecretBuffer(copying: bytes.span),
      contentType: keepsType ? old?.contentType ?? .bytes : isText ? .text : .bytes,
      protection: policy.protection)
  }
}

/// What the Keychain refuses to combine is refused before anything is written, by name.
func checkPolicy(_ policy: SecretPolicy, isSynchronizable: Bool) throws(SecretFileError) {
  do throws(ProtectionConflict) {
    try ProtectionRules.check(policy.accessibility, policy.accessControl, isSynchronizable: isSynchronizable)
  } catch {
    throw SecretFileError(.usage, error.message, hint: error.hint)
  }
}

extension SecretPolicy {
  /// The policy of an item.
  init(_ item: Item) {
    self.init(
      item.protection.accessibility, accessControl: item.protection.accessControl,
      isSynchronizable: item.name.isSynchronizable)
  }
}

extension SecretName {
  /// The account of an item.
  init(_ item: Item) {
    self.init(bytes: item.name.account, isData: item.attributes.dataParts.contains(.account))
  }
}

extension SecretItem {
  /// What a container knows about an item.
  init(_ item: Item) {
    self.init(
      name: SecretName(item), accessGroup: String(decoding: item.name.accessGroup, as: UTF8.self),
      policy: SecretPolicy(item), created: Date(milliseconds: item.created),
      modified: Date(milliseconds: item.modified), installation: item.attributes.installation)
  }
}

extension [SecretItem] {
  /// By the bytes of their names, local before synchronising.
  func inOrder() -> [SecretItem] {
    sorted { a, b in
      if a.name != b.name { return a.name.bytes.lexicographicallyPrecedes(b.name.bytes) }
      return !a.policy.isSynchronizable && b.policy.isSynchronizable
    }
  }
}

extension Item {
  /// Who wrote it, for an error about it.
  var stampText: String {
    attributes.installation.map { ", written by installation \($0)" } ?? ""
  }
}

extension Date {
  /// A time of a container.
  init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
