/// UTF-8 over bytes, strict: no overlong forms, no surrogates, nothing above U+10FFFF.
package enum UTF8Check {
  /// Whether the bytes are well-formed UTF-8.
  package static func isValid(_ bytes: [UInt8]) -> Bool {
    isValid(bytes.span)
  }

  /// Whether the bytes are well-formed UTF-8. Looks at every byte once and copies none.
  package static func isValid(_ bytes: Span<UInt8>) -> Bool {
    var pending = UTF8Pending()
    for index in bytes.indices {
      let byte = bytes[index]
      if byte < 0x80 {
        if pending.count != 0 { return false }
      } else if pending.take(byte) != nil {
        pending.reset()
      } else if pending.isBroken {
        return false
      }
    }
    return pending.count == 0
  }
}

/// Collects the bytes of one scalar above U+007F and says when it is whole or cannot be one.
package struct UTF8Pending {
  private var storage: InlineArray<4, UInt8> = .init(repeating: 0)
  private var value: UInt32 = 0
  private var expected = 0
  /// How many bytes of the scalar are here.
  package private(set) var count = 0
  /// Whether the bytes so far cannot begin a scalar.
  package private(set) var isBroken = false

  /// Nothing collected.
  package init() {}

  /// The bytes so far.
  package var bytes: [UInt8] { (0..<count).map { storage[$0] } }

  /// Takes a byte from 0x80 up; returns the scalar when it is whole.
  package mutating func take(_ byte: UInt8) -> UInt32? {
    if isBroken || count == 4 {
      isBroken = true
      return nil
    }
    if count == 0 {
      begin(byte)
      if isBroken { return nil }
    } else {
      guard byte & 0xC0 == 0x80 else {
        isBroken = true
        return nil
      }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    storage[count] = byte
    count += 1
    guard count == expected else { return nil }
    if isWellFormed { return value }
    count -= 1  // the byte that broke it is the caller's again, as with any other
    isBroken = true
    return nil
  }

  /// Forgets what was collected.
  package mutating func reset() { self = UTF8Pending() }

  private mutating func begin(_ byte: UInt8) {
    switch byte {
    case 0xC2...0xDF:
      expected = 2
      value = UInt32(byte & 0x1F)
    case 0xE0...0xEF:
      expected = 3
      value = UInt32(byte & 0x0F)
    case 0xF0...0xF4:
      expected = 4
      value = UInt32(byte & 0x07)
    default: isBroken = true
    }
  }

  private var isWellFormed: Bool {
    switch expected {
    case 3: value >= 0x800 && !(0xD800...0xDFFF).contains(value)
    case 4: (0x10000...0x10FFFF).contains(value)
    default: true
    }
  }
}

/// Hexadecimal of what is not secret: ids and escapes.
package enum Hex {
  /// The lower-case digit of a number below 16.
  package static func digit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? 0x30 + nibble : 0x57 + nibble
  }

  /// Lower-case hexadecimal.
  package static func encode(_ bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      digits.append(digit(byte >> 4))
      digits.append(digit(byte & 15))
    }
    return String(decoding: digits, as: Unicode.UTF8.self)
  }

  /// The bytes that hexadecimal digits of either case stand for, or nil.
  package static func decode(_ text: [UInt8]) -> [UInt8]? {
    guard text.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    var index = 0
    while index < text.count {
      guard let high = value(text[index]), let low = value(text[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
      index += 2
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }
}

/// Base64 (RFC 4648, padded) of what is not secret: names that are not UTF-8.
package enum Base64 {
  /// Appends the encoding.
  package static func encode(_ bytes: [UInt8], into out: inout [UInt8]) {
    var index = 0
    while index < bytes.count {
      let first = bytes[index]
      let second = index + 1 < bytes.count ? bytes[index + 1] : 0
      let third = index + 2 < bytes.count ? bytes[index + 2] : 0
      out.append(letter(first >> 2))
      out.append(letter((first & 3) << 4 | second >> 4))
      out.append(index + 1 < bytes.count ? letter((second & 15) << 2 | third >> 6) : 0x3D)
      out.append(index + 2 < bytes.count ? letter(third & 63) : 0x3D)
      index += 3
    }
  }

  /// The letter for a number below 64.
  package static func letter(_ value: UInt8) -> UInt8 {
    switch value {
    case 0..<26: 0x41 + value
    case 26..<52: 0x47 + value
    case 52..<62: value - 4
    case 62: 0x2B
    default: 0x2F
    }
  }
}
