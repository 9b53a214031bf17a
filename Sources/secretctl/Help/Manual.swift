/// The manual page as roff, made from the table that the parser reads.
package enum Manual {
  /// The whole page, section 1.
  package static func page(version: String) -> String {
    var text = ".TH SECRETCTL 1 \"2026-11-30\" \"secretctl \(escape(version))\" \"User Commands\"\n"
    text += ".SH NAME\nsecretctl \\- keep secrets in an encrypted container file\n"
    text += ".SH SYNOPSIS\n.B secretctl\n.I VERB\n[options] [arguments]\n"
    text += ".SH DESCRIPTION\n" + escape(description) + "\n"
    text += ".SH VERBS\n"
    for verb in Verb.present { text += section(verb) }
    text += ".SH ENVIRONMENT\nVariables name files and never hold secrets.\n"
    for option in Option.allCases {
      guard let variable = option.spec.environment else { continue }
      text += ".TP\n.B \(escape(variable))\nstands in for \\-\\-\(escape(option.spec.name))\n"
    }
    text += ".TP\n.B NO_COLOR\nno colour\n"
    text += ".SH EXIT STATUS\n"
    for code in ExitCode.allCases {
      text += ".TP\n.B \(code.rawValue)\n\(escape(code.meaning))\n"
    }
    text += ".SH FILES\n.TP\n.I $XDG_DATA_HOME/secretctl/device.key\nthe device key, made on first need\n"
    text += ".TP\n.I $XDG_STATE_HOME/secretctl/witness\nwhat was last seen of each container\n"
    return text
  }

  private static let description =
    "Moves secrets out of plaintext preference files into one encrypted container and gives them back. No "
    + "secret is ever taken from an argument or an environment variable, and nothing is sent anywhere."

  private static func section(_ verb: Verb) -> String {
    let spec = verb.spec
    var text = ".SS \(escape(Help.synopsis(verb)))\n\(escape(sentence(spec.summary)))\n"
    for paragraph in spec.details { text += ".PP\n\(escape(paragraph))\n" }
    for option in spec.options where option != .help {
      let usage = Help.usage(option, in: spec).drop { $0 == " " }
      text += ".TP\n.B \(escape(String(usage)))\n\(escape(Help.explanation(option, in: spec)))\n"
    }
    return text
  }

  private static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }

  /// Backslashes and hyphens are roff's own, and so is a dot or quote that begins a line.
  static func escape(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": out += "\\e"
      case "-": out += "\\-"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out.hasPrefix(".") || out.hasPrefix("'") ? "\\&" + out : out
  }
}
