import Files
import SecretCrypto
import SecretFile
import Testing

/// Every intact item comes out of a container with damage anywhere, and the report names the rest.
@Suite struct SalvageTests {
  @Test func everyByteChanged() throws {
    let fixture = try RescueFixture.small()
    // A prime step meets all parts; the full form every byte.
    for offset in fixture.original.indices
    where offset % (ContainerSweepTests.isFull ? 1 : 13) == 0 {
      var bytes = fixture.original
      bytes[offset] ^= offset.isMultiple(of: 2) ? 0x01 : 0x80
      let report = try fixture.check(bytes, "byte \(offset)")
      if fixture.segments.contains(offset) {
        let loss = try #require(report.lost.first, "byte \(offset)")
        #expect(report.lost.count == 1 && holds(loss, offset), "byte \(offset)")
      } else {
        #expect(report.lost.isEmpty && report.saved == 7, "byte \(offset)")
      }
    }
  }

  /// What is before the cut is saved; header and root come from the start.
  @Test func everyLengthCut() throws {
    let fixture = try RescueFixture.small()
    var last = -1
    for length in stride(
      from: fixture.original.count, to: fixture.segments.lowerBound - 1,
      by: ContainerSweepTests.isFull ? -1 : -29
    ).reversed() {
      let report = try fixture.check(Array(fixture.original[..<length]), "\(length) bytes")
      #expect(report.saved >= last, "\(length) bytes: a longer file loses more")
      last = report.saved
      for loss in report.lost { #expect(end(loss) > length, "\(length) bytes: lost, but it is there") }
    }
    #expect(last == 7)
    #expect(
      thrown { _ = try fixture.salvage(Array(fixture.original[..<(fixture.segments.lowerBound - 1)])) }
        == .root)
    #expect(thrown { _ = try fixture.salvage(Array(fixture.original[..<100])) } == .framing)
  }

  /// The beginning gone: everything is found from the end.
  @Test func theStartCutOff() throws {
    let fixture = try RescueFixture.small()
    for cut in stride(from: 1, to: fixture.segments.upperBound, by: ContainerSweepTests.isFull ? 1 : 37) {
      let report = try fixture.check(Array(fixture.original[cut...]), "without the first \(cut) bytes")
      #expect(report.shift == Int64(-cut))
      if cut <= fixture.segments.lowerBound { #expect(report.lost.isEmpty) }
      for loss in report.lost { #expect(begin(loss) < cut, "without the first \(cut) bytes") }
    }
  }

  @Test func bytesPutInAndTakenOut() throws {
    let fixture = try RescueFixture.large()
    for place in stride(from: 3, to: fixture.original.count, by: ContainerSweepTests.isFull ? 9_973 : 70_001)
    {
      for count in [1, 700] {
        var more = fixture.original
        more.insert(contentsOf: [UInt8](repeating: 0x20, count: count), at: place)
        let inserted = try fixture.check(more, "\(count) bytes put in at \(place)")
        #expect(
          inserted.lost.allSatisfy { begin($0) < place && place < end($0) }, "\(count) put in at \(place)")
        if place + count > fixture.original.count { continue }
        var fewer = fixture.original
        fewer.removeSubrange(place..<(place + count))
        let deleted = try fixture.check(fewer, "\(count) bytes taken out at \(place)")
        #expect(
          deleted.lost.allSatisfy { begin($0) < place + count && place < end($0) },
          "\(count) taken out at \(place)")
      }
    }
  }

