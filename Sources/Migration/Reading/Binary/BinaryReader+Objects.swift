import SecretCrypto

extension BinaryReader {
  /// Reads the object whose marker stands at `start`, without the objects it refers to.
  mutating func read(objectAt start: Int, _ bytes: Span<UInt8>) throws(Refusal) -> NodeRecord {
    let marker = bytes[start]
    let low = Int(marker & 0x0F)
    switch marker >> 4 {
    case 0x0: return try simple(marker, start)
    case 0x1:
      guard low <= 4 else { throw unknown(marker, start) }
      return try scalar(.integer, size: 1 << low, start)
    case 0x2:
      guard low == 2 || low == 3 else { throw unknown(marker, start) }
      return try scalar(.real, size: 1 << low, start)
    case 0x3:
      guard low == 3 else { throw unknown(marker, start) }
      let record = try scalar(.date, size: 8, start)
      guard Double(bitPattern: bigEndian(bytes.extracting(record.contentRange))).isFinite else {
        throw .damaged("a date is not a finite number of seconds", at: start)
      }
      return record
    case 0x4:
      return try run(.data, unit: 1, start, bytes)
    case 0x5, 0x6: return try string(marker, start, bytes)
    case 0x8:
      guard low < 8 else { throw unknown(marker, start) }
      let record = try scalar(.uid, size: low + 1, start)
      guard bigEndian(bytes.extracting(record.contentRange)) <= UInt32.max else {
        throw .damaged("a UID needs more than 32 bits", at: start)
      }
      return record
    // A set is an array whose order means nothing: that of the file is kept.
    case 0xA, 0xC: return try container(.array, start, bytes)
    case 0xD: return try container(.dictionary, start, bytes)
    case 0xB:
      throw Refusal(
        code: "orderedSet", message: "the file holds an ordered set, which Apple's readers do not take",
        offset: start, hint: "repair the file with the program that wrote it, then try again")
    default: throw unknown(marker, start)
    }
  }

  private func unknown(_ marker: UInt8, _ start: Int) -> Refusal {
    .damaged("0x\(String(marker, radix: 16)) is not the marker of an object", at: start)
  }

  // MARK: - Scalars

  private func simple(_ marker: UInt8, _ start: Int) throws(Refusal) -> NodeRecord {
    var record = NodeRecord(
      kind: .boolean, range: start..<start + 1, content: start..<start + 1, place: .scalar)
    switch marker {
    case 0x00: record.kind = .null
    case 0x08: break
    case 0x09: record.isTrue = true
    default: throw unknown(marker, start)
    }
    return record
  }

  /// A scalar of a fixed size, which follows its marker.
  private func scalar(_ kind: Kind, size: Int, _ start: Int) throws(Refusal) -> NodeRecord {
    let content = start + 1..<start + 1 + size
    guard content.upperBound <= layout.tableOffset else { throw pastTheEnd(start) }
    return NodeRecord(kind: kind, range: start..<content.upperBound, content: content, place: .scalar)
  }

  private func pastTheEnd(_ start: Int) -> Refusal {
    .damaged("an object reaches past the end of the objects", at: start)
  }

  // MARK: - Counted objects

  /// The count of the object at `start` and where its content begins.
  private func count(_ start: Int, _ bytes: Span<UInt8>) throws(Refusal) -> (count: Int, content: Int) {
    let low = Int(bytes[start] & 0x0F)
    guard low == 15 else { return (low, start + 1) }
    guard start + 1 < layout.tableOffset else { throw pastTheEnd(start) }
    let marker = bytes[start + 1]
    guard marker & 0xF0 == 0x10, marker & 0x0F <= 3 else {
      throw .damaged("the length of an object is not a whole number", at: start + 1)
    }
    let content = start + 2 + 1 << Int(marker & 0x0F)
    guard content <= layout.tableOffset else { throw pastTheEnd(start) }
    guard let count = Int(exactly: bigEndian(bytes.extracting(start + 2..<content))) else {
      throw pastTheEnd(start)
    }
    return (count, content)
  }

