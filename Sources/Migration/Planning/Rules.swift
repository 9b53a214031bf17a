/// A rules file: which values of a preference file are moved, and as what. Teams keep it beside their app.
///
/// Rules are tried in order and the first one that fits a value decides; what no rule fits is left to
/// ``Fallback``. See ``read(_:)`` for the form.
public struct Rules: Hashable, Sendable {
  /// The version of the form that this code reads and writes.
  public static let version = 1

  /// What happens to values that no rule fits.
  public enum Fallback: String, Hashable, Sendable {
    /// Those that detection finds are imported.
    case detect
    /// They stay where they are.
    case ignore
  }

  /// What a rule does with a value.
  public enum Action: String, Hashable, Sendable {
    /// It is moved into the container.
    case `import`
    /// It stays in the source and is not reported.
    case ignore
    /// It is removed from the source when that is scrubbed, and not kept.
    case delete
  }

  /// What happens to values that no rule fits.
  public var fallback: Fallback
  /// The rules, in the order in which they are tried.
  public var rules: [Rule]

  /// Makes rules.
  public init(fallback: Fallback, rules: [Rule]) {
    self.fallback = fallback
    self.rules = rules
  }
}

/// One rule of a rules file.
public struct Rule: Hashable, Sendable {
  /// Which values it is for: a pattern over their paths. One that fits an array or dictionary means every
  /// value in it.
  public var keyPath: Glob
  /// The way on inside the value; with it a rule speaks of that part of the value alone, and of values that have it.
  public var inner: [InnerStep] = []
  /// What is done.
  public var action = Rules.Action.import
  /// Whether a source without such a value is an error.
  public var isRequired = false
  /// The item's service; `nil` for the default.
  public var service: NameTemplate?
  /// The item's account; `nil` for the path.
  public var account: NameTemplate?
  /// The item's access group; `nil` for the default.
  public var accessGroup: String?
  /// The item's accessibility by name, as the rules have it; `nil` for the default.
  public var accessibility: String?
  /// The item's access control flags by name, as the rules have them; `nil` for the default.
  public var accessControl: [String]?
  /// Whether the item goes to other devices; `nil` for the default.
  public var isSynchronizable: Bool?
  /// Words for the reader.
  public var comment: String?

  /// A rule that imports what fits a pattern.
  public init(keyPath: Glob) { self.keyPath = keyPath }
}
