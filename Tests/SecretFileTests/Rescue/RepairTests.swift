import Files
import SecretCrypto
import SecretFile
import Testing

/// The frame of a file rebuilt from its other end, byte for byte, without a key.
@Suite struct RepairTests {
  /// The side whose header is whole if this byte is of the other one's MAC.
  private static func sideWithoutThisMAC(_ fixture: RescueFixture, _ offset: Int) -> RepairSide? {
    let trailer = 16
    let length = fixture.headerLength
    if offset >= length - 32 && offset < length { return .end }
    let end = fixture.original.count - trailer
    return offset >= end - 32 && offset < end ? .start : nil
  }

  private func repair(
    _ bytes: [UInt8], _ folder: TemporaryFolder, from side: RepairSide? = nil
  ) throws -> RepairReport {
    try folder.write(bytes, "damaged")
    if try folder.names.contains("repaired") { try folder.remove("repaired") }
    return try Container.repair(folder.path("damaged"), to: folder.path("repaired"), from: side)
  }

  @Test func everyByteOfTheFrame() throws {
    let fixture = try RescueFixture.small()
    let folder = fixture.folder
    for offset in fixture.original.indices {
      var bytes = fixture.original
      bytes[offset] ^= offset.isMultiple(of: 2) ? 0x01 : 0x80
      if let whole = Self.sideWithoutThisMAC(fixture, offset) {
        // The hash does not cover the MAC: no key, no decision.
        #expect(thrown { _ = try repair(bytes, folder) } == .copies, "\(offset)")
        #expect(thrown { _ = try Container.repair(folder.path("damaged"), to: nil) } == .copies, "\(offset)")
        for side in [RepairSide.start, .end] {
          #expect(
            thrown { _ = try Container.repair(folder.path("damaged"), to: nil, from: side) } == .usage,
            "\(offset)")
        }
        #expect(try folder.bytes("damaged") == bytes)
        _ = try repair(bytes, folder, from: whole)
        if try folder.bytes("repaired") != fixture.original { Issue.record("\(offset): not as it was") }
        continue
      }
      let report = try repair(bytes, folder)
      #expect(try folder.bytes("damaged") == bytes)
      if fixture.segments.contains(offset) {
        #expect(try report.isWhole && !folder.names.contains("repaired"), "\(offset): items have no copies")
      } else {
        #expect(report.rebuilt.count == 1, "\(offset): \(report.rebuilt)")
        if try folder.bytes("repaired") != fixture.original { Issue.record("\(offset): not as it was") }
      }
    }
  }

  /// A whole end overwritten, the other left.
  @Test func wholeRegions() throws {
    let fixture = try RescueFixture.small()
    let (start, end) = (fixture.segments.lowerBound, fixture.segments.upperBound)
    for range in [
      0..<start, 0..<8, 8..<start - 300, end..<fixture.original.count, end + 10..<fixture.original.count,
    ] {
      var bytes = fixture.original
      for offset in range { bytes[offset] = 0 }
      #expect(try !repair(bytes, fixture.folder).isWhole)
      #expect(try fixture.folder.bytes("repaired") == fixture.original, "\(range)")
    }
    // The header of one end and the root of the other.
    var bytes = fixture.original
    bytes[20] ^= 1
    bytes[end + 50] ^= 1
    #expect(try repair(bytes, fixture.folder).rebuilt == ["header", "root, again"])
    #expect(try fixture.folder.bytes("repaired") == fixture.original)
  }

  @Test func bytesAfterTheEnd() throws {
    let fixture = try RescueFixture.small()
    let report = try repair(fixture.original + [UInt8](repeating: 7, count: 5_000), fixture.folder)
    #expect(report.rebuilt == ["bytes after the end"])
    #expect(try fixture.folder.bytes("repaired") == fixture.original)
  }

  @Test func inPlace() throws {
    let fixture = try RescueFixture.small()
    var bytes = fixture.original
    bytes[30] ^= 1
    try fixture.folder.write(bytes)
    #expect(try Container.repairPlan(fixture.folder.path()).rebuilt == ["header"])
    #expect(try fixture.folder.bytes() == bytes, "a plan changes nothing")
    #expect(try Container.repair(fixture.folder.path(), to: nil).rebuilt == ["header"])
    #expect(try fixture.folder.bytes() == fixture.original)
    #expect(try fixture.folder.names == ["container.secretfile"])
  }

  /// What cannot be rebuilt is refused, and nothing is written.
  @Test func whatCannotBeRepaired() throws {
    let fixture = try RescueFixture.small()
    let (folder, original) = (fixture.folder, fixture.original)
    let (start, end) = (fixture.segments.lowerBound, fixture.segments.upperBound)
    func code(_ bytes: [UInt8]) throws -> SecretFileError.Code? {
      let code = thrown { _ = try repair(bytes, folder) }
      #expect(try !folder.names.contains("repaired"))
      return code
    }
    var both = original
    both[20] ^= 1
    both[original.count - 100] ^= 1
    #expect(try code(both) == .headerHash)
    var roots = original
    roots[start - 1] ^= 1
    roots[end] ^= 1
    #expect(try code(roots) == .root)
    #expect(try code(Array(original[..<(original.count - 1)])) == .length)
    #expect(try code(Array(original[..<(start + 10)])) == .length)
    #expect(try code(Array(original[..<start]) + original[(start + 1)...]) == .length)
    #expect(try code(Array(original[..<start]) + [0] + original[start...]) == .length)
    #expect(try code(Array("{}".utf8)) == .notSecretFile)
    #expect(try code([]) == .notSecretFile)
    // Two versions in one file: a writer that wrote in place.
    let container = try Container.open(at: folder.path(), with: Fixture.credentials())
    try container.update { (change) throws(SecretFileError) in
      try change.set(Fixture.item("s", "account 1", "secret 9"))
    }
    let newer = try folder.bytes()
    #expect(newer.count == original.count)
    #expect(try code(Array(newer[..<start]) + original[start...]) == .copies)
  }
}
