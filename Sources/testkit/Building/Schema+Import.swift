extension Schema {
  /// Of the files in `import/`.
  static let imports = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "What is found in a preference file and what a scrub leaves, suite \(Suite.version)",
      "type": "object",
      "required": ["name", "description", "fileName", "expect", "exit", "clauses", "flags"],
      "additionalProperties": false,
      "properties": {
        "name": { "type": "string", "pattern": "^[a-z0-9_]+$" },
        "description": { "type": "string" },
        "fileName": { "type": "string" },
        "expect": { "type": "string", "pattern": "^[a-zA-Z-]+$" },
        "exit": { "enum": [0, 65] },
        "format": { "enum": ["binary-plist", "xml-plist", "openstep-plist", "android-xml", "json", "jsonc"] },
        "findings": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["path", "inner", "kind", "severity"],
            "additionalProperties": false,
            "properties": {
              "path": { "$ref": "#/$defs/path" },
              "inner": {
                "type": "array",
                "items": {
                  "oneOf": [
                    { "type": "string" },
                    { "type": "integer", "minimum": 0 },
                    {
                      "type": "object",
                      "required": ["decode"],
                      "additionalProperties": false,
                      "properties": {
                        "decode": {
                          "enum": ["json", "plist", "nskeyedarchiver", "base64", "form", "cookie", "header", "url"]
                        }
                      }
                    }
                  ]
                }
              },
              "kind": { "type": "string", "pattern": "^[a-z0-9_]+$" },
              "severity": { "enum": ["high", "medium", "low"] }
            }
          }
        },
        "plan": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["path", "service", "account", "sha256"],
            "additionalProperties": false,
            "properties": {
              "path": { "$ref": "#/$defs/path" },
              "service": { "type": "string" },
              "account": { "type": "string" },
              "sha256": { "type": "string", "pattern": "^[0-9a-f]{64}$" }
            }
          }
        },
        "removed": { "type": "string", "pattern": "^[a-zA-Z]+$" },
        "placeholder": { "type": "string", "pattern": "^[a-zA-Z]+$" },
        \(clausesAndFlags)
      },
      "$defs": {
        "path": {
          "type": "array",
          "items": { "oneOf": [{ "type": "string" }, { "type": "integer", "minimum": 0 }] }
        }
      }
    }

    """
}
