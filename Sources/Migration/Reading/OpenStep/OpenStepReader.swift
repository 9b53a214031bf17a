import SecretCrypto

/// Reads an OpenStep property list, or a strings file, in one pass without recursion.
///
/// It takes what CoreFoundation takes (CFOldStylePList.c of swift-corelibs-foundation), the typed values of GNUstep
/// besides, and is stricter in two things: the text is UTF-8, or UTF-16 or UTF-32 with a mark, and a comment ends before
/// the file.
struct OpenStepReader: ~Copyable {
  var builder: DocumentBuilder
  let unit: TextUnit
  /// The next byte to read.
  var at: Int
  /// Whether the file is a dictionary without its braces.
  private var isStringsFile = false

  private init(_ text: TextUnits, limits: Limits) {
    builder = DocumentBuilder(limits: limits)
    unit = text.unit
    at = text.markLength
  }

  /// Reads a whole source.
  static func read(_ source: SecretBuffer, _ text: TextUnits, limits: Limits) throws(Refusal) -> Document {
    var reader = OpenStepReader(text, limits: limits)
    try source.withBytes { (bytes: Span<UInt8>) throws(Refusal) in try reader.read(bytes) }
    return reader.builder.finish(source: source, format: .openStep)
  }

  // MARK: - Grammar

  private mutating func read(_ bytes: Span<UInt8>) throws(Refusal) {
    if unit == .utf8, let offset = UTF8Text.firstInvalid(bytes) { throw .notUnicode(at: offset) }
    if unit != .utf8, !bytes.count.isMultiple(of: unit.size) {
      throw .truncated("the file ends inside a character", at: bytes.count / unit.size * unit.size)
    }
    try skipSpace(bytes)
    switch peek(bytes) {
    case 0x7B, 0x28, 0x3C:  // { ( <
      repeat {
        while try begin(bytes) {}
      } while try proceed(bytes)
    default: try readStrings(bytes)
    }
    try skipSpace(bytes)
    if !atEnd(bytes) {
      throw Refusal(
        code: "trailingGarbage", message: "something follows the end of the property list", offset: at,
        hint: "take out what does not belong to the file, then try again")
    }
  }

  /// A dictionary without braces.
  private mutating func readStrings(_ bytes: Span<UInt8>) throws(Refusal) {
    isStringsFile = true
    try builder.open(.dictionary, at: at)
    guard try nextKey(bytes) else { return }
    repeat {
      while try begin(bytes) {}
    } while try proceed(bytes)
  }

  /// Reads a scalar or an opening bracket. True if another value is to begin: the first of a container.
  private mutating func begin(_ bytes: Span<UInt8>) throws(Refusal) -> Bool {
    switch try next(bytes) {
    case 0x7B:  // {
      try builder.open(.dictionary, at: at)
      at += unit.size
      return try nextKey(bytes)
    case 0x28:  // (
      try builder.open(.array, at: at)
      at += unit.size
      try skipSpace(bytes)
      return try next(bytes) != 0x29
    case 0x3C: try data(bytes)  // <
    default:
      guard let record = try string(bytes) else {
        throw .syntax("openStepSyntax", "a value is expected", at: at)
      }
      try builder.add(record)
    }
    return false
  }

  /// Goes on after a value: closes containers, reads a separator and, in a dictionary, the next key. False if the
  /// outermost value is complete.
  private mutating func proceed(_ bytes: Span<UInt8>) throws(Refusal) -> Bool {
    while let kind = builder.openKind {
      try skipSpace(bytes)
      if kind == .dictionary {
        guard try next(bytes) == 0x3B else {  // ;
          throw .syntax("openStepSyntax", "a semicolon is expected after the value", at: at)
        }
        at += unit.size
        if try nextKey(bytes) { return true }
        continue
      }
      if try next(bytes) == 0x29 {  // )
        at += unit.size
        builder.close(at: at)
        continue
      }
      guard peek(bytes) == 0x2C else {  // ,
        throw .syntax("openStepSyntax", "a comma or ) is expected", at: at)
      }
      at += unit.size
      try skipSpace(bytes)
      // A comma may follow the last element.
      if try next(bytes) != 0x29 { return true }
    }
    return false
  }

  /// Reads keys up to one that a value follows. False if the dictionary ends first; then it is closed.
  private mutating func nextKey(_ bytes: Span<UInt8>) throws(Refusal) -> Bool {
    while true {
      try skipSpace(bytes)
      let isOutermost = isStringsFile && builder.depth == 1
      if isOutermost ? atEnd(bytes) : try next(bytes) == 0x7D {  // }
        if !isOutermost { at += unit.size }
        builder.close(at: at)
        // `{` was a value: whoever asked goes on after it.
        return false
      }
      guard let key = try string(bytes) else {
        throw .syntax("openStepSyntax", isOutermost ? "a key is expected" : "a key or } is expected", at: at)
      }
      let isFirst = isOutermost && builder.openLinkCount == 0
      try builder.add(key)
      try skipSpace(bytes)
      if isFirst, atEnd(bytes) { throw .noKeys }
      switch try next(bytes) {
      case 0x3B:  // ;
        // The key alone, whose value is itself: the value has no spelling of its own.
        var value = key
        value.start += value.length
        value.length = 0
        try builder.add(value)
        at += unit.size
      case 0x3D:  // =
        at += unit.size
        try skipSpace(bytes)
        return true
      default: throw .syntax("openStepSyntax", "= or ; is expected after the key", at: at)
      }
    }
  }
}

extension Refusal {
  /// A file of one word, which an OpenStep reader would take for a property list.
  static var noKeys: Refusal {
    Refusal(
      code: "noKeys", message: "the file is one word: there are no keys here", offset: 0,
      hint: "to store the word as a secret, use: secretctl set")
  }

  /// Text in one of the eight-bit encodings of before UTF-8. Nothing in it tells which one, and CoreFoundation does not
  /// guess either.
  static func notUnicode(at offset: Int) -> Refusal {
    Refusal(
      code: "encoding", message: "the text is neither UTF-8 nor, with a mark, UTF-16 or UTF-32",
      offset: offset,
      hint: "convert the file to UTF-8 with iconv, from the encoding of the program that wrote it")
  }
}
