internal import SecretCrypto

/// A part of a value: what stands at the end of a way in.
struct ValuePart {
  /// Its bytes: text and data as they are, everything else in its canonical spelling.
  let content: SecretBuffer
  /// Its type; of what stands in a line of text, string.
  let kind: Kind
}

extension Document {
  /// The part of a value at the end of a way in, as findings name it; `nil` if the value has no such part, has it twice,
  /// or if it is a whole dictionary or array.
  func part(of id: NodeID, _ inner: [InnerStep]) -> ValuePart? {
    guard inner.count <= 64 else { return nil }
    var way = PartWay.value(self, id)
    for step in inner {
      guard let next = way.step(step) else { return nil }
      way = next
    }
    return way.part
  }
}

/// Where the way into a value has come.
private enum PartWay {
  case value(Document, NodeID)
  case bytes(SecretBuffer)
  case fields(SecretBuffer, Decoding)

  /// Bytes that are decoded, as for a search.
  private static let limit = 1 << 26

  func step(_ step: InnerStep) -> PartWay? {
    switch (self, step) {
    case (.value(let document, let id), .decode(let decoding)):
      let kind = document.node(id).kind
      guard kind == .string || kind == .data else { return nil }
      return PartWay.decode(document.secret(of: id), decoding)
    case (.bytes(let bytes), .decode(let decoding)): return PartWay.decode(bytes, decoding)
    case (.value(let document, let id), _): return PartWay.child(step, of: id, document)
    case (.fields(let text, let decoding), .key(let name)):
      return PartWay.field(name, of: text, decoding).map { .bytes(text.slice($0)) }
    default: return nil
    }
  }

  var part: ValuePart? {
    switch self {
    case .value(let document, let id):
      let kind = document.node(id).kind
      guard !kind.isContainer, kind != .null else { return nil }
      return ValuePart(content: document.secret(of: id), kind: kind)
    case .bytes(let bytes): return ValuePart(content: bytes, kind: .string)
    case .fields: return nil
    }
  }

  private static func decode(_ bytes: SecretBuffer, _ decoding: Decoding) -> PartWay? {
    guard bytes.count <= limit else { return nil }
    let text = bytes.slice(bytes.withBytes { ASCII.trimmed($0) })
    switch decoding {
    case .json, .plist, .nskeyedarchiver:
      // Data may end in white space; text was searched without it.
      guard let document = (try? Document.read(bytes)) ?? (try? Document.read(text)) else { return nil }
      guard (document.format == .json || document.format == .jsonc) == (decoding == .json) else { return nil }
      return .value(document, document.root)
    case .base64: return text.withBytes { EncodedText.decode($0) }.map { .bytes($0) }
    case .form, .cookie, .header, .url: return .fields(text, decoding)
    }
  }

  private static func child(_ step: InnerStep, of id: NodeID, _ document: Document) -> PartWay? {
    var index = PathIndex(document)
    let component: KeyPath.Component
    switch step {
    case .key(let key): component = .key(key)
    case .index(let number): component = .index(number)
    case .decode: return nil
    }
    guard let entry = index.entry(component, in: id), !entry.isDuplicated else { return nil }
    return .value(document, entry.first)
  }

  /// The one field of a name.
  private static func field(_ name: [UInt8], of buffer: SecretBuffer, _ decoding: Decoding) -> Range<Int>? {
    buffer.withBytes { text in
      switch decoding {
      case .form: return FlatText.value(of: name, in: text, 0..<text.count, separator: UInt8(ascii: "&"))
      case .cookie: return FlatText.value(of: name, in: text, 0..<text.count, separator: UInt8(ascii: ";"))
      case .header: return FlatText.headerValue(of: name, in: text)
      case .url:
        guard let address = FlatText.address(text) else { return nil }
        return FlatText.value(of: name, in: text, address.query, separator: UInt8(ascii: "&"))
          ?? FlatText.value(of: name, in: text, address.fragment, separator: UInt8(ascii: "&"))
      default: return nil
      }
    }
  }
}

extension FlatText {
  /// The value of the one field with this name; `nil` if there is none or more than one.
  static func value(
    of name: [UInt8], in text: Span<UInt8>, _ range: Range<Int>, separator: UInt8
  ) -> Range<Int>? {
    var found: Range<Int>?
    var count = 0
    forEachField(in: text, range, separator: separator) { field in
      guard equals(text, field.name, name) else { return true }
      found = trimmed(text, field.value)
      count += 1
      return true
    }
    return count == 1 ? found : nil
  }

  /// The value of the one header line with this name.
  static func headerValue(of name: [UInt8], in text: Span<UInt8>) -> Range<Int>? {
    var found: Range<Int>?
    var count = 0
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, text[end] != 0x0A { end += 1 }
      let colon = start + name.count
      if colon < end, text[colon] == UInt8(ascii: ":"), equals(text, start..<colon, name) {
        found = trimmed(text, colon + 1..<end)
        count += 1
      }
      start = end + 1
    }
    return count == 1 ? found : nil
  }

  private static func equals(_ text: Span<UInt8>, _ range: Range<Int>, _ name: [UInt8]) -> Bool {
    guard range.count == name.count else { return false }
    for (offset, byte) in name.enumerated() where text[range.lowerBound + offset] != byte { return false }
    return true
  }
}
