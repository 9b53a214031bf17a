import SecretFile
import Testing

@Suite struct ContainerConvenienceTests {
  struct Own: Error, Equatable {}

  @Test func errorsOfTheBodyComeOutAndNothingIsWritten() throws {
    let folder = try TemporaryFolder()
    let container = try ContainerBasicTests.example(folder)
    let before = try folder.bytes()
    #expect(throws: Own()) {
      try container.update { change in
        try change.set(Fixture.item("mail", "me", "other"))
        throw Own()
      }
    }
    #expect(throws: SecretFileError.self) {
      try container.update { change in try change.add(Fixture.item("mail", "me", "other")) }
    }
    #expect(try folder.bytes() == before)
    #expect(try container.text("mail", "me") == "secret")
    // The handle goes on writing.
    #expect(try container.update { try $0.set(Fixture.item("mail", "me", "other")) } == .updated)
  }

  @Test func aWalkEndsWithTheErrorOfItsBody() throws {
    let folder = try TemporaryFolder()
    let container = try ContainerBasicTests.example(folder)
    var seen = 0
    #expect(throws: Own()) {
      try container.forEachItem { _ in
        seen += 1
        throw Own()
      }
    }
    #expect(seen == 1)
    try container.forEachItem { item in
      let secret = try container.secret(of: item)
      seen += secret.count
      return true
    }
    #expect(seen == 7)
    #expect(try folder.names == ["container.secretfile"])
  }

  @Test func secretsByName() throws {
    let folder = try TemporaryFolder()
    let container = try Container.create(at: folder.path(), slots: [NewSlot(.keyFile(Fixture.key))])
    try container.update { change in
      for group in ["", "group"] {
        try change.add(
          NewItem(service: "mail", account: "me", accessGroup: group, secret: Fixture.buffer("of \(group)")))
      }
      try change.add(NewItem(service: "mail", account: "none", secret: nil))
    }
    #expect(
      Fixture.text(try container.secret(service: "mail", account: "me", accessGroup: "group")) == "of group")
    #expect(Fixture.text(try container.secret(service: "mail", account: "me", accessGroup: "")) == "of ")
    #expect(try container.item(matching: ItemQuery(service: "mail", account: "none")).contentType == .none)
    #expect(
      thrown { _ = try container.secret(service: "mail", account: "me") } == .ambiguous)
    #expect(
      thrown { _ = try container.secret(service: "mail", account: "you") } == .notFound)
    #expect(try folder.names == ["container.secretfile"])
  }

  @Test func keysOnDisk() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("app.key")
    let (key, identity, device) = (GeneratedKey.keyFile(), GeneratedKey.identity(), GeneratedKey.device())
    try key.write(to: path)
    #expect(thrown { try device.write(to: path) } == .file(.exists))
    try identity.write(to: folder.path("identity"))
    try device.write(to: folder.path("device"))
    var credentials = try Credentials(keyFileAt: path)
    try credentials.addKeyFile(at: folder.path("identity"))
    try credentials.addPresence(at: folder.path("identity"))
    try credentials.addDeviceKey(at: folder.path("device"))
    #expect(credentials.keyFileKeys.count == 1 && credentials.identities.count == 1)
    #expect(credentials.presenceIdentities.count == 1 && credentials.deviceKeys.count == 1)
    let isSame = credentials.keyFileKeys[0].withBytes { read in
      key.key.withBytes { made in [UInt8](copying: read) == [UInt8](copying: made) }
    }
    #expect(isSame)
  }

  @Test func malformedKeyFilesAreNamed() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("# nothing\n".utf8), "empty.key")
    let error = #expect(throws: SecretFileError.self) {
      try Credentials(keyFileAt: folder.path("empty.key"))
    }
    #expect(error?.code == .credential)
    #expect(error?.message.hasSuffix("empty.key: key file: no key in it") == true)
    #expect(
      thrown { _ = try Credentials(keyFileAt: folder.path("missing.key")) } == .file(.notFound))
    try folder.write([UInt8](repeating: 10, count: 65_537), "long.key")
    #expect(
      thrown { _ = try Credentials(keyFileAt: folder.path("long.key")) } == .file(.tooLarge))
  }

  @Test func slotsByTheirFactories() throws {
    let folder = try TemporaryFolder()
    let (identity, presence) = (GeneratedKey.identity(), GeneratedKey.identity())
    let container = try Container.create(
      at: folder.path(),
      slots: [
        .passphrase(Fixture.buffer("correct horse"), cost: Fixture.cheap, label: "words"),
        .recipient(identity.recipient, label: "safe"), .enrolment(presence.recipient),
      ])
    let slots = container.info.slots
    #expect(slots.first { $0.label == "words" }?.cost == Fixture.cheap)
    #expect(slots.first { $0.label == "safe" }?.recipient == "\(identity.recipient)")
    #expect(slots.count { $0.isEnrolment } == 1)
    _ = try Container.open(at: folder.path(), with: Credentials(passphrase: Fixture.buffer("correct horse")))
    _ = try Container.open(at: folder.path(), with: Credentials(keyFile: identity.text))
  }
}
