public import SecretFile

/// Why attributes do not go together. Found before anything is written.
public struct ProtectionConflict: Error, Hashable, Sendable {
  /// Always `parameter`, as the Keychain answers.
  public let status: ItemStatus
  /// Which two attributes exclude each other, in one line without a full stop.
  public let message: String
  /// What to do, in one line without a full stop.
  public let hint: String

  init(_ message: String, hint: String) {
    status = .parameter
    self.message = message
    self.hint = hint
  }
}

/// What the Keychain refuses to combine (errSecParam), and what the container format has no encoding for.
public enum ProtectionRules {
  /// Throws the first conflict.
  public static func check(
    _ accessibility: Accessibility, _ accessControl: AccessControl, isSynchronizable: Bool
  ) throws(ProtectionConflict) {
    if isSynchronizable, accessibility.isThisDeviceOnly {
      throw ProtectionConflict(
        "synchronizable and \(accessibility) exclude each other: an item bound to this device does not synchronise",
        hint: "take an accessibility without ThisDeviceOnly, or do not synchronise")
    }
    if isSynchronizable, !accessControl.isEmpty {
      throw ProtectionConflict(
        "synchronizable and access control exclude each other",
        hint: "leave one of them out")
    }
    if accessControl.isSuperset(of: [.or, .and]) {
      throw ProtectionConflict("the flags or and and exclude each other", hint: "leave one of them out")
    }
    if accessControl.isSuperset(of: [.biometryAny, .biometryCurrentSet]) {
      throw ProtectionConflict(
        "the flags biometryAny and biometryCurrentSet exclude each other",
        hint: "biometryCurrentSet is the stricter one: it ends with any change of the enrolments")
    }
    if accessControl.contains(.userPresence),
      !accessControl.isDisjoint(with: [.biometryAny, .biometryCurrentSet, .devicePasscode, .or, .and])
    {
      throw ProtectionConflict(
        "the flag userPresence stands alone: it already means biometry or passcode",
        hint: "only applicationPassword and privateKeyUsage go with it")
    }
    if !accessControl.isValid {
      throw ProtectionConflict("unknown access control flags", hint: "use the flags that the help names")
    }
  }
}
