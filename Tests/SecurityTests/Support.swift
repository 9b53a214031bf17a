import Foundation
import ItemStore
import Security
import Testing

/// A keychain of a test's own in memory, and its device.
struct Bench: Sendable {
  let device = Device()
  let keychain: Keychain

  init() { keychain = Keychain.inMemory(on: device) }

  /// Runs a test against it.
  func callAsFunction(_ body: (Device) throws -> Void) rethrows {
    try keychain.use { () throws in try body(device) }
  }
}

/// The query of a generic password.
func generic(_ account: String, service: String = "service", _ more: [CFString: Any] = [:]) -> CFDictionary {
  var query: [CFString: Any] = [
    kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
  ]
  query.merge(more) { $1 }
  return query as CFDictionary
}

/// The status and the result of a look-up.
func copy(_ query: CFDictionary) -> (OSStatus, AnyObject?) {
  var result: AnyObject?
  let status = unsafe SecItemCopyMatching(query, &result)
  return (status, result)
}
