import Files
import SecretCrypto
import SecretFile
import Testing

@Suite struct ContainerBasicTests {
  /// The worked example of the specification (15.9): one item, written new.
  static func example(_ folder: TemporaryFolder) throws -> Container {
    try Container.create(
      at: folder.path(), slots: [NewSlot(.keyFile(Fixture.key))], options: Fixture.createOptions()
    ) { (sink) throws(SecretFileError) in
      try sink.append(
        ItemAttributes(service: "mail", account: "me"), secret: Array("secret".utf8).span, contentType: .text)
    }
  }

  @Test func workedExample() throws {
    let folder = try TemporaryFolder()
    let container = try Self.example(folder)
    let bytes = try folder.bytes()
    #expect(bytes.count == 2_008)
    #expect(Fixture.hash(bytes) == "ba9e50a2e775160b1b2ce18b3beeaed42860c2161a4dfb416469aef1d6f5d2c4")
    #expect(try container.text("mail", "me") == "secret")
    #expect("\(try container.item(matching: ItemQuery()).id)" == "73087df5005957034312526ec2fa0356")
    let again = try Container.open(at: folder.path(), with: Fixture.credentials())
    #expect(try again.text("mail", "me") == "secret")
    let report = try again.verify()
    #expect(report.records == 1 && report.secretsOpened == 1 && report.isComplete)
    #expect(again.info.generation == 1 && again.info.keyEpoch == 1 && again.info.proven)
  }

  @Test func setAndGet() throws {
    let folder = try TemporaryFolder()
    let container = try Container.create(at: folder.path(), slots: [NewSlot(.keyFile(Fixture.key))])
    let outcome = try container.update { (change) throws(SecretFileError) in
      try change.set(Fixture.item("mail", "me", "secret"))
    }
    #expect(outcome == .created)
    #expect(try container.text("mail", "me") == "secret")
    let again = try Container.open(at: folder.path(), with: Fixture.credentials())
    #expect(try again.text("mail", "me") == "secret")
    #expect(again.info.generation == 2)
    let second = try again.update { (change) throws(SecretFileError) in
      try change.set(Fixture.item("mail", "me", "other"))
    }
    #expect(second == .updated)
    #expect(try container.text("mail", "me") == "secret", "a handle sees what it opened")
    try container.reload()
    #expect(try container.text("mail", "me") == "other")
    let same = try container.update { (change) throws(SecretFileError) in
      try change.set(Fixture.item("mail", "me", "other"))
    }
    #expect(same == .unchanged)
    #expect(container.info.generation == 3)
    let item = try container.item(matching: ItemQuery(service: "mail"))
    #expect(item.revision == 2 && item.payloadRevision == 2)
    #expect(try container.verify().isComplete)
    #expect(try folder.names == ["container.secretfile"])
  }
}
