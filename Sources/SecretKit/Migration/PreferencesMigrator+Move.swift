internal import Foundation

extension PreferencesMigrator {
  /// One preference and the secret that it becomes.
  public struct Move: Sendable {
    /// The name of the preference.
    public let preference: String
    /// The name of the secret.
    public let name: SecretName
    /// The protection of the secret; nil for the default one.
    public let policy: SecretPolicy?
    /// The bytes of the secret; nil for a value that the key does not take.
    let data: @Sendable (PreferenceValue) -> Data?

    /// A preference whose value is kept as it is.
    public static func move<Value: PreferenceRepresentable & SecretValue>(
      _ preference: PreferenceKey<Value>, to key: SecretKey<Value>
    ) -> Move {
      Move(preference: preference.name, name: key.name, policy: key.policy) { stored in
        Value(preferenceValue: stored).flatMap { try? $0.secretData() }
      }
    }

    /// A preference whose value becomes one of another type; nil from `convert` leaves it where it is.
    public static func move<Old: PreferenceRepresentable, New>(
      _ preference: PreferenceKey<Old>, to key: SecretKey<New>, convert: @escaping @Sendable (Old) -> New?
    ) -> Move {
      Move(preference: preference.name, name: key.name, policy: key.policy) { stored in
        Old(preferenceValue: stored).flatMap { convert($0) }.flatMap { try? $0.secretData() }
      }
    }
  }
}
