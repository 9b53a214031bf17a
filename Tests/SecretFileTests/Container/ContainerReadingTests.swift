import Files
import SecretCrypto
import SecretFile
import Testing

@Suite struct ContainerReadingTests {
  static let count = 1_500

  static func create(_ folder: TemporaryFolder) throws -> Container {
    try Container.create(at: folder.path(), slots: [NewSlot(.keyFile(Fixture.key))]) {
      (sink) throws(SecretFileError) in
      for number in 0..<count {
        try sink.append(
          ItemAttributes(service: "service \(number / 100 + 10)", account: "account \(number + 10_000)"),
          secret: Array("secret \(number)".utf8).span, contentType: .text)
      }
    }
  }

  /// Everything else may be damaged: one item takes header, root, its page and its payload.
  @Test func oneItemTouchesOnePageAndOnePayload() throws {
    let folder = try TemporaryFolder()
    let container = try Self.create(folder)
    let segments = try container.verify().segments
    #expect(segments >= 3)
    let original = try folder.bytes()
    let wanted = ItemQuery(service: "service 17", account: "account 10750", accessGroup: "")
    let inspection = try Container.inspect(folder.path())
    let region = try #require(inspection.regions.first { $0.name == "segments" })
    // Damage byte after byte, far apart, until the one page or the one payload is hit.
    var hits = 0
    var bytes = original
    for offset in stride(from: Int(region.offset), to: Int(region.offset + region.length), by: 512) {
      bytes[offset] ^= 1
      try folder.write(bytes)
      let opened = try Container.open(at: folder.path(), with: Fixture.credentials())
      do {
        #expect(Fixture.text(try opened.secret(of: try opened.item(matching: wanted))) == "secret 750")
      } catch {
        // This is the page, or the payload: put it right and go on.
        bytes[offset] ^= 1
        hits += 1
      }
    }
    let damaged = Int(region.length) / 512 - hits
    #expect(hits <= 66_000 / 512 + 1, "the page has at most 64 KiB, the payload 104 bytes")
    #expect(damaged > hits)
    try folder.write(bytes)
    let opened = try Container.open(at: folder.path(), with: Fixture.credentials())
    #expect(Fixture.text(try opened.secret(of: try opened.item(matching: wanted))) == "secret 750")
    #expect(thrown { _ = try opened.items() } == .page)
    #expect(thrown { _ = try opened.verify() }?.isDamage == true)
  }

