/// What a text that is neither XML nor valid JSON seems to be, told by its first tokens.
enum TextGuess {
  /// An OpenStep property list or a strings file; two braces alone can be one too.
  case openStep
  /// Broken JSON.
  case json
  /// Nothing but one word or one text in quotes.
  case word
  /// Nothing but comments.
  case comments
  /// None of these.
  case other

  /// Looks at a text without reading all of it.
  init(_ bytes: Span<UInt8>, _ text: TextUnits) {
    var scanner = TextScanner(unit: text.unit, at: text.start)
    scanner.skip(bytes)
    switch scanner.peek(bytes) {
    case 0: self = scanner.atEnd(bytes) ? .comments : .other
    case 0x28: self = .openStep  // (
    case 0x3C: self = scanner.opensData(bytes) ? .openStep : .other  // <
    case 0x5B: self = .json  // [
    case 0x7B:  // {
      scanner.at += text.unit.size
      scanner.skip(bytes)
      self = scanner.peek(bytes) == 0x7D || scanner.assigns(bytes) ? .openStep : .json
    default:
      let quoted = scanner.peek(bytes) == 0x22 || scanner.peek(bytes) == 0x27
      let start = scanner
      if scanner.assigns(bytes) {
        self = .openStep
      } else if quoted {
        scanner = start
        _ = scanner.skipQuoted(bytes)
        let isWhole = scanner.at <= bytes.count
        scanner.skip(bytes)
        self = isWhole && scanner.atEnd(bytes) ? .word : .json
      } else {
        scanner = start
        scanner.skipWord(bytes)
        let word = scanner.at > start.at
        scanner.skip(bytes)
        self = word && scanner.atEnd(bytes) ? .word : .other
      }
    }
  }
}
