/// The factors of a chain, without their ids (spec §9.3). Raw values are no part of the format.
package struct FactorSet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let device = FactorSet(rawValue: 1)
  package static let presence = FactorSet(rawValue: 2)
  package static let passcode = FactorSet(rawValue: 4)
}

/// The table of chains of spec §9.3.
package enum ChainTable {
  /// All chains of an entry, in canonical order. Empty if accessControl is not valid.
  package static func chains(
    _ accessibility: Accessibility, _ accessControl: AccessControl
  ) -> [FactorSet] {
    guard accessControl.isValid else { return [] }
    switch accessibility {
    case .whenUnlocked, .afterFirstUnlock, .always:
      return alternatives(accessControl)
    case .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly, .alwaysThisDeviceOnly:
      return alternatives(accessControl).map { $0.union(.device) }
    case .whenPasscodeSetThisDeviceOnly:
      let all = alternatives(accessControl).map { $0.union([.device, .passcode]) }
      // An alternative that contains another one adds nothing: one encoding.
      return all.enumerated().filter { index, chain in
        !all.enumerated().contains { other, smaller in
          smaller.isStrictSubset(of: chain) || (smaller == chain && other < index)
        }
      }.map(\.element)
    }
  }

  /// The chains that can be written when these factors exist in the container, in canonical order.
  package static func chains(
    _ accessibility: Accessibility, _ accessControl: AccessControl, existing: FactorSet
  ) -> [FactorSet] {
    chains(accessibility, accessControl).filter { $0.isSubset(of: existing) }
  }

  private static func alternatives(_ accessControl: AccessControl) -> [FactorSet] {
    let biometry = !accessControl.isDisjoint(with: [.biometryAny, .biometryCurrentSet])
    let passcode = accessControl.contains(.devicePasscode)
    if accessControl.contains(.userPresence) { return [.presence, .passcode] }
    switch (biometry, passcode) {
    case (false, false): return [[]]
    case (true, false): return [.presence]
    case (false, true): return [.passcode]
    case (true, true):
      return accessControl.contains(.or) ? [.presence, .passcode] : [[.presence, .passcode]]
    }
  }
}
