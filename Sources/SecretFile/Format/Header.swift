/// The plaintext header (spec §4.2): 92 fixed bytes, the slots, headerHash, mac.
package struct Header: Equatable, Sendable {
  package var containerID: Bytes16
  /// 1, then +1 at every rotation.
  package var keyEpoch: UInt32
  /// 1, then +1 at every commit.
  package var generation: UInt64
  package var fileLength: UInt64
  /// Length of the root's blob.
  package var rootLength: UInt32
  package var rootLink: Bytes32
  /// Ascending slotID.
  package var slots: [Slot]
  /// BLAKE2b-256 of all bytes before it.
  package var headerHash: Bytes32
  /// Keyed BLAKE2b-256 of all bytes before it.
  package var mac: Bytes32

  package init(
    containerID: Bytes16, keyEpoch: UInt32, generation: UInt64, fileLength: UInt64, rootLength: UInt32,
    rootLink: Bytes32, slots: [Slot], headerHash: Bytes32 = Bytes32(), mac: Bytes32 = Bytes32()
  ) {
    self.containerID = containerID
    self.keyEpoch = keyEpoch
    self.generation = generation
    self.fileLength = fileLength
    self.rootLength = rootLength
    self.rootLink = rootLink
    self.slots = slots
    self.headerHash = headerHash
    self.mac = mac
  }

  /// headerLength: bytes of the whole header.
  package var encodedCount: Int {
    slots.reduce(Size.fixedHeader + Size.headerEnd) { $0 + $1.encodedCount }
  }

  /// Whether any slot has this kind, known or not.
  package func hasSlot(kind: UInt16) -> Bool { slots.contains { $0.kind == kind } }
  /// Whether any slot has this role.
  package func hasSlot(role: UInt8) -> Bool { slots.contains { $0.role == role } }
  /// The slot of this id.
  package func slot(_ slotID: Bytes8) -> Slot? { slots.first { $0.slotID == slotID } }
}

// MARK: - Regions of the encoded header

extension Header {
  /// The bytes that headerHash covers, given the length of the whole header.
  package static func hashedRange(_ headerLength: Int) -> Range<Int> { 0..<(headerLength - Size.headerEnd) }
  /// Where headerHash stands.
  package static func hashRange(_ headerLength: Int) -> Range<Int> {
    (headerLength - Size.headerEnd)..<(headerLength - Size.hash)
  }
  /// The bytes that mac covers, headerHash included.
  package static func macCoveredRange(_ headerLength: Int) -> Range<Int> { 0..<(headerLength - Size.hash) }
}

// MARK: - Reading

extension Header {
  /// Step 5 of reading: structure and limits of the header's bytes, whose hash has been checked.
  /// `bytes` are exactly headerLength bytes. Throws `header`.
  package static func parse(_ bytes: Span<UInt8>) throws(FormatError) -> Header {
    var reader = Reader(bytes, code: .header)
    let fixed = try parseFixed(&reader)
    let count = Int(try reader.u16("header is cut off"))
    guard (1...Limit.slots).contains(count) else { throw reader.error("slotCount is not 1 to 64") }
    guard try reader.u16("header is cut off") == 0 else { throw reader.error("reserved field is not 0") }
    var header = fixed
    header.slots.reserveCapacity(count)
    for _ in 0..<count {
      let start = reader.offset
      let slot = try Slot.parse(&reader)
      if let last = header.slots.last, !(last.slotID < slot.slotID) {
        throw FormatError(.header, at: start, "slotIDs do not ascend")
      }
      header.slots.append(slot)
    }
    guard reader.remaining == Size.headerEnd else { throw reader.error("slots do not fill the header") }
    guard header.hasSlot(role: SlotRole.master) else { throw reader.error("no slot gives the master key") }
    header.headerHash = try reader.fixed("header is cut off")
    header.mac = try reader.fixed("header is cut off")
    return header
  }

  private static func parseFixed(_ reader: inout Reader) throws(FormatError) -> Header {
    let magic = try reader.take(Frame.magic.count, "header is cut off")
    guard ByteOrder.equal(magic, Frame.magic) else { throw reader.error("magic differs") }
    guard try reader.u16("header is cut off") == Frame.version,
      try reader.u16("header is cut off") == Frame.suite
    else { throw reader.error("version or suite is not 1") }
    guard Int(try reader.u32("header is cut off")) == reader.bytes.count else {
      throw reader.error("headerLength differs from the header's length")
    }
    let containerID: Bytes16 = try reader.fixed("header is cut off")
    let keyEpoch = try reader.u32("header is cut off")
    guard (1...Limit.keyEpoch).contains(keyEpoch) else { throw reader.error("keyEpoch is out of range") }
    let generation = try reader.u64("header is cut off")
    guard (1...Limit.generation).contains(generation) else {
      throw reader.error("generation is out of range")
    }
    let fileLength = try reader.u64("header is cut off")
    let rootLength = try reader.u32("header is cut off")
    guard Limit.rootLength.contains(Int(rootLength)), Padding.isFramedBlob(rootLength) else {
      throw reader.error("rootLength is not 40 and a multiple of 256, or out of range")
    }
    return Header(
      containerID: containerID, keyEpoch: keyEpoch, generation: generation, fileLength: fileLength,
      rootLength: rootLength, rootLink: try reader.fixed("header is cut off"), slots: [])
  }

  /// Step 6 of reading: the stated length is the file's, and header, root, their copies and the
  /// trailer fit in. Throws `length`.
  package func checkLength(fileSize: UInt64) throws(FormatError) {
    guard fileLength == fileSize else {
      throw FormatError(.length, at: 44, "fileLength differs from the file's size")
    }
    guard fileSize >= lengthWithoutSegments else {
      throw FormatError(.length, at: 44, "file is too short for header, root and their copies")
    }
  }

  /// 2 · headerLength + 2 · rootLength + 16.
  package var lengthWithoutSegments: UInt64 {
    2 * UInt64(encodedCount) + 2 * UInt64(rootLength) + UInt64(Size.trailer)
  }
}

// MARK: - Writing

extension Header {
  /// The bytes that headerHash covers. Throws `framing` if the header would pass 64 KiB, `header`
  /// if its slots are not 1 to 64.
  package func encodeHashed(into out: inout Writer) throws(FormatError) {
    guard encodedCount <= Limit.header else {
      throw FormatError(.framing, at: Size.fixedHeader, "header would be longer than 64 KiB")
    }
    guard (1...Limit.slots).contains(slots.count) else {
      throw FormatError(.header, at: 88, "slotCount would not be 1 to 64")
    }
    out.append(Frame.magic)
    out.u16(Frame.version)
    out.u16(Frame.suite)
    out.u32(UInt32(encodedCount))
    out.append(containerID)
    out.u32(keyEpoch)
    out.u64(generation)
    out.u64(fileLength)
    out.u32(rootLength)
    out.append(rootLink)
    out.u16(UInt16(slots.count))
    out.u16(0)
    for slot in slots { slot.encode(into: &out) }
  }

  /// The whole header, with headerHash and mac as they stand.
  package func encode(into out: inout Writer) throws(FormatError) {
    try encodeHashed(into: &out)
    out.append(headerHash)
    out.append(mac)
  }
}
