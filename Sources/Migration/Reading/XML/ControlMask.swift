import SecretCrypto

/// Where a UTF-8 source of XML refers to control characters that XML forbids, so that they can be covered while expat
/// looks: it gives up at such a character, and at a reference to one.
///
/// Every byte of what is covered is shown as a delete character, so all places stay the same. Zero is not covered: it is
/// damage rather than text.
struct ControlMask {
  /// What is shown instead.
  static let cover: UInt8 = 0x7F

  private struct Reference {
    var start: UInt32
    var length: UInt32
    var end: Int { Int(start) + Int(length) }
  }

  /// In the order of the source.
  private var references: [Reference] = []

  /// Looks through a source for references; those in comments, sections and instructions are plain text.
  init(_ bytes: Span<UInt8>, from start: Int) {
    var at = start
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "&"):
        if let (value, length) = XMLReference.read(bytes, at: at), ControlMask.isForbidden(value) {
          references.append(
            Reference(start: UInt32(truncatingIfNeeded: at), length: UInt32(truncatingIfNeeded: length)))
          at += length
        } else {
          at += 1
        }
      case UInt8(ascii: "<"): at = ControlMask.endOfLiteral(bytes, at: at)
      default: at += 1
      }
    }
  }

  /// Covers what a piece of the source holds, `room` being a copy of the bytes from `first` on.
  func cover(_ room: inout MutableSpan<UInt8>, from first: Int) {
    for index in room.indices where ControlMask.isForbidden(UInt32(room[index])) {
      room[index] = ControlMask.cover
    }
    // The first reference that ends behind the beginning of the piece.
    var (low, high) = (0, references.count)
    while low < high {
      let middle = (low + high) / 2
      if references[middle].end <= first { low = middle + 1 } else { high = middle }
    }
    while low < references.count, Int(references[low].start) < first + room.count {
      let reference = references[low]
      for at in max(first, Int(reference.start))..<min(first + room.count, reference.end) {
        room[at - first] = ControlMask.cover
      }
      low += 1
    }
  }

  // MARK: - Undoing it

  /// Hands on a text as the source means it, in pieces. `text` is what expat gave for the bytes from `first` on, byte by
  /// byte; a piece may begin or end inside a covered reference.
  static func uncover(
    _ text: Span<UInt8>, _ source: Span<UInt8>, from first: Int, _ pass: (Span<UInt8>, Int) -> Void
  ) {
    var (at, plain) = (0, 0)
    func passPlain() {
      if plain < at { pass(text.extracting(plain..<at), first + plain) }
    }
    while at < text.count {
      let spelt = source[first + at]
      guard text[at] == cover, spelt != cover else {
        at += 1
        continue
      }
      passPlain()
      if isForbidden(UInt32(spelt)) {
        pass(source.extracting(first + at..<first + at + 1), first + at)
      } else if let (value, _) = XMLReference.read(source, at: first + at) {
        passControl(value) { pass($0, first + at) }
      }
      // The other bytes of a reference stand for nothing more.
      at += 1
      plain = at
    }
    passPlain()
  }

  /// An attribute's value as the source means it, `value` being what expat gave for `range` of the source.
  static func uncover(
    _ value: Span<UInt8>, _ source: Span<UInt8>, _ range: Range<Int>
  ) -> SecretAppender {
    var result = SecretAppender(capacity: value.count)
    var (at, spelt) = (0, range.lowerBound)
    while at < value.count {
      guard value[at] == cover else {
        result.append(value[at])
        at += 1
        continue
      }
      // What of the source this delete character, or this row of them, comes from.
      var (means, shown, length) = (UInt32(cover), 1, 1)
      while spelt < range.upperBound {
        let byte = source[spelt]
        if byte == cover || isForbidden(UInt32(byte)) {
          means = UInt32(byte)
          break
        }
        if byte == UInt8(ascii: "&"), let found = XMLReference.read(source, at: spelt),
          found.scalar == UInt32(cover) || isForbidden(found.scalar)
        {
          (means, length) = found
          if means != UInt32(cover) { shown = length }
          break
        }
        spelt += 1
      }
      passControl(means) { result.append($0) }
      spelt += length
      at += shown
    }
    return result
  }

  private static let controls = Array(0...cover)

  private static func passControl(_ value: UInt32, _ pass: (Span<UInt8>) -> Void) {
    pass(controls.span.extracting(Int(value)..<Int(value) + 1))
  }

  // MARK: - What is in the way

  /// Whether XML has no place for a character of ASCII.
  static func isForbidden(_ value: UInt32) -> Bool {
    value < 0x20 && value != 0 && value != 0x09 && value != 0x0A && value != 0x0D
  }

  /// Whether a forbidden control character stands at a byte, or a reference to one.
  static func isNeeded(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    guard offset < bytes.count else { return false }
    if isForbidden(UInt32(bytes[offset])) { return true }
    return XMLReference.read(bytes, at: offset).map { isForbidden($0.scalar) } ?? false
  }

  /// The end of the comment, section, instruction or document type that begins at a `<`; the next byte if it is a tag.
  private static func endOfLiteral(_ bytes: Span<UInt8>, at start: Int) -> Int {
    let kinds: [(String, String)] = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
    for (begin, end) in kinds where ASCII.has(begin, in: bytes, at: start) {
      var at = start + begin.utf8.count
      while at < bytes.count, !ASCII.has(end, in: bytes, at: at) { at += 1 }
      return at
    }
    guard ASCII.has("<!DOCTYPE", in: bytes, at: start) else { return start + 1 }
    var quote: UInt8?
    for at in start..<bytes.count {
      switch bytes[at] {
      case let byte where byte == quote: quote = nil
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = quote ?? bytes[at]
      case UInt8(ascii: ">") where quote == nil: return at + 1
      default: break
      }
    }
    return bytes.count
  }
}
