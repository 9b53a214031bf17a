import SecretFile
import Testing

/// Steps 1 to 3 and 6 of reading.
@Suite struct FormatFramingTests {
  static let magic: [UInt8] = [0x89, 0x53, 0x46, 0x31, 0x0D, 0x0A, 0x1A, 0x0A]

  private static func magicError(_ file: [UInt8]) -> ErrorCode? {
    do throws(FormatError) {
      try Framing.checkMagic(
        start: file.span.extracting(first: min(92, file.count)),
        end: file.span.extracting(max(0, file.count - 4)..<file.count), fileSize: UInt64(file.count))
      return nil
    } catch {
      return error.code
    }
  }

  @Test func magicOfAContainer() {
    #expect(Self.magicError(Self.magic + [1, 0, 1, 0]) == nil)
    for count in 1...7 { #expect(Self.magicError([UInt8](Self.magic[..<count])) == .framing) }
    for count in 0...3 {
      #expect(Self.magicError(Self.magic + [UInt8](repeating: 1, count: count)) == .framing)
    }
    #expect(Self.magicError([]) == .notSecretFile)
  }

  @Test(arguments: [
    // CRLF became LF; LF became CRLF; the high bit is gone; Latin-1 became UTF-8; a replacement character.
    [0x89, 0x53, 0x46, 0x31, 0x0A, 0x1A, 0x0A, 0x01], [0x89, 0x53, 0x46, 0x31, 0x0D, 0x0D, 0x0A, 0x1A],
    [0x09, 0x53, 0x46, 0x31, 0x0D, 0x0A, 0x1A, 0x0A], [0xC2, 0x89, 0x53, 0x46, 0x31, 0x0D, 0x0A, 0x1A],
    [0xEF, 0xBF, 0xBD, 0x53, 0x46, 0x31, 0x0D, 0x0A], [0x53, 0x46, 0x31, 0x0D, 0x0A, 0x1A, 0x0A, 0x00],
  ])
  func brokenMagic(_ start: [UInt8]) {
    #expect(Self.magicError(start) == .framing)
    #expect(Self.magicError(start + [UInt8](repeating: 0, count: 300)) == .framing)
  }

  @Test func otherFiles() {
    #expect(Self.magicError([0, 0, 0, 0, 0x53, 0x46, 0x31, 0x0D]) == .notSecretFile)  // too far in
    #expect(Self.magicError(Array("bplist00 and so on".utf8)) == .notSecretFile)
    #expect(Self.magicError(Array("bplist00 and so on".utf8) + [0x53, 0x46, 0x31, 0x0A]) == .framing)
    #expect(Self.magicError([0x53, 0x46]) == .notSecretFile)
    #expect(Self.magicError([0x53, 0x46, 0x31]) == .framing)
  }

  @Test func versions() throws {
    #expect(try Framing.isVersionOne(start: (Self.magic + [1, 0, 1, 0]).span))
    #expect(try !Framing.isVersionOne(start: (Self.magic + [2, 0, 1, 0]).span))
    #expect(try !Framing.isVersionOne(start: (Self.magic + [1, 0, 0, 1]).span))
    func copy(_ length: UInt32, _ size: UInt64, mark: [UInt8] = [0x53, 0x46, 0x31, 0x0A]) -> Int? {
      var out = Writer()
      out.u64(size)
      out.u32(length)
      out.append(mark)
      return Framing.copyToCompare(trailer: out.bytes.span, fileSize: size)
    }
    #expect(copy(12, 40) == 12)
    #expect(copy(13, 40) == nil)
    #expect(copy(11, 4_000) == nil)
    #expect(copy(65_536, 1 << 20) == 65_536)
    #expect(copy(65_537, 1 << 20) == nil)
    #expect(copy(12, 40, mark: [0x53, 0x46, 0x31, 0x0D]) == nil)
  }

  @Test func headerLengths() throws {
    func length(_ value: UInt32, size: UInt64, start: Int = 92) throws -> Int {
      var out = Writer()
      out.append(Self.magic + [1, 0, 1, 0])
      out.u32(value)
      out.zeros(start - 16)
      return try Framing.headerLength(start: out.bytes.span, fileSize: size)
    }
    #expect(try length(156, size: 156) == 156)
    #expect(try length(65_536, size: 1 << 20) == 65_536)
    for (value, size, start) in [
      (155, 1_000, 92), (157, 156, 92), (65_537, 1 << 20, 92), (UInt32.max, 1 << 20, 92), (156, 91, 91),
    ] as [(UInt32, UInt64, Int)] {
      let error = #expect(throws: FormatError.self) { try length(value, size: size, start: start) }
      #expect(error?.code == .framing)
    }
  }

  @Test func fileLengths() throws {
    var header = Header(
      containerID: Bytes16(), keyEpoch: 1, generation: 1, fileLength: 0, rootLength: 296, rootLink: Bytes32(),
      slots: [Slot(kind: 2, role: 0, slotID: Bytes8(), body: [UInt8](repeating: 0, count: 72))])
    #expect(header.encodedCount == 244)
    header.fileLength = 2 * 244 + 2 * 296 + 16
    try header.checkLength(fileSize: 1_096)
    header.fileLength = 1_095
    for size in [1_095, 1_096, 1_094] as [UInt64] {
      let error = #expect(throws: FormatError.self) { try header.checkLength(fileSize: size) }
      #expect(error?.code == .length)
    }
  }
}
