import SecretFile

/// Items in JSON, without their values.
enum ItemJSON {
  /// The fields of an item, for an object that is open.
  static func fields(_ item: Item, _ writer: inout JSONWriter) {
    writer.field("id", item.id.description)
    name(item.name, &writer)
    writer.field("accessibility", AccessibilityName.name(item.protection.accessibility.rawValue))
    writer.key("accessControl")
    writer.array { writer in
      for flag in AccessControlName.names(item.protection.accessControl.rawValue) { writer.value(flag) }
    }
    writer.field("created", TimeText.text(item.created))
    writer.field("modified", TimeText.text(item.modified))
    writer.field("revision", Int64(item.revision))
    writer.field("contentType", contentType(item.contentType))
    writer.field("length", Int64(item.length))
    attributes(item.attributes, &writer)
  }

  /// The parts of a name: what makes an item this one.
  static func name(_ name: IdentityParts, _ writer: inout JSONWriter) {
    let isInternet = name.itemClass == .internetPassword
    writer.field("class", isInternet ? "internet" : "generic")
    writer.field(isInternet ? "server" : "service", bytes: name.service)
    writer.field("account", bytes: name.account)
    writer.field("accessGroup", bytes: name.accessGroup)
    writer.field("synchronizable", name.isSynchronizable)
    if isInternet {
      if !name.protocolName.isEmpty { writer.field("protocol", bytes: name.protocolName) }
      if !name.authenticationType.isEmpty {
        writer.field("authenticationType", bytes: name.authenticationType)
      }
      if name.port != 0 { writer.field("port", Int64(name.port)) }
      if !name.path.isEmpty { writer.field("path", bytes: name.path) }
      if !name.securityDomain.isEmpty { writer.field("securityDomain", bytes: name.securityDomain) }
    }
    if let device = name.scope { writer.field("device", device.description) }
  }

  private static func attributes(_ attributes: ItemAttributes, _ writer: inout JSONWriter) {
    writer.field("label", attributes.label)
    if !attributes.itemDescription.isEmpty { writer.field("description", attributes.itemDescription) }
    if !attributes.comment.isEmpty { writer.field("comment", attributes.comment) }
    if attributes.type != 0 { writer.field("type", FourCharacterCode.text(attributes.type)) }
    if attributes.creator != 0 { writer.field("creator", FourCharacterCode.text(attributes.creator)) }
    if attributes.isInvisible { writer.field("invisible", true) }
    if attributes.isNegative { writer.field("negative", true) }
    if let expires = attributes.expires { writer.field("expires", TimeText.text(expires)) }
    if let rotated = attributes.rotated { writer.field("rotated", TimeText.text(rotated)) }
    if let installation = attributes.installation { writer.field("installation", installation.description) }
    let provenance = attributes.provenance
    writer.key("provenance")
    if provenance.isEmpty {
      writer.null()
    } else {
      writer.object {
        if !provenance.fileName.isEmpty { $0.field("fileName", provenance.fileName) }
        if !provenance.keyPath.isEmpty { $0.field("keyPath", provenance.keyPath) }
        if !provenance.originalType.isEmpty { $0.field("originalType", provenance.originalType) }
        if !provenance.inner.isEmpty { $0.field("inner", provenance.inner) }
      }
    }
  }

  static func contentType(_ type: ContentType) -> String {
    switch type {
    case .bytes: "bytes"
    case .text: "text"
    case .binaryPlist: "plist"
    case .none: "none"
    }
  }
}
