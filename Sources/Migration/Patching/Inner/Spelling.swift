import SecretCrypto

/// How a text of the source is put together: pieces of source bytes and the bytes of content that each stands for.
/// Through it a change of the content becomes a change of the source that leaves every other piece as it is spelt.
struct Spelling {
  /// How the text is written.
  enum Style {
    /// Between the quotes of JSON.
    case json
    /// Between the tags of XML.
    case xml
    /// In a CDATA section of XML.
    case section
    /// Between the quotes of an OpenStep property list.
    case openStep
  }

  let style: Style
  let unit: TextUnit
  /// The spelling without quotes or tags.
  let range: Range<Int>

  /// The spelling of a string; `nil` for one without quotes or for any other value.
  init?(of node: Node, in document: Document, _ bytes: Span<UInt8>) {
    guard node.kind == .string, !node.range.isEmpty else { return nil }
    unit = TextUnits(bytes).unit
    let inside =
      node.range.lowerBound
      + unit.size..<max(node.range.upperBound - unit.size, node.range.lowerBound + unit.size)
    switch document.format {
    case .json, .jsonc: (style, range) = (.json, inside)
    case .openStep:
      let first = unit.value(bytes, at: node.range.lowerBound)
      guard first == 0x22 || first == 0x27 else { return nil }
      (style, range) = (.openStep, inside)
    case .xmlPlist, .androidXML:
      let tag = XMLTag.start(of: node.range, bytes, unit)
      guard tag.upperBound < node.range.upperBound else { return nil }
      (style, range) = (.xml, tag.upperBound..<XMLTag.end(of: node.range, bytes, unit))
    case .binaryPlist: return nil
    }
  }

  /// A stretch of the source that spells content.
  struct Stretch {
    var range: Range<Int>
    /// Whether it lies in a CDATA section, where nothing is escaped.
    var isInSection: Bool
  }

  /// Where reading has come.
  private struct Cursor {
    var at: Int
    var content = 0
    var isInSection = false
  }

  /// For each content range, which ascend, what of the source spells it: several stretches where a CDATA section begins
  /// or ends in it, whose marks stay. `nil` if one of the ranges begins or ends inside a piece.
  func source(of contents: [Range<Int>], _ bytes: Span<UInt8>) -> [[Stretch]]? {
    var found: [[Stretch]] = []
    var cursor = Cursor(at: range.lowerBound)
    for wanted in contents {
      // What stands for nothing, a comment or a mark of a section, stays outside of the range.
      while cursor.content < wanted.lowerBound, cursor.at < range.upperBound { step(&cursor, bytes) }
      while cursor.at < range.upperBound, piece(cursor, bytes).content == 0, !wanted.isEmpty {
        step(&cursor, bytes)
      }
      guard cursor.content == wanted.lowerBound else { return nil }
      var stretches = [Stretch(range: cursor.at..<cursor.at, isInSection: cursor.isInSection)]
      while cursor.content < wanted.upperBound, cursor.at < range.upperBound {
        step(&cursor, bytes)
        let last = stretches.count - 1
        if stretches[last].isInSection == cursor.isInSection {
          stretches[last].range = stretches[last].range.lowerBound..<cursor.at
        } else {
          stretches.append(Stretch(range: cursor.at..<cursor.at, isInSection: cursor.isInSection))
        }
      }
      guard cursor.content == wanted.upperBound else { return nil }
      found.append(stretches)
    }
    return found
  }

  private func step(_ cursor: inout Cursor, _ bytes: Span<UInt8>) {
    let piece = piece(cursor, bytes)
    if style == .xml, piece.content == 0 {
      if unit.has("<![CDATA[", at: cursor.at, bytes) { cursor.isInSection = true }
      if unit.has("]]>", at: cursor.at, bytes) { cursor.isInSection = false }
    }
    cursor.at = min(range.upperBound, cursor.at + max(piece.source, unit.size))
    cursor.content += piece.content
  }

  // MARK: - Pieces

