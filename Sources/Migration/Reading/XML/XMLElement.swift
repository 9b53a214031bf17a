/// The elements of a property list.
enum XMLElement: String {
  case plist, dict, array, key, string, data, date, integer, real
  case `true`, `false`
  /// Anything else.
  case other = "element"

  /// Knows a name.
  init(_ name: Span<UInt8>) {
    guard name.count <= 8 else {
      self = .other
      return
    }
    var code: UInt64 = 0
    for index in name.indices { code = code << 8 | UInt64(name[index]) }
    self = XMLElement.codes.first { $0.code == code }?.element ?? .other
  }

  /// Each name as one number, the commonest first: a file has two tags for every value.
  private static let codes: [(code: UInt64, element: XMLElement)] = [
    .key, .string, .integer, .true, .false, .dict, .array, .real, .data, .date, .plist,
  ].map { (element: XMLElement) in
    (element.rawValue.utf8.reduce(0) { $0 << 8 | UInt64($1) }, element)
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
