import Files
import Foundation
import ItemStore
import SecretFile
import Security
import Testing

/// Where the items of a test lie.
enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case memory, file
  var testDescription: String { rawValue }
}

/// A keychain of a test's own, and its device.
final class Bench: Sendable {
  let device = Device()
  let keychain: Keychain
  let folder: String

  init(_ kind: Kind = .memory) {
    folder = NSTemporaryDirectory() + "security-tests-" + UUID().uuidString
    switch kind {
    case .memory: keychain = .inMemory(on: device)
    case .file: keychain = .inFile(Path(folder + "/keychain.secretfile"), on: device)
    }
  }

  /// Where a file keychain lies.
  var path: Path { Path(folder + "/keychain.secretfile") }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Runs a test against it.
  func callAsFunction(_ body: (Device) throws -> Void) rethrows {
    try keychain.use { () throws in try body(device) }
  }
}

/// The query of a generic password.
func generic(_ account: Any? = "me", service: Any? = "app", _ more: [CFString: Any] = [:]) -> CFDictionary {
  var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword]
  query[kSecAttrService] = service
  query[kSecAttrAccount] = account
  query.merge(more) { $1 }
  return query as CFDictionary
}

/// The query of an internet password.
func internet(_ more: [CFString: Any] = [:]) -> CFDictionary {
  let query: [CFString: Any] = [
    kSecClass: kSecClassInternetPassword, kSecAttrServer: "example.com", kSecAttrAccount: "me",
  ]
  return query.merging(more) { $1 } as CFDictionary
}

/// Adds a generic password with a secret.
@discardableResult
func add(_ account: Any? = "me", secret: String = "secret", _ more: [CFString: Any] = [:]) -> OSStatus {
  SecItemAdd(generic(account, [kSecValueData: Data(secret.utf8)].merging(more) { $1 }), nil)
}

/// The status and the result of a look-up.
func look(_ query: CFDictionary) -> (status: OSStatus, result: AnyObject?) {
  var result: AnyObject?
  let status = unsafe SecItemCopyMatching(query, &result)
  return (status, result)
}

/// Whether a look-up succeeded and gave nothing back, as nothing was asked for.
func isBare(_ query: CFDictionary) -> Bool {
  let found = look(query)
  return found.status == errSecSuccess && found.result == nil
}

/// The secret of a generic password.
func secret(_ account: Any? = "me", _ more: [CFString: Any] = [:]) -> (status: OSStatus, text: String?) {
  let found = look(generic(account, [kSecReturnData: true].merging(more) { $1 }))
  return (found.status, (found.result as? Data).map { String(decoding: $0, as: UTF8.self) })
}

/// The attributes of a generic password.
func attributes(_ account: Any? = "me", _ more: [CFString: Any] = [:]) -> [String: Any]? {
  look(generic(account, [kSecReturnAttributes: true].merging(more) { $1 })).result as? [String: Any]
}

/// An access control.
func control(
  _ flags: SecAccessControlCreateFlags, _ accessibility: CFString = kSecAttrAccessibleWhenUnlocked
) throws -> SecAccessControl {
  let made = SecAccessControlCreateWithFlags(nil, accessibility, flags, nil)
  return try #require(made)
}

/// The seven accessibilities.
let accessibilities: [(name: String, raw: String)] = [
  ("WhenUnlocked", "ak"), ("AfterFirstUnlock", "ck"), ("Always", "dk"), ("WhenUnlockedThisDeviceOnly", "aku"),
  ("AfterFirstUnlockThisDeviceOnly", "cku"), ("AlwaysThisDeviceOnly", "dku"),
  ("WhenPasscodeSetThisDeviceOnly", "akpu"),
]

extension Device {
  /// Presents an application password.
  func present(password: String?) {
    presentPassword(password.map { SecretBuffer(copying: Array($0.utf8).span) })
  }
}
