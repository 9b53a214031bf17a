import Files
import SecretCrypto
import SecretFile

/// NAME.json of `writer/`: everything that a writer is given. What it must write stands beside it.
struct WriterVector {
  enum Operation: String {
    case create, commit, compact, rotate

    /// The field that says what it does.
    var field: String {
      switch self {
      case .create: "slots"
      case .commit: "changes"
      case .compact: "base"
      case .rotate: "rotation"
      }
    }
  }

  let operation: Operation
  let fixed: FixedInputs
  let credentials: VectorCredentials
  /// The vector whose container this one is based on.
  let base: String?
  /// "ok", "unchanged", "refused" for an error of any name, or the name of an error.
  let expect: String
  /// Of what must be written; nil where nothing is.
  let sha256: [UInt8]?
  let fields: Fields

  init(_ json: [UInt8], name: String) throws(Malformed) {
    let fields = try Fields(
      VectorJSON(json), "the vector",
      only: [
        "name", "description", "operation", "seed", "time", "base", "credentials", "slots", "label", "items",
        "changes", "rotation", "expect", "sha256", "clauses", "flags",
      ])
    try Malformed.unless(try fields.text("name") == name, "name is not the file's name")
    _ = try fields.text("description")
    _ = try Names.clauses(fields)
    try Malformed.unless(try fields.texts("flags").isEmpty, "unknown flags")
    guard let operation = Operation(rawValue: try fields.text("operation")) else {
      throw Malformed("unknown operation")
    }
    _ = try fields.value(operation.field)
    self.operation = operation
    self.fields = fields
    let seed = try fields.bytes("seed")
    try Malformed.unless(seed.count == CommitSeed.size, "seed is not of 32 bytes")
    fixed = FixedInputs(seed: seed, now: try fields.integer("time"))
    credentials = try VectorCredentials(fields.value("credentials"))
    base = fields.has("base") ? try fields.text("base") : nil
    try Malformed.unless((base == nil) == (operation == .create), "base stands in all but create")
    expect = try fields.text("expect")
    if !["ok", "unchanged", "refused"].contains(expect) { _ = try Names.error(expect, "expect") }
    sha256 = try fields.optionalBytes("sha256")
    try Malformed.unless((sha256 != nil) == (expect == "ok"), "sha256 stands where a container is written")
  }
}

/// Parts of writer vectors, as the library takes them.
enum WriterParts {
  static let names: Set<String> = [
    "class", "accessGroup", "service", "server", "account", "protocol", "authenticationType", "port", "path",
    "securityDomain", "synchronizable", "scope",
  ]
  static let protection: Set<String> = ["accessibility", "accessControl"]
  static let item = names.union(protection).union([
    "contentType", "value", "password", "opslimit", "memlimit", "attributes",
  ])
  static let slot: Set<String> = ["kind", "label", "key", "passphrase", "opslimit", "memlimit", "recipient"]

  static func slot(_ fields: Fields) throws -> NewSlot {
    let label = fields.has("label") ? try fields.text("label") : nil
    func secret(_ name: String) throws -> SecretBuffer { try fields.secret(name) }
    func recipient() throws -> Recipient {
      let key = try fields.bytes("recipient")
      try Malformed.unless(key.count == 32, "recipient is not of 32 bytes")
      return try Recipient(publicKey: Bytes32(key.span, at: 0))
    }
    switch try fields.text("kind") {
    case "keyFile": return NewSlot(.keyFile(try secret("key")), label: label)
    case "passphrase":
      return NewSlot(.passphrase(try secret("passphrase"), cost: try cost(fields)), label: label)
    case "recipient": return NewSlot(.recipient(try recipient()), label: label)
    case "enrolment": return NewSlot(.enrolment(try recipient()), label: label)
    default: throw Malformed("unknown kind of slot")
    }
  }

  static func cost(_ fields: Fields) throws(Malformed) -> KDFCost {
    KDFCost(opslimit: try fields.integer("opslimit"), memlimitKiB: try fields.integer("memlimit"))
  }

