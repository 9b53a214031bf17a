/// A position among the units of a text.
struct TextScanner {
  let unit: TextUnit
  var at: Int

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

  /// Passes a text in quotes; false if none begins here.
  mutating func skipQuoted(_ bytes: Span<UInt8>) -> Bool {
    let quote = peek(bytes)
    guard quote == 0x22 || quote == 0x27 else { return false }
    at += unit.size
    while !atEnd(bytes), peek(bytes) != quote {
      at += peek(bytes) == 0x5C ? 2 * unit.size : unit.size
    }
    at += unit.size
    return true
  }

  /// Whether a key follows and then `=` or `;`.
  mutating func assigns(_ bytes: Span<UInt8>) -> Bool {
    if !skipQuoted(bytes) {
      let start = at
      skipWord(bytes)
      guard at > start else { return false }
    }
    skip(bytes)
    return peek(bytes) == 0x3D || peek(bytes) == 0x3B
  }
}
