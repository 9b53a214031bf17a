import CExpat
import SecretCrypto

/// What expat reports. Offsets are bytes of the source; a thrown refusal ends the parsing.
protocol XMLEvents: AnyObject {
  /// Whether the outermost element is closed.
  var isComplete: Bool { get }
  /// The start of a document type declaration; names are given in any case.
  func doctype(name: [UInt8], identifiers: [[UInt8]], hasSubset: Bool, at offset: Int) throws(Refusal)
  /// Whether ``attribute(_:_:)`` is to be called.
  var wantsAttributes: Bool { get }
  /// An attribute of the start tag that follows, its value decoded to UTF-8.
  func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) throws(Refusal)
  /// A start tag.
  func start(_ name: Span<UInt8>, attributes: Int, tag: Range<Int>) throws(Refusal)
  /// An end tag; empty at the end of an empty element's only tag.
  func end(tag: Range<Int>) throws(Refusal)
  /// A piece of text, decoded to UTF-8, line ends made line feeds.
  func text(_ text: Span<UInt8>, at offset: Int) throws(Refusal)
  /// A reference to an entity that is not one of the five of XML.
  func entity(at offset: Int) throws(Refusal)
}

extension XMLEvents {
  var wantsAttributes: Bool { false }

  func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {}

  func entity(at offset: Int) throws(Refusal) { throw .entity(at: offset) }
}

/// The adapter to libexpat, the one place of the readers that handles pointers.
@safe
final class Expat {
  /// Bytes handed over at a time: what of the source stands in expat's own memory.
  private static let chunk = 1 << 16

  private let parser: XML_Parser
  private let events: any XMLEvents
  /// Where in the source the parsed text begins.
  private let base: Int
  private let text: TextUnits
  /// Whether this is a UTF-32 text, which expat is given as UTF-16.
  private let isNarrowed: Bool
  /// Where the declaration stands that names an encoding of which only the ASCII part is read.
  private var asciiOnly: Int?
  /// What expat does not see as the source spells it.
  private let mask: ControlMask?
  /// The source, while it is parsed with a mask.
  private var source: UnsafeBufferPointer<UInt8>?
  /// Of a narrowed text: where among expat's bytes a character begins that has a pair of units there; ascending.
  private var pairs: [UInt32] = []
  /// The bytes of such a text that expat was given.
  private var given = 0
  private var refusal: Refusal?
  /// Whether there is one: asked for every event.
  private var isRefused = false

  /// Parses a source from `start` on and hands back the reader that `make` made. Control characters that XML forbids,
  /// as they are or as references, are read like other text: Apple's writer lets them stand in XML and Android's writes
  /// references to them, and the readers of both take them.
  static func parse<Events: XMLEvents>(
    _ bytes: Span<UInt8>, from start: Int, _ text: TextUnits, _ make: () -> Events
  ) throws(Refusal) -> Events {
    // Expat takes a leading half and whatever follows for a pair.
    if let offset = text.noCharacter(bytes) {
      throw text.unit.value(bytes, at: offset) < 0xE000 ? .loneSurrogate(at: offset) : .encoding(at: offset)
    }
    var mask: ControlMask?
    while true {
      let events = make()
      guard let expat = Expat(from: start, text, mask: mask, events: events) else { throw Expat.noMemory }
      if try expat.run(bytes) { return events }
      mask = ControlMask(bytes, from: start)
    }
  }

  private init?(from start: Int, _ text: TextUnits, mask: ControlMask?, events: any XMLEvents) {
    var suite = ExpatMemory.suite
    let made = unsafe text.unit.expatName.description.withCString {
      unsafe XML_ParserCreate_MM($0, &suite, nil)
    }
    guard let made = unsafe made else { return nil }
    unsafe parser = made
    self.events = events
    self.text = text
    isNarrowed = text.unit.size == 4
    self.mask = mask
    base = start
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    setHandlers()
  }

  deinit { unsafe XML_ParserFree(parser) }

  private static var noMemory: Refusal {
    Refusal(
      code: "outOfMemory", message: "no memory is left to read the file", hint: "close other programs")
  }

  // MARK: - Running

  /// Whether the source was read; otherwise control characters stand in the way, which are not covered.
  private func run(_ bytes: Span<UInt8>) throws(Refusal) -> Bool {
    if mask == nil { return try parse(bytes) }
    return try unsafe bytes.withUnsafeBufferPointer { (pointer) throws(Refusal) -> Bool in
      unsafe source = pointer
      defer { unsafe source = nil }
      return try parse(bytes)
    }
  }

