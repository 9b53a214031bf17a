import Files
import Foundation
import SecretCrypto
import SecretFile
import Testing

@Suite struct ContainerWritingTests {
  static func create(_ folder: TemporaryFolder) throws -> Container {
    try Container.create(
      at: folder.path(), slots: [NewSlot(.keyFile(Fixture.key))], options: Fixture.createOptions())
  }

  @Test func sameSeedAndContentGiveTheSameBytes() throws {
    func make(_ folder: TemporaryFolder) throws -> [[UInt8]] {
      var versions: [[UInt8]] = []
      let factors = Fixture.createOptions(0x11)
      let container = try Container.create(
        at: folder.path(),
        slots: [
          NewSlot(.keyFile(Fixture.key), label: "a"),
          NewSlot(.passphrase(Fixture.buffer("p"), cost: Fixture.cheap)),
        ],
        options: factors)
      versions.append(try folder.bytes())
      try container.update(Fixture.commitOptions(0x12)) { (change) throws(SecretFileError) in
        change.setLabel("label")
        change.setInstallation(InstallationID(hexadecimal: "00112233445566778899aabbccddeeff"))
        for number in 0..<40 { try change.set(Fixture.item("s", "\(number)", "secret \(number)")) }
        try change.set(Fixture.item("s", "p", "secret", Protection(accessControl: .devicePasscode)))
      }
      versions.append(try folder.bytes())
      try container.update(Fixture.commitOptions(0x13, now: 1_700_000_002_000)) {
        (change) throws(SecretFileError) in
        for item in try change.items() where item.name.account.count == 2 { try change.remove(item) }
        try change.set(Fixture.item("s", "1", "changed"))
      }
      versions.append(try folder.bytes())
      var request = RotationRequest()
      request.fixed = Fixture.fixed(0x14, now: 1_700_000_003_000)
      try container.rotate(request)
      versions.append(try folder.bytes())
      #expect(container.info.label == "label")
      return versions
    }
    let (one, two) = (try TemporaryFolder(), try TemporaryFolder())
    let (first, second) = (try make(one), try make(two))
    #expect(first == second)
    #expect(Set(first.map { $0.count }).count > 1)
  }

