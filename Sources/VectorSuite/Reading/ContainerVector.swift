/// NAME.json of `container/` and `canaries/`, as the README of the vectors describes it.
package struct ContainerVector: Sendable {
  enum Operation: String { case verify, open, read }

  struct Witness {
    var keyEpoch: UInt32
    var generation: UInt64
    var mac: [UInt8]
    var pin: [UInt8]
  }

  struct Item {
    var identity: [UInt8]
    /// The SHA-256 of the value; nil if it cannot be read, or is not told.
    var digest: [UInt8]?
    /// The error with which it cannot be read.
    var reason: String?
  }

  let name: String
  /// "ok" or the name of an error.
  let expect: String
  let operation: Operation
  let credentials: VectorCredentials
  let slot: [UInt8]?
  let itemPasswords: [[UInt8]: [UInt8]]
  let witness: Witness?
  /// What `read` reads.
  let item: [UInt8]?
  let items: [Item]
  /// Hexadecimal texts, and numbers as decimal ones.
  let intermediate: [String: String]
  let clauses: [String]
  let flags: Set<String>

  static let accepting: Set<String> = ["acceptRollback", "acceptFork", "acceptOrigin"]
  static let telling: Set<String> = [
    "proven", "notProven", "version", "invalidated", "device", "presence", "passcode", "applicationPassword",
  ]
  private static let fields: Set<String> = [
    "name", "description", "expect", "operation", "credentials", "slot", "itemPasswords", "witness", "item",
    "items", "intermediate", "clauses", "flags",
  ]
  private static let intermediates: Set<String> = [
    "containerID", "masterKey", "passcodeKey", "presenceKey", "pin", "headerHash", "mac", "rootLink",
    "headerKey", "rootKey", "pageKey", "slotID", "rootPlaintext", "keyEpoch", "generation",
  ]

  /// Reads the vector of a name.
  package init(_ json: [UInt8], name: String) throws(Malformed) {
    let fields = try Fields(VectorJSON(json), "the vector", only: Self.fields)
    self.name = try fields.text("name")
    try Malformed.unless(self.name == name, "name is not the file's name")
    _ = try fields.text("description")
    expect = try fields.text("expect")
    if expect != "ok" { _ = try Names.error(expect, "expect") }
    guard let operation = Operation(rawValue: try fields.text("operation")) else {
      throw Malformed("unknown operation")
    }
    self.operation = operation
    credentials = try VectorCredentials(fields.value("credentials"))
    slot = try fields.optionalBytes("slot")
    itemPasswords = try Self.itemPasswords(fields)
    witness = try Self.witness(fields)
    item = try fields.optionalBytes("item")
    try Malformed.unless(
      (item != nil) == (operation == .read), "item stands in vectors that read, and only there")
    var items: [Item] = []
    if fields.has("items") { for value in try fields.list("items") { items.append(try Self.item(value)) } }
    self.items = items
    try Malformed.unless(expect != "ok" || fields.has("items"), "no items where nothing is to fail")
    intermediate = try Self.intermediate(fields)
    clauses = try Names.clauses(fields)
    flags = Set(try fields.texts("flags"))
    let unknown = flags.subtracting(Self.accepting).subtracting(Self.telling).sorted()
    try Malformed.unless(unknown.isEmpty, "unknown flags: \(unknown.joined(separator: ", "))")
  }

  private static func itemPasswords(_ fields: Fields) throws(Malformed) -> [[UInt8]: [UInt8]] {
    guard fields.has("itemPasswords") else { return [:] }
    let given = try Fields(fields.value("itemPasswords"), "itemPasswords")
    var passwords: [[UInt8]: [UInt8]] = [:]
    for name in given.names {
      guard let identity = Hexadecimal.bytes(name) else { throw Malformed("an identity is not hexadecimal") }
      passwords[identity] = try given.bytes(name)
    }
    return passwords
  }

  private static func witness(_ fields: Fields) throws(Malformed) -> Witness? {
    guard fields.has("witness") else { return nil }
    let witness = try Fields(
      fields.value("witness"), "witness", only: ["keyEpoch", "generation", "mac", "pin"])
    return Witness(
      keyEpoch: try witness.integer("keyEpoch"), generation: try witness.number("generation"),
      mac: try witness.bytes("mac"), pin: try witness.bytes("pin"))
  }

  private static func item(_ value: VectorJSON) throws(Malformed) -> Item {
    let fields = try Fields(value, "an item", only: ["identity", "sha256", "reason"])
    let item = Item(
      identity: try fields.bytes("identity"), digest: try fields.optionalBytes("sha256"),
      reason: fields.has("reason") ? try Names.error(fields.text("reason"), "reason") : nil)
    try Malformed.unless((item.digest == nil) == (item.reason != nil), "an item has a value or a reason")
    return item
  }

  private static func intermediate(_ fields: Fields) throws(Malformed) -> [String: String] {
    guard fields.has("intermediate") else { return [:] }
    let given = try Fields(fields.value("intermediate"), "intermediate", only: intermediates)
    var values: [String: String] = [:]
    for name in given.names {
      let isNumber = name == "keyEpoch" || name == "generation"
      values[name] = isNumber ? "\(try given.number(name))" : Hexadecimal.text(try given.bytes(name))
    }
    return values
  }
}
