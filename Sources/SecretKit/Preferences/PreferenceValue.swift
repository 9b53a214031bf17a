public import Foundation

/// A value among the preferences, with its type: true, 1, 1.0 and "1" are four values.
public enum PreferenceValue: Sendable, Hashable {
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case int(Int)
  /// A number.
  case double(Double)
  /// A text.
  case string(String)
  /// Bytes.
  case data(Data)
  /// A point in time.
  case date(Date)
  /// Values in order.
  case array([PreferenceValue])
  /// Named values.
  case dictionary([String: PreferenceValue])
}

/// A Swift type that can stand among the preferences.
public protocol PreferenceRepresentable: Sendable, Hashable {
  /// The value as a preference.
  var preferenceValue: PreferenceValue { get }
  /// The value of a preference; nil if that is of another type.
  init?(preferenceValue: PreferenceValue)
}

extension Bool: PreferenceRepresentable {
  /// `.bool`.
  public var preferenceValue: PreferenceValue { .bool(self) }
  /// Of `.bool` alone: 1 is not true.
  public init?(preferenceValue: PreferenceValue) {
    guard case .bool(let value) = preferenceValue else { return nil }
    self = value
  }
}

extension Int: PreferenceRepresentable {
  /// `.int`.
  public var preferenceValue: PreferenceValue { .int(self) }
  /// Of `.int` alone: true is not 1.
  public init?(preferenceValue: PreferenceValue) {
    guard case .int(let value) = preferenceValue else { return nil }
    self = value
  }
}

extension Double: PreferenceRepresentable {
  /// `.double`.
  public var preferenceValue: PreferenceValue { .double(self) }
  /// Of `.double`, and of an `.int` that it holds exactly.
  public init?(preferenceValue: PreferenceValue) {
    switch preferenceValue {
    case .double(let value): self = value
    case .int(let value):
      guard let exact = Double(exactly: value) else { return nil }
      self = exact
    default: return nil
    }
  }
}

extension String: PreferenceRepresentable {
  /// `.string`.
  public var preferenceValue: PreferenceValue { .string(self) }
  /// Of `.string` alone.
  public init?(preferenceValue: PreferenceValue) {
    guard case .string(let value) = preferenceValue else { return nil }
    self = value
  }
}

extension Data: PreferenceRepresentable {
  /// `.data`.
  public var preferenceValue: PreferenceValue { .data(self) }
  /// Of `.data` alone.
  public init?(preferenceValue: PreferenceValue) {
    guard case .data(let value) = preferenceValue else { return nil }
    self = value
  }
}

extension Date: PreferenceRepresentable {
  /// `.date`.
  public var preferenceValue: PreferenceValue { .date(self) }
  /// Of `.date` alone.
  public init?(preferenceValue: PreferenceValue) {
    guard case .date(let value) = preferenceValue else { return nil }
    self = value
  }
}
