extension Rules {
  /// Reads rules from a JSON or property list document:
  ///
  /// ```json
  /// {
  ///   "version": 1,
  ///   "default": "detect",
  ///   "rules": [
  ///     {"keyPath": "accounts/*/token", "service": "example", "account": "{path}", "required": true},
  ///     {"keyPath": "cache", "action": "ignore", "comment": "rebuilt at every start"}
  ///   ]
  /// }
  /// ```
  ///
  /// A field that is not known is an error, so that a misspelt one is not passed over.
  public static func read(_ document: Document) throws(PlanningError) -> Rules {
    let top = try RuleFields(document, document.root, at: "the rules file")
    try top.allowOnly(["version", "default", "rules", "comment"])
    guard let version = try top.integer("version") else {
      throw PlanningError(
        code: "noVersion", message: "the rules file does not say its version",
        hint: "begin it with \"version\": \(Rules.version)")
    }
    guard version == Rules.version else {
      throw PlanningError(
        code: "rulesVersion",
        message: "the rules file has version \(version); version \(Rules.version) is read",
        hint: "use the program that wrote it, or write it anew with --plan-out")
    }
    let fallback = try top.choice("default", Fallback.self) ?? .detect
    _ = try top.text("comment")
    var rules: [Rule] = []
    for (number, id) in try top.elements("rules").enumerated() {
      rules.append(try Rule(RuleFields(document, id, at: "rule \(number + 1)")))
    }
    return Rules(fallback: fallback, rules: rules)
  }
}

extension Rule {
  fileprivate init(_ fields: RuleFields) throws(PlanningError) {
    try fields.allowOnly([
      "keyPath", "inner", "action", "required", "service", "account", "accessGroup", "accessibility",
      "accessControl", "synchronizable", "comment",
    ])
    // An empty one names the value of an empty key.
    guard let glob = try fields.text("keyPath") else {
      throw fields.wrong("says no keyPath", "name the values it is for, as in \"keyPath\": \"account/token\"")
    }
    keyPath = Glob(glob)
    action = try fields.choice("action", Rules.Action.self) ?? .import
    isRequired = try fields.boolean("required") ?? false
    inner = try fields.steps("inner")
    service = try fields.template("service")
    account = try fields.template("account")
    accessGroup = try fields.text("accessGroup")
    accessibility = try fields.text("accessibility")
    accessControl = try fields.texts("accessControl")
    isSynchronizable = try fields.boolean("synchronizable")
    comment = try fields.text("comment")
    let describesItem =
      service != nil || account != nil || accessGroup != nil || accessibility != nil || accessControl != nil
      || isSynchronizable != nil
    if action != .import && describesItem {
      throw fields.wrong(
        "describes an item that it does not import", "leave service, account and the like out")
    }
    if !inner.isEmpty && action == .delete {
      throw fields.wrong(
        "deletes a part of a value", "only whole values can be deleted: leave inner out, or import the part")
    }
  }
}
