/// The items of a snapshot under the changes of a transaction, in the order of their names, one page at a time.
struct ItemStream {
  let snapshot: Snapshot
  /// Ascending by identity.
  let changes: [Change]
  /// The device whose items hide those of the same name without a scope.
  let device: DeviceID?

  /// Calls `body` with each item that matches, until it returns false.
  func forEach(
    _ query: ItemQuery, _ body: (Item) throws(SecretFileError) -> Bool
  ) throws(SecretFileError) {
    let filter = NameFilter(query)
    var namesakes = Namesakes(device: query.id == nil ? device : nil)
    var next = 0
    func emit(_ item: Item?) throws(SecretFileError) -> Bool {
      for item in namesakes.pass(item) where query.matches(item) {
        if try !body(item) { return false }
      }
      return true
    }
    for segment in filter.segments(of: snapshot.segments) where mayHold(segment, filter) {
      let page = try snapshot.page(segment)
      for index in filter.records(of: page) where filter.matches(page.record(index).identity) {
        while next < changes.count, changes[next].isBefore(page.record(index).identity) {
          if try !emit(try added(changes[next], filter)) { return }
          next += 1
        }
        if next < changes.count, changes[next].isAt(page.record(index).identity) {
          if try !emit(try added(changes[next], filter)) { return }
          next += 1
        } else if query.id == nil || query.id == page.record(index).itemID {
          if try !emit(try item(page, index)) { return }
        }
      }
    }
    for change in changes[next...] {
      if try !emit(try added(change, filter)) { return }
    }
    for item in namesakes.finish() where query.matches(item) {
      if try !body(item) { return }
    }
  }

  private func mayHold(_ segment: Int, _ filter: NameFilter) -> Bool {
    let segments = snapshot.segments
    if segment + 1 == segments.count {
      return filter.mayBeIn(first: segments.firstIdentity(segment), next: Span())
    }
    return filter.mayBeIn(first: segments.firstIdentity(segment), next: segments.firstIdentity(segment + 1))
  }

  private func item(_ page: Page, _ index: Int) throws(SecretFileError) -> Item {
    let record = try format { () throws(FormatError) in try page.record(index).record() }
    return Item(record, snapshot.keyTable.entry(record.keyID)?.keyClass.protection ?? Protection())
  }

  private func added(_ change: Change, _ filter: NameFilter) throws(SecretFileError) -> Item? {
    guard let put = change.put, filter.matches(change.identity.bytes.span) else { return nil }
    return Item(
      try put.record(), put.keyClass.protection, keyID: put.isSealed ? 0 : put.keyID)
  }
}

extension Change {
  func isBefore(_ identity: Span<UInt8>) -> Bool { ByteOrder.compare(self.identity.bytes.span, identity) < 0 }
  func isAt(_ identity: Span<UInt8>) -> Bool { ByteOrder.equal(self.identity.bytes.span, identity) }
}

/// Holds items of one name back until all are known, because one bound to this device hides the one without a
/// scope: to a writer the two are one item (spec "Identity").
struct Namesakes {
  private let device: DeviceID?
  private var held: [Item] = []

  /// Without a device nothing is held back or hidden.
  init(device: DeviceID?) { self.device = device }

  /// Takes the next item in the order of names, and returns those that are decided.
  mutating func pass(_ item: Item?) -> [Item] {
    guard let item else { return [] }
    if device == nil { return [item] }
    if let first = held.first, Self.isSameName(first, item) {
      held.append(item)
      return []
    }
    let done = finish()
    held = [item]
    return done
  }

  /// What is still held back.
  mutating func finish() -> [Item] {
    defer { held = [] }
    guard let device, held.contains(where: { $0.device == device }) else { return held }
    return held.filter { $0.device != nil }
  }

  private static func isSameName(_ a: Item, _ b: Item) -> Bool {
    // Synchronising items have no scope; the flag stands before it.
    let (left, right) = (a.identity.bytes, b.identity.bytes)
    let (leftLength, rightLength) = (
      left.count - (a.device == nil ? 0 : 16), right.count - (b.device == nil ? 0 : 16)
    )
    return leftLength == rightLength && left[..<leftLength] == right[..<rightLength]
  }
}
