/// NAME.json of `primitives/`: cases of one part of the format.
struct PrimitiveVector {
  enum Kind: String {
    case derive, padding, frame, identity, keyText, passphrase, argon2id, cost, x25519, slot, chain,
      chainTable,
      mac

    /// The fields that a case may have, beside `id`.
    var fields: Set<String> {
      switch self {
      case .derive: ["key", "label", "context", "out"]
      case .padding: ["length", "padded"]
      case .frame: ["contentLength", "plaintextLength"]
      case .identity:
        [
          "class", "accessGroup", "service", "server", "account", "protocol", "authenticationType", "port",
          "path", "securityDomain", "synchronizable", "scope", "companion", "identity", "expect",
        ]
      case .keyText: ["part", "key", "text", "expect"]
      case .passphrase: ["passphrase", "normalized", "expect"]
      case .argon2id: ["password", "salt", "opslimit", "memlimit", "out"]
      case .cost: ["slots", "passphrases", "expect"]
      case .x25519: ["scalar", "point", "shared"]
      case .slot:
        ["containerID", "keyEpoch", "slot", "secret", "masterKey", "presenceKey", "passcodeKey", "expect"]
      case .chain:
        [
          "containerID", "keyEpoch", "masterKey", "entry", "deviceKey", "presenceKey", "passcodeKey", "set",
          "classKey", "expect",
        ]
      case .chainTable: ["accessibility", "accessControl", "chains"]
      case .mac: ["header", "masterKey", "headerHash", "mac"]
      }
    }
  }

  let kind: Kind
  let cases: [Fields]

  init(_ json: [UInt8], name: String) throws(Malformed) {
    let fields = try Fields(
      VectorJSON(json), "the file", only: ["name", "description", "kind", "clauses", "cases"])
    try Malformed.unless(try fields.text("name") == name, "name is not the file's name")
    _ = try fields.text("description")
    _ = try Names.clauses(fields)
    guard let kind = Kind(rawValue: try fields.text("kind")) else { throw Malformed("unknown kind") }
    self.kind = kind
    var cases: [Fields] = []
    for (index, value) in try fields.list("cases").enumerated() {
      let one = try Fields(value, "case \(index + 1)", only: kind.fields.union(["id"]))
      try Malformed.unless(try one.number("id") == UInt64(index + 1), "ids do not count from 1")
      cases.append(one)
    }
    try Malformed.unless(!cases.isEmpty, "no cases")
    self.cases = cases
  }
}
