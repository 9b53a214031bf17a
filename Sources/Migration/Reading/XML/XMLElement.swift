/// The elements of a property list.
enum XMLElement: String {
  case plist, dict, array, key, string, data, date, integer, real
  case `true`, `false`
  /// Anything else.
  case other = "element"

  /// Knows a name.
  init(_ name: Span<UInt8>) {
    self = .other
    guard let first = name.isEmpty ? nil : name[0] else { return }
    let candidate: XMLElement
    switch (first, name.count) {
    case (UInt8(ascii: "k"), 3): candidate = .key
    case (UInt8(ascii: "s"), 6): candidate = .string
    case (UInt8(ascii: "i"), 7): candidate = .integer
    case (UInt8(ascii: "d"), 4):
      candidate = name[1] == UInt8(ascii: "i") ? .dict : name[3] == UInt8(ascii: "e") ? .date : .data
    case (UInt8(ascii: "t"), 4): candidate = .true
    case (UInt8(ascii: "f"), 5): candidate = .false
    case (UInt8(ascii: "a"), 5): candidate = .array
    case (UInt8(ascii: "r"), 4): candidate = .real
    case (UInt8(ascii: "p"), 5): candidate = .plist
    default: return
    }
    var index = 0
    for byte in candidate.rawValue.utf8 {
      if name[index] != byte { return }
      index += 1
    }
    self = candidate
  }

  /// The kind of value that the element spells.
  var kind: Kind? {
    switch self {
    case .dict: .dictionary
    case .array: .array
    case .key, .string: .string
    case .data: .data
    case .date: .date
    case .integer: .integer
    case .real: .real
    case .true, .false: .boolean
    case .plist, .other: nil
    }
  }
}
