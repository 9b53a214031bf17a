internal import SecretFile

// What a record has no field for lies in its user attributes, whose names are in the registry of the specification.
extension ItemAttributes {
  /// The value of an attribute that is not of the attribute's own type; nil if it is.
  func kept(_ key: ItemKey) -> [UInt8]? {
    switch key {
    case .creator, .type, .label, .itemDescription, .comment: userAttributes[key.userAttribute]
    default: nil
    }
  }

  /// The bytes of a label; nil for an attribute that is no text.
  func textBytes(_ key: ItemKey) -> [UInt8]? {
    switch key {
    case .label, .itemDescription, .comment: Array(text(key).utf8)
    default: nil
    }
  }

  /// Sets the value of an attribute that is not of the attribute's own type.
  mutating func keep(_ key: ItemKey, _ bytes: [UInt8]) {
    switch key {
    case .creator: creator = 0
    case .type: type = 0
    case .label: label = ""
    case .itemDescription: itemDescription = ""
    case .comment: comment = ""
    default: return
    }
    userAttributes[key.userAttribute] = bytes
  }

  /// The attributes as a container can have them: an item of one device has no synchronizable name there (SF-11-6).
  func inContainer(_ protection: Protection) -> ItemAttributes {
    var result = self
    let isBound = isSynchronizable && protection.accessibility.isThisDeviceOnly
    result.userAttributes[ItemKey.synchronizable.userAttribute] = isBound ? [1] : nil
    if isBound { result.isSynchronizable = false }
    return result
  }

  /// The attributes as a keychain sees them.
  func fromContainer(_ protection: Protection) -> ItemAttributes {
    var result = self
    let name = ItemKey.synchronizable.userAttribute
    if result.userAttributes[name] == [1], protection.accessibility.isThisDeviceOnly {
      result.isSynchronizable = true
    }
    result.userAttributes[name] = nil
    return result
  }
}

extension ItemKey {
  /// The name of the user attribute in which a value lies that the record has no field for.
  var userAttribute: String { "keychain." + rawValue }
}
