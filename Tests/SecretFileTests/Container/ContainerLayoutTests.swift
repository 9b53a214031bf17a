import SecretFile
import Testing

/// The layout of segments, seen through sizes; the plan itself is internal, so containers show it.
@Suite struct ContainerLayoutTests {
  /// Records per segment, by the verification's own count and the order of the items' payloads.
  static func segments(_ container: Container) throws -> Int { try container.verify().segments }

  static func item(_ number: Int, size: Int) -> NewItem {
    let digits = String(1000 + number)
    return NewItem(
      ItemAttributes(service: "s", account: digits),
      secret: SecretBuffer(copying: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size).span))
  }

  static func create(_ folder: TemporaryFolder, _ count: Int, size: Int) throws -> Container {
    try Container.create(at: folder.path(), slots: [NewSlot(.keyFile(Fixture.key))]) {
      (sink) throws(SecretFileError) in
      for number in 0..<count {
        try sink.append(
          ItemAttributes(service: "s", account: String(1000 + number)),
          secret: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size).span)
      }
    }
  }

  @Test func fillByPayload() throws {
    let folder = try TemporaryFolder()
    // A payload of 64 KiB takes 65,576 bytes; 15 of them fit into 1,048,576.
    let container = try Self.create(folder, 31, size: 65_536)
    #expect(try Self.segments(container) == 3)
    try container.compact()
    #expect(try Self.segments(container) == 3)
    #expect(try container.items().count == 31)
  }

  @Test func fillByContent() throws {
    let folder = try TemporaryFolder()
    // A record takes 85 bytes, its identity 1 + 1 + 2 + 5 + 1: 95; 689 of them fit into 65,536.
    let container = try Self.create(folder, 690, size: 1)
    #expect(try Self.segments(container) == 2)
    try container.update { (change) throws(SecretFileError) in
      try change.remove(try change.items(matching: ItemQuery(service: "s", account: "1000"))[0])
    }
    // The second segment has one record, but was not touched; the first is too full to take it.
    #expect(try Self.segments(container) == 2)
    try container.compact()
    #expect(try Self.segments(container) == 1)
  }

  /// A segment that no change falls into is joined to an edited one, behind changes in a segment before both.
  @Test func aCopyIsJoined() throws {
    let folder = try TemporaryFolder()
    // 15, 15 and 1 records.
    let container = try Self.create(folder, 31, size: 65_536)
    try container.update { (change) throws(SecretFileError) in
      try change.set(Self.item(0, size: 65_500))
      for item in try change.items()
      where (1015..<1029).contains(Int(String(decoding: item.attributes.account, as: UTF8.self)) ?? 0) {
        try change.remove(item)
      }
    }
    #expect(try Self.segments(container) == 2)
    let accounts = try container.items().map { String(decoding: $0.attributes.account, as: UTF8.self) }
    #expect(accounts == (Array(1000..<1015) + [1029, 1030]).map { String($0) })
    for (account, number, size) in [
      ("1000", 0, 65_500), ("1014", 14, 65_536), ("1029", 29, 65_536), ("1030", 30, 65_536),
    ] {
      let secret = try container.secret(service: "s", account: account)
      #expect(
        secret.withBytes { $0.count == size && $0[0] == UInt8(number) && $0[size - 1] == UInt8(number) })
    }
  }

  @Test func splitAndJoin() throws {
    let folder = try TemporaryFolder()
    let container = try Self.create(folder, 689, size: 1)
    #expect(try Self.segments(container) == 1)
    try container.update { (change) throws(SecretFileError) in try change.add(Self.item(9000, size: 1)) }
    #expect(try Self.segments(container) == 2)
    // Take away until a segment has less than 16,384 bytes of content, 172 records, and joins the other.
    for last in [500, 400, 300, 171, 100] {
      try container.update { (change) throws(SecretFileError) in
        for item in try change.items() {
          if Int(String(decoding: item.name.account, as: UTF8.self)) ?? 0 >= 1000 + last {
            try change.remove(item)
          }
        }
      }
    }
    #expect(try Self.segments(container) == 1)
    try container.update { (change) throws(SecretFileError) in
      for item in try change.items() { try change.remove(item) }
    }
    #expect(try Self.segments(container) == 0)
    #expect(try container.items().isEmpty)
  }

  @Test func largeSecrets() throws {
    let folder = try TemporaryFolder()
    let container = try Self.create(folder, 3, size: 1 << 20)
    #expect(try Self.segments(container) == 3)
    try container.update { (change) throws(SecretFileError) in try change.set(Self.item(1, size: 3 << 20)) }
    #expect(try Self.segments(container) == 3)
    #expect(
      thrown { _ = try Self.create(try TemporaryFolder(), 1, size: (64 << 20) + 1) } == .tooLarge)
    let item = try container.item(matching: ItemQuery(service: "s", account: "1001"))
    #expect(item.length == 3 << 20)
    #expect(try container.secret(of: item).withBytes { $0[0] } == 1)
  }
}
