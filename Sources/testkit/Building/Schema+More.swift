extension Schema {
  /// Of the files in `primitives/`. Which fields a case has depends on its kind; README.md lists them.
  static let primitive = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "SecretFile vectors of one part of the format, suite \(Suite.version)",
      "type": "object",
      "required": ["name", "description", "kind", "clauses", "cases"],
      "additionalProperties": false,
      "properties": {
        "name": { "type": "string", "pattern": "^[a-z0-9_]+$" },
        "description": { "type": "string" },
        "kind": { "enum": [\(list(PrimitiveKind.allCases.map(\.rawValue)))] },
        "clauses": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/clause" } },
        "cases": {
          "type": "array",
          "minItems": 1,
          "items": {
            "type": "object",
            "required": ["id"],
            "additionalProperties": false,
            "properties": {
    \(properties)
            }
          }
        }
      },
      "$defs": {
        "clause": { "type": "string", "pattern": "^SF-[0-9]+(\\\\.[0-9]+)?-[0-9]+$" }
      }
    }

    """

  private static var properties: String {
    let names = Set(
      PrimitiveKind.allCases.flatMap(\.fields).map { $0.hasSuffix("?") ? String($0.dropLast()) : $0 })
    return (["id"] + names.sorted()).map { "          \"\($0)\": true" }.joined(separator: ",\n")
  }

  /// Of the files in `writer/`.
  static let writer = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "What one SecretFile writer vector gives, suite \(Suite.version)",
      "type": "object",
      "required": ["name", "description", "operation", "seed", "time", "credentials", "expect", "clauses", "flags"],
      "additionalProperties": false,
      "properties": {
        "name": { "type": "string", "pattern": "^[a-z0-9_]+$" },
        "description": { "type": "string" },
        "operation": { "enum": ["create", "commit", "compact", "rotate"] },
        "seed": { "$ref": "#/$defs/hash" },
        "time": { "type": "integer", "minimum": 0 },
        "base": { "type": "string", "pattern": "^(writer|container)/[a-z0-9_]+$" },
        "credentials": { "type": "object" },
        "slots": { "type": "array", "items": { "$ref": "#/$defs/slot" } },
        "label": { "type": "string" },
        "items": { "type": "array", "items": { "type": "object" } },
        "changes": { "type": "array", "items": { "type": "object", "required": ["do"] } },
        "rotation": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "keepRecipients": { "enum": ["all"] },
            "drop": { "type": "array", "items": { "$ref": "#/$defs/hex" } },
            "add": { "type": "array", "items": { "$ref": "#/$defs/slot" } },
            "passphrases": { "type": "object", "propertyNames": { "$ref": "#/$defs/hex" } },
            "passwords": { "type": "object", "propertyNames": { "$ref": "#/$defs/hex" } }
          }
        },
        "expect": { "enum": [\(list(["ok", "unchanged", "refused"] + ErrorName.allCases.map(\.rawValue)))] },
        "sha256": { "$ref": "#/$defs/hash" },
        "clauses": {
          "type": "array",
          "minItems": 1,
          "items": { "type": "string", "pattern": "^SF-[0-9]+(\\\\.[0-9]+)?-[0-9]+$" }
        },
        "flags": { "type": "array", "items": { "type": "string" } }
      },
      "$defs": {
        "hex": { "type": "string", "pattern": "^([0-9a-f]{2})*$" },
        "hash": { "type": "string", "pattern": "^[0-9a-f]{64}$" },
        "slot": {
          "type": "object",
          "required": ["kind"],
          "additionalProperties": false,
          "properties": {
            "kind": { "enum": ["keyFile", "passphrase", "recipient", "enrolment"] },
            "label": { "type": "string" },
            "key": { "$ref": "#/$defs/hash" },
            "passphrase": { "$ref": "#/$defs/hex" },
            "opslimit": { "type": "integer", "minimum": 1 },
            "memlimit": { "type": "integer", "minimum": 1 },
            "recipient": { "$ref": "#/$defs/hash" }
          }
        }
      }
    }

    """
}
