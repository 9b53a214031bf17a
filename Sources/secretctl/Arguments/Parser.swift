/// Reads the command line by the table: strict, on raw bytes, without abbreviations.
///
/// What follows an option is its value, whatever it looks like, unless it is itself an option of the verb:
/// then the value was forgotten, and `--option=value` says it if it was meant. Operands and values that are
/// not expected are never repeated in an error: they could be a secret given by mistake.
package enum Parser {
  /// What to do.
  package enum Request: Sendable, Equatable {
    case verb(ParsedArguments)
    case help(Verb?)
    case version
  }

  /// Reads the arguments, without the program's name.
  package static func parse(_ arguments: [[UInt8]]) throws(Outcome) -> Request {
    guard let first = arguments.first else {
      throw .usage("no verb given", hint: "secretctl help lists the verbs")
    }
    if first.elementsEqual("--version".utf8) || first.elementsEqual("-V".utf8) { return .version }
    if first.elementsEqual("--help".utf8) || first.elementsEqual("-h".utf8) { return .help(nil) }
    if first.first == 0x2D {
      throw .usage("an option before the verb", hint: "the verb comes first: secretctl VERB [options]")
    }
    let (verb, used) = try findVerb(arguments)
    let spec = verb.spec
    guard spec.exists else { throw missing(verb) }
    var state = State(parsed: ParsedArguments(verb: verb), spec: spec)
    try state.run(Array(arguments.dropFirst(used)))
    if state.parsed.has(.help) { return .help(verb) }
    try state.checkOperands()
    return .verb(state.parsed)
  }

  /// The refusal of a verb that this build does not have.
  package static func missing(_ verb: Verb) -> Outcome {
    Outcome(
      "notYet", .usage, "\(verb.name) is not there yet (\(verb.spec.summary))",
      hint: "secretctl help lists the verbs that are there")
  }

  /// The verb at the front of the words, and how many words it takes.
  package static func findVerb(_ arguments: [[UInt8]]) throws(Outcome) -> (Verb, Int) {
    let first = arguments.first ?? []
    if let verb = Verb.named(first) { return (verb, 1) }
    let families = Verb.allCases.map { Array($0.name.utf8) }.filter {
      $0.starts(with: first + [0x20]) && !first.isEmpty
    }
    if families.isEmpty {
      let names = Verb.allCases.filter(\.spec.exists).map { Array($0.name.utf8.prefix { $0 != 0x20 }) }
      throw .usage(
        "no verb \(Escaping.visible(first))",
        hint: (Suggestion.synonym(of: first) ?? Suggestion.nearest(to: first, among: names))
          .map { "did you mean \($0)?" }
          ?? "secretctl help lists the verbs")
    }
    let words = families.map { String(decoding: $0.dropFirst(first.count + 1), as: Unicode.UTF8.self) }
    let all = words.joined(separator: ", ")
    guard arguments.count > 1, arguments[1].first != 0x2D else {
      throw .usage(
        "\(Escaping.visible(first)) needs one of: \(all)",
        hint: "secretctl help lists the verbs")
    }
    if let verb = Verb.named(first + [0x20] + arguments[1]) { return (verb, 2) }
    throw .usage(
      "no verb \(Escaping.visible(first + [0x20] + arguments[1]))",
      hint: Suggestion.nearest(to: arguments[1], among: words.map { Array($0.utf8) })
        .map { "did you mean \(Escaping.visible(first)) \($0)?" } ?? "one of: \(all)")
  }
}

private struct State {
  var parsed: ParsedArguments
  let spec: VerbSpec
  private var rest: ArraySlice<[UInt8]> = []

  init(parsed: ParsedArguments, spec: VerbSpec) {
    self.parsed = parsed
    self.spec = spec
  }

