import Migration
import SecretFile

/// One source of an import: what it is, what is planned, and what became of it.
struct ImportSource {
  /// One value on its way into the container.
  struct Value {
    let plan: PlanItem
    /// The item that it becomes; nil for a value that is only to be deleted.
    var item: NewItem?
    var action = Action.refused
    /// Why it was not taken, if it was not.
    var reason: String?

    /// What stands in the source is what a scrub may have left there: the placeholder, or nothing, zero or false.
    var isBlank = false
    /// What stands in the source is the placeholder itself.
    var isPlaceholder = false
    /// An earlier scrub has taken the value out: the source holds nothing of it.
    var isVacant = false
    /// The value is gone from the source.
    var isScrubbed = false

    /// Whether the container has it.
    var isInContainer: Bool {
      switch action {
      case .added, .replaced, .unchanged: true
      case .skipped, .conflict, .refused, .deleted: false
      }
    }

    /// Whether it is only a part of what stands under its key.
    var isPart: Bool { !plan.inner.isEmpty }

    /// Where it stands.
    var place: Place { Place(plan.path, inner: plan.inner) }

    /// Whether it may leave the source.
    var mayLeave: Bool { (isInContainer || action == .deleted) && !isVacant }

    /// Whether the source still holds it in plain text.
    var isInSource: Bool { !isScrubbed && !isVacant }
  }

  /// What became of a value. The spelling is that of the JSON.
  enum Action: String {
    case added, replaced, unchanged, skipped, conflict, refused, deleted
  }

  let path: Path
  /// Nil for a source that was refused.
  let file: PreferenceFile?
  var plan: Plan?
  var values: [Value] = []
  var isScrubbed = false
  /// Where else in the source a value stands that was taken out of it.
  var leftovers: [Scrub.Leftover] = []
  /// Why the source was refused, or could not be scrubbed.
  var error: Outcome?

  /// Reads and plans a source.
  static func read(_ path: Path, _ options: ImportOptions, _ console: Console) throws(Outcome) -> ImportSource
  {
    let file = try PreferenceFile.read(path, console)
    for note in file.document.notes { console.note("\(path): \(note.message)") }
    do throws(PlanningError) {
      let plan = try Plan.make(
        file.document, file.document.findings(), fileName: file.fileName, options.selection)
      return ImportSource(path: path, file: file, plan: plan)
    } catch {
      throw Outcome(error, path)
    }
  }

  /// A source that cannot be read exactly.
  static func refused(_ path: Path, _ error: Outcome) -> ImportSource {
    ImportSource(path: path, file: nil, plan: nil, error: error)
  }

  private init(path: Path, file: PreferenceFile?, plan: Plan?, error: Outcome? = nil) {
    self.path = path
    self.file = file
    self.plan = plan
    self.error = error
  }

  /// Values that the source still holds in plain text.
  var remaining: Int { values.count(where: \.isInSource) }

  /// Whether a limit ended the search, so that there may be more in it than is planned.
  var isSearchedInPart: Bool { plan?.isComplete == false }

  /// Whether two sources are one file by two names.
  func isSameFile(as other: ImportSource) -> Bool {
    guard let mine = file?.source?.file.identity, let others = other.file?.source?.file.identity else {
      return false
    }
    return mine.isSameFile(as: others)
  }

  /// Whether a value of it may need this device's key; throws if a protection contradicts itself, before any key is made.
  func needsDevice(_ options: ImportOptions) throws(Outcome) -> Bool {
    var needs = false
    for item in plan?.items ?? [] where item.action == .import {
      let protection = try attributes(item, options)
      _ = try protection.protection(of: nil, isSynchronizable: protection.isSynchronizable ?? false)
      if protection.needsDevice { needs = true }
    }
    return needs
  }

  /// Makes the items of the plan.
  mutating func makeItems(_ options: ImportOptions, _ password: SecretBuffer?) throws(Outcome) {
    guard let plan, let document = file?.document else { return }
    // Values that the source shares, and spelt numbers, are held once.
    let secrets = document.secrets(of: plan.items.map(\.node))
    for (item, secret) in zip(plan.items, secrets) {
      var value = Value(plan: item)
      value.isPlaceholder = item.part.map(Scrub.isPlaceholder) ?? document.isPlaceholder(item.node)
      value.isBlank = item.part.map { Scrub.isBlank($0, item.originalType) } ?? document.isBlank(item.node)
      if item.action == .import {
        value.item = try newItem(item, item.part ?? secret, plan.fileName, options, password)
      }
      values.append(value)
    }
  }

  /// What a rule says about the protection wins over the options.
  private func attributes(_ item: PlanItem, _ options: ImportOptions) throws(Outcome) -> AttributeOptions {
    var attributes = options.attributes
    if let name = item.accessibility {
      attributes.accessibility = try ItemNaming.accessibility(Array(name.utf8))
    }
    if let flags = item.accessControl {
      attributes.accessControl = AccessControl(
        rawValue: try AccessControlName.flags(Array(flags.joined(separator: ",").utf8)))
    }
    if let isSynchronizable = item.isSynchronizable { attributes.isSynchronizable = isSynchronizable }
    return attributes
  }

  private func newItem(
    _ item: PlanItem, _ secret: SecretBuffer, _ fileName: String, _ options: ImportOptions,
    _ password: SecretBuffer?
  ) throws(Outcome) -> NewItem {
    let protection = try attributes(item, options)
    let isSynchronizable = protection.isSynchronizable ?? false
    let name = IdentityParts(
      service: Array(item.service.utf8), account: Array(item.account.utf8),
      accessGroup: item.accessGroup.map { Array($0.utf8) } ?? options.accessGroup,
      isSynchronizable: isSynchronizable)
    var attributes = ItemAttributes(name)
    attributes.provenance.fileName = fileName
    attributes.provenance.keyPath = item.path.provenance
    attributes.provenance.inner = Place(item.path, inner: item.inner).innerProvenance
    attributes.provenance.originalType = item.originalType.rawValue
    let contentType: ContentType =
      switch item.contentType {
      case .bytes: .bytes
      case .text: .text
      case .binaryPlist: .binaryPlist
      }
    let wanted = try protection.protection(of: nil, isSynchronizable: isSynchronizable)
    let hasPassword = wanted?.accessControl.contains(.applicationPassword) == true
    return NewItem(
      attributes, secret: secret, contentType: contentType, protection: wanted,
      password: hasPassword ? password : nil,
      passwordCost: options.passwordCost)
  }
}
