import SecretCrypto

/// Changes of a value's content as changes of the file: only the bytes that spell what changed are written anew.
enum Respelling {
  /// Adds what is to be changed in the source so that a value's content changes so.
  static func add(
    _ changes: [ContentEdit], of node: NodeID, in document: Document, to edits: inout TextEdits,
    _ bytes: Span<UInt8>
  ) throws(Refusal) {
    let value = document.node(node)
    if let spelling = Spelling(of: value, in: document, bytes) {
      guard let spelt = spelling.source(of: changes.map(\.range), bytes) else {
        throw .innerWay("the value is spelt in a way that cannot be changed in part")
      }
      let quote = edits.unit.value(bytes, at: value.range.lowerBound)
      for (stretches, change) in zip(spelt, changes) {
        for (number, stretch) in stretches.enumerated() where number == 0 || !stretch.range.isEmpty {
          guard number == 0 else {
            edits.replace(stretch.range, with: [])
            continue
          }
          let style = stretch.isInSection ? .section : spelling.style
          edits.replace(
            stretch.range, with: change.text.withBytes { escaped($0, style, edits.unit, quote: quote) })
        }
      }
      return
    }
    let content = document.withContent(of: node) { changes.applied(to: $0) }
    switch (document.format, value.kind) {
    case (.openStep, .string):
      // The value of a key that stands alone has no spelling yet.
      let sign = value.range.isEmpty ? " = " : ""
      edits.replace(value.range, with: content.withBytes { quoted($0, behind: sign, edits.unit) })
    case (.openStep, .data):
      let text = SecretBuffer(count: 2 * content.count) { room in
        content.withBytes { Encoding.encodeHex($0, into: &room) }
      }
      edits.replace(value.range, with: text.withBytes { wide("<", $0, ">", edits.unit) })
    case (.xmlPlist, .data):
      let text = SecretBuffer(count: Encoding.base64Count(content.count, .standard)) { room in
        content.withBytes { Encoding.encodeBase64($0, .standard, into: &room) }
      }
      guard let range = XMLTag.text(of: value.range, bytes, edits.unit), !range.isEmpty else {
        throw .innerWay("the data is spelt in a way that cannot be changed in part")
      }
      edits.replace(range, with: text.withBytes { lines($0, like: range, edits.unit, bytes) })
    default: throw .innerWay("the value is spelt in a way that cannot be changed in part")
    }
  }

  // MARK: - Escapes

  /// A text with the escapes of a spelling, in the units of the file.
  private static func escaped(
    _ text: Span<UInt8>, _ style: Spelling.Style, _ unit: TextUnit, quote: UInt32
  ) -> SecretBuffer {
    var out = SecretAppender(capacity: text.count)
    for index in text.indices {
      switch (style, text[index]) {
      case (.json, 0x22), (.json, 0x5C), (.openStep, 0x5C): out.append(0x5C)
      case (.openStep, let byte) where UInt32(byte) == quote: out.append(0x5C)
      case (.json, let byte) where byte < 0x20:
        out.append(Array("\\u00".utf8).span)
        out.append(UInt8(ascii: byte < 0x10 ? "0" : "1"))
        out.append(Array(String(byte & 0x0F, radix: 16).utf8).span)
        continue
      case (.section, 0x0D):
        out.append(Array("]]>&#13;<![CDATA[".utf8).span)
        continue
      case (.section, 0x3E) where index >= 2 && text[index - 1] == 0x5D && text[index - 2] == 0x5D:
        out.append(Array("]]><![CDATA[>".utf8).span)
        continue
      case (.xml, 0x26), (.xml, 0x3C), (.xml, 0x3E), (.xml, 0x0D):
        let entity = [0x26: "&amp;", 0x3C: "&lt;", 0x3E: "&gt;"][Int(text[index])] ?? "&#13;"
        out.append(Array(entity.utf8).span)
        continue
      default: break
      }
      out.append(text[index])
    }
    let narrow = out.finish()
    return unit == .utf8 ? narrow : narrow.withBytes { wide("", $0, "", unit) }
  }

  private static func quoted(_ text: Span<UInt8>, behind sign: String, _ unit: TextUnit) -> SecretBuffer {
    escaped(text, .openStep, .utf8, quote: 0x22).withBytes { wide(sign + "\"", $0, "\"", unit) }
  }

  /// A text between two others, in the units of the file.
  private static func wide(
    _ before: String, _ text: Span<UInt8>, _ after: String, _ unit: TextUnit
  ) -> SecretBuffer {
    var out = SecretAppender(capacity: text.count * unit.size)
    out.append(TextEdits.encoded(before, in: unit).span)
    unit.append(utf8: text, to: &out)
    out.append(TextEdits.encoded(after, in: unit).span)
    return out.finish()
  }

  /// Base64 with the line breaks and the blanks that it had before.
  private static func lines(
    _ text: Span<UInt8>, like range: Range<Int>, _ unit: TextUnit, _ bytes: Span<UInt8>
  ) -> SecretBuffer {
    func isSpace(_ at: Int) -> Bool { TextUnits.isSpace(unit.value(bytes, at: at)) }
    func skip(_ at: Int, _ space: Bool) -> Int {
      var at = at
      while at < range.upperBound, isSpace(at) == space { at += unit.size }
      return at
    }
    let first = skip(range.lowerBound, true)
    let firstEnd = skip(first, false)
    let second = skip(firstEnd, true)
    let isOneLine = second >= range.upperBound
    var trailing = range.upperBound
    while trailing > first, isSpace(trailing - unit.size) { trailing -= unit.size }
    let width = isOneLine ? max(text.count, 1) : max(1, (firstEnd - first) / unit.size)
    var out = SecretAppender(capacity: text.count * unit.size)
    out.append(bytes.extracting(range.lowerBound..<first))
    var at = 0
    while at < text.count {
      if at > 0 { out.append(bytes.extracting(firstEnd..<second)) }
      let end = min(at + width, text.count)
      wide("", text.extracting(at..<end), "", unit).withBytes { out.append($0) }
      at = end
    }
    out.append(bytes.extracting(trailing..<range.upperBound))
    return out.finish()
  }
}
