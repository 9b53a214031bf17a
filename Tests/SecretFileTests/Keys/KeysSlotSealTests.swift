import SecretCrypto
import SecretFile
import Testing

@Suite struct KeysSlotSealTests {
  static let container = Bytes16(of: counting(0xA0, 16))
  static let master = SecretBuffer(counting(0xC0))
  static let cheap = KDFCost(opslimit: 2, memlimitKiB: 19_456)

  static func seal(epoch: UInt32 = 1, generation: UInt64 = 1) -> SlotSeal {
    SlotSeal(
      containerID: container, keyEpoch: epoch,
      seed: CommitSeed(
        KeysSeedTests.seed, containerID: container, keyEpoch: epoch, generation: generation,
        previousMAC: nil))
  }

  @Test func everyKindOpensAgain() throws {
    let seal = Self.seal()
    let identity = GeneratedKey.identity()
    let ids = (0..<4).map { seal.seed.slotID(UInt16($0)) }
    let passphrase = try Credentials.passphrase(Array("tulip".utf8).span)
    let slots = [
      try seal.passphrase(
        passphrase, cost: Self.cheap, slotID: ids[0], master: Self.master,
        passcode: SecretBuffer(counting(0x60))),
      seal.keyFile(SecretBuffer(counting(0)), slotID: ids[1], master: Self.master),
      try seal.recipient(identity.recipient.publicKey, role: 0, slotID: ids[2], key: Self.master),
      try seal.recipient(
        identity.recipient.publicKey, role: 1, slotID: ids[3], key: SecretBuffer(counting(0x20))),
    ]
    let (header, bytes) = try KeysSlotTests.header(slots)
    #expect(try Header.parse(bytes.span) == header)
    let opener = SlotOpener(header, headerBytes: bytes)
    var openings = Credentials()
    try identity.text.withBytes { text in
      try openings.addKeyFile(text)
      try openings.addPresence(text)
    }
    let opened = try opener.open(openings)
    #expect(opened.slotID == ids[2] && opened.master.plain == counting(0xC0))
    #expect(opener.presenceKey(openings)?.plain == counting(0x20))
    openings.add(try .with(keyFile: Text.keyFile))
    openings.add(try .with(passphrases: ["rose", "tulip"]))
    // Passphrases first.
    let first = try opener.open(openings)
    #expect(first.slotID == ids[0] && first.passcode?.plain == counting(0x60))
    let each = try opener.open(each: ids, openings)
    #expect(Set(each.map(\.slotID)) == Set(ids[0...2]))
    let without = try opener.open(each: ids, try .with(keyFile: Text.keyFile, passphrases: ["rose"]))
    #expect(without.map(\.slotID) == [ids[1]])
  }

  /// The same seed gives the same bytes; the salt and nonces are the seed's.
  @Test func deterministic() throws {
    let id = Self.seal().seed.slotID(0)
    let recipient = try Recipient(Text.recipient).publicKey
    let one = try Self.seal().recipient(recipient, role: 0, slotID: id, key: Self.master)
    #expect(try Self.seal().recipient(recipient, role: 0, slotID: id, key: Self.master) == one)
    #expect(try Self.seal(generation: 2).recipient(recipient, role: 0, slotID: id, key: Self.master) != one)
    let body = try #require(RecipientBody(one.body))
    let scalar = Self.seal().seed.slotEphemeral(id)
    #expect(scalar.withBytes { Bytes32(X25519.publicKey(of: $0)) } == body.ephemeral)
    #expect([UInt8](body.keyBlob[..<24]) == Self.seal().seed.slotNonce(id, .key).plain)
    // A slot sealed again in a later epoch keeps its id and nothing else.
    let again = try Self.seal(epoch: 2).recipient(recipient, role: 0, slotID: id, key: Self.master)
    #expect(again.slotID == id && RecipientBody(again.body)?.ephemeral != body.ephemeral)
  }

  /// The worked slot of the specification, but for its nonce.
  @Test func sameAsByHand() throws {
    let seal = Self.seal()
    let slot = seal.keyFile(
      SecretBuffer(counting(0)), slotID: Bytes8(of: KeysSlotTests.id), master: Self.master)
    let wrap = hex("37df29f2 bf31b842 730b652a 860f49b2 726a6bc1 5fea038a 45e4cac8 739202f9")
    let associated = hex(
      """
      736c6f74 206d6173 74657200 01000100 a0a1a2a3 a4a5a6a7 a8a9aaab acadaeaf
      01000000 02000000 b0b1b2b3 b4b5b6b7 48000000
      """)
    #expect(associated.count == 52)
    #expect(opened(slot.body, associated, wrap) == counting(0xC0))
  }

  @Test func costsForWriting() throws {
    let passphrase = SecretBuffer(Array("tulip".utf8))
    func make(_ passes: UInt32, _ memory: UInt32) throws {
      _ = try Self.seal().passphrase(
        passphrase, cost: KDFCost(opslimit: passes, memlimitKiB: memory), slotID: Bytes8(),
        master: Self.master,
        passcode: Self.master)
    }
    for (passes, memory) in [(1, 19_456), (2, 19_455), (17, 19_456), (2, 1_048_577)] as [(UInt32, UInt32)] {
      #expect(thrown { try make(passes, memory) } == .kdfCost)
    }
    #expect(thrown { try make(2, 19_456) } == nil)
  }

  @Test func recipientsOfSmallOrder() {
    let seal = Self.seal()
    #expect(
      thrown { _ = try seal.recipient(Bytes32(), role: 0, slotID: Bytes8(), key: Self.master) } == .credential
    )
  }

  @Test func applicationPasswords() throws {
    let seed = Self.seal().seed
    let id = Bytes16(of: counting(1, 16))
    let parameters = try ApplicationPassword.parameters(Self.cheap, itemID: id, seed: seed)
    #expect(parameters.salt == seed.itemSalt(id.span) && parameters.memlimitKiB == 19_456)
    let hash = try ApplicationPassword.hash([0xFF, 0] as [UInt8], parameters)
    #expect(try ApplicationPassword.hash([0xFF, 0] as [UInt8], parameters).plain == hash.plain)
    #expect(try ApplicationPassword.hash([0xFF] as [UInt8], parameters).plain != hash.plain)
    #expect(thrown { _ = try ApplicationPassword.hash([UInt8](), parameters) } == .credential)
    let costly = PasswordParameters(opslimit: 17, memlimitKiB: 8, salt: Bytes16())
    #expect(thrown { _ = try ApplicationPassword.hash([1] as [UInt8], costly) } == .kdfCost)
    #expect(
      thrown {
        _ = try ApplicationPassword.parameters(
          KDFCost(opslimit: 1, memlimitKiB: 19_456), itemID: id, seed: seed)
      } == .kdfCost)
  }
}

extension ApplicationPassword {
  static func hash(_ password: [UInt8], _ parameters: PasswordParameters) throws(SecretFileError)
    -> SecretBytes
  {
    try hash(password.span, parameters)
  }
}

extension Credentials {
  mutating func addPassphrase(_ bytes: [UInt8]) throws(SecretFileError) { try addPassphrase(bytes.span) }
}
