import Migration
import Testing

@Suite struct JSONReaderTests {
  @Test(arguments: [
    (#"{}"#, "{}"), (#"[]"#, "[]"), (#" [ 1 , 2 ] "#, "[1,2]"), ("\t{\r\n\"a\"\n:\n1\n}", "{a:1}"),
    (#"{"a":{"b":[true,false,null]},"c":""}"#, "{a:{b:[true,false,null]},c:''}"),
    (#"{"a":1,"a":2,"b":3}"#, "{a:1,a:2,b:3}"), (#""only""#, "'only'"), ("42", "42"), ("true", "true"),
    ("[[[[]]]]", "[[[[]]]]"), ("\u{FEFF}{\"a\":1}", "{a:1}"),
  ])
  func values(_ text: String, _ outline: String) throws {
    let document = try read(text)
    #expect(document.outline == outline)
    #expect(document.format == .json)
  }

  @Test(arguments: [
    ("0", "0"), ("-0", "-0"), ("-12", "-12"), ("9223372036854775808", "9223372036854775808"),
    ("18446744073709551615", "18446744073709551615"), ("-9223372036854775808", "-9223372036854775808"),
    ("18446744073709551616", "r18446744073709551616"), ("-9223372036854775809", "r-9223372036854775809"),
    ("1.0", "r1.0"), ("1E5", "r1E5"), ("1.50e+010", "r1.50e+010"), ("0e-1", "r0e-1"),
  ])
  func numbersAsWritten(_ text: String, _ outline: String) throws {
    #expect(try read("[\(text)]").outline == "[\(outline)]")
  }

  @Test func integerValues() throws {
    let document = try read("[0,-1,18446744073709551615]")
    let numbers = document.children(of: document.root).map { document.integer(of: $0.value) }
    #expect(numbers == [0, -1, 18_446_744_073_709_551_615])
  }

  @Test func escapes() throws {
    let text = #"["\"\\\/\b\f\n\r\t","\u0041\u00e9\u20AC\ud834\udd1e","a\u0000b","plain é"]"#
    let document = try read(text)
    let contents = document.children(of: document.root).map { document.content($0.value) }
    #expect(contents[0] == [0x22, 0x5C, 0x2F, 0x08, 0x0C, 0x0A, 0x0D, 0x09])
    #expect(String(decoding: contents[1], as: UTF8.self) == "Aé€𝄞")
    #expect(contents[2] == [0x61, 0x00, 0x62])
    #expect(String(decoding: contents[3], as: UTF8.self) == "plain é")
    #expect(document.contentLength(of: document.children(of: document.root)[2].value) == 3)
  }

  @Test func byteRanges() throws {
    let text = #"{ "key" : "va\u006Cue", "n": -1.5 , "o": { "p": [ ] } }"#
    let document = try read(text)
    func spelled(_ id: NodeID?) -> String? {
      guard let id else { return nil }
      let range = document.node(id).range
      return String(decoding: Array(text.utf8)[range], as: UTF8.self)
    }
    #expect(spelled(document.root) == text)
    #expect(spelled(document.children(of: document.root)[0].key) == #""key""#)
    #expect(spelled(document.value("key")) == #""va\u006Cue""#)
    #expect(spelled(document.value("n")) == "-1.5")
    #expect(spelled(document.value("o")) == #"{ "p": [ ] }"#)
    #expect(spelled(document.value("o", "p")) == "[ ]")
  }

  @Test(arguments: [
    ("[1,]", "trailingComma@2"), (#"{"a":1,}"#, "trailingComma@6"), ("[1 2]", "jsonSyntax@3"),
    ("[,1]", "jsonSyntax@1"), (#"{"a" 1}"#, "jsonSyntax@5"), (#"{a:1}"#, "jsonSyntax@1"),
    (#"{'a':1}"#, "jsonSyntax@1"), ("[NaN]", "jsonSyntax@1"), ("[01]", "jsonSyntax@2"),
    ("[+1]", "jsonSyntax@1"), ("[.5]", "jsonSyntax@1"), ("[1.]", "jsonNumber@1"),
    ("[1e]", "jsonNumber@1"),
    ("[-]", "jsonNumber@1"), ("[True]", "jsonSyntax@1"), ("[\"\t\"]", "jsonControl@2"),
    (#"["\x41"]"#, "jsonEscape@2"), (#"["\u12G4"]"#, "jsonEscape@2"), (#"["\ud800"]"#, "loneSurrogate@2"),
    (#"["\udc00"]"#, "loneSurrogate@2"), (#"["\ud800\u0041"]"#, "loneSurrogate@2"),
    ("[1", "truncated@2"), (#"{"a":"#, "truncated@5"), (#"["abc"#, "truncated@1"), ("[", "truncated@1"),
    ("[tru", "truncated@4"), ("{} x", "trailingGarbage@3"), ("[1]]", "trailingGarbage@3"),
    ("{\"a\":1}\n{\"a\":2}\n", "jsonLines@8"), ("[1] [2]", "trailingGarbage@4"), ("[1}", "jsonSyntax@2"),
  ])
  func refusals(_ text: String, _ expected: String) {
    #expect(refused(text) == expected)
  }

  @Test func invalidUTF8() {
    #expect(refused(Array("[\"a".utf8) + [0xFF] + Array("\"]".utf8)) == "invalidUTF8@3")
    #expect(refused(Array("[\"".utf8) + [0xED, 0xA0, 0x80] + Array("\"]".utf8)) == "invalidUTF8@2")
  }

  @Test(arguments: [
    "// c\n[1,]", "[1, /* c */ ]", "{\"a\": 1, // c\n}", "/**/ {\"a\":[1,2,],} // end", "[1] /* c */",
  ])
  func commentsAllowTrailingCommas(_ text: String) throws {
    #expect(try read(text).format == .jsonc)
  }

  @Test(arguments: [
    ("[1] /* c", "truncated@4"), ("[1] / c", "trailingGarbage@4"), ("[1,,] // c", "jsonSyntax@3"),
    ("[,] // c", "jsonSyntax@1"),
  ])
  func brokenComments(_ text: String, _ expected: String) {
    #expect(refused(text) == expected)
  }

  @Test func slashesInStringsAreNoComments() throws {
    #expect(try read(#"["http://example.com/*"]"#).format == .json)
  }

  @Test func duplicateKeysAreKeptAndNoted() throws {
    let document = try read(#"{"a":{"k":1,"k":2}}"#)
    #expect(document.find(KeyPath(keys: "a", "k")).count == 2)
    #expect(document.notes.map(\.code) == ["duplicateKeys"])
    #expect(document.notes.first?.offset == 12)
    let many = "{" + (0..<100).map { "\"k\($0)\":0," }.joined() + "\"k7\":1,\"\\u006b7\":2}"
    #expect(try read(many).duplicateKeys().count == 2)
  }

  @Test func depthLimit() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try read(nested(128)).nodeCount == 128)
    #expect(refused(nested(129)) == "tooDeep@128")
    #expect(refused(String(repeating: "[", count: 100_000)) == "tooDeep@128")
  }

  @Test func nodeAndSizeLimits() {
    var limits = Limits()
    limits.nodes = 4
    #expect(refusal(Array("[1,2,3]".utf8), limits: limits) == nil)
    #expect(refusal(Array("[1,2,3,4]".utf8), limits: limits)?.code == "tooManyValues")
    limits.sourceBytes = 7
    #expect(refusal(Array("[1,2,3]".utf8), limits: limits) == nil)
    #expect(refusal(Array("[1,2,3] ".utf8), limits: limits)?.code == "tooLarge")
  }
}
