/// When an item may be read, by Apple's class numbers (spec §9.1).
public enum Accessibility: UInt8, Sendable, CaseIterable {
  /// While unlocked.
  case whenUnlocked = 6
  /// From the first unlock after a start on.
  case afterFirstUnlock = 7
  /// Kept for round trips; in a container it equals `afterFirstUnlock`.
  case always = 8
  /// While unlocked, with this device's key.
  case whenUnlockedThisDeviceOnly = 9
  /// From the first unlock on, with this device's key.
  case afterFirstUnlockThisDeviceOnly = 10
  /// Kept for round trips; in a container it equals `afterFirstUnlockThisDeviceOnly`.
  case alwaysThisDeviceOnly = 11
  /// While unlocked, with this device's key and the passcode key of a passphrase slot.
  case whenPasscodeSetThisDeviceOnly = 12

  /// Whether items are bound to one device.
  public var isThisDeviceOnly: Bool { rawValue >= 9 }
}

/// What else is needed to read an item, by Apple's flag bits (spec §9.1).
public struct AccessControl: OptionSet, Hashable, Sendable {
  /// The flag bits.
  public let rawValue: UInt32

  /// Any bits; `isValid` tells whether they go together.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// An enrolled identity or the passcode.
  public static let userPresence = AccessControl(rawValue: 1 << 0)
  /// An enrolled identity of any set.
  public static let biometryAny = AccessControl(rawValue: 1 << 1)
  /// An enrolled identity of the set of when the item was stored.
  public static let biometryCurrentSet = AccessControl(rawValue: 1 << 3)
  /// The passcode key, so a passphrase opening.
  public static let devicePasscode = AccessControl(rawValue: 1 << 4)
  /// Any of the constraints.
  public static let or = AccessControl(rawValue: 1 << 14)
  /// All of the constraints.
  public static let and = AccessControl(rawValue: 1 << 15)
  /// Kept for round trips.
  public static let privateKeyUsage = AccessControl(rawValue: 1 << 30)
  /// Each item has a password of its own.
  public static let applicationPassword = AccessControl(rawValue: 1 << 31)

  /// All bits that version 1 defines.
  package static let known: AccessControl = [
    .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .or, .and, .privateKeyUsage,
    .applicationPassword,
  ]
  /// The bits that choose factors.
  package static let constraints: AccessControl = [
    .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode,
  ]

  /// Whether the bits are known and go together (spec §9.1).
  public var isValid: Bool {
    guard subtracting(.known).isEmpty, !isSuperset(of: [.or, .and]) else { return false }
    let allowed: [AccessControl] = [
      [], .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode,
      [.biometryAny, .devicePasscode], [.biometryCurrentSet, .devicePasscode],
    ]
    return allowed.contains(intersection(.constraints))
  }
}
