extension Rules {
  /// The rules as JSON text that ``read(_:)`` reads, indented by two spaces.
  public func json() -> [UInt8] {
    var out = RulesText()
    out.line("{")
    out.line("  \"version\": \(Rules.version),")
    out.line("  \"default\": \(RulesText.quoted(fallback.rawValue)),")
    if rules.isEmpty {
      out.line("  \"rules\": []")
    } else {
      out.line("  \"rules\": [")
      for (number, rule) in rules.enumerated() {
        out.line("    {" + rule.fields.joined(separator: ", ") + "}" + (number + 1 < rules.count ? "," : ""))
      }
      out.line("  ]")
    }
    out.line("}")
    return out.bytes
  }
}

extension Rules {
  /// Whether these rules have every rule of others. Comments count for nothing.
  public func contain(_ others: Rules) -> Bool {
    Set(others.rules.map(\.meaning)).isSubset(of: rules.map(\.meaning))
  }
}

extension Rule {
  /// What it says, byte by byte, without its comment: the same value may be found for another reason in each file.
  var meaning: [UInt8] {
    var rule = self
    rule.comment = nil
    return Array(rule.fields.joined(separator: ",").utf8)
  }

  fileprivate var fields: [String] {
    var fields: [String] = []
    func add(_ name: String, _ value: String?) {
      if let value { fields.append("\"\(name)\": \(value)") }
    }
    add("keyPath", RulesText.quoted(keyPath.text))
    if !inner.isEmpty { add("inner", "[" + inner.map(RulesText.step).joined(separator: ", ") + "]") }
    add("action", RulesText.quoted(action.rawValue))
    if isRequired { add("required", "true") }
    add("service", service.map { RulesText.quoted($0.text) })
    add("account", account.map { RulesText.quoted($0.text) })
    add("accessGroup", accessGroup.map(RulesText.quoted))
    add("accessibility", accessibility.map(RulesText.quoted))
    add("accessControl", accessControl.map { "[" + $0.map(RulesText.quoted).joined(separator: ", ") + "]" })
    add("synchronizable", isSynchronizable.map { $0 ? "true" : "false" })
    add("comment", comment.map(RulesText.quoted))
    return fields
  }
}

/// Lines of JSON text for people.
struct RulesText {
  var bytes: [UInt8] = []

  mutating func line(_ text: String) {
    bytes += text.utf8
    bytes.append(0x0A)
  }

  static func step(_ step: InnerStep) -> String {
    switch step {
    case .decode(let decoding): "{\"decode\": \(quoted(decoding.rawValue))}"
    case .key(let key): quoted(String(decoding: key, as: UTF8.self))
    case .index(let index): String(index)
    }
  }

  /// A JSON string (RFC 8259 §7).
  static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        out.unicodeScalars.append("\\")
        out.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let hex = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
