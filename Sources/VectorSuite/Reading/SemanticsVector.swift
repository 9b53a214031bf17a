import ItemStore
import SecretCrypto
import SecretFile

/// NAME.json of `semantics/`: calls on an item layer and changes of its device, with what each call must come to.
struct SemanticsVector {
  enum Step {
    case change(@Sendable (Device) -> Void)
    case call(Call)
  }

  struct Call {
    enum Kind {
      case add(KeychainFields)
      case copyMatching(KeychainFields)
      case update(KeychainFields, KeychainFields)
      case delete(KeychainFields)
    }

    var kind: Kind
    var expected: SemanticsOutcome
    /// What a container answers, where that differs.
    var onContainer: SemanticsOutcome?
    /// The name under which the result is kept.
    var save: String?
  }

  let steps: [Step]

  init(_ json: [UInt8], name: String) throws(Malformed) {
    let fields = try Fields(
      VectorJSON(json), "the vector", only: ["name", "description", "steps", "clauses", "flags"])
    try Malformed.unless(try fields.text("name") == name, "name is not the file's name")
    _ = try fields.text("description")
    _ = try Names.clauses(fields)
    try Malformed.unless(try fields.texts("flags").isEmpty, "unknown flags")
    var steps: [Step] = []
    for (index, value) in try fields.list("steps").enumerated() {
      do throws(Malformed) { steps.append(try Self.step(value)) } catch {
        throw Malformed("step \(index + 1): \(error)")
      }
    }
    try Malformed.unless(!steps.isEmpty, "no steps")
    self.steps = steps
  }

  /// The fields of a step, beside those of calls.
  private static let others: [String: Set<String>] = [
    "lock": [], "unlock": [], "restart": [], "setPasscode": [], "removePasscode": [], "enrolBiometry": [],
    "removeBiometry": [], "entitle": ["groups"], "answer": ["answer"], "present": ["password"],
    "clock": ["time"], "fault": ["call", "status", "name"],
  ]

  private static func step(_ value: VectorJSON) throws(Malformed) -> Step {
    let name = try Fields(value, "a step").text("do")
    if let call = try call(value, name) { return .call(call) }
    guard let allowed = others[name] else { throw Malformed("unknown step \(name)") }
    let fields = try Fields(value, "a step", only: allowed.union(["do"]))
    switch name {
    case "lock": return .change { $0.lock() }
    case "unlock": return .change { $0.unlock() }
    case "restart": return .change { $0.restart() }
    case "setPasscode": return .change { $0.setPasscode() }
    case "removePasscode": return .change { $0.removePasscode() }
    case "enrolBiometry": return .change { $0.enrolBiometry() }
    case "removeBiometry": return .change { $0.removeBiometry() }
    case "entitle":
      let groups = try fields.texts("groups")
      return .change { $0.entitlements = Entitlements(keychainAccessGroups: groups) }
    case "answer":
      let answers: [String: Device.Answer] = [
        "accepts": .accepts, "cancels": .cancels, "fails": .fails, "isAway": .isAway,
      ]
      guard let answer = answers[try fields.text("answer")] else { throw Malformed("unknown answer") }
      return .change { $0.answer = answer }
    case "present":
      let password = try fields.optionalBytes("password")
      return .change { $0.presentPassword(password.map { SecretBuffer(copying: $0.span) }) }
    case "clock":
      let time = try fields.integer("time", as: Int64.self)
      return .change { $0.now = time }
    default:
      let calls: [String: Device.Operation] = [
        "add": .add, "copyMatching": .copyMatching, "update": .update, "delete": .delete,
      ]
      guard let call = calls[try fields.text("call")] else { throw Malformed("unknown call") }
      let status = try SemanticsOutcome.status(fields)
      return .change { $0.fail(next: call, with: status) }
    }
  }

