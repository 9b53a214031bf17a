public import Foundation

/// Preferences in `UserDefaults`.
///
/// `UserDefaults` itself cannot tell "no value" from "cannot be read now", which happens before the first unlock of a
/// device; a closure that knows better makes reading throw instead.
public struct UserDefaultsStore: KeyValueStore {
  // UserDefaults may be used from any thread; not every platform's declaration says so.
  private final class Box: @unchecked Sendable {
    let defaults: UserDefaults
    init(_ defaults: UserDefaults) { self.defaults = defaults }
  }

  private let box: Box
  private let isReadable: @Sendable () -> Bool

  /// A store in these defaults.
  ///
  /// - Parameters:
  ///   - defaults: Where the values are.
  ///   - isReadable: Whether they can be read at this moment; in an app for instance what
  ///     `UIApplication.isProtectedDataAvailable` said last.
  public init(_ defaults: UserDefaults = .standard, isReadable: @escaping @Sendable () -> Bool = { true }) {
    box = Box(defaults)
    self.isReadable = isReadable
  }

  /// The value of a name; `unsupported` if it is an object that is no preference.
  public func value(named name: String) throws(KeyValueError) -> PreferenceValue? {
    guard isReadable() else { throw KeyValueError(.unreadable, name) }
    guard let object = box.defaults.object(forKey: name) else { return nil }
    guard let value = PreferenceValue(propertyList: object) else { throw KeyValueError(.unsupported, name) }
    return value
  }

  /// Sets or removes the value of a name, and writes the file.
  public func set(_ value: PreferenceValue?, named name: String) throws(KeyValueError) {
    guard isReadable() else { throw KeyValueError(.unwritable, name) }
    if let value {
      box.defaults.set(value.propertyList, forKey: name)
    } else {
      box.defaults.removeObject(forKey: name)
    }
    guard box.defaults.synchronize() else { throw KeyValueError(.unwritable, name) }
  }
}

extension PreferenceValue {
  /// How deep arrays and dictionaries may lie in each other.
  package static let maximumDepth = 64

  /// The value of an object of a property list; nil if it is none, or too deep.
  package init?(propertyList object: Any, depth: Int = 0) {
    guard depth <= Self.maximumDepth else { return nil }
    if let value = Self.scalar(object) {
      self = value
    } else if let list = object as? [Any] {
      var values: [PreferenceValue] = []
      for element in list {
        guard let value = PreferenceValue(propertyList: element, depth: depth + 1) else { return nil }
        values.append(value)
      }
      self = .array(values)
    } else if let entries = object as? [String: Any] {
      var values: [String: PreferenceValue] = [:]
      for (key, element) in entries {
        guard let value = PreferenceValue(propertyList: element, depth: depth + 1) else { return nil }
        values[key] = value
      }
      self = .dictionary(values)
    } else {
      return nil
    }
  }

  private static func scalar(_ object: Any) -> PreferenceValue? {
    #if canImport(Darwin)
      // There numbers come in boxes, and only the box tells a truth value: a cast would take 1 for true.
      if let number = object as? NSNumber {
        if CFGetTypeID(number) == CFBooleanGetTypeID() { return .bool(number.boolValue) }
        if CFNumberIsFloatType(number) { return .double(number.doubleValue) }
        return Int(exactly: number).map { .int($0) }
      }
    #endif
    switch object {
    case let value as Bool: return .bool(value)
    case let value as Int: return .int(value)
    case let value as Double: return .double(value)
    case let value as String: return .string(value)
    case let value as Data: return .data(value)
    case let value as Date: return .date(value)
    default: return nil
    }
  }

  /// The object of a property list that the value is.
  var propertyList: Any {
    switch self {
    case .bool(let value): value
    case .int(let value): value
    case .double(let value): value
    case .string(let value): value
    case .data(let value): value
    case .date(let value): value
    case .array(let values): values.map(\.propertyList)
    case .dictionary(let values): values.mapValues(\.propertyList)
    }
  }
}
