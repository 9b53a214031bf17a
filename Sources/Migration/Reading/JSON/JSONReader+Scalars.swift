import SecretCrypto

extension JSONReader {
  /// Reads a string, a number or one of the three words.
  mutating func scalar(_ bytes: Span<UInt8>) throws(Refusal) {
    switch try next(bytes) {
    case UInt8(ascii: "\""): try string(bytes)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number(bytes)
    case UInt8(ascii: "t"): try word("true", .boolean, bytes)
    case UInt8(ascii: "f"): try word("false", .boolean, bytes)
    case UInt8(ascii: "n"): try word("null", .null, bytes)
    default: throw .syntax("jsonSyntax", "a value is expected", at: at)
    }
  }

  private mutating func word(_ text: StaticString, _ kind: Kind, _ bytes: Span<UInt8>) throws(Refusal) {
    let start = at
    for expected in text.description.utf8 {
      guard try next(bytes) == expected else {
        throw .syntax("jsonSyntax", "a value is expected", at: start)
      }
      at += 1
    }
    var record = NodeRecord(kind: kind, range: start..<at, content: start..<at, place: .source)
    record.isTrue = text.utf8CodeUnitCount == 4 && kind == .boolean
    try builder.add(record)
  }

  // MARK: - Numbers

  private mutating func number(_ bytes: Span<UInt8>) throws(Refusal) {
    let start = at
    var whole = true
    if bytes[at] == UInt8(ascii: "-") { at += 1 }
    if at < bytes.count, bytes[at] == UInt8(ascii: "0") { at += 1 } else { try digits(bytes, start) }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      whole = false
      at += 1
      try digits(bytes, start)
    }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      whole = false
      at += 1
      if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
      try digits(bytes, start)
    }
    let range = start..<at
    // Beyond 64 bits a whole number is kept as written, as a real is.
    whole = whole && WholeNumber.value(bytes.extracting(range)) != nil
    try builder.add(NodeRecord(kind: whole ? .integer : .real, range: range, content: range, place: .source))
  }

  /// Passes one digit or more.
  private mutating func digits(_ bytes: Span<UInt8>, _ start: Int) throws(Refusal) {
    guard at < bytes.count else { throw .truncated("the file ends inside a number", at: at) }
    guard decimalDigit(bytes[at]) != nil else {
      throw .syntax("jsonNumber", "this is not a number as JSON spells them", at: start)
    }
    while at < bytes.count, decimalDigit(bytes[at]) != nil { at += 1 }
  }

  // MARK: - Strings

  /// Reads a string in quotes; one without escapes is lent from the source, others are decoded.
  mutating func string(_ bytes: Span<UInt8>) throws(Refusal) {
    let start = at
    at += 1
    at = JSONText.endOfPlainText(bytes, from: at)
    if at < bytes.count, bytes[at] == UInt8(ascii: "\"") {
      at += 1
      try builder.add(
        NodeRecord(kind: .string, range: start..<at, content: start + 1..<at - 1, place: .source))
      return
    }
    let first = builder.decoded.count
    var plain = start + 1
    while true {
      guard at < bytes.count else { throw .truncated("the file ends inside a string", at: start) }
      builder.decoded.append(bytes.extracting(plain..<at))
      if bytes[at] == UInt8(ascii: "\"") { break }
      guard bytes[at] == UInt8(ascii: "\\") else {
        throw .syntax(
          "jsonControl", "a control character in a string has to be written as an escape", at: at)
      }
      try escape(bytes)
      plain = at
      at = JSONText.endOfPlainText(bytes, from: at)
    }
    at += 1
    try builder.add(
      NodeRecord(kind: .string, range: start..<at, content: first..<builder.decoded.count, place: .decoded))
  }

  /// Reads one escape, which stands at `at`.
  private mutating func escape(_ bytes: Span<UInt8>) throws(Refusal) {
    let start = at
    guard at + 1 < bytes.count else { throw .truncated("the file ends inside a string", at: at) }
    at += 2
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): builder.decoded.append(bytes[start + 1])
    case UInt8(ascii: "b"): builder.decoded.append(0x08)
    case UInt8(ascii: "f"): builder.decoded.append(0x0C)
    case UInt8(ascii: "n"): builder.decoded.append(0x0A)
    case UInt8(ascii: "r"): builder.decoded.append(0x0D)
    case UInt8(ascii: "t"): builder.decoded.append(0x09)
    case UInt8(ascii: "u"):
      var scalar = try codeUnit(bytes, start)
      if scalar >= 0xD800, scalar < 0xDC00, at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"),
        bytes[at + 1] == UInt8(ascii: "u")
      {
        at += 2
        let low = try codeUnit(bytes, start)
        guard low >= 0xDC00, low < 0xE000 else { throw .loneSurrogate(at: start) }
        scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
      }
      guard UTF8Text.append(scalar, to: &builder.decoded) else { throw .loneSurrogate(at: start) }
    default: throw .syntax("jsonEscape", "JSON knows no such escape", at: start)
    }
  }

  /// Reads the four hexadecimal digits of an escape that began at `start`.
  private mutating func codeUnit(_ bytes: Span<UInt8>, _ start: Int) throws(Refusal) -> UInt32 {
    guard at + 4 <= bytes.count else { throw .truncated("the file ends inside a string", at: start) }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = hexDigit(bytes[at]) else {
        throw .syntax("jsonEscape", "four hexadecimal digits are expected after \\u", at: start)
      }
      unit = unit << 4 | UInt32(digit)
      at += 1
    }
    return unit
  }
}