  @Test func neverOverwritesAndLeavesNothingBehind() throws {
    let folder = try TemporaryFolder()
    _ = try Self.create(folder)
    #expect(thrown { _ = try Self.create(folder) } == .file(.exists))
    #expect(
      thrown {
        _ = try Container.create(at: folder.path("other"), slots: [NewSlot(.keyFile(Fixture.key))]) {
          (sink) throws(SecretFileError) in
          try sink.append(ItemAttributes(service: "b", account: ""), secret: Span())
          try sink.append(ItemAttributes(service: "a", account: ""), secret: Span())
        }
      } == .usage)
    #expect(try folder.names == ["container.secretfile"])
    #expect(thrown { _ = try Container.create(at: folder.path("none"), slots: []) } == .usage)
    #expect(
      thrown {
        _ = try Container.create(
          at: folder.path("none"),
          slots: [NewSlot(.passphrase(Fixture.buffer("p"), cost: KDFCost(opslimit: 1, memlimitKiB: 8)))])
      } == .kdfCost)
    #expect(
      thrown {
        _ = try Container.create(
          at: folder.path("none"), slots: [NewSlot(.passphrase(Fixture.buffer(""), cost: Fixture.cheap))])
      } == .credential)
    #expect(try folder.names == ["container.secretfile"])
  }

  @Test func aBodyThatThrowsWritesNothing() throws {
    let folder = try TemporaryFolder()
    let container = try Self.create(folder)
    let before = try folder.bytes()
    #expect(
      thrown {
        try container.update { (change) throws(SecretFileError) in
          try change.set(Fixture.item("a", "b", "c"))
          throw SecretFileError(.refused, "changed my mind")
        }
      } == .refused)
    #expect(try folder.bytes() == before)
    try container.update { (change) throws(SecretFileError) in
      let item = try change.add(Fixture.item("a", "b", "c"))
      #expect(try change.secret(of: item).count == 1)
      try change.remove(item)
    }
    #expect(try folder.bytes() == before, "what comes and goes in one change amounts to nothing")
  }

  @Test func takesUpWhatOthersWrote() throws {
    let folder = try TemporaryFolder()
    let one = try Self.create(folder)
    let two = try Container.open(at: folder.path(), with: Fixture.credentials())
    try one.update { (change) throws(SecretFileError) in try change.set(Fixture.item("s", "one", "1")) }
    var runs = 0
    try two.update { (change) throws(SecretFileError) in
      runs += 1
      try change.set(Fixture.item("s", "two", "2"))
    }
    #expect(runs == 2)
    #expect(try two.text("s", "one") == "1" && two.text("s", "two") == "2")
    #expect(two.info.generation == 3)
    // After a rotation by somebody else the handle opens the file again.
    try two.rotate()
    try one.update { (change) throws(SecretFileError) in try change.set(Fixture.item("s", "three", "3")) }
    #expect(try one.items().count == 3)
    #expect(one.info.keyEpoch == 2)
    var options = CommitOptions(ifGeneration: 3)
    #expect(
      thrown {
        _ = try one.update(options) { (change) throws(SecretFileError) in
          try change.set(Fixture.item("s", "four", "4"))
        }
      } == .conflict)
    options.ifGeneration = 5
    try two.update(options) { (change) throws(SecretFileError) in
      try change.set(Fixture.item("s", "four", "4"))
    }
    #expect(two.info.generation == 6)
  }

  @Test func manyWritersLoseNothing() async throws {
    let folder = try TemporaryFolder()
    _ = try Self.create(folder)
    let path = folder.path()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let container = try Container.open(at: path, with: Fixture.credentials())
          for number in 0..<10 {
            try container.update { (change) throws(SecretFileError) in
              try change.set(Fixture.item("writer \(writer)", "\(number)", "x"))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let container = try Container.open(at: path, with: Fixture.credentials())
    #expect(try container.items().count == 40)
    #expect(container.info.generation == 41)
    #expect(try container.verify().isComplete)
  }

  @Test func aHandleThatCannotLoadWritesNoMore() throws {
    let folder = try TemporaryFolder()
    let container = try Self.create(folder)
    let good = try folder.bytes()
    var bad = good
    bad[40] ^= 1
    try folder.write(bad)
    func write() throws {
      _ = try container.update { (change) throws(SecretFileError) in
        try change.set(Fixture.item("a", "b", "c"))
      }
    }
    let first = thrown(write)
    #expect(first == .headerHash)
    try folder.write(good)
    #expect(thrown(write) == .headerHash, "once failed, it stays so")
    #expect(try folder.bytes() == good)
    try folder.write([])
    #expect(
      thrown { _ = try Container.open(at: folder.path(), with: Fixture.credentials()) } == .notSecretFile)
  }

  @Test func namesInOneScope() throws {
    let folder = try TemporaryFolder()
    let factors = Fixture.Factors()
    let container = try factors.create(folder.path())
    try container.update { (change) throws(SecretFileError) in
      try change.set(Fixture.item("s", "a", "everywhere"))
    }
    let id = try container.item(matching: ItemQuery(service: "s")).id
    let outcome = try container.update { (change) throws(SecretFileError) in
      try change.set(Fixture.item("s", "a", "here", Protection(.whenUnlockedThisDeviceOnly)))
    }
    #expect(outcome == .policyChanged)
    #expect(try container.items().count == 1)
    #expect(try container.item(matching: ItemQuery(service: "s")).id == id)
    // Another device sees it, cannot read it, and keeps its own of the same name.
    var options = try factors.credentials(device: false, presence: false, passcode: false)
    try options.addDevice(GeneratedKey.device())
    let other = try Container.open(at: folder.path(), with: options)
    #expect(thrown { _ = try other.text("s", "a") } == .device)
    try other.update { (change) throws(SecretFileError) in
      try change.set(Fixture.item("s", "a", "everywhere"))
    }
    #expect(try other.items().count == 2)
    try container.reload()
    #expect(try container.text("s", "a") == "here", "this device's own hides the one without a scope")
    #expect(try container.items().count == 1)
    let removed = try container.update { (change) throws(SecretFileError) in
      try change.removeItems(matching: ItemQuery(service: "s"))
    }
    #expect(removed.count == 1)
    #expect(try container.items().isEmpty, "and takes it along when it is removed")
    var name = IdentityParts(service: [], account: [], isSynchronizable: true)
    name.account = Array("x".utf8)
    #expect(
      thrown {
        _ = try container.update { (change) throws(SecretFileError) in
          try change.set(NewItem(name, secret: nil, protection: Protection(.whenUnlockedThisDeviceOnly)))
        }
      } == .usage)
  }

  @Test func stampsAndJournal() throws {
    let folder = try TemporaryFolder()
    let container = try Self.create(folder)
    let first = try #require(InstallationID(hexadecimal: "00000000000000000000000000000001"))
    let second = try #require(InstallationID(hexadecimal: "00000000000000000000000000000002"))
    try container.update { (change) throws(SecretFileError) in try change.set(Fixture.item("s", "old", "0")) }
    try container.update { (change) throws(SecretFileError) in
      change.setInstallation(first)
      try change.set(Fixture.item("s", "first", "1"))
      try change.set(Fixture.item("t", "first", "1"))
    }
    var query = ItemQuery(service: "s")
    query.installation = .other(than: second)
    let purged = try container.update { (change) throws(SecretFileError) in
      change.setInstallation(second)
      return try change.removeItems(matching: query)
    }
    #expect(purged.map { String(decoding: $0.name.account, as: UTF8.self) } == ["first"])
    #expect(container.info.installation == second)
    #expect(try container.items().count == 2)
    query.installation = .unstamped
    #expect(try container.items(matching: query).count == 1)
    let item = Fixture.item("s", "imported", "value")
    try container.update { (change) throws(SecretFileError) in
      #expect(try !change.wasImported(item))
      try change.set(item)
      try change.recordImport(item)
      #expect(try change.wasImported(item))
    }
    try container.update { (change) throws(SecretFileError) in
      try change.removeItems(matching: ItemQuery(service: "s", account: "imported"))
    }
    try container.rotate()
    try container.update { (change) throws(SecretFileError) in
      #expect(try change.wasImported(item))
      #expect(try !change.wasImported(Fixture.item("s", "imported", "another")))
    }
  }

  @Test func witness() throws {
    let folder = try TemporaryFolder()
    var options = Fixture.createOptions()
    options.witness = folder.path("witness")
    let container = try Container.create(
      at: folder.path(), slots: [NewSlot(.keyFile(Fixture.key))], options: options)
    let first = try folder.bytes()
    func set(_ container: Container, _ value: String) throws {
      try container.update { (change) throws(SecretFileError) in try change.set(Fixture.item("s", "a", value))
      }
    }
    try set(container, "1")
    let second = try folder.bytes()
    let open = OpenOptions(witness: folder.path("witness"))
    try folder.write(first)
    #expect(
      thrown { _ = try Container.open(at: folder.path(), with: Fixture.credentials(), options: open) }
        == .rollback)
    #expect(thrown { _ = try Container.open(at: folder.path(), with: Fixture.credentials()) } == nil)
    // Another line of history: the same generation, then the next one.
    let branch = try Container.open(at: folder.path(), with: Fixture.credentials())
    try set(branch, "2")
    #expect(
      thrown { _ = try Container.open(at: folder.path(), with: Fixture.credentials(), options: open) }
        == .fork)
    try set(branch, "3")
    #expect(
      thrown { _ = try Container.open(at: folder.path(), with: Fixture.credentials(), options: open) }
        == .fork)
    var accept = open
    accept.acceptRollback = true
    let accepted = try Container.open(at: folder.path(), with: Fixture.credentials(), options: accept)
    #expect(try accepted.text("s", "a") == "3")
    // To have looked is no decision; to write is one.
    #expect(
      thrown { _ = try Container.open(at: folder.path(), with: Fixture.credentials(), options: open) }
        == .fork)
    try set(accepted, "4")
    #expect(
      thrown { _ = try Container.open(at: folder.path(), with: Fixture.credentials(), options: open) } == nil)
    try folder.write(first)
    let restored = try Container.open(at: folder.path(), with: Fixture.credentials(), options: accept)
    try set(restored, "5")
    #expect(
      thrown { _ = try Container.open(at: folder.path(), with: Fixture.credentials(), options: open) } == nil)
    try folder.write(second)
    #expect(
      thrown { _ = try Container.open(at: folder.path(), with: Fixture.credentials(), options: open) }
        == .fork)
    try folder.write(first)
    #expect(
      thrown { _ = try Container.open(at: folder.path(), with: Fixture.credentials(), options: open) }
        == .rollback)
    // A witness that cannot be written is a warning.
    let nowhere = OpenOptions(witness: folder.path("container.secretfile/witness"))
    let warned = try Container.open(at: folder.path(), with: Fixture.credentials(), options: nowhere)
    #expect(warned.info.warnings.count == 1)
  }

  @Test func origin() throws {
    let folder = try TemporaryFolder()
    let identity = GeneratedKey.identity()
    _ = try Container.create(at: folder.path(), slots: [NewSlot(.recipient(identity.recipient))])
    var credentials = Credentials()
    try identity.text.withBytes { (bytes) throws(SecretFileError) in try credentials.addKeyFile(bytes) }
    func set(_ container: Container, _ value: String = "1") throws {
      try container.update { (change) throws(SecretFileError) in try change.set(Fixture.item("s", "a", value))
      }
    }
    var options = OpenOptions(witness: folder.path("witness"))
    let stranger = try Container.open(at: folder.path(), with: credentials, options: options)
    #expect(!stranger.info.proven)
    #expect(thrown { try set(stranger) } == .notProven)
    options.acceptOrigin = true
    let accepted = try Container.open(at: folder.path(), with: credentials, options: options)
    try set(accepted)
    options.acceptOrigin = false
    let known = try Container.open(at: folder.path(), with: credentials, options: options)
    #expect(known.info.proven, "the witness knows its pin")
    // Somebody else rotates it: not proven again.
    var other = OpenOptions()
    other.acceptOrigin = true
    try Container.open(at: folder.path(), with: credentials, options: other).rotate(
      RotationRequest(keepRecipients: .all))
    #expect(thrown { try set(known, "2") } == .notProven)
    let rotated = try Container.open(at: folder.path(), with: credentials, options: options)
    #expect(!rotated.info.proven)
  }
}
