import Migration
import SecretCrypto
import SecretFile

/// Runs one preference file: reading, finding, planning, and both kinds of scrub.
struct ImportRun {
  private let vector: ImportVector
  private let source: [UInt8]
  /// Reads the file beside the vector that has this ending.
  private let beside: (String) throws -> [UInt8]

  init(_ vector: ImportVector, _ source: [UInt8], beside: @escaping (String) throws -> [UInt8]) {
    (self.vector, self.source, self.beside) = (vector, source, beside)
  }

  /// Nil if everything is as the vector says, else what is not.
  func problem() throws -> String? {
    let document: Document
    do throws(Refusal) {
      document = try Document.read(SecretBuffer(copying: source.span))
    } catch {
      return error.code == vector.expect ? nil : "expected \(vector.expect), reading gave \(error.code)"
    }
    if let format = vector.format, format != document.format.rawValue {
      return "the format is \(document.format.rawValue), not \(format)"
    }
    let findings = document.findings()
    let plan: Plan
    do throws(PlanningError) {
      plan = try Plan.make(document, findings, fileName: vector.fileName)
    } catch {
      return error.code == vector.expect ? nil : "expected \(vector.expect), planning gave \(error.code)"
    }
    if vector.expect != "ok" { return "expected \(vector.expect), it was accepted" }
    if let problem = wrong(findings) { return problem }
    if let problem = wrong(plan, document) { return problem }
    let places = plan.items.map { Place($0.path) }
    if let problem = try wrong(vector.removed, "removed", document, places, .remove) { return problem }
    return try wrong(
      vector.placeholder, "placeholder", document, places, .placeholder(Scrub.placeholder))
  }

  private func wrong(_ findings: Findings) -> String? {
    guard findings.isComplete else { return "the search was not complete" }
    let found = findings.list
    for (number, pair) in zip(found, vector.findings).enumerated() {
      let (one, wanted) = pair
      let text = "\(one.place.path)\(one.place.inner.isEmpty ? "" : " … \(one.place.innerProvenance)")"
      if one.place != wanted.place { return "finding \(number + 1) is at \(text)" }
      if one.kind != wanted.kind { return "the finding at \(text) is \(one.kind.rawValue)" }
      if one.severity != wanted.severity { return "the finding at \(text) is \(one.severity.rawValue)" }
    }
    guard found.count == vector.findings.count else {
      let more = found.dropFirst(vector.findings.count).map { "\($0.place.path) (\($0.kind.rawValue))" }
      return "\(found.count) findings, not \(vector.findings.count) \(more.joined(separator: ", "))"
    }
    return nil
  }

  private func wrong(_ plan: Plan, _ document: Document) -> String? {
    for (item, wanted) in zip(plan.items, vector.plan) {
      if item.path != wanted.path { return "\(item.path) is planned, not \(wanted.path)" }
      if item.service != wanted.service { return "\(item.path) gets the service \(item.service)" }
      if item.account != wanted.account { return "\(item.path) gets the account \(item.account)" }
      let digest = document.withContent(of: item.node) { SHA256.hash([UInt8](copying: $0)) }
      if digest != wanted.sha256 { return "\(item.path) has another value" }
    }
    return plan.items.count == vector.plan.count
      ? nil : "\(plan.items.count) items are planned, not \(vector.plan.count)"
  }

  private func wrong(
    _ wanted: ImportVector.Scrubbed?, _ name: String, _ document: Document, _ places: [Place],
    _ mode: Scrub.Mode
  ) throws -> String? {
    guard let wanted else { return nil }
    let result: Scrub.Result
    do throws(Refusal) {
      result = try document.scrub(places, mode: mode, leftovers: .reportTwins)
    } catch {
      return error.code == wanted.expect ? nil : "\(name): expected \(wanted.expect), got \(error.code)"
    }
    if wanted.expect != "ok" { return "\(name): expected \(wanted.expect), it was scrubbed" }
    let expected = try beside(".\(name)")
    let made = result.bytes.withBytes { [UInt8](copying: $0) }
    if made == expected { return nil }
    let offset = zip(made, expected).prefix { $0 == $1 }.count
    return "\(name): \(made.count) bytes, not \(expected.count); they differ from byte \(offset) on"
  }
}
