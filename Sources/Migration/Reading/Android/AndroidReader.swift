import SecretCrypto

/// Reads the XML of Android's SharedPreferences from expat's events: `<map>` of `<string>`, `<int>`, `<long>`,
/// `<float>`, `<boolean>` and `<set>`, each with its key in the attribute `name` (XmlUtils of the Android framework,
/// which writes `<double>` and `<null>` too where a program asks for them).
///
/// A value's range is its whole element, the key's that of the attribute's value inside it. A set is an array: no other
/// format has sets, and the order of the file is kept.
final class AndroidReader: XMLEvents {
  /// An element whose end tag is not reached yet.
  struct Leaf {
    var element: AndroidElement
    /// The first byte of the start tag.
    var start: Int
    /// Where the decoded text begins.
    var firstDecoded: Int
    /// The value of a scalar, which its start tag holds.
    var value: NodeRecord?
  }

  private let source: SecretBuffer
  private let unit: TextUnit
  private var builder: DocumentBuilder
  private var leaf: Leaf?
  /// The attributes of the tag in hand, decoded: bytes of the builder's text.
  private var name: Range<Int>?
  private var value: Range<Int>?
  private(set) var isComplete = false

  private init(_ source: SecretBuffer, _ unit: TextUnit, limits: Limits) {
    self.source = source
    self.unit = unit
    builder = DocumentBuilder(limits: limits)
  }

  /// Reads a source whose outermost element is `<map>`.
  static func read(_ source: SecretBuffer, _ text: TextUnits, limits: Limits) throws(Refusal) -> Document {
    let reader = try source.withBytes { (bytes: Span<UInt8>) throws(Refusal) -> AndroidReader in
      try Expat.parse(bytes, from: XMLPlistReader.declarationStart(bytes, text), text) {
        AndroidReader(source, text.unit, limits: limits)
      }
    }
    return reader.builder.finish(source: source, format: .androidXML)
  }

  // MARK: - Prologue

  func doctype(name: [UInt8], identifiers: [[UInt8]], hasSubset: Bool, at offset: Int) throws(Refusal) {
    if hasSubset { throw .documentType(at: offset) }
  }

  // MARK: - Elements

  var wantsAttributes: Bool { true }

  func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) throws(Refusal) {
    let isName = ASCII.equals("name", name)
    guard isName || ASCII.equals("value", name) else { return }
    let first = builder.decoded.count
    builder.decoded.append(value)
    if isName {
      self.name = first..<builder.decoded.count
    } else {
      self.value = first..<builder.decoded.count
    }
  }

  func start(_ name: Span<UInt8>, attributes: Int, tag: Range<Int>) throws(Refusal) {
    defer { (self.name, value) = (nil, nil) }
    guard builder.depth > 0 else {
      guard ASCII.equals("map", name), !isComplete else { throw .notAPlist(at: tag.lowerBound) }
      try builder.open(.dictionary, at: tag.lowerBound)
      return
    }
    if let leaf {
      throw .androidSyntax("<\(leaf.element.rawValue)> cannot hold another element", at: tag.lowerBound)
    }
    guard let element = AndroidElement(name) else { throw .androidType(at: tag.lowerBound) }
    let parts = source.withBytes { XMLTag($0, tag, unit) }
    let isKeyed = builder.openKind == .dictionary
    if isKeyed { try addKey(parts, tag) }
    if element == .set {
      guard isKeyed else { throw .androidSyntax("a set holds texts, not sets", at: tag.lowerBound) }
      try builder.open(.array, at: tag.lowerBound)
      return
    }
    guard isKeyed || element == .string || element == .null else {
      throw .androidSyntax("a set holds texts, not numbers", at: tag.lowerBound)
    }
    leaf = Leaf(
      element: element, start: tag.lowerBound, firstDecoded: builder.decoded.count,
      value: try scalar(element, parts, tag))
  }

  private func addKey(_ parts: XMLTag, _ tag: Range<Int>) throws(Refusal) {
    guard let name, let range = parts.name else {
      throw .androidSyntax("a value has no name", at: tag.lowerBound)
    }
    try builder.add(NodeRecord(kind: .string, range: range, content: name, place: .decoded))
  }

  /// The value of a number or a truth.
  private func scalar(
    _ element: AndroidElement, _ parts: XMLTag, _ tag: Range<Int>
  ) throws(Refusal) -> NodeRecord? {
    guard let kind = element.scalar else { return nil }
    guard let value, let range = parts.value else {
      if kind == .null { return NodeRecord(kind: .null, range: tag, content: 0..<0, place: .decodedScalar) }
      throw .androidSyntax("a value has no attribute 'value'", at: tag.lowerBound)
    }
    var record = NodeRecord(
      kind: kind, range: tag, content: value, place: kind == .real ? .decoded : .decodedScalar)
    let complaint = builder.decoded.withBytes { decoded in
      element.complaint(decoded.extracting(value), &record)
    }
    if let complaint { throw .androidSyntax(complaint, at: range.lowerBound) }
    return record
  }

  func end(tag: Range<Int>) throws(Refusal) {
    if let leaf {
      self.leaf = nil
      // An empty element has one tag, whose end is told as an empty range behind it.
      let range = leaf.start..<tag.upperBound
      let text = leaf.firstDecoded..<builder.decoded.count
      var record = leaf.value ?? NodeRecord(kind: .string, range: range, content: text, place: .decoded)
      record.length = UInt32(truncatingIfNeeded: range.count)
      try builder.add(record)
    } else {
      builder.close(at: tag.upperBound)
      isComplete = builder.depth == 0
    }
  }

  func text(_ text: Span<UInt8>, at offset: Int) throws(Refusal) {
    if let leaf, leaf.element == .string {
      builder.decoded.append(text)
      return
    }
    for index in text.indices where !TextUnits.isSpace(UInt32(text[index])) {
      throw .androidSyntax("text stands outside of any value", at: offset)
    }
  }
}
