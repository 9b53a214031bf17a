import Foundation

/// A published test vector, NAME.json, as `testvectors/README.md` describes it.
struct VectorFile {
  /// The vector itself is wrong: never a pass, not even of a canary.
  struct Malformed: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
  }

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
  /// Texts by the names of the fields; passphrases in hexadecimal.
  let credentials: [String: [String]]
  let slot: [UInt8]?
  let itemPasswords: [[UInt8]: [UInt8]]
  let witness: Witness?
  /// What `read` reads.
  let item: [UInt8]?
  let items: [Item]
  /// Hexadecimal texts, and numbers as decimal ones.
  let intermediate: [String: String]
  let flags: Set<String>
  /// The container beside it.
  let container: URL

  static let errors: Set<String> = [
    "framing", "version", "headerHash", "header", "length", "kdfCost", "unlock", "copies", "root", "keyTable",
    "page", "record", "order", "payload", "locked", "device", "passcode", "presence", "applicationPassword",
    "invalidated", "notProven", "rollback", "fork", "credential", "notFound", "notSecretFile",
  ]
  static let accepting: Set<String> = ["acceptRollback", "acceptFork", "acceptOrigin"]
  static let telling: Set<String> = [
    "proven", "notProven", "version", "invalidated", "device", "presence", "passcode", "applicationPassword",
  ]
  static let intermediates: Set<String> = [
    "containerID", "masterKey", "passcodeKey", "presenceKey", "pin", "headerHash", "mac", "rootLink",
    "headerKey",
    "rootKey", "pageKey", "slotID", "rootPlaintext", "keyEpoch", "generation",
  ]
}

// MARK: - Parsing

extension VectorFile {
  private typealias Object = [String: Any]

  init(_ url: URL) throws {
    let object: Object
    do {
      let json = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
      object = try Self.object(
        json, "the vector",
        fields: [
          "name", "description", "expect", "operation", "credentials", "slot", "itemPasswords", "witness",
          "item",
          "items", "intermediate", "clauses", "flags",
        ])
    } catch let error as CocoaError { throw Malformed("not JSON: \(error.localizedDescription)") }
    name = try Self.text(object["name"], "name")
    try Self.demand(name == url.deletingPathExtension().lastPathComponent, "name is not the file's name")
    _ = try Self.text(object["description"] ?? "", "description")
    container = url.deletingPathExtension().appendingPathExtension("secretfile")
    expect = try Self.text(object["expect"], "expect")
    try Self.demand(expect == "ok" || Self.errors.contains(expect), "expect is no error of the registry")
    let verb = try Self.text(object["operation"] ?? "verify", "operation")
    guard let operation = Operation(rawValue: verb) else { throw Malformed("unknown operation") }
    self.operation = operation
    let given = try Self.object(
      object["credentials"] ?? Object(), "credentials",
      fields: ["passphrases", "keyFiles", "identities", "deviceKeys", "presence"])
    credentials = try given.mapValues { try Self.texts($0, "credentials") }
    for passphrase in credentials["passphrases"] ?? [] { _ = try Self.bytes(passphrase, "passphrase") }
    slot = try Self.present(object["slot"]).map { try Self.bytes($0, "slot") }
    itemPasswords = try Self.itemPasswords(object["itemPasswords"])
    witness = try Self.present(object["witness"]).map(Self.witness)
    item = try object["item"].map { try Self.bytes($0, "item") }
    try Self.demand((item != nil) == (operation == .read), "item stands in vectors that read, and only there")
    guard let list = (object["items"] ?? [Any]()) as? [Any] else { throw Malformed("items is not a list") }
    items = try list.map(Self.item)
    intermediate = try Self.intermediate(object["intermediate"])
    for clause in try Self.texts(object["clauses"] ?? [Any](), "clauses") {
      let id = clause.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
      try Self.demand(id.wholeMatch(of: /SF-[0-9]+(\.[0-9]+)?-[0-9]+/) != nil, "no clause id: \(clause)")
    }
    flags = Set(try Self.texts(object["flags"] ?? [Any](), "flags"))
    let unknown = flags.subtracting(Self.accepting).subtracting(Self.telling).subtracting(["slow"])
    try Self.demand(unknown.isEmpty, "unknown flags: \(unknown)")
  }

