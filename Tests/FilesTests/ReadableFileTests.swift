import Files
import Foundation
import Testing

@Suite struct ReadableFileTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  @Test func readsAtOffsets() throws {
    try scratch.write("0123456789", to: "f", mode: 0o640)
    let file = try ReadableFile.open(scratch.path("f"))
    #expect(file.size == 10)
    #expect(file.access.mode == 0o640)
    #expect(file.access.isOpenToOthers)
    #expect(try file.read(at: 3, count: 4) == Array("3456".utf8))
    #expect(try file.read(at: 10, count: 0) == [])
    var bytes: [UInt8] = [0, 0, 0, 7]
    var span = bytes.mutableSpan
    #expect(try file.readAvailable(at: 7, into: &span) == 3)
    #expect(bytes == [0x37, 0x38, 0x39, 7])
  }

  @Test func endsAreErrorsNotShortReads() throws {
    try scratch.write("0123456789", to: "f")
    let file = try ReadableFile.open(scratch.path("f"))
    #expect(kind { () throws(FileError) in _ = try file.read(at: 8, count: 3) } == .truncated)
    #expect(kind { () throws(FileError) in _ = try file.read(at: .max, count: 1) } == .truncated)
    #expect(kind { () throws(FileError) in _ = try file.read(at: 0, count: .max) } == .truncated)
    var bytes: [UInt8] = [0, 0]
    var span = bytes.mutableSpan
    #expect(kind { () throws(FileError) in try file.read(at: 9, into: &span) } == .truncated)
    #expect(kind { () throws(FileError) in try file.read(at: .max, into: &span) } == .truncated)
  }

  @Test func refusesWhatIsNoRegularFile() throws {
    try #require(unsafe mkfifo(scratch.path("pipe"), 0o600) == 0)
    #expect(kind { () throws(FileError) in _ = try ReadableFile.open(scratch.path("pipe")) } == .notRegular)
    #expect(kind { () throws(FileError) in _ = try ReadableFile.open(Path(scratch.folder)) } == .notRegular)
    #expect(kind { () throws(FileError) in _ = try ReadableFile.open("/dev/null") } == .notRegular)
  }

  @Test func tellsWhyItCannotOpen() throws {
    try scratch.write("x", to: "f")
    try FileManager.default.createSymbolicLink(atPath: scratch.path("loop"), withDestinationPath: "loop")
    try FileManager.default.createSymbolicLink(atPath: scratch.path("nowhere"), withDestinationPath: "none")
    try FileManager.default.createSymbolicLink(atPath: scratch.path("link"), withDestinationPath: "f")
    func open(_ path: Path, followLinks: Bool = true) -> FileError.Kind? {
      kind { () throws(FileError) in _ = try ReadableFile.open(path, followLinks: followLinks) }
    }
    #expect(open(scratch.path("none")) == .notFound)
    #expect(open(scratch.path("f/none")) == .notFound)
    #expect(open(scratch.path("loop")) == .symlinkLoop)
    #expect(open(scratch.path("nowhere")) == .notFound)
    #expect(open(scratch.path("link")) == nil)
    #expect(open(scratch.path("link"), followLinks: false) == .symlinkLoop)
    #expect(open("") == .notFound)
    #expect(open(Path(bytes: Array(scratch.path("f").utf8) + [0])) == .notFound)
    #expect(open(scratch.path(String(repeating: "n", count: 300))) == .notFound)
  }

  @Test(.enabled(if: Machine.isRoot, "needs root to become somebody else"))
  func permissionDenied() async throws {
    try scratch.write("x", to: "f", mode: 0o600)
    try #require(unsafe chmod(scratch.folder, 0o755) == 0)
    let path: String = scratch.path("f")
    await #expect(processExitsWith: .success) { [path = path as String] in
      try #require(setgid(65_534) == 0 && setuid(65_534) == 0)
      #expect(kind { () throws(FileError) in _ = try ReadableFile.open(Path(path)) } == .unreadable)
      #expect(kind { () throws(FileError) in _ = try Replacement.begin(Path(path)) } == .cannotCreate)
      #expect(kind { () throws(FileError) in _ = try Creation.begin(Path(path + "2")) } == .cannotCreate)
      #expect(MarkerFile(Path(path)).isUnreadable)
    }
  }

  @Test func noticesChanges() throws {
    try scratch.write("0123456789", to: "f")
    let file = try ReadableFile.open(scratch.path("f"))
    #expect(try file.isUnchanged())
    try scratch.write("01234567890", to: "g")
    try #require(unsafe rename(scratch.path("g"), scratch.path("f")) == 0)
    #expect(try !file.isUnchanged())  // It lost its name.
    #expect(try file.read(at: 0, count: 10) == Array("0123456789".utf8))
  }

  #if os(Linux)
    @Test(.enabled(if: Machine.isRoot, "only the owner may ask for it"))
    func readingQuietlyKeepsTheAccessTime() throws {
      try scratch.write("x", to: "f")
      let old = [timespec(tv_sec: 1_000, tv_nsec: 5), timespec(tv_sec: 2_000, tv_nsec: 6)]
      try #require(unsafe utimensat(AT_FDCWD, scratch.path("f"), old, 0) == 0)
      _ = try ReadableFile.open(scratch.path("f"), quietly: true).read(at: 0, count: 1)
      #expect(try scratch.facts("f").st_atim.tv_sec == 1_000)
    }
  #endif
}

extension MarkerFile {
  var isUnreadable: Bool {
    if case .unreadable = read() { true } else { false }
  }
}
