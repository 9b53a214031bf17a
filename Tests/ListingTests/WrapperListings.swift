// As people write them.
// swift-format-ignore-file: NeverForceUnwrap
// A wrapper in the style of the well-known ones, with the expressions that they use on Apple's types: dictionaries of
// hashable values and of Core Foundation's keys, functions of the system as values that a test replaces, constants
// turned into strings, errors and access controls taken out of their boxes.

import Security

typealias CopyMatching = (_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus
typealias Delete = (_ query: CFDictionary) -> OSStatus

struct VaultFailure: Error, Equatable {
  var status: OSStatus
}

/// A failure with Foundation's domain and code, as wrappers have them.
enum VaultRefusal: OSStatus, CustomNSError {
  case absent = -25300
  case locked = -25308

  static let errorDomain = "com.example.vault"
  var errorCode: Int { Int(rawValue) }
  var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: "refused: \(self)"] }
}

extension VaultRefusal: CatchableAsNSError {}
extension VaultFailure: CatchableAsNSError {}

enum VaultAccess: CaseIterable {
  case whenUnlocked, afterFirstUnlock, passcode

  init?(attribute: CFString) {
    switch attribute {
    case kSecAttrAccessibleWhenUnlocked: self = .whenUnlocked
    case kSecAttrAccessibleAfterFirstUnlock: self = .afterFirstUnlock
    case kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: self = .passcode
    default: return nil
    }
  }

  var attribute: CFString {
    switch self {
    case .whenUnlocked: return kSecAttrAccessibleWhenUnlocked
    case .afterFirstUnlock: return kSecAttrAccessibleAfterFirstUnlock
    case .passcode: return kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
    }
  }

  /// The constant as a string.
  var name: String { return String(attribute) }
}

/// A vault that builds its queries of hashable values.
struct Vault {
  var service: String
  var access = VaultAccess.whenUnlocked
  var isSynchronized = false
  var copyMatching: CopyMatching = SecItemCopyMatching
  var delete: Delete = SecItemDelete

  var base: [String: AnyHashable] {
    var query: [String: AnyHashable] = [
      kSecClass as String: kSecClassGenericPassword as String,
      kSecAttrService as String: service,
      kSecAttrAccessible as String: access.name,
    ]
    query[kSecUseDataProtectionKeychain as String] = true
    if isSynchronized { query[kSecAttrSynchronizable as String] = true }
    return query
  }

  /// A query that a person would have to be asked for.
  func guarded(_ flags: SecAccessControlCreateFlags) -> [String: AnyHashable] {
    var query = base
    query.removeValue(forKey: kSecAttrAccessible as String)
    query[kSecAttrAccessControl as String] = SecAccessControlCreateWithFlags(
      nil, access.attribute, flags, nil)
    return query
  }

  func copy<T>(_ query: [String: AnyHashable]) throws -> T {
    var status = errSecNotAvailable
    var result: AnyObject? = nil
    status = copyMatching(query as CFDictionary, &result)
    guard status == errSecSuccess else { throw VaultFailure(status: status) }
    guard let found = result as? T else { throw VaultFailure(status: errSecItemNotFound) }
    return found
  }

  func set(_ value: Data, for key: String) throws {
    var query = base
    query[kSecAttrAccount as String] = key
    var status = SecItemUpdate(
      query as CFDictionary, [kSecValueData as String: value as AnyHashable] as CFDictionary)
    if status == errSecItemNotFound {
      query[kSecValueData as String] = value
      var result: AnyObject? = nil
      status = SecItemAdd(query as CFDictionary, &result)
    }
    guard status == errSecSuccess else { throw VaultFailure(status: status) }
  }

  func data(for key: String) throws -> Data {
    var query = base
    query[kSecAttrAccount as String] = key
    query[kSecMatchLimit as String] = kSecMatchLimitOne
    query[kSecReturnData as String] = true
    return try copy(query)
  }

  func keys() throws -> Set<String> {
    var query = base
    query[kSecMatchLimit as String] = kSecMatchLimitAll
    query[kSecReturnAttributes as String] = true
    guard query[kSecMatchLimit as String] as? String as CFString? == kSecMatchLimitAll else { return [] }
    let rows: [[String: AnyHashable]] = try copy(query)
    return Set(rows.compactMap { $0[kSecAttrAccount as String] as? String })
  }

  /// The values by key, each looked up by its persistent reference.
  func everything() throws -> [String: Data] {
    var query = base
    query[kSecMatchLimit as String] = kSecMatchLimitAll
    query[kSecReturnAttributes as String] = true
    query[kSecReturnData as String] = false
    query[kSecReturnPersistentRef as String] = true
    var found: [String: Data] = [:]
    let rows: Any = try copy(query)
    for row in rows as? [[String: AnyHashable]] ?? [] {
      guard let reference = row[kSecValuePersistentRef as String],
        let key = row[kSecAttrAccount as String] as? String
      else { continue }
      found[key] = try copy(
        [kSecValuePersistentRef as String: reference, kSecReturnData as String: true] as [String: AnyHashable]
      )
    }
    return found
  }

