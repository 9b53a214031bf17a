/// Writes one JSON document as bytes, without Foundation and without going through String for names.
///
/// Text is escaped so that the document is also safe to look at on a terminal: control characters, DEL, C1
/// controls, line separators and bidirectional controls come as `\uXXXX`. Never give it a secret: its buffer
/// is ordinary memory (see `SecretJSON`).
package struct JSONWriter {
  /// The document so far.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// An empty document.
  package init() {}

  /// Takes the bytes out, so that a long document can be written in parts.
  package mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  // MARK: Structure

  /// Writes `{`, what the closure writes, and `}`.
  package mutating func object<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
    open(0x7B)
    try body(&self)
    close(0x7D)
  }

  /// Writes `[`, what the closure writes, and `]`.
  package mutating func array<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
    open(0x5B)
    try body(&self)
    close(0x5D)
  }

  /// Opens an object or an array by its bracket; for documents that are written in parts.
  package mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  /// Closes an object or an array by its bracket.
  package mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  /// Writes a key of the object that is open, an ASCII literal of ours.
  package mutating func key(_ name: String) {
    separate()
    string(name.utf8)
    bytes.append(0x3A)
    needsComma = false
  }

  /// A byte outside the grammar's care, such as the final line feed.
  package mutating func raw(_ byte: UInt8) { bytes.append(byte) }

  /// Begins a string that somebody else fills: writes the comma that is due.
  package mutating func beginForeignValue() { separate() }

  // MARK: Values

  /// Writes text.
  package mutating func value(_ text: String) {
    separate()
    string(text.utf8)
  }

  /// Writes text given as UTF-8; the caller has checked that it is valid.
  package mutating func value(utf8 text: [UInt8]) {
    separate()
    string(text)
  }

  /// Writes a number.
  package mutating func value(_ number: Int64) {
    separate()
    bytes.append(contentsOf: number.description.utf8)
  }

  /// Writes an unsigned number.
  package mutating func value(_ number: UInt64) {
    separate()
    bytes.append(contentsOf: number.description.utf8)
  }

  /// Writes a fraction between 0 and 1 with two decimals.
  package mutating func value(hundredths: Int) {
    separate()
    let bounded = min(max(hundredths, 0), 100)
    if bounded == 100 {
      bytes.append(contentsOf: [0x31, 0x2E, 0x30])
    } else {
      let tens = UInt8(bounded / 10)
      let ones = UInt8(bounded % 10)
      bytes.append(contentsOf: [0x30, 0x2E, 0x30 + tens])
      if ones != 0 { bytes.append(0x30 + ones) }
    }
  }

  /// Writes true or false.
  package mutating func value(_ bool: Bool) {
    separate()
    bytes.append(contentsOf: (bool ? "true" : "false").utf8)
  }

  /// Writes null.
  package mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  // MARK: Fields

  /// A key with text.
  package mutating func field(_ name: String, _ text: String) {
    key(name)
    value(text)
  }

  /// A key with a number.
  package mutating func field(_ name: String, _ number: Int64) {
    key(name)
    value(number)
  }

  /// A key with true or false.
  package mutating func field(_ name: String, _ bool: Bool) {
    key(name)
    value(bool)
  }

  /// A key with a name of any bytes: text if they are UTF-8, else `nameBase64`.
  package mutating func field(_ name: String, bytes text: [UInt8]) {
    if UTF8Check.isValid(text) {
      key(name)
      value(utf8: text)
    } else {
      key(name + "Base64")
      separate()
      bytes.append(0x22)
      Base64.encode(text, into: &bytes)
      bytes.append(0x22)
    }
  }

  // MARK: Text

  private mutating func separate() {
    if needsComma { bytes.append(0x2C) }
    needsComma = true
  }

  private mutating func string(_ utf8: some Collection<UInt8>) {
    bytes.append(0x22)
    var pending = UTF8Pending()
    for byte in utf8 {
      if byte < 0x80 {
        escape(byte)
      } else if let scalar = pending.take(byte) {
        if Escaping.isHidden(scalar) {
          appendUnicodeEscape(scalar)
        } else {
          bytes.append(contentsOf: pending.bytes)
        }
        pending.reset()
      }
    }
    bytes.append(0x22)
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case 0x22, 0x5C: bytes.append(contentsOf: [0x5C, byte])
    case 0x08: bytes.append(contentsOf: [0x5C, 0x62])
    case 0x09: bytes.append(contentsOf: [0x5C, 0x74])
    case 0x0A: bytes.append(contentsOf: [0x5C, 0x6E])
    case 0x0C: bytes.append(contentsOf: [0x5C, 0x66])
    case 0x0D: bytes.append(contentsOf: [0x5C, 0x72])
    case 0..<0x20, 0x7F: appendUnicodeEscape(UInt32(byte))
    default: bytes.append(byte)
    }
  }

  /// Hidden scalars above U+FFFF (the tag characters) take a surrogate pair.
  private mutating func appendUnicodeEscape(_ scalar: UInt32) {
    if scalar > 0xFFFF {
      let above = scalar - 0x10000
      appendUnit(0xD800 + (above >> 10))
      appendUnit(0xDC00 + (above & 0x3FF))
    } else {
      appendUnit(scalar)
    }
  }

  private mutating func appendUnit(_ unit: UInt32) {
    bytes.append(contentsOf: [0x5C, 0x75])
    for shift in [12, 8, 4, 0] as [UInt32] { bytes.append(Hex.digit(UInt8((unit >> shift) & 15))) }
  }
}
