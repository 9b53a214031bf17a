package import SecretCrypto

extension Transaction {
  /// Gives an item another name, other attributes, another protection and perhaps another secret, all in one
  /// revision; its id and its date of creation stay. Unlike `set` it writes even if nothing changes.
  ///
  /// - Parameters:
  ///   - secret: The new secret; nil keeps the one that is there.
  ///   - password: The item's own password, as it is; needed to seal a kept secret anew.
  ///   - newPassword: The one it is to have, if its protection asks for one.
  /// - Throws: `duplicate` if the name is taken; `notFound`, `usage`, `tooLarge`; the factor that is missing.
  package mutating func overwrite(
    _ item: Item, _ attributes: ItemAttributes, _ protection: Protection, secret: SecretBuffer?,
    password: SecretBuffer? = nil, newPassword: SecretBuffer? = nil, cost: KDFCost = .standard
  ) throws(SecretFileError) {
    let found = try draft.find(item)
    let keyClass = try draft.keyClass(protection, of: found)
    let identity = try draft.identity(attributes.name, scope: keyClass.device)
    if let other = try draft.find(named: attributes.name), other.record.itemID != found.record.itemID {
      throw SecretFileError(
        .duplicate, "an item of the new name exists already: \(Item(other).displayName)",
        hint: "remove it first, or choose another name")
    }
    let hasMoved = identity != found.record.identity || keyClass != found.keyClass
    var pending = try draft.pending(found)
    pending.record.rename(identity)
    let parameters = pending.record.attributes.applicationPassword
    pending.record.attributes = attributes
    pending.record.attributes.name = identity.parts
    pending.record.attributes.setApplicationPassword(parameters)
    pending.keyClass = keyClass
    let next = newPassword.map { ItemPassword(password: $0, cost: cost) }
    if let secret {
      pending.record.contentType = .bytes
      pending.record.payloadLength = UInt32(clamping: secret.count)
      pending.payload = .seal(secret)
    } else if hasMoved, case .keep = pending.payload {
      pending.payload = .reseal(try draft.origin(found, password))
    }
    if pending.isSealed {
      try draft.checkTarget(keyClass)
      try draft.setPassword(&pending, next)
    }
    try draft.moveCompanions(
      found.record.identity, to: identity, keyClass, password: password, newPassword: next)
    if identity != found.record.identity { try draft.drop(found.record.identity) }
    try draft.put(pending)
  }
}
