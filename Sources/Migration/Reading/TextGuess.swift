/// What a text that is neither XML nor valid JSON seems to be, told by its first tokens.
enum TextGuess {
  /// An OpenStep property list or a strings file.
  case openStep
  /// Broken JSON.
  case json
  /// Nothing but one word.
  case word
  /// Nothing but comments.
  case comments
  /// None of these.
  case other

  /// Looks at a text without reading all of it.
  init(_ bytes: Span<UInt8>, _ text: TextUnits) {
    var scanner = Scanner(bytes: bytes, unit: text.unit, at: text.start)
    scanner.skip(bytes)
    switch scanner.peek(bytes) {
    case 0: self = scanner.atEnd(bytes) ? .comments : .other
    case 0x28: self = .openStep  // (
    case 0x5B: self = .json  // [
    case 0x7B:  // {
      scanner.at += text.unit.size
      scanner.skip(bytes)
      self = scanner.assigns(bytes) ? .openStep : .json
    default:
      let quoted = scanner.peek(bytes) == 0x22 || scanner.peek(bytes) == 0x27
      let start = scanner
      if scanner.assigns(bytes) {
        self = .openStep
      } else if quoted {
        self = .json
      } else {
        scanner = start
        scanner.skipWord(bytes)
        let word = scanner.at > start.at
        scanner.skip(bytes)
        self = word && scanner.atEnd(bytes) ? .word : .other
      }
    }
  }

  /// A position among the units of a text.
  private struct Scanner {
    let unit: TextUnit
    var at: Int

    init(bytes: Span<UInt8>, unit: TextUnit, at: Int) {
      self.unit = unit
      self.at = at
    }

    func peek(_ bytes: Span<UInt8>) -> UInt32 { unit.value(bytes, at: at) }

    func atEnd(_ bytes: Span<UInt8>) -> Bool { at + unit.size > bytes.count }

    /// Passes white space and comments.
    mutating func skip(_ bytes: Span<UInt8>) {
      while !atEnd(bytes) {
        let next = unit.value(bytes, at: at + unit.size)
        if TextUnits.isSpace(peek(bytes)) {
          at += unit.size
        } else if peek(bytes) == 0x2F, next == 0x2F {
          while !atEnd(bytes), peek(bytes) != 0x0A, peek(bytes) != 0x0D { at += unit.size }
        } else if peek(bytes) == 0x2F, next == 0x2A {
          at += 2 * unit.size
          while !atEnd(bytes), peek(bytes) != 0x2A || unit.value(bytes, at: at + unit.size) != 0x2F {
            at += unit.size
          }
          at += 2 * unit.size
        } else {
          return
        }
      }
    }

    /// Passes what OpenStep property lists take for a word without quotes.
    mutating func skipWord(_ bytes: Span<UInt8>) {
      while !atEnd(bytes) {
        switch peek(bytes) {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24, 0x2F, 0x3A, 0x2E, 0x2D: at += unit.size
        default: return
        }
      }
    }

    /// Whether a key follows and then `=` or `;`.
    mutating func assigns(_ bytes: Span<UInt8>) -> Bool {
      let quote = peek(bytes)
      if quote == 0x22 || quote == 0x27 {
        at += unit.size
        while !atEnd(bytes), peek(bytes) != quote {
          at += peek(bytes) == 0x5C ? 2 * unit.size : unit.size
        }
        at += unit.size
      } else {
        let start = at
        skipWord(bytes)
        guard at > start else { return false }
      }
      skip(bytes)
      return peek(bytes) == 0x3D || peek(bytes) == 0x3B
    }
  }
}
