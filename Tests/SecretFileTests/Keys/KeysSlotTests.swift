import SecretCrypto
import SecretFile
import Testing

@Suite struct KeysSlotTests {
  static let container = counting(0xA0, 16)
  static let id = counting(0xB0, 8)
  static let master = counting(0xC0)

  /// A header around slots, MACed under `master`, and its bytes.
  static func header(_ slots: [Slot], epoch: UInt32 = 1, master: [UInt8] = master) throws -> (Header, [UInt8])
  {
    var header = Header(
      containerID: Bytes16(of: container), keyEpoch: epoch, generation: 1, fileLength: 10_000,
      rootLength: 296,
      rootLink: Bytes32(), slots: slots.sorted { $0.slotID < $1.slotID })
    var out = Writer()
    try header.encodeHashed(into: &out)
    header.headerHash = Bytes32(Hash.blake2b256(out.bytes.span))
    out.append(header.headerHash)
    let key = derived(master, "header", container)
    header.mac = Bytes32(Hash.blake2b256(out.bytes.span, key: key.span))
    out.append(header.mac)
    return (header, out.bytes)
  }

  static func open(
    _ slots: [Slot], _ credentials: Credentials, epoch: UInt32 = 1, only: [UInt8]? = nil
  ) throws -> OpenedSlot {
    let (header, bytes) = try header(slots, epoch: epoch)
    return try SlotOpener(header, headerBytes: bytes).open(credentials, only: only.map { Bytes8(of: $0) })
  }

  // MARK: Slots by hand

  /// The worked key-file slot of the specification.
  static let keyFileSlot = Slot(
    kind: 2, role: 0, slotID: Bytes8(of: id),
    body: hex(
      """
      40414243 44454647 48494a4b 4c4d4e4f 50515253 54555657 0f3a8d89 beaeb414 e9c63968 29f58300 b391cb9c e5c56c85
      39f61d8b 1621802c c3614414 d1d00504 62d8090a 7900c5b6
      """))

  static func associated(_ label: String, _ head: [UInt8], epoch: UInt32 = 1) -> [UInt8] {
    Array(label.utf8) + [0, 1, 0, 1, 0] + container + little(epoch) + head
  }

  @Test func keyFile() throws {
    let opened = try Self.open([Self.keyFileSlot], try .with(keyFile: Text.keyFile))
    #expect(opened.master.plain == Self.master && opened.kind == 2 && opened.passcode == nil)
    #expect(opened.slotID == Bytes8(of: Self.id) && opened.secret?.plain == counting(0))
  }

  static func recipientSlot(role: UInt8, key: [UInt8] = master, id: [UInt8] = id) -> Slot {
    let ephemeral = hex("675dd574 ed778931 0b3d2e76 81f3790b 466c773b 1521fecf 36577958 371ea52f")
    let shared = hex("2cca6df9 51833fd6 298ab377 7ea47300 0678977f 16e74d86 6503bdde 532f7a7e")
    let recipient = hex("8f40c5adb68f25624ae5b214ea767a6ec94d829d3d7b5e1ad1ba6f3e2138285f")
    let wrap = derived(shared, "slot x25519", container + id + ephemeral + recipient)
    if id == Self.id {
      // The specification's worked value.
      #expect(wrap == hex("d17b21c2 ece7b222 89d91b9d 6ad86081 ea873613 4c647217 c0589811 0f9fffac"))
    }
    let head: [UInt8] = [3, 0, role, 0] + id + [104, 0, 0, 0] + ephemeral
    let blob = sealed(key, associated(role == 0 ? "slot master" : "slot presence", head), wrap)
    return Slot(kind: 3, role: role, slotID: Bytes8(of: id), body: ephemeral + blob)
  }

  @Test func recipient() throws {
    let opened = try Self.open([Self.recipientSlot(role: 0)], try .with(keyFile: Text.identity))
    #expect(opened.master.plain == Self.master && opened.kind == 3 && opened.secret == nil)
  }