  func removeAll() throws {
    let status = delete(base as CFDictionary)
    guard status == errSecSuccess || status == errSecItemNotFound else { throw VaultFailure(status: status) }
  }
}

/// The access group that items get, found as wrappers find it: by an item made for that.
func defaultAccessGroup() -> String? {
  var query: [CFString: Any] = [
    kSecClass: kSecClassGenericPassword, kSecAttrAccount: "placeholder", kSecReturnAttributes: true,
    kSecAttrAccessible: VaultAccess.afterFirstUnlock.name,
  ]
  if #available(iOS 13.0, tvOS 13.0, watchOS 6.0, macOS 10.15, *) {
    query[kSecUseDataProtectionKeychain] = true
  }
  var result: AnyObject? = nil
  var status = SecItemCopyMatching(query as CFDictionary, &result)
  if status == errSecItemNotFound { status = SecItemAdd(query as CFDictionary, &result) }
  guard status == errSecSuccess, let row = result as? [CFString: AnyHashable] else { return nil }
  return row[kSecAttrAccessGroup] as? String
}

/// A row as a value, with the types that Apple's dictionary has.
struct VaultRow {
  let attributes: [String: Any]

  var account: String? { return attributes[String(kSecAttrAccount)] as? String }
  var label: String? { return attributes[String(kSecAttrLabel)] as? String }
  var port: Int? { return attributes[String(kSecAttrPort)] as? Int }
  var path: String? { return attributes[String(kSecAttrPath)] as? String }
  var isSynchronized: Bool? { return attributes[String(kSecAttrSynchronizable)] as? Bool }
  var created: Date? { return attributes[String(kSecAttrCreationDate)] as? Date }
  var access: VaultAccess? {
    return (attributes[String(kSecAttrAccessible)] as? String).flatMap {
      VaultAccess(attribute: $0 as CFString)
    }
  }
  var control: SecAccessControl? {
    guard let control = attributes[String(kSecAttrAccessControl)] else { return nil }
    return (control as! SecAccessControl)
  }
}

/// What the system knows about an item, all that can be asked for at once.
func row(_ itemClass: CFString, account: String) -> VaultRow? {
  let query: [String: Any] = [
    String(kSecClass): itemClass, String(kSecAttrAccount): account,
    // The optional stays one in a literal of this type.
    String(kSecReturnAttributes): kCFBooleanTrue as Any, String(kSecReturnData): kCFBooleanTrue as Any,
    String(kSecReturnRef): kCFBooleanTrue as Any, String(kSecReturnPersistentRef): kCFBooleanTrue as Any,
    String(kSecAttrSynchronizable): kSecAttrSynchronizableAny,
  ]
  var result: AnyObject?
  let status = withUnsafeMutablePointer(to: &result) {
    SecItemCopyMatching(query as CFDictionary, UnsafeMutablePointer($0))
  }
  guard status == noErr, let attributes = result as? [String: Any] else { return nil }
  return VaultRow(attributes: attributes)
}

extension CFError {
  /// The same in Foundation's words.
  var plain: NSError {
    let domain = CFErrorGetDomain(self) as String
    let userInfo = CFErrorCopyUserInfo(self) as! [String: Any]
    return NSError(domain: domain, code: CFErrorGetCode(self), userInfo: userInfo)
  }
}

/// Adds a password that must be confirmed. A protection given as any object, as a string's bridge is.
func addConfirmed(_ account: String, _ access: VaultAccess, _ flags: UInt) -> NSError? {
  var error: Unmanaged<CFError>?
  guard
    let control = SecAccessControlCreateWithFlags(
      kCFAllocatorDefault, access.name as CFTypeRef,
      SecAccessControlCreateFlags(rawValue: CFOptionFlags(flags)), &error)
  else { return error?.takeRetainedValue().plain }
  var attributes = [String: Any]()
  attributes[String(kSecClass)] = kSecClassGenericPassword
  attributes[String(kSecAttrAccount)] = account
  attributes[String(kSecAttrAccessControl)] = control
  attributes[String(kSecValueData)] = Data([1])
  attributes[String(kSecAttrSynchronizable)] = kCFBooleanFalse
  let status = SecItemAdd(attributes as CFDictionary, nil)
  return status == errSecSuccess ? nil : NSError(domain: NSOSStatusErrorDomain, code: Int(status))
}
