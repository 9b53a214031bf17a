import Migration
import SecretFile

/// Looks for weaknesses: in the container, its ways in, its items' attributes and the files around it. No secret is
/// opened.
struct Audit {
  private let opened: Container
  private let info: ContainerInfo
  private let now: Int64
  private let oldBefore: Int64
  private var found: [Weakness.Kind: Weakness] = [:]

  /// - Parameter age: After how many milliseconds a secret counts as old.
  init(_ opened: Container, now: Int64, age: Int64) {
    self.opened = opened
    info = opened.info
    self.now = now
    oldBefore = now - age
  }

  /// What was found, in the order of the kinds.
  var weaknesses: [Weakness] { Weakness.Kind.allCases.compactMap { found[$0] } }

  private mutating func note(_ kind: Weakness.Kind, _ name: IdentityParts) {
    found[kind, default: Weakness(kind)].add(name)
  }

  private mutating func note(_ kind: Weakness.Kind, place: String) {
    found[kind, default: Weakness(kind)].add(place: place)
  }

  // MARK: Files

  /// A file that only its owner should read, and its folder, in which nobody else should put another in its place.
  mutating func look(at file: Path) {
    guard let mode = PathMode(of: file), mode.isRegular else { return }
    if mode.bits & 0o077 != 0 { note(.looseMode, place: "\(file) (mode 0\(String(mode.bits, radix: 8)))") }
    let folder = file.parent
    guard let above = PathMode(of: folder), above.bits & 0o022 != 0, above.bits & 0o1000 == 0 else { return }
    let text = "\(folder) (mode 0\(String(above.bits, radix: 8)))"
    if found[.looseMode]?.places.contains(text) != true { note(.looseMode, place: text) }
  }

  // MARK: Ways in and keys

  mutating func lookAtSlots() {
    for slot in info.slots {
      guard let cost = slot.cost, Self.isCheap(cost) else { continue }
      let label = slot.label.map { " " + Escaping.visible($0) } ?? ""
      note(
        .cheapDerivation,
        place: "slot \(slot.id)\(label) (\(cost.memlimitKiB / 1024) MiB, \(cost.opslimit) passes)")
    }
  }

  private static func isCheap(_ cost: KDFCost) -> Bool { cost.work < KDFCost.mobile.work }

  // MARK: Items

  /// Looks at every item, one page at a time.
  mutating func lookAtItems() throws(SecretFileError) {
    let stale = Set(info.keys.filter { $0.sinceEpoch < info.keyEpoch && $0.state != .invalidated }.map(\.id))
    let invalidated = Set(info.keys.filter { $0.state == .invalidated }.map(\.id))
    let pending = try opened.identities(with: .pending)
    let tokens = TokenNames()
    var groups: [IdentityParts: Groups] = [:]
    try opened.forEachItem { (item) in
      let accessibility = item.protection.accessibility
      if accessibility == .always || accessibility == .alwaysThisDeviceOnly { note(.always, item.name) }
      if tokens.isToken(item) {
        if item.name.isSynchronizable {
          note(.syncingToken, item.name)
        } else if !accessibility.isThisDeviceOnly {
          note(.travellingToken, item.name)
        }
      }
      if let cost = item.passwordCost, Self.isCheap(cost) { note(.cheapDerivation, item.name) }
      if stale.contains(item.keyID) { note(.staleKey, item.name) }
      if invalidated.contains(item.keyID) { note(.invalidated, item.name) }
      if let expires = item.attributes.expires, expires <= now { note(.expired, item.name) }
      if item.contentType != .none, item.secretChanged < oldBefore { note(.old, item.name) }
      if pending.contains(item.identity) { note(.pendingRenewal, item.name) }
      if !item.name.accessGroup.isEmpty {
        note(.outsideDefaultGroup, item.name)
        groups[Self.withoutGroup(item.name), default: Groups(first: item.name.accessGroup)].add(item.name)
      }
      return true
    }
    try lookAtGroups(groups)
  }

  /// The access groups of one name: whether there are several.
  private struct Groups {
    let first: [UInt8]
    var areSeveral = false

    init(first: [UInt8]) { self.first = first }

    mutating func add(_ name: IdentityParts) { areSeveral = areSeveral || name.accessGroup != first }
  }

  /// Names in several groups. The default group is gone through a second time, so that only the others' names are kept.
  private mutating func lookAtGroups(_ groups: [IdentityParts: Groups]) throws(SecretFileError) {
    if groups.isEmpty { return }
    var shared = groups.filter(\.value.areSeveral).map(\.key)
    var query = ItemQuery()
    query.accessGroup = []
    try opened.forEachItem(matching: query) { (item) in
      let name = Self.withoutGroup(item.name)
      if groups[name]?.areSeveral == false { shared.append(name) }
      return true
    }
    for name in shared.sorted(by: Self.precedes) { note(.severalGroups, name) }
  }

  private static func precedes(_ a: IdentityParts, _ b: IdentityParts) -> Bool {
    if a.service != b.service { return a.service.lexicographicallyPrecedes(b.service) }
    return a.account.lexicographicallyPrecedes(b.account)
  }

  private static func withoutGroup(_ name: IdentityParts) -> IdentityParts {
    var name = name
    name.accessGroup = []
    name.scope = nil
    return name
  }
}

/// Names of items that stand for a session: the vocabulary of `scan` judges the last part of the account, then the
/// service.
private struct TokenNames {
  private let vocabulary = Vocabulary.standard

  func isToken(_ item: Item) -> Bool {
    let account = item.name.account.split(separator: 0x2F).last.map(Array.init) ?? []
    return isToken(account) || isToken(item.name.service)
  }

  private func isToken(_ name: [UInt8]) -> Bool {
    let verdict = NameVerdict(name.span, vocabulary)
    guard verdict.strength >= .weak else { return false }
    switch verdict.kind {
    case .accessToken, .refreshToken, .idToken, .sessionToken, .jsonWebToken, .cookie, .authorization:
      return true
    default: return false
    }
  }
}
