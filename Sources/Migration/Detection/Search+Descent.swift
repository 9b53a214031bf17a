internal import SecretCrypto

extension Search {
  /// Reads on inside a value that is a document itself. Returns whether it is one: then its parts were
  /// searched and the value as a whole is no finding.
  mutating func descend(
    _ bytes: Span<UInt8>, _ step: Step, _ name: NameVerdict, _ way: borrowing Way, _ facts: ValueFacts
  ) -> Bool {
    if facts.isNoDocument { return false }
    let isDocument = descend(bytes, step, name, way)
    // What a limit forbids to decode is forbidden the next time too.
    facts.isNoDocument = !isDocument
    return isDocument
  }

  private mutating func descend(
    _ bytes: Span<UInt8>, _ step: Step, _ name: NameVerdict, _ way: borrowing Way
  ) -> Bool {
    guard bytes.count >= 2 else { return false }
    switch bytes[0] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard Search.mayBeJSON(bytes) else { return false }
      return descend(copying: bytes, [.decode(.json)], step, name, way)
    case UInt8(ascii: "b"):
      return ASCII.has("bplist0", in: bytes) && descend(copying: bytes, [.decode(.plist)], step, name, way)
    case UInt8(ascii: "<"):
      let isPlist =
        ASCII.has("<?xml", in: bytes) || ASCII.has("<plist", in: bytes)
        || ASCII.has("<!DOCTYPE plist", in: bytes)
      return isPlist && descend(copying: bytes, [.decode(.plist)], step, name, way)
    default: break
    }
    guard let content = EncodedText.content(of: bytes),
      let decoded = mayDecode(bytes.count, way.depth) ? EncodedText.decode(bytes) : nil
    else { return false }
    switch content {
    case .json: return read(decoded, [.decode(.base64), .decode(.json)], step, name, way)
    case .plist: return read(decoded, [.decode(.base64), .decode(.plist)], step, name, way)
    case .header, .privateKey: return false
    }
  }

  /// Base64 of a header or of a private key (PEM or `privkey:`), when neither name nor form has said anything yet.
  func encoded(_ text: Span<UInt8>) -> ValueFacts.Encoded? {
    switch EncodedText.content(of: text) {
    case .header?:
      return ValueFacts.Encoded(
        judgement: Judgement(
          .authorization, 85, "the value decodes to a scheme and a credential, as in an Authorization header",
          .encodedHeader),
        length: text.count / 4 * 3)
    case .privateKey?:
      guard let decoded = EncodedText.decode(text) else { return nil }
      let isPrivate = decoded.withBytes { bytes in
        shapes.find(in: bytes.extracting(0..<min(bytes.count, 128)))?.shape.kind == .privateKey
      }
      guard isPrivate else { return nil }
      return ValueFacts.Encoded(
        judgement: Judgement(.privateKey, 95, "the value decodes to a private key", .encodedKey),
        length: decoded.count)
    default: return nil
    }
  }

  // MARK: - Reading on

  /// Braces stand at the beginning of frames and rectangles too: what follows tells JSON from them.
  private static func mayBeJSON(_ text: Span<UInt8>) -> Bool {
    let isObject = text[0] == UInt8(ascii: "{")
    guard text[text.count - 1] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return false }
    var next = 1
    while next < text.count - 1, ASCII.isSpace(text[next]) { next += 1 }
    switch text[next] {
    case UInt8(ascii: "\""): return true
    case UInt8(ascii: "{"), UInt8(ascii: "["): return !isObject
    default: return false
    }
  }

  private mutating func mayDecode(_ count: Int, _ depth: Int) -> Bool {
    guard depth < limits.depth, decodedValues < limits.decodedValues,
      decodedBytes + count <= limits.decodedBytes
    else {
      giveUp()
      return false
    }
    guard spend(count) else { return false }
    decodedValues += 1
    decodedBytes += count
    return true
  }

  private mutating func descend(
    copying bytes: Span<UInt8>, _ steps: [InnerStep], _ step: Step, _ name: NameVerdict, _ way: borrowing Way
  ) -> Bool {
    mayDecode(bytes.count, way.depth) && read(SecretBuffer(copying: bytes), steps, step, name, way)
  }

  private mutating func read(
    _ source: SecretBuffer, _ steps: [InnerStep], _ step: Step, _ name: NameVerdict, _ way: borrowing Way
  ) -> Bool {
    guard let document = try? Document.read(source), document.node(document.root).kind.isContainer else {
      return false
    }
    // Without room for the place the search is over: nothing inside would be reported.
    guard let place = place(of: step, way) else { return true }
    var origin = Origin(place: place, range: range(way))
    origin.place.inner += steps
    if KeyedArchive(document) != nil {
      origin.place.inner[origin.place.inner.count - 1] = .decode(.nskeyedarchiver)
    }
    walk(document, from: origin, name: name, depth: way.depth + 1)
    return true
  }
}
