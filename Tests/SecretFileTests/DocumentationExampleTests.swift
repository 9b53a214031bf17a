import Foundation
import MarkdownCode
import SecretFile
import Testing

/// The examples of the documentation catalogue: every block of code in it stands here, compiled and run.
@Suite struct DocumentationExampleTests {
  /// What the examples take for granted: a folder, and what a program does with secrets and with lines of a log.
  final class Scene {
    let folder: TemporaryFolder
    let key = GeneratedKey.keyFile()
    var sent: [UInt8] = []
    var log: [String] = []

    init() throws { folder = try TemporaryFolder() }

    var file: Path { folder.path("app.secrets") }
    var keyFile: Path { folder.path("app.key") }

    func send(_ bytes: Span<UInt8>) { sent = [UInt8](copying: bytes) }

    /// A container with one item, and its key file.
    func container(_ more: [NewSlot] = []) throws -> Container {
      try key.write(to: keyFile)
      let container = try Container.create(at: file, slots: [.keyFile(key)] + more)
      try container.update {
        try $0.set(NewItem(service: "com.example.app", account: "me", secret: Fixture.buffer("token-1")))
      }
      return container
    }
  }

  @Test func landingPage() throws {
    let scene = try Scene()
    _ = try scene.container()
    let (file, keyFile) = (scene.file, scene.keyFile)
    func send(_ bytes: Span<UInt8>) { scene.send(bytes) }

    let container = try Container.open(at: file, with: Credentials(keyFileAt: keyFile))
    let secret = try container.secret(service: "com.example.app", account: "me")
    secret.withBytes { send($0) }

    #expect(scene.sent == Array("token-1".utf8))
  }

  @Test func gettingStarted() throws {
    let scene = try Scene()
    let (file, keyFile) = (scene.file, scene.keyFile)
    let (token, passphrase) = (Fixture.buffer("token-1"), Fixture.buffer("correct horse"))
    let credentials = try Fixture.credentials()
    func send(_ bytes: Span<UInt8>) { scene.send(bytes) }
    func log(_ line: String) { scene.log.append(line) }

    let key = GeneratedKey.keyFile()
    try key.write(to: keyFile)
    let container = try Container.create(at: file, slots: [.keyFile(key)])

    let recovery = try Recipient("age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj")
    let slots: [NewSlot] = [.keyFile(key), .passphrase(passphrase), .recipient(recovery, label: "recovery")]

    let outcome = try container.update { change in
      try change.set(NewItem(service: "com.example.app", account: "me", secret: token, contentType: .text))
    }

    let opened = try Container.open(at: file, with: Credentials(keyFileAt: keyFile))
    let secret = try opened.secret(service: "com.example.app", account: "me")
    secret.withBytes { send($0) }

    for item in try opened.items(matching: ItemQuery(service: "com.example.app")) {
      log("\(item.name), changed \(item.modified), \(item.length) bytes")
    }
    #expect(scene.log.count == 1)
    #expect(scene.log.first?.hasPrefix(#"service "com.example.app", account "me", changed "#) == true)
    #expect(scene.log.first?.hasSuffix(", 7 bytes") == true)

    do {
      _ = try Container.open(at: file, with: credentials)
    } catch {
      switch error.code {
      case .unlock: log("wrong key or passphrase")
      case .file(.notFound): log("no container there yet")
      case let code where code.isDamage: log("damaged: \(error.message)")
      default: log("\(error)")
      }
    }
    #expect(scene.log.last == "wrong key or passphrase")

    let report = try opened.verify()
    log("\(report.secretsOpened) secrets are whole, \(report.secretsUnopened.count) kinds were not opened")
    #expect(scene.log.last == "1 secrets are whole, 0 kinds were not opened")

    func forget(_ item: Item, in container: Container) throws(SecretFileError) {
      try container.update { (change) throws(SecretFileError) in
        _ = try change.remove(item)
      }
    }

    try forget(try opened.item(matching: ItemQuery()), in: opened)
    #expect(outcome == .created && slots.count == 3)
    #expect(scene.sent == Array("token-1".utf8))
    #expect(try opened.items().isEmpty)
  }

  @Test func protectingItems() throws {
    let scene = try Scene()
    let container = try scene.container()
    let (token, password) = (Fixture.buffer("token-2"), Fixture.buffer("open sesame"))
    func log(_ line: String) { scene.log.append(line) }

    let local = Protection(.whenUnlockedThisDeviceOnly)
    let guarded = Protection(.whenUnlocked, accessControl: [.biometryCurrentSet, .or, .devicePasscode])
    #expect(local.accessibility.isThisDeviceOnly && guarded.accessControl.isValid)

    var item = NewItem(
      service: "com.example.app", account: "vault", secret: token,
      protection: Protection(accessControl: .applicationPassword))
    item.password = password
    item.passwordCost = .mobile
    try container.update { try $0.set(item) }
    let secret = try container.secret(service: "com.example.app", account: "vault", password: password)
    secret.withBytes { scene.send($0) }
    #expect(scene.sent == Array("token-2".utf8))

    for key in container.info.keys where key.state != .available {
      log("\(key.protection.accessibility): \(key.state)")
    }
    #expect(scene.log.isEmpty)
  }

