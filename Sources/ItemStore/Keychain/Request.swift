internal import SecretCrypto
internal import SecretFile

/// A query, or the changes of an update, understood.
struct Request {
  /// What a request is for; that decides which keys it may have.
  enum Purpose {
    case add, copyMatching, delete
    /// The query of an update.
    case updateQuery
    /// The changes of an update, to items of a class.
    case changes
  }

  /// What a query says about synchronising.
  enum Synchronizing: Hashable {
    case unsaid, any
    case value(Bool)
  }

  /// How many items are wanted.
  enum Limit: Hashable {
    case one, all
    case count(Int)
  }

  /// What a call is to give back.
  struct Returns: OptionSet {
    let rawValue: Int
    static let data = Returns(rawValue: 1)
    static let attributes = Returns(rawValue: 2)
    static let persistentReference = Returns(rawValue: 4)
    /// A reference in memory. Passwords have none, so nothing comes back for it.
    static let reference = Returns(rawValue: 8)
  }

  /// Whether the user may be asked.
  enum Asking: Hashable {
    case allowed, fails, skips
  }

  /// Nil in a query by persistent reference alone.
  var itemClass: ItemClass?
  var attributes: [ItemKey: AttributeValue] = [:]
  var synchronizing = Synchronizing.unsaid
  var accessibility: Accessibility?
  var protection: Protection?
  /// The secret; nil without `v_Data`.
  var data: SecretBuffer?
  var reference: PersistentReference?
  /// Only these items; nil without the key.
  var items: [PersistentReference]?
  var limit: Limit?
  var returns: Returns = []
  var asking = Asking.allowed
  let rules: KeychainRules

