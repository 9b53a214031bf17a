import Files
import SecretCrypto
import SecretFile
import Testing

/// Every row of the table of chains, end to end: made, read with the factors, refused by name without them.
@Suite struct ContainerFactorTests {
  /// Alternatives as in the specification (9.3); D device, B presence, C passcode.
  struct Row: Sendable {
    let control: AccessControl
    let chains: [String]
    let device: [String]
    let passcodeSet: [String]
  }

  static let rows: [Row] = [
    Row(control: [], chains: [""], device: ["D"], passcodeSet: ["DC"]),
    Row(control: .userPresence, chains: ["B", "C"], device: ["DB", "DC"], passcodeSet: ["DC"]),
    Row(control: .biometryAny, chains: ["B"], device: ["DB"], passcodeSet: ["DBC"]),
    Row(control: .biometryCurrentSet, chains: ["B"], device: ["DB"], passcodeSet: ["DBC"]),
    Row(control: .devicePasscode, chains: ["C"], device: ["DC"], passcodeSet: ["DC"]),
    Row(
      control: [.biometryAny, .devicePasscode, .or], chains: ["B", "C"], device: ["DB", "DC"],
      passcodeSet: ["DC"]),
    Row(
      control: [.biometryCurrentSet, .devicePasscode, .or], chains: ["B", "C"], device: ["DB", "DC"],
      passcodeSet: ["DC"]),
    Row(
      control: [.biometryAny, .devicePasscode, .and], chains: ["BC"], device: ["DBC"], passcodeSet: ["DBC"]),
    Row(
      control: [.biometryCurrentSet, .devicePasscode], chains: ["BC"], device: ["DBC"], passcodeSet: ["DBC"]),
  ]

  struct Kind: Sendable {
    let protection: Protection
    let chains: [String]
    var account: String { "\(protection.accessibility) \(protection.accessControl.rawValue)" }
  }

  static let kinds: [Kind] = rows.flatMap { row in
    Accessibility.allCases.map { accessibility in
      let chains =
        switch accessibility.rawValue {
        case 6...8: row.chains
        case 9...11: row.device
        default: row.passcodeSet
        }
      return Kind(protection: Protection(accessibility, accessControl: row.control), chains: chains)
    }
  }

  static func missing(_ chain: String, _ have: String) -> SecretFileError.Code? {
    let names: [(Character, SecretFileError.Code)] = [("D", .device), ("B", .presence), ("C", .passcode)]
    return names.first { chain.contains($0.0) && !have.contains($0.0) }?.1
  }

  @Test func table() throws {
    let folder = try TemporaryFolder()
    let factors = Fixture.Factors()
    let made = try factors.create(folder.path())
    try made.update { (change) throws(SecretFileError) in
      for kind in Self.kinds {
        try change.set(Fixture.item("table", kind.account, kind.account, kind.protection))
      }
    }
    #expect(made.info.keys.count == 63)
    for have in ["", "D", "B", "C", "DB", "DC", "BC", "DBC"] {
      let credentials = try factors.credentials(
        device: have.contains("D"), presence: have.contains("B"), passcode: have.contains("C"))
      let container = try Container.open(at: folder.path(), with: credentials)
      for kind in Self.kinds {
        let expected =
          kind.chains.contains { Self.missing($0, have) == nil } ? nil : Self.missing(kind.chains[0], have)
        let found = thrown { try #expect(container.text("table", kind.account) == kind.account) }
        #expect(found == expected, "\(kind.account) with \(have)")
      }
      let report = try container.verify()
      #expect(report.records == 63)
      #expect(
        report.secretsOpened
          == Self.kinds.filter { $0.chains.contains { Self.missing($0, have) == nil } }.count)
    }
  }