  @Test func rotatingAndRevoking() throws {
    let scene = try Scene()
    let container = try scene.container([
      .keyFile(GeneratedKey.keyFile(), label: "laptop"),
      .passphrase(Fixture.buffer("correct horse"), cost: Fixture.cheap),
    ])
    func log(_ line: String) { scene.log.append(line) }
    #expect(throws: SecretFileError.self) {
      try Container.open(at: scene.file, with: Credentials(keyFileAt: scene.keyFile)).rotate()
    }

    let report = try container.rotate()
    log("epoch \(report.keyEpoch): \(report.renewed.count) renewed, \(report.carriedOver.count) carried over")
    #expect(scene.log == ["epoch 2: 1 renewed, 0 carried over"])

    let others = try Credentials(keyFileAt: scene.keyFile)
    guard let former = container.info.slots.first(where: { $0.label == "laptop" }) else { return }
    var request = RotationRequest(credentials: others, keepRecipients: .all)
    request.drop = [former.id]
    try container.rotate(request)
    #expect(container.info.slots.count == 2)

    let newPassphrase = Fixture.buffer("battery staple")
    let slot = try #require(container.info.slots.first { $0.kind == .passphrase })
    var change = RotationRequest(keepRecipients: .all)
    change.passphrases = [slot.id: RotationRequest.NewPassphrase(newPassphrase, cost: .mobile)]
    try container.rotate(change)
    let opened = try Container.open(at: scene.file, with: Credentials(passphrase: newPassphrase))
    #expect(opened.info.openedSlot == slot.id && opened.info.keyEpoch == 4)
  }

  @Test func whatIsWrittenWhen() throws {
    let scene = try Scene()
    let container = try scene.container()
    let (file, witness) = (scene.file, scene.folder.path("witness"))
    let credentials = try Credentials(keyFileAt: scene.keyFile)
    let item = NewItem(service: "com.example.app", account: "me", secret: Fixture.buffer("token-2"))

    let seen = container.info.generation
    try container.update(CommitOptions(ifGeneration: seen)) { change in
      try change.set(item)
    }
    #expect(container.info.generation == seen + 1)

    let witnessed = try Container.open(at: file, with: credentials, options: OpenOptions(witness: witness))
    #expect(witnessed.info.warnings.isEmpty)
  }

  @Test func afterDamageToTheFrame() throws {
    let scene = try Scene()
    _ = try scene.container()
    let whole = try scene.folder.bytes("app.secrets")
    var damaged = whole
    damaged[20] ^= 1
    try scene.folder.write(damaged, "app.secrets")
    let (file, repaired) = (scene.file, scene.folder.path("repaired.secrets"))
    func log(_ line: String) { scene.log.append(line) }

    let report = try Container.repair(file, to: repaired)
    log("rebuilt: \(report.rebuilt.joined(separator: ", "))")

    #expect(scene.log == ["rebuilt: header"])
    #expect(try scene.folder.bytes("repaired.secrets") == whole)
    #expect(try scene.folder.bytes("app.secrets") == damaged)
  }

  @Test func afterDamageToAnItem() throws {
    let scene = try Scene()
    let container = try scene.container()
    let payloads = try Container.inspect(scene.file).regions.first { $0.name == "segments" }
    let region = try #require(payloads)
    var damaged = try scene.folder.bytes("app.secrets")
    // The last byte of the only secret.
    damaged[Int(region.offset + region.length) - 1] ^= 1
    try scene.folder.write(damaged, "app.secrets")
    let (file, new) = (scene.file, scene.folder.path("new.secrets"))
    let credentials = try Credentials(keyFileAt: scene.keyFile)
    var losses = 0
    func tell(_ loss: SalvageReport.Loss) { losses += loss.count }

    let report = try Container.salvage(file, to: new, with: credentials)
    for loss in report.lost { tell(loss) }

    #expect(losses == 1 && report.saved == 0)
    #expect(try Container.open(at: new, with: credentials).info.generation == container.info.generation + 1)
  }

  @Test func everyBlockOfTheCatalogueStandsHere() throws {
    let source = MarkdownCode.outdented(try MarkdownCode.lines(URL(fileURLWithPath: #filePath)))
      .joined(separator: "\n")
    var count = 0
    for url in try MarkdownCode.catalogue("SecretFile") {
      for block in MarkdownCode.blocks(in: try MarkdownCode.lines(url)) {
        count += 1
        let isHere = source.contains("\n" + block.joined(separator: "\n") + "\n")
        #expect(isHere, "\(url.lastPathComponent): \(block.first ?? "")")
      }
    }
    #expect(count >= 14)
  }
}