  static func name(_ fields: Fields, instead other: Fields? = nil) throws(Malformed) -> IdentityParts {
    func source(_ name: String) -> Fields { other.map { $0.has(name) ? $0 : fields } ?? fields }
    func part(_ name: String) throws(Malformed) -> [UInt8] {
      let source = source(name)
      return source.has(name) ? try source.bytes(name) : []
    }
    func number(_ name: String) throws(Malformed) -> UInt32 {
      let source = source(name)
      return source.has(name) ? try source.integer(name) : 0
    }
    let itemClass = try number("class")
    let serviceName = itemClass == 1 ? "service" : "server"
    let service = try part(serviceName)
    let account = try part("account")
    let group = try part("accessGroup")
    let isSynchronizable = try number("synchronizable") == 1
    var parts = IdentityParts(
      service: service, account: account, accessGroup: group, isSynchronizable: isSynchronizable)
    if itemClass == 2 {
      parts.itemClass = .internetPassword
      (parts.protocolName, parts.authenticationType) = (try part("protocol"), try part("authenticationType"))
      (parts.path, parts.securityDomain) = (try part("path"), try part("securityDomain"))
      parts.port = try number("port")
    }
    return parts
  }

  static func protection(_ fields: Fields) throws(Malformed) -> Protection {
    let number: UInt8 = fields.has("accessibility") ? try fields.integer("accessibility") : 6
    guard let accessibility = Accessibility(rawValue: number) else {
      throw Malformed("no such accessibility")
    }
    let control: UInt32 = fields.has("accessControl") ? try fields.integer("accessControl") : 0
    return Protection(accessibility, accessControl: AccessControl(rawValue: control))
  }

  static func password(_ fields: Fields) throws(Malformed) -> SecretBuffer? {
    guard let bytes = try fields.optionalBytes("password") else { return nil }
    return SecretBuffer(copying: bytes.span)
  }

  /// An item to be added or set; a set keeps the protection.
  static func item(_ fields: Fields, isNew: Bool) throws -> NewItem {
    var attributes = ItemAttributes(try name(fields))
    try apply(fields, to: &attributes)
    var number: UInt8 = 1
    if fields.has("contentType") { number = try fields.integer("contentType") }
    guard let type = ContentType(rawValue: number) else { throw Malformed("no such contentType") }
    var item = NewItem(attributes, secret: nil)
    if type != .none { item.secret = try fields.secret("value") }
    item.contentType = type
    if isNew { item.protection = try protection(fields) }
    item.password = try password(fields)
    if fields.has("opslimit") { item.passwordCost = try cost(fields) }
    return item
  }

  /// Attributes that a vector names; all others stay.
  static func apply(_ fields: Fields, to attributes: inout ItemAttributes) throws(Malformed) {
    guard fields.has("attributes") else { return }
    let given = try Fields(fields.value("attributes"), "attributes")
    for name in given.names {
      switch name {
      case "label": attributes.label = try given.text(name)
      case "description": attributes.itemDescription = try given.text(name)
      case "comment": attributes.comment = try given.text(name)
      case "generic": attributes.generic = try given.bytes(name)
      case "creator": attributes.creator = try given.integer(name)
      case "type": attributes.type = try given.integer(name)
      case "dataNames": attributes.dataParts = DataParts(rawValue: try given.integer(name))
      case "invisible": attributes.isInvisible = true
      case "negative": attributes.isNegative = true
      case "expires": attributes.expires = try given.integer(name)
      case "rotated": attributes.rotated = try given.integer(name)
      case "provenance": attributes.provenance = try provenance(given)
      case "userAttributes":
        let pairs = try Fields(given.value(name), name)
        for key in pairs.names { attributes.userAttributes[key] = try pairs.bytes(key) }
      default: throw Malformed("no such attribute: \(name)")
      }
    }
  }

  private static func provenance(_ given: Fields) throws(Malformed) -> Provenance {
    let fields = try Fields(
      given.value("provenance"), "provenance", only: ["fileName", "keyPath", "originalType", "innerPath"])
    func text(_ name: String) throws(Malformed) -> String { fields.has(name) ? try fields.text(name) : "" }
    var provenance = Provenance()
    (provenance.fileName, provenance.keyPath) = (try text("fileName"), try text("keyPath"))
    (provenance.originalType, provenance.inner) = (try text("originalType"), try text("innerPath"))
    return provenance
  }
}
