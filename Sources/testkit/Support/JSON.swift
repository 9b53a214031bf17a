/// A JSON value that keeps the order of its fields and is written one way only.
enum JSON: Sendable {
  case null
  case bool(Bool)
  case number(UInt64)
  /// A number below zero too, such as a status.
  case signed(Int64)
  case string(String)
  case list([JSON])
  case object([(String, JSON)])

  static func hex(_ bytes: Bytes) -> JSON { .string(bytes.hex) }
  static func strings(_ texts: [String]) -> JSON { .list(texts.map { .string($0) }) }

  /// The text with two spaces of indentation and a final newline.
  var text: String {
    var out = ""
    write(to: &out, indent: "")
    return out + "\n"
  }

  private func write(to out: inout String, indent: String) {
    switch self {
    case .null: out += "null"
    case .bool(let bool): out += bool ? "true" : "false"
    case .number(let number): out += "\(number)"
    case .signed(let number): out += "\(number)"
    case .string(let string): Self.quote(string, to: &out)
    case .list(let values):
      Self.enclose(values, "[", "]", to: &out, indent) { value, out in
        value.write(to: &out, indent: indent + "  ")
      }
    case .object(let fields):
      Self.enclose(fields, "{", "}", to: &out, indent) { field, out in
        Self.quote(field.0, to: &out)
        out += ": "
        field.1.write(to: &out, indent: indent + "  ")
      }
    }
  }

  private static func enclose<T>(
    _ values: [T], _ open: String, _ close: String, to out: inout String, _ indent: String,
    _ body: (T, inout String) -> Void
  ) {
    out += open
    for (index, value) in values.enumerated() {
      out += (index == 0 ? "\n" : ",\n") + indent + "  "
      body(value, &out)
    }
    out += (values.isEmpty ? "" : "\n" + indent) + close
  }

  private static func quote(_ string: String, to out: inout String) {
    out += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\": out += "\\\(scalar)"
      case "\n": out += "\\n"
      case _ where scalar.value < 32:
        out += "\\u00" + Bytes(scalar.value, 1).hex
      default: out.unicodeScalars.append(scalar)
      }
    }
    out += "\""
  }
}
