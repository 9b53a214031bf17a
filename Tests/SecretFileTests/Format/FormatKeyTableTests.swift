import SecretFile
import Testing

@Suite struct FormatKeyTableTests {
  /// One entry by hand: keyID 2, WhenUnlockedThisDeviceOnly, userPresence, two chains.
  static let sample: [UInt8] = {
    var entry: [UInt8] = [2, 0, 0, 0, 9, 1, 0, 0, 0, 3, 0, 0, 0]
    entry += [UInt8](repeating: 0xDE, count: 16) + [UInt8](repeating: 0xCC, count: 32) + [2]
    entry += [2, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0xB1, count: 152)
    entry += [2, 1, 3] + [UInt8](repeating: 0xB2, count: 152)
    return [UInt8(entry.count & 255), UInt8(entry.count >> 8)] + entry
  }()

  @Test func fields() throws {
    let table = try KeyTable.parse(Self.sample.span, keyEpoch: 3)
    let entry = try #require(table.entry(2))
    #expect(entry.accessibility == .whenUnlockedThisDeviceOnly && entry.accessControl == .userPresence)
    #expect(entry.sinceEpoch == 3 && entry.deviceID == Bytes16(InlineArray(repeating: 0xDE)))
    #expect(entry.chains.map(\.factors) == [[.device, .presence(set: Bytes8())], [.device, .passcode]])
    #expect(entry.chains.map(\.blob.count) == [152, 152])
    #expect(try table.encoded() == Self.sample)
    var bound = Writer()
    entry.encodeBound(into: &bound)
    #expect(bound.bytes == [2, 0, 0, 0, 9, 1, 0, 0, 0, 3, 0, 0, 0])
    #expect(table.entry(1) == nil && table.entry(3) == nil)
  }

  @Test(arguments: [
    (0, 0), (2, 0), (6, 5), (6, 13), (6, 6), (7, 4), (7, 3), (8, 0xC0), (11, 4), (11, 0), (63, 0), (63, 3),
    (63, 1), (64, 1), (64, 3), (65, 0), (66, 1), (66, 3), (67, 1), (229, 2),
  ])
  func oneByteWrong(_ offset: Int, _ value: UInt8) {
    var bytes = Self.sample
    bytes[offset] = value
    let error = #expect(throws: FormatError.self) { try KeyTable.parse(bytes.span, keyEpoch: 3) }
    #expect(error?.code == .keyTable)
  }

  @Test func order() throws {
    var second = Self.sample
    second[2] = 1
    #expect(throws: FormatError.self) { try KeyTable.parse((Self.sample + second).span, keyEpoch: 3) }
    #expect(throws: FormatError.self) { try KeyTable.parse((Self.sample + Self.sample).span, keyEpoch: 3) }
    #expect(try KeyTable.parse((second + Self.sample).span, keyEpoch: 3).entries.map(\.keyID) == [1, 2])
  }

  @Test func lookup() {
    var generator = FormatGenerator(seed: 5)
    var table = KeyTable([9, 3, 7].map { generator.keyEntry($0) })
    #expect(table.entries.map(\.keyID) == [3, 7, 9])
    for id in UInt32(0)...12 { #expect(table.entry(id)?.keyID == ([3, 7, 9].contains(id) ? id : nil)) }
    let replacement = generator.keyEntry(7)
    table.set(replacement)
    table.set(generator.keyEntry(1))
    #expect(table.entries.map(\.keyID) == [1, 3, 7, 9] && table.entry(7) == replacement)
  }

  @Test func entriesAtTheLimit() throws {
    let entry = KeyEntry(
      keyID: 1, accessibility: .whenUnlocked, accessControl: [], sinceEpoch: 1, deviceID: nil,
      check: Bytes32(),
      chains: [Chain(factors: [], blob: [UInt8](repeating: 0, count: 72))])
    func table(_ count: UInt32) -> [UInt8] {
      var out = Writer()
      for id in 1...count {
        var entry = entry
        entry.keyID = id
        entry.encode(into: &out)
      }
      return out.bytes
    }
    #expect(try KeyTable.parse(table(4_096).span, keyEpoch: 1).entries.count == 4_096)
    let error = #expect(throws: FormatError.self) { try KeyTable.parse(table(4_097).span, keyEpoch: 1) }
    #expect(error?.code == .keyTable)
  }
}
