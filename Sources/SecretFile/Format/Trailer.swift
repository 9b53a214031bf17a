/// The last 16 bytes of a file: fileLength u64, headerLength u32, `53 46 31 0A` (spec §4.4).
package struct Trailer: Equatable, Sendable {
  package var fileLength: UInt64
  package var headerLength: UInt32

  package init(fileLength: UInt64, headerLength: UInt32) {
    self.fileLength = fileLength
    self.headerLength = headerLength
  }

  /// Throws `copies`.
  package static func parse(_ bytes: Span<UInt8>) throws(FormatError) -> Trailer {
    var reader = Reader(bytes, code: .copies)
    let fileLength = try reader.u64("trailer is cut off")
    let headerLength = try reader.u32("trailer is cut off")
    let mark = try reader.take(Frame.endMark.count, "trailer is cut off")
    guard ByteOrder.equal(mark, Frame.endMark) else { throw reader.error("end mark differs") }
    try reader.end("bytes after the trailer")
    return Trailer(fileLength: fileLength, headerLength: headerLength)
  }

  package func encode(into out: inout Writer) {
    out.u64(fileLength)
    out.u32(headerLength)
    out.append(Frame.endMark)
  }
}
