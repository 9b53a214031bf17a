import Files
import SecretCrypto
import SecretFile
import Testing

/// Companions are hidden, and follow their item.
@Suite struct ContainerCompanionTests {
  static func companion(_ container: Container, _ account: String, _ kind: CompanionKind) throws -> String? {
    try container.update { (change) throws(SecretFileError) -> String? in
      let name = IdentityParts(service: Array("s".utf8), account: Array(account.utf8))
      guard let item = try change.item(named: name) else { return nil }
      guard let secret = try change.companion(kind, of: item) else { return nil }
      return secret.withBytes { String(decoding: [UInt8](copying: $0), as: UTF8.self) }
    }
  }

  @Test func followTheirItem() throws {
    let folder = try TemporaryFolder()
    let factors = Fixture.Factors()
    let container = try factors.create(folder.path())
    try container.update { (change) throws(SecretFileError) in
      let item = try change.add(Fixture.item("s", "a", "now"))
      try change.setCompanion(.previous, of: item, secret: Fixture.buffer("before"))
      try change.setCompanion(.pending, of: item, secret: Fixture.buffer("soon"))
      try change.set(Fixture.item("s", "b", "other"))
    }
    #expect(try container.items().count == 2)
    #expect(container.info.recordCount == 4)
    #expect(try Self.companion(container, "a", .previous) == "before")
    let item = try container.item(matching: ItemQuery(service: "s", account: "a"))
    try container.update { (change) throws(SecretFileError) in
      try change.rename(item, to: IdentityParts(service: Array("s".utf8), account: Array("z".utf8)))
    }
    #expect(try Self.companion(container, "z", .previous) == "before")
    let renamed = try container.item(matching: ItemQuery(service: "s", account: "z"))
    #expect(renamed.id == item.id)
    try container.update { (change) throws(SecretFileError) in
      try change.reprotect(renamed, Protection(.afterFirstUnlockThisDeviceOnly))
    }
    #expect(try Self.companion(container, "z", .pending) == "soon")
    #expect(try container.text("s", "z") == "now")
    _ = try container.rotate(
      RotationRequest(credentials: factors.credentials(device: true, presence: true, passcode: true)))
    #expect(try Self.companion(container, "z", .pending) == "soon")
    let report = try container.verify()
    #expect(report.records == 4 && report.isComplete)
    try container.update { (change) throws(SecretFileError) in
      try change.removeItems(matching: ItemQuery(service: "s", account: "z"))
    }
    #expect(container.info.recordCount == 1)
    #expect(try container.verify().isComplete)
  }

  /// An item that is guarded better has no older value beside it that is not; its name stays the same.
  @Test func followToAnotherClass() throws {
    let folder = try TemporaryFolder()
    let container = try Fixture.Factors().create(folder.path())
    try container.update { (change) throws(SecretFileError) in
      let item = try change.add(Fixture.item("s", "a", "now"))
      try change.setCompanion(.previous, of: item, secret: Fixture.buffer("before"))
      try change.setCompanion(.pending, of: item, secret: Fixture.buffer("soon"))
    }
    let item = try container.item(matching: ItemQuery(service: "s", account: "a"))
    try container.update { (change) throws(SecretFileError) in
      try change.reprotect(item, Protection(.whenUnlocked, accessControl: .biometryAny))
    }
    try container.compact()
    #expect(container.info.keys.map(\.protection) == [Protection(.whenUnlocked, accessControl: .biometryAny)])
    #expect(try Self.companion(container, "a", .previous) == "before")
    try container.update { (change) throws(SecretFileError) in
      var new = Fixture.item("s", "a", "newer")
      new.protection = Protection(.afterFirstUnlock)
      try change.set(new)
    }
    try container.compact()
    #expect(container.info.keys.map(\.protection) == [Protection(.afterFirstUnlock)])
    #expect(try Self.companion(container, "a", .pending) == "soon")
    #expect(try container.text("s", "a") == "newer")
  }
}
