import SecretCrypto

extension XMLPlistReader {
  /// Begins a key or a scalar and finds out whether the source holds its content as it is.
  func beginLeaf(_ element: XMLElement, tag: Range<Int>) {
    let plain = isUTF8 ? source.withBytes { plainEnd($0, element, tag: tag) } : nil
    if plain == nil, element == .data { scratch = SecretAppender() }
    leaf = Leaf(
      element: element, start: tag.lowerBound, contentStart: tag.upperBound, plainEnd: plain,
      firstDecoded: builder.decoded.count)
  }

  /// The end of a content that is the same in the source and decoded; base64 does not mind line ends.
  private func plainEnd(_ bytes: Span<UInt8>, _ element: XMLElement, tag: Range<Int>) -> Int? {
    var at = tag.upperBound
    guard at >= 2, at <= bytes.count else { return nil }
    if bytes[at - 2] == UInt8(ascii: "/") { return at }
    while at + 1 < bytes.count {
      at = XMLPlistReader.endOfPlainText(bytes, from: at)
      guard at + 1 < bytes.count else { return nil }
      switch bytes[at] {
      case UInt8(ascii: "<"): return bytes[at + 1] == UInt8(ascii: "/") ? at : nil
      case UInt8(ascii: "&"): return nil
      case 0x0D where element != .data: return nil
      default: at += 1
      }
    }
    return nil
  }

  /// The first `<`, `&` or carriage return from a byte on, or the end; eight bytes are looked at in one step.
  private static func endOfPlainText(_ bytes: Span<UInt8>, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var at = start
    while bytes.count - at >= 8 {
      // Any eight bytes are a number. A byte looked for is a zero byte of a difference, and the lowest zero byte is told
      // exactly.
      let word = UInt64(
        littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self))
      let (open, and, end) = (word ^ ones &* 0x3C, word ^ ones &* 0x26, word ^ ones &* 0x0D)
      let zeros = (open &- ones) & ~open | (and &- ones) & ~and | (end &- ones) & ~end
      let tops = zeros & (ones << 7)
      if tops != 0 { return at + tops.trailingZeroBitCount / 8 }
      at += 8
    }
    while at < bytes.count, bytes[at] != 0x3C, bytes[at] != 0x26, bytes[at] != 0x0D { at += 1 }
    return at
  }

  /// Ends a key or a scalar.
  func finish(_ leaf: Leaf, tag: Range<Int>) throws(Refusal) {
    guard leaf.plainEnd == nil || leaf.plainEnd == tag.lowerBound else {
      throw .syntax("xmlSyntax", "the end of a value is not where it should be", at: tag.lowerBound)
    }
    let range = leaf.start..<tag.upperBound
    if leaf.element == .data {
      try finishData(leaf, range: range, contentEnd: tag.lowerBound)
      return
    }
    let plain = leaf.plainEnd != nil
    let content =
      plain ? leaf.contentStart..<tag.lowerBound : leaf.firstDecoded..<builder.decoded.count
    guard let kind = leaf.element.kind else { return }
    var record = NodeRecord(kind: kind, range: range, content: content, place: plain ? .source : .decoded)
    if kind != .string {
      let complaint =
        plain
        ? source.withBytes { check(&record, leaf.element, $0) }
        : builder.decoded.withBytes { check(&record, leaf.element, $0) }
      if let complaint { throw .syntax("plistValue", complaint, at: leaf.contentStart) }
    }
    try builder.add(record)
  }

  /// Trims and checks a scalar's text; says what is wrong with it.
  private func check(_ record: inout NodeRecord, _ element: XMLElement, _ bytes: Span<UInt8>) -> String? {
    let range = trimmed(bytes, record.contentRange)
    record.content = UInt32(truncatingIfNeeded: range.lowerBound)
    record.contentLength = UInt32(truncatingIfNeeded: range.count)
    let text = bytes.extracting(range)
    let computed: NodeRecord.Place = record.place == .source ? .scalar : .decodedScalar
    switch element {
    case .true, .false:
      record.isTrue = element == .true
      record.place = computed
      return text.isEmpty ? nil : "<\(element.rawValue)> cannot hold anything"
    case .integer:
      record.place = computed
      return WholeNumber.value(text) == nil ? "this is not a whole number of at most 64 bits" : nil
    case .real: return RealText.isReal(text) ? nil : "this is not a number"
    case .date:
      return CalendarDate.seconds(text) == nil ? "this is not a date of the form YYYY-MM-DDThh:mm:ssZ" : nil
    default: return nil
    }
  }

  private func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isSpace(bytes[start]) { start += 1 }
    while end > start, isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  // MARK: - Data

  private func finishData(_ leaf: Leaf, range: Range<Int>, contentEnd: Int) throws(Refusal) {
    let first = builder.decoded.count
    let isRead: Bool
    if leaf.plainEnd != nil {
      isRead = source.withBytes {
        decode($0.extracting(leaf.contentStart..<contentEnd), at: leaf.contentStart)
      }
    } else if let text = scratch.take() {
      // Apple's reader knows no references in data: what it makes of them is not told here.
      isRead = text.withBytes { Base64Text.append($0, to: &builder.decoded) }
    } else {
      isRead = false
    }
    guard isRead else { throw .notBase64(at: leaf.contentStart) }
    try builder.add(
      NodeRecord(kind: .data, range: range, content: first..<builder.decoded.count, place: .decoded))
  }

  private func decode(_ text: Span<UInt8>, at offset: Int) -> Bool {
    if Base64Text.append(text, to: &builder.decoded) { return true }
    guard Base64Text.appendLoosely(text, to: &builder.decoded) else { return false }
    if !builder.notes.contains(where: { $0.code == "base64" }) {
      builder.notes.append(
        Note(code: "base64", message: "data is no base64 and is read as Apple's reader does", offset: offset))
    }
    return true
  }
}

/// Numbers in the text of a property list.
enum RealText {
  /// Whether it is a decimal number, perhaps with an exponent, or one of the names of what is none.
  static func isReal(_ text: Span<UInt8>) -> Bool {
    var at = 0
    func digits() -> Bool {
      let first = at
      while at < text.count, decimalDigit(text[at]) != nil { at += 1 }
      return at > first
    }
    if at < text.count, text[at] == UInt8(ascii: "-") || text[at] == UInt8(ascii: "+") { at += 1 }
    for name: StaticString in ["nan", "inf", "infinity"] where text.count - at == name.utf8CodeUnitCount {
      let matches = zip(at..., name.description.utf8).allSatisfy { text[$0] | 0x20 == $1 }
      if matches { return true }
    }
    let whole = digits()
    var fraction = false
    if at < text.count, text[at] == UInt8(ascii: ".") {
      at += 1
      fraction = digits()
    }
    guard whole || fraction else { return false }
    if at < text.count, text[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < text.count, text[at] == UInt8(ascii: "-") || text[at] == UInt8(ascii: "+") { at += 1 }
      guard digits() else { return false }
    }
    return at == text.count
  }
}
