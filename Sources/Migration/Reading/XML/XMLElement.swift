/// The elements of a property list.
enum XMLElement: String {
  case plist, dict, array, key, string, data, date, integer, real
  case `true`, `false`
  /// The outermost element of Android's SharedPreferences.
  case map
  /// Anything else.
  case other = "element"

  /// Knows a name.
  init(_ name: Span<UInt8>) {
    self = .other
    for element in XMLElement.names where element.rawValue.utf8.count == name.count {
      var same = true
      for (index, byte) in element.rawValue.utf8.enumerated() where name[index] != byte { same = false }
      if same { self = element }
    }
  }

  /// The most frequent ones come first.
  private static let names: [XMLElement] = [
    .key, .string, .integer, .dict, .true, .false, .array, .real, .data, .date, .plist, .map,
  ]

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
    case .plist, .map, .other: nil
    }
  }
}
