import SecretCrypto

/// The units that a text file is made of, told by its byte order mark or by where its zero bytes stand.
enum TextUnit: CaseIterable, Hashable, Sendable {
  case utf8, utf16LittleEndian, utf16BigEndian, utf32LittleEndian, utf32BigEndian

  /// Bytes of a unit.
  var size: Int {
    switch self {
    case .utf8: 1
    case .utf16LittleEndian, .utf16BigEndian: 2
    case .utf32LittleEndian, .utf32BigEndian: 4
    }
  }

  /// What expat is to be told, so that the name in the XML declaration does not count. UTF-32, which it does not know,
  /// it is given as UTF-16 in the same order of bytes.
  var expatName: StaticString {
    switch self {
    case .utf8: "UTF-8"
    case .utf16LittleEndian, .utf32LittleEndian: "UTF-16LE"
    case .utf16BigEndian, .utf32BigEndian: "UTF-16BE"
    }
  }

  /// Appends a number in as many bytes as a unit has.
  func append(_ value: UInt32, to out: inout SecretAppender) {
    for index in 0..<size {
      let byte = self == .utf16LittleEndian || self == .utf32LittleEndian ? index : size - 1 - index
      out.append(UInt8(truncatingIfNeeded: value >> UInt32(8 * byte)))
    }
  }

  /// Appends a text, given in valid UTF-8, in these units.
  func append(utf8: Span<UInt8>, to out: inout SecretAppender) {
    if self == .utf8 {
      out.append(utf8)
      return
    }
    var at = 0
    while at < utf8.count {
      let first = utf8[at]
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      var scalar = UInt32(length == 1 ? first : first & (0x7F >> UInt8(length)))
      for index in 1..<max(length, 1) { scalar = scalar << 6 | UInt32(utf8[at + index] & 0x3F) }
      if size == 2, scalar >= 0x10000 {
        append(0xD7C0 + scalar >> 10, to: &out)
        append(0xDC00 | scalar & 0x3FF, to: &out)
      } else {
        append(scalar, to: &out)
      }
      at += length
    }
  }

  /// The unit at a byte offset; 0 past the end.
  func value(_ bytes: Span<UInt8>, at offset: Int) -> UInt32 {
    guard offset >= 0, offset + size <= bytes.count else { return 0 }
    if self == .utf8 { return UInt32(bytes[offset]) }
    var value: UInt32 = 0
    for index in 0..<size {
      let byte = self == .utf16LittleEndian || self == .utf32LittleEndian ? size - 1 - index : index
      value = value << 8 | UInt32(bytes[offset + byte])
    }
    return value
  }

  /// The character of a wide text at a byte offset and its bytes; half of a pair alone, or a number past the last
  /// character, as it stands there.
  func character(_ bytes: Span<UInt8>, at offset: Int) -> (scalar: UInt32, length: Int) {
    let first = value(bytes, at: offset)
    guard size == 2, (0xD800..<0xDC00).contains(first) else { return (first, size) }
    let second = value(bytes, at: offset + 2)
    guard (0xDC00..<0xE000).contains(second) else { return (first, size) }
    return (0x10000 + (first - 0xD800) << 10 + (second - 0xDC00), 4)
  }

  /// Appends a stretch of a text in UTF-8; U+FFFD, which has three bytes, for what is no character.
  func appendUTF8(_ bytes: Span<UInt8>, to out: inout SecretAppender) {
    if self == .utf8 {
      out.append(bytes)
      return
    }
    var at = 0
    while at + size <= bytes.count {
      let (scalar, length) = character(bytes, at: at)
      if !UTF8Text.append(scalar, to: &out) { _ = UTF8Text.append(0xFFFD, to: &out) }
      at += length
    }
  }

