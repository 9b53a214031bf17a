import Migration
import SecretFile

/// Items for people, on one line. Everything in a name is made visible.
enum ItemText {
  /// `com.example.app / user`, with the access group where there is one.
  static func name(_ item: Item) -> String { name(item.name) }

  /// A name on one line.
  static func name(_ name: IdentityParts) -> String {
    var text = Escaping.visible(name.service)
    if name.itemClass == .internetPassword {
      if !name.protocolName.isEmpty { text = Escaping.visible(name.protocolName) + "://" + text }
      if name.port != 0 { text += ":\(name.port)" }
      text += Escaping.visible(name.path)
    }
    text += " / " + Escaping.visible(name.account)
    if !name.authenticationType.isEmpty {
      text += " (authentication " + Escaping.visible(name.authenticationType) + ")"
    }
    if !name.securityDomain.isEmpty { text += " (domain " + Escaping.visible(name.securityDomain) + ")" }
    if !name.accessGroup.isEmpty { text += " (group " + Escaping.visible(name.accessGroup) + ")" }
    if name.isSynchronizable { text += " (synchronizable)" }
    return text
  }

  /// A name that was made of a place in a preference file, without keys that are secrets.
  static func imported(_ name: IdentityParts) -> String {
    var name = name
    name.service = Array(KeyPath.shown(pointer: String(decoding: name.service, as: Unicode.UTF8.self)).utf8)
    name.account = Array(KeyPath.shown(pointer: String(decoding: name.account, as: Unicode.UTF8.self)).utf8)
    return self.name(name)
  }

  /// The columns of `list`: service, account, accessibility, age, notes.
  /// - Parameter device: This device, whose items need no word about where they are bound.
  static func columns(_ item: Item, now: Int64, device: DeviceID?, trouble: String?) -> [String] {
    [
      Escaping.visible(item.name.service), Escaping.visible(item.name.account),
      AccessibilityName.name(item.protection.accessibility.rawValue),
      TimeText.age(from: item.modified, to: now),
      notes(item, now: now, device: device, trouble: trouble).joined(separator: ", "),
    ]
  }

  private static func notes(_ item: Item, now: Int64, device: DeviceID?, trouble: String?) -> [String] {
    var notes: [String] = []
    if let trouble { notes.append(trouble) }
    if !item.name.accessGroup.isEmpty { notes.append("group " + Escaping.visible(item.name.accessGroup)) }
    if item.name.itemClass == .internetPassword { notes += internet(item.name) }
    if let bound = item.device, bound != device { notes.append("device \(bound)") }
    if item.name.isSynchronizable { notes.append("synchronizable") }
    notes += AccessControlName.names(item.protection.accessControl.rawValue)
    if item.contentType == .none { notes.append("no data") }
    if let expires = item.attributes.expires {
      notes.append(
        expires <= now ? "expired" : "expires " + String(TimeText.text(expires).prefix { $0 != "T" }))
    }
    if !item.attributes.label.isEmpty { notes.append(Escaping.visible(item.attributes.label)) }
    return notes
  }

  /// What tells internet passwords of one server and account apart.
  private static func internet(_ name: IdentityParts) -> [String] {
    var notes = ["internet"]
    if !name.protocolName.isEmpty { notes.append("protocol " + Escaping.visible(name.protocolName)) }
    if name.port != 0 { notes.append("port \(name.port)") }
    if !name.path.isEmpty { notes.append("path " + Escaping.visible(name.path)) }
    if !name.authenticationType.isEmpty {
      notes.append("authentication " + Escaping.visible(name.authenticationType))
    }
    if !name.securityDomain.isEmpty { notes.append("domain " + Escaping.visible(name.securityDomain)) }
    return notes
  }
}
