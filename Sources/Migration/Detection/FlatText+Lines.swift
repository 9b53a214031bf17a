extension FlatText {
  /// Settings in lines, `NAME=value` or `Name = value`, as environment files and WireGuard have them: the text as a whole,
  /// if a name among them says that its value is a secret.
  static func judgeAssignments(_ text: Span<UInt8>, _ vocabulary: borrowing Vocabulary) -> FlatFinding? {
    var start = 0
    var assignments = 0
    var best: Judgement?
    while start < text.count {
      var end = start
      while end < text.count, text[end] != 0x0A { end += 1 }
      if let (name, value) = assignment(text, start..<end) {
        assignments += 1
        let verdict = NameVerdict(text.extracting(name), vocabulary)
        if verdict.strength >= .shaped {
          best = Judgement.surer(best, verdict.judge(text.extracting(value)))
        }
      } else if !isSkipped(text, start..<end) {
        return nil
      }
      start = end + 1
    }
    guard assignments >= 2, let best, best.certainty >= 70 else { return nil }
    let judgement = Judgement(
      best.kind, min(best.certainty, 90), "lines of settings, in one of which \(best.reason)", .assignments)
    return FlatFinding(judgement: judgement, steps: [], range: text.indices)
  }

  private static func assignment(_ text: Span<UInt8>, _ line: Range<Int>) -> (Range<Int>, Range<Int>)? {
    var start = line.lowerBound
    while start < line.upperBound, ASCII.isSpace(text[start]) { start += 1 }
    if ASCII.has("export ", in: text, at: start) { start += 7 }
    var end = start
    while end < line.upperBound, ByteSet.word.contains(text[end]) || text[end] == UInt8(ascii: "-") {
      end += 1
    }
    let name = start..<end
    guard name.count >= 2, name.count <= 64 else { return nil }
    while end < line.upperBound, text[end] == 0x20 { end += 1 }
    guard end < line.upperBound, text[end] == UInt8(ascii: "=") else { return nil }
    return (name, trimmed(text, end + 1..<line.upperBound))
  }

  /// Empty lines, comments and section heads.
  private static func isSkipped(_ text: Span<UInt8>, _ line: Range<Int>) -> Bool {
    var start = line.lowerBound
    while start < line.upperBound, ASCII.isSpace(text[start]) { start += 1 }
    guard start < line.upperBound else { return true }
    return text[start] == UInt8(ascii: "#") || text[start] == UInt8(ascii: ";")
      || text[start] == UInt8(ascii: "[")
  }
}
