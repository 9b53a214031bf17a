extension ItemQuery {
  /// Whether an item meets every condition.
  func matches(_ item: Item) -> Bool {
    guard id == nil || id == item.id, matchesName(item.name), matchesAttributes(item) else { return false }
    return also?(item) ?? true
  }

  private func matchesName(_ name: IdentityParts) -> Bool {
    func holds<T: Equatable>(_ wanted: T?, _ actual: T) -> Bool { wanted == nil || wanted == actual }
    guard holds(itemClass, name.itemClass), holds(accessGroup, name.accessGroup),
      holds(service, name.service),
      holds(account, name.account), holds(isSynchronizable, name.isSynchronizable)
    else { return false }
    return holds(protocolName, name.protocolName) && holds(authenticationType, name.authenticationType)
      && holds(port, name.port) && holds(path, name.path) && holds(securityDomain, name.securityDomain)
  }

  private func matchesAttributes(_ item: Item) -> Bool {
    let attributes = item.attributes
    if let accessibility, !accessibility.contains(item.protection.accessibility) { return false }
    if let accessControl, accessControl != item.protection.accessControl { return false }
    if let label, !sameText(label, attributes.label) { return false }
    if let comment, !sameText(comment, attributes.comment) { return false }
    if let type, type != attributes.type { return false }
    if let expiredAt {
      guard let expires = attributes.expires, expires <= expiredAt else { return false }
    }
    return installation?.holds(attributes.installation) ?? true
  }
}

extension ItemQuery.InstallationCondition {
  /// Whether the stamp of an item meets the condition.
  func holds(_ stamp: InstallationID?) -> Bool {
    switch self {
    case .exactly(let id): stamp == id
    case .other(let id): stamp != nil && stamp != id
    case .otherOrUnstamped(let id): stamp != id
    case .unstamped: stamp == nil
    }
  }
}