  mutating func run(_ arguments: [[UInt8]]) throws(Outcome) {
    rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument.elementsEqual("--".utf8) {
        parsed.operands += rest
        return
      } else if argument.starts(with: "--".utf8) {
        try long(argument)
      } else if argument.first == 0x2D, argument.count > 1 {
        try short(argument)
      } else {
        parsed.operands.append(argument)
      }
    }
  }

  func checkOperands() throws(Outcome) {
    let count = parsed.operands.count
    if count > spec.operandCount.upperBound {
      let most = spec.operandCount.upperBound
      throw .usage(
        most == 0
          ? "\(parsed.verb.name) takes no arguments"
          : "\(parsed.verb.name) takes at most \(Count.text(most, "argument"))",
        hint: parsed.verb == .set || parsed.verb == .edit
          ? "a secret is never taken from the command line: pipe it in, or let it be asked for"
          : "secretctl help \(parsed.verb.name)")
    }
    if count < spec.operandCount.lowerBound {
      throw .usage(
        "\(parsed.verb.name) needs \(spec.operands)", hint: "secretctl help \(parsed.verb.name)")
    }
  }

  // MARK: Options

  private mutating func long(_ argument: [UInt8]) throws(Outcome) {
    let body = argument.dropFirst(2)
    let name = Array(body.prefix { $0 != 0x3D })
    let attached = name.count < body.count ? Array(body.dropFirst(name.count + 1)) : nil
    guard let option = spec.options.first(where: { $0.spec.name.utf8.elementsEqual(name) }) else {
      throw unknown("--" + Escaping.visible(name), name)
    }
    let details = option.spec
    switch details.value {
    case .none:
      if attached != nil {
        throw .usage(
          "--\(details.name) takes no value", hint: "leave out the equals sign and what follows it")
      }
      try add(option, details, nil)
    case .optional: try add(option, details, attached)
    case .required(let placeholder):
      if let attached {
        try add(option, details, attached)
      } else {
        try add(option, details, try next("--" + details.name, placeholder))
      }
    }
  }

  private mutating func short(_ argument: [UInt8]) throws(Outcome) {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      let shown = "-" + Escaping.visible([letter])
      guard let option = spec.options.first(where: { $0.spec.short == letter }) else {
        throw unknown(shown, nil)
      }
      let details = option.spec
      guard case .required(let placeholder) = details.value else {
        try add(option, details, nil)
        continue
      }
      try add(option, details, letters.isEmpty ? try next(shown, placeholder) : Array(letters))
      return
    }
  }

  /// The next argument as a value, unless it is an option of this verb.
  private mutating func next(_ shown: String, _ placeholder: String) throws(Outcome) -> [UInt8] {
    guard let value = rest.first else {
      throw .usage(
        "\(shown) needs a value: \(placeholder)", hint: "secretctl help \(parsed.verb.name) says what it is")
    }
    let name = Array(value.dropFirst(2).prefix { $0 != 0x3D })
    let isOption =
      value.starts(with: "--".utf8)
      && (name.isEmpty || spec.options.contains { $0.spec.name.utf8.elementsEqual(name) })
    if isOption {
      throw .usage(
        "\(shown) needs a value, and --\(Escaping.visible(name)) follows",
        hint: "if that is the value, write it with an equals sign: --option=--value")
    }
    rest = rest.dropFirst()
    return value
  }

  private mutating func add(_ option: Option, _ details: OptionSpec, _ value: [UInt8]?) throws(Outcome) {
    if !details.isRepeatable, parsed.has(option) {
      throw .usage("--\(details.name) was given twice", hint: "give it once; it does not repeat")
    }
    if value?.isEmpty == true, details.completion == .file {
      throw .usage("--\(details.name): the name is empty", hint: "is a variable of the script empty?")
    }
    let words: [String]
    if option == .format {
      words = spec.formats
    } else if details.isClosed, case .words(let closed) = details.completion {
      words = closed
    } else {
      words = []
    }
    if let value, !words.isEmpty, !words.contains(where: { $0.utf8.elementsEqual(value) }) {
      throw .usage(
        "--\(details.name) \(Escaping.visible(value)): not one of \(words.joined(separator: ", "))",
        hint: Suggestion.nearest(to: value, among: words.map { Array($0.utf8) }).map { "did you mean \($0)?" }
          ?? "secretctl help \(parsed.verb.name) says what they mean")
    }
    parsed.entries.append(.init(option: option, value: value))
  }

  private func unknown(_ shown: String, _ name: [UInt8]?) -> Outcome {
    if shown == "-w" || shown == "-p" || shown == "--password" || shown == "--value" || shown == "--secret" {
      return .usage(
        "\(parsed.verb.name) has no option \(shown)",
        hint: "a secret is never taken from the command line: pipe it in, or let it be asked for")
    }
    let names = spec.options.map { Array($0.spec.name.utf8) }
    let near = name.flatMap { Suggestion.nearest(to: $0, among: names) }
    return .usage(
      "\(parsed.verb.name) has no option \(shown)",
      hint: near.map { "did you mean --\($0)?" } ?? "secretctl help \(parsed.verb.name) lists its options")
  }
}
