/// A place for what is not secret: preferences, flags, choices. It is read by backups, other programs and support
/// staff; nothing here is encrypted. For secrets there is ``SecretStore``, whose keys this store does not take.
///
/// Reading throws where it cannot tell: a preferences file that is locked or damaged must not look like an empty one.
public protocol KeyValueStore: Sendable {
  /// The value of a name; nil if it is certain that there is none.
  func value(named name: String) throws(KeyValueError) -> PreferenceValue?
  /// Sets the value of a name, durably as far as the store can; nil removes it.
  func set(_ value: PreferenceValue?, named name: String) throws(KeyValueError)
}

/// Why a store of preferences did not do what was asked. It never holds a value.
public struct KeyValueError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What it is, to switch over.
  public enum Code: String, Sendable, Hashable {
    /// What is stored cannot be read now; whether there is a value is not known.
    case unreadable
    /// The value could not be written.
    case unwritable
    /// There is a value, of another type than the key's.
    case wrongType
    /// There is a value of a type that no preference can have.
    case unsupported
  }

  /// What it is.
  public var code: Code
  /// The name it speaks of.
  public var name: String

  /// An error about a name.
  public init(_ code: Code, _ name: String) {
    self.code = code
    self.name = name
  }

  /// The code and the name.
  public var description: String { "\(code.rawValue): \(name)" }
}

/// The name of a preference and the type of its value.
///
/// It is no ``SecretKey``: the compiler refuses to look up a preference in a ``SecretStore``, and a secret here.
public struct PreferenceKey<Value: PreferenceRepresentable>: Sendable, Hashable {
  /// The name.
  public var name: String

  /// A key of that name.
  public init(_ name: String) { self.name = name }
}

extension KeyValueStore {
  /// The value of a key; nil if it is certain that there is none.
  /// - Throws: `wrongType` if there is one of another type; `unreadable`, `unsupported`.
  public func value<Value>(for key: PreferenceKey<Value>) throws(KeyValueError) -> Value? {
    guard let stored = try value(named: key.name) else { return nil }
    guard let value = Value(preferenceValue: stored) else { throw KeyValueError(.wrongType, key.name) }
    return value
  }

  /// Sets the value of a key.
  public func set<Value>(_ value: Value, for key: PreferenceKey<Value>) throws(KeyValueError) {
    try set(value.preferenceValue, named: key.name)
  }

  /// Removes the value of a key; nothing happens if there is none.
  public func remove<Value>(_ key: PreferenceKey<Value>) throws(KeyValueError) {
    try set(nil, named: key.name)
  }
}
