/// What a user has chosen to move. Without any choice, what detection finds.
public struct Selection: Sendable {
  /// Only values whose path fits one of these (or that lie in a container that does).
  public var only: [Glob] = []
  /// Never these, whatever else speaks for them.
  public var except: [Glob] = []
  /// Every value, secret or not.
  public var all = false
  /// Rules that decide before anything else, and describe the items.
  public var rules: Rules?
  /// The service of items for which no rule says another; `nil` for the file's name without extension.
  public var service: String?

  /// A selection by detection alone.
  public init() {}

  /// Whether paths have to be looked at, beyond those that detection finds.
  var looksAtPaths: Bool { all || !only.isEmpty || !except.isEmpty || !(rules?.rules.isEmpty ?? true) }
}
