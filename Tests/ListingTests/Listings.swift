// As people write them.
// swift-format-ignore-file: NeverForceUnwrap
// Programs in the style of Keychain tutorials, as their authors would type them. They are compiled in Swift 5 and in
// Swift 6 mode, and may use nothing but Security and what comes with it.

import Observation
import Security

// MARK: Save, update, read, delete

enum KeychainHelperError: Error, Equatable {
  case duplicateItem
  case itemNotFound
  case unexpected(OSStatus)
}

struct KeychainHelper {
  let service: String

  func save(_ password: Data, account: String) throws {
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: service,
      kSecAttrAccount as String: account,
      kSecValueData as String: password,
    ]
    let status = SecItemAdd(query as CFDictionary, nil)
    if status == errSecDuplicateItem { throw KeychainHelperError.duplicateItem }
    guard status == errSecSuccess else { throw KeychainHelperError.unexpected(status) }
  }

  func updateOrAdd(_ password: Data, account: String) throws {
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: service,
      kSecAttrAccount as String: account,
    ]
    let attributes: [String: Any] = [kSecValueData as String: password]
    let status = SecItemUpdate(query as CFDictionary, attributes as CFDictionary)
    if status == errSecItemNotFound { return try save(password, account: account) }
    guard status == errSecSuccess else { throw KeychainHelperError.unexpected(status) }
  }

  func read(account: String) throws -> Data? {
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: service,
      kSecAttrAccount as String: account,
      kSecMatchLimit as String: kSecMatchLimitOne,
      kSecReturnData as String: kCFBooleanTrue!,
    ]
    var item: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &item)
    guard status != errSecItemNotFound else { return nil }
    guard status == errSecSuccess, let data = item as? Data else {
      throw KeychainHelperError.unexpected(status)
    }
    return data
  }

  func delete(account: String) {
    let query =
      [
        kSecClass: kSecClassGenericPassword,
        kSecAttrService: service,
        kSecAttrAccount: account,
      ] as CFDictionary
    SecItemDelete(query)
  }

  func message(_ status: OSStatus) -> String {
    (SecCopyErrorMessageString(status, nil) as String?) ?? "status \(status)"
  }
}

// MARK: Delete, then add

final class KeychainManager {
  nonisolated(unsafe) static let accessible: CFString = kSecAttrAccessibleAfterFirstUnlock

  @discardableResult
  func save(key: String, data: Data) -> OSStatus {
    let query =
      [
        kSecClass as String: kSecClassGenericPassword as String,
        kSecAttrAccount as String: key,
        kSecAttrAccessible as String: Self.accessible,
        kSecValueData as String: data,
      ] as [String: Any]
    SecItemDelete(query as CFDictionary)
    return SecItemAdd(query as CFDictionary, nil)
  }

  func load(key: String) -> Data? {
    let query: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrAccount: key, kSecReturnData: true,
      kSecMatchLimit: kSecMatchLimitOne,
    ]
    var dataTypeRef: AnyObject? = nil
    let status: OSStatus = SecItemCopyMatching(query as CFDictionary, &dataTypeRef)
    return status == noErr ? dataTypeRef as! Data? : nil
  }
}

// MARK: A class of password items, with dictionaries of objects

struct PasswordItem {
  let service: String
  private(set) var account: String

  static func query(service: String, account: String? = nil) -> [String: AnyObject] {
    var query = [String: AnyObject]()
    query[kSecClass as String] = kSecClassGenericPassword
    query[kSecAttrService as String] = service as AnyObject?
    if let account = account { query[kSecAttrAccount as String] = account as AnyObject? }
    return query
  }

  func readPassword() -> String? {
    var query = PasswordItem.query(service: service, account: account)
    query[kSecMatchLimit as String] = kSecMatchLimitOne
    query[kSecReturnAttributes as String] = kCFBooleanTrue
    query[kSecReturnData as String] = kCFBooleanTrue
    var result: AnyObject?
    let status = withUnsafeMutablePointer(to: &result) {
      SecItemCopyMatching(query as CFDictionary, UnsafeMutablePointer($0))
    }
    guard status == noErr, let item = result as? [String: AnyObject],
      let data = item[kSecValueData as String] as? Data
    else { return nil }
    return String(data: data, encoding: String.Encoding.utf8)
  }

  func savePassword(_ password: String) -> OSStatus {
    var item = PasswordItem.query(service: service, account: account)
    item[kSecValueData as String] = password.data(using: .utf8)! as AnyObject?
    return SecItemAdd(item as CFDictionary, nil)
  }

  static func accounts(service: String) -> [String] {
    var query = PasswordItem.query(service: service)
    query[kSecMatchLimit as String] = kSecMatchLimitAll
    query[kSecReturnAttributes as String] = kCFBooleanTrue
    query[kSecReturnData as String] = kCFBooleanFalse
    var result: AnyObject?
    guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess,
      let items = result as? [[String: AnyObject]]
    else { return [] }
    return items.compactMap { $0[kSecAttrAccount as String] as? String }
  }
}

// MARK: In the manner of Objective-C

