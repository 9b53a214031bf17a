public import SecretCrypto

extension Scrub {
  /// What the tool writes in the place of a moved text or of moved data, in UTF-8. No search reports it.
  public static let placeholder = Array("moved to secretctl".utf8)

  /// The placeholder as a field of a form, a cookie line or a query has it.
  private static let placeholderField = Array("moved%20to%20secretctl".utf8)

  /// Whether a part of a value is the placeholder.
  public static func isPlaceholder(_ part: SecretBuffer) -> Bool {
    part.withBytes { isPlaceholder($0) || Needles.equal($0, placeholderField.span) }
  }

  /// What a scrub leaves of a number, a boolean and a date, in their canonical spelling.
  private static let blanks = ["0", "0.0", "false", "2001-01-01T00:00:00Z"].map { Array($0.utf8) }

  /// Whether a part of a value is what a scrub may leave in the place of another of its kind; see
  /// ``Document/isBlank(_:)``.
  public static func isBlank(_ part: SecretBuffer, _ kind: Kind) -> Bool {
    if part.count == 0 || isPlaceholder(part) { return true }
    guard kind != .string, kind != .data else { return false }
    return part.withBytes { part in blanks.contains { Needles.equal(part, $0.span) } }
  }

  /// Whether a text or data is the placeholder.
  static func isPlaceholder(_ content: Span<UInt8>) -> Bool {
    Needles.equal(content, placeholder.span)
  }
}

extension Document {
  /// Whether a text or data is the placeholder that a scrub has left.
  public func isPlaceholder(_ id: NodeID) -> Bool {
    let kind = node(id).kind
    return (kind == .string || kind == .data) && withContent(of: id) { Scrub.isPlaceholder($0) }
  }

  /// Whether a value is what a scrub may leave in the place of another of its kind: the placeholder, an empty text,
  /// zero, false. An app may write such a value too, so only who did the scrub can tell.
  public func isBlank(_ id: NodeID) -> Bool {
    switch node(id).kind {
    case .string, .data: contentLength(of: id) == 0 || isPlaceholder(id)
    case .integer, .uid: integer(of: id) == 0
    case .real: real(of: id) == 0
    case .date: seconds(of: id) == 0
    case .boolean: boolean(of: id) == false
    case .null: true
    case .array, .dictionary: node(id).count == 0
    }
  }
}
