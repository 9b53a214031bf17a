import Files
import Foundation
import Testing

@Suite struct ReplacementTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  static let kinds: [TemporaryFile.Kind] = [.unnamedIfPossible, .named]

  @Test(arguments: kinds)
  func replaces(kind: TemporaryFile.Kind) throws {
    try scratch.write("old content", to: "f")
    let reader = try ReadableFile.open(scratch.path("f"))
    var replacement = try Replacement.begin(scratch.path("f"), temporary: kind)
    try replacement.write([0x6e, 0x65, 0x77].span)
    try replacement.copy(from: replacement.base, range: 3..<11)
    #expect(replacement.position == 11)
    var back: [UInt8] = [0, 0, 0, 0, 0]
    var span = back.mutableSpan
    try replacement.readBack(at: 2, into: &span)
    #expect(back == Array("w con".utf8))
    #expect(try scratch.text("f") == "old content")
    let result = try replacement.commit()
    #expect(result.notes == [])
    #expect(try result.file.read(at: 0, count: 11) == Array("new content".utf8))
    #expect(try scratch.text("f") == "new content")
    #expect(try reader.read(at: 0, count: 11) == Array("old content".utf8))
    #expect(try scratch.names() == ["f"])
  }

  @Test func writesInAnyOrder() throws {
    try scratch.write("old", to: "f")
    var replacement = try Replacement.begin(scratch.path("f"))
    let temporary = try replacement.temporary()
    #expect(
      FilesTests.kind { () throws(FileError) in
        try temporary.copy(from: replacement.base, range: 2..<4, at: 0)
      }
        == .truncated)
    try temporary.write([0x62, 0x63].span, at: 1)
    try temporary.copy(from: replacement.base, range: 0..<1, at: 0)
    try temporary.copy(from: replacement.base, range: 3..<3, at: 0)
    #expect(try temporary.size() == 3)
    #expect(try temporary.readable().read(at: 0, count: 3) == Array("obc".utf8))
    try replacement.commit()
    #expect(try scratch.text("f") == "obc")
  }

  @Test(arguments: kinds)
  func withoutCommitNothingHappens(kind: TemporaryFile.Kind) throws {
    try scratch.write("old", to: "f")
    do {
      var replacement = try Replacement.begin(scratch.path("f"), temporary: kind)
      try replacement.write([1, 2, 3].span)
      #expect(try scratch.names().count == (kind == .named ? 2 : 1))
    }
    #expect(try scratch.names() == ["f"])
    #expect(try scratch.text("f") == "old")
    _ = try Replacement.begin(scratch.path("f"))  // The lock is free again.
  }

  @Test func theTemporaryIsPrivateAndRecognisable() throws {
    try scratch.write("old", to: "f", mode: 0o666)
    var replacement = try Replacement.begin(scratch.path("f"), temporary: .named)
    try replacement.createTemporary()
    let name = try #require(try scratch.names().first { $0 != "f" })
    #expect(name.wholeMatch(of: /\.secretfile-f-[0-9a-f]{16}/) != nil)
    #expect(try scratch.mode(name) == 0o600)
  }

  @Test func followsALinkOnceAndKeepsIt() throws {
    try FileManager.default.createDirectory(atPath: scratch.path("there"), withIntermediateDirectories: false)
    try scratch.write("old", to: "there/f")
    try FileManager.default.createSymbolicLink(atPath: scratch.path("a"), withDestinationPath: "there/b")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("there/b"), withDestinationPath: scratch.path("there/f"))
    var replacement = try Replacement.begin(scratch.path("a"))
    try replacement.write([0x6e].span)
    try replacement.commit()
    #expect(try scratch.text("there/f") == "n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scratch.path("a")) == "there/b")
    #expect(try scratch.facts("there/b").st_mode & S_IFMT == S_IFLNK)
  }

  @Test func refusesWhatItWouldBreak() throws {
    try scratch.write("x", to: "f")
    try FileManager.default.linkItem(atPath: scratch.path("f"), toPath: scratch.path("g"))
    try FileManager.default.createSymbolicLink(atPath: scratch.path("loop"), withDestinationPath: "loop")
    try FileManager.default.createSymbolicLink(atPath: scratch.path("nowhere"), withDestinationPath: "none")
    try #require(unsafe mkfifo(scratch.path("pipe"), 0o600) == 0)
    func begin(_ path: Path) -> FileError.Kind? {
      kind { () throws(FileError) in _ = try Replacement.begin(path) }
    }
    #expect(begin(scratch.path("f")) == .hardLinked)
    #expect(begin(scratch.path("loop")) == .symlinkLoop)
    #expect(begin(scratch.path("nowhere")) == .notFound)
    #expect(begin(scratch.path("none")) == .notFound)
    #expect(begin(scratch.path("none/f")) == .notFound)
    #expect(begin(scratch.path("f/f")) == .notFound)
    #expect(begin(scratch.path("pipe")) == .notRegular)
    #expect(begin(Path(scratch.folder)) == .notRegular)
    #expect(begin(scratch.path("f/")) == .notRegular)
    #expect(begin(scratch.path("..")) == .notRegular)
    #expect(begin("/dev/null") == .notRegular)
    #expect(begin("") == .notFound)
  }

  @Test func noticesWritersWithoutTheLock() throws {
    func attempt(_ interfere: () throws -> Void) throws -> FileError.Kind? {
      try scratch.write("old", to: "f")
      var replacement = try Replacement.begin(scratch.path("f"))
      try replacement.write([1].span)
      try interfere()
      return kind { () throws(FileError) in try replacement.commit() }
    }
    #expect(try attempt {} == nil)
    #expect(
      try attempt {
        try scratch.write("other", to: "g")
        try #require(unsafe rename(scratch.path("g"), scratch.path("f")) == 0)
      } == .changed)
    #expect(try scratch.text("f") == "other")
    #expect(
      try attempt {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: scratch.path("f")))
        try handle.write(contentsOf: Data("changed in place".utf8))
      } == .changed)
    #expect(try scratch.text("f") == "changed in place")
    #expect(try attempt { try #require(unsafe unlink(scratch.path("f")) == 0) } == .changed)
    #expect(try scratch.names() == [])
    #expect(
      try attempt {
        try FileManager.default.linkItem(atPath: scratch.path("f"), toPath: scratch.path("g"))
      } == .changed)
    #expect(try scratch.names() == ["f", "g"])
  }

  @Test(arguments: [
    "a b", "-rf", "*", "a\nb", "\u{1b}[2J", "\u{202e}gpj.exe", ".hidden", "é",
    ".secretfile-f-0123456789abcdef",
    String(repeating: "n", count: 255), String(repeating: "n", count: 227),
    String(repeating: "é", count: 120),
  ])
  func anyName(name: String) throws {
    try scratch.write("old", to: name)
    for kind in Self.kinds {
      var replacement = try Replacement.begin(scratch.path(name), temporary: kind)
      try replacement.write(Array("new".utf8).span)
      try replacement.commit()
    }
    #expect(try scratch.text(name) == "new")
    #expect(try scratch.names() == [name])
  }

  @Test func aNameThatIsNotUTF8() throws {
    let path = Path(scratch.folder).appending([0xff, 0xfe, 0x0a])
    do {
      var creation = try Creation.begin(path)
      try creation.write([1].span)
      try creation.commit()
    }
    var replacement = try Replacement.begin(path, temporary: .named)
    try replacement.write([2].span)
    #expect(try replacement.commit().file.size == 1)
    #expect(try ReadableFile.open(path).read(at: 0, count: 1) == [2])
  }
}
