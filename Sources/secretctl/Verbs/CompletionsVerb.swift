/// `completions bash|zsh`.
enum CompletionsVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let shell = arguments.operands.first ?? []
    if shell.elementsEqual("bash".utf8) {
      try console.out.write(Completions.bash())
    } else if shell.elementsEqual("zsh".utf8) {
      try console.out.write(Completions.zsh())
    } else {
      throw .usage("completions: no script for \(Escaping.visible(shell))", hint: "bash or zsh")
    }
    return .done
  }
}
