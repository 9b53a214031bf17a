import SecretCrypto

extension Document {
  /// Lends the bytes that spell a scalar: text, or the payload of a binary plist's object.
  func withSpelling<R>(_ record: NodeRecord, _ body: (Span<UInt8>) -> R) -> R {
    let buffer = record.place == .decoded || record.place == .decodedScalar ? decoded : source
    return buffer.withBytes { body($0.extracting(record.contentRange)) }
  }

  /// Writes the canonical text of a scalar whose spelling is not that text already.
  func write(_ record: NodeRecord, spelled spelling: Span<UInt8>, into text: inout ScalarText) {
    switch record.kind {
    case .null: text.append("null")
    case .boolean: text.append(record.isTrue ? "true" : "false")
    case .integer, .uid:
      if let number = integer(spelled: spelling) { text.append(decimal: number) }
    case .real:
      // A number with a fraction is a setting, not a secret, so its text may pass through a string.
      if spelling.count == 4 {
        // The number itself, not the shortest text that four bytes tell apart: whoever reads it may have eight.
        text.append(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bigEndian(spelling)))).description)
      } else {
        text.append(Double(bitPattern: bigEndian(spelling)).description)
      }
    case .date:
      if let seconds = seconds(spelled: spelling) { CalendarDate.write(seconds, into: &text) }
    case .string, .data, .array, .dictionary: break
    }
  }

  /// The value of an integer's spelling; the reader has checked the spelling.
  func integer(spelled spelling: Span<UInt8>) -> Int128? {
    format == .binaryPlist ? BinaryScalar.integer(spelling) : WholeNumber.value(spelling)
  }

  /// The value of a real's spelling.
  func real(spelled spelling: Span<UInt8>) -> Double? {
    if format == .binaryPlist {
      return spelling.count == 4
        ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bigEndian(spelling))))
        : Double(bitPattern: bigEndian(spelling))
    }
    var text = ""
    for index in spelling.indices { text.unicodeScalars.append(Unicode.Scalar(spelling[index])) }
    return Double(text)
  }

  /// The value of a date's spelling.
  func seconds(spelled spelling: Span<UInt8>) -> Double? {
    format == .binaryPlist ? Double(bitPattern: bigEndian(spelling)) : CalendarDate.seconds(spelling)
  }

  /// Whether a string's content is these bytes.
  func content(of id: NodeID, equals bytes: [UInt8]) -> Bool {
    withContent(of: id) { content in
      guard content.count == bytes.count else { return false }
      for index in bytes.indices where content[index] != bytes[index] { return false }
      return true
    }
  }
}

/// Up to eight bytes, the highest first.
func bigEndian(_ bytes: Span<UInt8>) -> UInt64 {
  var value: UInt64 = 0
  for index in bytes.indices { value = value << 8 | UInt64(bytes[index]) }
  return value
}

/// Whole numbers of a binary plist.
enum BinaryScalar {
  /// Reads 1, 2, 4 (unsigned), 8 or 16 (signed) bytes.
  static func integer(_ bytes: Span<UInt8>) -> Int128? {
    switch bytes.count {
    case 8: return Int128(Int64(bitPattern: bigEndian(bytes)))
    case 16:
      let high = Int128(Int64(bitPattern: bigEndian(bytes.extracting(0..<8))))
      return high << 64 | Int128(bigEndian(bytes.extracting(8..<16)))
    default: return bytes.count < 8 ? Int128(bigEndian(bytes)) : nil
    }
  }
}

/// Whole numbers in text: an optional sign, then decimal digits or `0x` and hexadecimal ones.
enum WholeNumber {
  /// Whether a text is written in decimal, with a minus sign or without.
  static func isDecimal(_ text: Span<UInt8>) -> Bool {
    let start = !text.isEmpty && text[0] == UInt8(ascii: "-") ? 1 : 0
    return start < text.count && (start..<text.count).allSatisfy { decimalDigit(text[$0]) != nil }
  }

  /// The value; `nil` if the text is not a whole number or fits neither `Int64` nor `UInt64`.
  static func value(_ text: Span<UInt8>) -> Int128? {
    var at = 0
    var negative = false
    if at < text.count, text[at] == UInt8(ascii: "-") || text[at] == UInt8(ascii: "+") {
      negative = text[at] == UInt8(ascii: "-")
      at += 1
    }
    var base: UInt64 = 10
    if at + 1 < text.count, text[at] == UInt8(ascii: "0"), text[at + 1] | 0x20 == UInt8(ascii: "x") {
      base = 16
      at += 2
    }
    guard at < text.count else { return nil }
    var magnitude: UInt64 = 0
    while at < text.count {
      guard let digit = hexDigit(text[at]).map(UInt64.init), digit < base else { return nil }
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: base)
      let (sum, carry) = product.addingReportingOverflow(digit)
      guard !overflow, !carry else { return nil }
      magnitude = sum
      at += 1
    }
    let value = negative ? -Int128(magnitude) : Int128(magnitude)
    return value < Int128(Int64.min) ? nil : value
  }
}
