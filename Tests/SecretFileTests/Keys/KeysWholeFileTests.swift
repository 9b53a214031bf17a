import SecretCrypto
import SecretFile
import Testing

/// The worked file of the specification, put together from the codec and the keys alone: every byte.
@Suite struct KeysWholeFileTests {
  static let seed = [UInt8](repeating: 0x53, count: 32)
  static let time: Int64 = 1_700_000_000_000

  private static func link(_ blob: [UInt8]) -> Bytes32 { Bytes32(Hash.blake2b256(blob.span)) }

  private static func seal(
    _ plain: [UInt8], _ associated: [UInt8], _ key: [UInt8], _ nonce: Bytes24
  ) -> [UInt8] {
    var blob = [UInt8](repeating: 0, count: plain.count + 40)
    var span = blob.mutableSpan
    AEAD.seal(plain.span, associated: associated.span, nonce: nonce.span, key: key.span, into: &span)
    return blob
  }

  @Test func everyByte() throws {
    let container = CommitSeed.containerID(Self.seed)
    let seed = CommitSeed(Self.seed, containerID: container, keyEpoch: 1, generation: 1)
    let id = container.plain
    let master = SecretBuffer(seed.master())
    let slotID = seed.slotID(0)
    let slot = SlotSeal(containerID: container, keyEpoch: 1, seed: seed)
      .keyFile(SecretBuffer(counting(0)), slotID: slotID, master: master)
    let keys = ChainKeys(containerID: container, keyEpoch: 1, master: master)
    let classKey = SecretBuffer(seed.classKey(1))
    let table = KeyTable([
      try keys.makeEntry(1, .whenUnlocked, [], deviceID: nil, classKey: classKey, seed: seed)
    ])

    // The item.
    let identity = try Identity(IdentityParts(service: Array("mail".utf8), account: Array("me".utf8)))
    let identityHash = [UInt8](copying: Hash.blake2b256(identity.bytes.span).span)
    let itemID = seed.itemID(identityHash: identityHash.span)
    let value = Array("secret".utf8) + [UInt8](repeating: 0, count: 58)
    let bound =
      Array("payload".utf8) + [0] + id + itemID.plain + little(UInt32(1)) + little(UInt32(1)) + [1]
      + little(UInt32(6)) + identityHash
    let payload = Self.seal(
      value, bound, derived(classKey.plain, "item", itemID.plain), seed.payloadNonce(itemID.span))
    let record = Record(
      itemID: itemID, keyID: 1, created: Self.time, modified: Self.time, contentType: .text, payloadLength: 6,
      payloadLink: Self.link(payload), identity: identity, attributes: ItemAttributes(identity.parts))
    #expect(record.payloadLink.description.hasPrefix("142aec7b0f9b695d"))
    var records = Writer()
    try record.encode(into: &records)
    #expect(records.count == 96)
    let page = Self.seal(
      Plaintext.framed(records.bytes.span), Array("page".utf8) + [0] + id, derived(master.plain, "page", id),
      seed.pageNonce(0))
    #expect(Self.link(page).description.hasPrefix("78a3a2ece6301212"))

    // The root.
    var root = Root(created: Self.time, modified: Self.time)
    root.itemCount = 1
    root.notes = [SlotNote(slotID: slotID, created: Self.time)]
    root.keyTable = try table.encoded()
    root.segments = try SegmentTable([
      Segment(
        firstIdentity: identity.bytes, recordCount: 1, pageLength: UInt32(page.count),
        payloadBytes: UInt32(payload.count), pageLink: Self.link(page))
    ])
    let content = try root.encode()
    #expect(content.count == 258)
    let rootBlob = Self.seal(
      Plaintext.framed(content.span), Array("root".utf8) + [0] + id + little(UInt32(1)) + little(UInt64(1)),
      derived(master.plain, "root", id), seed.rootNonce())
    #expect(Self.link(rootBlob).description.hasPrefix("cb79fea5e6390770"))

    // The file.
    var header = Header(
      containerID: container, keyEpoch: 1, generation: 1, fileLength: 0, rootLength: UInt32(rootBlob.count),
      rootLink: Self.link(rootBlob), slots: [slot])
    header.fileLength = header.lengthWithoutSegments + root.segments.length
    var out = Writer()
    try header.encodeHashed(into: &out)
    header.headerHash = Self.link(out.bytes)
    out.append(header.headerHash)
    let macKey = derived(master.plain, "header", id)
    header.mac = Bytes32(Hash.blake2b256(out.bytes.span, key: macKey.span))
    out.append(header.mac)
    #expect(header.mac.description.hasPrefix("b0e652429f5b79f7"))
    let headerBytes = out.bytes
    out.append(rootBlob)
    out.append(page)
    out.append(payload)
    out.append(rootBlob)
    out.append(headerBytes)
    Trailer(fileLength: header.fileLength, headerLength: UInt32(headerBytes.count)).encode(into: &out)
    #expect(out.count == 2_008 && header.fileLength == 2_008)
    #expect(
      Self.link(out.bytes).description == "ba9e50a2e775160b1b2ce18b3beeaed42860c2161a4dfb416469aef1d6f5d2c4")

    // And back.
    #expect(try Header.parse(headerBytes.span) == header)
    #expect(try Root.parse(content[...], header: header) == root)
    let opened = try SlotOpener(header, headerBytes: headerBytes).open(try .with(keyFile: Text.keyFile))
    #expect(opened.master.plain == master.plain)
  }
}
