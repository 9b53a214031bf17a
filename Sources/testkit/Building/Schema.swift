/// JSON Schemas of the files beside the containers.
enum Schema {
  static func list(_ names: [String]) -> String {
    names.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// The last two properties of a vector that is one JSON file; the lines after the first stand as deep as they go.
  static let clausesAndFlags = """
    "clauses": {
          "type": "array",
          "minItems": 1,
          "items": { "type": "string", "pattern": "^SF-[0-9]+(\\\\.[0-9]+)?-[0-9]+$" }
        },
        "flags": { "type": "array", "items": { "type": "string" } }
    """

  /// The definitions of `credentials` and of the texts of files in them.
  static let credentials = """
        "texts": { "type": "array", "items": { "type": "string" } },
        "credentials": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "passphrases": { "type": "array", "items": { "$ref": "#/$defs/hex" } },
            "keyFiles": { "$ref": "#/$defs/texts" },
            "identities": { "$ref": "#/$defs/texts" },
            "deviceKeys": { "$ref": "#/$defs/texts" },
            "presence": { "$ref": "#/$defs/texts" }
          }
        }
    """

  static let vector = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Expectation of one SecretFile container vector, suite \(Suite.version)",
      "type": "object",
      "required": ["name", "description", "expect", "operation", "credentials", "clauses", "flags"],
      "oneOf": [
        { "properties": { "expect": { "enum": ["ok"] }, "operation": { "enum": ["read"] } }, "required": ["items", "item"] },
        { "properties": { "expect": { "enum": ["ok"] }, "operation": { "enum": ["verify", "open"] }, "item": false }, "required": ["items"] },
        { "properties": { "expect": { "$ref": "#/$defs/error" }, "operation": { "enum": ["read"] } }, "required": ["item"] },
        { "properties": { "expect": { "$ref": "#/$defs/error" }, "operation": { "enum": ["verify", "open"] }, "item": false } }
      ],
      "additionalProperties": false,
      "properties": {
        "name": { "type": "string", "pattern": "^[a-z0-9_]+$" },
        "description": { "type": "string" },
        "expect": { "enum": [\(list(["ok"] + ErrorName.allCases.map(\.rawValue)))] },
        "operation": { "enum": [\(list(Operation.allCases.map(\.rawValue)))] },
        "credentials": { "$ref": "#/$defs/credentials" },
        "slot": { "type": "string", "pattern": "^[0-9a-f]{16}$" },
        "itemPasswords": {
          "type": "object",
          "propertyNames": { "$ref": "#/$defs/hex" },
          "additionalProperties": { "$ref": "#/$defs/hex" }
        },
        "witness": {
          "type": "object",
          "required": ["keyEpoch", "generation", "mac", "pin"],
          "additionalProperties": false,
          "properties": {
            "keyEpoch": { "type": "integer", "minimum": 1 },
            "generation": { "type": "integer", "minimum": 1 },
            "mac": { "$ref": "#/$defs/hash" },
            "pin": { "$ref": "#/$defs/hash" }
          }
        },
        "item": { "$ref": "#/$defs/hex" },
        "items": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["identity", "sha256"],
            "oneOf": [
              { "properties": { "sha256": { "$ref": "#/$defs/hash" }, "reason": false } },
              { "properties": { "sha256": { "type": "null" } }, "required": ["reason"] }
            ],
            "additionalProperties": false,
            "properties": {
              "identity": { "$ref": "#/$defs/hex" },
              "sha256": true,
              "reason": { "$ref": "#/$defs/error" }
            }
          }
        },
        "intermediate": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "containerID": { "$ref": "#/$defs/hex" },
            "slotID": { "$ref": "#/$defs/hex" },
            "keyEpoch": { "type": "integer" },
            "generation": { "type": "integer" },
            "headerHash": { "$ref": "#/$defs/hash" },
            "mac": { "$ref": "#/$defs/hash" },
            "rootLink": { "$ref": "#/$defs/hash" },
            "masterKey": { "$ref": "#/$defs/hash" },
            "passcodeKey": { "$ref": "#/$defs/hash" },
            "presenceKey": { "$ref": "#/$defs/hash" },
            "headerKey": { "$ref": "#/$defs/hash" },
            "rootKey": { "$ref": "#/$defs/hash" },
            "pageKey": { "$ref": "#/$defs/hash" },
            "pin": { "$ref": "#/$defs/hash" },
            "rootPlaintext": { "$ref": "#/$defs/hash" }
          }
        },
        "clauses": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/clause" } },
        "flags": {
          "type": "array",
          "items": { "enum": [\(list(Flag.allCases.map(\.rawValue)))] }
        }
      },
      "$defs": {
        "hex": { "type": "string", "pattern": "^([0-9a-f]{2})*$" },
        "hash": { "type": "string", "pattern": "^[0-9a-f]{64}$" },
        "error": { "enum": [\(list(ErrorName.allCases.map(\.rawValue)))] },
    \(credentials),
        "clause": { "type": "string", "pattern": "^SF-[0-9]+(\\\\.[0-9]+)?-[0-9]+$" }
      }
    }

    """

  static let index = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "List of the SecretFile test vectors, suite \(Suite.version)",
      "type": "object",
      "required": ["suite", "vectors", "canaries"],
      "additionalProperties": false,
      "properties": {
        "suite": { "type": "string", "pattern": "^[0-9]+\\\\.[0-9]+\\\\.[0-9]+$" },
        "vectors": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["id", "file", "category", "clauses", "flags", "since", "files"],
            "additionalProperties": false,
            "properties": {
              "id": { "type": "string", "pattern": "^sf-[0-9a-f]{8}$" },
              "file": { "type": "string", "pattern": "^(container|primitives|writer|semantics|import)/[a-z0-9_]+$" },
              "category": { "type": "string" },
              "clauses": {
                "type": "array",
                "items": { "type": "string", "pattern": "^SF-[0-9]+(\\\\.[0-9]+)?-[0-9]+$" }
              },
              "flags": { "type": "array", "items": { "type": "string" } },
              "since": { "type": "string" },
              "files": { "$ref": "#/$defs/digests" }
            }
          }
        },
        "canaries": { "$ref": "#/$defs/digests" }
      },
      "$defs": {
        "digests": {
          "type": "object",
          "propertyNames": { "type": "string", "pattern": "^([a-z]+/)+[a-z0-9_]+\\\\.[a-z]+$" },
          "additionalProperties": { "type": "string", "pattern": "^[0-9a-f]{64}$" }
        }
      }
    }

    """
}