  /// Counted units of a fixed size, which lie in the file as they are.
  private mutating func run(
    _ kind: Kind, unit: Int, _ start: Int, _ bytes: Span<UInt8>
  ) throws(Refusal) -> NodeRecord {
    let (count, content) = try count(start, bytes)
    guard count <= (layout.tableOffset - content) / unit else { throw pastTheEnd(start) }
    let end = content + count * unit
    contentBytes += count * unit
    guard contentBytes <= limits.contentPerSourceByte * bytes.count else {
      throw Refusal(
        code: "overlappingObjects", message: "the objects of the file overlap", offset: start,
        hint: "no program writes such a file; it looks made to harm a reader")
    }
    return NodeRecord(kind: kind, range: start..<end, content: content..<end, place: .source)
  }

  private mutating func string(
    _ marker: UInt8, _ start: Int, _ bytes: Span<UInt8>
  ) throws(Refusal) -> NodeRecord {
    guard marker >> 4 == 0x6 else {
      let record = try run(.string, unit: 1, start, bytes)
      let text = bytes.extracting(record.contentRange)
      for index in text.indices where text[index] >= 0x80 {
        throw .damaged("a string that is said to be ASCII is not", at: record.contentRange.lowerBound + index)
      }
      return record
    }
    var record = try run(.string, unit: 2, start, bytes)
    let first = decoded.count
    try appendUTF16(bytes, record.contentRange)
    record.content = UInt32(truncatingIfNeeded: first)
    record.contentLength = UInt32(truncatingIfNeeded: decoded.count - first)
    record.place = .decoded
    return record
  }

  /// Appends the UTF-8 of UTF-16, the high byte first.
  private mutating func appendUTF16(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(Refusal) {
    var at = range.lowerBound
    func unit() -> UInt32 { UInt32(bytes[at]) << 8 | UInt32(bytes[at + 1]) }
    while at < range.upperBound {
      var scalar = unit()
      let start = at
      at += 2
      if scalar >= 0xD800, scalar < 0xDC00, at < range.upperBound, unit() >= 0xDC00, unit() < 0xE000 {
        scalar = 0x10000 + (scalar - 0xD800) << 10 + (unit() - 0xDC00)
        at += 2
      }
      guard UTF8Text.append(scalar, to: &decoded) else {
        throw .loneSurrogate(at: start)
      }
    }
  }

  // MARK: - Containers

  /// Reads the references of a container: a dictionary's keys and values, which lie apart, are linked in turn.
  private mutating func container(
    _ kind: Kind, _ start: Int, _ bytes: Span<UInt8>
  ) throws(Refusal) -> NodeRecord {
    let size = layout.referenceSize
    let keyed = kind == .dictionary
    let (count, content) = try count(start, bytes)
    guard count <= (layout.tableOffset - content) / (keyed ? 2 * size : size) else { throw pastTheEnd(start) }
    let references = keyed ? 2 * count : count
    guard references <= limits.nodes - links.count else { throw limits.tooMany(at: start) }
    let first = links.count
    for index in 0..<count {
      links.append(try reference(content + index * size, bytes))
      if keyed { links.append(try reference(content + (count + index) * size, bytes)) }
    }
    var record = NodeRecord(
      kind: kind, range: start..<content + references * size, content: first..<first, place: .links)
    record.contentLength = UInt32(truncatingIfNeeded: count)
    return record
  }

  private func reference(_ at: Int, _ bytes: Span<UInt8>) throws(Refusal) -> Int32 {
    let object = bigEndian(bytes.extracting(at..<at + layout.referenceSize))
    guard object < UInt64(layout.objectCount) else {
      throw .damaged("object \(object) does not exist", at: at)
    }
    return Int32(truncatingIfNeeded: object)
  }
}
