import Files
import Testing

@Suite struct FileErrorTests {
  @Test func saysWhatWhereAndWhy() {
    let missing = FileError(.notFound, "/no/file", "open", errno: 2)
    #expect(missing.description == "cannot open /no/file: no such file or directory")
    #expect(FileError(.busy, "f", "lock", errno: 11).description == "cannot lock f: in use by another writer")
    #expect(
      FileError(.noSpace, "f", "write", errno: 27).description
        == "cannot write f: the file size limit of this process is reached")
    #expect(FileError(.noSpace, "f", "write", errno: 28).reason == "no space left on device")
    #expect(FileError(.inputOutput, "f", "read").reason == "input/output error")
  }

  @Test func hostileNamesDoNotReachTheTerminal() {
    #expect(!FileError(.exists, "a\u{1b}[2J", "create").description.unicodeScalars.contains("\u{1b}"))
  }

  @Test func namesAreStable() {
    #expect(
      FileError.Kind.allCases.map(\.rawValue) == [
        "notFound", "unreadable", "notRegular", "hardLinked", "symlinkLoop", "exists", "cannotCreate",
        "noSpace",
        "inputOutput", "busy", "changed", "tooLarge", "truncated", "malformed", "closedPipe",
      ])
  }
}
