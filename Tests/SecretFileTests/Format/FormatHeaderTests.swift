import SecretFile
import Testing

@Suite struct FormatHeaderTests {
  /// A header with one slot of each kind, laid out by hand.
  static let sample: [UInt8] = {
    var bytes: [UInt8] = [0x89, 0x53, 0x46, 0x31, 0x0D, 0x0A, 0x1A, 0x0A, 1, 0, 1, 0]
    bytes += [0x24, 0x02, 0, 0]  // 548 = 92 + 184 + 88 + 120 + 64
    bytes += [UInt8](repeating: 0xC1, count: 16)
    bytes += [7, 0, 0, 0] + [9, 0, 0, 0, 0, 0, 0, 0] + [0x10, 0x27, 0, 0, 0, 0, 0, 0]
    bytes += [0x28, 0x02, 0, 0] + [UInt8](repeating: 0xAB, count: 32)  // 552 = 40 + 2 · 256
    bytes += [3, 0, 0, 0]
    bytes += [1, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 1] + [168, 0, 0, 0]
    bytes +=
      [3, 0, 0, 0] + [0, 0, 4, 0] + [UInt8](repeating: 0x5A, count: 16) + [UInt8](repeating: 1, count: 144)
    bytes += [2, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 2] + [72, 0, 0, 0] + [UInt8](repeating: 2, count: 72)
    bytes += [3, 0, 1, 0] + [0, 0, 0, 0, 0, 0, 1, 0] + [104, 0, 0, 0] + [UInt8](repeating: 3, count: 104)
    bytes += [UInt8](repeating: 0xD1, count: 32) + [UInt8](repeating: 0xD2, count: 32)
    return bytes
  }()

  @Test func fields() throws {
    let header = try Header.parse(Self.sample.span)
    #expect(Self.sample.count == 548 && header.encodedCount == 548)
    #expect(header.containerID.description == "c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1")
    #expect(header.keyEpoch == 7 && header.generation == 9 && header.fileLength == 10_000)
    #expect(header.rootLength == 552 && header.rootLink == Bytes32(InlineArray(repeating: 0xAB)))
    #expect(header.slots.map(\.kind) == [1, 2, 3] && header.slots.map(\.role) == [0, 0, 1])
    let passphrase = try #require(PassphraseBody(header.slots[0].body))
    #expect(passphrase.opslimit == 3 && passphrase.memlimitKiB == 262_144)
    #expect(passphrase.salt == Bytes16(InlineArray(repeating: 0x5A)))
    #expect(passphrase.keyBlob.count == 72 && passphrase.passcodeBlob.count == 72)
    #expect(passphrase.encoded == header.slots[0].body)
    #expect(RecipientBody(header.slots[2].body)?.ephemeral == Bytes32(InlineArray(repeating: 3)))
    #expect(header.headerHash == Bytes32(InlineArray(repeating: 0xD1)))
    #expect(header.mac == Bytes32(InlineArray(repeating: 0xD2)))
    #expect(Header.hashedRange(548) == 0..<484 && Header.hashRange(548) == 484..<516)
    #expect(Header.macCoveredRange(548) == 0..<516)
    var out = Writer()
    header.slots[0].encodePrefix(bodyCount: 24, into: &out)
    #expect(out.bytes == [UInt8](Self.sample[92..<132]))
    out = Writer()
    try header.encodeHashed(into: &out)
    #expect(out.bytes == [UInt8](Self.sample[..<484]))
  }

  @Test(arguments: [
    (12, 0x25), (32, 0), (35, 0x80), (36, 0), (43, 0x80), (52, 0x29), (52, 0), (55, 0x10), (88, 0), (88, 2),
    (88, 4), (88, 65), (90, 1), (92, 2), (94, 1), (94, 2), (95, 1), (103, 2), (104, 169),
    (107, 1), (276, 1), (276, 3), (278, 1), (364, 1), (364, 2), (366, 2), (367, 1),
  ])
  func oneByteWrong(_ offset: Int, _ value: UInt8) {
    var bytes = Self.sample
    // Offset 32 and 36 hold 7 and 9, alone in their fields.
    bytes[offset] = value
    let error = #expect(throws: FormatError.self) { try Header.parse(bytes.span) }
    #expect(error?.code == .header)
  }

  @Test func costsBelowTheLeast() {
    for (offset, value) in [(108, 0), (112, 7)] as [(Int, UInt8)] {
      var bytes = Self.sample
      for i in 0..<4 { bytes[offset + i] = 0 }
      bytes[offset] = value
      #expect(throws: FormatError.self) { try Header.parse(bytes.span) }
      bytes[offset] = value + 1
      #expect(throws: Never.self) { try Header.parse(bytes.span) }
    }
  }

  @Test(arguments: [0, 4, 99] as [UInt8])
  func unknownKindsAreKept(_ kind: UInt8) throws {
    var bytes = Self.sample
    bytes[276] = kind  // the key file's slot
    bytes[279] = 0xF0
    let header = try Header.parse(bytes.span)
    #expect(!header.slots[1].isKnown && header.slots[1].flags == 0xF0)
    var out = Writer()
    try header.encode(into: &out)
    #expect(out.bytes == bytes)
  }

  @Test func onlyEnrolments() {
    var header = Header(
      containerID: Bytes16(), keyEpoch: 1, generation: 1, fileLength: 0, rootLength: 296, rootLink: Bytes32(),
      slots: [Slot(kind: 3, role: 1, slotID: Bytes8(), body: [UInt8](repeating: 0, count: 104))])
    #expect(throws: FormatError.self) { try reparsed(header) }
    header.slots[0].role = 0
    #expect(throws: Never.self) { try reparsed(header) }
  }

  @Test func numberAndSizeOfSlots() throws {
    func header(_ count: Int, body: Int) -> Header {
      Header(
        containerID: Bytes16(), keyEpoch: 1, generation: 1, fileLength: 0, rootLength: 296,
        rootLink: Bytes32(),
        slots: (0..<count).map {
          var id = Bytes8()
          id.storage[7] = UInt8($0)
          return Slot(kind: 9, role: 0, slotID: id, body: [UInt8](repeating: 0, count: body))
        })
    }
    #expect(throws: Never.self) { try reparsed(header(64, body: 0)) }
    #expect(throws: FormatError.self) { try reparsed(header(65, body: 0)) }
    #expect(throws: FormatError.self) { try reparsed(header(0, body: 0)) }
    #expect(throws: Never.self) { try reparsed(header(1, body: 65_536 - 172)) }
    #expect(throws: FormatError.self) { try reparsed(header(1, body: 65_536 - 171)) }
  }

  private func reparsed(_ header: Header) throws {
    var out = Writer()
    try header.encode(into: &out)
    #expect(try Header.parse(out.bytes.span) == header)
  }
}
