import SecretCrypto

/// Reads Apple's XML property list from expat's events.
///
/// In a UTF-8 file a value without entities, sections or carriage returns is lent from the source; all
/// other text is decoded. Attributes mean nothing in a property list and are passed over.
final class XMLPlistReader: XMLEvents {
  /// A key or scalar whose end tag is not reached yet.
  struct Leaf {
    var element: XMLElement
    /// The first byte of the start tag.
    var start: Int
    /// The first byte after the start tag.
    var contentStart: Int
    /// Where the content ends, if the source holds it as it is.
    var plainEnd: Int?
    /// Where in the decoded text the content begins otherwise.
    var firstDecoded: Int
  }

  let source: SecretBuffer
  /// Whether a byte of the source is a byte of UTF-8.
  let isUTF8: Bool
  var builder: DocumentBuilder
  var leaf: Leaf?
  /// The text of a data element that has to be decoded twice.
  var scratch: SecretAppender?
  private var inPlist = false
  /// Whether the outermost element is the value itself.
  private var isBare = false
  private var hasRoot = false
  private(set) var isComplete = false

  private init(_ source: SecretBuffer, isUTF8: Bool, limits: Limits) {
    self.source = source
    self.isUTF8 = isUTF8
    builder = DocumentBuilder(limits: limits)
  }

  /// Reads a source whose text begins with `<`, white space passed over.
  static func read(_ source: SecretBuffer, _ text: TextUnits, limits: Limits) throws(Refusal) -> Document {
    let reader = try source.withBytes { (bytes: Span<UInt8>) throws(Refusal) -> XMLPlistReader in
      try Expat.parse(bytes, from: declarationStart(bytes, text), text) {
        XMLPlistReader(source, isUTF8: text.unit == .utf8, limits: limits)
      }
    }
    return reader.builder.finish(source: source, format: .xmlPlist)
  }

  // MARK: - Prologue

  func doctype(name: [UInt8], identifiers: [[UInt8]], hasSubset: Bool, at offset: Int) throws(Refusal) {
    if hasSubset { throw .documentType(at: offset) }
    let known = identifiers.allSatisfy { identifier in
      identifier.indices.contains { at in
        switch ASCII.lowercased(identifier[at]) {
        case UInt8(ascii: "p"): ASCII.hasAnyCase("propertylist", in: identifier.span, at: at)
        case UInt8(ascii: "d"): ASCII.hasAnyCase("dtd plist", in: identifier.span, at: at)
        case UInt8(ascii: "/"): ASCII.hasAnyCase("/plist", in: identifier.span, at: at)
        default: false
        }
      }
    }
    guard name == Array("plist".utf8), known else {
      throw Refusal(
        code: "externalDTD", message: "the file refers to a document type that is not Apple's property list",
        offset: offset,
        hint: "is this a property list? it would have <!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\"")
    }
  }

  // MARK: - Elements

  func start(_ name: Span<UInt8>, attributes: Int, tag: Range<Int>) throws(Refusal) {
    let element = XMLElement(name)
    guard inPlist else {
      try begin(element, at: tag.lowerBound)
      return
    }
    if let leaf {
      throw .syntax(
        "plistSyntax", "<\(leaf.element.rawValue)> cannot hold another element", at: tag.lowerBound)
    }
    if attributes > 0, builder.notes.isEmpty {
      builder.notes.append(
        Note(code: "attributes", message: "attributes of a value's tag are ignored", offset: tag.lowerBound))
    }
    try checkPosition(element, at: tag.lowerBound)
    switch element {
    case .array: try builder.open(.array, at: tag.lowerBound)
    case .dict: try builder.open(.dictionary, at: tag.lowerBound)
    default: beginLeaf(element, tag: tag)
    }
  }

  /// The outermost element. Apple's reader does without `<plist>`, and so do fragments that people keep in files.
  private func begin(_ element: XMLElement, at offset: Int) throws(Refusal) {
    inPlist = true
    switch element {
    case .plist: return
    case .dict: try builder.open(.dictionary, at: offset)
    case .array: try builder.open(.array, at: offset)
    default: throw .notAPlist(at: offset)
    }
    isBare = true
    hasRoot = true
  }

  /// Whether an element may stand here.
  private func checkPosition(_ element: XMLElement, at offset: Int) throws(Refusal) {
    switch element {
    case .other, .plist:
      throw .syntax("plistSyntax", "property lists have no such element here", at: offset)
    default: break
    }
    let wantsKey = builder.openKind == .dictionary && builder.openLinkCount.isMultiple(of: 2)
    guard wantsKey == (element == .key) else {
      let message =
        wantsKey ? "a value stands in a dictionary without its key" : "a key stands where a value is expected"
      throw .syntax("plistSyntax", message, at: offset)
    }
    if builder.depth == 0 {
      guard !hasRoot else { throw .syntax("plistSyntax", "<plist> holds a second value", at: offset) }
      hasRoot = true
    }
  }

  func end(tag: Range<Int>) throws(Refusal) {
    if let leaf {
      self.leaf = nil
      try finish(leaf, tag: tag)
    } else if let kind = builder.openKind {
      guard kind == .array || builder.openLinkCount.isMultiple(of: 2) else {
        throw .syntax("plistSyntax", "the last key of a dictionary has no value", at: tag.lowerBound)
      }
      builder.close(at: tag.upperBound)
      isComplete = isBare && builder.depth == 0
    } else {
      guard hasRoot else {
        throw Refusal(
          code: "emptyPlist", message: "<plist> holds no value", offset: tag.lowerBound,
          hint: "there is nothing to read in this file")
      }
      isComplete = true
    }
  }

  func text(_ text: Span<UInt8>, at offset: Int) throws(Refusal) {
    guard let leaf else {
      for index in text.indices where ![0x20, 0x09, 0x0A, 0x0D].contains(text[index]) {
        throw .syntax("plistSyntax", "text stands outside of any value", at: offset)
      }
      return
    }
    guard leaf.plainEnd == nil else { return }
    if leaf.element == .data { scratch?.append(text) } else { builder.decoded.append(text) }
  }
}
