import Files
import Foundation
import Testing

@Suite struct OutputFileTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  @Test func aNewFileIsPrivate() throws {
    try writeOutput(scratch.path("f"), [0x61].span)
    #expect(try scratch.text("f") == "a")
    #expect(try scratch.mode("f") == 0o600)
  }

  @Test func overwritingMustBeSaid() throws {
    try scratch.write("old", to: "f", mode: 0o644)
    #expect(kind { () throws(FileError) in try writeOutput(scratch.path("f"), [0x61].span) } == .exists)
    #expect(try scratch.text("f") == "old")
    try writeOutput(scratch.path("f"), [0x61].span, overwriting: true)
    #expect(try scratch.text("f") == "a")
    #expect(try scratch.mode("f") == 0o600)
    try writeOutput(scratch.path("g"), [0x62].span, overwriting: true)
    #expect(try scratch.text("g") == "b")
  }

  @Test func overwritingDoesNotReachOtherThings() throws {
    try FileManager.default.createSymbolicLink(atPath: scratch.path("dangling"), withDestinationPath: "none")
    func write(_ path: Path) -> FileError.Kind? {
      kind { () throws(FileError) in try writeOutput(path, [1].span, overwriting: true) }
    }
    #expect(write("/dev/null") == .notRegular)
    #expect(write(Path(scratch.folder)) == .notRegular)
    #expect(write(scratch.path("dangling")) == .exists)
    #expect(write(scratch.path("none/f")) == .cannotCreate)
    #expect(try scratch.names() == ["dangling"])
  }

  @Test(arguments: [false, true])
  func withoutCommitNothingAppears(overwriting: Bool) throws {
    do {
      var output = try OutputFile.begin(scratch.path("f"), overwriting: overwriting)
      try output.write([1].span)
    }
    #expect(try scratch.names() == [])
  }
}
