import SecretFile
import Testing

@Suite struct FormatRootTests {
  static func tlv(_ tag: UInt16, _ value: [UInt8]) -> [UInt8] { FormatTLVTests.tlv(tag, value) }
  static let times = tlv(2, [UInt8](repeating: 0, count: 8)) + tlv(3, [UInt8](repeating: 0, count: 8))

  /// A header of one slot whose lengths go with a root of `segments` bytes of segments.
  static func header(kind: UInt16 = 2, role: UInt8 = 0, generation: UInt64 = 1, segments: UInt64 = 0)
    -> Header
  {
    let size: [UInt16: Int] = [1: 168, 2: 72, 3: 104]
    var body = [UInt8](repeating: 0, count: size[kind] ?? 0)
    if kind == 1 { (body[0], body[4]) = (1, 8) }
    var slots = [Slot(kind: kind, role: 0, slotID: Bytes8(InlineArray(repeating: 1)), body: body)]
    if role == 1 {
      slots.append(
        Slot(
          kind: 9, role: 1, slotID: Bytes8(InlineArray(repeating: 2)), body: [UInt8](repeating: 0, count: 104)
        ))
    }
    var header = Header(
      containerID: Bytes16(), keyEpoch: 5, generation: generation, fileLength: 0, rootLength: 296,
      rootLink: Bytes32(), slots: slots)
    header.fileLength = header.lengthWithoutSegments + segments
    return header
  }

