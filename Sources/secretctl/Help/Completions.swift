/// Completion scripts, made from the table that the parser reads.
package enum Completions {
  // MARK: bash

  /// A script for bash 3.2 and later.
  package static func bash() -> String {
    var text = """
      # bash completion for secretctl
      _secretctl() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]} options=
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=( $(compgen -W "\(firstWords.joined(separator: " ")) --version --help" -- "$word") )
          return
        fi

      """
    for (first, seconds) in families {
      text += "  if [ \"$verb\" = \(first) ]; then\n"
      text += "    if [ \"$COMP_CWORD\" -eq 2 ]; then\n"
      text += "      COMPREPLY=( $(compgen -W \"\(seconds.joined(separator: " "))\" -- \"$word\") )\n"
      text += "      return\n    fi\n    verb=\"$verb ${COMP_WORDS[2]}\"\n  fi\n"
    }
    text += "  case $before in\n"
    for option in Option.allCases {
      guard case .required = option.spec.value else { continue }
      let names = bashNames(option.spec)
      switch option.spec.completion {
      case .file: text += "    \(names)) COMPREPLY=( $(compgen -f -- \"$word\") ); return ;;\n"
      case .words(let words):
        text +=
          "    \(names)) COMPREPLY=( $(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\") ); "
          + "return ;;\n"
      case .nothing where option == .format:
        text += "    \(names)) COMPREPLY=( $(compgen -W \"\(formats)\" -- \"$word\") ); return ;;\n"
      case .nothing: text += "    \(names)) return ;;\n"
      }
    }
    text += "  esac\n  case $verb in\n"
    for verb in Verb.present {
      let options = verb.spec.options.map { "--" + $0.spec.name }.joined(separator: " ")
      text += "    \"\(verb.name)\") options=\"\(options)\" ;;\n"
    }
    text += """
        esac
        case $word in
          -*) COMPREPLY=( $(compgen -W "$options" -- "$word") ) ;;
          *)
            case $verb in
              help) COMPREPLY=( $(compgen -W "\(firstWords.joined(separator: " "))" -- "$word") ) ;;
              completions) COMPREPLY=( $(compgen -W "bash zsh" -- "$word") ) ;;
              *) COMPREPLY=( $(compgen -f -- "$word") ) ;;
            esac ;;
        esac
      }
      complete -o filenames -F _secretctl secretctl

      """
    return text
  }

  private static func bashNames(_ spec: OptionSpec) -> String {
    (spec.short.map { "-" + String(Unicode.Scalar($0)) + "|" } ?? "") + "--" + spec.name
  }

  // MARK: zsh

  /// A completion function for zsh.
  package static func zsh() -> String {
    var text = "#compdef secretctl\n\n_secretctl() {\n  local -a verbs\n  local verb=$words[2]\n  verbs=(\n"
    for word in firstWords { text += "    \(quote(word + ":" + colonless(summary(word))))\n" }
    text += "  )\n  if (( CURRENT == 2 )); then\n    _describe verb verbs\n    return\n  fi\n"
    for (first, seconds) in families {
      text += "  if [[ $verb == \(first) ]]; then\n    if (( CURRENT == 3 )); then\n"
      text += "      compadd \(seconds.joined(separator: " "))\n      return\n    fi\n"
      text += "    verb=\"$verb $words[3]\"\n    shift words\n    (( CURRENT-- ))\n  fi\n"
    }
    text += "  shift words\n  (( CURRENT-- ))\n  case $verb in\n"
    for verb in Verb.present {
      text += "    \(quote(verb.name)))\n      _arguments -s -S"
      for option in verb.spec.options { text += " \\\n        \(zshOption(option, in: verb.spec))" }
      text += " \\\n        \(zshOperands(verb)) ;;\n"
    }
    text += "  esac\n}\n\n_secretctl \"$@\"\n"
    return text
  }

  private static func zshOption(_ option: Option, in verb: VerbSpec) -> String {
    let spec = option.spec
    let explanation = "[" + bracketless(Help.explanation(option, in: verb)) + "]"
    let action: String
    switch spec.value {
    case .none: action = ""
    case .required(let name): action = ":" + colonless(name) + ":" + zshAction(option, spec, verb)
    case .optional(let name): action = "::" + colonless(name) + ":" + zshAction(option, spec, verb)
    }
    let suffix: String =
      switch spec.value {
      case .none: ""
      case .required: "="
      case .optional: "=-"
      }
    let star = spec.isRepeatable ? "*" : ""
    guard let short = spec.short else {
      return quote(star + "--" + spec.name + suffix + explanation + action)
    }
    let letter = "-" + String(Unicode.Scalar(short))
    let exclusion = spec.isRepeatable ? "*" : "(\(letter) --\(spec.name))"
    let letterSuffix = suffix.isEmpty ? "" : "+"
    return quote(exclusion) + "{" + letter + letterSuffix + ",--" + spec.name + suffix + "}"
      + quote(explanation + action)
  }

  private static func zshAction(_ option: Option, _ spec: OptionSpec, _ verb: VerbSpec) -> String {
    if option == .format { return "(" + verb.formats.joined(separator: " ") + ")" }
    return switch spec.completion {
    case .file: "_files"
    case .words(let words): "(" + words.map { $0.split(separator: " ").joined() }.joined(separator: " ") + ")"
    case .nothing: " "
    }
  }

  private static func zshOperands(_ verb: Verb) -> String {
    switch verb {
    case .help: quote("*:verb:(" + firstWords.joined(separator: " ") + ")")
    case .completions: quote("1:shell:(bash zsh)")
    case .scan, .importSources, .inspect: quote("*:file:_files")
    default: quote("*: :")
    }
  }

  // MARK: Words

  private static var firstWords: [String] {
    var words: [String] = []
    for verb in Verb.present {
      let first = firstWord(verb)
      if words.last != first { words.append(first) }
    }
    return words
  }

  /// Verbs of two words: the first, and what may follow.
  private static var families: [(String, [String])] {
    var families: [(String, [String])] = []
    for verb in Verb.present where verb.name.utf8.contains(0x20) {
      let first = firstWord(verb)
      let second = String(verb.name.dropFirst(first.count + 1))
      if let index = families.firstIndex(where: { $0.0 == first }) {
        families[index].1.append(second)
      } else {
        families.append((first, [second]))
      }
    }
    return families
  }

  private static var formats: String {
    var words: [String] = []
    for verb in Verb.present {
      for word in verb.spec.formats where !words.contains(word) { words.append(word) }
    }
    return words.joined(separator: " ")
  }

  private static func firstWord(_ verb: Verb) -> String { String(verb.name.prefix { $0 != " " }) }

  private static func summary(_ word: String) -> String {
    let verbs = Verb.present.filter { firstWord($0) == word }
    return verbs.count == 1
      ? verbs[0].spec.summary
      : verbs.map { $0.name.dropFirst(word.count + 1) }
        .joined(separator: ", ")
  }

  private static func quote(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  private static func colonless(_ text: String) -> String {
    String(text.map { $0 == ":" ? "," : $0 })
  }

  private static func bracketless(_ text: String) -> String {
    String(text.map { $0 == "[" ? "(" : $0 == "]" ? ")" : $0 == ":" ? "," : $0 })
  }
}