  @Test func classesThatCannotBe() throws {
    let folder = try TemporaryFolder()
    let container = try Container.create(at: folder.path(), slots: [NewSlot(.keyFile(Fixture.key))])
    let expected: [(Protection, SecretFileError.Code)] = [
      (Protection(.whenUnlockedThisDeviceOnly), .device),
      (Protection(.whenPasscodeSetThisDeviceOnly), .device),
      (Protection(accessControl: .devicePasscode), .passcode),
      (Protection(accessControl: .userPresence), .presence),
      (Protection(accessControl: .biometryAny), .presence),
      (Protection(accessControl: [.or, .and]), .usage),
      (Protection(accessControl: [.userPresence, .biometryAny]), .usage),
      (Protection(accessControl: .applicationPassword), .applicationPassword),
    ]
    for (protection, wanted) in expected {
      let found = thrown {
        _ = try container.update { (change) throws(SecretFileError) in
          try change.set(Fixture.item("a", "b", "c", protection))
        }
      }
      #expect(found == wanted, "\(protection)")
    }
    #expect(container.info.generation == 1)
  }

  @Test func factorThatComesLater() throws {
    let folder = try TemporaryFolder()
    let presence = GeneratedKey.identity()
    let passphrase = Fixture.buffer("later")
    let container = try Container.create(
      at: folder.path(), slots: [NewSlot(.keyFile(Fixture.key)), NewSlot(.enrolment(presence.recipient))])
    try container.update { (change) throws(SecretFileError) in
      try change.set(Fixture.item("a", "b", "c", Protection(accessControl: .userPresence)))
    }
    try container.update { (change) throws(SecretFileError) in
      try change.addSlot(NewSlot(.passphrase(passphrase, cost: Fixture.cheap), label: "people"))
    }
    var credentials = Credentials()
    try passphrase.withBytes { (bytes) throws(SecretFileError) in try credentials.addPassphrase(bytes) }
    let opened = try Container.open(at: folder.path(), with: credentials)
    #expect(try opened.text("a", "b") == "c", "the chain with the passcode was added with the slot")
    #expect(opened.info.slots.contains { $0.label == "people" && $0.cost == Fixture.cheap })
    #expect(try opened.verify().isComplete)
    let keyFile = try Container.open(at: folder.path(), with: Fixture.credentials())
    #expect(thrown { _ = try keyFile.text("a", "b") } == .presence)
    #expect(
      thrown {
        _ = try keyFile.update { (change) throws(SecretFileError) in
          try change.addSlot(NewSlot(.passphrase(passphrase, cost: Fixture.cheap)))
        }
      } == .passcode)
  }

  @Test func enrolments() throws {
    let folder = try TemporaryFolder()
    let factors = Fixture.Factors()
    let container = try factors.create(folder.path())
    try container.update { (change) throws(SecretFileError) in
      try change.set(Fixture.item("s", "any", "1", Protection(accessControl: .biometryAny)))
      try change.set(Fixture.item("s", "current", "2", Protection(accessControl: .biometryCurrentSet)))
      try change.set(
        Fixture.item("s", "or", "3", Protection(accessControl: [.biometryCurrentSet, .devicePasscode, .or])))
    }
    let second = GeneratedKey.identity()
    #expect(
      thrown {
        _ = try container.update { (change) throws(SecretFileError) in
          try change.addSlot(NewSlot(.enrolment(second.recipient)))
        }
      } == .refused)
    #expect(try container.text("s", "current") == "2", "nothing is lost that was not named")
    let id = try container.update { (change) throws(SecretFileError) in
      let id = try change.addSlot(NewSlot(.enrolment(second.recipient)), loseItems: true)
      #expect(
        try change.lostItems().map { String(decoding: $0.name.account, as: UTF8.self) } == ["current"])
      return id
    }
    #expect(try container.text("s", "any") == "1")
    #expect(thrown { _ = try container.text("s", "current") } == .invalidated)
    #expect(try container.text("s", "or") == "3", "the chain with the passcode is left")
    #expect(try container.items(matching: ItemQuery(service: "s")).count == 3, "invalidated items are listed")
    // Setting an invalidated item anew heals it, and its entry goes with its last record.
    let before = container.info.keys.count
    try container.update { (change) throws(SecretFileError) in
      try change.set(Fixture.item("s", "current", "new"))
    }
    #expect(try container.text("s", "current") == "new")
    #expect(container.info.keys.count == before)
    var credentials = try Fixture.credentials()
    try second.text.withBytes { (bytes) throws(SecretFileError) in try credentials.addPresence(bytes) }
    let opened = try Container.open(at: folder.path(), with: credentials)
    #expect(try opened.text("s", "any") == "1", "the new enrolment gives the factor")
    // Without the last enrolment nobody could open the item.
    #expect(
      thrown {
        try container.update { (change) throws(SecretFileError) in
          for slot in change.info.slots where slot.isEnrolment { try change.removeEnrolment(slot.id) }
        }
      } == .refused)
    #expect(
      thrown {
        try container.update { (change) throws(SecretFileError) in try change.removeEnrolment(id) }
      } == .refused)
    #expect(try container.text("s", "current") == "new")
    // A new value in the same change is sealed for the enrolments to be.
    try container.update { (change) throws(SecretFileError) in
      try change.removeEnrolment(id)
      try change.set(Fixture.item("s", "current", "newer"))
    }
    #expect(try container.text("s", "current") == "newer")
    #expect(try container.text("s", "any") == "1")
    let gone = try Container.open(at: folder.path(), with: credentials)
    #expect(thrown { _ = try gone.text("s", "any") } == .presence)
    try container.update { (change) throws(SecretFileError) in
      for slot in change.info.slots where slot.isEnrolment {
        try change.removeEnrolment(slot.id, loseItems: true)
      }
    }
    #expect(thrown { _ = try container.text("s", "any") } == .notFound)
    #expect(try container.text("s", "or") == "3")
    let unopened = try container.verify().secretsUnopened
    #expect(unopened.map(\.reason) == [.invalidated], "the item of the set before last")
  }

  @Test func applicationPasswords() throws {
    let folder = try TemporaryFolder()
    let container = try Container.create(at: folder.path(), slots: [NewSlot(.keyFile(Fixture.key))])
    func item(_ account: String, _ secret: String, _ password: String) -> NewItem {
      var item = Fixture.item("s", account, secret, Protection(accessControl: .applicationPassword))
      item.password = Fixture.buffer(password)
      item.passwordCost = Fixture.cheap
      return item
    }
    try container.update { (change) throws(SecretFileError) in
      try change.set(item("a", "one", "pw a"))
      try change.set(item("b", "two", "pw b"))
    }
    #expect(try container.text("s", "a", password: "pw a") == "one")
    #expect(thrown { _ = try container.text("s", "a", password: "pw b") } == .applicationPassword)
    #expect(thrown { _ = try container.text("s", "a") } == .applicationPassword)
    let unchanged = try container.update { (change) throws(SecretFileError) in
      try change.set(item("a", "one", "pw a"))
    }
    #expect(unchanged == .unchanged)
    let updated = try container.update { (change) throws(SecretFileError) in
      try change.set(item("a", "one", "pw c"))
    }
    #expect(updated == .updated)
    #expect(try container.text("s", "a", password: "pw c") == "one")
    let found = try container.item(matching: ItemQuery(service: "s", account: "a"))
    let name = IdentityParts(service: Array("s".utf8), account: Array("z".utf8))
    #expect(
      thrown {
        _ = try container.update { (change) throws(SecretFileError) in try change.rename(found, to: name) }
      } == .applicationPassword)
    try container.update { (change) throws(SecretFileError) in
      try change.rename(found, to: name, password: Fixture.buffer("pw c"))
    }
    #expect(try container.text("s", "z", password: "pw c") == "one")
    let report = try container.verify { item in
      item.name.account == Array("z".utf8) ? Fixture.buffer("pw c") : nil
    }
    #expect(report.secretsOpened == 1)
    #expect(report.secretsUnopened == [.init(keyID: 1, reason: .applicationPassword, count: 1)])
  }
}
