/// `help [VERB]` and the manual page.
enum HelpVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    if arguments.has(.manual) {
      try console.out.write(Manual.page(version: Program.version))
    } else if arguments.operands.isEmpty {
      try console.out.write(Help.overview())
    } else {
      let (verb, used) = try Parser.findVerb(arguments.operands)
      guard verb.spec.exists else { throw Parser.missing(verb) }
      if used < arguments.operands.count {
        throw .usage("help takes one verb", hint: "secretctl help lists the verbs")
      }
      try console.out.write(Help.verb(verb))
    }
    return .done
  }
}
