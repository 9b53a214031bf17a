/// What stands before the outermost element of an XML text, passed over without a parser.
enum XMLPrologue {
  /// The outermost element.
  enum Outermost {
    case plist, map
    /// A dictionary or array that no `<plist>` encloses: a property list, it may be.
    case bare
    case other
  }

  /// The outermost element; `nil` if the text ends before it.
  static func outermost(_ bytes: Span<UInt8>, _ text: TextUnits) -> Outermost? {
    var at = text.start
    let size = text.unit.size
    while at + size <= bytes.count {
      if text.has("<plist", at: at, bytes) || text.has("<!DOCTYPE plist", at: at, bytes) { return .plist }
      if isTag("<map", bytes, text, at) { return .map }
      if isTag("<dict", bytes, text, at) || isTag("<array", bytes, text, at) { return .bare }
      guard text.unit.value(bytes, at: at) == 0x3C, isDeclaration(bytes, text, at) else { return .other }
      if text.has("<!--", at: at, bytes) {
        skip(to: "-->", &at, bytes, text)
      } else if text.has("<?", at: at, bytes) {
        skip(to: "?>", &at, bytes, text)
      } else {
        skipDeclaration(&at, bytes, text)
      }
      while at + size <= bytes.count, TextUnits.isSpace(text.unit.value(bytes, at: at)) { at += size }
    }
    return nil
  }

  private static func skip(to end: StaticString, _ at: inout Int, _ bytes: Span<UInt8>, _ text: TextUnits) {
    while at + text.unit.size <= bytes.count, !text.has(end, at: at, bytes) { at += text.unit.size }
    at += end.utf8CodeUnitCount * text.unit.size
  }

  /// A declaration ends at the first `>` that stands in no quotes.
  private static func skipDeclaration(_ at: inout Int, _ bytes: Span<UInt8>, _ text: TextUnits) {
    var quote: UInt32 = 0
    while at + text.unit.size <= bytes.count {
      let value = text.unit.value(bytes, at: at)
      at += text.unit.size
      if value == quote {
        quote = 0
      } else if quote == 0, value == 0x22 || value == 0x27 {
        quote = value
      } else if quote == 0, value == 0x3E {
        return
      }
    }
  }

  private static func isTag(_ start: StaticString, _ bytes: Span<UInt8>, _ text: TextUnits, _ at: Int) -> Bool
  {
    text.has(start, at: at, bytes)
      && !isWordPart(text.unit.value(bytes, at: at + start.utf8CodeUnitCount * text.unit.size))
  }

  private static func isDeclaration(_ bytes: Span<UInt8>, _ text: TextUnits, _ at: Int) -> Bool {
    let next = text.unit.value(bytes, at: at + text.unit.size)
    return next == 0x3F || next == 0x21  // <? and <!
  }

  private static func isWordPart(_ unit: UInt32) -> Bool {
    unit == 0x2D || unit == 0x5F || unit == 0x3A || (0x30...0x39).contains(unit)
      || (0x61...0x7A).contains(unit | 0x20)
  }
}