  static func passphraseSlot(passcodeKey: [UInt8]? = nil, cost: [UInt8] = [2, 0, 0, 0, 0, 0x4C, 0, 0]) -> Slot
  {
    let keyWrap = hex("21c5ecdb dca636fd ea8e85c7 81617e88 1ccf27a2 fb27bbb5 b21bd053 4c48a025")
    let passcodeWrap = hex("aadd2841 e278fc4a 8b6dbbe8 9e4432e6 14515ef6 05b99608 3a0e4c48 996c8e67")
    let head: [UInt8] = [1, 0, 0, 0] + id + [168, 0, 0, 0] + cost + counting(0, 16)
    let keyBlob = sealed(master, associated("slot master", head), keyWrap)
    let passcodeBlob = sealed(
      counting(0x60), associated("slot passcode", head + keyBlob), passcodeKey ?? passcodeWrap)
    return Slot(
      kind: 1, role: 0, slotID: Bytes8(of: id), body: cost + counting(0, 16) + keyBlob + passcodeBlob)
  }

  @Test func passphrase() throws {
    // Typed in decomposed form; the wrong one first.
    let credentials = try Credentials.with(passphrases: ["cafe", "cafe\u{301}"])
    let opened = try Self.open([Self.passphraseSlot()], credentials)
    #expect(opened.master.plain == Self.master && opened.passcode?.plain == counting(0x60))
    #expect(opened.secret?.plain == [0x63, 0x61, 0x66, 0xC3, 0xA9])
  }