  init(
    _ dictionary: KeychainDictionary, for purpose: Purpose, class itemClass: ItemClass? = nil,
    _ rules: KeychainRules
  ) throws(ItemStatus) {
    self.rules = rules
    self.itemClass = itemClass
    if purpose != .changes { self.itemClass = try Self.itemClass(dictionary["class"], dictionary) }
    // Sorted, so that of several faults always the same one is told.
    for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) where purpose == .changes || key != "class"
    {
      if purpose == .changes { try change(key, value) } else { try take(key, value, purpose) }
    }
    if let protection, let accessibility {
      guard protection.accessibility == accessibility else { throw .parameter }
      // Not even the same one beside constraints: `query_set_access_control` in SecDbQuery.c compares whole protections.
      if rules == .published, !protection.accessControl.isEmpty { throw .parameter }
    }
    if reference != nil,
      !attributes.isEmpty || accessibility != nil || protection != nil || synchronizing != .unsaid
    {
      throw .parameter
    }
  }

  // MARK: Keys

  private static func itemClass(
    _ value: KeychainValue?, _ dictionary: KeychainDictionary
  ) throws(ItemStatus) -> ItemClass? {
    guard let value else {
      // A persistent reference names the class.
      if dictionary["v_PersistentRef"] != nil { return nil }
      throw .parameter
    }
    guard case .text(let name) = value else { throw .parameter }
    switch name {
    case "genp": return .genericPassword
    case "inet": return .internetPassword
    case "cert", "keys", "idnt": throw .unimplemented
    default: throw .noSuchClass
    }
  }

  /// A key of a query, or of the attributes of an add.
  private mutating func take(_ key: String, _ value: KeychainValue, _ purpose: Purpose) throws(ItemStatus) {
    switch key {
    case "r_Data": try ask(.data, value, purpose)
    case "r_Attributes": try ask(.attributes, value, purpose)
    case "r_PersistentRef": try ask(.persistentReference, value, purpose)
    case "r_Ref": try ask(.reference, value, purpose)
    case "v_Data": data = try value.asSecret()
    case "v_PersistentRef":
      if purpose == .add { throw .parameter }
      reference = try PersistentReference(value)
    case "v_Ref": throw purpose == .updateQuery || purpose == .delete ? .parameter : .unimplemented
    case "nleg": _ = try value.asFlag()
    case _ where key.hasPrefix("m_"): try match(key, value, purpose)
    case _ where key.hasPrefix("u_"): try use(key, value, purpose)
    default: try attribute(key, value, purpose)
    }
  }

  private mutating func ask(_ kind: Returns, _ value: KeychainValue, _ purpose: Purpose) throws(ItemStatus) {
    // A number is none: `query_add_return` in SecDbQuery.c asks for the type.
    if rules == .published, !value.isFlag { throw .parameter }
    guard try value.asFlag() else { return }
    if purpose == .updateQuery { throw .parameter }
    returns.insert(kind)
  }

  private mutating func match(_ key: String, _ value: KeychainValue, _ purpose: Purpose) throws(ItemStatus) {
    switch key {
    // `s3dl_query_update` in SecItemDb.c takes no condition at all.
    case _ where purpose == .updateQuery && rules == .published: throw .parameter
    case "m_Limit":
      limit = try Self.limit(value)
      // All is what a deletion takes anyway; code for the file keychain of macOS has to say so.
      if purpose == .delete, limit != .all { throw .parameter }
    case "m_ItemList":
      if purpose != .copyMatching { throw .parameter }
      guard case .list(let list) = value else { throw .parameter }
      var items: [PersistentReference] = []
      for value in list { items.append(try PersistentReference(value)) }
      self.items = items
    default: throw purpose == .copyMatching ? .unimplemented : .parameter
    }
  }

  private static func limit(_ value: KeychainValue) throws(ItemStatus) -> Limit {
    switch value {
    case .text("m_LimitOne"): return .one
    case .text("m_LimitAll"): return .all
    case .number(let count) where count >= 1: return count == 1 ? .one : .count(Int(clamping: count))
    default: throw .parameter
    }
  }

  private mutating func use(_ key: String, _ value: KeychainValue, _ purpose: Purpose) throws(ItemStatus) {
    switch key {
    case "u_AuthUI":
      switch value {
      case .text("u_AuthUIA"): asking = .allowed
      case .text("u_AuthUIF"): asking = .fails
      case .text("u_AuthUIS"):
        if purpose != .copyMatching { throw .parameter }
        asking = .skips
      default: throw .parameter
      }
    case "u_NoAuthUI": if try value.asFlag() { asking = .fails }
    // Whose keychain, where several people use a device; here it has one user.
    case "u_SystemKeychain": _ = try value.asFlag()
    case "u_OpPrompt": guard case .text = value else { throw .parameter }
    default: throw .unimplemented
    }
  }

  /// A key of the changes of an update.
  private mutating func change(_ key: String, _ value: KeychainValue) throws(ItemStatus) {
    switch key {
    case "v_Data": data = try value.asSecret()
    case "musr": break
    case "ggrp": throw .parameter
    case _ where ["r_", "m_", "v_"].contains { key.hasPrefix($0) }: throw .parameter
    default: try attribute(key, value, .changes)
    }
  }

  // MARK: Attributes

  private mutating func attribute(
    _ name: String, _ value: KeychainValue, _ purpose: Purpose
  ) throws(ItemStatus) {
    guard let key = ItemKey(rawValue: name) else {
      // `query_applier` in SecDbQuery.c takes keys of four characters for attributes, and others for wrong.
      if rules == .published, purpose != .changes, name.utf8.count != 4 { throw .parameter }
      throw .noSuchAttribute
    }
    if let itemClass, !key.belongs(to: itemClass) { throw .noSuchAttribute }
    switch key {
    case .synchronizable:
      if purpose != .add, purpose != .changes, case .text("syna") = value {
        synchronizing = .any
      } else if rules == .published, case .text("syna") = value {
        // As if it were not said: `query_add_attribute_with_desc` in SecDbQuery.c skips it in every call.
        synchronizing = .unsaid
      } else {
        synchronizing = .value(try value.asFlag())
      }
    case .accessibility:
      guard case .text(let name) = value, let found = Accessibility(keychainName: name) else {
        throw .parameter
      }
      accessibility = found
    case .accessControl:
      guard case .protection(let found) = value else { throw .parameter }
      protection = found
    default: attributes[key] = try AttributeValue(key, value, rules)
    }
  }
}
