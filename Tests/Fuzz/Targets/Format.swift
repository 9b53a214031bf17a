import SecretFile

/// Whatever parses re-encodes to the same bytes (spec §1.1): headers and trailers.
func fuzzHeader(_ input: [UInt8]) throws -> Bool {
  if input.count == 16 {
    let trailer = try Trailer.parse(input.span)
    var out = Writer()
    trailer.encode(into: &out)
    law(out.bytes == input, "a trailer changed")
    return true
  }
  let start = input.span.extracting(first: min(input.count, 92))
  let end = input.span.extracting(max(0, input.count - 4)..<input.count)
  try Framing.checkMagic(start: start, end: end, fileSize: UInt64(input.count))
  _ = try Framing.headerLength(start: start, fileSize: UInt64(input.count))
  var out = Writer()
  try Header.parse(input.span).encode(into: &out)
  law(out.bytes == input, "a header changed")
  return true
}

/// The same for roots. The input is a header, then the root's content; lengths that only a whole file has are made
/// to fit, so that the checks behind them are reached.
func fuzzRoot(_ input: [UInt8]) throws -> Bool {
  guard input.count > 156 else { return false }
  let length = Int(ByteOrder.little(input.span, 12, as: UInt32.self))
  guard (156..<input.count).contains(length) else { return false }
  var header = try Header.parse(input.span.extracting(0..<length))
  let content = Array(input[length...])
  header.fileLength = header.lengthWithoutSegments &+ (segmentLength(content) ?? 0)
  let root = try Root.parse(content[...], header: header)
  law(try root.encode() == content, "a root changed")
  guard !root.keyTable.isEmpty else { return true }
  let table = try KeyTable.parse(root.keyTable.span, keyEpoch: header.keyEpoch)
  law(try table.encoded() == root.keyTable, "a key table changed")
  return true
}

/// The bytes of all segments, if there is a table that parses.
private func segmentLength(_ content: [UInt8]) -> UInt64? {
  for tag in LooseTag.all(in: content) where tag.number == TLVTag.Root.segments {
    return try? SegmentTable(parsing: content[tag.value]).length
  }
  return nil
}

/// The same for pages and records. The input is a key table with its length before it, then a page's content; the
/// segment table is made to fit.
func fuzzPage(_ input: [UInt8]) throws -> Bool {
  guard input.count > 4 else { return false }
  let end = 4 + Int(ByteOrder.little(input.span, 0, as: UInt16.self))
  guard end < input.count else { return false }
  let keyTable = try KeyTable.parse(input.span.extracting(4..<end), keyEpoch: .max)
  try checkPage(Array(input[end...]), keyTable)
  return true
}

/// Parses a page's content and encodes it again.
func checkPage(_ content: [UInt8], _ keyTable: KeyTable) throws {
  var position = 0
  var count: UInt32 = 0
  var payloadBytes: UInt64 = 0
  var first: [UInt8] = []
  while position < content.count {
    let view = try RecordView.parse(content.span, at: position, keyTable: keyTable)
    var out = Writer()
    try view.record().encode(into: &out)
    let end = position + view.bytes.count
    law(out.bytes == Array(content[position..<end]), "a record changed")
    let identity = [UInt8](copying: view.identity)
    try checkIdentity(Identity.parse(identity.span))
    if count == 0 { first = identity }
    payloadBytes += UInt64(Padding.blobLength(Int(view.payloadLength)))
    count += 1
    position = end
  }
  guard count > 0, let sum = UInt32(exactly: payloadBytes) else { return }
  let plain = Plaintext.framed(content.span)
  let segment = Segment(
    firstIdentity: first, recordCount: count, pageLength: UInt32(plain.count + 40), payloadBytes: sum,
    pageLink: Bytes32())
  let page = try Page.parse(plain[...], segment: 0, of: SegmentTable([segment]), keyTable: keyTable)
  law(page.count == Int(count) && page.payloadBytes == payloadBytes, "a page lost records")
  for index in 0..<page.count {
    law(page.index(of: page.record(index).identity) == index, "a record is not found again")
  }
}

private func checkIdentity(_ identity: Identity) throws {
  let item = try Identity(identity.parts)
  let again = identity.companionKind.map { item.companion($0) } ?? item
  law(again == identity, "an identity changed")
}

/// A tag and where its value stands, read without any check but that of the end.
struct LooseTag {
  var number: UInt16
  var value: Range<Int>

  static func all(in content: [UInt8]) -> [LooseTag] {
    var tags: [LooseTag] = []
    var at = 0
    while at + 6 <= content.count {
      let count = Int(ByteOrder.little(content.span, at + 2, as: UInt32.self))
      let end = min(content.count, at + 6 + count)
      tags.append(LooseTag(number: ByteOrder.little(content.span, at, as: UInt16.self), value: at + 6..<end))
      at = end
    }
    return tags
  }
}
