/// What binary data is, told by its first bytes.
package enum BinaryShape: Sendable {
  /// Private keys in DER: PKCS #1, PKCS #8 or SEC 1.
  case privateKey
  /// A certificate with its private key: PKCS #12.
  case identity
  /// Known and harmless: pictures, bookmarks, certificates, signatures of code, compressed data, fonts …
  case known
  /// UTF-8 text, perhaps with NUL at its end.
  case text
  /// Bytes that look random.
  case random
  /// Anything else.
  case other

  /// Judges data by its beginning.
  package static func of(_ bytes: Span<UInt8>) -> BinaryShape {
    if bytes.isEmpty { return .other }
    if let shape = ofDER(bytes) { return shape }
    if isKnown(bytes) { return .known }
    if isText(bytes) { return .text }
    return isRandom(bytes) ? .random : .other
  }

  // MARK: - DER

  /// One DER element at a position: its tag, where its content starts and ends.
  private static func element(_ bytes: Span<UInt8>, at start: Int) -> (tag: UInt8, content: Range<Int>)? {
    guard start >= 0, start + 2 <= bytes.count else { return nil }
    var length = Int(bytes[start + 1])
    var content = start + 2
    if length >= 0x80 {
      let octets = length & 0x7F
      guard octets >= 1, octets <= 4, content + octets <= bytes.count else { return nil }
      length = 0
      for _ in 0..<octets {
        length = length << 8 | Int(bytes[content])
        content += 1
      }
    }
    guard length <= bytes.count - content else { return nil }
    return (bytes[start], content..<content + length)
  }

  /// A SEQUENCE that spans the data: RFC 7292 §4 (PFX), RFC 5958 §2, RFC 8017 §A.1.2, RFC 5915 §3, RFC 5280 §4.1.
  private static func ofDER(_ bytes: Span<UInt8>) -> BinaryShape? {
    guard bytes.count >= 16, let outer = element(bytes, at: 0), outer.tag == 0x30, outer.content.count >= 12,
      outer.content.upperBound >= bytes.count - 2, let first = element(bytes, at: outer.content.lowerBound)
    else { return nil }
    guard first.tag == 0x02, first.content.count == 1,
      let second = element(bytes, at: first.content.upperBound)
    else { return first.tag == 0x30 ? .known : nil }
    switch (bytes[first.content.lowerBound], second.tag) {
    case (3, 0x30): return .identity
    case (0, 0x30), (1, 0x30), (1, 0x04): return .privateKey
    case (0, 0x02) where second.content.count > 32: return .privateKey
    default: return .known
    }
  }

  // MARK: - Known beginnings

  private static let beginnings: [[UInt8]] = [
    Array("book".utf8), Array("alis".utf8), [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8),
    Array("II*\0".utf8), Array("MM\0*".utf8), Array("RIFF".utf8), Array("icns".utf8), [0x1F, 0x8B],
    Array("PK\u{3}\u{4}".utf8),
    Array("BZh".utf8), [0xFD, 0x37, 0x7A, 0x58], [0x28, 0xB5, 0x2F, 0xFD], Array("bvx".utf8),
    [0xFA, 0xDE, 0x0C],
    [0x04, 0x0B, 0x73, 0x74, 0x72, 0x65, 0x61, 0x6D, 0x74, 0x79, 0x70, 0x65, 0x64], Array("%PDF".utf8),
    [0, 1, 0, 0],
    Array("OTTO".utf8), Array("SQLite format 3".utf8), [0xCA, 0xFE, 0xBA, 0xBE], [0xCF, 0xFA, 0xED, 0xFE],
    [0x78, 0x9C],
    [0x78, 0x01], [0x78, 0xDA], Array("ftyp".utf8), Array("wOFF".utf8), Array("8BPS".utf8),
  ]

  /// Bookmarks and aliases of files, pictures, archives, typed streams, fonts, databases, programs.
  private static func isKnown(_ bytes: Span<UInt8>) -> Bool {
    for beginning in beginnings where bytes.count >= beginning.count {
      var index = 0
      while index < beginning.count, bytes[index] == beginning[index] { index += 1 }
      if index == beginning.count { return true }
    }
    return false
  }

  // MARK: - Text and randomness

  /// Whether the data is printable UTF-8, apart from NULs at the end.
  private static func isText(_ bytes: Span<UInt8>) -> Bool {
    var end = bytes.count
    while end > 0, bytes[end - 1] == 0 { end -= 1 }
    guard end > 0 else { return false }
    var index = 0
    while index < end {
      let byte = bytes[index]
      if byte < 0x80 {
        guard byte >= 0x20 && byte != 0x7F || ASCII.isSpace(byte) else { return false }
        index += 1
        continue
      }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      guard byte >= 0xC2, byte < 0xF5, index + length <= end else { return false }
      for offset in 1..<length where bytes[index + offset] & 0xC0 != 0x80 { return false }
      index += length
    }
    return true
  }

  /// Whether the bytes are spread like random ones: few repeats, no long runs of zeros.
  private static func isRandom(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count >= 8 else { return false }
    let measured = min(bytes.count, 512)
    var histogram = InlineArray<256, UInt16>(repeating: 0)
    for index in 0..<measured { histogram[Int(bytes[index])] += 1 }
    var equalPairs = 0
    for byte in 0..<256 { equalPairs += Int(histogram[byte]) * (max(1, Int(histogram[byte])) - 1) }
    // Twice the expected number of equal pairs, and three pairs more.
    return equalPairs * 256 <= 2 * measured * (measured - 1) + 6 * 256
  }
}
