extension XMLPlistReader {
  /// Where expat is to begin: at the XML declaration if only white space and comments come before it, which
  /// expat refuses and real files have; else after the byte order mark.
  static func declarationStart(_ bytes: Span<UInt8>, _ text: TextUnits) -> Int {
    let size = text.unit.size
    var at = text.start
    while text.has("<!--", at: at, bytes) {
      at += 4 * size
      while at < bytes.count, !text.has("-->", at: at, bytes) { at += size }
      at += 3 * size
      while at < bytes.count, TextUnits.isSpace(text.unit.value(bytes, at: at)) { at += size }
    }
    let declared =
      text.has("<?xml", at: at, bytes) && TextUnits.isSpace(text.unit.value(bytes, at: at + 5 * size))
    return declared ? at : text.markLength
  }
}