  private static func call(_ value: VectorJSON, _ name: String) throws(Malformed) -> Call? {
    let common: Set<String> = ["do", "expect", "onContainer", "save"]
    func read(_ names: Set<String>) throws(Malformed) -> Fields {
      try Fields(value, "a step", only: common.union(names))
    }
    let fields: Fields
    let kind: Call.Kind
    switch name {
    case "add":
      fields = try read(["attributes"])
      kind = .add(try KeychainFields(fields, "attributes"))
    case "copyMatching":
      fields = try read(["query"])
      kind = .copyMatching(try KeychainFields(fields, "query"))
    case "update":
      fields = try read(["query", "changes"])
      kind = .update(try KeychainFields(fields, "query"), try KeychainFields(fields, "changes"))
    case "delete":
      fields = try read(["query"])
      kind = .delete(try KeychainFields(fields, "query"))
    default: return nil
    }
    return Call(
      kind: kind, expected: try SemanticsOutcome(fields.value("expect")),
      onContainer: fields.has("onContainer") ? try SemanticsOutcome(fields.value("onContainer")) : nil,
      save: fields.has("save") ? try fields.text("save") : nil)
  }
}

/// What a call must come to.
struct SemanticsOutcome {
  enum Result {
    /// Anything.
    case unsaid
    case nothing
    case value(VectorValue)
    case has([String: VectorValue], lacks: [String])
    case count(Int)
    case values([VectorValue])
  }

  let status: ItemStatus
  /// Apple's name of the status.
  let name: String
  let result: Result
  /// How often the user is asked in the call.
  let asked: Int?

  init(_ value: VectorJSON) throws(Malformed) {
    let fields = try Fields(
      value, "an outcome",
      only: ["status", "name", "nothing", "value", "has", "lacks", "count", "values", "asked"])
    status = try Self.status(fields)
    name = try fields.text("name")
    let kinds = ["nothing", "value", "has", "count", "values"].filter { fields.has($0) }
    try Malformed.unless(kinds.count <= 1, "an outcome has one result")
    try Malformed.unless(kinds.isEmpty || status == .success, "a result of a call that fails")
    try Malformed.unless(!fields.has("lacks") || kinds == ["has"], "lacks stands beside has")
    switch kinds.first {
    case "nothing":
      guard case .bool(true) = try fields.value("nothing") else { throw Malformed("nothing is not true") }
      result = .nothing
    case "value": result = .value(try VectorValue(fields.value("value")))
    case "has":
      result = .has(
        try KeychainFields(fields, "has").fields, lacks: fields.has("lacks") ? try fields.texts("lacks") : [])
    case "count": result = .count(try fields.integer("count"))
    case "values":
      var values: [VectorValue] = []
      for value in try fields.list("values") { values.append(try VectorValue(value)) }
      result = .values(values)
    default: result = .unsaid
    }
    asked = fields.has("asked") ? try fields.integer("asked") : nil
  }

  /// Apple's names of the statuses that vectors have.
  private static let names: [String: ItemStatus] = [
    "errSecSuccess": .success, "errSecParam": .parameter, "errSecIO": .io,
    "errSecUserCanceled": .userCanceled, "errSecNotAvailable": .notAvailable,
    "errSecAuthFailed": .authenticationFailed, "errSecDuplicateItem": .duplicateItem,
    "errSecItemNotFound": .itemNotFound, "errSecNoSuchAttr": .noSuchAttribute,
    "errSecNoSuchClass": .noSuchClass, "errSecInteractionNotAllowed": .interactionNotAllowed,
    "errSecMissingEntitlement": .missingEntitlement,
  ]

  /// The status of `status` and `name`, which must be of one.
  static func status(_ fields: Fields) throws(Malformed) -> ItemStatus {
    let name = try fields.text("name")
    guard let status = names[name] else { throw Malformed("unknown status \(name)") }
    try Malformed.unless(
      Int64(status.rawValue) == (try fields.signed("status")), "\(name) has another number")
    return status
  }
}
