internal import ItemStore

/// The four calls that a Keychain has. ``ItemScope`` makes a store of them; who answers is the system, or the engine
/// that stands in for it.
///
/// Dictionaries are by Apple's raw keys, whatever the platform.
protocol ItemCalls: Sendable {
  /// Whether dates may be conditions of a query.
  var matchesDates: Bool { get }
  @discardableResult
  func add(_ attributes: KeychainDictionary) throws(ItemStatus) -> KeychainResult
  func copyMatching(_ query: KeychainDictionary) throws(ItemStatus) -> KeychainResult
  func update(_ query: KeychainDictionary, _ changes: KeychainDictionary) throws(ItemStatus)
  func delete(_ query: KeychainDictionary) throws(ItemStatus)
}

extension Keychain: ItemCalls {
  var matchesDates: Bool { true }
}
