import Migration
import SecretFile

/// The fields of one batch line on their way to an item.
struct BatchFields {
  private let document: Document
  private let now: Int64
  private var seen: Set<[UInt8]> = []
  private var texts: [String: [UInt8]] = [:]
  private var options = AttributeOptions()
  private var secret: SecretBuffer?
  private var port: UInt32 = 0

  init(_ document: Document, now: Int64) {
    self.document = document
    self.now = now
  }

  private static let names = [
    "class", "service", "account", "accessGroup", "server", "path", "protocol", "authenticationType",
    "securityDomain",
  ]

  /// What `list --json` tells and nobody can set.
  private static let told = [
    "id", "created", "modified", "revision", "contentType", "length", "installation", "device", "rotated",
  ]

  /// Takes one field.
  mutating func take(_ key: [UInt8], _ value: NodeID) throws(Outcome) {
    let name = String(decoding: key, as: Unicode.UTF8.self)
    guard seen.insert(key).inserted else { throw refusal("the field \(Escaping.visible(key)) stands twice") }
    if Self.names.contains(name) {
      texts[name] = try text(name, value)
      return
    }
    if name.hasSuffix("Base64"), Self.names.contains(String(name.dropLast(6))) {
      texts[String(name.dropLast(6))] = try base64(name, value).withBytes { [UInt8](copying: $0) }
      return
    }
    switch name {
    case "value":
      _ = try check(name, value, .string)
      secret = document.secret(of: value)
    case "valueBase64": secret = try base64(name, value)
    case "label": options.label = try string(name, value)
    case "comment": options.comment = try string(name, value)
    case "description": options.description = try string(name, value)
    case "type": options.type = try FourCharacterCode.parse(try text(name, value), "type")
    case "expires": options.expires = try AttributeOptions.expires(try text(name, value), now: now)
    case "accessibility": options.accessibility = try ItemNaming.accessibility(try text(name, value))
    case "accessControl": options.accessControl = try accessControl(value)
    case "creator": options.creator = try FourCharacterCode.parse(try text(name, value), "creator")
    case "provenance": options.provenance = try provenance(value)
    case "synchronizable": options.isSynchronizable = try flag(name, value)
    case "invisible": options.isInvisible = try flag(name, value)
    case "negative": options.isNegative = try flag(name, value)
    case "port":
      guard let number = document.integer(of: value), (0...65_535).contains(number) else {
        throw wrongKind(name, "a number from 0 to 65535")
      }
      port = UInt32(number)
    case _ where Self.told.contains(name): break
    default:
      throw refusal("no field \(Escaping.visible(key))")
    }
  }

  /// The item that the fields describe.
  func line() throws(Outcome) -> BatchLine {
    guard let secret else { throw refusal("neither value nor valueBase64") }
    let isTwice = seen.contains(Array("value".utf8)) && seen.contains(Array("valueBase64".utf8))
    if isTwice { throw refusal("both value and valueBase64") }
    return BatchLine(name: try identity(), options: options, secret: secret)
  }

  private func identity() throws(Outcome) -> IdentityParts {
    let group = texts["accessGroup"] ?? []
    let account = texts["account"] ?? []
    let itemClass = texts["class"] ?? Array((texts["server"] == nil ? "generic" : "internet").utf8)
    if itemClass.elementsEqual("internet".utf8) {
      guard let server = texts["server"] else { throw refusal("an internet password without a server") }
      var name = IdentityParts(server: server, account: account, accessGroup: group)
      name.port = port
      name.path = texts["path"] ?? []
      name.protocolName = ProtocolName.lenient(texts["protocol"] ?? [])
      name.authenticationType = texts["authenticationType"] ?? []
      name.securityDomain = texts["securityDomain"] ?? []
      return name
    }
    guard itemClass.elementsEqual("generic".utf8) else { throw wrongKind("class", "generic or internet") }
    guard let service = texts["service"] else { throw refusal("no service") }
    return IdentityParts(service: service, account: account, accessGroup: group)
  }

  // MARK: Values

  private func check(_ name: String, _ value: NodeID, _ kind: Kind) throws(Outcome) -> NodeID {
    guard document.node(value).kind == kind else { throw wrongKind(name, "a \(kind.rawValue)") }
    return value
  }

  private func text(_ name: String, _ value: NodeID) throws(Outcome) -> [UInt8] {
    document.key(try check(name, value, .string))
  }

  private func string(_ name: String, _ value: NodeID) throws(Outcome) -> String {
    String(decoding: try text(name, value), as: Unicode.UTF8.self)
  }

  private func flag(_ name: String, _ value: NodeID) throws(Outcome) -> Bool {
    guard let flag = document.boolean(of: value) else { throw wrongKind(name, "true or false") }
    return flag
  }

  private func provenance(_ value: NodeID) throws(Outcome) -> Provenance? {
    if document.node(value).kind == .null { return nil }
    _ = try check("provenance", value, .dictionary)
    var provenance = Provenance()
    for child in document.children(of: value) {
      guard let key = child.key else { continue }
      let text = try string("provenance", child.value)
      switch String(decoding: document.key(key), as: Unicode.UTF8.self) {
      case "fileName": provenance.fileName = text
      case "keyPath": provenance.keyPath = text
      case "originalType": provenance.originalType = text
      case "inner": provenance.inner = text
      default: throw refusal("no field \(Escaping.visible(document.key(key))) in provenance")
      }
    }
    return provenance
  }

  private func base64(_ name: String, _ value: NodeID) throws(Outcome) -> SecretBuffer {
    _ = try check(name, value, .string)
    guard let bytes = document.withContent(of: value, { Encoding.decodeBase64($0, .standard) }) else {
      throw wrongKind(name, "base64")
    }
    return bytes
  }

  /// A list of flags as `list --json` writes it, or a text with commas.
  private func accessControl(_ value: NodeID) throws(Outcome) -> AccessControl {
    if document.node(value).kind == .string {
      return AccessControl(rawValue: try AccessControlName.flags(document.key(value)))
    }
    _ = try check("accessControl", value, .array)
    var flags: UInt32 = 0
    for child in document.children(of: value) {
      flags |= try AccessControlName.union(try text("accessControl", child.value))
    }
    try AccessControlName.checkOperators(flags)
    return AccessControl(rawValue: flags)
  }

  private func wrongKind(_ name: String, _ wanted: String) -> Outcome { refusal("\(name) is not \(wanted)") }

  private func refusal(_ message: String) -> Outcome {
    Outcome("batch", .refused, message, hint: "secretctl help set names the fields")
  }
}