  /// The bytes of the piece at an offset and of what it stands for.
  private func piece(_ cursor: Cursor, _ bytes: Span<UInt8>) -> (source: Int, content: Int) {
    let at = cursor.at
    let first = unit.value(bytes, at: at)
    switch (style, first) {
    case (.xml, 0x5D) where cursor.isInSection && unit.has("]]>", at: at, bytes): return (3 * unit.size, 0)
    case (.xml, 0x26) where cursor.isInSection, (.xml, 0x3C) where cursor.isInSection:
      return character(at, bytes)
    case (.json, 0x5C): return jsonEscape(at, bytes)
    case (.openStep, 0x5C): return openStepEscape(at, bytes)
    case (.xml, 0x26): return entity(at, bytes)
    case (.xml, 0x3C): return markup(at, bytes)
    case (.xml, 0x0D):
      return (unit.value(bytes, at: at + unit.size) == 0x0A ? 2 * unit.size : unit.size, 1)
    default: return character(at, bytes)
    }
  }

  /// One byte of UTF-8, or one character of UTF-16 or UTF-32.
  private func character(_ at: Int, _ bytes: Span<UInt8>) -> (source: Int, content: Int) {
    guard unit != .utf8 else { return (1, 1) }
    let (scalar, length) = unit.character(bytes, at: at)
    return (length, UTF8Text.length(scalar))
  }

  private func jsonEscape(_ at: Int, _ bytes: Span<UInt8>) -> (source: Int, content: Int) {
    guard unit.value(bytes, at: at + 1) == 0x75 else { return (2, 1) }  // u
    let scalar = digits(at + 2, 16, 4, bytes).value
    return scalar >= 0xD800 && scalar < 0xDC00 ? (12, 4) : (6, UTF8Text.length(scalar))
  }

  private func openStepEscape(_ at: Int, _ bytes: Span<UInt8>) -> (source: Int, content: Int) {
    let size = unit.size
    switch unit.value(bytes, at: at + size) {
    case 0x30...0x37:
      let (value, count) = digits(at + size, 8, 3, bytes)
      let scalar = OpenStepText.scalar(nextStep: UInt8(truncatingIfNeeded: value))
      return ((1 + count) * size, UTF8Text.length(scalar))
    case 0x55:  // U
      let (value, count) = digits(at + 2 * size, 16, 4, bytes)
      guard value >= 0xD800, value < 0xDC00 else { return ((2 + count) * size, UTF8Text.length(value)) }
      let low = digits(at + (4 + count) * size, 16, 4, bytes)
      return ((4 + count + low.count) * size, 4)
    default:
      let (source, content) = character(at + size, bytes)
      return (size + source, content)
    }
  }

  /// The number that up to so many digits spell.
  private func digits(
    _ start: Int, _ base: UInt32, _ limit: Int, _ bytes: Span<UInt8>
  ) -> (value: UInt32, count: Int) {
    var value: UInt32 = 0
    var count = 0
    while count < limit {
      let next = unit.value(bytes, at: start + count * unit.size)
      guard next < 0x80, let digit = hexDigit(UInt8(truncatingIfNeeded: next)), digit < base else { break }
      value = value * base + UInt32(digit)
      count += 1
    }
    return (value, count)
  }

  /// `&amp;` and `&#x2F;`: expat has checked them.
  private func entity(_ at: Int, _ bytes: Span<UInt8>) -> (source: Int, content: Int) {
    var end = at
    while end < range.upperBound, unit.value(bytes, at: end) != 0x3B { end += unit.size }
    let source = end + unit.size - at
    guard unit.value(bytes, at: at + unit.size) == 0x23 else { return (source, 1) }  // #
    let isHexadecimal = unit.value(bytes, at: at + 2 * unit.size) | 0x20 == 0x78
    let first = at + (isHexadecimal ? 3 : 2) * unit.size
    return (source, UTF8Text.length(digits(first, isHexadecimal ? 16 : 10, .max, bytes).value))
  }

  /// A comment, an instruction, or the marks of a section, whose text counts.
  private func markup(_ at: Int, _ bytes: Span<UInt8>) -> (source: Int, content: Int) {
    if unit.has("<![CDATA[", at: at, bytes) { return (9 * unit.size, 0) }
    let end: StaticString = unit.has("<!--", at: at, bytes) ? "-->" : "?>"
    var close = at
    while close < range.upperBound, !unit.has(end, at: close, bytes) { close += unit.size }
    return (close + end.utf8CodeUnitCount * unit.size - at, 0)
  }
}
