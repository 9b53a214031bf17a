import Migration
import Testing

/// A path from its text form; whole numbers are indexes, as no test has them for keys.
func path(_ text: String) -> KeyPath {
  KeyPath(text.split(separator: "/").map { part in Int(part).map { .index($0) } ?? .key(Array(part.utf8)) })
}

/// The file without the values at some paths, or the code of the refusal.
func scrubbed(_ text: String, _ paths: String..., placeholder: String? = nil) throws -> String {
  let document = try read(text)
  let mode: Scrub.Mode = placeholder.map { .placeholder(Array($0.utf8)) } ?? .remove
  do throws(Refusal) {
    return try document.scrub(paths.map(path), mode: mode).bytes.text
  } catch {
    return "\(error.code): \(error.message)"
  }
}

@Suite struct JSONPatchTests {
  @Test(arguments: [
    (#"{"a": 1, "b": 2, "c": 3}"#, "a", #"{"b": 2, "c": 3}"#),
    (#"{"a": 1, "b": 2, "c": 3}"#, "b", #"{"a": 1, "c": 3}"#),
    (#"{"a": 1, "b": 2, "c": 3}"#, "c", #"{"a": 1, "b": 2}"#),
    (#"{"a":1,"b":2,"c":3}"#, "b", #"{"a":1,"c":3}"#), (#"{"a":1}"#, "a", "{}"), (#"{ "a": 1 }"#, "a", "{ }"),
    (#"{ "a": 1, "b": 2 }"#, "b", #"{ "a": 1 }"#), (#"{"a" : 1 , "b" : 2}"#, "a", #"{"b" : 2}"#),
    (#"[{"a": 1}, {"a": 2}]"#, "1/a", #"[{"a": 1}, {}]"#),
    (#"{"x": {"a": 1, "b": {"c": [1]}}, "y": 2}"#, "x/b", #"{"x": {"a": 1}, "y": 2}"#),
  ])
  func oneLine(_ before: String, _ path: String, _ after: String) throws {
    #expect(try scrubbed(before, path) == after)
  }

  private static let lines = """
    {
      "first": "1",
      "token": "s3cr3t-value",
      "last": {
        "x": 1
      }
    }

    """

  @Test func wholeLines() throws {
    #expect(try scrubbed(Self.lines, "first") == Self.lines.replacing("  \"first\": \"1\",\n", with: ""))
    #expect(
      try scrubbed(Self.lines, "token") == Self.lines.replacing("  \"token\": \"s3cr3t-value\",\n", with: ""))
    #expect(
      try scrubbed(Self.lines, "last")
        == Self.lines.replacing(",\n  \"last\": {\n    \"x\": 1\n  }", with: ""))
    #expect(try scrubbed(Self.lines, "last/x") == Self.lines.replacing("    \"x\": 1\n", with: ""))
    #expect(try scrubbed(Self.lines, "token", "last") == "{\n  \"first\": \"1\"\n}\n")
    #expect(try scrubbed(Self.lines, "first", "token", "last") == "{\n}\n")
  }

  @Test func crlfTabsAndNoFinalNewline() throws {
    let text = "\u{FEFF}{\r\n\t\"a\": \"one\",\r\n\t\"b\": \"two\"\r\n}"
    #expect(try scrubbed(text, "a") == "\u{FEFF}{\r\n\t\"b\": \"two\"\r\n}")
    #expect(try scrubbed(text, "b") == "\u{FEFF}{\r\n\t\"a\": \"one\"\r\n}")
  }

  @Test func commentsStay() throws {
    let text = """
      // settings
      {
        /* who */ "user": "me", // not secret
        "token": "s3cr3t-value", // from the web site
        "other": 1, /* end */
      }
      """
    #expect(
      try scrubbed(text, "token")
        == text.replacing("  \"token\": \"s3cr3t-value\", // from", with: "  // from"))
    #expect(try scrubbed(text, "user") == text.replacing("\"user\": \"me\", //", with: "//"))
    #expect(try scrubbed(text, "other") == text.replacing("\"other\": 1, /*", with: "/*"))
    let between = "{\"a\": 1 /* x */, /* y */ \"b\": \"value-b\" /* z */}"
    #expect(try scrubbed(between, "b") == "{\"a\": 1 /* x */ /* y */ /* z */}")
    #expect(try scrubbed(between, "a") == "{/* x */ /* y */ \"b\": \"value-b\" /* z */}")
  }

  @Test func commasInFront() throws {
    let text = "{ \"a\": 1\n, \"b\": 2\n, \"c\": 3\n}"
    #expect(try scrubbed(text, "a") == "{ \"b\": 2\n, \"c\": 3\n}")
    #expect(try scrubbed(text, "b") == "{ \"a\": 1\n, \"c\": 3\n}")
    #expect(try scrubbed(text, "c") == "{ \"a\": 1\n, \"b\": 2\n}")
    #expect(try scrubbed(text, "a", "b") == "{ \"c\": 3\n}")
    #expect(try scrubbed(text, "a", "c") == "{ \"b\": 2\n}")
    #expect(try scrubbed(text, "a", "b", "c") == "{\n}")
  }

  @Test func everySelectionOfMembers() throws {
    let layouts = [
      "{K0,K1,K2,K3}", "{ K0, K1 ,K2 , K3 }", "{\n  K0,\n  K1,\n  K2,\n  K3\n}",
      "{\n  K0, K1,\n  K2,\n\n  K3\n}\n",
      "{K0\n,K1\n,K2\n,K3\n}", "{ // c\nK0, // c\nK1, /* c */\nK2 /* c */,\n// c\nK3, /* c */}",
      "{/* c */K0\n/* c */,/* c */K1/* c */\n,K2,K3// c\n}",
    ]
    for layout in layouts {
      var text = layout
      for member in 0..<4 { text = text.replacing("K\(member)", with: "\"k\(member)\": \"v\(member)\"") }
      let document = try read(text)
      for selection in 0..<16 {
        let chosen = (0..<4).filter { selection & 1 << $0 != 0 }
        let result = try document.scrub(chosen.map { KeyPath(keys: "k\($0)") }).bytes
        let rest = (0..<4).filter { !chosen.contains($0) }.map { "k\($0):'v\($0)'" }
        #expect(
          try Document.read(result).outline == "{" + rest.joined(separator: ",") + "}", "\(text) \(chosen)")
        #expect(result.text.components(of: "c */") == text.components(of: "c */"), "a comment is gone")
      }
    }
  }

  @Test func elementsOfArraysKeepTheirIndexes() throws {
    let text = #"{"l": ["secret-1", 12345, 1.5, true, null, {"a": 1}, [1], "rest"]}"#
    #expect(
      try scrubbed(text, "l/0", "l/1", "l/2", "l/3", "l/4", "l/5", "l/6")
        == #"{"l": ["", 0, 0.0, false, null, {}, [], "rest"]}"#)
  }

  @Test func placeholders() throws {
    let text = #"{"a": "secret-1", "n": 12345, "o": {"x": "secret-2"}, "l": ["secret-3"]}"#
    #expect(
      try scrubbed(text, "a", "n", "o", "l/0", placeholder: #"moved "away" \o/ ä"#)
        == #"{"a": "moved \"away\" \\o/ ä", "n": 0, "o": {}, "l": ["moved \"away\" \\o/ ä"]}"#)
    #expect(try scrubbed(text, "a", placeholder: "a\u{7}").hasPrefix("placeholder:"))
  }

  @Test func numbersAndSpellingsStay() throws {
    let text =
      #"{"t":"secret-1","n":[1.0,1e5,-0,1E+2,123456789012345678901234567890],"s":"\u0041\/é","d":1,"d":2}"#
    #expect(try scrubbed(text, "t") == text.replacing(#""t":"secret-1","#, with: ""))
  }

  @Test func refusedPaths() throws {
    let text = #"{"a": {"b": 1}, "d": 1, "d": 2, "l": [1]}"#
    #expect(try scrubbed(text, "d") == "duplicateKey: the key 'd' stands several times in its dictionary")
    #expect(try scrubbed(text, "x") == "noSuchPath: nothing stands at 'x'")
    #expect(try scrubbed(text, "a/b/c") == "noSuchPath: nothing stands at 'a/b/c'")
    #expect(try scrubbed(text, "l/1") == "noSuchPath: nothing stands at 'l/1'")
    #expect(try scrubbed(text, "").hasPrefix("root:"))
    #expect(try scrubbed(#"{"d": {"a": 1}, "d": {"a": 2}}"#, "d/a").hasPrefix("duplicateKey:"))
  }

  @Test func pathsInsideEachOther() throws {
    let text = #"{"a": {"b": 1, "c": 2}, "z": 0}"#
    #expect(try scrubbed(text, "a/b", "a", "a") == #"{"z": 0}"#)
    #expect(try scrubbed(text, "a", "a/b") == #"{"z": 0}"#)
    #expect(try scrubbed(text) == text)
  }

  @Test func theOnlyCommentMayNotGo() throws {
    let text = #"{"a": /* c */ 1, "b": 2,}"#
    #expect(try scrubbed(text, "a").hasPrefix("lastComment:"))
    #expect(try scrubbed(text, "b") == #"{"a": /* c */ 1,}"#)
  }

  @Test func manyPathsOfOneDictionary() throws {
    let text = "{" + (0..<3000).map { "\"key\($0)\":\"value-\($0)-secret\"" }.joined(separator: ",") + "}"
    let document = try read(text)
    let all = document.children(of: document.root).map {
      KeyPath([.key(document.key($0.key ?? document.root))])
    }
    #expect(try document.scrub(all).bytes.text == "{}")
    #expect(try document.scrub(Array(all.dropLast())).bytes.text == #"{"key2999":"value-2999-secret"}"#)
  }
}

extension String {
  /// How many pieces the text falls into at a separator.
  fileprivate func components(of separator: String) -> Int {
    split(separator: separator, omittingEmptySubsequences: false).count
  }
}
