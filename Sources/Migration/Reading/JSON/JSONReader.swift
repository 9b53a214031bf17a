import SecretCrypto

/// Reads JSON exactly as RFC 8259 has it, and JSON with comments, in one pass without recursion.
///
/// A comma after the last entry is accepted only if the file has a comment: then it is a settings file, and
/// their readers know both.
struct JSONReader: ~Copyable {
  var builder: DocumentBuilder
  /// The next byte to read.
  var at = 0
  private var firstComment: Int?
  private var firstTrailingComma: Int?

  private init(limits: Limits) { builder = DocumentBuilder(limits: limits) }

  /// Reads a whole source, which may begin with a UTF-8 byte order mark.
  static func read(_ source: SecretBuffer, limits: Limits) throws(Refusal) -> Document {
    var reader = JSONReader(limits: limits)
    try source.withBytes { (bytes: Span<UInt8>) throws(Refusal) in try reader.read(bytes) }
    let format: SourceFormat = reader.firstComment == nil ? .json : .jsonc
    return reader.builder.finish(source: source, format: format)
  }

  // MARK: - Grammar

  private mutating func read(_ bytes: Span<UInt8>) throws(Refusal) {
    if let offset = UTF8Text.firstInvalid(bytes) {
      throw .syntax("invalidUTF8", "the text is not valid UTF-8", at: offset)
    }
    at = UTF8Text.markLength(bytes)
    try skipSpace(bytes)
    repeat {
      while try begin(bytes) {}
    } while try proceed(bytes)
    try skipSpace(bytes)
    if at < bytes.count { throw trailing(bytes) }
    if let comma = firstTrailingComma, firstComment == nil {
      throw .syntax("trailingComma", "a comma follows the last entry, which JSON forbids", at: comma)
    }
  }

  /// Reads a scalar or an opening bracket. True if another value is to begin: the first of a container.
  private mutating func begin(_ bytes: Span<UInt8>) throws(Refusal) -> Bool {
    let byte = try next(bytes)
    guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else {
      try scalar(bytes)
      return false
    }
    let keyed = byte == UInt8(ascii: "{")
    try builder.open(keyed ? .dictionary : .array, at: at)
    at += 1
    try skipSpace(bytes)
    if try next(bytes) == UInt8(ascii: keyed ? "}" : "]") { return false }
    if keyed { try key(bytes) }
    return true
  }

  /// Goes on after a value: closes containers, reads a comma and, in a dictionary, the next key. False
  /// if the outermost value is complete.
  private mutating func proceed(_ bytes: Span<UInt8>) throws(Refusal) -> Bool {
    while let kind = builder.openKind {
      let close = UInt8(ascii: kind == .dictionary ? "}" : "]")
      try skipSpace(bytes)
      if try next(bytes) == close {
        at += 1
        builder.close(at: at)
        continue
      }
      guard bytes[at] == UInt8(ascii: ",") else {
        let closing = kind == .dictionary ? "}" : "]"
        throw .syntax("jsonSyntax", "a comma or \(closing) is expected", at: at)
      }
      let comma = at
      at += 1
      try skipSpace(bytes)
      if try next(bytes) == close {
        firstTrailingComma = firstTrailingComma ?? comma
        continue
      }
      if kind == .dictionary { try key(bytes) }
      return true
    }
    return false
  }

  /// Reads a key and its colon.
  private mutating func key(_ bytes: Span<UInt8>) throws(Refusal) {
    guard try next(bytes) == UInt8(ascii: "\"") else {
      throw .syntax("jsonSyntax", "a key in double quotes is expected", at: at)
    }
    try string(bytes)
    try skipSpace(bytes)
    guard try next(bytes) == UInt8(ascii: ":") else {
      throw .syntax("jsonSyntax", "a colon is expected after the key", at: at)
    }
    at += 1
    try skipSpace(bytes)
  }

  /// The byte in hand; the end of the file is refused.
  func next(_ bytes: Span<UInt8>) throws(Refusal) -> UInt8 {
    guard at < bytes.count else { throw .truncated("the JSON text ends before its last bracket", at: at) }
    return bytes[at]
  }

  /// Passes white space and comments.
  private mutating func skipSpace(_ bytes: Span<UInt8>) throws(Refusal) {
    while true {
      at = JSONText.endOfSpace(bytes, from: at)
      guard at + 1 < bytes.count, bytes[at] == UInt8(ascii: "/"),
        bytes[at + 1] == UInt8(ascii: "/") || bytes[at + 1] == UInt8(ascii: "*")
      else { return }
      guard let end = JSONText.endOfComment(bytes, from: at) else {
        throw .truncated("the file ends inside a comment", at: at)
      }
      firstComment = firstComment ?? at
      at = end
    }
  }

  /// What follows the outermost value.
  private func trailing(_ bytes: Span<UInt8>) -> Refusal {
    var before = at
    while before > 0, bytes[before - 1] == UInt8(ascii: " ") || bytes[before - 1] == UInt8(ascii: "\t") {
      before -= 1
    }
    let newLine = before > 0 && bytes[before - 1] == UInt8(ascii: "\n")
    if newLine, bytes[at] == UInt8(ascii: "{") || bytes[at] == UInt8(ascii: "[") {
      return Refusal(
        code: "jsonLines", message: "the file is JSON Lines: a second JSON text begins", offset: at,
        hint: "a preference file holds one JSON text; split the file into one file a line")
    }
    return Refusal(
      code: "trailingGarbage", message: "something follows the end of the JSON text", offset: at,
      hint: "take out what does not belong to the file, then try again")
  }
}
