import Files
import SecretCrypto
import SecretFile
import Testing

@Suite struct ContainerRotationTests {
  static func fill(_ container: Container, _ protections: [(String, Protection)]) throws {
    try container.update { (change) throws(SecretFileError) in
      for (account, protection) in protections {
        try change.set(Fixture.item("s", account, account, protection))
      }
    }
  }

  @Test func renewsEverything() throws {
    let folder = try TemporaryFolder()
    let factors = Fixture.Factors()
    let container = try factors.create(folder.path())
    let protections: [(String, Protection)] = [
      ("plain", Protection()), ("device", Protection(.afterFirstUnlockThisDeviceOnly)),
      ("presence", Protection(accessControl: .biometryAny)),
      ("user", Protection(accessControl: .userPresence)),
      ("both", Protection(accessControl: [.biometryAny, .devicePasscode])),
      ("current", Protection(accessControl: .biometryCurrentSet)),
      ("set", Protection(.whenPasscodeSetThisDeviceOnly)),
    ]
    try Self.fill(container, protections)
    let before = try container.items()
    let slots = container.info.slots.map(\.id)
    let report = try container.rotate(
      RotationRequest(credentials: try factors.credentials(device: true, presence: true, passcode: true)))
    #expect(report.renewed.count == 7 && report.carriedOver.isEmpty && report.refusals.isEmpty)
    #expect(report.renewed.allSatisfy { $0.itemCount == 1 })
    #expect(report.keyEpoch == 2 && report.generation == 3)
    let after = try container.items()
    #expect(after.map(\.id) == before.map(\.id))
    #expect(after.map(\.keyID) == before.map(\.keyID))
    #expect(after.map(\.modified) == before.map(\.modified))
    #expect(after.allSatisfy { $0.revision == 2 && $0.payloadRevision == 2 })
    #expect(container.info.slots.map(\.id) == slots)
    let opened = try Container.open(
      at: folder.path(), with: factors.credentials(device: true, presence: true, passcode: true))
    for (account, _) in protections { #expect(try opened.text("s", account) == account) }
    let keyFile = try Container.open(
      at: folder.path(), with: factors.credentials(device: true, presence: true, passcode: false))
    #expect(try keyFile.text("s", "user") == "user")
    #expect(thrown { _ = try keyFile.text("s", "both") } == .passcode)
    #expect(try opened.verify().isComplete)
    #expect(opened.info.keys.allSatisfy { $0.sinceEpoch == 2 })
  }

  @Test func carriesOverWhatNeedsAnotherDevice() throws {
    let folder = try TemporaryFolder()
    let factors = Fixture.Factors()
    let here = try factors.create(folder.path())
    let protections: [(String, Protection)] = [
      ("plain", Protection()), ("device", Protection(.whenUnlockedThisDeviceOnly)),
      ("user", Protection(.whenUnlockedThisDeviceOnly, accessControl: .userPresence)),
      ("set", Protection(.whenPasscodeSetThisDeviceOnly)),
    ]
    try Self.fill(here, protections)
    let there = try Container.open(
      at: folder.path(), with: factors.credentials(device: false, presence: true, passcode: true))
    let keys = try Fixture.credentials()
    let plan = try there.rotationPlan(RotationRequest(credentials: keys))
    let report = try there.rotate(RotationRequest(credentials: keys))
    for report in [plan, report] {
      #expect(report.renewed.map(\.key.protection) == [Protection()])
      #expect(report.carriedOver.count == 3 && report.carriedOver.allSatisfy { $0.missing == [.device] })
      #expect(report.refusals.isEmpty && report.keptSlots.count == 3)
    }
    #expect(thrown { _ = try there.text("s", "device") } == .device)
    let back = try Container.open(
      at: folder.path(), with: factors.credentials(device: true, presence: true, passcode: true))
    for (account, _) in protections { #expect(try back.text("s", account) == account) }
    #expect(try back.verify().isComplete)
    // The next write under such a key renews it first, with all its items.
    #expect(back.info.keys.filter { $0.sinceEpoch == 1 }.count == 3)
    try back.update { (change) throws(SecretFileError) in
      try change.set(Fixture.item("s", "more", "more", Protection(.whenUnlockedThisDeviceOnly)))
    }
    #expect(back.info.keys.filter { $0.sinceEpoch == 1 }.count == 2)
    #expect(try back.text("s", "device") == "device")
    let item = try back.item(matching: ItemQuery(service: "s", account: "device"))
    #expect(item.revision == 2 && item.payloadRevision == 2)
    #expect(try back.verify().isComplete)
  }

  @Test func dropsAndChangesSlots() throws {
    let folder = try TemporaryFolder()
    let passphrase = Fixture.buffer("old words")
    let identity = GeneratedKey.identity()
    let container = try Container.create(
      at: folder.path(),
      slots: [
        NewSlot(.keyFile(Fixture.key), label: "key"),
        NewSlot(.passphrase(passphrase, cost: Fixture.cheap), label: "people"),
        NewSlot(.recipient(identity.recipient), label: "backup"),
      ])
    try Self.fill(container, [("a", Protection()), ("c", Protection(accessControl: .devicePasscode))])
    let slots = Dictionary(uniqueKeysWithValues: container.info.slots.map { ($0.label ?? "", $0.id) })
    let people = try #require(slots["people"])
    let backup = try #require(slots["backup"])
    let key = try #require(slots["key"])
    #expect(
      thrown { _ = try container.rotate(RotationRequest()) } == .refused, "the recipient is not confirmed")
    let plan = try container.rotationPlan(RotationRequest())
    #expect(plan.refusals.count == 1)
    #expect(container.info.generation == 2)

    // Change the passphrase.
    var change = RotationRequest(keepRecipients: .all)
    change.passphrases[people] = .init(Fixture.buffer("new words"), cost: Fixture.cheap)
    try container.rotate(change)
    #expect(container.info.slots.map(\.id).sorted() == slots.values.sorted())
    #expect(try container.text("s", "c") == "c")
    func with(_ words: String) throws -> Credentials {
      var credentials = Credentials()
      let words = Fixture.buffer(words)
      try words.withBytes { (bytes) throws(SecretFileError) in try credentials.addPassphrase(bytes) }
      return credentials
    }
    #expect(thrown { _ = try Container.open(at: folder.path(), with: with("old words")) } == .unlock)
    let words = try Container.open(at: folder.path(), with: with("new words"))
    #expect(try words.text("s", "a") == "a" && words.text("s", "c") == "c")
    var identities = Credentials()
    try identity.text.withBytes { (bytes) throws(SecretFileError) in try identities.addKeyFile(bytes) }
    let other = try Container.open(at: folder.path(), with: identities)
    #expect(try other.text("s", "a") == "a")
    #expect(!other.info.proven)
    #expect(
      thrown { try other.update { (change) throws(SecretFileError) in change.setLabel("x") } } == .notProven)

    // Drop the recipient; the key file is not at hand and must be named.
    var drop = RotationRequest()
    drop.drop = [backup]
    #expect(thrown { _ = try words.rotate(drop) } == .refused)
    drop.drop = [backup, key]
    let report = try words.rotate(drop)
    #expect(report.droppedSlots.map(\.label).compactMap { $0 }.sorted() == ["backup", "key"])
    #expect(thrown { _ = try Container.open(at: folder.path(), with: identities) } == .unlock)
    #expect(thrown { _ = try Container.open(at: folder.path(), with: Fixture.credentials()) } == .unlock)
    #expect(try words.text("s", "c") == "c")

    // Without any passphrase slot the class that needs the passcode would be lost.
    var replace = RotationRequest()
    replace.drop = [people]
    replace.add = [NewSlot(.keyFile(Fixture.key), label: "again")]
    #expect(thrown { _ = try words.rotate(replace) } == .refused)
    replace.loseItems = true
    let loss = try words.rotate(replace)
    #expect(loss.lost.map { String(decoding: $0.name.account, as: UTF8.self) } == ["c"])
    #expect(loss.addedSlots.count == 1)
    let last = try Container.open(at: folder.path(), with: Fixture.credentials())
    #expect(try last.text("s", "a") == "a")
    #expect(try last.items().count == 1)
    #expect(try last.verify().isComplete)
    #expect(thrown { _ = try last.rotate(RotationRequest(keepRecipients: .all)) } == nil)
    var none = RotationRequest()
    none.drop = Set(last.info.slots.map(\.id))
    #expect(thrown { _ = try last.rotate(none) } == .refused)
    none.drop = [SlotID()]
    #expect(thrown { _ = try last.rotate(none) } == .notFound)
  }

