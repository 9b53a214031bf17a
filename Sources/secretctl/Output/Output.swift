import SecretFile

/// What goes to stdout: gathered in a buffer and written when it is full or at the end.
package final class Output {
  private static let capacity = 65_536

  private var buffer: [UInt8] = []
  /// Whether anything was handed to the system.
  private(set) var hasWritten = false
  /// Whether stdout is a terminal.
  package let isTerminal: Bool

  /// An empty output.
  init() {
    isTerminal = Launch.isTerminal(1)
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
    hasWritten = true
    try Streams.write(bytes, to: 1)
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
    hasWritten = true
    try Streams.write(bytes.span, to: 1)
  }

  /// The end: everything is written, or an error says that it may not have arrived.
  package func finish() throws(Outcome) {
    try flush()
    if hasWritten { try Streams.closeOutput() }
  }
}
