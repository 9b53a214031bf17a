import Synchronization

/// One line on the terminal for work that takes more than half a second: what now, done, total, rate.
package final class ProgressLine: Sendable {
  private struct State {
    var last = 0.0
    var hasLine = false
  }

  private let isShown: Bool
  private let start: Double
  private let state = Mutex(State())

  /// Progress that shows itself only where a person sees it.
  package init(isShown: Bool) {
    self.isShown = isShown
    start = isShown ? Launch.uptime() : 0
  }

  /// Says how far the work is; cheap, so call it often, from any thread. A total of 0 is not known.
  package func update(_ what: String, done: UInt64, total: UInt64, unit: String) {
    guard isShown else { return }
    let now = Launch.uptime()
    guard now - start > 0.5 else { return }
    state.withLock { state in
      guard now - state.last > 0.1 else { return }
      state.last = now
      state.hasLine = true
      Self.show(Self.line(what, done: done, total: total, unit: unit, seconds: now - start))
    }
  }

  /// Wipes the line.
  package func finish() {
    guard isShown else { return }
    state.withLock { state in
      if state.hasLine { Self.show("") }
      state.hasLine = false
    }
  }

  /// `verify: 120,000 of 1,000,000 items (12%), 240,000 a second`.
  package static func line(
    _ what: String, done: UInt64, total: UInt64, unit: String, seconds: Double
  ) -> String {
    var text = what + ": " + grouped(done)
    if total > 0 {
      text += " of " + grouped(total) + " " + unit
      text += " (\(Int(Double(min(done, total)) / Double(total) * 100))%)"
    } else {
      text += " " + unit
    }
    if seconds > 0 { text += ", " + grouped(UInt64(Double(done) / seconds)) + " a second" }
    return text
  }

  /// A number with commas between thousands.
  package static func grouped(_ number: UInt64) -> String {
    var out: [UInt8] = []
    let digits = Array(number.description.utf8)
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { out.append(0x2C) }
      out.append(digit)
    }
    return String(decoding: out, as: Unicode.UTF8.self)
  }

  private static func show(_ line: String) {
    try? Streams.write(Array(("\r\u{1b}[K" + line).utf8).span, to: 2)
  }
}
