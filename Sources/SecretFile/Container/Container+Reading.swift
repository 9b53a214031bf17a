internal import Files
public import SecretCrypto

extension Container {
  /// The items that match, in the order of their names. Reads pages only, never a secret.
  /// - Throws: `page`, `record`, `order`, file errors.
  public func items(matching query: ItemQuery = ItemQuery()) throws(SecretFileError) -> [Item] {
    try withSecondLook { (snapshot) throws(SecretFileError) in
      var items: [Item] = []
      try snapshot.items.forEach(query) { (item) in
        items.append(item)
        return true
      }
      return items
    }
  }

  /// Calls `body` with each item that matches, in the order of their names, until it returns false. One page at a
  /// time is in memory.
  /// - Throws: `page`, `record`, `order`, file errors; what `body` throws.
  public func forEachItem(
    matching query: ItemQuery = ItemQuery(), _ body: (Item) throws(SecretFileError) -> Bool
  ) throws(SecretFileError) {
    try snapshot.items.forEach(query, body)
  }

  /// The one item that matches.
  /// - Throws: `notFound` if there is none, `ambiguous` if there are several; as `items(matching:)`.
  public func item(matching query: ItemQuery) throws(SecretFileError) -> Item {
    let items = try items(matching: query)
    guard let item = items.first else { throw SecretFileError(standard: .notFound, "no such item") }
    guard items.count == 1 else {
      throw SecretFileError(
        .ambiguous,
        "\(items.count) items match: \(items.prefix(8).map(\.displayName).joined(separator: "; "))",
        hint: "say more about the item")
    }
    return item
  }

  /// The secret of an item, as it is now. Of the file one page is read, and this one secret.
  ///
  /// - Parameter password: The item's own password, for items that have one.
  /// - Throws: `notFound` if the item is gone; `payload` and the other kinds of damage; `version`; `invalidated`; the
  ///   factor that is missing: `device`, `presence`, `passcode`; `applicationPassword`; `kdfCost`.
  public func secret(of item: Item, password: SecretBuffer? = nil) throws(SecretFileError) -> SecretBytes {
    let costLimit = access.costLimit
    return try withSecondLook { (snapshot) throws(SecretFileError) in
      guard let place = try snapshot.find(item.identity), try snapshot.record(at: place).itemID == item.id
      else {
        throw SecretFileError(standard: .notFound, "no such item any more: \(item.displayName)")
      }
      return try SecretFileError.naming(item.name) { () throws(SecretFileError) in
        try PayloadReader(snapshot, costLimit: costLimit).read(place, password: password)
      }
    }
  }

  /// Checks everything that can be checked with the credentials at hand: every page, record and secret, the copies.
  /// What cannot be opened for want of a factor is in the report.
  ///
  /// - Parameters:
  ///   - passwords: The items' own passwords; nil for those that are not known. Called from any thread.
  ///   - progress: Told now and then how far it is.
  /// - Throws: the first error in the order of the specification.
  public func verify(
    passwords: (@Sendable (Item) -> SecretBuffer?)? = nil, progress: ProgressHandler? = nil
  ) throws(SecretFileError) -> VerifyReport {
    let costLimit = access.costLimit
    return try withSecondLook { (snapshot) throws(SecretFileError) in
      try Verification(snapshot, passwords: passwords, costLimit: costLimit).run(progress)
    }
  }

  /// Runs a reading, and once more if it reports damage and the path meanwhile leads to another file.
  func withSecondLook<R: ~Copyable>(
    _ body: (Snapshot) throws(SecretFileError) -> R
  ) throws(SecretFileError) -> R {
    let snapshot = snapshot
    do throws(SecretFileError) {
      return try body(snapshot)
    } catch {
      guard error.code.isDamage, let other = try? access.open(known: snapshot),
        other.headerBytes != snapshot.headerBytes
      else { throw error }
      advance(to: other)
      return try body(other)
    }
  }
}

extension Snapshot {
  /// The items as a reader sees them.
  var items: ItemStream { ItemStream(snapshot: self, changes: [], device: chainKeys.devices.first?.id) }
}
