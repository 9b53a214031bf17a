/// The frame of a root's and of a page's plaintext: contentLength u32, content, zeros to a
/// multiple of 256 (spec §8.1).
package enum Plaintext {
  /// The content within `plaintext`, not copied; any other frame is `code`.
  package static func content(
    of plaintext: ArraySlice<UInt8>, code: ErrorCode
  ) throws(FormatError) -> ArraySlice<UInt8> {
    let bytes = plaintext.span
    var reader = Reader(bytes, code: code)
    let length = Int(try reader.u32("plaintext is too short"))
    guard length <= reader.remaining, Padding.framed(length) == plaintext.count else {
      throw FormatError(code, at: 0, "contentLength does not fit the plaintext")
    }
    let start = reader.position
    guard ByteOrder.isZero(bytes.extracting((start + length)..<bytes.count)) else {
      throw FormatError(code, at: start + length, "padding is not zero")
    }
    return plaintext[(plaintext.startIndex + start)..<(plaintext.startIndex + start + length)]
  }

  /// The framed plaintext of `content`.
  package static func framed(_ content: Span<UInt8>) -> [UInt8] {
    let size = Padding.framed(content.count)
    var writer = Writer(capacity: size)
    writer.u32(UInt32(truncatingIfNeeded: content.count))
    writer.append(content)
    writer.zeros(size - writer.count)
    return writer.bytes
  }
}
