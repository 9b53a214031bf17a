public import SecretFile

/// The name of a secret, the type of its value, and how it is to be protected: written once, used everywhere.
///
/// ```swift
/// extension SecretKey where Value == String {
///   static var accessToken: Self { SecretKey("access-token", .afterFirstUnlock) }
/// }
///
/// try await store.set("…", for: .accessToken)
/// ```
///
/// A plain ``KeyValueStore`` does not take such a key, and a ``SecretStore`` takes no ``PreferenceKey``: a token
/// cannot land among the preferences by mistake.
public struct SecretKey<Value: SecretValue>: Sendable, Hashable {
  /// The name in the store.
  public var name: SecretName
  /// The protection that writing gives; nil keeps what the secret has, for a new one ``SecretPolicy/init(_:accessControl:isSynchronizable:)``'s defaults.
  public var policy: SecretPolicy?

  /// A key whose secret keeps the protection that it has.
  public init(_ name: SecretName, policy: SecretPolicy? = nil) {
    self.name = name
    self.policy = policy
  }

  /// A key whose secret gets this protection whenever it is written.
  public init(
    _ name: SecretName, _ accessibility: Accessibility, accessControl: AccessControl = [],
    isSynchronizable: Bool = false
  ) {
    self.name = name
    policy = SecretPolicy(accessibility, accessControl: accessControl, isSynchronizable: isSynchronizable)
  }
}

/// How a secret is protected: when it can be read, what must be presented, whether it goes to other devices.
public struct SecretPolicy: Sendable, Hashable {
  /// When the secret can be read.
  public var accessibility: Accessibility
  /// What must be presented to read it.
  public var accessControl: AccessControl
  /// Whether it synchronises with the user's other devices. Nothing does unless it is said.
  public var isSynchronizable: Bool

  /// The Keychain's own defaults: while unlocked, nothing to present, on this device.
  public init(
    _ accessibility: Accessibility = .whenUnlocked, accessControl: AccessControl = [],
    isSynchronizable: Bool = false
  ) {
    self.accessibility = accessibility
    self.accessControl = accessControl
    self.isSynchronizable = isSynchronizable
  }

  /// The protection as a container has it.
  public var protection: Protection { Protection(accessibility, accessControl: accessControl) }
}
