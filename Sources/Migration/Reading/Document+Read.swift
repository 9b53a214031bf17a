package import SecretCrypto

extension Document {
  /// Reads a file under limits of the caller's.
  package static func read(_ source: SecretBuffer, limits: Limits) throws(Refusal) -> Document {
    guard source.count <= limits.sourceBytes else { throw limits.tooLarge(source.count) }
    switch try source.withBytes({ (bytes: Span<UInt8>) throws(Refusal) in try Reader(bytes) }) {
    case .binaryPlist: return try BinaryReader.read(source, limits: limits).notingDuplicates()
    case .xmlPlist(let text): return try XMLPlistReader.read(source, text, limits: limits).notingDuplicates()
    case .androidXML(let text): return try AndroidReader.read(source, text, limits: limits).notingDuplicates()
    case .openStep(let text):
      return try OpenStepReader.read(source, text, limits: limits).notingDuplicates()
    case .json(let text):
      do throws(Refusal) {
        return try JSONReader.read(source, limits: limits).notingDuplicates()
      } catch {
        let guess = source.withBytes { TextGuess($0, text) }
        guard guess == .openStep else { throw source.withBytes { notJSON($0, guess, error) } }
        return try OpenStepReader.read(source, text, limits: limits).notingDuplicates()
      }
    }
  }

  /// Which reader is to try a file.
  private enum Reader {
    case binaryPlist
    case xmlPlist(TextUnits)
    case androidXML(TextUnits)
    case openStep(TextUnits)
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
      let isTag = text.unit.value(bytes, at: text.start) == 0x3C
      let isXML = isTag && !TextScanner(unit: text.unit, at: text.start).opensData(bytes)
      if text.unit == .utf8 {
        self = isXML ? Reader.xml(bytes, text) : isTag ? .openStep(text) : .json(text)
      } else if text.isWideWithMark, isXML {
        self = Reader.xml(bytes, text)
      } else if text.isWideWithMark, isTag || TextGuess(bytes, text) == .openStep {
        self = .openStep(text)
      } else {
        throw Reader.refusal(bytes, text, isXML: isXML)
      }
    }

    private static func xml(_ bytes: Span<UInt8>, _ text: TextUnits) -> Reader {
      XMLPrologue.outermost(bytes, text) == .map ? .androidXML(text) : .xmlPlist(text)
    }

    /// The refusal of a text in another encoding than the one its format is read in.
    private static func refusal(_ bytes: Span<UInt8>, _ text: TextUnits, isXML: Bool) -> Refusal {
      if isXML { return .encoding(at: 0) }
      switch TextGuess(bytes, text) {
      case .openStep: return .notUnicode(at: 0)
      case .json:
        return Refusal(
          code: "jsonEncoding", message: "the file is JSON in UTF-\(text.unit.size * 8); JSON is UTF-8",
          offset: 0,
          hint: "convert the file to UTF-8")
      case .word: return .noKeys
      case .comments: return .onlyComments
      case .other: return Recognition.unknown(bytes)
      }
    }
  }

  /// What to say of a UTF-8 text that is not JSON.
  private static func notJSON(_ bytes: Span<UInt8>, _ guess: TextGuess, _ refusal: Refusal) -> Refusal {
    switch guess {
    case .json, .openStep: return refusal
    case .word: return .noKeys
    case .comments: return .onlyComments
    case .other: return Recognition.unknown(bytes)
    }
  }
}
