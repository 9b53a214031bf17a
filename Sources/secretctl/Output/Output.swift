import SecretFile

/// What goes to stdout: gathered in a buffer and written when it is full or at the end.
///
/// When its reader has gone (`| head`) the rest is dropped without a word, and the verb goes on to the exit code that
/// it would have had.
package final class Output {
  private static let capacity = 65_536

  private var buffer: [UInt8] = []
  /// Whether anything was handed to the system.
  private(set) var hasWritten = false
  /// Whether stdout is a terminal.
  package let isTerminal: Bool
  private let isReport: Bool
  private var isAbandoned = false

  /// An empty output. A report is of something that was done before: if it is lost, that is not.
  init(isReport: Bool) {
    isTerminal = Launch.isTerminal(1)
    self.isReport = isReport
  }

  /// Appends bytes.
  package func write(_ bytes: [UInt8]) throws(Outcome) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Appends text.
  package func write(_ text: String) throws(Outcome) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes secret bytes straight from where they are, after what was gathered.
  package func writeSecret(_ bytes: Span<UInt8>) throws(Outcome) {
    try flush()
    try send(bytes)
  }

  /// Forgets what was gathered and not yet written; false if it is too late.
  package func discard() -> Bool {
    buffer.removeAll()
    return !hasWritten
  }

  /// Writes what was gathered.
  package func flush() throws(Outcome) {
    guard !buffer.isEmpty else { return }
    let bytes = buffer
    buffer.removeAll(keepingCapacity: true)
    try send(bytes.span)
  }

  /// The end: everything is written, or an error says that it may not have arrived.
  package func finish() throws(Outcome) {
    try flush()
    guard hasWritten else { return }
    do throws(Outcome) { try Streams.closeOutput() } catch { throw lost(error) }
  }

  private func send(_ bytes: Span<UInt8>) throws(Outcome) {
    hasWritten = true
    guard !isAbandoned else { return }
    do throws(Outcome) {
      try Streams.write(bytes, to: 1)
    } catch {
      guard error == .brokenPipe else { throw lost(error) }
      isAbandoned = true
    }
  }

  /// The error with what it means for the work of the verb.
  private func lost(_ error: Outcome) -> Outcome {
    var error = error
    error.hint =
      isReport
      ? "the change itself is made; only this report of it is lost"
      : "what arrived there is not all of it"
    return error
  }
}
