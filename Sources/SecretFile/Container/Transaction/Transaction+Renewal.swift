package import SecretCrypto

extension Transaction {
  /// Keeps a value beside an item that is to take the place of its own; see ``promote(_:_:contentType:password:edit:)``.
  /// - Parameter item: The item as it was when its value was read.
  /// - Throws: `conflict` if it has another value by now; as `setCompanion`.
  package mutating func propose(
    _ secret: SecretBuffer, for item: Item, contentType: ContentType, password: SecretBuffer? = nil
  ) throws(SecretFileError) {
    guard try draft.find(item).record.payloadRevision == item.payloadRevision else {
      throw Self.overtaken(item)
    }
    try setCompanion(.pending, of: item, secret: secret, contentType: contentType, password: password)
  }

  /// Makes the pending value of an item its value; the one that it had stays as its previous one. All in this one
  /// change, so that both are on disk before it and after it.
  ///
  /// - Parameters:
  ///   - item: The item as it was when its pending value was stored.
  ///   - expected: The pending value that is meant.
  ///   - edit: Changes attributes along with it, such as the time of the renewal.
  /// - Throws: `conflict` if the item's value or its pending one is another by now; as `secret(of:password:)`.
  package mutating func promote(
    _ item: Item, _ expected: SecretBuffer, contentType: ContentType, password: SecretBuffer? = nil,
    edit: (inout ItemAttributes) -> Void
  ) throws(SecretFileError) {
    let found = try draft.find(item)
    guard found.record.payloadRevision == item.payloadRevision else { throw Self.overtaken(item) }
    guard let pending = try companion(.pending, of: item, password: password),
      pending.withBytes({ pending in expected.withBytes { constantTimeEqual(pending, $0) } })
    else { throw Self.overtaken(item) }
    let current = SecretBuffer(try draft.secret(found, password: password))
    let type = found.record.contentType
    try setCompanion(.previous, of: item, secret: current, contentType: type, password: password)
    try removeCompanion(.pending, of: item)
    var next = try draft.pending(found)
    edit(&next.record.attributes)
    next.record.contentType = contentType
    next.record.payloadLength = UInt32(clamping: expected.count)
    next.payload = .seal(expected)
    try draft.setPassword(&next, found.keepingPassword(password))
    try draft.put(next)
  }

  /// Gives up the pending value of an item, which goes on with the value it has. It stays as the previous one: the
  /// server may have taken it.
  /// - Throws: `conflict` if the pending value is another by now; as `secret(of:password:)`.
  package mutating func giveUpPending(
    _ item: Item, _ expected: SecretBuffer, contentType: ContentType, password: SecretBuffer? = nil
  ) throws(SecretFileError) {
    guard let pending = try companion(.pending, of: item, password: password),
      pending.withBytes({ pending in expected.withBytes { constantTimeEqual(pending, $0) } })
    else { throw Self.overtaken(item) }
    try setCompanion(.previous, of: item, secret: expected, contentType: contentType, password: password)
    try removeCompanion(.pending, of: item)
  }

  private static func overtaken(_ item: Item) -> SecretFileError {
    SecretFileError(
      .conflict, "\(item.displayName): another program changed it meanwhile",
      hint: "look at what it holds now, then try again")
  }
}
