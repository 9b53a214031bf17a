import Migration
import SecretFile

/// The commit of an import: all items in one write, decided on what the container holds at that moment.
struct ImportCommit {
  private let options: ImportOptions
  private let path: Path

  init(_ options: ImportOptions, _ path: Path) {
    self.options = options
    self.path = path
  }

  /// What became of one value.
  private typealias Decision = (action: ImportSource.Action, reason: String?)

  /// Writes the items, or with a dry run only finds out what would become of them.
  func run(_ sources: inout [ImportSource], _ opened: Container, _ commit: CommitOptions) throws(Outcome) {
    let items = sources.map { $0.values.map(\.item) }
    var decisions: [[Decision]] = []
    do throws(SecretFileError) {
      try opened.update(commit) { (transaction) throws(SecretFileError) in
        decisions = []
        for source in items {
          var row: [Decision] = []
          for item in source { row.append(try decide(item, &transaction)) }
          decisions.append(row)
        }
        if options.isDryRun { throw DryRun.stop }
      }
    } catch {
      if error != DryRun.stop { throw Outcome(error, path) }
    }
    for (source, row) in decisions.enumerated() {
      for (value, decision) in row.enumerated() {
        sources[source].values[value].action = decision.action
        sources[source].values[value].reason = decision.reason
      }
    }
  }

  private func decide(_ item: NewItem?, _ transaction: inout Transaction) throws(SecretFileError) -> Decision
  {
    guard let item else { return (.deleted, nil) }
    guard let existing = try transaction.item(named: item.attributes.name) else {
      if !options.restoresDeleted, try transaction.wasImported(item) {
        return (.skipped, "imported before and deleted since; --again brings it back")
      }
      try transaction.add(item)
      try transaction.recordImport(item)
      return (.added, nil)
    }
    switch try compare(existing, item, &transaction) {
    case .equal:
      if try !transaction.wasImported(item) { try transaction.recordImport(item) }
      return (.unchanged, nil)
    case .different(let reason):
      switch options.existing {
      case .skip: return (.skipped, reason)
      case .refuse: return (.conflict, reason)
      case .replace:
        try transaction.set(item)
        try transaction.recordImport(item)
        return (.replaced, nil)
      }
    }
  }

  private enum Comparison {
    case equal
    case different(String)
  }

  /// Compares the secrets; a missing factor makes a comparison impossible, which counts as different.
  private func compare(
    _ existing: Item, _ item: NewItem, _ transaction: inout Transaction
  ) throws(SecretFileError) -> Comparison {
    guard let wanted = item.secret, existing.length == wanted.count, existing.contentType != .none else {
      return .different("the container has another value under this name")
    }
    do throws(SecretFileError) {
      let secret = try transaction.secret(of: existing, password: item.password)
      let isEqual = secret.withBytes { first in wanted.withBytes { constantTimeEqual(first, $0) } }
      return isEqual ? .equal : .different("the container has another value under this name")
    } catch {
      guard Outcome.exit(of: error.code) == .policy else { throw error }
      return .different("the container has a value under this name that cannot be compared: \(error.message)")
    }
  }

  // MARK: Reading back

  /// Reads what was written from the disk and compares it with the sources. A source loses nothing before this.
  func readBack(_ sources: [ImportSource], _ opened: Container) throws(Outcome) {
    for source in sources {
      for value in source.values {
        guard let item = value.item, let wanted = item.secret else { continue }
        guard value.action == .added || value.action == .replaced else { continue }
        let isEqual = try container(path) { () throws(SecretFileError) -> Bool in
          let found = try opened.item(matching: ItemQuery(named: item.attributes.name))
          let secret = try opened.secret(of: found, password: item.password)
          return secret.withBytes { first in wanted.withBytes { constantTimeEqual(first, $0) } }
        }
        guard isEqual else {
          throw Outcome(
            "readBack", .inputOutput,
            "\(path): \(ItemText.name(item.attributes.name)) does not read back as written",
            hint: "no source was changed; check the disk")
        }
      }
    }
  }
}
