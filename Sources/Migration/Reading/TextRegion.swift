import SecretCrypto

/// Where a stretch of a text file stands, as people and editors count: lines from one, ended by a line feed; columns
/// from one, in UTF-16 code units. A byte order mark is not part of the text.
public struct TextRegion: Hashable, Sendable {
  /// The line of the first character, from one.
  public let startLine: Int
  /// The column of the first character, from one.
  public let startColumn: Int
  /// The line of what follows the last character, from one.
  public let endLine: Int
  /// The column of what follows the last character, from one.
  public let endColumn: Int
  /// UTF-16 code units of the text before the first character.
  public let charOffset: Int
  /// UTF-16 code units of the stretch.
  public let charLength: Int

  fileprivate init(_ start: TextPosition, _ end: TextPosition) {
    (startLine, startColumn, charOffset) = (start.line, start.column, start.char)
    (endLine, endColumn, charLength) = (end.line, end.column, end.char - start.char)
  }
}

/// A place between two characters of a text.
private struct TextPosition {
  var line = 1
  var column = 1
  var char = 0
}

extension Document {
  /// Where ranges of the source stand in its text, found in one pass over it. Empty for a binary plist, which has no
  /// lines.
  public func regions(of ranges: some Sequence<Range<Int>>) -> [Range<Int>: TextRegion] {
    guard format != .binaryPlist else { return [:] }
    let ranges = Set(ranges)
    let offsets = Set(ranges.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
    let positions = source.withBytes { Document.positions(of: offsets, in: $0) }
    var regions: [Range<Int>: TextRegion] = [:]
    for range in ranges {
      guard let start = positions[range.lowerBound], let end = positions[range.upperBound] else { continue }
      regions[range] = TextRegion(start, end)
    }
    return regions
  }

  /// The positions of byte offsets, which come in ascending order.
  private static func positions(of offsets: [Int], in bytes: Span<UInt8>) -> [Int: TextPosition] {
    let text = TextUnits(bytes)
    let size = text.unit.size
    var positions: [Int: TextPosition] = [:]
    var position = TextPosition()
    var at = text.markLength
    for offset in offsets {
      while at < offset, at + size <= bytes.count {
        let unit = text.unit.value(bytes, at: at)
        let length =
          switch size {
          // The first byte of a character tells its code units, and no other byte counts.
          case 1: unit & 0xC0 == 0x80 ? 0 : unit >= 0xF0 ? 2 : 1
          case 2: 1
          default: unit >= 0x10000 ? 2 : 1
          }
        position.char += length
        position.column += length
        if unit == 0x0A {
          position.line += 1
          position.column = 1
        }
        at += size
      }
      positions[offset] = position
    }
    return positions
  }
}
