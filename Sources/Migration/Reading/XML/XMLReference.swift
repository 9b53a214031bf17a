/// References of XML to single characters.
enum XMLReference {
  private static let named: [(String, UInt32)] = [
    ("&amp;", 0x26), ("&lt;", 0x3C), ("&gt;", 0x3E), ("&quot;", 0x22), ("&apos;", 0x27),
  ]

  /// The character that a reference means and its length in bytes; `nil` if none begins there.
  static func read(_ bytes: Span<UInt8>, at start: Int) -> (scalar: UInt32, length: Int)? {
    for (name, scalar) in named where ASCII.has(name, in: bytes, at: start) {
      return (scalar, name.utf8.count)
    }
    guard ASCII.has("&#", in: bytes, at: start), start + 3 < bytes.count else { return nil }
    let isHex = bytes[start + 2] == UInt8(ascii: "x")
    var at = start + (isHex ? 3 : 2)
    let first = at
    var scalar: UInt32 = 0
    while at < bytes.count, let digit = isHex ? hexDigit(bytes[at]).map(Int.init) : decimalDigit(bytes[at]) {
      scalar = scalar * (isHex ? 16 : 10) + UInt32(digit)
      guard scalar <= 0x10FFFF else { return nil }
      at += 1
    }
    guard at > first, at < bytes.count, bytes[at] == UInt8(ascii: ";") else { return nil }
    return (scalar, at + 1 - start)
  }
}