  @Test func queries() throws {
    let folder = try TemporaryFolder()
    let container = try Self.create(folder)
    try container.update { (change) throws(SecretFileError) in
      for group in ["g1", "g2"] {
        var attributes = ItemAttributes(service: "service 17", account: "account 10750", accessGroup: group)
        attributes.label = "in \(group)"
        attributes.expires = 1_000
        try change.add(NewItem(attributes, secret: nil))
      }
      var internet = IdentityParts(server: "example.com", account: "me")
      internet.port = 443
      internet.protocolName = Array("htps".utf8)
      try change.add(NewItem(internet, secret: Fixture.buffer("x")))
      internet.port = 8443
      try change.add(NewItem(internet, secret: Fixture.buffer("y")))
    }
    func count(_ edit: (inout ItemQuery) -> Void) throws -> Int {
      var query = ItemQuery()
      edit(&query)
      return try container.items(matching: query).count
    }
    #expect(try count { _ in } == Self.count + 4)
    #expect(try container.items(matching: ItemQuery(service: "service 17")).count == 102)
    #expect(
      try container.items(matching: ItemQuery(service: "service 17", account: "account 10750")).count == 3)
    #expect(
      try container.items(
        matching: ItemQuery(service: "service 17", account: "account 10750", accessGroup: "g2")
      )
      .map(\.attributes.label) == ["in g2"])
    #expect(try count { $0.accessGroup = Array("g1".utf8) } == 1)
    #expect(try count { $0.account = Array("account 10750".utf8) } == 3)
    #expect(try count { $0.itemClass = .internetPassword } == 2)
    #expect(try count { $0.port = 443 } == 1)
    #expect(try count { $0.protocolName = Array("htps".utf8) } == 2)
    #expect(try count { $0.label = "in g1" } == 1)
    #expect(try count { $0.expiredAt = 999 } == 0)
    #expect(try count { $0.expiredAt = 1_000 } == 2)
    #expect(try count { $0.isSynchronizable = true } == 0)
    #expect(try count { $0.accessibility = [.afterFirstUnlock] } == 0)
    #expect(try count { $0.also = { $0.contentType == .none } } == 2)
    let item = try container.item(matching: ItemQuery(service: "service 12", account: "account 10299"))
    #expect(try count { $0.id = item.id } == 1)
    #expect(thrown { _ = try container.item(matching: ItemQuery(service: "nobody")) } == .notFound)
    #expect(thrown { _ = try container.item(matching: ItemQuery(service: "service 12")) } == .ambiguous)
    var seen = 0
    try container.forEachItem { (_) throws(SecretFileError) in
      seen += 1
      return seen < 10
    }
    #expect(seen == 10)
  }

  @Test func namesAreBytes() throws {
    let folder = try TemporaryFolder()
    let factors = Fixture.Factors()
    let container = try factors.create(folder.path())
    let names: [[UInt8]] = [
      [], [0], [1], [0, 0], [1, 1], [0xFF, 0xFE], Array("\u{E9}".utf8), Array("\u{65}\u{301}".utf8),
      Array("É".utf8),
      // The longest that leaves room for nothing but its frame: no scope fits beside it.
      [UInt8](repeating: 0x41, count: 2_043), [UInt8](repeating: 0, count: 1_021),
    ]
    try container.update { (change) throws(SecretFileError) in
      for (number, account) in names.enumerated() {
        try change.set(
          NewItem(IdentityParts(service: [], account: account), secret: Fixture.buffer("\(number)")))
      }
    }
    let opened = try Container.open(at: folder.path(), with: Fixture.credentials())
    #expect(try opened.items().count == names.count)
    for (number, account) in names.enumerated() {
      var query = ItemQuery()
      query.account = account
      let item = try opened.item(matching: query)
      #expect(item.name.account == account)
      #expect(Fixture.text(try opened.secret(of: item)) == "\(number)")
    }
    func set(_ count: Int, _ protection: Protection?) -> SecretFileError.Code? {
      thrown {
        _ = try container.update { (change) throws(SecretFileError) in
          try change.set(
            NewItem(
              IdentityParts(service: [], account: [UInt8](repeating: 0x42, count: count)), secret: nil,
              protection: protection))
        }
      }
    }
    #expect(set(2_044, nil) == .tooLarge)
    #expect(set(2_043, Protection(.whenUnlockedThisDeviceOnly)) == .tooLarge)
    #expect(set(2_027, Protection(.whenUnlockedThisDeviceOnly)) == nil)
  }

  @Test func emptyIsNotAbsent() throws {
    let folder = try TemporaryFolder()
    let container = try ContainerWritingTests.create(folder)
    try container.update { (change) throws(SecretFileError) in
      try change.set(Fixture.item("s", "empty", ""))
      try change.set(Fixture.item("s", "none", nil))
    }
    let empty = try container.item(matching: ItemQuery(service: "s", account: "empty"))
    let none = try container.item(matching: ItemQuery(service: "s", account: "none"))
    #expect(empty.contentType == .text && empty.length == 0)
    #expect(none.contentType == .none && none.length == 0)
    #expect(try container.secret(of: empty).count == 0 && container.secret(of: none).count == 0)
    let outcome = try container.update { (change) throws(SecretFileError) in
      try change.set(Fixture.item("s", "none", ""))
    }
    #expect(outcome == .updated)
    #expect(try container.item(matching: ItemQuery(service: "s", account: "none")).payloadRevision == 2)
  }

  /// No secret in the file, in errors or in descriptions.
  @Test func canary() throws {
    let folder = try TemporaryFolder()
    let canary = "canary-5f1c9d-secret"
    let factors = Fixture.Factors()
    let container = try factors.create(folder.path())
    var new = Fixture.item("s", "a", canary)
    try container.update { (change) throws(SecretFileError) in try change.set(new) }
    func isIn(_ bytes: [UInt8], _ text: String) -> Bool {
      let wanted = Array(text.utf8)
      return bytes.indices.dropLast(wanted.count - 1).contains {
        bytes[$0..<($0 + wanted.count)].elementsEqual(wanted)
      }
    }
    let file = try folder.bytes()
    #expect(!isIn(file, canary) && !isIn(file, "correct horse"))
    new.password = Fixture.buffer(canary)
    var texts = [
      "\(new)", "\(container)", "\(container.info)",
      "\(NewSlot(.passphrase(Fixture.buffer(canary), cost: Fixture.cheap)))",
    ]
    var dumped = ""
    dump(new, to: &dumped)
    dump(container.info, to: &dumped)
    texts.append(dumped)
    do {
      try container.update { (change) throws(SecretFileError) in try change.add(new) }
    } catch { texts.append("\(error)") }
    do {
      new.attributes.account = Array("b".utf8)
      try container.update { (change) throws(SecretFileError) in try change.add(new) }
    } catch { texts.append("\(error)") }
    #expect(texts.count == 7)
    #expect(texts.allSatisfy { !$0.contains(canary) })
  }
}
