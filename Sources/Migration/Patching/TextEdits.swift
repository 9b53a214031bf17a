import SecretCrypto

/// Replacements of byte ranges in a text, and the manners of a person who deletes an entry by hand.
struct TextEdits {
  /// One range and the bytes that take its place.
  private struct Edit {
    var range: Range<Int>
    var text: Text
  }

  private enum Text {
    /// Bytes of ours.
    case plain([UInt8])
    /// Bytes of the source in another spelling.
    case secret(SecretBuffer)
  }

  let unit: TextUnit
  /// Bytes of the byte order mark: no line begins before it.
  let markLength: Int
  private var edits: [Edit] = []

  init(unit: TextUnit, markLength: Int) {
    self.unit = unit
    self.markLength = markLength
  }

  /// Puts bytes in the place of a range.
  mutating func replace(_ range: Range<Int>, with text: [UInt8] = []) {
    edits.append(Edit(range: range, text: .plain(text)))
  }

  /// Puts what may hold secrets in the place of a range.
  mutating func replace(_ range: Range<Int>, with text: SecretBuffer) {
    edits.append(Edit(range: range, text: .secret(text)))
  }

  /// Deletes a range with its line if it stands there alone, with the blanks in front if it ends a line or
  /// has none behind, and else with the blanks behind.
  mutating func deleteEntry(_ range: Range<Int>, _ bytes: Span<UInt8>) {
    let before = startOfBlanks(range.lowerBound, bytes)
    let after = endOfBlanks(range.upperBound, bytes)
    let lineEnd = endOfBreak(after, bytes)
    let beginsLine = before == markLength || isBreak(before - unit.size, bytes)
    if lineEnd > after {
      replace(beginsLine ? before..<lineEnd : before..<range.upperBound)
    } else if after == range.upperBound, !beginsLine {
      replace(before..<after)
    } else {
      replace(range.lowerBound..<after)
    }
  }

  /// The replacements as changes of a content, in ascending order; deletions that overlap are one.
  var merged: [ContentEdit] {
    var out: [ContentEdit] = []
    var end = 0
    for edit in sorted {
      let start = max(edit.range.lowerBound, end)
      end = max(end, edit.range.upperBound)
      let text: SecretBuffer
      switch edit.text {
      case .plain(let bytes): text = SecretBuffer(copying: bytes.span)
      case .secret(let bytes): text = bytes
      }
      out.append(ContentEdit(range: start..<end, text: text))
    }
    return out
  }

  private var sorted: [Edit] {
    edits.sorted { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
  }

  /// The text with all replacements made; deletions may overlap.
  consuming func apply(to source: SecretBuffer) -> SecretBuffer {
    let edits = sorted
    return source.withBytes { bytes in
      var out = SecretAppender(capacity: bytes.count)
      var at = 0
      for edit in edits {
        if edit.range.lowerBound > at { out.append(bytes.extracting(at..<edit.range.lowerBound)) }
        switch edit.text {
        case .plain(let text): out.append(text.span)
        case .secret(let text): text.withBytes { out.append($0) }
        }
        at = max(at, edit.range.upperBound)
      }
      out.append(bytes.extracting(at..<bytes.count))
      return out.finish()
    }
  }

  /// Where a byte of the text with all replacements made comes from: in the source, or where a replacement stands.
  func sourceOffset(_ offset: Int) -> Int {
    var at = 0
    var written = 0
    for edit in sorted {
      let kept = max(0, edit.range.lowerBound - at)
      if offset < written + kept { break }
      written += kept
      let length =
        switch edit.text {
        case .plain(let text): text.count
        case .secret(let text): text.count
        }
      if offset < written + length { return edit.range.lowerBound }
      written += length
      at = max(at, edit.range.upperBound)
    }
    return at + offset - written
  }

  /// Text of ours in the units of a file.
  static func encoded(_ text: String, in unit: TextUnit) -> [UInt8] {
    let utf8 = Array(text.utf8)
    var out = SecretAppender(capacity: utf8.count * unit.size)
    unit.append(utf8: utf8.span, to: &out)
    return out.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  // MARK: - Lines

  /// Whether a line break stands at an offset.
  private func isBreak(_ offset: Int, _ bytes: Span<UInt8>) -> Bool {
    let value = unit.value(bytes, at: offset)
    return value == 0x0A || value == 0x0D
  }

  private func isBlank(_ offset: Int, _ bytes: Span<UInt8>) -> Bool {
    let value = unit.value(bytes, at: offset)
    return value == 0x20 || value == 0x09
  }

  /// The end of a line break at an offset; the offset itself if none is there.
  private func endOfBreak(_ offset: Int, _ bytes: Span<UInt8>) -> Int {
    guard isBreak(offset, bytes) else { return offset }
    let pair = unit.value(bytes, at: offset) == 0x0D && unit.value(bytes, at: offset + unit.size) == 0x0A
    return offset + (pair ? 2 : 1) * unit.size
  }

  private func startOfBlanks(_ offset: Int, _ bytes: Span<UInt8>) -> Int {
    var at = offset
    while at > markLength, isBlank(at - unit.size, bytes) { at -= unit.size }
    return at
  }

  private func endOfBlanks(_ offset: Int, _ bytes: Span<UInt8>) -> Int {
    var at = offset
    while isBlank(at, bytes) { at += unit.size }
    return at
  }
}
