/// A sequence of calls on the item layer and of changes of the device, with what each call must come to. Written by
/// hand from the tables of spec §20 to §26; nothing here runs an item layer.
struct Sequence {
  let name: String
  let description: String
  let clauses: [String]
  private(set) var steps: [[(String, JSON)]] = []

  init(_ name: String, _ clauses: String, _ description: String) {
    (self.name, self.description) = (name, description)
    self.clauses = clauses.split(separator: " ").map { "SF-\($0)" }
  }

  var category: String { String(name.prefix { $0 != "_" }) }

  var json: JSON {
    .object([
      ("name", .string(name)), ("description", .string(description)),
      ("steps", .list(steps.map { .object($0) })), ("clauses", .strings(clauses)), ("flags", .list([])),
    ])
  }

  func file(in folder: String) -> Suite.File { ("\(folder)/\(name).json", Bytes(json.text.utf8)) }

  // MARK: The device

  /// Changes of the device that take nothing.
  enum Change: String, CaseIterable {
    case lock, unlock, restart, setPasscode, removePasscode, enrolBiometry, removeBiometry
  }

  mutating func device(_ change: Change) { steps.append([("do", .string(change.rawValue))]) }

  /// The access groups of the caller from now on, the default first.
  mutating func entitle(_ groups: String...) {
    steps.append([("do", .string("entitle")), ("groups", .strings(groups))])
  }

  /// What the user does from now on when asked.
  enum Answer: String, CaseIterable { case accepts, cancels, fails, isAway }

  mutating func answer(_ answer: Answer) {
    steps.append([("do", .string("answer")), ("answer", .string(answer.rawValue))])
  }

  /// The application password that is at hand from now on.
  mutating func present(_ password: StaticString?) {
    steps.append([("do", .string("present")), ("password", password.map { .hex(Bytes($0)) } ?? .null)])
  }

  /// Stops the clock at a time.
  mutating func clock(_ time: UInt64) { steps.append([("do", .string("clock")), ("time", .number(time))]) }

  /// The next call of a kind fails before it does anything.
  mutating func fault(_ call: String, _ status: Status) {
    steps.append([
      ("do", .string("fault")), ("call", .string(call)), ("status", .signed(status.number)),
      ("name", .string(status.rawValue)),
    ])
  }

  // MARK: Calls

  /// A call, with what a container answers where that differs.
  private mutating func call(
    _ name: String, _ given: [(String, Fields)], _ outcome: Outcome, _ onContainer: Outcome?, save: String?
  ) {
    var step: [(String, JSON)] = [("do", .string(name))]
    step += given.map { ($0.0, .object($0.1.map { ($0.0, $0.1.json) })) }
    step.append(("expect", outcome.json))
    if let onContainer { step.append(("onContainer", onContainer.json)) }
    if let save { step.append(("save", .string(save))) }
    steps.append(step)
  }

  mutating func add(
    raw fields: Fields, _ outcome: Outcome = .success, onContainer: Outcome? = nil, save: String? = nil
  ) {
    call("add", [("attributes", fields)], outcome, onContainer, save: save)
  }

  mutating func copy(
    raw fields: Fields, _ outcome: Outcome = .success, onContainer: Outcome? = nil, save: String? = nil
  ) {
    call("copyMatching", [("query", fields)], outcome, onContainer, save: save)
  }

  mutating func update(
    raw fields: Fields, _ changes: Fields, _ outcome: Outcome = .success, onContainer: Outcome? = nil
  ) {
    call("update", [("query", fields), ("changes", changes)], outcome, onContainer, save: nil)
  }

  mutating func delete(raw fields: Fields, _ outcome: Outcome = .success, onContainer: Outcome? = nil) {
    call("delete", [("query", fields)], outcome, onContainer, save: nil)
  }

  // MARK: Calls on generic passwords of the service app

  /// The names of a generic password; nil leaves the account out.
  static func app(_ account: String?, _ more: Fields = []) -> Fields {
    [("class", .text("genp")), ("svce", .text("app"))] + (account.map { [("acct", .text($0))] } ?? []) + more
  }

  mutating func add(
    _ account: String?, secret: StaticString = "secret", _ status: Status = .success
  ) {
    add(account, [], secret: secret, status)
  }

  mutating func add(
    _ account: String?, _ more: Fields, secret: StaticString = "secret", _ status: Status = .success,
    onContainer: Status? = nil
  ) {
    add(
      raw: Self.app(account, more + [("v_Data", .secret(secret))]), .failing(status),
      onContainer: onContainer.map(Outcome.failing))
  }

  /// Reads the secret.
  mutating func read(_ account: String?, _ more: Fields = [], gives secret: StaticString) {
    copy(raw: Self.app(account, more + [("r_Data", .flag(true))]), .value(.secret(secret)))
  }

  /// Reads the secret in vain.
  mutating func read(_ account: String?, _ status: Status, onContainer: Outcome? = nil) {
    copy(raw: Self.app(account, [("r_Data", .flag(true))]), .failing(status), onContainer: onContainer)
  }

  mutating func read(_ account: String?, _ more: Fields, _ status: Status) {
    copy(raw: Self.app(account, more + [("r_Data", .flag(true))]), .failing(status))
  }

  /// Asks for the attributes.
  mutating func attributes(_ account: String?, _ outcome: Outcome, onContainer: Outcome? = nil) {
    copy(raw: Self.app(account, [("r_Attributes", .flag(true))]), outcome, onContainer: onContainer)
  }

  mutating func attributes(
    _ account: String?, _ more: Fields, _ outcome: Outcome, onContainer: Outcome? = nil
  ) {
    copy(raw: Self.app(account, more + [("r_Attributes", .flag(true))]), outcome, onContainer: onContainer)
  }

  /// Asks whether the item is there.
  mutating func exists(_ account: String?, _ status: Status = .success, onContainer: Status? = nil) {
    let outcome: Outcome = status == .success ? .nothing : .failing(status)
    copy(raw: Self.app(account), outcome, onContainer: onContainer.map(Outcome.failing))
  }

  mutating func exists(_ account: String?, _ more: Fields, _ status: Status = .success) {
    copy(raw: Self.app(account, more), status == .success ? .nothing : .failing(status))
  }

  mutating func update(
    _ account: String?, _ changes: Fields, _ status: Status = .success, onContainer: Status? = nil
  ) {
    update(raw: Self.app(account), changes, .failing(status), onContainer: onContainer.map(Outcome.failing))
  }

  mutating func update(
    _ account: String?, _ more: Fields, _ changes: Fields, _ status: Status = .success
  ) {
    update(raw: Self.app(account, more), changes, .failing(status))
  }

  mutating func delete(_ account: String?, _ status: Status = .success, onContainer: Status? = nil) {
    delete(raw: Self.app(account), .failing(status), onContainer: onContainer.map(Outcome.failing))
  }

  mutating func delete(_ account: String?, _ more: Fields, _ status: Status = .success) {
    delete(raw: Self.app(account, more), .failing(status))
  }
}
