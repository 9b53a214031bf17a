/// The first steps of reading a file, before anything is hashed (spec §13.1).
/// `start` holds the first bytes of the file, as many as there are up to 92.
package enum Framing {
  /// Step 1: the magic. `end` holds the last bytes of the file, as many as there are up to 4.
  /// Throws `framing` for a magic that text mode or truncation broke, else `notSecretFile`.
  package static func checkMagic(
    start: Span<UInt8>, end: Span<UInt8>, fileSize: UInt64
  ) throws(FormatError) {
    let common = min(start.count, Frame.magic.count)
    let begins = ByteOrder.equal(start.extracting(first: common), [UInt8](Frame.magic[..<common]))
    if begins && common == Frame.magic.count {
      guard fileSize >= 12 else { throw FormatError(.framing, at: 0, "file ends inside the header") }
      return
    }
    if begins && common > 0 { throw FormatError(.framing, at: 0, "file ends inside the magic") }
    if hasLetters(start) {
      throw FormatError(.framing, at: 0, "magic is broken as by a text-mode transfer")
    }
    if endsWithMark(end) { throw FormatError(.framing, at: 0, "the beginning of the file is damaged") }
    throw FormatError(.notSecretFile, at: 0, "no SecretFile magic")
  }

  private static func hasLetters(_ start: Span<UInt8>) -> Bool {
    for offset in 0...3 where offset + 3 <= start.count {
      if ByteOrder.equal(start.extracting(offset..<(offset + 3)), Frame.letters) { return true }
    }
    return false
  }

  private static func endsWithMark(_ end: Span<UInt8>) -> Bool {
    end.count >= 4 && ByteOrder.equal(end.extracting((end.count - 4)..<end.count), Frame.endMark)
  }

  /// Step 2: whether version and suite are 1; they are bytes 8 to 11 of `start`.
  package static func isVersionOne(start: Span<UInt8>) throws(FormatError) -> Bool {
    guard start.count >= 12 else { throw FormatError(.framing, at: 0, "file ends inside the header") }
    return ByteOrder.little(start, 8, as: UInt16.self) == Frame.version
      && ByteOrder.little(start, 10, as: UInt16.self) == Frame.suite
  }

  /// Step 2 for another version: how many bytes at offset 0 and at (file size − 16 − that many)
  /// are to be compared. Different bytes are damage (`headerHash`); equal ones, or nil here,
  /// mean `version`. `trailer` holds the last 16 bytes of the file.
  package static func copyToCompare(trailer: Span<UInt8>, fileSize: UInt64) -> Int? {
    guard trailer.count == Size.trailer, endsWithMark(trailer), fileSize >= UInt64(Size.trailer) else {
      return nil
    }
    let length = UInt64(ByteOrder.little(trailer, 8, as: UInt32.self))
    let most = min(UInt64(Limit.header), (fileSize - UInt64(Size.trailer)) / 2)
    guard length >= 12, length <= most else { return nil }
    return Int(length)
  }

  /// Step 3: the header's length.
  package static func headerLength(start: Span<UInt8>, fileSize: UInt64) throws(FormatError) -> Int {
    guard start.count >= Size.fixedHeader else {
      throw FormatError(.framing, at: start.count, "file ends inside the header")
    }
    let length = UInt64(ByteOrder.little(start, 12, as: UInt32.self))
    guard length >= UInt64(Size.fixedHeader + Size.headerEnd) else {
      throw FormatError(.framing, at: 12, "headerLength is too small")
    }
    guard length <= min(UInt64(Limit.header), fileSize) else {
      throw FormatError(.framing, at: 12, "headerLength is beyond the file or the limit")
    }
    return Int(length)
  }
}
