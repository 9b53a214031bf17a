internal import Foundation
internal import ItemStore
internal import SecretCrypto
internal import SecretFile

/// Beside the secrets of a service lies one item of the store's own. It is readable from the first unlock on and bound
/// to the device, and holds the id of the installation, or nothing.
///
/// It serves two ends: whoever can read it has a device that has been unlocked since its start, so that "not found"
/// can be believed; and what is written is stamped with the id.
extension ItemScope {
  private var beside: KeychainDictionary {
    var query: KeychainDictionary = [
      "class": .text("genp"), "svce": .text("\(service).secretkit"), "acct": .text("installation"),
      "sync": .flag(false),
    ]
    if let accessGroup { query["agrp"] = .text(accessGroup) }
    return query
  }

  /// Makes certain that "not found" means absent. In the field a Keychain that has not been unlocked since the start
  /// of the device has been seen to answer "not found" for items that are there; taken at its word it signs people out.
  ///
  /// The item beside answers that by being readable. If there is none yet, it is added, once for a service: adding it
  /// fails before the first unlock whatever reading says.
  func confirmAbsence() throws(ItemStatus) {
    do throws(ItemStatus) {
      if try storedInstallation() != nil { return }
      try store(nil)
    } catch {
      throw error == .interactionNotAllowed || error == .notAvailable ? .absenceNotCertain : error
    }
  }

  /// The id of the installation; nil if there is none, or if it cannot be read now: then nothing is stamped.
  func installation() throws(ItemStatus) -> InstallationID? {
    do throws(ItemStatus) {
      return try storedInstallation() ?? nil
    } catch {
      guard error == .interactionNotAllowed || error == .notAvailable else { throw error }
      return nil
    }
  }

  /// Nil without the item beside; a nil in it without an id.
  private func storedInstallation() throws(ItemStatus) -> InstallationID?? {
    var query = beside
    query["r_Data"] = .flag(true)
    do throws(ItemStatus) {
      switch try calls.copyMatching(query) {
      case .value(.secret(let secret)):
        return .some(
          secret.withBytes {
            InstallationID(hexadecimal: String(decoding: [UInt8](copying: $0), as: UTF8.self))
          })
      case .value(.data(let bytes)):
        return .some(InstallationID(hexadecimal: String(decoding: bytes, as: UTF8.self)))
      default: return .some(nil)
      }
    } catch {
      guard error == .itemNotFound else { throw error }
      return nil
    }
  }

  /// Stores an id, or makes the item without one if there is none at all.
  private func store(_ id: InstallationID?) throws(ItemStatus) {
    let data = KeychainValue.data(Array((id.map { "\($0)" } ?? "").utf8))
    do throws(ItemStatus) {
      let own: KeychainDictionary = [
        "v_Data": data, "pdmn": .text(Accessibility.afterFirstUnlockThisDeviceOnly.keychainName),
      ]
      try calls.add(beside.merging(own) { $1 })
    } catch {
      guard error == .duplicateItem else { throw error }
      if id != nil { try calls.update(beside, ["v_Data": data]) }
    }
  }

  // MARK: First run

  /// Takes over an id, and then removes what other installations have stamped. In this order nothing that is written
  /// from now on can be taken for theirs, and running it again goes on where it was stopped.
  func purge(for id: InstallationID, _ scope: FirstRunScope) throws(SecretStoreError) -> FirstRunPurge {
    try report { () throws(ItemStatus) in
      try store(id)
      let (gone, unstamped) = try choose(id, scope)
      for row in gone { _ = try delete(query(for: row)) }
      return FirstRunPurge(purged: gone.map(\.item).inOrder(), unstamped: unstamped)
    }
  }

  func purgePreview(for id: InstallationID?, _ scope: FirstRunScope) throws(SecretStoreError) -> FirstRunPurge
  {
    try report { () throws(ItemStatus) in
      let (gone, unstamped) = try choose(id, scope)
      return FirstRunPurge(purged: gone.map(\.item).inOrder(), unstamped: unstamped)
    }
  }

  private func choose(
    _ id: InstallationID?, _ scope: FirstRunScope
  ) throws(ItemStatus) -> (gone: [ItemRow], unstamped: Int) {
    var gone: [ItemRow] = []
    var unstamped = 0
    for row in try rows() where scope.includesSynchronizable || !row.item.policy.isSynchronizable {
      if let stamp = row.item.installation {
        if stamp != id { gone.append(row) }
      } else if scope.includesUnstamped {
        gone.append(row)
      } else {
        unstamped += 1
      }
    }
    return (gone, unstamped)
  }
}

extension ItemStatus {
  /// Not one of Apple's: "not found" was the answer, and cannot be believed.
  static var absenceNotCertain: ItemStatus { ItemStatus(rawValue: .min) }
}
