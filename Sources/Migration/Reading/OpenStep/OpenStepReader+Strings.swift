import SecretCrypto

extension OpenStepReader {
  /// Reads a text in quotes or a word; `nil` if neither begins here.
  mutating func string(_ bytes: Span<UInt8>) throws(Refusal) -> NodeRecord? {
    switch peek(bytes) {
    case 0x22, 0x27: return try quoted(bytes)  // " '
    case let first where OpenStepText.isWord(first): return word(bytes)
    default: return nil
    }
  }

  /// A word, which needs no quotes.
  private mutating func word(_ bytes: Span<UInt8>) -> NodeRecord {
    let start = at
    let first = builder.decoded.count
    while OpenStepText.isWord(peek(bytes)) {
      if unit != .utf8 { builder.decoded.append(UInt8(truncatingIfNeeded: peek(bytes))) }
      at += unit.size
    }
    return unit == .utf8
      ? NodeRecord(kind: .string, range: start..<at, content: start..<at, place: .source)
      : NodeRecord(
        kind: .string, range: start..<at, content: first..<builder.decoded.count, place: .decoded)
  }

  /// A text in quotes; one without escapes is lent from a UTF-8 source, others are decoded.
  private mutating func quoted(_ bytes: Span<UInt8>) throws(Refusal) -> NodeRecord {
    let start = at
    let quote = peek(bytes)
    at += unit.size
    let first = builder.decoded.count
    var plain = at
    var isPlain = unit == .utf8
    while true {
      guard !atEnd(bytes) else { throw .truncated("the file ends inside a text in quotes", at: start) }
      let next = peek(bytes)
      if next == quote { break }
      if next == 0x5C {  // \
        isPlain = false
        if unit == .utf8 { builder.decoded.append(bytes.extracting(plain..<at)) }
        try escape(bytes, start)
        plain = at
      } else if unit == .utf8 {
        at += 1
      } else {
        try appendWide(bytes)
      }
    }
    at += unit.size
    if isPlain {
      return NodeRecord(
        kind: .string, range: start..<at, content: start + 1..<at - 1, place: .source)
    }
    if unit == .utf8 { builder.decoded.append(bytes.extracting(plain..<at - 1)) }
    return NodeRecord(
      kind: .string, range: start..<at, content: first..<builder.decoded.count, place: .decoded)
  }

  /// Appends the character at `at` of a text in UTF-16 or UTF-32.
  private mutating func appendWide(_ bytes: Span<UInt8>) throws(Refusal) {
    let start = at
    let (scalar, length) = unit.character(bytes, at: at)
    at += length
    guard UTF8Text.append(scalar, to: &builder.decoded) else {
      throw scalar < 0xE000 ? .loneSurrogate(at: start) : .notUnicode(at: start)
    }
  }

  // MARK: - Escapes

  /// Reads the escape at `at`, in a text that began at `start`.
  private mutating func escape(_ bytes: Span<UInt8>, _ start: Int) throws(Refusal) {
    let backslash = at
    at += unit.size
    guard !atEnd(bytes) else { throw .truncated("the file ends inside a text in quotes", at: start) }
    let kind = peek(bytes)
    if let scalar = OpenStepText.escaped(kind) {
      at += unit.size
      builder.decoded.append(scalar)
      return
    }
    switch kind {
    case 0x30...0x37:  // octal, in NEXTSTEP's encoding
      var byte: UInt8 = 0
      var digits = 0
      while digits < 3, (0x30...0x37).contains(peek(bytes)) {
        // As CoreFoundation does it: what passes eight bits is lost.
        byte = byte << 3 | UInt8(truncatingIfNeeded: peek(bytes) - 0x30)
        at += unit.size
        digits += 1
      }
      _ = UTF8Text.append(OpenStepText.scalar(nextStep: byte), to: &builder.decoded)
    case 0x55:  // U
      at += unit.size
      var scalar = codeUnit(bytes)
      if scalar >= 0xD800, scalar < 0xDC00, peek(bytes) == 0x5C,
        unit.value(bytes, at: at + unit.size) == 0x55
      {
        at += 2 * unit.size
        let low = codeUnit(bytes)
        guard low >= 0xDC00, low < 0xE000 else { throw .loneSurrogate(at: backslash) }
        scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
      }
      guard UTF8Text.append(scalar, to: &builder.decoded) else { throw .loneSurrogate(at: backslash) }
    default:
      // Any other character stands for itself, however many bytes it has.
      if unit == .utf8 {
        builder.decoded.append(bytes[at])
        at += 1
      } else {
        try appendWide(bytes)
      }
    }
  }

  /// Up to four hexadecimal digits.
  private mutating func codeUnit(_ bytes: Span<UInt8>) -> UInt32 {
    var scalar: UInt32 = 0
    var digits = 0
    while digits < 4, peek(bytes) < 0x80, let digit = hexDigit(UInt8(truncatingIfNeeded: peek(bytes))) {
      scalar = scalar << 4 | UInt32(digit)
      at += unit.size
      digits += 1
    }
    return scalar
  }
}
