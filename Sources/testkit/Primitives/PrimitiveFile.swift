/// Cases of one part of the format that needs no container.
struct PrimitiveFile {
  let name: String
  let kind: PrimitiveKind
  let description: String
  let clauses: [String]
  var cases: [[(String, JSON)]] = []

  init(_ name: String, _ kind: PrimitiveKind, _ clauses: String, _ description: String) {
    (self.name, self.kind, self.description) = (name, kind, description)
    self.clauses = clauses.split(separator: " ").map { "SF-\($0)" }
  }

  mutating func add(_ fields: (String, JSON)...) { cases.append(fields) }

  var file: Suite.File { ("primitives/\(name).json", Bytes(json.text.utf8)) }

  var json: JSON {
    .object([
      ("name", .string(name)), ("description", .string(description)), ("kind", .string(kind.rawValue)),
      ("clauses", .strings(clauses)),
      (
        "cases",
        .list(cases.enumerated().map { .object([("id", .number(UInt64($0.offset + 1)))] + $0.element) })
      ),
    ])
  }
}

/// What the cases of a file are about; each kind has its own fields.
enum PrimitiveKind: String, CaseIterable {
  case derive, padding, frame, identity, keyText, passphrase, argon2id, cost, x25519, slot, chain, chainTable,
    mac

  /// The fields of a case, those that may be missing with a question mark.
  var fields: [String] {
    switch self {
    case .derive: ["key", "label", "context", "out"]
    case .padding: ["length", "padded"]
    case .frame: ["contentLength", "plaintextLength"]
    case .identity:
      [
        "class?", "accessGroup?", "service?", "server?", "account?", "protocol?", "authenticationType?",
        "port?",
        "path?",
        "securityDomain?", "synchronizable?", "scope?", "companion?", "identity", "expect?",
      ]
    case .keyText: ["part", "key?", "text", "expect?"]
    case .passphrase: ["passphrase", "normalized?", "expect?"]
    case .argon2id: ["password", "salt", "opslimit", "memlimit", "out"]
    case .cost: ["slots", "passphrases", "expect"]
    case .x25519: ["scalar", "point", "shared"]
    case .slot:
      ["containerID", "keyEpoch", "slot", "secret", "masterKey?", "presenceKey?", "passcodeKey?", "expect?"]
    case .chain:
      [
        "containerID", "keyEpoch", "masterKey", "entry", "deviceKey?", "presenceKey?", "passcodeKey?", "set?",
        "classKey?", "expect?",
      ]
    case .chainTable: ["accessibility", "accessControl", "chains"]
    case .mac: ["header", "masterKey", "headerHash", "mac"]
    }
  }
}

extension Suite {
  /// All cases that need no container.
  static func primitives() throws -> [PrimitiveFile] {
    try [
      derivations(), paddings(), frames(), identities(), identityFaults(), keyTexts(), keyTextFaults(),
      passphrases(), argon2ids(), costs(), sharedSecrets(), slots(), slotFaults(), chains(), chainFaults(),
      chainTables(), macs(),
    ]
  }
}
