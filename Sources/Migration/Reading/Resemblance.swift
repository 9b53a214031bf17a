/// What a file found in a folder seems to be, told by its first bytes alone.
public enum Resemblance: Hashable, Sendable {
  /// A preference file, of a format that is read or of one that is refused by name.
  case preferences
  /// Text that may be one: if it cannot be read, there is nothing to say about it.
  case perhaps
  /// Something else.
  case other

  /// As many bytes of a file as are worth looking at.
  public static let length = 4096

  /// Judges a file by its first bytes.
  /// - Parameter isWhole: Whether they are all of the file.
  public init(_ head: Span<UInt8>, isWhole: Bool) {
    let text = TextUnits(head)
    if ASCII.has("bplist", in: head) || ASCII.has("ANDROID BACKUP\n", in: head) {
      self = .preferences
      return
    }
    guard Recognition.refusal(head) == nil, text.start + text.unit.size <= head.count else {
      // White space to the end of what was read says nothing.
      self = !isWhole && text.start >= head.count && !head.isEmpty ? .perhaps : .other
      return
    }
    if text.unit.value(head, at: text.start) == 0x3C {
      self = Resemblance.xml(head, text)
    } else {
      self = Resemblance.text(head, text, isWhole: isWhole)
    }
  }

  // MARK: - XML

  /// By the outermost element.
  private static func xml(_ head: Span<UInt8>, _ text: TextUnits) -> Resemblance {
    switch XMLPrologue.outermost(head, text) {
    case .plist, .map: .preferences
    // Nothing but declarations and comments so far, or an element that other formats have too.
    case nil, .bare: .perhaps
    case .other: .other
    }
  }

  // MARK: - JSON and OpenStep

  private static func text(_ head: Span<UInt8>, _ text: TextUnits, isWhole: Bool) -> Resemblance {
    var scanner = TextScanner(unit: text.unit, at: text.start)
    scanner.skip(head)
    // Xcode and others mark their OpenStep property lists so.
    if text.has("// !$*UTF8*$!", at: text.start, head) { return .preferences }
    if scanner.atEnd(head) { return isWhole ? .other : .perhaps }
    let first = scanner.peek(head)
    switch first {
    case 0x7B:  // {
      scanner.at += text.unit.size
      scanner.skip(head)
      if scanner.peek(head) == 0x22 {
        // `{"a": 1}` or `{"a" = 1;}`
        return .preferences
      }
      if scanner.peek(head) == 0x7D { return .perhaps }
      return scanner.assigns(head) && scanner.peek(head) == 0x3D ? .preferences : .perhaps
    case 0x5B:  // [
      scanner.at += text.unit.size
      scanner.skip(head)
      return scanner.peek(head) == 0x7B ? openingObject(head, text, scanner) : .perhaps
    case 0x28:  // (
      scanner.at += text.unit.size
      scanner.skip(head)
      guard scanner.skipQuoted(head) else { return .other }
      scanner.skip(head)
      return scanner.peek(head) == 0x2C ? .preferences : .other
    case 0x22:  // "
      // A strings file: `"key" = "value";`
      guard scanner.assigns(head), scanner.peek(head) == 0x3D else { return .other }
      scanner.at += text.unit.size
      scanner.skip(head)
      guard scanner.skipQuoted(head) else { return .other }
      scanner.skip(head)
      return scanner.peek(head) == 0x3B ? .preferences : .other
    default: return .other
    }
  }

  /// `[{"` begins JSON.
  private static func openingObject(
    _ head: Span<UInt8>, _ text: TextUnits, _ scanner: TextScanner
  ) -> Resemblance {
    var scanner = scanner
    scanner.at += text.unit.size
    scanner.skip(head)
    return scanner.peek(head) == 0x22 ? .preferences : .perhaps
  }
}
