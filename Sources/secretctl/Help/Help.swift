/// Help as plain text, made from the table.
package enum Help {
  /// The overview: every verb with its line.
  package static func overview() -> String {
    var text = """
      usage: secretctl VERB [options] [arguments]

      Keeps secrets in an encrypted container file.


      """
    let verbs = Verb.present
    let width = verbs.map(\.name.count).max() ?? 0
    for verb in verbs {
      text += "  " + pad(verb.name, width) + "  " + verb.spec.summary + "\n"
    }
    text += "\nsecretctl help VERB tells more; secretctl help --man is the manual page.\n"
    return text
  }

  /// The help of one verb.
  package static func verb(_ verb: Verb) -> String {
    let spec = verb.spec
    var text = "usage: " + synopsis(verb) + "\n\n" + spec.summary + "\n"
    for paragraph in spec.details {
      text += "\n" + wrap(paragraph, width: 80, indent: "") + "\n"
    }
    text += "\noptions:\n"
    let rows = spec.options.map { (usage($0, in: spec), explanation($0, in: spec)) }
    let width = min(28, rows.map { $0.0.unicodeScalars.count }.max() ?? 0)
    for (usage, explanation) in rows {
      text += "  " + pad(usage, width)
      text += usage.unicodeScalars.count > width ? "\n" + pad("", width + 2) : ""
      text += "  " + wrap(explanation, width: 76 - width, indent: pad("", width + 4)) + "\n"
    }
    return text
  }

  /// `secretctl VERB [options] OPERANDS`.
  package static func synopsis(_ verb: Verb) -> String {
    let spec = verb.spec
    return "secretctl \(verb.name) [options]" + (spec.operands.isEmpty ? "" : " " + spec.operands)
  }

  /// `-f, --file FILE`.
  package static func usage(_ option: Option, in verb: VerbSpec) -> String {
    let spec = option.spec
    let short = spec.short.map { "-" + String(Unicode.Scalar($0)) + ", " } ?? "    "
    return switch spec.value {
    case .none: "\(short)--\(spec.name)"
    case .required where option == .format && !verb.formats.isEmpty:
      "\(short)--\(spec.name) \(verb.formats.joined(separator: "|"))"
    case .required(let value): "\(short)--\(spec.name) \(value)"
    case .optional(let value): "\(short)--\(spec.name)[=\(value)]"
    }
  }

  /// The help line of an option with its environment variable and that it repeats.
  package static func explanation(_ option: Option, in verb: VerbSpec) -> String {
    let spec = option.spec
    var text = spec.help
    if let variable = spec.environment { text += " (else \(variable))" }
    if spec.isRepeatable { text += "; may be repeated" }
    return text
  }

  // MARK: Layout

  static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.unicodeScalars.count))
  }

  /// Breaks lines between words; every line but the first is indented.
  static func wrap(_ text: String, width: Int, indent: String) -> String {
    var lines: [String] = []
    var line = ""
    var length = 0
    for word in text.split(separator: " ") {
      let size = word.unicodeScalars.count
      if length > 0, length + 1 + size > width {
        lines.append(line)
        line = ""
        length = 0
      }
      line += (length == 0 ? "" : " ") + word
      length += (length == 0 ? 0 : 1) + size
    }
    lines.append(line)
    return lines.joined(separator: "\n" + indent)
  }
}
