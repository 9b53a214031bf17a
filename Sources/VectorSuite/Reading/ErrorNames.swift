import SecretFile

/// Names that vector files use.
enum Names {
  /// The errors of the registry.
  static let errors = Set(ErrorCode.allCases.map(\.name))

  /// Demands the name of an error.
  static func error(_ name: String, _ field: String) throws(Malformed) -> String {
    try Malformed.unless(errors.contains(name), "\(field) is no error of the registry")
    return name
  }

  /// Demands ids of clauses, such as SF-4.2-3.
  static func clauses(_ fields: Fields) throws(Malformed) -> [String] {
    let clauses = try fields.texts("clauses")
    try Malformed.unless(!clauses.isEmpty, "clauses is empty")
    for clause in clauses where !isClause(clause) { throw Malformed("no clause id: \(clause)") }
    return clauses
  }

  private static func isClause(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "SF" else { return false }
    let numbers = parts[1].split(separator: ".", omittingEmptySubsequences: false) + [parts[2]]
    return numbers.count <= 3
      && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }
}
