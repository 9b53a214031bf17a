import SecretFile
import Testing

@Suite struct FormatTLVTests {
  private static let name = IdentityParts(service: [], account: [])

  static func tlv(_ tag: UInt16, _ value: [UInt8]) -> [UInt8] {
    var out = Writer()
    out.u16(tag)
    out.u32(UInt32(value.count))
    out.append(value)
    return out.bytes
  }

  private func parse(_ bytes: [UInt8]) throws -> ItemAttributes {
    let kept = try ItemAttributes.parse(bytes.span, base: 0, name: Self.name)
    _ = try ItemAttributes.check(bytes.span, base: 0)
    return kept
  }

  static let good: [(UInt16, [UInt8])] = [
    (1, [1, 0, 0, 0, 8, 0, 0, 0] + [UInt8](repeating: 1, count: 16)), (2, [0]), (3, [0xC3, 0xA9]),
    (4, [0x61]),
    (5, [0xFF]), (6, [1, 0, 0, 0]), (7, [0, 0, 0, 0x80]), (8, [1]), (9, [1]), (10, tlv(1, [0x61])),
    (11, [UInt8](repeating: 0, count: 16)), (12, [UInt8](repeating: 0, count: 8)),
    (13, [UInt8](repeating: 0xFF, count: 8)), (14, [0, 0, 0, 0, 0, 0]), (14, [1, 0, 0x61, 1, 0, 0, 0, 9]),
    (15, [7, 0, 0, 0]), (16, []), (0x7FFF, [1]), (10, tlv(9, [])),
  ]

  @Test(arguments: good)
  func accepted(_ tag: UInt16, _ value: [UInt8]) throws {
    let bytes = Self.tlv(tag, value)
    var out = Writer()
    try parse(bytes).encode(into: &out)
    #expect(out.bytes == bytes)
  }

  static let bad: [[UInt8]] = [
    // Tag 0, a critical one, out of order, twice.
    tlv(0, [1]), tlv(0x8000, []), tlv(0x8002, [1]), tlv(3, [0x61]) + tlv(2, [0x61]),
    tlv(2, [0x61]) + tlv(2, [0x61]),
    // Defaults that are written out, and values of the wrong size or shape.
    tlv(2, []), tlv(5, []), tlv(6, [0, 0, 0, 0]), tlv(8, [0]), tlv(8, [2]), tlv(8, []), tlv(8, [1, 1]),
    tlv(10, []), tlv(14, []), tlv(15, [0, 0, 0, 0]), tlv(15, [8, 0, 0, 0]), tlv(6, [1, 0, 0]),
    tlv(11, [UInt8](repeating: 1, count: 15)), tlv(12, [UInt8](repeating: 1, count: 7)),
    tlv(2, [0xFF]), tlv(2, [0xC0, 0x80]), tlv(2, [0xED, 0xA0, 0x80]), tlv(10, tlv(1, [])),
    tlv(10, tlv(1, [0xFF])), tlv(10, tlv(0x8001, [1])),
    // Costs below the least.
    tlv(1, [0, 0, 0, 0, 8, 0, 0, 0] + [UInt8](repeating: 1, count: 16)),
    tlv(1, [1, 0, 0, 0, 7, 0, 0, 0] + [UInt8](repeating: 1, count: 16)), tlv(1, [1, 0, 0, 0]),
    // User attributes: order, twice, not UTF-8, cut off.
    tlv(14, [1, 0, 0x62, 0, 0, 0, 0, 1, 0, 0x61, 0, 0, 0, 0]),
    tlv(14, [1, 0, 0x61, 0, 0, 0, 0, 1, 0, 0x61, 0, 0, 0, 0]), tlv(14, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    tlv(14, [1, 0, 0xFF, 0, 0, 0, 0]), tlv(14, [1, 0, 0x61, 1, 0, 0, 0]), tlv(14, [2, 0, 0x61]),
    // Cut off.
    [2], [2, 0], [2, 0, 1, 0, 0], [2, 0, 1, 0, 0, 0], [2, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x61],
  ]

  @Test(arguments: bad)
  func refused(_ bytes: [UInt8]) {
    let error = #expect(throws: FormatError.self) { try parse(bytes) }
    #expect(error?.code == .record)
    let checked = #expect(throws: FormatError.self) { try ItemAttributes.check(bytes.span, base: 0) }
    #expect(checked?.code == .record && checked?.offset == error?.offset)
  }

  /// The check without copies accepts what reading accepts, and refuses the rest at the same place.
  @Test func checkAgreesWithParse() {
    let seed = UInt64.random(in: 1...UInt64.max)
    var generator = FormatGenerator(seed: seed)
    var (accepted, refused) = (0, 0)
    for round in 0..<2_000 {
      var out = Writer()
      generator.attributes(Self.name).encode(into: &out)
      let bytes = round % 4 == 0 ? out.bytes : generator.damaged(out.bytes)
      let parsed = Self.offset { _ = try ItemAttributes.parse(bytes.span, base: 0, name: Self.name) }
      let checked = Self.offset { _ = try ItemAttributes.check(bytes.span, base: 0) }
      #expect(parsed == checked, "seed \(seed) round \(round)")
      if parsed == nil { accepted += 1 } else { refused += 1 }
    }
    #expect(accepted > 0 && refused > 0)
  }

  private static func offset(_ body: () throws -> Void) -> Int? {
    do {
      try body()
      return nil
    } catch {
      return (error as? FormatError)?.offset
    }
  }

  @Test func unknownTagsKeepTheirPlace() throws {
    var attributes = ItemAttributes(Self.name)
    attributes.unknown.append(100, [1, 2])
    attributes.unknown.append(0x7FFF, [])
    attributes.label = "x"
    var out = Writer()
    attributes.encode(into: &out)
    #expect(out.bytes == Self.tlv(2, [0x78]) + Self.tlv(100, [1, 2]) + Self.tlv(0x7FFF, []))
  }

  @Test func errorsTellTheOffset() {
    let bytes = Self.tlv(2, [0x61]) + Self.tlv(6, [0, 0, 0, 0])
    let error = #expect(throws: FormatError.self) {
      try ItemAttributes.parse(bytes.span, base: 100, name: Self.name)
    }
    #expect(error?.offset == 113)
  }

  @Test func userAttributesAreOrderedByBytes() {
    var attributes = UserAttributes()
    attributes["é"] = [1]
    attributes["z"] = [2]
    attributes[""] = []
    attributes["e\u{301}"] = [3]
    #expect(
      attributes.entries.map { Array($0.key.utf8) } == [[], [0x65, 0xCC, 0x81], [0x7A], [0xC3, 0xA9]])
    #expect(attributes["e\u{301}"] == [3] && attributes["\u{E9}"] == [1] && attributes["y"] == nil)
    attributes["z"] = nil
    attributes["nothing"] = nil
    attributes["é"] = [4]
    #expect(attributes.entries.count == 3 && attributes["é"] == [4])
  }
}
