/// Names and values inside one line of text: a form body, a cookie line, a query, a connection string.
package enum FlatText {
  /// One `name=value`.
  package struct Field: Sendable {
    package let name: Range<Int>
    package let value: Range<Int>
  }

  /// What the fields of a text are.
  package enum Form: Sendable {
    /// `a=1&b=2`
    case form
    /// `a=1; b=2`
    case cookie
    /// `NAME=value` or `--name=value`, alone.
    case assignment
  }

  /// Calls `body` for each `name=value` between separators, until it returns false.
  package static func forEachField(
    in text: Span<UInt8>, _ range: Range<Int>, separator: UInt8, _ body: (Field) -> Bool
  ) {
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      var equals: Int?
      while end < range.upperBound, text[end] != separator {
        if text[end] == UInt8(ascii: "="), equals == nil { equals = end }
        end += 1
      }
      if let equals {
        var name = start
        while name < equals, ASCII.isSpace(text[name]) { name += 1 }
        if !body(Field(name: name..<equals, value: equals + 1..<end)) { return }
      }
      start = end + 1
    }
  }

  /// What form a text has, judged by its separators and its first name; `nil` if it is no list of fields.
  package static func form(of text: Span<UInt8>) -> Form? {
    var name = 0
    while name < text.count, isNameByte(text[name]) { name += 1 }
    guard name > 0, name <= 128, name < text.count - 1, text[name] == UInt8(ascii: "=") else { return nil }
    var ampersands = 0
    var semicolons = 0
    var spaces = 0
    for index in name..<text.count {
      switch text[index] {
      case UInt8(ascii: "&"): ampersands += 1
      case UInt8(ascii: ";"): semicolons += 1
      case 0x20, 0x09, 0x0A, 0x0D: spaces += 1
      default: break
      }
    }
    if ampersands > 0 { return spaces == 0 ? .form : nil }
    if semicolons > 0 { return .cookie }
    // `==` at the end is the padding of base64.
    return spaces == 0 && text[name + 1] != UInt8(ascii: "=") ? .assignment : nil
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    ByteSet.word.contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "[")
      || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "%")
  }

  /// The parts of a URL that can hold secrets.
  package struct Address: Sendable {
    /// `https`
    package let scheme: Range<Int>
    /// What stands between the first colon and the last `@` of the authority; `nil` if there is none.
    package let password: Range<Int>?
    /// `example.com:443`
    package let host: Range<Int>
    /// What follows `?`.
    package let query: Range<Int>
    /// What follows `#`.
    package let fragment: Range<Int>
  }

  /// Takes a URL with an authority apart (RFC 3986 §3); `nil` for anything else. A `jdbc:` in front (JDBC 4.3 §9.4) is
  /// passed over.
  package static func address(_ text: Span<UInt8>) -> Address? {
    let start = ASCII.hasAnyCase("jdbc:", in: text) && text.count > 5 ? 5 : 0
    guard let length = ValueForm.schemeLength(text.extracting(start..<text.count)),
      ASCII.has("://", in: text, at: start + length)
    else {
      return nil
    }
    let scheme = start + length
    let authority = scheme + 3
    var end = authority
    var at: Int?
    while end < text.count, text[end] != UInt8(ascii: "/"), text[end] != UInt8(ascii: "?"),
      text[end] != UInt8(ascii: "#"), !ASCII.isSpace(text[end])
    {
      if text[end] == UInt8(ascii: "@") { at = end }
      end += 1
    }
    var password: Range<Int>?
    if let at {
      var colon = authority
      while colon < at, text[colon] != UInt8(ascii: ":") { colon += 1 }
      if colon < at { password = colon + 1..<at }
    }
    var hash = end
    while hash < text.count, text[hash] != UInt8(ascii: "#") { hash += 1 }
    var question = end
    while question < hash, text[question] != UInt8(ascii: "?") { question += 1 }
    return Address(
      scheme: start..<scheme, password: password, host: (at.map { $0 + 1 } ?? authority)..<end,
      query: min(question + 1, hash)..<hash, fragment: min(hash + 1, text.count)..<text.count)
  }
}
