package import SecretCrypto

extension Document {
  /// Reads a file under limits of the caller's.
  package static func read(_ source: SecretBuffer, limits: Limits) throws(Refusal) -> Document {
    guard source.count <= limits.sourceBytes else { throw limits.tooLarge(source.count) }
    switch try source.withBytes({ (bytes: Span<UInt8>) throws(Refusal) in try Reader(bytes) }) {
    case .binaryPlist: return try BinaryReader.read(source, limits: limits).notingDuplicates()
    case .xmlPlist(let text): return try XMLPlistReader.read(source, text, limits: limits).notingDuplicates()
    case .json(let text):
      do throws(Refusal) {
        return try JSONReader.read(source, limits: limits).notingDuplicates()
      } catch {
        throw source.withBytes { notJSON($0, text, error) }
      }
    }
  }

  /// Which reader is to try a file.
  private enum Reader {
    case binaryPlist
    case xmlPlist(TextUnits)
    case json(TextUnits)

    /// Tells by the first bytes; refuses what no reader reads.
    init(_ bytes: Span<UInt8>) throws(Refusal) {
      if let refusal = Recognition.refusal(bytes) { throw refusal }
      let text = TextUnits(bytes)
      if text.unit == .utf8, text.has("bplist", at: 0, bytes) {
        self = .binaryPlist
        return
      }
      guard text.start + text.unit.size <= bytes.count else {
        throw Refusal(
          code: "emptyFile", message: "the file holds nothing but white space", offset: 0,
          hint: "there is nothing to read in this file")
      }
      let isXML = text.unit.value(bytes, at: text.start) == 0x3C && !Reader.isOpenStepData(bytes, text)
      switch text.unit {
      case .utf8: self = isXML ? .xmlPlist(text) : .json(text)
      case .utf16LittleEndian where isXML && text.markLength > 0,
        .utf16BigEndian where isXML && text.markLength > 0:
        self = .xmlPlist(text)
      default: throw Reader.refusal(bytes, text, isXML: isXML)
      }
    }

    /// Whether `<` opens an OpenStep data value rather than an XML tag.
    private static func isOpenStepData(_ bytes: Span<UInt8>, _ text: TextUnits) -> Bool {
      switch text.unit.value(bytes, at: text.start + text.unit.size) {
      case 0x30...0x39, 0x20, 0x2A, 0x3E: true
      default: false
      }
    }

    /// The refusal of a text in another encoding than the one its format is read in.
    private static func refusal(_ bytes: Span<UInt8>, _ text: TextUnits, isXML: Bool) -> Refusal {
      if isXML { return .encoding(at: 0) }
      switch TextGuess(bytes, text) {
      case .openStep: return .notReadYet("an OpenStep property list", code: "openStepPlist", at: text.start)
      case .json:
        return Refusal(
          code: "jsonEncoding", message: "the file is JSON in UTF-\(text.unit.size * 8); JSON is UTF-8",
          offset: 0,
          hint: "convert the file to UTF-8")
      case .word: return .noKeys
      case .comments, .other: return Recognition.unknown(bytes)
      }
    }
  }

  /// What to say of a UTF-8 text that is not JSON.
  private static func notJSON(_ bytes: Span<UInt8>, _ text: TextUnits, _ refusal: Refusal) -> Refusal {
    if text.unit.value(bytes, at: text.start) == 0x3C {
      return .notReadYet("an OpenStep property list", code: "openStepPlist", at: text.start)
    }
    switch TextGuess(bytes, text) {
    case .openStep: return .notReadYet("an OpenStep property list", code: "openStepPlist", at: text.start)
    case .json: return refusal
    case .word: return .noKeys
    case .comments:
      return Refusal(
        code: "emptyFile", message: "the file holds nothing but comments", offset: 0,
        hint: "there is nothing to read in this file")
    case .other: return Recognition.unknown(bytes)
    }
  }
}

extension Refusal {
  /// A file of one word, which an OpenStep reader would take for a property list.
  fileprivate static var noKeys: Refusal {
    Refusal(
      code: "noKeys", message: "the file is one word: there are no keys here", offset: 0,
      hint: "to store the word as a secret, use: secretctl set")
  }
}