  @Test func enrolmentsInARotation() throws {
    let folder = try TemporaryFolder()
    let factors = Fixture.Factors()
    let container = try factors.create(folder.path())
    try Self.fill(
      container,
      [
        ("any", Protection(accessControl: .biometryAny)),
        ("current", Protection(accessControl: .biometryCurrentSet)),
      ])
    let noPresence = try Container.open(
      at: folder.path(), with: factors.credentials(device: true, presence: false, passcode: true))
    #expect(
      thrown { _ = try noPresence.rotate(RotationRequest(credentials: Fixture.credentials())) } == .presence)
    let second = GeneratedKey.identity()
    var request = RotationRequest()
    request.add = [NewSlot(.enrolment(second.recipient))]
    #expect(thrown { _ = try container.rotate(request) } == .refused)
    #expect(try container.text("s", "current") == "current", "nothing is lost that was not named")
    let plan = try container.rotationPlan(request)
    #expect(plan.refusals.count == 1 && plan.lost.isEmpty)
    request.loseItems = true
    let report = try container.rotate(request)
    #expect(report.presenceRenewed)
    #expect(report.renewed.count == 1 && report.carriedOver.map(\.key.state) == [.invalidated])
    #expect(report.invalidated.map { String(decoding: $0.name.account, as: UTF8.self) } == ["current"])
    // Once invalidated, it is no reason to refuse any more.
    request.loseItems = false
    request.add = [NewSlot(.enrolment(GeneratedKey.identity().recipient))]
    #expect(try container.rotationPlan(request).refusals.isEmpty)
    #expect(try container.text("s", "any") == "any")
    #expect(thrown { _ = try container.text("s", "current") } == .invalidated)
    #expect(try container.verify().secretsUnopened.map(\.reason) == [.invalidated])
  }

  @Test func aDroppedEnrolmentOrPassphraseThatEndsTheCurrentSetIsRefused() throws {
    let folder = try TemporaryFolder()
    let factors = Fixture.Factors()
    let container = try factors.create(folder.path())
    let second = GeneratedKey.identity()
    let id = try container.update { (change) throws(SecretFileError) in
      try change.addSlot(NewSlot(.enrolment(second.recipient)))
    }
    let either: AccessControl = [.biometryCurrentSet, .devicePasscode, .or]
    try Self.fill(
      container,
      [
        ("current", Protection(accessControl: .biometryCurrentSet)),
        ("either", Protection(accessControl: either)),
      ])
    var request = RotationRequest(credentials: try Fixture.credentials())
    request.drop = [id]
    #expect(thrown { _ = try container.rotate(request) } == .refused)
    #expect(try container.text("s", "current") == "current")
    request.loseItems = true
    let report = try container.rotate(request)
    #expect(report.invalidated.map { String(decoding: $0.name.account, as: UTF8.self) } == ["current"])
    #expect(try container.text("s", "either") == "either", "the passphrase opens it")
    // The key of `either` has a chain bound to no set that is left only if it was carried over: then the passphrase is
    // the last way.
    var drop = RotationRequest(credentials: try Fixture.credentials())
    drop.drop = Set(container.info.slots.filter { $0.kind == .passphrase }.map(\.id))
    #expect(thrown { _ = try container.rotate(drop) } == .refused)
    #expect(try container.text("s", "either") == "either")
    #expect(
      try container.rotationPlan(drop).invalidated.map { String(decoding: $0.name.account, as: UTF8.self) }
        == ["either"])
  }

  @Test func applicationPasswordsInARotation() throws {
    let folder = try TemporaryFolder()
    let container = try Container.create(at: folder.path(), slots: [NewSlot(.keyFile(Fixture.key))])
    try container.update { (change) throws(SecretFileError) in
      for account in ["a", "b"] {
        var item = Fixture.item(
          "s", account, "secret \(account)", Protection(accessControl: .applicationPassword))
        item.password = Fixture.buffer("pw \(account)")
        item.passwordCost = Fixture.cheap
        try change.set(item)
      }
    }
    func ask(_ known: Set<String>) -> @Sendable (Item) -> SecretBuffer? {
      { item in
        let account = String(decoding: item.name.account, as: UTF8.self)
        return known.contains(account) ? Fixture.buffer("pw \(account)") : nil
      }
    }
    var request = RotationRequest()
    request.itemPassword = ask(["a"])
    let carried = try container.rotate(request)
    #expect(carried.carriedOver.map(\.missingPasswords) == [true] && carried.renewed.isEmpty)
    #expect(try container.text("s", "a", password: "pw a") == "secret a")
    // A new value of the class goes to a new entry meanwhile.
    try container.update { (change) throws(SecretFileError) in
      var item = Fixture.item("s", "c", "secret c", Protection(accessControl: .applicationPassword))
      item.password = Fixture.buffer("pw c")
      item.passwordCost = Fixture.cheap
      try change.set(item)
    }
    #expect(container.info.keys.count == 2)
    request.itemPassword = ask(["a", "b", "c"])
    let renewed = try container.rotate(request)
    #expect(renewed.renewed.count == 2 && renewed.carriedOver.isEmpty)
    let opened = try Container.open(at: folder.path(), with: Fixture.credentials())
    for account in ["a", "b", "c"] {
      #expect(try opened.text("s", account, password: "pw \(account)") == "secret \(account)")
      #expect(thrown { _ = try opened.text("s", account, password: "pw x") } == .applicationPassword)
    }
    #expect(opened.info.keyEpoch == 3)
  }

  @Test func carriesOverAcrossNewEnrolments() throws {
    let folder = try TemporaryFolder()
    let factors = Fixture.Factors()
    let here = try factors.create(folder.path())
    let control: AccessControl = [.biometryAny, .devicePasscode]
    try Self.fill(
      here,
      [
        ("bound", Protection(.whenUnlockedThisDeviceOnly, accessControl: .biometryAny)),
        ("both", Protection(.whenUnlockedThisDeviceOnly, accessControl: control)),
        ("user", Protection(.whenUnlockedThisDeviceOnly, accessControl: .userPresence)),
      ])
    let second = GeneratedKey.identity()
    let there = try Container.open(
      at: folder.path(), with: factors.credentials(device: false, presence: true, passcode: true))
    // In an ordinary commit, then in a rotation: the inner layer, the device's, stays sealed.
    let id = try there.update { (change) throws(SecretFileError) in
      try change.addSlot(NewSlot(.enrolment(second.recipient)))
    }
    func check() throws {
      var credentials = try factors.credentials(device: true, presence: false, passcode: true)
      try second.text.withBytes { (bytes) throws(SecretFileError) in try credentials.addPresence(bytes) }
      let opened = try Container.open(at: folder.path(), with: credentials)
      for account in ["bound", "both", "user"] { #expect(try opened.text("s", account) == account) }
      #expect(try opened.verify().isComplete)
    }
    try check()
    var request = RotationRequest(credentials: try Fixture.credentials())
    request.add = [NewSlot(.enrolment(GeneratedKey.identity().recipient))]
    let report = try there.rotate(request)
    #expect(report.carriedOver.count == 3 && report.renewed.isEmpty && report.presenceRenewed)
    try check()
    // The passphrase goes: what needs both factors cannot stay, what needs either loses a chain.
    var drop = RotationRequest(credentials: try Fixture.credentials())
    drop.drop = Set(there.info.slots.filter { $0.kind == .passphrase }.map(\.id))
    let plan = try there.rotationPlan(drop)
    #expect(plan.lost.map { String(decoding: $0.name.account, as: UTF8.self) } == ["both"])
    #expect(plan.carriedOver.filter(\.chainDropped).count == 1)
    drop.loseItems = true
    try there.rotate(drop)
    var credentials = try factors.credentials(device: true, presence: false, passcode: false)
    try second.text.withBytes { (bytes) throws(SecretFileError) in try credentials.addPresence(bytes) }
    let opened = try Container.open(at: folder.path(), with: credentials)
    #expect(try opened.text("s", "bound") == "bound" && opened.text("s", "user") == "user")
    #expect(try opened.items().count == 2)
    #expect(opened.info.slots.contains { $0.id == id })
  }

  @Test func datedDigestsAreBounded() {
    func digest(_ number: Int) -> Bytes16 {
      var bytes = Bytes16()
      bytes[14] = UInt8(truncatingIfNeeded: number >> 8)
      bytes[15] = UInt8(truncatingIfNeeded: number)
      return bytes
    }
    var entries: [Bytes16: Int64] = [:]
    for number in 0..<4_100 { entries[digest(number)] = number < 2 ? 5 : 7 }
    let list = DatedDigest.newest(entries)
    #expect(list.count == 4_096)
    // Two that are older go first, then the smallest digests of the rest.
    #expect(list.first?.digest == digest(4) && list.last?.digest == digest(4_099))
  }

  @Test func wrongRequests() throws {
    let folder = try TemporaryFolder()
    let container = try Container.create(at: folder.path(), slots: [NewSlot(.keyFile(Fixture.key))])
    var request = RotationRequest()
    request.passphrases[container.info.slots[0].id] = .init(Fixture.buffer("x"), cost: Fixture.cheap)
    #expect(thrown { _ = try container.rotate(request) } == .usage)
    #expect(container.info.keyEpoch == 1)
  }
}
