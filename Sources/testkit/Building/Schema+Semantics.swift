extension Schema {
  private static var statuses: String { list(Status.allCases.map(\.rawValue)) }
  private static var numbers: String { Status.allCases.map { "\($0.number)" }.joined(separator: ", ") }
  private static var steps: String {
    list(
      Sequence.Change.allCases.map(\.rawValue) + [
        "entitle", "answer", "present", "clock", "fault", "add", "copyMatching", "update", "delete",
      ])
  }

  /// Of the files in `semantics/`.
  static let semantics = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A sequence of calls on an item layer, suite \(Suite.version)",
      "type": "object",
      "required": ["name", "description", "steps", "clauses", "flags"],
      "additionalProperties": false,
      "properties": {
        "name": { "type": "string", "pattern": "^[a-z0-9_]+$" },
        "description": { "type": "string" },
        "steps": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/step" } },
        \(clausesAndFlags)
      },
      "$defs": {
        "step": {
          "type": "object",
          "required": ["do"],
          "additionalProperties": false,
          "properties": {
            "do": { "enum": [\(steps)] },
            "groups": { "type": "array", "items": { "type": "string" } },
            "answer": { "enum": [\(list(Sequence.Answer.allCases.map(\.rawValue)))] },
            "password": { "oneOf": [{ "$ref": "#/$defs/hex" }, { "type": "null" }] },
            "time": { "type": "integer", "minimum": 0 },
            "call": { "enum": ["add", "copyMatching", "update", "delete"] },
            "status": { "enum": [\(numbers)] },
            "name": { "enum": [\(statuses)] },
            "attributes": { "$ref": "#/$defs/fields" },
            "query": { "$ref": "#/$defs/fields" },
            "changes": { "$ref": "#/$defs/fields" },
            "expect": { "$ref": "#/$defs/outcome" },
            "onContainer": { "$ref": "#/$defs/outcome" },
            "save": { "type": "string" }
          }
        },
        "outcome": {
          "type": "object",
          "required": ["status", "name"],
          "additionalProperties": false,
          "properties": {
            "status": { "enum": [\(numbers)] },
            "name": { "enum": [\(statuses)] },
            "nothing": { "enum": [true] },
            "value": { "$ref": "#/$defs/value" },
            "has": { "$ref": "#/$defs/fields" },
            "lacks": { "type": "array", "items": { "type": "string" } },
            "count": { "type": "integer", "minimum": 0 },
            "values": { "type": "array", "items": { "$ref": "#/$defs/value" } },
            "asked": { "type": "integer", "minimum": 0 }
          }
        },
        "fields": { "type": "object", "additionalProperties": { "$ref": "#/$defs/value" } },
        "value": {
          "oneOf": [
            { "type": "string" },
            { "type": "integer" },
            { "enum": [true, false] },
            { "type": "array", "items": { "$ref": "#/$defs/value" } },
            {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "data": { "$ref": "#/$defs/hex" },
                "date": { "type": "integer", "minimum": 0 },
                "accessibility": { "type": "string" },
                "flags": { "type": "integer", "minimum": 0 },
                "saved": { "type": "string" }
              }
            }
          ]
        },
        "hex": { "type": "string", "pattern": "^([0-9a-f]{2})*$" }
      }
    }

    """
}