  private func parse(_ bytes: Span<UInt8>) throws(Refusal) -> Bool {
    var at = base
    var status = XML_STATUS_OK
    repeat {
      var size = min(Expat.chunk, bytes.count - at)
      guard let buffer = unsafe XML_GetBuffer(parser, Int32(size)) else { throw Expat.noMemory }
      let room = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size)
      let piece = bytes.extracting(at..<at + size)
      at += size
      if isNarrowed {
        var room = unsafe room.bindMemory(to: UInt8.self).mutableSpan
        size = try narrow(piece, at - size, into: &room)
      } else {
        unsafe piece.withUnsafeBytes { piece in unsafe room.copyMemory(from: piece) }
      }
      if let mask {
        var piece = unsafe room.bindMemory(to: UInt8.self).mutableSpan
        mask.cover(&piece, from: at - size)
      }
      status = unsafe XML_ParseBuffer(parser, Int32(size), at == bytes.count ? 1 : 0)
      if let asciiOnly, bytes.indices.contains(where: { bytes[$0] > 0x7F }) { throw .encoding(at: asciiOnly) }
      asciiOnly = nil
    } while status == XML_STATUS_OK && at < bytes.count
    if let refusal { throw refusal }
    let code = unsafe XML_GetErrorCode(parser)
    if code == XML_ERROR_NO_MEMORY { throw Expat.noMemory }
    if status != XML_STATUS_OK || code != XML_ERROR_NONE {
      let offset = here
      if mask == nil, !events.isComplete, text.unit == .utf8, ControlMask.isNeeded(bytes, at: offset) {
        return false
      }
      throw failure(code)
    }
    return true
  }

  /// Writes a piece of a UTF-32 text, which begins at a byte of the source, as UTF-16 and returns its bytes. No character
  /// is longer there.
  private func narrow(
    _ piece: Span<UInt8>, _ first: Int, into room: inout MutableSpan<UInt8>
  ) throws(Refusal) -> Int {
    guard piece.count.isMultiple(of: 4) else {
      throw .truncated("the XML text ends inside a character", at: first + piece.count / 4 * 4)
    }
    let isLittle = text.unit == .utf32LittleEndian
    var size = 0
    func append(_ unit: UInt32, _ room: inout MutableSpan<UInt8>) {
      let (high, low) = (UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit))
      (room[size], room[size + 1]) = isLittle ? (low, high) : (high, low)
      size += 2
    }
    for at in stride(from: 0, to: piece.count, by: 4) {
      let scalar = text.unit.value(piece, at: at)
      if scalar < 0x10000 {
        append(scalar, &room)
      } else {
        pairs.append(UInt32(truncatingIfNeeded: given + size))
        append(0xD7C0 + scalar >> 10, &room)
        append(0xDC00 | scalar & 0x3FF, &room)
      }
    }
    given += size
    return size
  }

  /// Checks the encoding that the XML declaration names. The mark counts for more than the name; of encodings that go on
  /// from ASCII, ASCII is read.
  private func declare(_ encoding: [UInt8]?, at offset: Int) throws(Refusal) {
    guard let encoding else { return }
    let name = String(decoding: encoding, as: UTF8.self).lowercased()
    switch name {
    case "utf-8", "utf8": return
    case "utf-16", "utf-16le", "utf-16be", "utf-32", "utf-32le", "utf-32be":
      guard text.markLength == 0 else { return }
      throw .encoding(at: offset)
    case "us-ascii", "ascii", "macintosh": break
    default:
      guard name.hasPrefix("iso-8859-") || name.hasPrefix("windows-125") else { throw .encoding(at: offset) }
    }
    if text.unit == .utf8 {
      asciiOnly = offset
    } else if !name.hasSuffix("ascii") {
      throw .encoding(at: offset)
    }
  }

  /// Expat's own complaint.
  private func failure(_ code: XML_Error) -> Refusal {
    let text = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) } ?? "unknown error"
    if events.isComplete {
      return Refusal(
        code: "trailingGarbage", message: "something follows the closing tag of the outermost element",
        offset: here, hint: "take out what does not belong to the file, then try again")
    }
    switch code {
    case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR,
      XML_ERROR_UNCLOSED_CDATA_SECTION:
      return .truncated("the XML text ends too early: \(text)", at: here)
    case XML_ERROR_UNKNOWN_ENCODING, XML_ERROR_INCORRECT_ENCODING:
      return .encoding(at: here)
    case XML_ERROR_UNDEFINED_ENTITY:
      return .entity(at: here)
    default:
      return .syntax("xmlSyntax", "the XML text is not well-formed: \(text)", at: here)
    }
  }

  /// The byte of the source that expat is at.
  private var here: Int { sourceOffset(max(0, Int(unsafe XML_GetCurrentByteIndex(parser)))) }

  /// The bytes of the source that the current event stands for.
  private var range: Range<Int> {
    let start = max(0, Int(unsafe XML_GetCurrentByteIndex(parser)))
    let end = start + max(0, Int(unsafe XML_GetCurrentByteCount(parser)))
    return sourceOffset(start)..<sourceOffset(end)
  }

  /// The byte of the source that one of expat's comes from.
  private func sourceOffset(_ offset: Int) -> Int {
    guard isNarrowed else { return base + offset }
    // A pair is as long in UTF-32, everything else twice as long.
    var (low, high) = (0, pairs.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(pairs[middle]) < offset { low = middle + 1 } else { high = middle }
    }
    return base + 2 * offset - 4 * low
  }

  // MARK: - Events

  /// Passes one event on; after a refusal nothing more is passed on.
  private func pass(_ event: () throws(Refusal) -> Void) {
    guard !isRefused else { return }
    do throws(Refusal) {
      try event()
    } catch {
      refusal = error
      isRefused = true
      _ = unsafe XML_StopParser(parser, 0)
    }
  }

  private func passText(_ text: Span<UInt8>) {
    let range = range
    // Line ends and references have another length in the source; neither is covered.
    guard let source = unsafe source, range.count == text.count else {
      pass { () throws(Refusal) in try events.text(text, at: range.lowerBound) }
      return
    }
    ControlMask.uncover(text, unsafe source.span, from: range.lowerBound) { piece, offset in
      pass { () throws(Refusal) in try events.text(piece, at: offset) }
    }
  }

  private func passAttribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    let isName = ASCII.equals("name", name)
    // A tag has each of them once, so it is taken apart twice at most.
    if let source = unsafe source, isName || ASCII.equals("value", name),
      ASCII.contains(ControlMask.cover, in: value)
    {
      let source = unsafe source.span
      let tag = XMLTag(source, range, text.unit)
      if let range = isName ? tag.name : tag.value {
        let meant = ControlMask.uncover(value, source, range)
        meant.withBytes { meant in
          pass { () throws(Refusal) in try events.attribute(name, meant) }
        }
        return
      }
    }
    pass { () throws(Refusal) in try events.attribute(name, value) }
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> Expat? {
    unsafe pointer.map { unsafe Unmanaged<Expat>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func bytes(_ text: UnsafePointer<XML_Char>?) -> [UInt8]? {
    guard let text = unsafe text else { return nil }
    return unsafe Array(String(cString: text).utf8)
  }

  /// Lends a text of expat's, which ends with a zero.
  private static func withText(_ text: UnsafePointer<XML_Char>, _ body: (Span<UInt8>) -> Void) {
    var length = 0
    while unsafe text[length] != 0 { length += 1 }
    unsafe text.withMemoryRebound(to: UInt8.self, capacity: length) { start in
      body(unsafe UnsafeBufferPointer(start: start, count: length).span)
    }
  }

  private func setHandlers() {
    unsafe XML_SetXmlDeclHandler(parser) { context, _, encoding, _ in
      guard let expat = unsafe Expat.of(context) else { return }
      let name = unsafe Expat.bytes(encoding)
      expat.pass { () throws(Refusal) in
        try expat.declare(name, at: expat.here)
      }
    }
    unsafe XML_SetStartDoctypeDeclHandler(parser) { context, name, system, identifier, hasSubset in
      guard let expat = unsafe Expat.of(context) else { return }
      let name = unsafe Expat.bytes(name) ?? []
      let identifiers = unsafe [Expat.bytes(system), Expat.bytes(identifier)].compactMap(\.self)
      expat.pass { () throws(Refusal) in
        try expat.events.doctype(
          name: name, identifiers: identifiers, hasSubset: hasSubset != 0, at: expat.here)
      }
    }
    unsafe XML_SetElementHandler(
      parser,
      { context, name, attributes in
        guard let expat = unsafe Expat.of(context), let name = unsafe name else { return }
        var count = 0
        while unsafe attributes?[2 * count] != nil { count += 1 }
        if expat.events.wantsAttributes, let attributes = unsafe attributes {
          for index in 0..<count {
            guard let key = unsafe attributes[2 * index], let value = unsafe attributes[2 * index + 1] else {
              continue
            }
            unsafe Expat.withText(key) { key in
              unsafe Expat.withText(value) { value in
                expat.passAttribute(key, value)
              }
            }
          }
        }
        unsafe Expat.withText(name) { name in
          expat.pass { () throws(Refusal) in
            try expat.events.start(name, attributes: count, tag: expat.range)
          }
        }
      },
      { context, _ in
        guard let expat = unsafe Expat.of(context) else { return }
        expat.pass { () throws(Refusal) in try expat.events.end(tag: expat.range) }
      })
    unsafe XML_SetCharacterDataHandler(parser) { context, text, length in
      guard let expat = unsafe Expat.of(context), let text = unsafe text else { return }
      let length = Int(length)
      unsafe text.withMemoryRebound(to: UInt8.self, capacity: length) { (start) in
        expat.passText(unsafe UnsafeBufferPointer(start: start, count: length).span)
      }
    }
    unsafe XML_SetSkippedEntityHandler(parser) { context, _, _ in
      guard let expat = unsafe Expat.of(context) else { return }
      expat.pass { () throws(Refusal) in try expat.events.entity(at: expat.here) }
    }
  }
}
