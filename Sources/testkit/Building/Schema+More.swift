extension Schema {
  /// Of the files in `primitives/`. Which fields a case has depends on its kind.
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
        "cases": { "type": "array", "minItems": 1, "items": { "type": "object" } }
      },
      "oneOf": [
    \(kinds)
      ],
      "$defs": {
        "hex": { "type": "string", "pattern": "^([0-9a-f]{2})*$" },
        "error": { "enum": [\(list(ErrorName.allCases.map(\.rawValue)))] },
        "numbers": { "type": "array", "items": { "type": "array", "items": { "type": "integer", "minimum": 1 } } },
        "clause": { "type": "string", "pattern": "^SF-[0-9]+(\\\\.[0-9]+)?-[0-9]+$" }
      }
    }

    """

  /// Each kind with the fields of its cases, and their types.
  private static var kinds: String {
    PrimitiveKind.allCases.map { kind in
      let names = kind.fields.map { $0.hasSuffix("?") ? String($0.dropLast()) : $0 }
      let required = ["id"] + kind.fields.filter { !$0.hasSuffix("?") }
      let types = names.map { "\"\($0)\": \(type(of: $0, in: kind))" }.joined(separator: ", ")
      return """
            {
              "properties": {
                "kind": { "enum": ["\(kind.rawValue)"] },
                "cases": {
                  "items": {
                    "required": [\(list(required))],
                    "additionalProperties": false,
                    "properties": { "id": { "type": "integer", "minimum": 1 }, \(types) }
                  }
                }
              }
            }
        """
    }.joined(separator: ",\n")
  }

  private static func type(of field: String, in kind: PrimitiveKind) -> String {
    switch field {
    case "label", "part", "text": return "{ \"type\": \"string\" }"
    case "expect":
      return kind == .cost ? "{ \"enum\": [\"ok\", \"kdfCost\"] }" : "{ \"$ref\": \"#/$defs/error\" }"
    case "shared": return "{ \"oneOf\": [{ \"$ref\": \"#/$defs/hex\" }, { \"type\": \"null\" }] }"
    case "chains", "slots": return "{ \"$ref\": \"#/$defs/numbers\" }"
    case "length", "padded", "contentLength", "plaintextLength", "class", "port", "synchronizable",
      "companion",
      "passphrases", "opslimit", "memlimit", "keyEpoch", "accessibility", "accessControl":
      return "{ \"type\": \"integer\", \"minimum\": 0 }"
    default: return "{ \"$ref\": \"#/$defs/hex\" }"
    }
  }

  /// Of the files in `writer/`.
  static let writer = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "What one SecretFile writer vector gives, suite \(Suite.version)",
      "type": "object",
      "required": ["name", "description", "operation", "seed", "time", "credentials", "expect", "clauses", "flags"],
      "allOf": [
        {
          "oneOf": [
            { "properties": { "operation": { "enum": ["create"] }, "base": false, "changes": false, "rotation": false }, "required": ["slots", "items"] },
            { "properties": { "operation": { "enum": ["commit"] }, \(noCreation), "rotation": false }, "required": ["base", "changes"] },
            { "properties": { "operation": { "enum": ["compact"] }, \(noCreation), "changes": false, "rotation": false }, "required": ["base"] },
            { "properties": { "operation": { "enum": ["rotate"] }, \(noCreation), "changes": false }, "required": ["base", "rotation"] }
          ]
        },
        {
          "oneOf": [
            { "properties": { "expect": { "enum": ["ok"] } }, "required": ["sha256"] },
            { "properties": { "expect": { "enum": [\(list(["unchanged", "refused"] + ErrorName.allCases.map(\.rawValue)))] }, "sha256": false } }
          ]
        }
      ],
      "additionalProperties": false,
      "properties": {
        "name": { "type": "string", "pattern": "^[a-z0-9_]+$" },
        "description": { "type": "string" },
        "operation": { "enum": ["create", "commit", "compact", "rotate"] },
        "seed": { "$ref": "#/$defs/hash" },
        "time": { "type": "integer", "minimum": 0 },
        "base": { "type": "string", "pattern": "^(writer|container)/[a-z0-9_]+$" },
        "credentials": { "$ref": "#/$defs/credentials" },
        "slots": { "type": "array", "items": { "$ref": "#/$defs/slot" } },
        "label": { "type": "string" },
        "items": { "type": "array", "items": { "$ref": "#/$defs/item" } },
        "changes": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/change" } },
        "rotation": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "keepRecipients": { "enum": ["all"] },
            "drop": { "type": "array", "items": { "$ref": "#/$defs/slotID" } },
            "add": { "type": "array", "items": { "$ref": "#/$defs/slot" } },
            "passphrases": {
              "type": "object",
              "propertyNames": { "$ref": "#/$defs/slotID" },
              "additionalProperties": {
                "type": "object",
                "required": ["passphrase", "opslimit", "memlimit"],
                "additionalProperties": false,
                "properties": {
                  "passphrase": { "$ref": "#/$defs/hex" }, "opslimit": { "$ref": "#/$defs/cost" }, "memlimit": { "$ref": "#/$defs/cost" }
                }
              }
            },
            "passwords": {
              "type": "object",
              "propertyNames": { "$ref": "#/$defs/hex" },
              "additionalProperties": { "$ref": "#/$defs/hex" }
            }
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
        "slotID": { "type": "string", "pattern": "^[0-9a-f]{16}$" },
        "cost": { "type": "integer", "minimum": 1 },
    \(credentials),
        "slot": {
          "oneOf": [
    \(slots().joined(separator: ",\n"))
          ]
        },
        "attributes": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "label": \(text), "description": \(text), "comment": \(text), "generic": \(hex),
            "creator": \(number), "type": \(number), "dataNames": \(number),
            "invisible": { "enum": [true] }, "negative": { "enum": [true] },
            "expires": { "type": "integer" }, "rotated": { "type": "integer" },
            "provenance": {
              "type": "object",
              "additionalProperties": false,
              "properties": { "fileName": \(text), "keyPath": \(text), "originalType": \(text), "innerPath": \(text) }
            },
            "userAttributes": { "type": "object", "additionalProperties": \(hex) }
          }
        },
        "item": {
          "oneOf": [
    \(named([("value", hex)], optional: protection + sealing))
          ]
        },
        "change": {
          "oneOf": [
    \(changes)
          ]
        }
      }
    }

    """

  // MARK: Parts of writer vectors

  private typealias Properties = [(name: String, type: String)]

  private static let text = #"{ "type": "string" }"#
  private static let hex = ##"{ "$ref": "#/$defs/hex" }"##
  private static let number = #"{ "type": "integer", "minimum": 0 }"#
  private static let noCreation = #""slots": false, "items": false, "label": false"#
  private static let key = ##"{ "$ref": "#/$defs/hash" }"##
  private static let cost: Properties = [
    ("opslimit", ##"{ "$ref": "#/$defs/cost" }"##), ("memlimit", ##"{ "$ref": "#/$defs/cost" }"##),
  ]
  private static let slotKinds: [(name: String, fields: Properties)] = [
    ("keyFile", [("key", key)]), ("passphrase", [("passphrase", hex)] + cost),
    ("recipient", [("recipient", key)]), ("enrolment", [("recipient", key)]),
  ]
  private static let attributes: Properties = [("attributes", ##"{ "$ref": "#/$defs/attributes" }"##)]
  private static let protection: Properties = [
    ("accessibility", #"{ "enum": [6, 7, 8, 9, 10, 11, 12] }"#), ("accessControl", number),
  ]
  private static let password: Properties = [("password", hex)]
  private static let sealing: Properties =
    [("contentType", #"{ "enum": [0, 1, 2, 3] }"#)] + password + cost + attributes
  private static let parts: Properties = [
    ("accessGroup", hex), ("service", hex), ("server", hex), ("account", hex), ("protocol", hex),
    ("authenticationType", hex), ("port", number), ("path", hex), ("securityDomain", hex),
    ("synchronizable", #"{ "enum": [0, 1] }"#),
  ]

  /// An object with these properties and no others.
  private static func object(_ required: Properties, optional: Properties = []) -> String {
    let properties = (required + optional).map { "\"\($0.name)\": \($0.type)" }.joined(separator: ", ")
    let names = required.isEmpty ? "" : "\"required\": [\(list(required.map(\.name)))], "
    let all = #""additionalProperties": false, "properties": { \#(properties) }"#
    return #"        { "type": "object", \#(names)\#(all) }"#
  }

  /// A slot of each kind, and more.
  private static func slots(_ more: Properties = []) -> [String] {
    slotKinds.map { kind in
      object(
        more + [("kind", #"{ "enum": ["\#(kind.name)"] }"#)] + kind.fields, optional: [("label", text)])
    }
  }

  /// What names an item, of either class, and more.
  private static func named(_ required: Properties, optional: Properties = []) -> String {
    [(1, ["server", "protocol", "authenticationType", "port", "path", "securityDomain"]), (2, ["service"])]
      .map { number, others in
        object(
          required + [("class", #"{ "enum": [\#(number)] }"#)],
          optional: parts.filter { !others.contains($0.name) } + optional)
      }.joined(separator: ",\n")
  }

  private static var changes: String {
    func change(_ name: String) -> Properties { [("do", #"{ "enum": ["\#(name)"] }"#)] }
    func inner(_ properties: Properties) -> Properties {
      [("to", object([], optional: properties).trimmingPrefix { $0 == " " }.description)]
    }
    let scope: Properties = [("scope", hex)]
    let slotID: Properties = [("slot", ##"{ "$ref": "#/$defs/slotID" }"##)]
    return
      ([
        object(change("label") + [("text", text)]),
        object(change("installation") + [("id", #"{ "type": "string", "pattern": "^[0-9a-f]{32}$" }"#)]),
        object(change("removeEnrolment") + slotID),
        object(change("slotLabel") + slotID + [("text", text)]),
      ]
      + slots(change("addSlot"))
      + [
        named(change("add") + [("value", hex)], optional: protection + sealing),
        named(change("import") + [("value", hex)], optional: protection),
        named(change("set") + [("value", hex)], optional: sealing),
        named(change("edit") + attributes, optional: scope),
        named(change("remove"), optional: scope),
        named(change("rename") + inner(parts), optional: scope + password),
        named(change("reprotect") + inner(protection + password + cost), optional: scope + password),
      ]).joined(separator: ",\n")
  }
}
