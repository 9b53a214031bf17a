import CExpat

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
  /// Where the declaration stands that names an encoding of which only the ASCII part is read.
  private var asciiOnly: Int?
  private var refusal: Refusal?
  /// Whether there is one: asked for every event.
  private var isRefused = false

  /// Parses a source from `start` on. With `masksControls`, expat sees a delete character in the place of each control
  /// character that XML forbids: Apple's writer lets them stand in XML, and its reader takes them.
  static func parse(
    _ bytes: Span<UInt8>, from start: Int, _ text: TextUnits, masksControls: Bool = false,
    events: any XMLEvents
  ) throws(Refusal) {
    // Expat takes a leading half and whatever follows for a pair.
    if let offset = text.loneSurrogate(bytes) { throw .loneSurrogate(at: offset) }
    guard let expat = Expat(from: start, text, events: events) else { throw Expat.noMemory }
    try expat.run(bytes, masksControls: masksControls)
  }

  private init?(from start: Int, _ text: TextUnits, events: any XMLEvents) {
    var suite = ExpatMemory.suite
    let made = unsafe text.unit.expatName.description.withCString {
      unsafe XML_ParserCreate_MM($0, &suite, nil)
    }
    guard let made = unsafe made else { return nil }
    unsafe parser = made
    self.events = events
    self.text = text
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

  private func run(_ bytes: Span<UInt8>, masksControls: Bool) throws(Refusal) {
    var at = base
    var status = XML_STATUS_OK
    repeat {
      let size = min(Expat.chunk, bytes.count - at)
      guard let buffer = unsafe XML_GetBuffer(parser, Int32(size)) else { throw Expat.noMemory }
      let room = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size)
      unsafe bytes.extracting(at..<at + size).withUnsafeBytes { piece in unsafe room.copyMemory(from: piece) }
      if masksControls {
        for index in 0..<size where Expat.isForbidden(bytes[at + index]) { unsafe room[index] = 0x7F }
      }
      at += size
      status = unsafe XML_ParseBuffer(parser, Int32(size), at == bytes.count ? 1 : 0)
      if let asciiOnly, bytes.indices.contains(where: { bytes[$0] > 0x7F }) { throw .encoding(at: asciiOnly) }
      asciiOnly = nil
    } while status == XML_STATUS_OK && at < bytes.count
    if let refusal { throw refusal }
    let code = unsafe XML_GetErrorCode(parser)
    if code == XML_ERROR_NO_MEMORY { throw Expat.noMemory }
    if status != XML_STATUS_OK || code != XML_ERROR_NONE {
      let offset = here
      if code == XML_ERROR_INVALID_TOKEN, !events.isComplete, text.unit == .utf8, offset < bytes.count,
        Expat.isForbidden(bytes[offset])
      {
        throw .controlCharacter(at: offset)
      }
      throw failure(code)
    }
  }

  /// Whether XML has no place for an ASCII character. Zero is none of them: it is damage rather than text.
  static func isForbidden(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0 && byte != 0x09 && byte != 0x0A && byte != 0x0D
  }

  /// Checks the encoding that the XML declaration names. The mark counts for more than the name; of encodings that go on
  /// from ASCII, ASCII is read.
  private func declare(_ encoding: [UInt8]?, at offset: Int) throws(Refusal) {
    guard let encoding else { return }
    let name = String(decoding: encoding, as: UTF8.self).lowercased()
    switch name {
    case "utf-8", "utf8": return
    case "utf-16", "utf-16le", "utf-16be":
      guard text.markLength == 0 else { return }
      throw .encoding(at: offset)
    case "us-ascii", "macintosh": break
    default:
      guard name.hasPrefix("iso-8859-") || name.hasPrefix("windows-125") else { throw .encoding(at: offset) }
    }
    if text.unit == .utf8 { asciiOnly = offset } else if name != "us-ascii" { throw .encoding(at: offset) }
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
  private var here: Int { base + max(0, Int(unsafe XML_GetCurrentByteIndex(parser))) }

  /// The bytes of the source that the current event stands for.
  private var range: Range<Int> {
    let start = here
    return start..<start + max(0, Int(unsafe XML_GetCurrentByteCount(parser)))
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
                expat.pass { () throws(Refusal) in try expat.events.attribute(key, value) }
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
        let span = unsafe UnsafeBufferPointer(start: start, count: length).span
        expat.pass { () throws(Refusal) in try expat.events.text(span, at: expat.here) }
      }
    }
    unsafe XML_SetSkippedEntityHandler(parser) { context, _, _ in
      guard let expat = unsafe Expat.of(context) else { return }
      expat.pass { () throws(Refusal) in try expat.events.entity(at: expat.here) }
    }
  }
}
