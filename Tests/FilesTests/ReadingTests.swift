import Files
import Foundation
import Testing

@Suite struct ReadingTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private func makePipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  private func readAll(_ descriptor: Int32, room: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: room)
    var span = bytes.mutableSpan
    let count = try ByteStream.readToEnd(from: descriptor, into: &span)
    return Array(bytes.prefix(count))
  }

  // MARK: Descriptors

  @Test func readsAPipeToItsEnd() throws {
    let ends = try makePipe()
    defer { close(ends.read) }
    try ByteStream.write(Array("hello".utf8).span, to: ends.write)
    close(ends.write)
    #expect(try readAll(ends.read, room: 6) == Array("hello".utf8))
  }

  @Test func exactlyFullIsNotTooMuch() throws {
    for (room, fits) in [(5, true), (4, false), (0, false)] {
      let ends = try makePipe()
      defer { close(ends.read) }
      try ByteStream.write(Array("hello".utf8).span, to: ends.write)
      close(ends.write)
      #expect(
        kind { () throws(FileError) in _ = try readAll(ends.read, room: room) } == (fits ? nil : .tooLarge))
    }
  }

  @Test func waitsForADescriptorThatDoesNotBlock() throws {
    let ends = try makePipe()
    defer { close(ends.read) }
    try #require(fcntl(ends.read, F_SETFL, O_NONBLOCK) == 0)
    try #require(fcntl(ends.write, F_SETFL, O_NONBLOCK) == 0)
    // More than a pipe holds, so the writer has to wait for the reader and the reader for the writer.
    let content = [UInt8](repeating: 7, count: 300_000)
    let writer = Thread {
      usleep(20_000)
      try? ByteStream.write(content.span, to: ends.write)
      close(ends.write)
    }
    writer.start()
    #expect(try readAll(ends.read, room: 300_001) == content)
  }

  @Test func errorsNameTheDescriptor() async throws {
    do throws(FileError) {
      _ = try readAll(9_999, room: 1)
      Issue.record("read a descriptor that is not open")
    } catch {
      #expect(error.description == "cannot read descriptor 9999: bad file descriptor")
    }
    #expect(ByteStream.name(of: 0) == "standard input")
    await #expect(processExitsWith: .success) {
      ignorePipeSignal()
      var ends: [Int32] = [0, 0]
      try #require(unsafe pipe(&ends) == 0)
      close(ends[0])
      let end = ends[1]
      #expect(kind { () throws(FileError) in try ByteStream.write([1].span, to: end) } == .closedPipe)
    }
    #expect(
      kind { () throws(FileError) in
        let full = unsafe open("/dev/full", O_WRONLY)
        defer { close(full) }
        try ByteStream.write([1].span, to: full)
      } == .noSpace)
  }

  // MARK: Small files

  @Test func smallFiles() throws {
    try scratch.write("12345", to: "f")
    #expect(try SmallFile.read(scratch.path("f"), limit: 5) == Array("12345".utf8))
    func read(_ path: Path, limit: Int) -> FileError.Kind? {
      kind { () throws(FileError) in _ = try SmallFile.read(path, limit: limit) }
    }
    #expect(read(scratch.path("f"), limit: 4) == .tooLarge)
    #expect(read(scratch.path("none"), limit: 4) == .notFound)
    #expect(read(Path(scratch.folder), limit: 4) == .notRegular)
    #expect(try SmallFile.read("/dev/null", limit: 4) == [])
  }

  @Test func smallFilesMayBePipes() throws {
    try #require(unsafe mkfifo(scratch.path("pipe"), 0o600) == 0)
    let path: String = scratch.path("pipe")
    let writer = Thread {
      let end = unsafe open(path, O_WRONLY)
      try? ByteStream.write(Array("from ".utf8).span, to: end)
      usleep(10_000)
      try? ByteStream.write(Array("a pipe".utf8).span, to: end)
      close(end)
    }
    writer.start()
    #expect(try SmallFile.read(scratch.path("pipe"), limit: 64) == Array("from a pipe".utf8))
  }

  // MARK: Sources

  private func read(_ source: SourceFile, room: Int? = nil) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: room ?? source.count)
    var span = bytes.mutableSpan
    try source.read(into: &span)
    return bytes
  }

  @Test func sourcesAreReadWhole() throws {
    try scratch.write("content", to: "f")
    let source = try SourceFile.open(scratch.path("f"), limit: 7)
    #expect(source.count == 7)
    #expect(try read(source) == Array("content".utf8))
    #expect(kind { () throws(FileError) in _ = try read(source, room: 6) } == .tooLarge)
    #expect(
      kind { () throws(FileError) in _ = try SourceFile.open(scratch.path("f"), limit: 6) } == .tooLarge)
    try scratch.write("", to: "empty")
    #expect(try read(try SourceFile.open(scratch.path("empty"), limit: 0)) == [])
  }

  @Test(arguments: ["longer content", "short", "CONTENT"])
  func aSourceThatIsWrittenMeanwhileIsRefused(new: String) throws {
    try scratch.write("content", to: "f")
    let source = try SourceFile.open(scratch.path("f"), limit: 100)
    usleep(20_000)  // Longer than the clock of file times ticks.
    let end = unsafe open(scratch.path("f"), O_WRONLY | O_TRUNC)
    try ByteStream.write(Array(new.utf8).span, to: end)
    close(end)
    #expect(kind { () throws(FileError) in _ = try read(source) } == .changed)
    #expect(try !source.isUnchanged())
  }

  @Test func aSourceWhoseTimeIsPutBackIsRefused() throws {
    try scratch.write("content", to: "f")
    let source = try SourceFile.open(scratch.path("f"), limit: 100)
    #expect(try source.isUnchanged())
    usleep(20_000)  // Longer than the clock of file times ticks.
    let end = unsafe open(scratch.path("f"), O_WRONLY)
    try ByteStream.write(Array("CONTENT".utf8).span, to: end)
    let modified = source.file.identity.modified
    let time = timespec(tv_sec: Int(modified.seconds), tv_nsec: Int(modified.nanoseconds))
    let times = [time, time]
    try #require(unsafe futimens(end, times) == 0)
    close(end)
    #expect(kind { () throws(FileError) in _ = try read(source) } == .changed)
    #expect(try !source.isUnchanged())
  }

  @Test func aSourceThatIsReplacedMeanwhileIsRefused() throws {
    try scratch.write("content", to: "f")
    let source = try SourceFile.open(scratch.path("f"), limit: 100)
    try scratch.write("content", to: "g")
    try #require(unsafe rename(scratch.path("g"), scratch.path("f")) == 0)
    #expect(kind { () throws(FileError) in _ = try read(source) } == .changed)
    try #require(unsafe unlink(scratch.path("f")) == 0)
    #expect(kind { () throws(FileError) in _ = try read(source) } == .changed)
  }
}
