import Files
import Testing

@Suite struct PathTests {
  @Test(arguments: [
    ("a", ".", "a"), ("a/b", "a", "b"), ("/a", "/", "a"), ("/a/b/", "/a", "b"), ("/", "/", ""),
    ("//", "/", ""),
    ("a//b", "a", "b"), ("//a", "/", "a"), ("", ".", ""), ("..", ".", ".."), ("a/..", "a", ".."),
  ])
  func splits(path: String, parent: String, last: String) {
    #expect(Path(path).parent == Path(parent))
    #expect(Path(path).lastComponent == Array(last.utf8))
  }

  @Test func appends() {
    #expect(Path("a").appending("b") == "a/b")
    #expect(Path("/").appending("b") == "/b")
    #expect(Path("").appending("b") == "b")
    #expect(Path(bytes: [0xff]).appending([0xfe]).bytes == [0xff, 0x2f, 0xfe])
  }

  @Test(arguments: [
    ("/x/com.example.app.plist", "com.example.app"), (".hidden", ".hidden"), ("a", "a"), ("a.", "a"),
    (".a.b", ".a"),
  ])
  func stem(path: String, stem: String) { #expect(Path(path).stem == Array(stem.utf8)) }

  @Test(arguments: [
    (Array("plain é 日".utf8), "plain é 日"),
    ([0x61, 0x1b, 0x5b, 0x32, 0x4a], "a\\u{1b}[2J"),
    ([0x61, 0x0a, 0x7f], "a\\u{a}\\u{7f}"),
    (Array("a\u{202e}b\u{2066}\u{200b}\u{2028}".utf8), "a\\u{202e}b\\u{2066}\\u{200b}\\u{2028}"),
    ([0xff, 0x61, 0xc3], "\\xffa\\xc3"),
    ([0xed, 0xa0, 0x80], "\\xed\\xa0\\x80"),
    ([0xc2, 0x9b], "\\u{9b}"),
    (Array("a\\b".utf8), "a\\\\b"),
    ([], ""),
  ])
  func describesWithoutTricks(bytes: [UInt8], text: String) {
    #expect(Path(bytes: bytes).description == text)
  }

  @Test func stringOnlyOfUTF8() {
    #expect(Path("é").string == "é")
    #expect(Path(bytes: [0xff]).string == nil)
  }

  @Test func differentBytesAreDifferentPaths() {
    #expect(Path("\u{e9}") != Path("e\u{301}"))
  }
}