  /// Where in a stretch of a text the character stands that begins at a byte of its UTF-8, as ``appendUTF8(_:to:)`` makes
  /// it.
  func offset(ofUTF8 wanted: Int, in bytes: Span<UInt8>) -> Int {
    if self == .utf8 { return wanted }
    var (at, written) = (0, 0)
    while written < wanted, at + size <= bytes.count {
      let (scalar, length) = character(bytes, at: at)
      written += Unicode.Scalar(scalar) == nil ? 3 : UTF8Text.length(scalar)
      at += length
    }
    return at
  }

  /// Whether ASCII text stands at a byte offset.
  func has(_ text: StaticString, at offset: Int, _ bytes: Span<UInt8>) -> Bool {
    guard offset >= 0, text.utf8CodeUnitCount * size <= bytes.count - offset else { return false }
    return text.withUTF8Buffer { (text) in
      var at = offset
      for index in text.indices {
        guard unsafe value(bytes, at: at) == UInt32(text[index]) else { return false }
        at += size
      }
      return true
    }
  }
}

/// How a text file begins.
struct TextUnits: Hashable, Sendable {
  /// The units of the text.
  var unit: TextUnit
  /// Bytes of the byte order mark.
  var markLength: Int
  /// The first byte after the mark and white space.
  var start: Int

  /// Whether a mark tells the units, without which only UTF-8 is read.
  var isWideWithMark: Bool { unit != .utf8 && markLength > 0 }

  /// Looks at the first bytes of a file.
  init(_ bytes: Span<UInt8>) {
    (unit, markLength) = TextUnits.unit(bytes)
    start = markLength
    while start + unit.size <= bytes.count, TextUnits.isSpace(unit.value(bytes, at: start)) {
      start += unit.size
    }
  }

  private static func unit(_ bytes: Span<UInt8>) -> (TextUnit, markLength: Int) {
    if UTF8Text.markLength(bytes) == 3 { return (.utf8, 3) }
    func begins(_ first: [UInt8]) -> Bool {
      guard bytes.count >= first.count else { return false }
      for (index, byte) in first.enumerated() where bytes[index] != byte { return false }
      return true
    }
    if begins([0xFF, 0xFE, 0, 0]) { return (.utf32LittleEndian, 4) }
    if begins([0, 0, 0xFE, 0xFF]) { return (.utf32BigEndian, 4) }
    if begins([0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if begins([0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    guard bytes.count >= 4 else {
      if bytes.count >= 2, bytes[0] == 0, bytes[1] != 0 { return (.utf16BigEndian, 0) }
      if bytes.count >= 2, bytes[0] != 0, bytes[1] == 0 { return (.utf16LittleEndian, 0) }
      return (.utf8, 0)
    }
    switch (bytes[0] == 0, bytes[1] == 0, bytes[2] == 0, bytes[3] == 0) {
    case (true, true, true, false): return (.utf32BigEndian, 0)
    case (false, true, true, true): return (.utf32LittleEndian, 0)
    case (true, false, true, false): return (.utf16BigEndian, 0)
    case (false, true, false, true): return (.utf16LittleEndian, 0)
    default: return (.utf8, 0)
    }
  }

  /// Whether a unit is white space in XML and JSON.
  static func isSpace(_ unit: UInt32) -> Bool {
    unit == 0x20 || unit == 0x09 || unit == 0x0A || unit == 0x0D
  }

  /// Where the first unit of a wide text stands that is no character and no part of one: half of a surrogate pair
  /// alone, or in UTF-32 any half or a number past the last character.
  func noCharacter(_ bytes: Span<UInt8>) -> Int? {
    guard unit != .utf8 else { return nil }
    var at = markLength
    while at + unit.size <= bytes.count {
      let (scalar, length) = unit.character(bytes, at: at)
      if Unicode.Scalar(scalar) == nil { return at }
      at += length
    }
    return nil
  }

  /// Whether ASCII text stands at a byte offset.
  func has(_ text: StaticString, at offset: Int, _ bytes: Span<UInt8>) -> Bool {
    unit.has(text, at: offset, bytes)
  }
}
