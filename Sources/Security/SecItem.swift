// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import ItemStore

/// Adds an item.
///
/// - Parameters:
///   - attributes: The class, the attributes, the secret under `kSecValueData`, and what to return.
///   - result: Set to what was asked for.
/// - Returns: `errSecSuccess`, or why nothing was added: `errSecDuplicateItem`, `errSecParam`,
///   `errSecMissingEntitlement`, `errSecInteractionNotAllowed` …
@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  unsafe status(result) { () throws(ItemStatus) in
    try keychain.add(try KeychainDictionary(attributes))
  }
}

/// Looks for items.
///
/// - Parameters:
///   - query: The class, the attributes that must fit, how many are wanted and what of them.
///   - result: Set to what was asked for: one object, or with a limit above one an array.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` for no hit, also with `kSecMatchLimitAll`.
@discardableResult
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?)
  -> OSStatus
{
  unsafe status(result) { () throws(ItemStatus) in
    try keychain.copyMatching(try KeychainDictionary(query))
  }
}

/// Changes all items that a query means, or none.
///
/// - Parameters:
///   - query: Which items.
///   - attributesToUpdate: What they are to have; everything else stays.
/// - Returns: `errSecSuccess`; `errSecItemNotFound`; `errSecDuplicateItem` if a new name is taken.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  status(nil) { () throws(ItemStatus) in
    try keychain.update(try KeychainDictionary(query), try KeychainDictionary(attributesToUpdate))
    return .none
  }
}

/// Deletes all items that a query means.
///
/// - Returns: `errSecSuccess`, or `errSecItemNotFound` if there was none.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  status(nil) { () throws(ItemStatus) in
    try keychain.delete(try KeychainDictionary(query))
    return .none
  }
}

/// Who answers: code that was written for Apple's functions meets what Apple's code does.
private var keychain: Keychain { .current.following(.published) }

/// Runs a call, stores its result and returns its status.
private func status(
  _ result: UnsafeMutablePointer<CFTypeRef?>?, _ body: () throws(ItemStatus) -> KeychainResult
) -> OSStatus {
  do throws(ItemStatus) {
    let found = try body()
    // Without a place for it, the result is not made.
    if unsafe result != nil { unsafe result?.pointee = found.object }
    return errSecSuccess
  } catch {
    return error.rawValue
  }
}
