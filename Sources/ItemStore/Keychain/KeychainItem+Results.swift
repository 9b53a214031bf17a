internal import SecretCrypto
internal import SecretFile

extension KeychainItem {
  /// What a call gives back for the item.
  func result(_ returns: Request.Returns, _ secret: SecretBuffer?) -> KeychainResult {
    let reference = PersistentReference(attributes.itemClass, id).value
    switch returns {
    case [], .reference: return .none
    case .data: return secret.map { .value(.secret($0)) } ?? .none
    case .persistentReference: return .value(reference)
    default:
      var result = returns.contains(.attributes) ? dictionary : [:]
      if returns.contains(.data), let secret { result["v_Data"] = .secret(secret) }
      if returns.contains(.persistentReference) { result["v_PersistentRef"] = reference }
      return .dictionary(result)
    }
  }

  /// The attributes. All parts of the name are there, those that nobody gave as empty; the rest only if it is set.
  private var dictionary: KeychainDictionary {
    let itemClass = attributes.itemClass
    var result: KeychainDictionary = [
      "class": .text(ItemKey.name(of: itemClass)), "pdmn": .text(protection.accessibility.keychainName),
      "accc": .protection(protection), "sync": .flag(attributes.isSynchronizable), "cdat": .date(created),
      "mdat": .date(modified),
    ]
    for key in ItemKey.allCases where key.belongs(to: itemClass) {
      if let value = value(key) { result[key.rawValue] = value }
    }
    return result
  }

  private func value(_ key: ItemKey) -> KeychainValue? {
    if let kept = attributes.kept(key) {
      return key == .creator || key == .type ? .text(String(decoding: kept, as: UTF8.self)) : .data(kept)
    }
    return switch key {
    case .account, .service, .server, .accessGroup, .securityDomain, .authenticationType, .path: name(key)
    // Numbers to Apple, though the protocols that have a name are texts.
    case .protocolName: attributes.protocolName.isEmpty ? .number(0) : name(key)
    case .port: .number(Int64(attributes.port))
    case .label, .itemDescription, .comment:
      attributes.text(key).isEmpty ? nil : .text(attributes.text(key))
    case .generic: attributes.generic.isEmpty ? nil : .data(attributes.generic)
    case .creator, .type: attributes.number(key) == 0 ? nil : .number(Int64(attributes.number(key)))
    case .isInvisible: attributes.isInvisible ? .flag(true) : nil
    case .isNegative: attributes.isNegative ? .flag(true) : nil
    case .accessibility, .accessControl, .synchronizable, .created, .modified: nil
    }
  }

  /// A part of the name, as the type in which it was given; what is not UTF-8 is data anyhow.
  private func name(_ key: ItemKey) -> KeychainValue {
    let bytes = attributes.bytes(key)
    if let part = DataParts(key), attributes.dataParts.contains(part) { return .data(bytes) }
    return String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .data(bytes)
  }
}
