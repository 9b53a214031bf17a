public import Foundation

/// The name of a secret in its store: what the Keychain calls the account.
///
/// Names are bytes. Two texts that look alike but are spelt with other scalars are two names, as in the Keychain, and a
/// name written as `Data` and the same bytes written as a text are one. A literal is a name.
public struct SecretName: Sendable {
  /// The bytes that identify the secret.
  public let bytes: [UInt8]
  /// Whether it was given as data; the bytes need not be UTF-8 then.
  public let isData: Bool

  /// The UTF-8 bytes of a text.
  public init(_ text: String) {
    bytes = Array(text.utf8)
    isData = false
  }

  /// Any bytes, as data.
  public init(_ data: Data) {
    bytes = Array(data)
    isData = true
  }

  init(bytes: [UInt8], isData: Bool) {
    self.bytes = bytes
    self.isData = isData
  }

  /// The name as a text; nil if it is not UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }
}

extension SecretName: Hashable {
  /// Byte for byte.
  public static func == (a: SecretName, b: SecretName) -> Bool { a.bytes == b.bytes }

  /// The bytes alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension SecretName: ExpressibleByStringLiteral {
  /// The UTF-8 bytes of a literal.
  public init(stringLiteral value: String) { self.init(value) }
}

extension SecretName: CustomStringConvertible {
  /// The name for people: control characters are escaped, bytes that are not UTF-8 are shown as Base64.
  public var description: String {
    guard let text else { return "base64:" + Data(bytes).base64EncodedString() }
    return String(
      text.unicodeScalars.map { Self.isPlain($0) ? String($0) : $0.escaped(asASCII: true) }.joined())
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
