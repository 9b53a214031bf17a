/// One node as it is stored: 20 bytes, so that millions of them stay small beside the file itself.
struct NodeRecord: BitwiseCopyable {
  /// Where the content is to be found.
  enum Place: UInt8, BitwiseCopyable {
    /// Bytes of the source, lent as they are.
    case source
    /// Bytes of the document's decoded text.
    case decoded
    /// Bytes of the source that spell a scalar: the canonical text is made when it is asked for.
    case scalar
    /// As `scalar`, but the spelling lies in the decoded text.
    case decodedScalar
    /// Links: the children of a container.
    case links
  }

  /// The value's first byte in the source.
  var start: UInt32
  /// The bytes of the value's spelling in the source.
  var length: UInt32
  /// The first content byte or the first link.
  var content: UInt32
  /// Content bytes, or children.
  var contentLength: UInt32
  /// What the value is.
  var kind: Kind
  /// What `content` counts in.
  var place: Place
  /// The value of a boolean.
  var isTrue = false

  /// A record; the reader has checked that the source is smaller than 4 GiB.
  init(kind: Kind, range: Range<Int>, content: Range<Int>, place: Place) {
    self.kind = kind
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    length = UInt32(truncatingIfNeeded: range.count)
    self.content = UInt32(truncatingIfNeeded: content.lowerBound)
    contentLength = UInt32(truncatingIfNeeded: content.count)
    self.place = place
  }

  /// The value's bytes in the source.
  var range: Range<Int> { Int(start)..<Int(start) + Int(length) }
  /// The content's bytes, or the links of an array.
  var contentRange: Range<Int> { Int(content)..<Int(content) + Int(contentLength) }
}
