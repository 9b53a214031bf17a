internal import ItemStore
internal import SecretCrypto

extension KeychainDictionary {
  /// What a dictionary of Foundation says.
  /// - Throws: `parameter` for a key that is no string.
  init(_ dictionary: NSDictionary) throws(ItemStatus) {
    self.init(minimumCapacity: dictionary.count)
    for (key, value) in dictionary {
      guard let name = key as? String else { throw .parameter }
      self[name] = KeychainValue(value, isSecret: name == "v_Data")
    }
  }
}

extension KeychainValue {
  /// What an object of Foundation is. A secret is copied into guarded memory; the caller's own copy is the caller's.
  init(_ value: Any, isSecret: Bool = false) {
    switch value {
    case let data as Data: self = isSecret ? .secret(SecretBuffer(copying: data.span)) : .data(Array(data))
    case let text as String: self = .text(text)
    case let date as Date: self = .date(date.keychainMilliseconds)
    case let number as NSNumber: self = number.keychainValue
    case let flag as Bool: self = .flag(flag)
    case let control as SecAccessControl: self = .protection(control.held)
    case let list as [Any]: self = .list(list.map { KeychainValue($0) })
    default: self = .foreign
    }
  }

  /// The value as an object of Foundation.
  var object: AnyObject {
    switch self {
    case .text(let text): NSString(string: text)
    case .data(let bytes): NSData(data: Data(bytes))
    case .secret(let secret): NSData(data: secret.copiedData)
    case .number(let number): NSNumber(value: number)
    case .flag(let flag): NSNumber(value: flag)
    case .date(let time): NSDate(timeIntervalSince1970: Double(time) / 1000)
    case .protection(let protection): SecAccessControl(protection)
    case .list(let list): NSArray(array: list.map(\.object))
    case .foreign: NSNull()
    }
  }
}

extension KeychainResult {
  /// The result as an object of Foundation; nil for none.
  var object: AnyObject? {
    switch self {
    case .none: return nil
    case .value(let value): return value.object
    case .list(let list): return NSArray(array: list.compactMap(\.object))
    case .dictionary(let dictionary):
      let keys = Array(dictionary.keys)
      return NSDictionary(
        objects: dictionary.values.map(\.object), forKeys: keys.map { NSString(string: $0) })
    }
  }
}

extension SecretBuffer {
  /// A copy that the caller answers for.
  fileprivate var copiedData: Data {
    withBytes { bytes in
      var data = Data(count: bytes.count)
      var copy = data.mutableSpan
      for index in bytes.indices { copy[index] = bytes[index] }
      return data
    }
  }
}

extension NSNumber {
  /// A Boolean stays one; fractions are no values of the Keychain.
  fileprivate var keychainValue: KeychainValue {
    let type = unsafe objCType.pointee
    if type == CChar(UInt8(ascii: "B")) || type == CChar(UInt8(ascii: "c")),
      self == NSNumber(value: boolValue)
    {
      return .flag(boolValue)
    }
    guard doubleValue == doubleValue.rounded() else { return .foreign }
    return .number(int64Value)
  }
}

extension Date {
  /// Whole milliseconds since 1970; a date beyond all bounds is the nearest one within.
  fileprivate var keychainMilliseconds: Int64 {
    let time = (timeIntervalSince1970 * 1000).rounded()
    return Int64(exactly: time) ?? (time < 0 ? .min : .max)
  }
}
