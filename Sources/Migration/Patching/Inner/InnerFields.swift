import SecretCrypto

/// Takes one field out of a form body, a cookie line, a URL's query or a list of header lines.
enum InnerFields {
  /// What is to change, and the value that goes.
  static func edit(
    _ text: Span<UInt8>, _ decoding: Decoding, field name: [UInt8], _ mode: Scrub.Mode
  ) throws(Refusal) -> (edit: ContentEdit, removed: SecretBuffer) {
    let found = fields(text, decoding).filter { Needles.equal(text.extracting($0.field.name), name.span) }
    guard let match = found.first else { throw .innerMissing }
    guard found.count == 1 else { throw .innerDuplicate }
    let field = match.field
    // Quotes and blanks around a value are not part of it.
    let value = bare(field.value, text)
    let removed = SecretBuffer(copying: text.extracting(value))
    if case .placeholder(let given) = mode {
      let spelled = decoding == .header ? given : escaped(given)
      return (ContentEdit(range: value, text: SecretBuffer(copying: spelled.span)), removed)
    }
    let range = match.isLine ? line(text, field) : entry(text, field, within: match.range, decoding)
    let nothing: [UInt8] = []
    return (ContentEdit(range: range, text: SecretBuffer(copying: nothing.span)), removed)
  }

  private struct Match {
    var field: FlatText.Field
    /// The list that it stands in.
    var range: Range<Int>
    var isLine = false
  }

  private static func fields(_ text: Span<UInt8>, _ decoding: Decoding) -> [Match] {
    var ranges = [0..<text.count]
    switch decoding {
    case .header: return lines(text)
    case .url:
      guard let address = FlatText.address(text) else { return [] }
      ranges = [address.query, address.fragment]
    default: break
    }
    var found: [Match] = []
    for range in ranges {
      let separator = UInt8(ascii: decoding == .cookie ? ";" : "&")
      FlatText.forEachField(in: text, range, separator: separator) { field in
        found.append(Match(field: field, range: range))
        return true
      }
    }
    return found
  }

  private static func lines(_ text: Span<UInt8>) -> [Match] {
    var found: [Match] = []
    var start = 0
    while start < text.count {
      var end = start
      var colon: Int?
      while end < text.count, text[end] != 0x0A {
        if text[end] == UInt8(ascii: ":"), colon == nil { colon = end }
        end += 1
      }
      let stop = end > start && text[end - 1] == 0x0D ? end - 1 : end
      if let colon, colon < stop {
        found.append(
          Match(
            field: FlatText.Field(name: start..<colon, value: colon + 1..<stop), range: start..<end,
            isLine: true))
      }
      start = end + 1
    }
    return found
  }

  private static func bare(_ range: Range<Int>, _ text: Span<UInt8>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    func isAround(_ byte: UInt8) -> Bool { ASCII.isSpace(byte) || byte == UInt8(ascii: "\"") }
    while start < end, isAround(text[start]) { start += 1 }
    while end > start, isAround(text[end - 1]) { end -= 1 }
    return start..<end
  }

  /// A header with its line break.
  private static func line(_ text: Span<UInt8>, _ field: FlatText.Field) -> Range<Int> {
    var end = field.value.upperBound
    if end < text.count, text[end] == 0x0D { end += 1 }
    if end < text.count { end += 1 }
    return field.name.lowerBound..<end
  }

  /// A field with one separator: the one behind it, or for the last field the one in front; a URL's only field goes
  /// with the question mark.
  private static func entry(
    _ text: Span<UInt8>, _ field: FlatText.Field, within list: Range<Int>, _ decoding: Decoding
  ) -> Range<Int> {
    var start = field.name.lowerBound
    var end = field.value.upperBound
    if end < list.upperBound {
      end += 1
      while decoding == .cookie, end < list.upperBound, ASCII.isSpace(text[end]) { end += 1 }
    } else {
      while decoding == .cookie, start > list.lowerBound, ASCII.isSpace(text[start - 1]) { start -= 1 }
      if start > list.lowerBound || decoding == .url { start -= 1 }
    }
    return start..<end
  }

  /// A placeholder as a part of a form: what is not a letter or digit is percent-encoded.
  private static func escaped(_ text: [UInt8]) -> [UInt8] {
    text.flatMap { byte -> [UInt8] in
      if ByteSet.alphanumeric.contains(byte) { return [byte] }
      let digits = String(byte, radix: 16, uppercase: true)
      return Array(("%" + (digits.count < 2 ? "0" : "") + digits).utf8)
    }
  }
}

extension Refusal {
  static var innerMissing: Refusal {
    Refusal(
      code: "noSuchPath", message: "nothing stands at the inner place of the value",
      hint: "the file may have changed: scan it again")
  }

  static var innerDuplicate: Refusal {
    Refusal(
      code: "duplicateKey", message: "the name stands several times inside the value",
      hint: "readers differ in which one they take; leave only one of them in the file")
  }

  /// A way that cannot be gone back: what was read cannot be written so that all else stays.
  static func innerWay(_ message: String) -> Refusal {
    Refusal(
      code: "innerWay", message: message,
      hint: "take the whole value, or take the part out by hand")
  }
}
