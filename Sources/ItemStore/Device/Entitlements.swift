/// The access groups that a program may use, in the order of Apple's entitlements.
///
/// The first group is where items go that name none: a list of Keychain groups added to an app changes the default.
public struct Entitlements: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// `keychain-access-groups`.
  public var keychainAccessGroups: [String]
  /// `application-identifier`.
  public var applicationIdentifier: String?
  /// `com.apple.security.application-groups`.
  public var applicationGroups: [String]

  /// These entitlements.
  public init(
    keychainAccessGroups: [String] = [], applicationIdentifier: String? = nil,
    applicationGroups: [String] = []
  ) {
    self.keychainAccessGroups = keychainAccessGroups
    self.applicationIdentifier = applicationIdentifier
    self.applicationGroups = applicationGroups
  }

  /// Keychain groups and nothing else.
  public init(arrayLiteral groups: String...) { self.init(keychainAccessGroups: groups) }

  /// What a program on Linux has, where nobody signs one: every group, and the group without a name as the default.
  public static let unrestricted = Entitlements(keychainAccessGroups: ["", "*"])

  /// All groups in order; the first is the default.
  public var groups: [String] {
    keychainAccessGroups + (applicationIdentifier.map { [$0] } ?? []) + applicationGroups
  }

  /// Whether a group may be used. `*` among the groups allows every one.
  func allow(_ group: [UInt8]) -> Bool {
    groups.contains { $0 == "*" || $0.utf8.elementsEqual(group) }
  }

  /// Whether there is a limit to the groups.
  var isUnlimited: Bool { groups.contains("*") }

  /// The group of items that name none; nil without any group.
  var defaultGroup: [UInt8]? {
    groups.first { $0 != "*" }.map { Array($0.utf8) }
  }

  /// The group that holds the items of tokens, which nobody may write to.
  static let tokenGroup = Array("com.apple.token".utf8)
}
