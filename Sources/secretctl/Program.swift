/// From the arguments to the exit code.
enum Program {
  /// The version of the tool.
  static let version = "0.1.0"
  /// The version of the container format that it reads and writes.
  static let formatVersion = 1

  static func run(_ arguments: [[UInt8]]) -> ExitCode {
    let request: Parser.Request
    do throws(Outcome) {
      request = try Parser.parse(arguments)
    } catch {
      return Console(json: wantsJSON(arguments)).end(error)
    }
    switch request {
    case .version:
      return text("secretctl \(version), SecretFile format \(formatVersion)\n")
    case .help(let verb):
      return text(verb.map { Help.verb($0) } ?? Help.overview())
    case .verb(let parsed):
      let console = Console(parsed)
      do throws(Outcome) {
        try Descriptors.check(parsed)
        let code = try run(parsed, console)
        try console.out.finish()
        console.tellWarnings()
        return code
      } catch {
        return console.end(error)
      }
    }
  }

  /// Whether an error on the command line itself is to come as JSON too: a guess by the looks of it.
  private static func wantsJSON(_ arguments: [[UInt8]]) -> Bool {
    arguments.contains { $0.elementsEqual("--json".utf8) }
  }

  private static func text(_ text: String) -> ExitCode {
    let console = Console(json: false)
    do throws(Outcome) {
      try console.out.write(text)
      try console.out.finish()
      return .done
    } catch {
      return console.end(error)
    }
  }
}
