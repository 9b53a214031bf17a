import SecretCrypto

extension OpenStepReader {
  /// Reads what begins with `<`: bytes in hexadecimal, or a typed value of GNUstep.
  mutating func data(_ bytes: Span<UInt8>) throws(Refusal) {
    let start = at
    at += unit.size
    switch peek(bytes) {
    case 0x2A:  // *
      at += unit.size
      try typed(bytes, start)
    case 0x5B:  // [
      at += unit.size
      try base64(bytes, start)
    default: try hexadecimal(bytes, start)
    }
  }

  private mutating func hexadecimal(_ bytes: Span<UInt8>, _ start: Int) throws(Refusal) {
    let first = builder.decoded.count
    while true {
      guard !atEnd(bytes) else { throw .truncated("the file ends inside data", at: start) }
      if peek(bytes) == 0x3E { break }  // >
      if OpenStepText.isSpace(peek(bytes)) {
        at += unit.size
        continue
      }
      guard let high = digit(bytes) else {
        throw .syntax("openStepData", "data is written in hexadecimal digits", at: at)
      }
      at += unit.size
      guard let low = digit(bytes) else {
        throw .syntax("openStepData", "the digits of data come in pairs", at: at)
      }
      at += unit.size
      builder.decoded.append(high << 4 | low)
    }
    at += unit.size
    try builder.add(
      NodeRecord(kind: .data, range: start..<at, content: first..<builder.decoded.count, place: .decoded))
  }

  private func digit(_ bytes: Span<UInt8>) -> UInt8? {
    peek(bytes) < 0x80 ? hexDigit(UInt8(truncatingIfNeeded: peek(bytes))) : nil
  }

  // MARK: - GNUstep

  /// `<[base64]>`
  private mutating func base64(_ bytes: Span<UInt8>, _ start: Int) throws(Refusal) {
    var text = SecretAppender()
    while peek(bytes) != 0x5D {  // ]
      guard !atEnd(bytes) else { throw .truncated("the file ends inside data", at: start) }
      guard peek(bytes) < 0x80 else { throw .notBase64(at: start) }
      text.append(UInt8(truncatingIfNeeded: peek(bytes)))
      at += unit.size
    }
    at += unit.size
    guard peek(bytes) == 0x3E else { throw .syntax("openStepData", "> is expected after ]", at: at) }
    at += unit.size
    let first = builder.decoded.count
    let isValid = text.withBytes { Base64Text.append($0, to: &builder.decoded) }
    guard isValid else { throw .notBase64(at: start) }
    try builder.add(
      NodeRecord(kind: .data, range: start..<at, content: first..<builder.decoded.count, place: .decoded))
  }

  /// `<*I5>`, `<*BY>`, `<*R1.5>` and `<*D2024-05-01 10:00:00 +0000>`: a number, a truth, a real, a date.
  private mutating func typed(_ bytes: Span<UInt8>, _ start: Int) throws(Refusal) {
    let type = peek(bytes)
    at += unit.size
    let spelling = at
    let first = builder.decoded.count
    while peek(bytes) != 0x3E {
      guard !atEnd(bytes) else { throw .truncated("the file ends inside a typed value", at: start) }
      guard (0x20..<0x7F).contains(peek(bytes)), at - spelling < 64 * unit.size else {
        throw .gnustep("this is no value that GNUstep writes", at: start)
      }
      builder.decoded.append(UInt8(truncatingIfNeeded: peek(bytes)))
      at += unit.size
    }
    at += unit.size
    var record = NodeRecord(
      kind: .integer, range: start..<at, content: first..<builder.decoded.count, place: .decodedScalar)
    let range = record.contentRange
    var date = ScalarText()
    let complaint: String? = builder.decoded.withBytes { decoded in
      let text = decoded.extracting(range)
      switch type {
      case 0x49:  // I
        return WholeNumber.value(text) == nil ? "this is not a whole number of at most 64 bits" : nil
      case 0x42:  // B
        record.kind = .boolean
        record.isTrue = text.count == 1 && text[0] == UInt8(ascii: "Y")
        return record.isTrue || text.count == 1 && text[0] == UInt8(ascii: "N")
          ? nil : "this is neither Y nor N"
      case 0x52:  // R
        record.kind = .real
        record.place = .decoded
        return RealText.isReal(text) ? nil : "this is not a number"
      case 0x44:  // D
        record.kind = .date
        record.place = .decoded
        guard let seconds = CalendarDate.seconds(zoned: text) else {
          return "this is not a date of the form YYYY-MM-DD hh:mm:ss +hhmm"
        }
        CalendarDate.write(seconds, into: &date)
        return CalendarDate.seconds(date.bytes) == nil ? "its year is out of bounds" : nil
      default: return "GNUstep has no type of this letter"
      }
    }
    if let complaint { throw .gnustep(complaint, at: start) }
    if record.kind == .date {
      // The canonical text takes the place of the local one.
      let first = builder.decoded.count
      builder.decoded.append(date.bytes)
      record.content = UInt32(truncatingIfNeeded: first)
      record.contentLength = UInt32(truncatingIfNeeded: date.bytes.count)
    }
    try builder.add(record)
  }
}

extension Refusal {
  fileprivate static func gnustep(_ message: String, at offset: Int) -> Refusal {
    .syntax("gnustepType", "a typed value of GNUstep is not readable: \(message)", at: offset)
  }

  /// Data that is not written as it should be.
  static func notBase64(at offset: Int) -> Refusal {
    .syntax("plistValue", "this is not base64", at: offset)
  }
}