  private static func itemPasswords(_ value: Any?) throws -> [[UInt8]: [UInt8]] {
    guard let object = (value ?? Object()) as? Object else {
      throw Malformed("itemPasswords is not an object")
    }
    var passwords: [[UInt8]: [UInt8]] = [:]
    for (identity, password) in object {
      passwords[try bytes(identity, "identity")] = try bytes(password, "password")
    }
    return passwords
  }

  private static func witness(_ value: Any) throws -> Witness {
    let fields = try object(value, "witness", fields: ["keyEpoch", "generation", "mac", "pin"])
    try demand(fields.count == 4, "a witness has four fields")
    guard let epoch = UInt32(try number(fields["keyEpoch"], "keyEpoch")),
      let generation = UInt64(try number(fields["generation"], "generation"))
    else { throw Malformed("a counter of the witness is out of range") }
    return Witness(
      keyEpoch: epoch, generation: generation, mac: try bytes(fields["mac"], "mac"),
      pin: try bytes(fields["pin"], "pin"))
  }

  private static func item(_ value: Any) throws -> Item {
    let fields = try object(value, "an item", fields: ["identity", "sha256", "reason"])
    let item = Item(
      identity: try bytes(fields["identity"], "identity"),
      digest: try present(fields["sha256"]).map { try bytes($0, "sha256") },
      reason: try present(fields["reason"]).map { try text($0, "reason") })
    try demand(item.digest == nil || item.reason == nil, "an item with a value and a reason")
    try demand(item.reason.map(errors.contains) ?? true, "reason is no error of the registry")
    return item
  }

  private static func intermediate(_ value: Any?) throws -> [String: String] {
    let fields = try object(value ?? Object(), "intermediate", fields: intermediates)
    return try Dictionary(
      uniqueKeysWithValues: fields.map { name, value in
        let isNumber = name == "keyEpoch" || name == "generation"
        return (name, isNumber ? try number(value, name) : Fixture.hex(try bytes(value, name)))
      })
  }

  // MARK: Fields

  private static func demand(_ condition: Bool, _ text: String) throws {
    guard condition else { throw Malformed(text) }
  }

  private static func object(_ value: Any, _ what: String, fields: Set<String>) throws -> Object {
    guard let object = value as? Object else { throw Malformed("\(what) is not an object") }
    let unknown = Set(object.keys).subtracting(fields)
    try demand(unknown.isEmpty, "unknown fields in \(what): \(unknown.sorted())")
    return object
  }

  /// Nil for a field that is absent or null.
  private static func present(_ value: Any?) -> Any? { value is NSNull ? nil : value }

  private static func text(_ value: Any?, _ what: String) throws -> String {
    guard let text = value as? String else { throw Malformed("\(what) is not a text") }
    return text
  }

  private static func texts(_ value: Any, _ what: String) throws -> [String] {
    guard let texts = value as? [String] else { throw Malformed("\(what) is not a list of texts") }
    return texts
  }

  /// A whole number in decimal: up to 64 bits, which a Double does not have.
  private static func number(_ value: Any?, _ what: String) throws -> String {
    guard let number = value as? NSNumber, UInt64(number.stringValue) != nil else {
      throw Malformed("\(what) is not a whole number")
    }
    return number.stringValue
  }

  private static func bytes(_ value: Any?, _ what: String) throws -> [UInt8] {
    guard let text = value as? String, let bytes = Self.bytes(hexadecimal: text) else {
      throw Malformed("\(what) is not hexadecimal")
    }
    return bytes
  }

  static func bytes(hexadecimal text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
