/// A position among the units of a text.
struct TextScanner {
  let unit: TextUnit
  var at: Int

  func peek(_ bytes: Span<UInt8>) -> UInt32 { unit.value(bytes, at: at) }

  func atEnd(_ bytes: Span<UInt8>) -> Bool { at + unit.size > bytes.count }

  /// Passes white space and comments.
  mutating func skip(_ bytes: Span<UInt8>) {
    let space = OpenStepText.endOfSpace(bytes, unit, from: at)
    at = space.isOpenComment ? bytes.count : space.at
  }

  /// Passes what OpenStep property lists take for a word without quotes.
  mutating func skipWord(_ bytes: Span<UInt8>) {
    while OpenStepText.isWord(peek(bytes)) { at += unit.size }
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

  /// Whether `<` opens an OpenStep data value rather than an XML tag.
  func opensData(_ bytes: Span<UInt8>) -> Bool {
    switch unit.value(bytes, at: at + unit.size) {
    case 0x30...0x39, 0x20, 0x2A, 0x3E, 0x5B: true
    default: false
    }
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
