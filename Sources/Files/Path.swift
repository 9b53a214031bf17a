/// The name of a file as the system knows it: bytes, in no particular encoding.
///
/// A path is never normalised: what was given is what reaches the system. A path that is empty or holds a NUL
/// byte names nothing; using it fails with ``FileError/Kind/notFound``.
public struct Path: Sendable, Hashable {
  /// The bytes, without a terminator.
  public let bytes: [UInt8]

  /// A path of any bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// The UTF-8 bytes of a string.
  public init(_ string: String) { self.bytes = Array(string.utf8) }

  /// The path as a string, or nil if it is not UTF-8.
  public var string: String? { String(validating: bytes, as: UTF8.self) }

  /// Whether the path starts at the root folder.
  public var isAbsolute: Bool { bytes.first == Self.separator }

  /// The folder that the last component lies in: `.` for a lone name, the path itself for the root.
  /// Slashes at the end are not part of the last component.
  public var parent: Path {
    let end = endOfLastComponent
    guard end > 0 else { return bytes.isEmpty ? Path(bytes: [Self.dot]) : Path(bytes: [Self.separator]) }
    guard var slash = bytes[..<end].lastIndex(of: Self.separator) else { return Path(bytes: [Self.dot]) }
    while slash > 0, bytes[slash - 1] == Self.separator { slash -= 1 }
    return slash == 0 ? Path(bytes: [Self.separator]) : Path(bytes: Array(bytes[..<slash]))
  }

  /// The bytes after the last slash, slashes at the end left out; empty for the root and for an empty path.
  public var lastComponent: [UInt8] {
    let end = endOfLastComponent
    let start = bytes[..<end].lastIndex(of: Self.separator).map { $0 + 1 } ?? 0
    return Array(bytes[start..<end])
  }

  /// The last component up to its last dot, as in `com.example.app` for `com.example.app.plist`. A name that
  /// only starts with a dot keeps it.
  public var stem: [UInt8] {
    let name = lastComponent
    guard let mark = name.lastIndex(of: Self.dot), mark > 0 else { return name }
    return Array(name[..<mark])
  }

  /// This path with a component after it. An absolute component is appended like any other.
  public func appending(_ component: [UInt8]) -> Path {
    guard let last = bytes.last else { return Path(bytes: component) }
    return Path(bytes: last == Self.separator ? bytes + component : bytes + [Self.separator] + component)
  }

  /// This path with a component after it.
  public func appending(_ component: String) -> Path { appending(Array(component.utf8)) }

  static let separator = UInt8(ascii: "/")
  static let dot = UInt8(ascii: ".")

  private var endOfLastComponent: Int {
    var end = bytes.count
    while end > 0, bytes[end - 1] == Self.separator { end -= 1 }
    return end
  }
}

extension Path: ExpressibleByStringLiteral {
  /// The UTF-8 bytes of a literal.
  public init(stringLiteral value: String) { self.init(value) }
}

extension Path: CustomStringConvertible {
  /// The path for people: characters that could steer a terminal or reorder a line (controls, bidirectional
  /// marks, line separators, other invisible ones) appear as `\u{…}`, bytes that are not UTF-8 as `\x…`, a
  /// backslash doubled.
  public var description: String { printable(bytes) }
}

/// Bytes of a name for people; see ``Path/description``.
package func printable(_ bytes: [UInt8]) -> String {
  var result = ""
  var rest = bytes[...]
  while let first = rest.first {
    let length = min(lengthOfScalar(startingWith: first), rest.count)
    guard let text = String(validating: rest.prefix(length), as: UTF8.self),
      let scalar = text.unicodeScalars.first
    else {
      result += "\\x" + hexadecimal(UInt32(first), digits: 2)
      rest = rest.dropFirst()
      continue
    }
    rest = rest.dropFirst(length)
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      result += "\\u{" + hexadecimal(scalar.value, digits: 1) + "}"
    default:
      if scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

private func lengthOfScalar(startingWith byte: UInt8) -> Int {
  switch byte {
  case 0xc2...0xdf: 2
  case 0xe0...0xef: 3
  case 0xf0...0xf4: 4
  default: 1
  }
}

private func hexadecimal(_ value: UInt32, digits: Int) -> String {
  let text = String(value, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
