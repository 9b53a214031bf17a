package import SecretCrypto

extension Transaction {
  /// Keeps a pending or a previous value beside an item, under the item's own protection; one that is there is
  /// replaced. Companions are no items: queries pass them over, and they go where their item goes.
  /// - Parameter password: The item's own password, if its class asks for one.
  /// - Throws: `notFound`, `applicationPassword`, the factor that is missing, `record`.
  package mutating func setCompanion(
    _ kind: CompanionKind, of item: Item, secret: SecretBuffer, contentType: ContentType = .bytes,
    password: SecretBuffer? = nil
  ) throws(SecretFileError) {
    let found = try draft.find(item)
    let identity = found.record.identity.companion(kind)
    try draft.checkTarget(found.keyClass)
    let old = try draft.find(identity)
    var pending: PendingRecord
    if let old {
      pending = try draft.pending(old)
    } else {
      pending = PendingRecord(
        record: Record(
          itemID: Bytes16(), keyID: 0, created: draft.now, modified: draft.now, contentType: contentType,
          payloadLength: 0, identity: identity, attributes: ItemAttributes(identity.parts)),
        payload: .keep, keyClass: found.keyClass)
    }
    pending.record.contentType = contentType
    pending.record.payloadLength = UInt32(clamping: secret.count)
    pending.payload = .seal(secret)
    pending.keyClass = found.keyClass
    try draft.setPassword(&pending, found.keepingPassword(password))
    try draft.put(pending)
  }

  /// The pending or previous value of an item; nil if there is none.
  /// - Throws: as `secret(of:password:)`.
  package func companion(
    _ kind: CompanionKind, of item: Item, password: SecretBuffer? = nil
  ) throws(SecretFileError) -> SecretBytes? {
    guard let found = try draft.find(try draft.find(item).record.identity.companion(kind)) else { return nil }
    return try draft.secret(found, password: password)
  }

  /// Drops a companion; false if there was none.
  @discardableResult
  package mutating func removeCompanion(_ kind: CompanionKind, of item: Item) throws(SecretFileError) -> Bool
  {
    let identity = try draft.find(item).record.identity.companion(kind)
    guard try draft.find(identity) != nil else { return false }
    try draft.drop(identity)
    return true
  }
}
