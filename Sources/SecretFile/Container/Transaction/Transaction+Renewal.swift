package import SecretCrypto

extension Transaction {
  /// Keeps a value beside an item that is to take the place of its own; see ``promote(_:_:contentType:password:edit:)``.
  /// - Parameter current: The value of the item that it is to replace.
  /// - Throws: `conflict` if the item has another value by now, or another pending one: that one may be known to a
  ///   server already; as `setCompanion`.
  package mutating func propose(
    _ secret: SecretBuffer, for item: Item, replacing current: SecretBuffer, contentType: ContentType,
    password: SecretBuffer? = nil
  ) throws(SecretFileError) {
    // Values are compared, not revisions: a rotation seals them again.
    let now = try draft.secret(try draft.find(item), password: password)
    guard Self.isEqual(now, current) else { throw Self.overtaken(item) }
    if let pending = try companion(.pending, of: item, password: password), !Self.isEqual(pending, secret) {
      throw SecretFileError(
        .conflict, "\(item.displayName): another renewal of it has begun meanwhile",
        hint: "wait for it; if it was interrupted, the same command again finishes it")
    }
    try setCompanion(.pending, of: item, secret: secret, contentType: contentType, password: password)
  }

  /// Makes the pending value of an item its value; the one that it had stays as its previous one. All in this one
  /// change, so that both are on disk before it and after it. Nothing is left to do if somebody else has done it.
  ///
  /// - Parameters:
  ///   - expected: The pending value that is meant.
  ///   - current: The value of the item that it is to replace.
  ///   - edit: Changes attributes along with it, such as the time of the renewal.
  /// - Throws: `conflict` if the item's value or its pending one is another by now; as `secret(of:password:)`.
  package mutating func promote(
    _ item: Item, _ expected: SecretBuffer, replacing current: SecretBuffer, contentType: ContentType,
    password: SecretBuffer? = nil, edit: (inout ItemAttributes) -> Void
  ) throws(SecretFileError) {
    let found = try draft.find(item)
    let now = try draft.secret(found, password: password)
    guard let pending = try companion(.pending, of: item, password: password) else {
      if Self.isEqual(now, expected) { return }
      throw Self.overtaken(item)
    }
    guard Self.isEqual(pending, expected), Self.isEqual(now, current) else { throw Self.overtaken(item) }
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
      Self.isEqual(pending, expected)
    else { throw Self.overtaken(item) }
    try setCompanion(.previous, of: item, secret: expected, contentType: contentType, password: password)
    try removeCompanion(.pending, of: item)
  }

  private static func isEqual(_ a: borrowing SecretBytes, _ b: SecretBuffer) -> Bool {
    a.withBytes { a in b.withBytes { constantTimeEqual(a, $0) } }
  }

  private static func overtaken(_ item: Item) -> SecretFileError {
    SecretFileError(
      .conflict, "\(item.displayName): another program changed it meanwhile",
      hint: "look at what it holds now, then try again")
  }
}