  /// Several places at once; each loss holds one of them.
  @Test func damageInManyPlaces() throws {
    let fixture = try RescueFixture.large()
    var random = FormatGenerator(seed: 6)
    for round in 0..<(ContainerSweepTests.isFull ? 40 : 6) {
      var bytes = fixture.original
      var places: [Int] = []
      for _ in 0...round {
        let place = Int.random(in: fixture.segments, using: &random)
        places.append(place)
        bytes[place] = ~fixture.original[place]
      }
      if round.isMultiple(of: 2) { bytes[5] ^= 1 } else { bytes[bytes.count - 5] ^= 1 }
      let report = try fixture.check(bytes, "round \(round)")
      for loss in report.lost { #expect(places.contains { holds(loss, $0) }, "round \(round)") }
      for place in places { #expect(report.lost.contains { holds($0, place) }, "round \(round)") }
    }
  }

  /// A byte of a page costs its own record at most: what a secret proves is saved, without attributes.
  @Test func aByteOfAPageCostsOneItem() throws {
    let fixture = try RescueFixture.large()
    for place in stride(
      from: fixture.segments.lowerBound, to: fixture.segments.lowerBound + 60_000, by: 11_003)
    {
      var bytes = fixture.original
      bytes[place] ^= 0x5A
      let report = try fixture.check(bytes, "byte \(place)")
      guard case .page(let count, let saved, _, _, _) = try #require(report.lost.first) else {
        Issue.record("byte \(place) is not in a page")
        continue
      }
      // The nonce takes the whole page along.
      if place >= fixture.segments.lowerBound + 24 {
        #expect(count <= 1 && saved.count > 100, "byte \(place): \(count) lost, \(saved.count) saved")
      } else {
        #expect(saved.isEmpty)
      }
    }
  }

  /// What a damaged page says of an item that nothing proves is not believed.
  @Test func attributesOfADamagedPageAreNotBelieved() throws {
    let folder = try TemporaryFolder()
    let container = try Container.create(at: folder.path(), slots: [NewSlot(.keyFile(Fixture.key))])
    try container.update { (change) throws(SecretFileError) in
      var item = Fixture.item("s", "a", "secret")
      item.attributes.label = "LABEL"
      item.attributes.expires = 5
      try change.set(item)
    }
    let bytes = try folder.bytes()
    let region = try #require(try Container.inspect(folder.path()).regions.first { $0.name == "segments" })
    var rescued = 0
    for offset in stride(from: Int(region.offset) + 24, to: Int(region.offset) + 24 + 256, by: 5) {
      var damaged = bytes
      damaged[offset] ^= 0x20
      try folder.write(damaged, "damaged")
      let report = try Container.salvage(
        folder.path("damaged"), to: folder.path("new"), with: Fixture.credentials())
      let saved = try Container.open(at: folder.path("new"), with: Fixture.credentials())
      #expect(report.lost.count == 1)
      for item in try saved.items() {
        rescued += 1
        #expect(item.attributes.label.isEmpty && item.attributes.expires == nil)
        #expect(item.name.service == Array("s".utf8))
        #expect(Fixture.text(try saved.secret(of: item)) == "secret")
      }
      try folder.remove("new")
    }
    #expect(rescued > 10, "\(rescued)")
  }

  /// Items whose factors are missing are saved as they are sealed, with their protection.
  @Test func withoutTheFactors() throws {
    let folder = try TemporaryFolder()
    let factors = Fixture.Factors()
    let container = try factors.create(folder.path())
    try container.update { (change) throws(SecretFileError) in
      try change.set(Fixture.item("s", "plain", "a"))
      try change.set(Fixture.item("s", "bound", "b", Protection(.whenUnlockedThisDeviceOnly)))
    }
    var bytes = try folder.bytes()
    bytes[4] ^= 1
    try folder.write(bytes, "damaged")
    let none = try factors.credentials(device: false, presence: false, passcode: false)
    let report = try Container.salvage(folder.path("damaged"), to: folder.path("new"), with: none)
    #expect(report.lost.isEmpty && report.saved == 2)
    let all = try factors.credentials(device: true, presence: false, passcode: false)
    let saved = try Container.open(at: folder.path("new"), with: all)
    #expect(try saved.text("s", "bound") == "b")
    try saved.rotate(
      RotationRequest(credentials: try factors.credentials(device: true, presence: true, passcode: true)))
    #expect(try saved.text("s", "plain") == "a")
  }

  @Test func neverOverAFile() throws {
    let fixture = try RescueFixture.small()
    try fixture.folder.write([1], "there")
    let folder = fixture.folder
    #expect(
      thrown {
        _ = try Container.salvage(folder.path(), to: folder.path("there"), with: Fixture.credentials())
      }
        == .file(.exists))
    #expect(
      thrown { _ = try Container.salvage(folder.path(), to: folder.path("x"), with: Credentials()) }
        == .unlock)
    #expect(try folder.names == ["container.secretfile", "there"])
  }

  // MARK: Where a loss lies

  private func begin(_ loss: SalvageReport.Loss) -> Int {
    switch loss {
    case .secret(_, _, let offset), .page(_, _, _, _, let offset): Int(offset)
    }
  }

  /// The end of a secret's blob exactly; of a page at most.
  private func end(_ loss: SalvageReport.Loss) -> Int {
    switch loss {
    case .secret(let item, _, let offset): Int(offset) + 40 + max(64, (item.length + 63) / 64 * 64)
    case .page(let count, let saved, _, _, let offset): Int(offset) + 300 + 256 * (count + saved.count + 2)
    }
  }

  private func holds(_ loss: SalvageReport.Loss, _ place: Int) -> Bool {
    begin(loss) <= place && place < end(loss)
  }
}
