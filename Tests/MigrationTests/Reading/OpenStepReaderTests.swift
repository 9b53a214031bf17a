import Foundation
import Migration
import SecretCrypto
import Testing

/// A text in UTF-16 with its mark.
func utf16(_ text: String, bigEndian: Bool = false) -> [UInt8] {
  XMLReaderTests.utf16(text, bigEndian: bigEndian)
}

@Suite struct OpenStepReaderTests {
  @Test(arguments: [
    ("{ a = b; }", "{a:'b'}"), ("{a=b;c=\"d e\";'f g'='h\"i';}", "{a:'b',c:'d e',f g:'h\"i'}"),
    ("(a, \"b\", c)", "['a','b','c']"), ("(a,b,)", "['a','b']"), ("()", "[]"), ("( )\n", "[]"),
    ("{ l = ( 1, ( 2, { x = (); } ) ); }", "{l:['1',['2',{x:[]}]]}"),
    ("{ d = <01 ab\n CD>; e = <>; }", "{d:d01abcd,e:d}"),
    ("{ A; B = C; }", "{A:'A',B:'C'}"), ("{ /* c */ a /**/ = // x\n b; }", "{a:'b'}"),
    ("(/, A//B, \"//\", '/*', a:b.c-d_e$f)", "['/','A//B','//','/*','a:b.c-d_e$f']"),
    ("\"k 1\" = \"v;\";\nk2 = {a = b;};\n", "{k 1:'v;',k2:{a:'b'}}"), ("KEY = text;", "{KEY:'text'}"),
    ("A;B;", "{A:'A',B:'B'}"),
    ("// !$*UTF8*$!\n{ a = \"ü密😀\"; }", "{a:'ü密😀'}"), ("\u{FEFF}{ a = b; }", "{a:'b'}"),
    ("{\u{0B}a\u{0C}=\u{2028}b\u{2029};}", "{a:'b'}"), ("<0fbd77 1c2735ae>", "d0fbd771c2735ae"),
    ("{ a = b; } // end", "{a:'b'}"), ("{ a = \"\"; b = ''; }", "{a:'',b:''}"),
    ("{ a = \"x\ny\"; }", "{a:'x\ny'}"),
  ])
  func values(_ text: String, _ expected: String) throws {
    let document = try read(text)
    #expect(document.outline == expected)
    #expect(document.format == .openStep)
    // The same where nothing can be lent from the source.
    for encoding in XMLReaderTests.wideEncodings where !text.hasPrefix("\u{FEFF}") {
      let wide = try read(XMLReaderTests.wide(text, encoding))
      #expect(wide.outline == expected)
      #expect(wide.format == .openStep)
    }
  }