  private func refuse(
    _ bytes: [UInt8], _ header: Header = header(), sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: FormatError.self, sourceLocation: sourceLocation) {
      try Root.parse(bytes[...], header: header)
    }
    #expect(error?.code == .root, sourceLocation: sourceLocation)
  }

  private func accept(
    _ bytes: [UInt8], _ header: Header = header(), sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let root = try Root.parse(bytes[...], header: header)
    #expect(try root.encode() == bytes, sourceLocation: sourceLocation)
  }

  @Test func required() throws {
    try accept(Self.times)
    refuse([])
    refuse(Self.tlv(2, [UInt8](repeating: 0, count: 8)))
    refuse(Self.tlv(3, [UInt8](repeating: 0, count: 8)))
  }

  @Test func presentExactlyWhen() throws {
    let mac = [UInt8](repeating: 1, count: 32)
    try accept(Self.times + Self.tlv(6, mac), Self.header(generation: 2))
    refuse(Self.times, Self.header(generation: 2))
    refuse(Self.times + Self.tlv(6, mac))
    try accept(Self.times + Self.tlv(9, mac), Self.header(kind: 1))
    refuse(Self.times, Self.header(kind: 1))
    refuse(Self.times + Self.tlv(9, mac))
    try accept(Self.times + Self.tlv(14, mac), Self.header(role: 1))
    refuse(Self.times, Self.header(role: 1))
    refuse(Self.times + Self.tlv(14, mac))
  }

  @Test func notes() throws {
    let id = [UInt8](repeating: 1, count: 8)
    func note(_ id: [UInt8], _ value: [UInt8]) -> [UInt8] {
      var out = Writer()
      out.append(id)
      out.u16(UInt16(value.count))
      out.append(value)
      return out.bytes
    }
    let recipient = Self.tlv(3, [UInt8](repeating: 9, count: 32))
    try accept(Self.times + Self.tlv(7, note(id, Self.tlv(1, [0x61]))))
    try accept(Self.times + Self.tlv(7, note(id, recipient)), Self.header(kind: 3))
    try accept(Self.times + Self.tlv(7, note(id, Self.tlv(1, [0x61]))), Self.header(kind: 9))
    refuse(Self.times + Self.tlv(7, note(id, recipient)), Self.header(kind: 9))
    refuse(Self.times + Self.tlv(7, note(id, [])))
    refuse(Self.times + Self.tlv(7, []))
    refuse(Self.times + Self.tlv(7, note(id, recipient)))
    refuse(Self.times, Self.header(kind: 3))
    refuse(Self.times + Self.tlv(7, note(id, Self.tlv(1, [0x61]))), Self.header(kind: 3))
    refuse(Self.times + Self.tlv(7, note([UInt8](repeating: 2, count: 8), Self.tlv(1, [0x61]))))
    refuse(Self.times + Self.tlv(7, note(id, Self.tlv(1, [0x61])) + note(id, Self.tlv(1, [0x61]))))
    refuse(Self.times + Self.tlv(7, note(id, Self.tlv(0x8004, [0x61]))))
    refuse(Self.times + Self.tlv(7, note(id, Self.tlv(1, [0x61])).dropLast()))
  }

  @Test func digests() throws {
    func entry(_ first: UInt8) -> [UInt8] { [first] + [UInt8](repeating: 0, count: 23) }
    let key = Self.tlv(11, [UInt8](repeating: 1, count: 32))
    try accept(Self.times + key)
    try accept(Self.times + key + Self.tlv(12, entry(1) + entry(2)))
    try accept(Self.times + Self.tlv(13, entry(1) + entry(2)))
    refuse(Self.times + Self.tlv(12, entry(1)))
    refuse(Self.times + Self.tlv(13, entry(2) + entry(1)))
    refuse(Self.times + Self.tlv(13, entry(1) + entry(1)))
    refuse(Self.times + Self.tlv(13, entry(1) + [0]))
    refuse(Self.times + Self.tlv(13, []))
    let many = (0..<4_097).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] + [UInt8](repeating: 0, count: 22) }
    try accept(Self.times + Self.tlv(13, [UInt8](many[..<(4_096 * 24)])))
    refuse(Self.times + Self.tlv(13, many))
  }

  @Test func oldestDigestGoesFirst() {
    func digest(_ number: Int) -> Bytes16 {
      var digest = Bytes16()
      (digest.storage[0], digest.storage[1]) = (UInt8(number >> 8), UInt8(number & 255))
      return digest
    }
    var list: [DatedDigest] = []
    for number in (0..<4_096).reversed() {
      DatedDigest.insert(
        DatedDigest(digest: digest(number), time: number == 7 || number == 9 ? -1 : 5), into: &list)
    }
    #expect(list.count == 4_096 && list[7].time == -1)
    DatedDigest.insert(DatedDigest(digest: digest(5_000), time: 6), into: &list)
    #expect(list.count == 4_096 && list[7].digest == digest(8) && list[8].time == -1)
    DatedDigest.insert(DatedDigest(digest: digest(5_000), time: 7), into: &list)
    #expect(list.count == 4_096 && list.last?.time == 7)
    DatedDigest.remove(digest(5_000), from: &list)
    #expect(list.count == 4_095 && list.last?.digest == digest(4_095))
  }

  private static func segment(
    _ name: [UInt8], records: UInt32 = 1, page: UInt32 = 296, payload: UInt32 = 104
  ) -> [UInt8] {
    var out = Writer()
    out.u16(UInt16(name.count))
    out.append(name)
    out.u32(records)
    out.u32(page)
    out.u32(payload)
    out.zeros(32)
    return out.bytes
  }

  private static func count(_ number: UInt8) -> [UInt8] { tlv(4, [number, 0, 0, 0]) }

  @Test func segments() throws {
    let one = Self.segment([1])
    try accept(Self.times + Self.count(1) + Self.tlv(10, one), Self.header(segments: 400))
    refuse(Self.times + Self.count(2) + Self.tlv(10, one), Self.header(segments: 400))
    refuse(Self.times + Self.count(1) + Self.tlv(10, one), Self.header(segments: 401))
    refuse(Self.times + Self.tlv(4, [0, 0, 0, 0]))
    try accept(
      Self.times + Self.count(2) + Self.tlv(10, one + Self.segment([1, 0])), Self.header(segments: 800))
    refuse(Self.times + Self.count(2) + Self.tlv(10, one + one), Self.header(segments: 800))
    refuse(Self.times + Self.count(2) + Self.tlv(10, Self.segment([2]) + one), Self.header(segments: 800))
    refuse(Self.times + Self.tlv(10, Self.segment([1], records: 0)), Self.header(segments: 400))
    for page in [0, 40, 295, 297, 65_833, 66_088] as [UInt32] {
      refuse(
        Self.times + Self.count(1) + Self.tlv(10, Self.segment([1], page: page)),
        Self.header(segments: UInt64(page) + 104))
    }
    let most = Self.segment([1], records: 2, page: 65_832, payload: 1 << 20)
    try accept(Self.times + Self.count(2) + Self.tlv(10, most), Self.header(segments: 65_832 + 1 << 20))
    let more = Self.segment([1], records: 2, payload: 1 << 20 + 1)
    refuse(Self.times + Self.count(2) + Self.tlv(10, more), Self.header(segments: 296 + 1 << 20 + 1))
    let single = Self.segment([1], payload: 1 << 20 + 1)
    try accept(Self.times + Self.count(1) + Self.tlv(10, single), Self.header(segments: 296 + (1 << 20 + 1)))
  }

  @Test func firstIdentityAtTheLimit() throws {
    func root(_ count: Int) -> [UInt8] {
      Self.times + Self.count(1) + Self.tlv(10, Self.segment([UInt8](repeating: 9, count: count)))
    }
    refuse(root(0), Self.header(segments: 400))
    try accept(root(1), Self.header(segments: 400))
    try accept(root(2_050), Self.header(segments: 400))
    refuse(root(2_051), Self.header(segments: 400))
  }

  /// The key table has its own stage; the root only knows that it is not empty.
  @Test func keyTableIsBytes() throws {
    try accept(Self.times + Self.tlv(8, [0xFF]))
    refuse(Self.times + Self.tlv(8, []))
    refuse(Self.times + Self.tlv(10, []))
    let error = #expect(throws: FormatError.self) { try KeyTable.parse([UInt8]([0xFF]).span, keyEpoch: 1) }
    #expect(error?.code == .keyTable)
  }

  @Test func itemsAtTheLimit() throws {
    func root(_ records: UInt32) -> [UInt8] {
      var out = Writer()
      out.u32(records)
      return Self.times + Self.tlv(4, out.bytes)
        + Self.tlv(10, Self.segment([1], records: records, payload: 0))
    }
    try accept(root(1 << 24), Self.header(segments: 296))
    refuse(root(1 << 24 + 1), Self.header(segments: 296))
  }

  @Test func lookup() throws {
    let table = try SegmentTable(
      [[2], [4], [4, 0], [9]].enumerated().map { index, name in
        Segment(
          firstIdentity: name, recordCount: 1, pageLength: 296, payloadBytes: UInt32(index),
          pageLink: Bytes32(InlineArray(repeating: UInt8(index))))
      })
    #expect(table.count == 4 && table.recordCount == 4 && table.length == 4 * 296 + 6)
    #expect((0..<4).map { table.position($0) } == [0, 296, 593, 891])
    #expect(table[2].firstIdentity == [4, 0] && table.pageLink(2) == Bytes32(InlineArray(repeating: 2)))
    #expect(table.payloadBytes(3) == 3 && table.pageLength(3) == 296 && table.recordCount(3) == 1)
    for (name, expected) in [
      ([], nil), ([1], nil), ([2], 0), ([2, 5], 0), ([3], 0), ([4], 1), ([4, 0], 2), ([5], 2), ([9], 3),
      ([10], 3),
    ] as [([UInt8], Int?)] {
      #expect(table.locate(name.span) == expected)
    }
    #expect(SegmentTable().locate([UInt8]([1]).span) == nil)
  }
}
