internal import SecretCrypto

extension Draft {
  /// The class of keys for a protection; ThisDeviceOnly means the first device key at hand.
  /// - Throws: `usage` for flags that do not go together, `device` without a device key.
  func keyClass(_ protection: Protection) throws(SecretFileError) -> KeyClass {
    guard protection.accessControl.isValid else {
      throw SecretFileError(standard: .usage, "the access-control flags do not go together")
    }
    guard protection.accessibility.isThisDeviceOnly else {
      return KeyClass(protection: protection, device: nil)
    }
    guard let device else {
      throw SecretFileError(standard: .device, "no device key to bind the item to")
    }
    return KeyClass(protection: protection, device: device.id)
  }

  /// Puts a record, after checking that it can be written. Its revisions follow from the base's record. Returns it as
  /// it stands then.
  @discardableResult
  func put(_ pending: PendingRecord) throws(SecretFileError) -> Record {
    var pending = pending
    if let old = pending.old {
      guard old.revision < .max else {
        throw SecretFileError(.record, "record: its revision cannot grow any more")
      }
      pending.record.revision = old.revision + 1
      pending.record.payloadRevision = old.payloadRevision + (pending.isSealed ? 1 : 0)
      pending.record.itemID = old.itemID
    } else {
      pending.record.itemID = seed.itemID(
        identityHash: Hash.blake2b256(pending.record.identity.bytes.span).span)
    }
    pending.record.modified = now
    guard Int(pending.record.payloadLength) <= Limit.payload else {
      throw SecretFileError(standard: .tooLarge, "the secret is longer than 64 MiB")
    }
    // The stamp is set at the end, and counts in the size already.
    pending.record.attributes.installation = root.installation ?? pending.record.attributes.installation
    let stored = StoredRecord(pending, encoded: try [UInt8](encoding: pending.record))
    changes.set(pending.record.identity, Change(identity: pending.record.identity, put: stored))
    return pending.record
  }

  /// Takes an identity away.
  func drop(_ identity: Identity) throws(SecretFileError) {
    let isInBase = try base.find(identity) != nil
    changes.set(identity, isInBase ? Change(identity: identity, put: nil) : nil)
  }

  /// Moves an item, with its companions, to another identity or key class; its payload is sealed anew.
  /// - Throws: the factor that is missing to open it; `applicationPassword`.
  func move(
    _ found: Found, to identity: Identity, _ keyClass: KeyClass, password: SecretBuffer?,
    newPassword: ItemPassword?
  ) throws(SecretFileError) {
    try checkTarget(keyClass)
    try moveCompanions(
      found.record.identity, to: identity, keyClass, password: password, newPassword: newPassword)
    try moveRecord(found, to: identity, keyClass, password: password, newPassword: newPassword)
  }

  /// Moves one record.
  func moveRecord(
    _ found: Found, to identity: Identity, _ keyClass: KeyClass, password: SecretBuffer?,
    newPassword: ItemPassword?
  ) throws(SecretFileError) {
    let before = found.record.identity
    var pending = try pending(found)
    if case .keep = pending.payload { pending.payload = .reseal(try origin(found, password)) }
    pending.record.rename(identity)
    pending.keyClass = keyClass
    try setPassword(&pending, newPassword)
    if before != identity { try drop(before) }
    try put(pending)
  }

  /// The record that the change goes on from.
  func pending(_ found: Found) throws(SecretFileError) -> PendingRecord {
    if let stored = found.stored { return try stored.pending() }
    return PendingRecord(
      record: found.record, payload: .keep, keyClass: found.keyClass, password: nil, base: found.base,
      old: OldRecord(found.record))
  }

  /// Gives a pending record the password that its class asks for, or takes it away.
  /// - Throws: `usage` if the class asks for one and there is none, or the other way round.
  func setPassword(_ pending: inout PendingRecord, _ password: ItemPassword?) throws(SecretFileError) {
    guard pending.keyClass.protection.accessControl.contains(.applicationPassword) else {
      if password != nil {
        throw SecretFileError(
          .usage, "a password was given for an item whose access control has no applicationPassword")
      }
      pending.password = nil
      pending.record.attributes.setApplicationPassword(nil)
      return
    }
    guard let password else {
      throw SecretFileError(standard: .applicationPassword, "the item's own password is missing")
    }
    guard password.password.count > 0 else {
      throw SecretFileError(standard: .credential, "the item's password is empty")
    }
    pending.password = password
    // The salt is drawn for the final identity; what counts here is that there are parameters, and their cost.
    pending.record.attributes.setApplicationPassword(
      try ApplicationPassword.parameters(password.cost, itemID: pending.record.itemID, seed: seed))
  }
}

// MARK: - Payloads of the base

extension Draft {
  /// The base's payload of an item, checked to be one that can be opened.
  func origin(_ found: Found, _ password: SecretBuffer?) throws(SecretFileError) -> SealedOrigin {
    guard let place = found.base, let record = try? base.record(at: place) else {
      throw SecretFileError(.refused, "internal error: an item without a payload")
    }
    let reader = PayloadReader(base)
    // Opening it now tells a wrong password before anything is written.
    let hash = try reader.passwordHash(record, password)
    if hash != nil { _ = try reader.open(place, passwordHash: hash) }
    _ = try base.classKey(record.keyID)
    return SealedOrigin(
      blob: try base.payload(at: place), record: try [UInt8](encoding: record), keyID: record.keyID,
      passwordHash: hash)
  }

  /// The secret of an item under the change so far.
  func secret(_ found: Found, password: SecretBuffer?) throws(SecretFileError) -> SecretBytes {
    if let stored = found.stored {
      switch stored.payload {
      case .seal(let secret): return secret?.withBytes { SecretBytes(copying: $0) } ?? SecretBytes(count: 0)
      case .keep, .reseal: break
      }
    }
    guard let place = found.base else { return SecretBytes(count: 0) }
    let reader = PayloadReader(base)
    return try reader.open(
      place, passwordHash: try reader.passwordHash(try base.record(at: place), password))
  }
}
