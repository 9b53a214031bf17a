import SecretFile
import Testing

@Suite struct FormatRecordTests {
  static let table = KeyTable([
    entry(1, .whenUnlocked), entry(2, .whenUnlockedThisDeviceOnly),
    entry(3, .whenUnlocked, [.applicationPassword]),
  ])

  static func entry(_ id: UInt32, _ accessibility: Accessibility, _ control: AccessControl = []) -> KeyEntry {
    KeyEntry(
      keyID: id, accessibility: accessibility, accessControl: control, sinceEpoch: 1,
      deviceID: accessibility.isThisDeviceOnly ? Bytes16(InlineArray(repeating: 0xDE)) : nil,
      check: Bytes32(),
      chains: [])
  }

  /// A record by hand: generic password s/a, key 1, a label.
  static let sample: [UInt8] = {
    var record = [UInt8](repeating: 0x11, count: 16) + [1, 0, 0, 0]
    record += [0x10, 0, 0, 0, 0, 0, 0, 0] + [0x20, 0, 0, 0, 0, 0, 0, 0] + [5, 0, 0, 0] + [4, 0, 0, 0]
    record += [1] + [3, 0, 0, 0] + [UInt8](repeating: 0x33, count: 32)
    record += [7, 0] + [1, 0, 0x73, 0, 0x61, 0, 0] + [2, 0, 1, 0, 0, 0, 0x4C]
    return [UInt8(record.count), 0] + record
  }()

  private func parse(_ bytes: [UInt8]) throws -> Record {
    try RecordView.parse(bytes.span, at: 0, keyTable: Self.table).record()
  }

  @Test func fields() throws {
    let record = try parse(Self.sample)
    #expect(record.itemID == Bytes16(InlineArray(repeating: 0x11)) && record.keyID == 1)
    #expect(
      record.created == 16 && record.modified == 32 && record.revision == 5 && record.payloadRevision == 4)
    #expect(record.contentType == .text && record.payloadLength == 3)
    #expect(record.payloadLink == Bytes32(InlineArray(repeating: 0x33)))
    #expect(record.identity.bytes == [1, 0, 0x73, 0, 0x61, 0, 0])
    #expect(
      record.attributes
        == {
          var attributes = ItemAttributes(service: "s", account: "a")
          attributes.label = "L"
          return attributes
        }())
    var out = Writer()
    try record.encode(into: &out)
    #expect(out.bytes == Self.sample)
  }

  @Test(arguments: [
    (0, 0), (0, 85), (0, 255), (18, 9), (18, 2), (18, 3), (38, 3), (42, 0), (42, 6), (46, 3), (46, 4),
    (50, 5),
    (83, 6), (83, 8), (83, 255), (85, 3), (85, 4), (91, 2), (92, 0), (93, 0x80), (94, 2),
  ])
  func oneByteWrong(_ offset: Int, _ value: UInt8) {
    var bytes = Self.sample
    bytes[offset] = value
    let error = #expect(throws: FormatError.self) { try parse(bytes) }
    #expect(error?.code == .record)
  }

  @Test func scopes() throws {
    func with(_ keyID: UInt32, _ scope: Bytes16?) throws -> Record {
      var record = try parse(Self.sample)
      record.keyID = keyID
      record.rename(try record.identity.scoped(to: scope))
      var out = Writer()
      try record.encode(into: &out)
      return try parse(out.bytes)
    }
    let device = Bytes16(InlineArray(repeating: 0xDE))
    #expect(try with(2, device).identity.scope == device)
    #expect(throws: FormatError.self) { try with(2, nil) }
    #expect(throws: FormatError.self) { try with(2, Bytes16()) }
    #expect(throws: FormatError.self) { try with(1, device) }
  }

  @Test func passwordParameters() throws {
    func with(_ keyID: UInt32, _ parameters: PasswordParameters?) throws {
      var record = try parse(Self.sample)
      record.keyID = keyID
      record.attributes.setApplicationPassword(parameters)
      var out = Writer()
      try record.encode(into: &out)
      #expect(try parse(out.bytes) == record)
    }
    let some = PasswordParameters(opslimit: 1, memlimitKiB: 8, salt: Bytes16())
    try with(3, some)
    #expect(throws: FormatError.self) { try with(3, nil) }
    #expect(throws: FormatError.self) { try with(1, some) }
  }

  @Test func sizesAtTheLimit() throws {
    func with(comment: Int) throws -> Int {
      var record = try parse(Self.sample)
      record.attributes.comment = String(repeating: "x", count: comment)
      var out = Writer()
      out.u8(0)
      do {
        try record.encode(into: &out)
      } catch {
        #expect(out.count == 1)
        throw error
      }
      _ = try RecordView.parse(out.bytes.span, at: 1, keyTable: Self.table)
      return out.count - 1
    }
    let overhead = Self.sample.count + 6
    #expect(try with(comment: 61_442 - overhead) == 61_442)
    #expect(throws: FormatError.self) { try with(comment: 61_443 - overhead) }
  }

  @Test func payloadAtTheLimit() throws {
    var record = try parse(Self.sample)
    for (length, fits) in [(67_108_864, true), (67_108_865, false)] as [(UInt32, Bool)] {
      record.payloadLength = length
      var out = Writer()
      try record.encode(into: &out)
      #expect(((try? parse(out.bytes)) != nil) == fits)
    }
  }
}
