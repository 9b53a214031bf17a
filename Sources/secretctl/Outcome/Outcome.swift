/// How a verb ended when it did not simply succeed: one message, one hint, one exit code.
///
/// A message says what is wrong and where, in lower case and without a full stop; a hint says what to do, and there
/// is none without it. Neither ever holds a secret.
package struct Outcome: Error, Sendable, Equatable {
  /// Stable name, as `--json` gives it.
  package var code: String
  /// The exit code of the process.
  package var exit: ExitCode
  /// What is wrong and where.
  package var message: String
  /// What to do about it.
  package var hint: String
  /// Lines that belong to the message, such as the items that match where one is wanted.
  package var details: [String] = []
  /// The ids of the slots that the message speaks of.
  package var slots: [String] = []
  /// The byte in the input that the message speaks of.
  package var offset: Int?

  /// An outcome from its parts.
  package init(_ code: String, _ exit: ExitCode, _ message: String, hint: String) {
    self.code = code
    self.exit = exit
    self.message = message
    self.hint = hint
  }

  /// Wrong usage: exit 64.
  package static func usage(_ message: String, hint: String) -> Outcome {
    Outcome("usage", .usage, message, hint: hint)
  }

  /// The reader of a stream went away. For stdout (`| head`) that is no failure, and ``Output`` keeps it to itself.
  package static let brokenPipe = Outcome(
    "brokenPipe", .inputOutput, "the reader is gone", hint: "read the output to its end")

  /// The JSON form: `{"error":{"code","exit","message","hint"}}` and a line feed.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.key("error")
      write(to: &$0)
    }
    writer.raw(0x0A)
    return writer.bytes
  }

  /// Writes the object that stands under `"error"`.
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("code", code)
      $0.field("exit", Int64(exit.rawValue))
      $0.field("message", Escaping.withoutKeys(message))
      $0.field("hint", Escaping.withoutKeys(hint))
      if let offset { $0.field("offset", Int64(offset)) }
      if !details.isEmpty {
        $0.key("details")
        $0.array { writer in for line in details { writer.value(Escaping.withoutKeys(line)) } }
      }
      if !slots.isEmpty {
        $0.key("slots")
        $0.array { writer in for id in slots { writer.value(id) } }
      }
    }
  }

  /// The lines for stderr: the message with the program's name, details, and the hint line.
  package var text: String {
    var text = "secretctl: " + message + "\n"
    for line in details { text += "  " + line + "\n" }
    return Escaping.withoutKeys(text + "hint: " + hint + "\n")
  }
}