func legacyRoundTrip(_ value: String) -> String? {
  let query = NSMutableDictionary(
    objects: [kSecClassGenericPassword, "legacy", "user"],
    forKeys: [kSecClass, kSecAttrService, kSecAttrAccount])
  SecItemDelete(query as CFDictionary)
  query.setObject(NSData(data: Data(value.utf8)), forKey: kSecValueData)
  guard SecItemAdd(query as CFDictionary, nil) == errSecSuccess else { return nil }
  query.removeObject(forKey: kSecValueData)
  query[kSecReturnData] = kCFBooleanTrue
  var result: AnyObject?
  guard SecItemCopyMatching(query, &result) == errSecSuccess, let data = result as? NSData else { return nil }
  return NSString(data: data as Data, encoding: String.Encoding.utf8.rawValue) as String?
}

// MARK: Biometric items

struct BiometricStore {
  func save(_ secret: Data, account: String) throws {
    var error: Unmanaged<CFError>?
    guard
      let access = SecAccessControlCreateWithFlags(
        kCFAllocatorDefault, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, [.biometryCurrentSet], &error)
    else { throw error!.takeRetainedValue() as Error }
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrAccount as String: account,
      kSecAttrAccessControl as String: access as Any,
      kSecValueData as String: secret,
    ]
    let status = SecItemAdd(query as CFDictionary, nil)
    guard status == errSecSuccess else { throw NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
  }

  func read(account: String, prompt: String) -> (OSStatus, Data?) {
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrAccount as String: account,
      kSecUseOperationPrompt as String: prompt,
      kSecReturnData as String: true,
    ]
    var item: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &item)
    return (status, item as? Data)
  }

  /// Whether there is one, without asking anybody.
  func exists(account: String) -> Bool {
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: account,
      kSecUseAuthenticationUI as String: kSecUseAuthenticationUIFail,
    ]
    let status = SecItemCopyMatching(query as CFDictionary, nil)
    return status == errSecSuccess || status == errSecInteractionNotAllowed
  }
}

// MARK: Internet passwords

struct Credentials: Equatable {
  var username: String
  var password: String
}

func storeAndFindServerPassword(_ credentials: Credentials, server: String) throws -> Credentials {
  let account = credentials.username
  let password = credentials.password.data(using: String.Encoding.utf8)!
  let query: [String: Any] = [
    kSecClass as String: kSecClassInternetPassword, kSecAttrAccount as String: account,
    kSecAttrServer as String: server, kSecAttrProtocol as String: kSecAttrProtocolHTTPS,
    kSecAttrPort as String: 443, kSecValueData as String: password,
  ]
  guard SecItemAdd(query as CFDictionary, nil) == errSecSuccess else {
    throw KeychainHelperError.duplicateItem
  }
  let search: [String: Any] = [
    kSecClass as String: kSecClassInternetPassword, kSecAttrServer as String: server,
    kSecMatchLimit as String: kSecMatchLimitOne, kSecReturnAttributes as String: true,
    kSecReturnData as String: true,
  ]
  var item: CFTypeRef?
  let status = SecItemCopyMatching(search as CFDictionary, &item)
  guard status == errSecSuccess, let existingItem = item as? [String: Any],
    let passwordData = existingItem[kSecValueData as String] as? Data,
    let found = String(data: passwordData, encoding: .utf8),
    let name = existingItem[kSecAttrAccount as String] as? String,
    existingItem[kSecAttrProtocol as String] as? String == kSecAttrProtocolHTTPS as String
  else { throw KeychainHelperError.unexpected(status) }
  return Credentials(username: name, password: found)
}

// MARK: Purge on first launch

func purgeOnFirstLaunch(_ defaults: UserDefaults) {
  guard !defaults.bool(forKey: "hasRunBefore") else { return }
  for itemClass in [kSecClassGenericPassword, kSecClassInternetPassword] {
    let status = SecItemDelete([kSecClass: itemClass] as CFDictionary)
    assert(status == errSecSuccess || status == errSecItemNotFound)
  }
  defaults.set(true, forKey: "hasRunBefore")
}

// MARK: A token actor, and an observable manager

protocol SecureStorage: Sendable {
  func set(_ value: String?, for key: String) throws
  func value(for key: String) throws -> String?
}

struct KeychainStorage: SecureStorage {
  func set(_ value: String?, for key: String) throws {
    let helper = KeychainHelper(service: "tokens")
    guard let value else { return helper.delete(account: key) }
    try helper.updateOrAdd(Data(value.utf8), account: key)
  }

  func value(for key: String) throws -> String? {
    try KeychainHelper(service: "tokens").read(account: key).flatMap { String(data: $0, encoding: .utf8) }
  }
}

final class FakeStorage: SecureStorage, @unchecked Sendable {
  private let lock = NSLock()
  private var values: [String: String] = [:]

  func set(_ value: String?, for key: String) throws { lock.withLock { values[key] = value } }
  func value(for key: String) throws -> String? { lock.withLock { values[key] } }
}

actor TokenProvider {
  private let storage: any SecureStorage
  private var cached: String?

  init(storage: any SecureStorage) { self.storage = storage }

  func token() throws -> String? {
    if let cached { return cached }
    cached = try storage.value(for: "accessToken")
    return cached
  }

  func update(_ token: String?) throws {
    try storage.set(token, for: "accessToken")
    cached = token
  }
}

@MainActor @Observable final class SessionManager {
  private(set) var isSignedIn = false
  private let provider: TokenProvider

  init(storage: any SecureStorage) { provider = TokenProvider(storage: storage) }

  func restore() async { isSignedIn = ((try? await provider.token()) ?? nil) != nil }
  func signIn(_ token: String) async throws {
    try await provider.update(token)
    isSignedIn = true
  }
  func signOut() async throws {
    try await provider.update(nil)
    isSignedIn = false
  }
}
