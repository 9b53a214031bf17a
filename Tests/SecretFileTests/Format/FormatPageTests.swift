import SecretFile
import Testing

@Suite struct FormatPageTests {
  static func record(_ account: String, length: UInt32 = 3) throws -> Record {
    Record(
      itemID: Bytes16(), keyID: 1, created: 0, modified: 0, contentType: .bytes, payloadLength: length,
      identity: try Identity(IdentityParts(service: [0x73], account: Array(account.utf8))),
      attributes: ItemAttributes(service: "s", account: account))
  }

  static func plaintext(_ records: [Record]) throws -> [UInt8] {
    var out = Writer()
    for record in records { try record.encode(into: &out) }
    return Plaintext.framed(out.bytes.span)
  }

  private func parse(
    _ records: [Record], first: Record? = nil, count: UInt32? = nil, payload: UInt32? = nil,
    next: Record? = nil,
    change: (inout [UInt8]) -> Void = { _ in }
  ) throws -> Page {
    var plaintext = try Self.plaintext(records)
    change(&plaintext)
    var segments = [
      Segment(
        firstIdentity: (first ?? records[0]).identity.bytes, recordCount: count ?? UInt32(records.count),
        pageLength: 296,
        payloadBytes: payload ?? records.reduce(0) { $0 + UInt32(Padding.blobLength(Int($1.payloadLength))) },
        pageLink: Bytes32())
    ]
    if let next {
      segments.append(
        Segment(
          firstIdentity: next.identity.bytes, recordCount: 1, pageLength: 296, payloadBytes: 104,
          pageLink: Bytes32()))
    }
    return try Page.parse(
      plaintext[...], segment: 0, of: try SegmentTable(segments), keyTable: FormatRecordTests.table)
  }

  private func code(_ body: () throws -> Page) -> ErrorCode? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? FormatError)?.code
    }
  }

  /// Apart from what may throw: Swift 6.3.1 fails to optimize a span of a value that comes out of a `try`.
  private static func index(of record: Record, in page: Page) -> Int? {
    page.index(of: record.identity.bytes.span)
  }

  @Test func placesOfRecordsAndPayloads() throws {
    let records = [try Self.record("a"), try Self.record("b", length: 600), try Self.record("c")]
    let page = try parse(records, next: try Self.record("d"))
    #expect(page.count == 3 && page.payloadBytes == 104 + 648 + 104)
    #expect(page.entries.map(\.payloadStart) == [0, 104, 752])
    #expect(page.entries.map(\.payloadBytes) == [104, 648, 104])
    #expect(try records.indices.map { try page.record($0).record() } == records)
    #expect(records.map { Self.index(of: $0, in: page) } == [0, 1, 2])
    #expect(Self.index(of: try Self.record("aa"), in: page) == nil)
    #expect(Self.index(of: try Self.record("d"), in: page) == nil)
  }

  @Test func errorsInTheirOrder() throws {
    let (a, b, c) = (try Self.record("a"), try Self.record("b"), try Self.record("c"))
    #expect(code { try parse([a, b], count: 1) } == .page)
    #expect(code { try parse([a, b], count: 3) } == .page)
    #expect(code { try parse([a, b], payload: 207) } == .page)
    #expect(code { try parse([b, c], first: a) } == .order)
    #expect(code { try parse([a, c, b]) } == .order)
    #expect(code { try parse([a, b, b]) } == .order)
    #expect(code { try parse([a, b], next: b) } == .order)
    #expect(code { try parse([a, c], next: b) } == .order)
    // The earlier stage wins: frame, then records, then counts, then order.
    #expect(code { try parse([b, a], count: 5) } == .page)
    #expect(code { try parse([b, a], count: 5) { $0[4 + 46] = 9 } } == .record)
    #expect(
      code {
        try parse([b, a], count: 5) {
          $0[4 + 46] = 9
          $0[$0.count - 1] = 1
        }
      } == .page)
    // The last record's error comes before the first ones' order.
    #expect(code { try parse([b, a]) { $0[4 + (Int($0[4]) + 2) + 46] = 9 } } == .record)
  }

  /// Halving finds the same records, and segments that hold them, as looking at each would.
  @Test func recordsByTheBeginningOfTheirNames() throws {
    var accounts: [String] = [""]
    for _ in 0..<4 { accounts += accounts.flatMap { [$0 + "a", $0 + "b", $0 + "\u{7f}"] } }
    let all = try Set(accounts).map { try Self.record($0) }.sorted { $0.identity < $1.identity }
    let parts = stride(from: 0, to: all.count, by: 7).map { Array(all[$0..<min($0 + 7, all.count)]) }
    let table = try SegmentTable(
      parts.map {
        Segment(
          firstIdentity: $0[0].identity.bytes, recordCount: UInt32($0.count), pageLength: 296,
          payloadBytes: 104, pageLink: Bytes32())
      })
    let pages = try parts.map { try parse($0) }
    var prefixes: Set<[UInt8]> = [[], [0], [0xFF]]
    for record in all {
      for count in 1...record.identity.bytes.count {
        let prefix = Array(record.identity.bytes.prefix(count))
        prefixes.formUnion([prefix, prefix + [0x61], prefix.dropLast() + [prefix[count - 1] ^ 1]])
      }
    }
    for prefix in prefixes {
      let segments = table.range(of: prefix.span)
      for (segment, records) in parts.enumerated() {
        let matching = records.indices.filter { records[$0].identity.bytes.starts(with: prefix) }
        #expect(Array(pages[segment].range(of: prefix.span)) == matching, "\(prefix) in \(segment)")
        #expect(matching.isEmpty || segments.contains(segment), "\(prefix) in \(segment)")
      }
      // One segment more than needed may begin below the prefix; no other is looked into.
      let needed = parts.indices.filter { parts[$0].contains { $0.identity.bytes.starts(with: prefix) } }
      #expect(segments.count <= needed.count + 1, "\(prefix)")
    }
  }

  @Test func contentAtTheLimit() throws {
    func page(_ extra: Int) throws -> Page {
      var (a, b) = (try Self.record("a"), try Self.record("b"))
      a.attributes.comment = String(repeating: "x", count: 40_000)
      // 6 + comment beside the rest of the two records.
      let rest = try Self.plaintext([a, b]).withContentCount
      b.attributes.comment = String(repeating: "x", count: 65_536 - rest - 6 + extra)
      return try parse([a, b])
    }
    #expect(try page(0).count == 2)
    #expect(code { try page(1) } == .page)
  }
}

extension [UInt8] {
  /// The contentLength of a framed plaintext.
  fileprivate var withContentCount: Int { Int(self[0]) | Int(self[1]) << 8 | Int(self[2]) << 16 }
}
