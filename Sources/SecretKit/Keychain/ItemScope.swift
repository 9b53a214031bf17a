internal import Foundation
internal import ItemStore
internal import SecretFile

/// A store made of a Keychain's four calls: the generic passwords of one service.
///
/// - A look-up never filters on the accessibility: one that was written with another is found all the same.
/// - Storing is one update, or one add; nothing is deleted first that could still be read.
/// - "Not found" is believed only of a device that has been unlocked since its start (see ``confirmAbsence()``).
struct ItemScope<Calls: ItemCalls>: Sendable {
  let calls: Calls
  let service: String
  let accessGroup: String?

  // MARK: Reading

  func secret(_ name: SecretName) throws(SecretStoreError) -> Secret? {
    let row = try report(name) { () throws(ItemStatus) in try find(name, withData: true) }
    return row.map { Secret($0.data ?? Data(), item: $0.item) }
  }

  func item(_ name: SecretName) throws(SecretStoreError) -> SecretItem? {
    try report(name) { () throws(ItemStatus) in try find(name, withData: false)?.item }
  }

  func items() throws(SecretStoreError) -> [SecretItem] {
    try report { () throws(ItemStatus) in try rows().map(\.item).inOrder() }
  }

  /// The row of a name: the local one, or else the synchronising one.
  func find(_ name: SecretName, withData: Bool) throws(ItemStatus) -> ItemRow? {
    if let row = try look(name, withData) { return row }
    try confirmAbsence()
    // What was hidden behind the lock is there now.
    return try look(name, withData)
  }

  private func look(_ name: SecretName, _ withData: Bool) throws(ItemStatus) -> ItemRow? {
    for isSynchronizable in [false, true] {
      var query = query(name)
      query["sync"] = .flag(isSynchronizable)
      query["r_Attributes"] = .flag(true)
      if withData { query["r_Data"] = .flag(true) }
      do throws(ItemStatus) {
        if case .dictionary(let row) = try calls.copyMatching(query) { return ItemRow(row) }
      } catch {
        guard error == .itemNotFound else { throw error }
      }
    }
    return nil
  }

  /// All rows in scope, or those of a name, without their secrets. Whoever writes need not know whether "not found" can be
  /// believed: an add says it.
  func rows(_ name: SecretName? = nil, believing: Bool = false) throws(ItemStatus) -> [ItemRow] {
    var query = query(name)
    query["sync"] = .text("syna")
    query["r_Attributes"] = .flag(true)
    query["m_Limit"] = .text("m_LimitAll")
    var isConfirmed = believing
    while true {
      do throws(ItemStatus) {
        switch try calls.copyMatching(query) {
        case .list(let list):
          return list.compactMap { if case .dictionary(let row) = $0 { ItemRow(row) } else { nil } }
        case .dictionary(let row): return [ItemRow(row)]
        default: return []
        }
      } catch {
        guard error == .itemNotFound else { throw error }
        if isConfirmed { return [] }
        try confirmAbsence()
        isConfirmed = true
      }
    }
  }

  // MARK: Removing

  func remove(_ name: SecretName) throws(SecretStoreError) -> Bool {
    try report(name) { () throws(ItemStatus) in
      var query = query(name)
      query["sync"] = .text("syna")
      if try delete(query) { return true }
      try confirmAbsence()
      return try delete(query)
    }
  }

  func remove(_ name: SecretName, if condition: (Data) -> Bool) throws(SecretStoreError) -> Bool {
    try report(name) { () throws(ItemStatus) in
      guard let row = try find(name, withData: true), condition(row.data ?? Data()) else { return false }
      var query = query(for: row)
      // Changed meanwhile, it has another date.
      if calls.matchesDates { query["mdat"] = row.modified }
      return try delete(query)
    }
  }

  func removeAll(includingSynchronizable: Bool) throws(SecretStoreError) -> Int {
    try report { () throws(ItemStatus) in
      let count = try rows().count { includingSynchronizable || !$0.item.policy.isSynchronizable }
      var query = query()
      query["sync"] = includingSynchronizable ? .text("syna") : .flag(false)
      return try delete(query) ? count : 0
    }
  }

  /// Deletes what a query means; false if there is nothing.
  func delete(_ query: KeychainDictionary) throws(ItemStatus) -> Bool {
    do throws(ItemStatus) {
      try calls.delete(query)
      return true
    } catch {
      guard error == .itemNotFound else { throw error }
      return false
    }
  }

  // MARK: Queries

  /// All rows in scope, or those of a name.
  func query(_ name: SecretName? = nil) -> KeychainDictionary {
    var query: KeychainDictionary = ["class": .text("genp"), "svce": .text(service)]
    if let accessGroup { query["agrp"] = .text(accessGroup) }
    if let name { query["acct"] = name.keychainValue }
    return query
  }

  /// Exactly this row.
  func query(for row: ItemRow) -> KeychainDictionary {
    var query = query(row.item.name)
    query["sync"] = .flag(row.item.policy.isSynchronizable)
    if let group = row.accessGroup { query["agrp"] = group }
    return query
  }
}

extension SecretName {
  /// The account: a text where it was one.
  var keychainValue: KeychainValue {
    if !isData, let text { return .text(text) }
    return .data(bytes)
  }
}
