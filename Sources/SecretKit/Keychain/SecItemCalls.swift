#if canImport(Security)
  internal import Foundation
  internal import ItemStore
  internal import SecretCrypto
  internal import SecretFile
  internal import Security

  /// The four calls of the system's Keychain.
  struct SecItemCalls: ItemCalls {
    /// Apple says nothing about dates in queries.
    var matchesDates: Bool { false }

    func add(_ attributes: KeychainDictionary) throws(ItemStatus) -> KeychainResult {
      let attributes = try attributes.inDataProtectionKeychain.foundation
      try check(SecItemAdd(attributes as CFDictionary, nil))
      return .none
    }

    func copyMatching(_ query: KeychainDictionary) throws(ItemStatus) -> KeychainResult {
      let query = try query.inDataProtectionKeychain.foundation
      var result: CFTypeRef?
      try check(unsafe SecItemCopyMatching(query as CFDictionary, &result))
      return KeychainResult(result)
    }

    func update(_ query: KeychainDictionary, _ changes: KeychainDictionary) throws(ItemStatus) {
      let query = try query.inDataProtectionKeychain.foundation
      try check(SecItemUpdate(query as CFDictionary, try changes.foundation as CFDictionary))
    }

    func delete(_ query: KeychainDictionary) throws(ItemStatus) {
      try check(SecItemDelete(try query.inDataProtectionKeychain.foundation as CFDictionary))
    }

    private func check(_ status: OSStatus) throws(ItemStatus) {
      guard status == errSecSuccess else { throw ItemStatus(rawValue: status) }
    }
  }

  extension KeychainDictionary {
    /// On macOS there are two Keychains; this one is meant, everywhere.
    fileprivate var inDataProtectionKeychain: KeychainDictionary {
      var dictionary = self
      dictionary[kSecUseDataProtectionKeychain as String] = .flag(true)
      return dictionary
    }

    /// The same in Foundation's types.
    fileprivate var foundation: [String: Any] {
      get throws(ItemStatus) {
        var result: [String: Any] = [:]
        for (key, value) in self { result[key] = try value.foundation }
        return result
      }
    }
  }

  extension KeychainValue {
    fileprivate var foundation: Any {
      get throws(ItemStatus) {
        switch self {
        case .text(let text): return text
        case .data(let bytes): return Data(bytes)
        case .secret(let secret): return secret.withBytes { Data([UInt8](copying: $0)) }
        case .number(let number): return number
        case .flag(let flag): return flag
        case .date(let time): return Date(milliseconds: time)
        case .protection(let protection): return try protection.object
        case .list, .foreign: throw .parameter
        }
      }
    }

    /// What the Keychain gave back; nil for what a store has no use for.
    fileprivate init?(_ object: Any, isSecret: Bool) {
      switch object {
      case let data as Data:
        let bytes = Array(data)
        self = isSecret ? .secret(SecretBuffer(copying: bytes.span)) : .data(bytes)
      case let text as String: self = .text(text)
      case let date as Date: self = .date(Int64(clampedMilliseconds: date))
      case let number as NSNumber: self = .number(number.int64Value)
      default: return nil
      }
    }
  }

  extension Protection {
    /// The access control as the system's own object. What cannot be made is an error: nothing is ever stored with a
    /// weaker protection instead.
    fileprivate var object: SecAccessControl {
      get throws(ItemStatus) {
        let flags = SecAccessControlCreateFlags(rawValue: CFOptionFlags(accessControl.rawValue))
        guard
          let made = SecAccessControlCreateWithFlags(
            kCFAllocatorDefault, accessibility.keychainName as CFString, flags, nil)
        else { throw .parameter }
        return made
      }
    }
  }

  extension KeychainResult {
    fileprivate init(_ object: CFTypeRef?) {
      switch object {
      case let row as [String: Any]: self = .dictionary(KeychainDictionary(foundation: row))
      case let list as [[String: Any]]:
        self = .list(list.map { .dictionary(KeychainDictionary(foundation: $0)) })
      case let data as Data: self = .value(.secret(SecretBuffer(copying: Array(data).span)))
      default: self = .none
      }
    }
  }

  extension KeychainDictionary {
    fileprivate init(foundation row: [String: Any]) {
      self.init(minimumCapacity: row.count)
      for (key, object) in row {
        self[key] = KeychainValue(object, isSecret: key == kSecValueData as String)
      }
    }
  }

  extension Int64 {
    /// Whole milliseconds since 1970; a date beyond all bounds is the nearest one within.
    fileprivate init(clampedMilliseconds date: Date) {
      let time = (date.timeIntervalSince1970 * 1_000).rounded()
      self = Int64(exactly: time) ?? (time < 0 ? .min : .max)
    }
  }
#endif