  @Test(arguments: [
    (#"\a\b\f\n\r\t\v\"\'\\\q\/"#, "\u{7}\u{8}\u{C}\n\r\t\u{B}\"'\\q/"),
    (#"\101\0\08\16\167\0167"#, "A\0\08\u{E}w\u{E}7"),
    (#"\351\200\376\777"#, "Ø\u{A0}\u{FFFD}\u{FFFD}"), (#"\U00e9\U5bc6\U41\U"#, "é密A\0"),
    (#"\UD83D\UDE00!"#, "😀!"),
    ("\\\n\\ü\\😀", "\nü😀"),
  ])
  func escapes(_ text: String, _ expected: String) throws {
    for quote in ["\"", "'"] {
      let file = "{ a = \(quote)\(text)\(quote); }"
      #expect(try read(file).outline == "{a:'\(expected)'}")
      for encoding in XMLReaderTests.wideEncodings {
        #expect(try read(XMLReaderTests.wide(file, encoding)).outline == "{a:'\(expected)'}")
      }
    }
  }

  @Test func typedValuesOfGNUstep() throws {
    let text =
      "{ i = <*I-12>; u = <*I18446744073709551615>; y = <*BY>; n = <*BN>; r = <*R1.5>; d = <*D2024-05-01 12:30:00 +0230>;"
      + " w = <*D2001-01-01 00:00:00 -0100>; b = <[AQID/w==]>; }"
    let expected =
      "{i:-12,u:18446744073709551615,y:true,n:false,r:r1.5,d:@2024-05-01T10:00:00Z,w:@2001-01-01T01:00:00Z,b:d010203ff}"
    let document = try read(text)
    #expect(document.outline == expected)
    #expect(try read(utf16(text)).outline == expected)
    #expect(document.value("i").flatMap { document.integer(of: $0) } == -12)
    #expect(document.value("y").flatMap { document.boolean(of: $0) } == true)
    #expect(document.value("r").flatMap { document.real(of: $0) } == 1.5)
    #expect(document.value("w").flatMap { document.seconds(of: $0) } == 3600)
  }

  @Test(arguments: [
    ("{ a = b }", "openStepSyntax@8"), ("{ a = b; ", "truncated@9"), ("{ a = ; }", "openStepSyntax@6"),
    ("( a b )", "openStepSyntax@4"), ("( a, , b )", "openStepSyntax@5"),
    ("{ a = b; } x", "trailingGarbage@11"),
    ("( a ) ( b )", "trailingGarbage@6"), ("{ a = \"b; }", "truncated@6"), ("{ a = b; /* x", "truncated@9"),
    ("{ a = <0>; }", "openStepData@8"), ("{ a = <0 1>; }", "openStepData@8"),
    ("{ a = <xy>; }", "openStepData@7"),
    ("{ a = <01; }", "openStepData@9"), ("{ a = ü; }", "openStepSyntax@6"), ("a = b", "truncated@5"),
    ("a = b; c", "truncated@8"), ("a = b; }", "openStepSyntax@7"), (#"{ a = "\UD83D"; }"#, "loneSurrogate@7"),
    (#"{ a = "\UD83D\U0041"; }"#, "loneSurrogate@7"), ("{ a = <*X5>; }", "gnustepType@6"),
    ("{ a = <*I5.5>; }", "gnustepType@6"), ("{ a = <*Bmaybe>; }", "gnustepType@6"),
    ("{ a = <*I5", "truncated@6"),
    ("{ a = <*D2024-05-01>; }", "gnustepType@6"), ("{ a = <[AQI]>; }", "plistValue@6"), ("<*I5>", "read"),
    ("word", "noKeys@0"), ("'two words'", "noKeys@0"), ("\"it\\U0041\"", "noKeys@0"),
    ("word // c", "noKeys@0"),
  ])
  func refusals(_ text: String, _ expected: String) {
    #expect(refused(text) == expected)
  }

  @Test func oldEncodingsAreRefusedByName() throws {
    // "ä" in MacRoman, then UTF-16 without a mark and with an odd byte.
    #expect(refused(Array("{ a = \"".utf8) + [0x8A] + Array("\"; }".utf8)) == "encoding@7")
    #expect(refused(Array(utf16("{ a = b; }").dropFirst(2))) == "encoding@0")
    #expect(refused(utf16("{ a = b; }") + [0x20]) == "truncated@22")
    #expect(try refused(XMLReaderTests.wide("{ a = b; }", .utf32BigEndian) + [0]) == "truncated@44")
  }

  @Test func limits() throws {
    let deep = String(repeating: "(", count: 128) + String(repeating: ")", count: 128)
    #expect(refused(deep) == "read")
    #expect(refused("(" + deep + ")") == "tooDeep@128")
    var few = Limits()
    few.nodes = 5
    #expect(refusal(Array("(a,b,c,d)".utf8), limits: few) == nil)
    #expect(refusal(Array("(a,b,c,d,e)".utf8), limits: few)?.code == "tooManyValues")
    #expect(refusal(Array("{A;B;C;}".utf8), limits: few)?.code == "tooManyValues")
    // A million brackets cost no stack.
    #expect(refused(String(repeating: "{a=", count: 1_000_000)) == "tooDeep@384")
  }

  @Test func ranges() throws {
    let text = "{ \"k 1\" = ( w, \"q\\n\", <01> ); S; }"
    let document = try read(text)
    func spelled(_ id: NodeID?) -> String? {
      id.map { String(decoding: Array(text.utf8)[document.node($0).range], as: UTF8.self) }
    }
    #expect(spelled(document.root) == text)
    let list = try #require(document.value("k 1"))
    #expect(spelled(list) == "( w, \"q\\n\", <01> )")
    #expect(document.children(of: list).map { spelled($0.value) } == ["w", "\"q\\n\"", "<01>"])
    #expect(document.children(of: document.root).map { spelled($0.key) } == ["\"k 1\"", "S"])
    #expect(spelled(document.value("S")) == "")
    #expect(document.value("S").map { document.content($0) } == Array("S".utf8))
  }

  @Test func duplicatesAreNoted() throws {
    #expect(try read("{ a = 1; b = 2; a = 3; }").notes.map(\.code) == ["duplicateKeys"])
  }

  /// Foundation reads the same: every byte of NEXTSTEP's encoding, and random property lists written by hand.
  @Test func foundationReadsTheSame() throws {
    func foundation(_ text: String) throws -> Any {
      try unsafe PropertyListSerialization.propertyList(from: Data(text.utf8), options: [], format: nil)
    }
    for byte in 0..<254 {
      let text = "{ a = \"\\\(String(byte, radix: 8))\"; }"
      let theirs = try #require(foundation(text) as? [String: String])["a"]
      #expect(try read(text).outline == "{a:'\(theirs ?? "")'}", "byte \(byte)")
    }
    for seed in 1...UInt64(60) {
      var random = SeededRandom(seed)
      let value = OpenStepSample.dictionary(depth: 3, &random)
      let text = OpenStepSample.text(value, &random)
      let theirs = try foundation(text)
      #expect(try read(text).exactOutline(sorted: true) == OpenStepSample.outline(theirs), "seed \(seed)")
      #expect(
        try read(utf16(text)).exactOutline(sorted: true) == OpenStepSample.outline(theirs), "seed \(seed)")
    }
  }
}

/// Made-up OpenStep property lists in every spelling that the format has.
enum OpenStepSample {
  static func dictionary(depth: Int, _ random: inout SeededRandom) -> SampleValue {
    .dictionary(
      (0..<Int.random(in: 1...6, using: &random)).map {
        ("key\($0) " + SampleValue.text(&random), value(depth: depth, &random))
      })
  }

  private static func value(depth: Int, _ random: inout SeededRandom) -> SampleValue {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &random) {
    case 0: return .string("word\(UInt8.random(in: 0...255, using: &random))")
    case 1:
      return .data(
        (0..<Int.random(in: 0...9, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
    case 4:
      return .array((0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth: depth - 1, &random) })
    case 5: return dictionary(depth: depth - 1, &random)
    default: return .string(SampleValue.text(&random))
    }
  }

  private static func space(_ random: inout SeededRandom) -> String {
    ["", " ", "\n", "\t", " /* c; } */ ", " // c = \n", "\r\n"].randomElement(using: &random) ?? ""
  }

  private static func string(_ text: String, _ random: inout SeededRandom) -> String {
    let isWord =
      !text.isEmpty && text.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
    if isWord, Bool.random(using: &random) { return text }
    let quote: Character = Bool.random(using: &random) ? "\"" : "'"
    var out = String(quote)
    for character in text {
      if character == "\\" || character == quote {
        out += "\\" + String(character)
      } else if Int.random(in: 0..<4, using: &random) == 0 {
        for unit in String(character).utf16 {
          out +=
            "\\U" + String(repeating: "0", count: 4 - String(unit, radix: 16).count) + String(unit, radix: 16)
        }
      } else {
        out.append(character)
      }
    }
    return out + String(quote)
  }

  static func text(_ value: SampleValue, _ random: inout SeededRandom) -> String {
    switch value {
    case .data(let bytes):
      return "<" + bytes.map { hex([$0]) + (Bool.random(using: &random) ? " " : "") }.joined() + ">"
    case .array(let values):
      return "(" + space(&random)
        + values.map { text($0, &random) + space(&random) }.joined(separator: "," + space(&random)) + ")"
    case .dictionary(let entries):
      return "{"
        + entries.map { entry in
          space(&random) + string(entry.0, &random) + space(&random) + "=" + space(&random)
            + text(entry.1, &random)
            + space(&random) + ";"
        }.joined() + space(&random) + "}"
    case .string(let text): return string(text, &random)
    default: return "0"
    }
  }

  static func outline(_ value: Any) -> String {
    switch value {
    case let text as String: "s" + hex(Array(text.utf8))
    case let data as Data: "d" + hex([UInt8](data))
    case let list as [Any]: "[" + list.map { outline($0) }.joined(separator: ",") + "]"
    case let entries as [String: Any]:
      "{" + entries.map { hex(Array($0.key.utf8)) + ":" + outline($0.value) }.sorted().joined(separator: ",")
        + "}"
    default: "?"
    }
  }
}