  @Test func aPassphraseSlotNeedsBothBlobs() throws {
    let credentials = try Credentials.with(passphrases: ["café"])
    #expect(
      thrown { _ = try Self.open([Self.passphraseSlot(passcodeKey: counting(1))], credentials) } == .unlock)
  }

  // MARK: What does not open

  @Test func wrongCredentials() throws {
    let slots = [Self.keyFileSlot]
    let other = "SECRETFILE-KEY-1" + "QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ"
    let zeros = Bech32.encodePublic(Bytes32(), hrp: "secretfile-key-", .upper)
    #expect(zeros.hasPrefix(other))
    #expect(thrown { _ = try Self.open(slots, try .with(keyFile: zeros)) } == .unlock)
    #expect(thrown { _ = try Self.open(slots, Credentials()) } == .unlock)
    #expect(thrown { _ = try Self.open(slots, try .with(keyFile: Text.identity)) } == .unlock)
    #expect(thrown { _ = try Self.open(slots, try .with(keyFile: zeros + "\n" + Text.keyFile)) } == nil)
  }

  @Test func boundToEverything() throws {
    let credentials = try Credentials.with(keyFile: Text.keyFile)
    // A later epoch, another id, another place in the file's history.
    #expect(thrown { _ = try Self.open([Self.keyFileSlot], credentials, epoch: 2) } == .unlock)
    var slot = Self.keyFileSlot
    slot.slotID = Bytes8(of: counting(0xB1, 8))
    #expect(thrown { _ = try Self.open([slot], credentials) } == .unlock)
    for index in [0, 30, 71] {
      slot = Self.keyFileSlot
      slot.body[index] ^= 1
      #expect(thrown { _ = try Self.open([slot], credentials) } == .unlock)
    }
  }

  @Test func aMacUnderAnotherKeyIsNotOpened() throws {
    let (header, bytes) = try Self.header([Self.keyFileSlot], master: counting(0xC1))
    let opener = SlotOpener(header, headerBytes: bytes)
    #expect(thrown { _ = try opener.open(try .with(keyFile: Text.keyFile)) } == .unlock)
  }

  @Test func zeroSharedSecret() throws {
    var slot = Self.recipientSlot(role: 0)
    slot.body.replaceSubrange(0..<32, with: [UInt8](repeating: 0, count: 32))
    #expect(thrown { _ = try Self.open([slot], try .with(keyFile: Text.identity)) } == .unlock)
  }

  /// A header of unknown ways in only is valid, and nothing opens it.
  @Test func onlyUnknownKinds() throws {
    let slot = Slot(kind: 4, role: 0, slotID: Bytes8(of: Self.id), body: [1, 2, 3])
    let (header, bytes) = try Self.header([slot])
    #expect(try Header.parse(bytes.span) == header)
    #expect(thrown { _ = try Self.open([slot], try .with(keyFile: Text.keyFile)) } == .unlock)
  }

  @Test func oneSlotByName() throws {
    let other = Self.recipientSlot(role: 0, id: counting(0xB1, 8))
    let slots = [Self.keyFileSlot, other]
    let both = try Credentials.with(keyFile: Text.keyFile + "\n" + Text.identity)
    #expect(try Self.open(slots, both).kind == 2)
    #expect(try Self.open(slots, both, only: counting(0xB1, 8)).kind == 3)
    #expect(
      thrown { _ = try Self.open(slots, try .with(keyFile: Text.keyFile), only: counting(0xB1, 8)) }
        == .unlock)
    #expect(thrown { _ = try Self.open(slots, both, only: counting(9, 8)) } == .unlock)
    let enrolled = [Self.keyFileSlot, Self.recipientSlot(role: 1, id: counting(0xB1, 8))]
    #expect(thrown { _ = try Self.open(enrolled, both, only: counting(0xB1, 8)) } == .unlock)
  }

  @Test func enrolments() throws {
    let enrolled = Self.recipientSlot(role: 1, key: counting(0x20), id: counting(0xB1, 8))
    let (header, bytes) = try Self.header([Self.keyFileSlot, enrolled])
    let opener = SlotOpener(header, headerBytes: bytes)
    #expect(opener.presenceKey(try .with(presence: Text.identity))?.plain == counting(0x20))
    // Identities for opening are not tried on enrolments, nor the other way round.
    #expect(opener.presenceKey(try .with(keyFile: Text.identity)) == nil)
    #expect(thrown { _ = try opener.open(try .with(presence: Text.identity)) } == .unlock)
    let other = Recipient.text(Bytes32(of: counting(9)))
    #expect(other.hasPrefix("age1"))
    let stranger = GeneratedKey.identity().text.withBytes { text in
      var credentials = Credentials()
      try? credentials.addPresence(text)
      return credentials
    }
    #expect(opener.presenceKey(stranger) == nil)
  }

  // MARK: Cost

  /// Judged before anything is derived: these costs would take hours or gigabytes.
  @Test func costs() throws {
    func slot(_ passes: UInt32, _ memory: UInt32, _ id: UInt8) -> Slot {
      let body = little(passes) + little(memory) + [UInt8](repeating: 0, count: 160)
      return Slot(kind: 1, role: 0, slotID: Bytes8(of: [UInt8](repeating: id, count: 8)), body: body)
    }
    let one = try Credentials.with(keyFile: Text.keyFile, passphrases: ["a"])
    func judged(_ slots: [Slot], _ credentials: Credentials, only: UInt8? = nil) -> SecretFileError.Code? {
      thrown {
        _ = try Self.open(
          slots + [Self.keyFileSlot], credentials, only: only.map { [UInt8](repeating: $0, count: 8) })
      }
    }
    #expect(judged([slot(17, 8, 1)], one) == .kdfCost)
    #expect(judged([slot(1, 1_048_577, 1)], one) == .kdfCost)
    #expect(judged([slot(UInt32.max, UInt32.max, 1)], one) == .kdfCost)
    // Each within the bounds, together above 2^25.
    #expect(judged((1...3).map { slot(16, 1_048_576, $0) }, one) == .kdfCost)
    // A slot named alone is judged alone; one that costs little is tried at once.
    #expect(judged([slot(1, 8, 1), slot(17, 8, 2)], one, only: 1) == .unlock)
    #expect(judged([slot(1, 8, 1), slot(17, 8, 2)], one, only: 2) == .kdfCost)
    #expect(judged([slot(1, 8, 1), slot(17, 8, 2)], one, only: 0xB0) != .kdfCost)
    // Without a passphrase nothing is judged.
    #expect(judged([slot(17, 8, 1)], try .with(keyFile: Text.keyFile)) == nil)
    // Several passphrases count several times.
    let ceiling = KDFCost.Ceiling(opslimit: 16, memlimitKiB: 1 << 20, total: 20)
    for (passphrases, expected) in [(["a", "b"], nil), (["a", "b", "c"], .kdfCost)]
      as [([String], SecretFileError.Code?)]
    {
      let (header, bytes) = try Self.header([slot(1, 8, 1), Self.keyFileSlot])
      let credentials = try Credentials.with(keyFile: Text.keyFile, passphrases: passphrases)
      #expect(
        thrown { _ = try SlotOpener(header, headerBytes: bytes).open(credentials, ceiling: ceiling) }
          == expected)
    }
  }

  @Test func costErrorsNameBothNumbers() throws {
    let slot = Slot(
      kind: 1, role: 0, slotID: Bytes8(),
      body: little(UInt32(17)) + little(UInt32(8)) + [UInt8](repeating: 0, count: 160))
    let credentials = try Credentials.with(passphrases: ["a"])
    let error = #expect(throws: SecretFileError.self) { try Self.open([slot], credentials) }
    #expect(error?.message.contains("17") == true && error?.message.contains("16") == true)
  }
}
