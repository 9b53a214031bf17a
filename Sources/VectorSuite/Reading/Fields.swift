import SecretCrypto

/// The fields of an object of a vector file. Each is asked for by name; those that nobody asks for are an error.
struct Fields {
  private var fields: [String: VectorJSON]
  private let what: String
  /// The names of all fields.
  var names: [String] { fields.keys.sorted() }

  /// The fields of an object, which may have these and no others.
  init(_ value: VectorJSON, _ what: String, only allowed: Set<String>? = nil) throws(Malformed) {
    guard case .object(let fields) = value else { throw Malformed("\(what) is not an object") }
    self.fields = fields
    self.what = what
    guard let allowed else { return }
    let unknown = Set(fields.keys).subtracting(allowed).sorted()
    guard unknown.isEmpty else {
      throw Malformed("unknown fields in \(what): \(unknown.joined(separator: ", "))")
    }
  }

  /// Whether the field is there and not null.
  func has(_ name: String) -> Bool {
    switch fields[name] {
    case nil, .null: false
    default: true
    }
  }

  /// The value of a field that must be there.
  func value(_ name: String) throws(Malformed) -> VectorJSON {
    guard let value = fields[name] else { throw Malformed("\(what) has no \(name)") }
    return value
  }

  func text(_ name: String) throws(Malformed) -> String {
    guard case .text(let text) = try value(name) else { throw Malformed("\(name) is not a text") }
    return text
  }

  func number(_ name: String) throws(Malformed) -> UInt64 {
    guard case .number(let number) = try value(name) else { throw Malformed("\(name) is not a whole number") }
    return number
  }

  /// A whole number that may be below zero.
  func signed(_ name: String) throws(Malformed) -> Int64 {
    switch try value(name) {
    case .negative(let number): return number
    case .number(let number) where number <= UInt64(Int64.max): return Int64(number)
    default: throw Malformed("\(name) is not a whole number")
    }
  }

  /// A number that fits a smaller type.
  func integer<T: FixedWidthInteger>(_ name: String, as type: T.Type = T.self) throws(Malformed) -> T {
    guard let number = T(exactly: try number(name)) else { throw Malformed("\(name) is out of range") }
    return number
  }

  /// Bytes in hexadecimal.
  func bytes(_ name: String) throws(Malformed) -> [UInt8] {
    guard let bytes = Hexadecimal.bytes(try text(name)) else { throw Malformed("\(name) is not hexadecimal") }
    return bytes
  }

  /// The same as a secret of a vector, which protects nothing.
  func secret(_ name: String) throws(Malformed) -> SecretBuffer {
    let bytes = try bytes(name)
    return SecretBuffer(copying: bytes.span)
  }

  /// The same, or nothing if the field is not there.
  func optionalBytes(_ name: String) throws(Malformed) -> [UInt8]? {
    has(name) ? try bytes(name) : nil
  }

  func list(_ name: String) throws(Malformed) -> [VectorJSON] {
    guard case .list(let list) = try value(name) else { throw Malformed("\(name) is not a list") }
    return list
  }

  func texts(_ name: String) throws(Malformed) -> [String] {
    var texts: [String] = []
    for value in try list(name) {
      guard case .text(let text) = value else { throw Malformed("\(name) is not a list of texts") }
      texts.append(text)
    }
    return texts
  }
}

/// Bytes as two digits each.
package enum Hexadecimal {
  /// The bytes of a text of digits; nil if it is not one.
  package static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in text.utf8 {
      let value: UInt8
      switch digit {
      case 0x30...0x39: value = digit - 0x30
      case 0x61...0x66: value = digit - 0x57
      case 0x41...0x46: value = digit - 0x37
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }

  /// Lower-case digits.
  package static func text(_ bytes: [UInt8]) -> String {
    var text = ""
    for byte in bytes {
      for nibble in [byte >> 4, byte & 15] {
        text.unicodeScalars.append(Unicode.Scalar(nibble + (nibble < 10 ? 0x30 : 0x57)))
      }
    }
    return text
  }
}
