public import Foundation

/// A value that a typed key can hold: it becomes bytes and comes back from them.
///
/// `String` is its UTF-8 bytes, `Data` is itself. A type of your own that is `Codable` needs nothing but the name of
/// this protocol; it is kept as JSON with sorted keys:
///
/// ```swift
/// struct Session: Codable, Hashable, SecretValue {
///   var access: String
///   var refresh: String
/// }
/// ```
public protocol SecretValue: Sendable {
  /// The bytes to be kept.
  func secretData() throws -> Data
  /// The value that bytes stand for. What is thrown is not passed on, because it may quote the bytes.
  init(secretData: Data) throws
}

extension SecretValue where Self: Codable {
  /// JSON with sorted keys.
  public func secretData() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return try encoder.encode(self)
  }

  /// The value of a JSON text.
  public init(secretData: Data) throws { self = try JSONDecoder().decode(Self.self, from: secretData) }
}

extension String: SecretValue {
  /// The UTF-8 bytes.
  public func secretData() -> Data { Data(utf8) }

  /// The text; throws if the bytes are not UTF-8.
  public init(secretData: Data) throws {
    guard let text = String(validating: secretData, as: UTF8.self) else { throw NotUTF8() }
    self = text
  }

  private struct NotUTF8: Error {}
}

extension Data: SecretValue {
  /// The bytes themselves.
  public func secretData() -> Data { self }

  /// The bytes themselves.
  public init(secretData: Data) { self = secretData }
}
