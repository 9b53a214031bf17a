/// The small lexical facts of JSON that the reader and the patcher share.
enum JSONText {
  /// The first byte from `start` on that is no white space.
  static func endOfSpace(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var at = start
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      default: return at
      }
    }
    return at
  }

  /// The end of a comment that begins at `start`; a line comment ends before its line break. `nil` if the
  /// file ends inside a block comment.
  static func endOfComment(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    var at = start + 2
    if bytes[start + 1] == UInt8(ascii: "/") {
      while at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
      return at
    }
    while at + 1 < bytes.count {
      if bytes[at] == UInt8(ascii: "*"), bytes[at + 1] == UInt8(ascii: "/") { return at + 2 }
      at += 1
    }
    return nil
  }

  /// The first byte from `start` on that a string cannot hold as it is: a quote, a backslash or a control
  /// character.
  static func endOfPlainText(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var at = start
    while at < bytes.count, bytes[at] >= 0x20, bytes[at] != UInt8(ascii: "\""),
      bytes[at] != UInt8(ascii: "\\")
    {
      at += 1
    }
    return at
  }
}

/// The value of a hexadecimal digit in ASCII.
func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
