internal import ItemStore
internal import SecretFile

extension ItemScope {
  /// Runs calls, and says what their status means.
  func report<R>(
    _ name: SecretName? = nil, _ policy: SecretPolicy? = nil, _ body: () throws(ItemStatus) -> R
  ) throws(SecretStoreError) -> R {
    do throws(ItemStatus) {
      return try body()
    } catch {
      throw meaning(of: error, name, policy)
    }
  }

  private func meaning(of status: ItemStatus, _ name: SecretName?, _ policy: SecretPolicy?)
    -> SecretStoreError
  {
    switch status {
    case .absenceNotCertain:
      SecretStoreError(
        .unavailable, status: ItemStatus.itemNotFound.rawValue, item: name,
        detail: "not found, but the device has not been unlocked since its start")
    case .missingEntitlement:
      SecretStoreError(.missingEntitlement, item: name, detail: groups)
    case .notAvailable where policy?.accessibility == .whenPasscodeSetThisDeviceOnly:
      SecretStoreError(.passcodeNotSet, item: name)
    case .authenticationFailed where name.map({ (try? isInvalidated($0)) ?? false }) ?? false:
      SecretStoreError(.invalidated, item: name)
    default: SecretStoreError(status: status.rawValue, item: name)
    }
  }

  /// Which group was wanted and which are granted, as far as items show.
  private var groups: String {
    let wanted = accessGroup.map { "wanted access group \"\($0)\"" } ?? "wanted the default access group"
    let query: KeychainDictionary = [
      "class": .text("genp"), "sync": .text("syna"), "r_Attributes": .flag(true),
      "m_Limit": .text("m_LimitAll"),
    ]
    var found: Set<String> = []
    if case .list(let list)? = try? calls.copyMatching(query) {
      for case .dictionary(let row) in list { found.insert(ItemRow(row).item.accessGroup) }
    }
    if found.isEmpty { return "\(wanted); granted: none that holds an item" }
    return
      "\(wanted); granted, as far as items show: \(found.sorted().map { "\"\($0)\"" }.joined(separator: ", "))"
  }
}
