extension SuiteCheck.Report {
  /// A line per category, then what did not come out as it should, then the sum.
  package var text: String {
    var text = ""
    let width = categories.map(\.name.count).max() ?? 0
    for category in categories {
      let name = category.name + String(repeating: " ", count: width - category.name.count)
      text += "\(name)  \(category.passed) passed"
      if category.failed > 0 { text += ", \(category.failed) failed" }
      if category.skipped > 0 { text += ", \(category.skipped) skipped" }
      text += "\n"
    }
    for finding in findings {
      text += "\(finding.file): \(finding.isMalformed ? "malformed vector: " : "")\(finding.problem)\n"
    }
    text += "suite \(suite): \(passed) passed, \(failed) failed"
    if isNewer {
      text += "; \(skipped) skipped: they came after suite \(SuiteVersion.known), which is known here"
    }
    return text + "\n"
  }

  /// How a check ends.
  package enum Verdict: Sendable {
    /// Everything as it should be.
    case good
    /// Something came out otherwise than a vector says.
    case failed
    /// A vector is malformed.
    case malformed
    /// As far as it is known here all is well; the suite has more.
    case newer
  }

  /// How this check ends.
  package var verdict: Verdict {
    if findings.contains(where: \.isMalformed) { return .malformed }
    if failed > 0 { return .failed }
    return isNewer ? .newer : .good
  }
}
