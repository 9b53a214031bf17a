internal import Foundation
internal import ItemStore
internal import SecretCrypto
internal import SecretFile

extension ItemScope {
  /// How often writing starts again because somebody else added or removed the item meanwhile.
  private static var maximumTurns: Int { 16 }

  func set(
    _ secret: Data, for name: SecretName, policy: SecretPolicy?
  ) throws(SecretStoreError) -> SetOutcome {
    if let policy { try check(policy, name) }
    return try report(name, policy) { () throws(ItemStatus) in
      for _ in 0..<Self.maximumTurns {
        let found = try rows(name, believing: true)
        do throws(ItemStatus) {
          guard let row = found.first(where: { !$0.item.policy.isSynchronizable }) ?? found.first else {
            try calls.add(try attributes(secret, name, policy ?? SecretPolicy()))
            return .created
          }
          let outcome = try replace(row, secret, policy)
          // One of this name is left, not a second one that synchronises.
          for other in found where other.item.policy.isSynchronizable != row.item.policy.isSynchronizable {
            _ = try delete(query(for: other))
          }
          return outcome
        } catch {
          guard error == .duplicateItem || error == .itemNotFound else { throw error }
        }
      }
      throw .io
    }
  }

  func add(_ secret: Data, for name: SecretName, policy: SecretPolicy?) throws(SecretStoreError) {
    let policy = policy ?? SecretPolicy()
    try check(policy, name)
    if let row = try report(name, nil, { () throws(ItemStatus) in try rows(name, believing: true).first }) {
      let stamp = row.item.installation.map { "written by installation \($0)" }
      throw SecretStoreError(.duplicate, item: name, detail: stamp)
    }
    try report(name, policy) { () throws(ItemStatus) in
      _ = try calls.add(try attributes(secret, name, policy))
    }
  }

  func reprotect(_ name: SecretName?, _ policy: SecretPolicy) throws(SecretStoreError) -> Int {
    let found = try report(name) { () throws(ItemStatus) -> [ItemRow] in try rows(name) }
    for row in found {
      var wanted = policy
      wanted.isSynchronizable = row.item.policy.isSynchronizable
      try check(wanted, row.item.name)
    }
    let count = found.count { $0.item.policy.protection != policy.protection }
    if count == 0 { return 0 }
    return try report(name, policy) { () throws(ItemStatus) in
      var query = query(name)
      query["sync"] = .text("syna")
      // One call, and so one transaction: all rows or none.
      var changes = protection(policy)
      changes["gena"] = ItemNote(installation: try installation(), accessControl: policy.accessControl).value
      try calls.update(query, changes)
      return count
    }
  }

  // MARK: Steps

  /// Gives a row another secret, and the policy if there is one.
  private func replace(
    _ row: ItemRow, _ secret: Data, _ policy: SecretPolicy?
  ) throws(ItemStatus) -> SetOutcome {
    let old = row.item.policy
    let new = policy ?? old
    var changes: KeychainDictionary = ["v_Data": .secret(SecretBuffer(copying: Array(secret).span))]
    if new.protection != old.protection { changes.merge(protection(new)) { $1 } }
    if new.isSynchronizable != old.isSynchronizable { changes["sync"] = .flag(new.isSynchronizable) }
    changes["gena"] = ItemNote(installation: try installation(), accessControl: new.accessControl).value
    do throws(ItemStatus) {
      try calls.update(query(for: row), changes)
    } catch {
      // An update opens the old secret. One that nobody can open any more has nothing to lose.
      guard error == .authenticationFailed, try isInvalidated(row.item.name) else { throw error }
      _ = try delete(query(for: row))
      try calls.add(try attributes(secret, row.item.name, new))
    }
    return new == old ? .updated : .policyChanged
  }

  private func attributes(
    _ secret: Data, _ name: SecretName, _ policy: SecretPolicy
  ) throws(ItemStatus) -> KeychainDictionary {
    var attributes = query(name)
    attributes["v_Data"] = .secret(SecretBuffer(copying: Array(secret).span))
    attributes["sync"] = .flag(policy.isSynchronizable)
    attributes["gena"] = ItemNote(installation: try installation(), accessControl: policy.accessControl).value
    return attributes.merging(protection(policy)) { $1 }
  }

  /// The attribute that says how an item is protected.
  private func protection(_ policy: SecretPolicy) -> KeychainDictionary {
    policy.accessControl.isEmpty
      ? ["pdmn": .text(policy.accessibility.keychainName)] : ["accc": .protection(policy.protection)]
  }

  /// What the Keychain would refuse with a bare -50 is refused by name, before anything is written.
  private func check(_ policy: SecretPolicy, _ name: SecretName) throws(SecretStoreError) {
    do throws(SecretFileError) {
      try checkPolicy(policy, isSynchronizable: policy.isSynchronizable)
    } catch {
      throw SecretStoreError(error, item: name)
    }
  }

  /// Whether an item that cannot be opened would not open for anybody: it fails without asking.
  func isInvalidated(_ name: SecretName) throws(ItemStatus) -> Bool {
    var query = query(name)
    query["sync"] = .text("syna")
    query["r_Data"] = .flag(true)
    query["u_AuthUI"] = .text("u_AuthUIF")
    do throws(ItemStatus) {
      _ = try calls.copyMatching(query)
      return false
    } catch {
      return error == .authenticationFailed
    }
  }
}
