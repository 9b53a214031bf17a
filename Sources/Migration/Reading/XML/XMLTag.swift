/// A start tag, taken apart where its bytes stand. Expat has checked that it is well-formed.
struct XMLTag {
  /// The bytes of the attributes `name` and `value` between their quotes.
  private(set) var name: Range<Int>?
  private(set) var value: Range<Int>?
  /// Whether the tag is start and end at once.
  let isEmptyElement: Bool

  init(_ bytes: Span<UInt8>, _ tag: Range<Int>, _ unit: TextUnit) {
    let size = unit.size
    isEmptyElement = unit.value(bytes, at: tag.upperBound - 2 * size) == 0x2F
    var at = tag.lowerBound + size
    while at < tag.upperBound {
      // A name, which white space or `=` ends.
      let start = at
      while at < tag.upperBound, !Self.endsName(unit.value(bytes, at: at)) { at += size }
      let word = start..<at
      while at < tag.upperBound, TextUnits.isSpace(unit.value(bytes, at: at)) { at += size }
      guard unit.value(bytes, at: at) == 0x3D else {
        at = max(at, word.upperBound + (word.isEmpty ? size : 0))
        continue
      }
      at += size
      while at < tag.upperBound, TextUnits.isSpace(unit.value(bytes, at: at)) { at += size }
      let quote = unit.value(bytes, at: at)
      at += size
      let first = at
      while at < tag.upperBound, unit.value(bytes, at: at) != quote { at += size }
      if Self.spells("name", bytes, word, unit) { name = first..<at }
      if Self.spells("value", bytes, word, unit) { value = first..<at }
      at += size
    }
  }

  private static func endsName(_ unit: UInt32) -> Bool {
    TextUnits.isSpace(unit) || unit == 0x3D || unit == 0x2F || unit == 0x3E
  }

  private static func spells(
    _ text: StaticString, _ bytes: Span<UInt8>, _ range: Range<Int>, _ unit: TextUnit
  ) -> Bool {
    guard range.count == text.utf8CodeUnitCount * unit.size else { return false }
    return zip(stride(from: range.lowerBound, to: range.upperBound, by: unit.size), text.description.utf8)
      .allSatisfy { unit.value(bytes, at: $0) == UInt32($1) }
  }
}

// MARK: - The tags of an element

extension XMLTag {
  /// The start tag of an element: up to the first `>` outside of quotes.
  static func start(of element: Range<Int>, _ bytes: Span<UInt8>, _ unit: TextUnit) -> Range<Int> {
    var at = element.lowerBound
    var quote: UInt32 = 0
    while at < element.upperBound {
      let value = unit.value(bytes, at: at)
      at += unit.size
      if quote != 0 {
        if value == quote { quote = 0 }
      } else if value == 0x22 || value == 0x27 {
        quote = value
      } else if value == 0x3E {
        break
      }
    }
    return element.lowerBound..<at
  }

  /// Where the end tag of an element begins: no `<` stands behind that.
  static func end(of element: Range<Int>, _ bytes: Span<UInt8>, _ unit: TextUnit) -> Int {
    var at = element.upperBound - unit.size
    while at > element.lowerBound, unit.value(bytes, at: at) != 0x3C { at -= unit.size }
    return at
  }

  /// What stands between the tags of an element; `nil` if markup stands there too: a comment, a section.
  static func text(of element: Range<Int>, _ bytes: Span<UInt8>, _ unit: TextUnit) -> Range<Int>? {
    let tag = start(of: element, bytes, unit)
    if tag.upperBound == element.upperBound { return tag.upperBound..<tag.upperBound }
    let content = tag.upperBound..<end(of: element, bytes, unit)
    let hasMarkup = stride(from: content.lowerBound, to: content.upperBound, by: unit.size).contains {
      unit.value(bytes, at: $0) == 0x3C
    }
    return hasMarkup ? nil : content
  }
}
