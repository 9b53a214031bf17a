internal import Files
internal import SecretCrypto

/// The header of an open file, after steps 1 to 6 of reading (spec "Reading").
struct HeaderReading: Sendable {
  /// The header as it was read; hash and MAC are taken over these bytes.
  let bytes: [UInt8]
  /// The same, parsed.
  let header: Header

  /// A header that was found and checked elsewhere in the file.
  init(_ found: FoundHeader) {
    bytes = found.bytes
    header = found.header
  }

  /// Steps 4 and 5 for the bytes of a whole header.
  static func checked(_ bytes: [UInt8]) throws(SecretFileError) -> Header {
    try checkHash(bytes)
    return try format(base: 0) { () throws(FormatError) in try Header.parse(bytes.span) }
  }

  /// Reads and checks the header: magic, version, length, hash, structure, the file's length.
  init(_ file: ReadableFile) throws(SecretFileError) {
    let size = file.size
    // One read is enough for all but unusually many slots.
    let start = try files { () throws(FileError) in try file.read(at: 0, count: Int(min(size, 4_096))) }
    let end = try Self.tail(of: file, 4)
    let first = start.span.extracting(first: min(start.count, Size.fixedHeader))
    try format(base: 0) { () throws(FormatError) in
      try Framing.checkMagic(start: first, end: end.span, fileSize: size)
    }
    guard try format(base: 0, { () throws(FormatError) in try Framing.isVersionOne(start: first) }) else {
      throw try Self.otherVersion(file)
    }
    let length = try format(base: 0) { () throws(FormatError) in
      try Framing.headerLength(start: first, fileSize: size)
    }
    if length <= start.count {
      bytes = Array(start[..<length])
    } else {
      bytes = try files { () throws(FileError) in try file.read(at: 0, count: length) }
    }
    try Self.checkHash(bytes)
    header = try Self.parse(bytes, fileSize: size)
  }

  /// Steps 5 and 6.
  private static func parse(_ bytes: [UInt8], fileSize: UInt64) throws(SecretFileError) -> Header {
    try format(base: 0) { () throws(FormatError) in
      let header = try Header.parse(bytes.span)
      try header.checkLength(fileSize: fileSize)
      return header
    }
  }

  /// The last bytes of the file, as many as there are up to `count`.
  static func tail(of file: ReadableFile, _ count: UInt64) throws(SecretFileError) -> [UInt8] {
    let length = min(file.size, count)
    return try files { () throws(FileError) in try file.read(at: file.size - length, count: Int(length)) }
  }

  /// Step 2 for another version: damage if the header and its copy differ, else a newer writer.
  private static func otherVersion(_ file: ReadableFile) throws(SecretFileError) -> SecretFileError {
    let trailer = try tail(of: file, UInt64(Size.trailer))
    if let length = Framing.copyToCompare(trailer: trailer.span, fileSize: file.size) {
      let copyStart = file.size - UInt64(Size.trailer) - UInt64(length)
      let (first, copy) = try files { () throws(FileError) in
        (try file.read(at: 0, count: length), try file.read(at: copyStart, count: length))
      }
      if first != copy {
        return SecretFileError(standard: .headerHash, "header: it differs from its copy", offset: 8)
      }
    }
    return SecretFileError(standard: .version, "written by a newer version", offset: 8)
  }

  /// Step 4.
  private static func checkHash(_ bytes: [UInt8]) throws(SecretFileError) {
    let hash = Hash.blake2b256(bytes.span.extracting(Header.hashedRange(bytes.count)))
    guard ByteOrder.equal(hash.span, bytes.span.extracting(Header.hashRange(bytes.count))) else {
      throw SecretFileError(standard: .headerHash, "header: its hash differs", offset: 0)
    }
  }
}
