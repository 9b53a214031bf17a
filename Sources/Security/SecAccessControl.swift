// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import ItemStore
internal import SecretFile

/// What protects an item: an accessibility, and what must be presented.
public final class SecAccessControl: NSObject, Sendable {
  let held: Protection

  init(_ held: Protection) { self.held = held }

  /// Equal protections are equal objects.
  public override func isEqual(_ object: Any?) -> Bool { (object as? SecAccessControl)?.held == held }

  /// The hash of the protection.
  public override var hash: Int { held.hashValue }

  /// The accessibility and, unless there are none, the flags; without flags just as Apple's.
  public override var description: String {
    let flags = held.accessControl.isEmpty ? "" : ";flags \(held.accessControl.rawValue)"
    return "<SecAccessControlRef: \(held.accessibility.keychainName)\(flags)>"
  }
}

/// What must be presented to read an item, with Apple's bits.
public struct SecAccessControlCreateFlags: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: CFOptionFlags
  /// Any bits; `SecAccessControlCreateWithFlags` tells whether they go together.
  public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

  /// Biometry or the passcode.
  public static let userPresence = SecAccessControlCreateFlags(rawValue: 1 << 0)
  /// A finger or face, of any set of enrolments.
  public static let biometryAny = SecAccessControlCreateFlags(rawValue: 1 << 1)
  /// The older name of `biometryAny`.
  public static let touchIDAny = biometryAny
  /// A finger or face of today's set of enrolments: ends with any change of it.
  public static let biometryCurrentSet = SecAccessControlCreateFlags(rawValue: 1 << 3)
  /// The older name of `biometryCurrentSet`.
  public static let touchIDCurrentSet = biometryCurrentSet
  /// The passcode.
  public static let devicePasscode = SecAccessControlCreateFlags(rawValue: 1 << 4)
  /// A watch nearby: not emulated.
  public static let watch = SecAccessControlCreateFlags(rawValue: 1 << 5)
  /// A companion nearby: not emulated.
  public static let companion = SecAccessControlCreateFlags(rawValue: 1 << 5)
  /// One of the constraints is enough.
  public static let or = SecAccessControlCreateFlags(rawValue: 1 << 14)
  /// All constraints together.
  public static let and = SecAccessControlCreateFlags(rawValue: 1 << 15)
  /// Using a private key: kept, for passwords without effect.
  public static let privateKeyUsage = SecAccessControlCreateFlags(rawValue: 1 << 30)
  /// A password of the item's own.
  public static let applicationPassword = SecAccessControlCreateFlags(rawValue: 1 << 31)
}

/// An access control for new items.
///
/// - Parameters:
///   - protection: One of `kSecAttrAccessible…`.
///   - flags: What must be presented.
///   - error: Set to `errSecParam` for flags that do not go together and for an unknown accessibility.
/// - Returns: nil with an error: what asks for a protection never gets a weaker one.
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?, _ protection: Any, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
  func fail(_ reason: String) -> SecAccessControl? {
    unsafe error?.pointee = Unmanaged.passRetained(.security(errSecParam, reason))
    return nil
  }
  guard let name = protection as? String, let accessibility = Accessibility(keychainName: name) else {
    return fail("unknown protection")
  }
  guard let bits = UInt32(exactly: flags.rawValue) else { return fail("unknown flags") }
  let held = Protection(accessibility, accessControl: AccessControl(rawValue: bits))
  do throws(ProtectionConflict) {
    try ProtectionRules.check(held.accessibility, held.accessControl, isSynchronizable: false)
    return SecAccessControl(held)
  } catch {
    return fail(error.message)
  }
}

/// The identifier of the type `SecAccessControl`.
public func SecAccessControlGetTypeID() -> CFTypeID { 256 }

extension NSError {
  /// An error of a status, as Apple's functions give it.
  static func security(_ status: OSStatus, _ reason: String) -> NSError {
    NSError(
      domain: NSOSStatusErrorDomain, code: Int(status),
      userInfo: [NSLocalizedDescriptionKey: StatusMessage.text(status) + " (\(reason))"])
  }
}

/// What an access control asks for: its flags by name, each true; nil without any. Apple's function of this name is
/// private, and so is the form of what it returns.
public func SecAccessControlGetConstraints(_ control: SecAccessControl) -> CFDictionary? {
  let flags = control.held.accessControl
  let names: [(AccessControl, String)] = [
    (.userPresence, "userPresence"), (.biometryAny, "biometryAny"),
    (.biometryCurrentSet, "biometryCurrentSet"), (.devicePasscode, "devicePasscode"), (.or, "or"),
    (.and, "and"), (.privateKeyUsage, "privateKeyUsage"), (.applicationPassword, "applicationPassword"),
  ]
  let set = names.filter { flags.contains($0.0) }
  if set.isEmpty { return nil }
  return NSDictionary(
    objects: set.map { _ in NSNumber(value: true) }, forKeys: set.map { NSString(string: $0.1) })
}
