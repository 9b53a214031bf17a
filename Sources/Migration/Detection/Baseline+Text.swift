internal import SecretCrypto

extension Baseline {
  private static let fieldsOfAll = ["version", "key", "findings", "comment"]
  private static let fieldsOfOne = ["keyPath", "inner", "rule", "digest", "comment"]

  /// Reads a baseline from a JSON document:
  ///
  /// ```json
  /// {
  ///   "version": 1,
  ///   "key": "64 hexadecimal digits",
  ///   "findings": [
  ///     {"keyPath": ["account", "token"], "rule": "name.access_token", "digest": "32 hexadecimal digits"}
  ///   ]
  /// }
  /// ```
  ///
  /// A field that is not known is an error.
  public static func read(_ document: Document) throws(PlanningError) -> Baseline {
    let top = try RuleFields(document, document.root, at: "the baseline", kind: .baseline)
    try top.allowOnly(fieldsOfAll)
    guard try top.integer("version") == Baseline.version else {
      throw top.wrong("has not the version \(Baseline.version)", "write it anew with scan --write-baseline")
    }
    let key = try top.hexadecimal("key", count: FindingKey.size)
    guard let key = FindingKey(SecretBuffer(copying: key.span)) else {
      throw top.wrong("has no key", "write it anew with scan --write-baseline")
    }
    var entries: Set<Entry> = []
    for (number, id) in try top.elements("findings").enumerated() {
      let fields = try RuleFields(document, id, at: "finding \(number + 1) of the baseline", kind: .baseline)
      try fields.allowOnly(fieldsOfOne)
      guard let rule = try fields.text("rule") else {
        throw fields.wrong("names no rule", "write the baseline anew with scan --write-baseline")
      }
      entries.insert(
        Entry(
          path: try fields.steps("keyPath").map(step), inner: try fields.steps("inner").map(step), rule: rule,
          digest: try fields.hexadecimal("digest", count: FindingKey.digestSize)))
    }
    return Baseline(key: key, entries: entries)
  }

  private static func step(_ step: InnerStep) -> Entry.Step {
    switch step {
    case .key(let key): .key(String(decoding: key, as: UTF8.self))
    case .index(let index): .index(index)
    case .decode(let decoding): .decode(decoding)
    }
  }

  /// The baseline as JSON text that ``read(_:)`` reads, one finding a line, the lines in order: two runs differ in the
  /// lines whose findings differ.
  public func json() -> [UInt8] {
    var out = RulesText()
    out.line("{")
    out.line("  \"version\": \(Baseline.version),")
    out.line("  \"key\": \"\(key.withBytes { Baseline.hex($0) })\",")
    let lines = entries.map(Baseline.line).sorted()
    if lines.isEmpty {
      out.line("  \"findings\": []")
    } else {
      out.line("  \"findings\": [")
      for (number, line) in lines.enumerated() {
        out.line("    " + line + (number + 1 < lines.count ? "," : ""))
      }
      out.line("  ]")
    }
    out.line("}")
    return out.bytes
  }

  private static func line(_ entry: Entry) -> String {
    var fields = ["\"keyPath\": [" + entry.path.map(text).joined(separator: ", ") + "]"]
    if !entry.inner.isEmpty {
      fields.append("\"inner\": [" + entry.inner.map(text).joined(separator: ", ") + "]")
    }
    fields.append("\"rule\": " + RulesText.quoted(entry.rule))
    fields.append("\"digest\": \"\(hex(entry.digest.span))\"")
    return "{" + fields.joined(separator: ", ") + "}"
  }

  private static func text(_ step: Entry.Step) -> String {
    switch step {
    case .key(let key): RulesText.quoted(key)
    case .index(let index): String(index)
    case .decode(let decoding): "{\"decode\": \(RulesText.quoted(decoding.rawValue))}"
    }
  }

  private static func hex(_ bytes: Span<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var out: [UInt8] = []
    for index in bytes.indices { out += [digits[Int(bytes[index] >> 4)], digits[Int(bytes[index] & 15)]] }
    return String(decoding: out, as: UTF8.self)
  }
}
