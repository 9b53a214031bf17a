internal import Files
internal import SecretCrypto

/// The two ends of a file, each looked at on its own: what is left of header and root when one end is damaged. No key
/// is needed, and no error is thrown for what is damaged.
struct Ends {
  let file: ReadableFile
  /// The header at the start, if it is whole.
  let first: FoundHeader?
  /// The copy at the end, if it is whole.
  let last: FoundHeader?

  init(_ file: ReadableFile) {
    self.file = file
    first = FoundHeader(file, at: 0)
    last = Self.findLast(file)
  }

  /// The header to go on from: the one on this side (readers read that at the start), else the other.
  /// - Throws: `headerHash` if neither is whole.
  func header(from side: RepairSide = .start) throws(SecretFileError) -> FoundHeader {
    if let found = side == .start ? first ?? last : last ?? first { return found }
    // An ordinary reader says it better where the file is none of ours, or of a newer version.
    do throws(SecretFileError) {
      _ = try HeaderReading(file)
    } catch {
      // Without a header nothing can be salvaged either.
      guard error.code.isDamage else { throw error }
      throw SecretFileError(error.code, error.message, hint: Self.hint, offset: error.offset)
    }
    throw SecretFileError(
      .headerHash, "header: it is damaged, and so is its copy at the end", hint: Self.hint, offset: 0)
  }

  /// Whether both headers are whole by their hashes and differ: by the MAC, which no hash covers, or by a writer that wrote
  /// in place.
  var differ: Bool {
    guard let first, let last else { return false }
    return first.bytes != last.bytes
  }

  /// Where a whole root with this header's link lies, and its bytes: at the start, before the copy of the header, or
  /// before where that copy should be.
  /// - Throws: `root` if neither is whole.
  func root(of found: FoundHeader) throws(SecretFileError) -> FoundRoot {
    let header = found.header
    let length = UInt64(header.rootLength)
    var places = [UInt64(found.bytes.count)]
    let tail = UInt64(found.bytes.count) + UInt64(Size.trailer)
    for end in [last.map { $0.offset }, header.fileLength.lowered(by: tail), file.size.lowered(by: tail)] {
      if let start = end?.lowered(by: length), !places.contains(start) { places.append(start) }
    }
    for place in places {
      guard let blob = try? file.read(at: place, count: Int(length)) else { continue }
      if Bytes32(Hash.blake2b256(blob.span)) == header.rootLink {
        return FoundRoot(bytes: blob, offset: place)
      }
    }
    throw SecretFileError(
      .root, "root: it is damaged, and so is its copy at the end; without it no item has a key",
      hint: Self.hint, offset: UInt64(found.bytes.count))
  }

  /// How far everything behind a place in the middle lies from where it should: bytes were put in (positive) or
  /// taken out (negative).
  func shift(of found: FoundHeader) -> Int64 {
    let header = found.header
    guard let last, last.bytes == found.bytes else {
      return Int64(clamping: file.size) - Int64(clamping: header.fileLength)
    }
    let expected = header.fileLength.lowered(by: UInt64(found.bytes.count + Size.trailer)) ?? 0
    return Int64(clamping: last.offset) - Int64(clamping: expected)
  }

  static let hint = "restore the file from a backup"

  // MARK: The copy at the end

  /// The last whole header in the file: where the trailer says, else wherever in the last bytes a magic stands.
  private static func findLast(_ file: ReadableFile) -> FoundHeader? {
    if let trailer = try? HeaderReading.tail(of: file, UInt64(Size.trailer)),
      let parsed = try? Trailer.parse(trailer.span),
      let start = file.size.lowered(by: UInt64(Size.trailer) + UInt64(parsed.headerLength)), start > 0,
      let found = FoundHeader(file, at: start)
    {
      return found
    }
    // Twice the longest header, so that some bytes behind it do no harm.
    let window = UInt64(2 * Limit.header + Size.trailer)
    guard let bytes = try? HeaderReading.tail(of: file, window) else { return nil }
    let base = file.size - UInt64(bytes.count)
    var index = bytes.count - Frame.magic.count
    while index > 0 || (index == 0 && base > 0) {
      if bytes[index] == Frame.magic[0],
        bytes[index..<(index + Frame.magic.count)].elementsEqual(Frame.magic),
        let found = FoundHeader(file, at: base + UInt64(index))
      {
        return found
      }
      index -= 1
    }
    return nil
  }
}

/// A header whose hash and structure are right, wherever in the file it was found.
struct FoundHeader {
  let bytes: [UInt8]
  let header: Header
  let offset: UInt64

  /// The header that begins there; nil if there is none, or it is damaged.
  init?(_ file: ReadableFile, at offset: UInt64) {
    guard let start = try? file.read(at: offset, count: Size.fixedHeader),
      start.starts(with: Frame.magic), (try? Framing.isVersionOne(start: start.span)) == true
    else { return nil }
    let length = Int(ByteOrder.little(start.span, 12, as: UInt32.self))
    guard (Size.fixedHeader + Size.headerEnd...Limit.header).contains(length),
      let bytes = try? file.read(at: offset, count: length),
      let header = try? HeaderReading.checked(bytes)
    else { return nil }
    self.bytes = bytes
    self.header = header
    self.offset = offset
  }
}

/// A root whose link is right.
struct FoundRoot {
  let bytes: [UInt8]
  let offset: UInt64
}

extension UInt64 {
  /// The difference, or nil if it would be negative.
  func lowered(by other: UInt64) -> UInt64? {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? nil : difference
  }
}
