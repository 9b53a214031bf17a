import Migration

/// NAME.json of `import/`: a preference file, what is found in it, what is planned, and what a scrub leaves.
struct ImportVector {
  struct Found {
    var place: Place
    var kind: SecretKind
    var severity: Finding.Severity
  }

  struct Planned {
    var path: KeyPath
    var service: String
    var account: String
    /// SHA-256 of the item's value.
    var sha256: [UInt8]
  }

  /// Nil where the vector does not speak of a scrub of this kind.
  struct Scrubbed {
    /// "ok" or why the scrub is refused.
    var expect: String
  }

  let fileName: String
  /// "ok" or why the file is refused.
  let expect: String
  /// The name of the format; nil for a file that no reader reads.
  let format: String?
  let findings: [Found]
  let plan: [Planned]
  let removed: Scrubbed?
  let placeholder: Scrubbed?

  init(_ json: [UInt8], name: String) throws(Malformed) {
    let fields = try Fields(
      VectorJSON(json), "the vector",
      only: [
        "name", "description", "fileName", "expect", "exit", "format", "findings", "plan", "removed",
        "placeholder", "clauses", "flags",
      ])
    try Malformed.unless(try fields.text("name") == name, "name is not the file's name")
    _ = try fields.text("description")
    _ = try Names.clauses(fields)
    try Malformed.unless(try fields.texts("flags").isEmpty, "unknown flags")
    fileName = try fields.text("fileName")
    expect = try fields.text("expect")
    try Malformed.unless(
      try fields.number("exit") == (expect == "ok" ? 0 : 65), "a file that is refused ends with 65")
    format = fields.has("format") ? try fields.text("format") : nil
    try Malformed.unless(
      expect != "ok" || ["format", "findings", "plan"].allSatisfy { fields.has($0) },
      "a file that is read has a format, findings and a plan")
    var findings: [Found] = []
    for value in fields.has("findings") ? try fields.list("findings") : [] {
      findings.append(try Self.finding(value))
    }
    self.findings = findings
    var plan: [Planned] = []
    for value in fields.has("plan") ? try fields.list("plan") : [] { plan.append(try Self.planned(value)) }
    self.plan = plan
    removed = try Self.scrubbed(fields, "removed")
    placeholder = try Self.scrubbed(fields, "placeholder")
  }

  private static func finding(_ value: VectorJSON) throws(Malformed) -> Found {
    let fields = try Fields(value, "a finding", only: ["path", "inner", "kind", "severity"])
    guard let kind = SecretKind(rawValue: try fields.text("kind")) else { throw Malformed("unknown kind") }
    guard let severity = Finding.Severity(rawValue: try fields.text("severity")) else {
      throw Malformed("unknown severity")
    }
    var inner: [InnerStep] = []
    for value in try fields.list("inner") { inner.append(try step(value)) }
    return Found(place: Place(try path(fields), inner: inner), kind: kind, severity: severity)
  }

  private static func planned(_ value: VectorJSON) throws(Malformed) -> Planned {
    let fields = try Fields(value, "an item of the plan", only: ["path", "service", "account", "sha256"])
    return Planned(
      path: try path(fields), service: try fields.text("service"), account: try fields.text("account"),
      sha256: try fields.bytes("sha256"))
  }

  private static func scrubbed(_ fields: Fields, _ name: String) throws(Malformed) -> Scrubbed? {
    guard fields.has(name) else { return nil }
    return Scrubbed(expect: try fields.text(name))
  }

  private static func path(_ fields: Fields) throws(Malformed) -> KeyPath {
    var path = KeyPath()
    for value in try fields.list("path") {
      switch value {
      case .text(let key): path.components.append(.key(Array(key.utf8)))
      case .number(let index): path.components.append(.index(Int(clamping: index)))
      default: throw Malformed("a part of a path is neither a key nor an index")
      }
    }
    return path
  }

  private static func step(_ value: VectorJSON) throws(Malformed) -> InnerStep {
    switch value {
    case .text(let key): return .key(Array(key.utf8))
    case .number(let index): return .index(Int(clamping: index))
    default:
      let name = try Fields(value, "a step", only: ["decode"]).text("decode")
      guard let decoding = Decoding(rawValue: name) else { throw Malformed("unknown decoding \(name)") }
      return .decode(decoding)
    }
  }
}
