import ItemStore
import SecretFile

/// The attributes that the options of `set`, `edit` and `import` give an item.
struct AttributeOptions {
  var accessibility: Accessibility?
  var accessControl: AccessControl?
  var isSynchronizable: Bool?
  var label: String?
  var comment: String?
  var description: String?
  var type: UInt32?
  var creator: UInt32?
  var isInvisible: Bool?
  var isNegative: Bool?
  var provenance: Provenance?
  /// Nil: as it is. `.some(nil)`: never.
  var expires: Int64??

  init() {}

  init(_ arguments: ParsedArguments, now: Int64) throws(Outcome) {
    accessibility = try arguments.value(.accessibility).map { (text) throws(Outcome) in
      try ItemNaming.accessibility(text)
    }
    accessControl = try arguments.value(.accessControl).map { (text) throws(Outcome) in
      AccessControl(rawValue: try AccessControlName.flags(text))
    }
    isSynchronizable = ItemNaming.synchronizable(arguments)
    label = try arguments.text(.label)
    comment = try arguments.text(.comment)
    description = try arguments.text(.description)
    type = try arguments.value(.type).map { (text) throws(Outcome) in
      text.isEmpty ? 0 : try FourCharacterCode.parse(text, "type")
    }
    expires = try Self.expires(arguments.value(.expires), now: now)
  }

  /// `never` or a time.
  static func expires(_ text: [UInt8]?, now: Int64) throws(Outcome) -> Int64?? {
    guard let text else { return .none }
    if text.elementsEqual("never".utf8) || text.isEmpty { return .some(nil) }
    guard let time = TimeText.parse(text, now: now) else {
      throw .usage(
        "--expires \(Escaping.visible(text)): not a time",
        hint: "2027-01-31, 2027-01-31T12:00:00Z, 90d, or never")
    }
    return .some(time)
  }

  /// Whether an item with these attributes needs this device's key.
  var needsDevice: Bool { accessibility?.isThisDeviceOnly == true }

  /// Whether any attribute beside the protection is given.
  var changesAttributes: Bool {
    label != nil || comment != nil || description != nil || type != nil || expires != nil || creator != nil
      || isInvisible != nil || isNegative != nil || provenance != nil
  }

  /// Whether the protection is given.
  var changesProtection: Bool { accessibility != nil || accessControl != nil }

  /// Gives the attributes to an item.
  func apply(to attributes: inout ItemAttributes) {
    if let label { attributes.label = label }
    if let comment { attributes.comment = comment }
    if let description { attributes.itemDescription = description }
    if let type { attributes.type = type }
    if let creator { attributes.creator = creator }
    if let isInvisible { attributes.isInvisible = isInvisible }
    if let isNegative { attributes.isNegative = isNegative }
    if let provenance { attributes.provenance = provenance }
    if let expires { attributes.expires = expires }
  }

  /// The protection of an item: what is given, else what it has. Nil if nothing is given.
  ///
  /// Throws if the Keychain refuses the combination.
  func protection(of existing: Protection?, isSynchronizable: Bool) throws(Outcome) -> Protection? {
    let old = existing ?? Protection()
    let new = Protection(
      accessibility ?? old.accessibility, accessControl: accessControl ?? old.accessControl)
    do throws(ProtectionConflict) {
      try ProtectionRules.check(new.accessibility, new.accessControl, isSynchronizable: isSynchronizable)
    } catch {
      throw Outcome("parameter", .usage, error.message, hint: error.hint)
    }
    return changesProtection ? new : nil
  }
}
