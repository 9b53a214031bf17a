import Files
import Foundation
import Testing

@Suite struct CreationTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  @Test(arguments: ReplacementTests.kinds)
  func appearsWhenItIsComplete(kind: TemporaryFile.Kind) throws {
    var creation = try Creation.begin(scratch.path("f"), temporary: kind)
    try creation.write(Array("new".utf8).span)
    #expect(try !scratch.names().contains("f"))
    #expect(try creation.commit().read(at: 0, count: 3) == Array("new".utf8))
    #expect(try scratch.text("f") == "new")
    #expect(try scratch.mode("f") == 0o600)
    #expect(try scratch.facts("f").st_nlink == 1)
    #expect(try scratch.names() == ["f"])
  }

  @Test(arguments: ReplacementTests.kinds)
  func neverReplaces(kind: TemporaryFile.Kind) throws {
    var late = try Creation.begin(scratch.path("f"), temporary: kind)
    try late.write([1].span)
    try scratch.write("was faster", to: "f")
    #expect(FilesTests.kind { () throws(FileError) in try late.commit() } == .exists)
    #expect(try scratch.text("f") == "was faster")
    #expect(FilesTests.kind { () throws(FileError) in _ = try Creation.begin(scratch.path("f")) } == .exists)
    _ = consume late
    #expect(try scratch.names() == ["f"])
  }

  @Test(arguments: ReplacementTests.kinds)
  func aLinkThatAppearsIsNotFollowed(kind: TemporaryFile.Kind) throws {
    var late = try Creation.begin(scratch.path("f"), temporary: kind)
    try FileManager.default.createSymbolicLink(atPath: scratch.path("f"), withDestinationPath: "g")
    #expect(FilesTests.kind { () throws(FileError) in try late.commit() } == .exists)
    #expect(FilesTests.kind { () throws(FileError) in _ = try Creation.begin(scratch.path("f")) } == .exists)
    _ = consume late
    #expect(try scratch.names() == ["f"])
  }

  @Test(arguments: ReplacementTests.kinds)
  func ofManyOneWins(kind: TemporaryFile.Kind) async throws {
    let path: Path = scratch.path("f")
    let winners = await withTaskGroup(of: FileError.Kind?.self) { group in
      for number in 0..<16 {
        group.addTask {
          FilesTests.kind { () throws(FileError) in
            var creation = try Creation.begin(path, temporary: kind)
            try creation.write([UInt8(number)].span)
            try creation.commit()
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(winners.filter { $0 == nil }.count == 1)
    #expect(winners.filter { $0 == .exists }.count == 15)
    #expect(try scratch.names() == ["f"])
  }

  @Test(arguments: ReplacementTests.kinds)
  func withoutCommitNothingIsLeft(kind: TemporaryFile.Kind) throws {
    do {
      var creation = try Creation.begin(scratch.path("f"), temporary: kind)
      try creation.write([1].span)
    }
    #expect(try scratch.names() == [])
  }

  @Test func tellsWhereItCannot() throws {
    try scratch.write("x", to: "f")
    func begin(_ path: Path) -> FileError.Kind? {
      kind { () throws(FileError) in _ = try Creation.begin(path) }
    }
    #expect(begin(scratch.path("none/f")) == .cannotCreate)
    #expect(begin(scratch.path("f/f")) == .cannotCreate)
    #expect(begin(scratch.path("f/")) == .notRegular)
    #expect(begin(scratch.path(".")) == .notRegular)
    #expect(begin(Path(scratch.folder)) == .exists)
    #expect(begin("") == .cannotCreate)
    #expect(begin(scratch.path(String(repeating: "n", count: 256))) == .cannotCreate)
    #expect(begin("/proc/secretfile") == .cannotCreate)
    #expect(try scratch.names() == ["f"])
  }

  @Test(arguments: [0, 0o777])
  func theModeIsFixedWhateverTheMask(mask: Int) async throws {
    let folder = scratch.folder
    await #expect(processExitsWith: .success) { [folder = folder as String, mask = mask as Int] in
      umask(mode_t(mask))
      for (name, kind) in zip(["a", "b"], ReplacementTests.kinds) {
        var creation = try Creation.begin(Path(folder).appending(name), temporary: kind)
        try creation.commit()
      }
    }
    #expect(try scratch.mode("a") == 0o600)
    #expect(try scratch.mode("b") == 0o600)
  }
}
