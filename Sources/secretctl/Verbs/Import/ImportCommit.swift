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

  /// What becomes of one value.
  private struct Decision {
    var action: ImportSource.Action
    var reason: String?
    var isVacant = false

    init(_ action: ImportSource.Action, _ reason: String? = nil, isVacant: Bool = false) {
      (self.action, self.reason, self.isVacant) = (action, reason, isVacant)
    }
  }

  /// Writes the items.
  func run(_ sources: inout [ImportSource], _ opened: Container, _ commit: CommitOptions) throws(Outcome) {
    try decideAll(&sources, opened, commit, isDry: false)
  }

  /// Finds out what would become of the items; without a container, in one that is yet to be made.
  func preview(_ sources: inout [ImportSource], _ opened: Container?) throws(Outcome) {
    if let opened { return try decideAll(&sources, opened, CommitOptions(), isDry: true) }
    apply(sources.map { $0.values.map(decideForNew) }, to: &sources)
  }

  private func decideAll(
    _ sources: inout [ImportSource], _ opened: Container, _ commit: CommitOptions, isDry: Bool
  ) throws(Outcome) {
    let values = sources.map(\.values)
    var decisions: [[Decision]] = []
    do throws(SecretFileError) {
      try opened.update(commit) { (transaction) throws(SecretFileError) in
        decisions = []
        for source in values {
          var row: [Decision] = []
          for value in source { row.append(try decide(value, &transaction)) }
          try rememberBlanks(source, row, &transaction)
          decisions.append(row)
        }
        if isDry { throw DryRun.stop }
      }
    } catch {
      if error != DryRun.stop { throw Outcome(error, path) }
    }
    apply(decisions, to: &sources)
  }

  private func apply(_ decisions: [[Decision]], to sources: inout [ImportSource]) {
    for (source, row) in decisions.enumerated() {
      for (value, decision) in row.enumerated() {
        sources[source].values[value].action = decision.action
        sources[source].values[value].reason = decision.reason
        sources[source].values[value].isVacant = decision.isVacant
      }
    }
  }

  // MARK: Deciding

  private static let onlyAPlaceholder = "a placeholder that a scrub has left, not a value"

  private func decideForNew(_ value: ImportSource.Value) -> Decision {
    guard value.item != nil else { return decideDeletion }
    return value.isPlaceholder ? Decision(.skipped, Self.onlyAPlaceholder, isVacant: true) : Decision(.added)
  }

  private var decideDeletion: Decision {
    options.scrub == nil
      ? Decision(.skipped, "to be deleted, but without --scrub the source stays as it is")
      : Decision(.deleted)
  }

  private func decide(
    _ value: ImportSource.Value, _ transaction: inout Transaction
  ) throws(SecretFileError) -> Decision {
    guard let item = value.item else { return decideDeletion }
    let existing = try transaction.item(named: item.attributes.name)
    // What a scrub has left is no value: it never gets into the container, least of all over the secret itself.
    let isVacant = try isVacant(value, item, transaction)
    if isVacant {
      guard let existing, Self.isFromSamePlace(existing, item) else {
        return Decision(.skipped, Self.onlyAPlaceholder, isVacant: true)
      }
      return Decision(.unchanged, "moved before: what stands in its place is a placeholder", isVacant: true)
    }
    guard let existing else {
      if !options.restoresDeleted, try transaction.wasImported(item) {
        return Decision(.skipped, "imported before and deleted since; --again brings it back")
      }
      try transaction.add(item)
      try transaction.recordImport(item)
      return Decision(.added)
    }
    switch try compare(existing, item, &transaction) {
    case .equal:
      if try !transaction.wasImported(item) { try transaction.recordImport(item) }
      return Decision(.unchanged)
    case .different(let reason):
      switch options.existing {
      case .skip: return Decision(.skipped, reason)
      case .refuse: return Decision(.conflict, reason)
      case .replace:
        try transaction.set(item)
        try transaction.recordImport(item)
        return Decision(.replaced)
      }
    }
  }

  private func isVacant(
    _ value: ImportSource.Value, _ item: NewItem, _ transaction: borrowing Transaction
  ) throws(SecretFileError) -> Bool {
    if value.isPlaceholder { return true }
    guard value.isBlank else { return false }
    return try transaction.wasImported(Self.blank(item))
  }

  private static func isFromSamePlace(_ existing: Item, _ item: NewItem) -> Bool {
    let (old, new) = (existing.attributes.provenance, item.attributes.provenance)
    // By bytes: keys that differ in their normalization alone are different keys.
    func isSame(_ first: String?, _ second: String?) -> Bool {
      first.map { Array($0.utf8) } == second.map { Array($0.utf8) }
    }
    return isSame(old.fileName, new.fileName) && isSame(old.keyPath, new.keyPath)
      && isSame(old.inner, new.inner)
  }

  // MARK: Blanks

  /// Zero, false or an empty text may be what a scrub leaves or what an app means. The journal tells: before a scrub that
  /// leaves such a value, it takes down the placeholder under the item's name.
  private func rememberBlanks(
    _ values: [ImportSource.Value], _ row: [Decision], _ transaction: inout Transaction
  ) throws(SecretFileError) {
    guard let mode = options.scrub, !row.contains(where: { $0.action == .conflict }) else { return }
    for (value, decision) in zip(values, row) {
      guard let item = value.item, !decision.isVacant, leavesBlank(value.plan, mode) else {
        continue
      }
      guard [.added, .replaced, .unchanged].contains(decision.action) else { continue }
      let blank = Self.blank(item)
      if try !transaction.wasImported(blank) { try transaction.recordImport(blank) }
    }
  }

  /// Whether a scrub leaves a value that does not say by itself what it is.
  private func leavesBlank(_ item: PlanItem, _ mode: Scrub.Mode) -> Bool {
    switch mode {
    case .placeholder: return item.originalType != .string && item.originalType != .data
    case .remove:
      if case .index? = item.path.components.last, item.inner.isEmpty { return true }
      if case .index? = item.inner.last { return true }
      return false
    }
  }

  /// The item as the journal knows it once a scrub has left a blank in its place.
  private static func blank(_ item: NewItem) -> NewItem {
    var blank = item
    let placeholder = Scrub.placeholder
    blank.secret = SecretBuffer(copying: placeholder.span)
    return blank
  }

  // MARK: Comparing

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
            "\(path): \(ItemText.imported(item.attributes.name)) does not read back as written",
            hint: "no source was changed; check the disk")
        }
      }
    }
  }
}
