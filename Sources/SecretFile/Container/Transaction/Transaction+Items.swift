public import SecretCrypto

extension Transaction {
  /// Adds an item.
  /// - Throws: `duplicate` if an item of that name exists; `usage` for a protection that the format does not know or
  ///   for a synchronising item that would be bound to a device; the factor that is missing to seal it; `tooLarge`
  ///   beyond the format's limits.
  @discardableResult
  public mutating func add(_ item: NewItem) throws(SecretFileError) -> Item {
    if let found = try draft.find(named: item.attributes.name) {
      let existing = Item(found)
      let stamp = existing.attributes.installation.map { ", written by installation \($0)" } ?? ""
      throw SecretFileError(
        .duplicate, "an item of this name exists already: \(existing.displayName)\(stamp)",
        hint: "set it instead, or remove it first")
    }
    return try SecretFileError.naming(item.attributes.name) { () throws(SecretFileError) in
      try draft.create(item)
    }
  }

  /// Adds an item, or gives the one of that name a new secret, attributes and protection, in one step.
  /// - Parameter policy: Whether attributes that the new item lacks stay.
  /// - Throws: as `add`, but for `duplicate`.
  @discardableResult
  public mutating func set(
    _ item: NewItem, attributes policy: AttributePolicy = .keep
  ) throws(SecretFileError) -> SetOutcome {
    let found = try draft.find(named: item.attributes.name)
    return try SecretFileError.naming(item.attributes.name) { () throws(SecretFileError) in
      if let found { return try draft.set(found, to: item, policy) }
      try draft.create(item)
      return .created
    }
  }

  /// Changes the attributes of an item; its secret is not touched. Returns whether anything changed.
  /// - Throws: `notFound` if the item is gone; `usage` for a change of the name; `tooLarge` if it becomes that.
  @discardableResult
  public mutating func edit(
    _ item: Item, _ change: (inout ItemAttributes) throws(SecretFileError) -> Void
  ) throws(SecretFileError) -> Bool {
    let found = try draft.find(item)
    var attributes = found.record.attributes
    try change(&attributes)
    guard attributes.name == found.record.attributes.name else {
      throw SecretFileError(.usage, "edit does not change names", hint: "rename the item instead")
    }
    attributes.installation = found.record.attributes.installation
    attributes.setApplicationPassword(found.record.attributes.applicationPassword)
    if attributes == found.record.attributes { return false }
    var pending = try draft.pending(found)
    pending.record.attributes = attributes
    try draft.put(pending)
    return true
  }

  /// Renames an item, which may also change its access group or whether it synchronises; the secret is sealed anew.
  /// Returns whether anything changed. The scope of the new name is ignored: the item stays bound to its device, or
  /// to none.
  /// - Parameter password: The item's own password, if it has one.
  /// - Throws: `duplicate` if an item of the new name exists; `notFound`; the factor that is missing to open it.
  @discardableResult
  public mutating func rename(
    _ item: Item, to name: IdentityParts, password: SecretBuffer? = nil
  ) throws(SecretFileError) -> Bool {
    let found = try draft.find(item)
    let identity = try draft.identity(name, scope: found.record.identity.scope)
    if identity == found.record.identity { return false }
    if let other = try draft.find(named: name), other.record.itemID != found.record.itemID {
      throw SecretFileError(
        .duplicate, "an item of the new name exists already: \(Item(other).displayName)",
        hint: "remove it first, or choose another name")
    }
    try SecretFileError.naming(item.name) { () throws(SecretFileError) in
      try draft.move(
        found, to: identity, found.keyClass, password: password,
        newPassword: found.keepingPassword(password))
    }
    return true
  }

  /// Gives an item another protection; the secret is sealed anew under another key. Returns whether anything changed.
  /// - Parameters:
  ///   - password: The item's own password, if it has one.
  ///   - newPassword: The password it is to have, if the new access control asks for one; nil keeps the old one.
  ///   - cost: What deriving a key from the new password is to cost.
  /// - Throws: `usage`, `notFound`; the factor that is missing to open or to seal it.
  @discardableResult
  public mutating func reprotect(
    _ item: Item, _ protection: Protection, password: SecretBuffer? = nil, newPassword: SecretBuffer? = nil,
    cost: KDFCost = .standard
  ) throws(SecretFileError) -> Bool {
    let found = try draft.find(item)
    let keyClass = try SecretFileError.naming(item.name) { () throws(SecretFileError) in
      try draft.keyClass(protection, of: found)
    }
    if keyClass == found.keyClass, newPassword == nil { return false }
    let identity = try draft.identity(found.record.attributes.name, scope: keyClass.device)
    // One without a scope was hidden by this item, and counts as the same.
    if identity != found.record.identity, identity.scope != nil, let other = try draft.find(identity) {
      throw SecretFileError(
        .duplicate, "an item of this name exists in that scope: \(Item(other).displayName)")
    }
    var next: ItemPassword?
    if protection.accessControl.contains(.applicationPassword) {
      next = newPassword.map { ItemPassword(password: $0, cost: cost) } ?? found.keepingPassword(password)
    }
    try SecretFileError.naming(item.name) { () throws(SecretFileError) in
      try draft.move(found, to: identity, keyClass, password: password, newPassword: next)
    }
    return true
  }

  /// Removes an item, with its companions and with the one that it hides. Returns false if it was gone already.
  /// - Throws: damage, file errors.
  @discardableResult
  public mutating func remove(_ item: Item) throws(SecretFileError) -> Bool {
    guard let found = try draft.find(item.identity), found.record.itemID == item.id else { return false }
    try draft.remove(found)
    return true
  }

  /// Removes all items that match, and returns what they were.
  /// - Throws: damage, file errors.
  @discardableResult
  public mutating func removeItems(matching query: ItemQuery) throws(SecretFileError) -> [Item] {
    let items = try self.items(matching: query)
    for item in items { try remove(item) }
    return items
  }
}
