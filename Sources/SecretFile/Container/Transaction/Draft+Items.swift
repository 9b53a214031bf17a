internal import SecretCrypto

extension Draft.Found {
  /// The password that the item goes on having; nil if it has none.
  func keepingPassword(_ password: SecretBuffer?) -> ItemPassword? {
    guard let parameters = record.attributes.applicationPassword else { return nil }
    if let password = stored?.password { return password }
    guard let password else { return nil }
    return ItemPassword(
      password: password, cost: KDFCost(opslimit: parameters.opslimit, memlimitKiB: parameters.memlimitKiB))
  }
}

extension Draft {
  /// Adds an item of a name that is free.
  @discardableResult
  func create(_ item: NewItem) throws(SecretFileError) -> Item {
    let keyClass = try keyClass(item.protection ?? Protection())
    let identity = try identity(item.attributes.name, scope: keyClass.device)
    try checkTarget(keyClass)
    var attributes = item.attributes
    attributes.name = identity.parts
    attributes.installation = root.installation
    var pending = PendingRecord(
      record: Record(
        itemID: Bytes16(), keyID: 0, created: now, modified: now, contentType: item.type,
        payloadLength: try length(item.secret), identity: identity, attributes: attributes),
      payload: .seal(item.secret), keyClass: keyClass, password: nil, base: nil, old: nil)
    // What was removed before in this transaction does not come back: the item is a new one.
    try setPassword(&pending, item.itemPassword)
    return Item(try put(pending), keyClass.protection, keyID: 0)
  }

  /// Gives an item a new secret, attributes and protection.
  func set(_ found: Found, to item: NewItem, _ policy: AttributePolicy) throws(SecretFileError) -> SetOutcome
  {
    let keyClass =
      try item.protection.map { (protection) throws(SecretFileError) in
        try self.keyClass(protection, of: found)
      } ?? found.keyClass
    let identity = try identity(item.attributes.name, scope: keyClass.device)
    var attributes = item.attributes
    if policy == .keep { attributes.keep(found.record.attributes) }
    attributes.name = identity.parts
    attributes.installation = found.record.attributes.installation
    attributes.setApplicationPassword(found.record.attributes.applicationPassword)
    if keyClass == found.keyClass, isStamped(found), try holds(found, item) {
      if attributes == found.record.attributes { return .unchanged }
      var pending = try pending(found)
      pending.record.attributes = attributes
      try put(pending)
      return .updated
    }
    try checkTarget(keyClass)
    var pending = try pending(found)
    pending.record.rename(identity)
    pending.record.attributes = attributes
    pending.record.contentType = item.type
    pending.record.payloadLength = try length(item.secret)
    pending.payload = .seal(item.secret)
    pending.keyClass = keyClass
    try setPassword(&pending, item.itemPassword)
    // What stood there already was hidden by this item, and counts as the same.
    try moveCompanions(
      found.record.identity, to: identity, keyClass, password: item.password, newPassword: item.itemPassword)
    if identity != found.record.identity { try drop(found.record.identity) }
    try put(pending)
    return keyClass == found.keyClass ? .updated : .policyChanged
  }

  /// The class of keys for a new protection of an item: one that is bound to a device stays with that device.
  func keyClass(_ protection: Protection, of found: Found) throws(SecretFileError) -> KeyClass {
    if protection.accessibility.isThisDeviceOnly, let device = found.keyClass.device {
      guard protection.accessControl.isValid else {
        throw SecretFileError(standard: .usage, "the access-control flags do not go together")
      }
      return KeyClass(protection: protection, device: device)
    }
    return try keyClass(protection)
  }

  /// Whether the item bears the stamp that a write would give it.
  private func isStamped(_ found: Found) -> Bool {
    root.installation == nil || found.record.attributes.installation == root.installation
  }

  /// Whether an item holds exactly this secret, under this password.
  private func holds(_ found: Found, _ item: NewItem) throws(SecretFileError) -> Bool {
    guard found.record.contentType == item.type, Int(found.record.payloadLength) == item.secret?.count ?? 0
    else {
      return false
    }
    let held: SecretBytes
    do throws(SecretFileError) {
      held = try secret(found, password: item.password)
    } catch {
      // Another password, or a secret that nobody can read any more, is replaced.
      guard error.code == .applicationPassword || error.code == .invalidated else { throw error }
      return false
    }
    guard let secret = item.secret else { return held.count == 0 }
    return held.withBytes { (held) in secret.withBytes { (secret) in constantTimeEqual(held, secret) } }
  }

  private func length(_ secret: SecretBuffer?) throws(SecretFileError) -> UInt32 {
    let length = secret?.count ?? 0
    guard length <= Limit.payload else {
      throw SecretFileError(standard: .tooLarge, "the secret is longer than 64 MiB")
    }
    return UInt32(length)
  }

  // MARK: Companions and namesakes

  /// Removes an item with its companions, and the one without a scope that it hides.
  func remove(_ found: Found) throws(SecretFileError) {
    let identity = found.record.identity
    try removeOne(identity)
    guard let device, identity.scope == device.id,
      let hidden = try? identity.scoped(to: nil), try find(hidden) != nil
    else { return }
    try removeOne(hidden)
  }

  private func removeOne(_ identity: Identity) throws(SecretFileError) {
    for kind in [CompanionKind.pending, .previous] {
      let companion = identity.companion(kind)
      if try find(companion) != nil { try drop(companion) }
    }
    try drop(identity)
  }

  /// Companions follow their item to another identity and another class: a value beside it is guarded as it is.
  func moveCompanions(
    _ old: Identity, to new: Identity, _ keyClass: KeyClass, password: SecretBuffer? = nil,
    newPassword: ItemPassword? = nil
  ) throws(SecretFileError) {
    for kind in [CompanionKind.pending, .previous] {
      guard let companion = try find(old.companion(kind)), old != new || companion.keyClass != keyClass
      else { continue }
      do throws(SecretFileError) {
        try moveRecord(
          companion, to: new.companion(kind), keyClass, password: password, newPassword: newPassword)
      } catch {
        // What nobody can read any more needs no better guard.
        guard old == new, error.code == .invalidated else { throw error }
      }
    }
  }
}

extension NewItem {
  /// The content type as the record has it.
  var type: ContentType { secret == nil ? .none : contentType == .none ? .bytes : contentType }

  /// The item's own password with its cost.
  var itemPassword: ItemPassword? { password.map { ItemPassword(password: $0, cost: passwordCost) } }
}

extension ItemAttributes {
  /// Takes over what `old` has and these attributes lack.
  mutating func keep(_ old: ItemAttributes) {
    func take(_ text: inout String, _ old: String) { if text.isEmpty { text = old } }
    take(&label, old.label)
    take(&itemDescription, old.itemDescription)
    take(&comment, old.comment)
    if generic.isEmpty { generic = old.generic }
    if creator == 0 { creator = old.creator }
    if type == 0 { type = old.type }
    isInvisible = isInvisible || old.isInvisible
    isNegative = isNegative || old.isNegative
    if provenance.isEmpty { provenance = old.provenance }
    expires = expires ?? old.expires
    rotated = rotated ?? old.rotated
    if userAttributes.isEmpty { userAttributes = old.userAttributes }
    if dataParts.isEmpty { dataParts = old.dataParts }
    unknown = old.unknown
  }
}
