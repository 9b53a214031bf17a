import SecretFile
import Testing

/// The law of the codec: whatever parses re-encodes to the same bytes, whole or damaged.
@Suite struct FormatLawTests {
  /// Printed with each failure; a new one every run.
  static let seed = UInt64.random(in: 1...UInt64.max)

  /// Encodes `rounds` random structures, reads them back, then reads damaged ones.
  private func check(
    rounds: Int = 300, _ make: (inout FormatGenerator) throws -> [UInt8],
    again: (Span<UInt8>) throws -> [UInt8]
  ) throws {
    var generator = FormatGenerator(seed: Self.seed)
    var accepted = 0
    var refused = 0
    for round in 0..<rounds {
      let bytes = try make(&generator)
      let back = try again(bytes.span)
      #expect(back == bytes, "seed \(Self.seed) round \(round)")
      for _ in 0..<20 {
        let damaged = generator.damaged(bytes)
        do {
          let back = try again(damaged.span)
          #expect(back == damaged, "seed \(Self.seed) round \(round), damaged")
          accepted += 1
        } catch is FormatError {
          refused += 1
        }
      }
    }
    // Else the test would prove nothing.
    #expect(accepted > 0 && refused > 0, "seed \(Self.seed): \(accepted) accepted, \(refused) refused")
  }

  @Test func headers() throws {
    try check { generator in
      var out = Writer()
      try generator.header().encode(into: &out)
      return out.bytes
    } again: { bytes in
      var out = Writer()
      try Header.parse(bytes).encode(into: &out)
      return out.bytes
    }
  }

  @Test func trailers() throws {
    try check { generator in
      var out = Writer()
      Trailer(fileLength: generator.next(), headerLength: generator.number(0...UInt32.max)).encode(into: &out)
      return out.bytes
    } again: { bytes in
      var out = Writer()
      try Trailer.parse(bytes).encode(into: &out)
      return out.bytes
    }
  }

  @Test func roots() throws {
    var header = FormatGenerator(seed: 1).withoutMutation { $0.header() }
    try check { generator in
      let (root, itsHeader) = try generator.root()
      header = itsHeader
      return try root.encode()
    } again: { bytes in
      try Root.parse([UInt8](copying: bytes)[...], header: header).encode()
    }
  }

  @Test func keyTables() throws {
    try check { generator in
      try KeyTable((1...UInt32(generator.number(1...6))).map { generator.keyEntry($0) }).encoded()
    } again: { bytes in
      try KeyTable.parse(bytes, keyEpoch: .max).encoded()
    }
  }

  @Test func identities() throws {
    try check(rounds: 1_000) { generator in
      try generator.identity().bytes
    } again: { bytes in
      let identity = try Identity.parse(bytes)
      let item = try Identity(identity.parts)
      return identity.companionKind.map { item.companion($0).bytes } ?? item.bytes
    }
  }

  @Test func frames() throws {
    try check { generator in
      Plaintext.framed(generator.bytes(generator.upTo(700)).span)
    } again: { bytes in
      let content = try Plaintext.content(of: [UInt8](copying: bytes)[...], code: .root)
      return Plaintext.framed(content.span)
    }
  }

  @Test func pages() throws {
    var table = KeyTable()
    var segments = SegmentTable()
    try check(rounds: 100) { generator in
      table = KeyTable((1...3).map { generator.keyEntry($0) })
      let records = try generator.records(table, atMost: 12)
      var out = Writer()
      for record in records { try record.encode(into: &out) }
      segments = try SegmentTable([
        Segment(
          firstIdentity: records[0].identity.bytes, recordCount: UInt32(records.count), pageLength: 296,
          payloadBytes: records.reduce(0) { $0 + UInt32(Padding.blobLength(Int($1.payloadLength))) },
          pageLink: Bytes32())
      ])
      return Plaintext.framed(out.bytes.span)
    } again: { bytes in
      let page = try Page.parse([UInt8](copying: bytes)[...], segment: 0, of: segments, keyTable: table)
      var out = Writer()
      for i in 0..<page.count { try page.record(i).record().encode(into: &out) }
      return Plaintext.framed(out.bytes.span)
    }
  }
}

extension FormatGenerator {
  func withoutMutation<R>(_ body: (inout FormatGenerator) throws -> R) rethrows -> R {
    var copy = self
    return try body(&copy)
  }
}
