import Migration
import Testing

@Suite struct KeyPathTests {
  @Test func textForm() {
    #expect(KeyPath(keys: "token").pointer == "token")
    #expect(KeyPath(keys: "a/b", "c~d").pointer == "a~1b/c~0d")
    #expect(KeyPath([.key(Array("a".utf8)), .index(3), .key([])]).pointer == "a/3/")
    #expect(KeyPath().pointer == "")
    #expect(KeyPath(keys: "~1").pointer == "~01")
  }

  @Test func descriptionsCannotWriteToATerminal() {
    #expect(
      KeyPath(keys: "a\u{1B}[31m", "b\nc", "d\u{202E}e").description == "a\\u{1b}[31m/b\\u{a}c/d\\u{202e}e")
    #expect(KeyPath(keys: "größe 密码").description == "größe 密码")
  }

  @Test(arguments: [
    ("token", "token", true), ("token", "Token", false), ("tok*", "token", true), ("*", "token", true),
    ("*", "a/token", false), ("*/token", "a/token", true), ("**/token", "token", true),
    ("**/token", "a/b/token", true), ("**", "a/b", true), ("a/**", "a/b/c", true), ("a/**", "a", true),
    ("a/**/d", "a/b/c/d", true), ("a/**/d", "a/b/c", false), ("?oken", "token", true), ("?", "ä", true),
    ("t\\*", "t*", true), ("t\\*", "token", false), ("*Token*", "refreshTokenValue", true),
    ("*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false), ("**b", "aab", true), ("**b", "a/b", false),
    ("", "a", false),
  ])
  func globs(_ pattern: String, _ path: String, _ matches: Bool) {
    let components = path.split(separator: "/").map { KeyPath.Component.key(Array($0.utf8)) }
    #expect(KeyPath(components).matches(Glob(pattern)) == matches)
  }

  @Test func globsSeeTheTextForm() {
    #expect(KeyPath(keys: "a/b").matches(Glob("a~1b")))
    #expect(!KeyPath(keys: "a/b").matches(Glob("a/b")))
    #expect(KeyPath([.key(Array("a".utf8)), .index(12)]).matches(Glob("a/1?")))
  }

  @Test func finding() throws {
    let document = try read(#"{"a":[{"b":"x"},{"b":"y"}],"a/b":1}"#)
    let second = KeyPath([.key(Array("a".utf8)), .index(1), .key(Array("b".utf8))])
    #expect(document.find(second).map { document.content($0) } == [Array("y".utf8)])
    #expect(document.find(KeyPath(keys: "a/b")).count == 1)
    #expect(document.find(KeyPath(keys: "a", "0")) == [])
    #expect(document.find(KeyPath([.index(0)])) == [])
    #expect(document.find(KeyPath([.key(Array("a".utf8)), .index(2)])) == [])
    #expect(document.find(KeyPath()) == [document.root])
  }

  @Test func provenanceTellsIndexesFromKeys() {
    let path = KeyPath([
      .key(Array("a/b".utf8)), .index(10), .key(Array("10".utf8)), .key(Array("~2".utf8)), .key([]),
    ])
    #expect(path.provenance == "a~1b/10/~210/~02/")
    #expect(KeyPath(provenance: path.provenance) == path)
    #expect(KeyPath(provenance: "007").components == [.key(Array("007".utf8))])
    #expect(
      KeyPath(provenance: "99999999999999999999").components == [.key(Array("99999999999999999999".utf8))])
  }
}
