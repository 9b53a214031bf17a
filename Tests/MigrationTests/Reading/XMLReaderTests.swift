import Foundation
import Migration
import Testing

@Suite struct XMLReaderTests {
  @Test(arguments: [
    ("<dict/>", "{}"), ("<dict></dict>", "{}"), ("<array>\n<true/>\n<false></false></array>", "[true,false]"),
    ("<string>a</string>", "'a'"), ("<string/>", "''"), ("<string></string>", "''"),
    ("<string> a\n b </string>", "' a\n b '"), ("<integer>7</integer>", "7"),
    ("<integer> +7\n</integer>", "7"),
    ("<integer>-0x1F</integer>", "-31"), ("<integer>18446744073709551615</integer>", "18446744073709551615"),
    ("<integer>-9223372036854775808</integer>", "-9223372036854775808"), ("<integer>007</integer>", "7"),
    ("<real>1</real>", "r1"), ("<real>-1.50e3</real>", "r-1.50e3"), ("<real> .5 </real>", "r.5"),
    ("<real>nan</real>", "rnan"), ("<real>-Infinity</real>", "r-Infinity"), ("<real>+inf</real>", "r+inf"),
    ("<date>2024-05-01T10:20:30Z</date>", "@2024-05-01T10:20:30Z"),
    ("<date>0000-12-30T00:00:00Z</date>", "@0000-12-30T00:00:00Z"),
    ("<data>\n\tAQID\n\t/w==\n</data>", "d010203ff"), ("<data/>", "d"), ("<data></data>", "d"),
    ("<string>&lt;a&amp;b&gt;&quot;&apos;&#65;&#x20AC;</string>", "'<a&b>\"'A€'"),
    ("<string>a<![CDATA[<b>&]]>c</string>", "'a<b>&c'"), ("<string>a<!-- c -->b</string>", "'ab'"),
    ("<data>AQ<!-- c -->ID</data>", "d010203"), ("<integer>1<!-- c -->2</integer>", "12"),
    ("<!-- a --><dict><!-- b --><key>k</key><!-- c --><true/></dict>", "{k:true}"),
    ("<dict><key>a</key><integer>1</integer><key>a</key><integer>2</integer></dict>", "{a:1,a:2}"),
    ("<dict><key>a&amp;b</key><dict><key/><array/></dict></dict>", "{a&b:{:[]}}"),
    ("<dict><key>CF$UID</key><integer>3</integer></dict>", "{CF$UID:3}"),
  ])
  func values(_ value: String, _ outline: String) throws {
    let document = try read(plist(value))
    #expect(document.outline == outline)
    #expect(document.format == .xmlPlist)
  }

  @Test(arguments: [
    ("<dict><key>a</key></dict>", "plistSyntax@182"), ("<dict><true/></dict>", "plistSyntax@170"),
    ("<dict><key>a</key><key>b</key></dict>", "plistSyntax@182"),
    ("<array><key>a</key></array>", "plistSyntax@171"),
    ("<true/><true/>", "plistSyntax@171"), ("<dict>text</dict>", "plistSyntax@170"),
    ("<set/>", "plistSyntax@164"), ("<plist/>", "plistSyntax@164"),
    ("<string>a<true/></string>", "plistSyntax@173"), ("<true>x</true>", "plistValue@170"),
    ("<integer></integer>", "plistValue@173"), ("<integer>1.5</integer>", "plistValue@173"),
    ("<integer>18446744073709551616</integer>", "plistValue@173"),
    ("<integer>0x</integer>", "plistValue@173"),
    ("<real></real>", "plistValue@170"), ("<real>1,5</real>", "plistValue@170"),
    ("<real>1e</real>", "plistValue@170"),
    ("<date>2024-05-01</date>", "plistValue@170"), ("<date>2024-13-01T00:00:00Z</date>", "plistValue@170"),
    ("<data>A\u{E9}ID</data>", "plistValue@170"), ("<data>AQ&amp;ID</data>", "plistValue@170"),
    ("<data>AQ&#1;ID</data>", "plistValue@170"), ("<data>AQ<!-- -->I</data>", "plistValue@170"),
    ("<date>2024-05-01T10:20:30+01:00</date>", "plistValue@170"),
    ("<string>&nbsp;</string>", "xmlEntity@172"), ("<string>a</strin>", "xmlSyntax@175"),
    ("<string>a & b</string>", "xmlSyntax@175"),
    ("", "emptyPlist@165"),
  ])
  func refusals(_ value: String, _ expected: String) {
    #expect(refused(plist(value)) == expected)
  }

  @Test func byteRanges() throws {
    let text = plist("<dict>\n\t<key>k&amp;</key>\n\t<string>v</string>\n\t<key>e</key><data/>\n</dict>")
    let document = try read(text)
    func spelled(_ id: NodeID?) -> String? {
      guard let id else { return nil }
      return String(decoding: Array(text.utf8)[document.node(id).range], as: UTF8.self)
    }
    let children = document.children(of: document.root)
    #expect(spelled(children[0].key) == "<key>k&amp;</key>")
    #expect(spelled(children[0].value) == "<string>v</string>")
    #expect(spelled(children[1].value) == "<data/>")
    #expect(spelled(document.root)?.hasPrefix("<dict>\n") == true)
    #expect(spelled(document.root)?.hasSuffix("\n</dict>") == true)
  }

  @Test func valuesLongerThanAChunk() throws {
    let long = String(repeating: "0123456789abcdef", count: 20_000)
    let text = plist("<array><string>\(long)</string><string>\(long)&amp;</string><true/></array>")
    let document = try read(text)
    let children = document.children(of: document.root)
    #expect(document.contentLength(of: children[0].value) == 320_000)
    #expect(document.contentLength(of: children[1].value) == 320_001)
    #expect(
      document.node(children[2].value).range.upperBound == text.utf8.count - "</array>\n</plist>\n".utf8.count
    )
  }

  @Test func lineEnds() throws {
    let text = plist("<array><string>a\nb</string><data>AQ\nID</data></array>").replacing("\n", with: "\r\n")
    let document = try read(text)
    #expect(document.outline == "['a\nb',d010203]")
    let second = document.children(of: document.root)[1].value
    #expect(
      String(decoding: Array(text.utf8)[document.node(second).range], as: UTF8.self)
        == "<data>AQ\r\nID</data>")
    #expect(try read(plist("<string>a\rb</string>")).outline == "'a\nb'")
  }

  @Test(arguments: [
    "\n", "  \t\r\n", "<!-- made by hand -->\n", "\u{FEFF}", "\u{FEFF}\n<!-- a --> <!-- b -->",
  ])
  func beforeTheDeclaration(_ prefix: String) throws {
    let text = prefix + plist("<dict><key>a</key><string>b</string></dict>")
    let document = try read(text)
    #expect(document.outline == "{a:'b'}")
    let value = try #require(document.value("a"))
    #expect(
      String(decoding: Array(text.utf8)[document.node(value).range], as: UTF8.self) == "<string>b</string>")
  }

  /// A text in UTF-16 with a byte order mark.
  static func utf16(_ text: String, bigEndian: Bool, mark: Bool = true) -> [UInt8] {
    let units = (mark ? [0xFEFF] : []) + Array(text.utf16)
    return units.flatMap { unit -> [UInt8] in
      let pair = [UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)]
      return bigEndian ? pair : pair.reversed()
    }
  }

  /// The encodings that are read besides UTF-8.
  static let wideEncodings: [String.Encoding] = [
    .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
  ]

  /// A text in one of them, with a byte order mark.
  static func wide(_ text: String, _ encoding: String.Encoding, mark: Bool = true) throws -> [UInt8] {
    Array(try #require(((mark ? "\u{FEFF}" : "") + text).data(using: encoding)))
  }

  @Test(arguments: wideEncodings, ["", "\n "])
  func wideText(encoding: String.Encoding, space: String) throws {
    let text =
      space
      + plist(
        "<dict><key>ä</key><string>𝄞&amp;</string><key>n</key><integer>12</integer>"
          + "<key>d</key><data>AQID</data></dict>"
      )
    let bytes = try XMLReaderTests.wide(text, encoding)
    let document = try read(bytes)
    #expect(document.outline == "{ä:'𝄞&',n:12,d:d010203}")
    let value = try #require(document.value("n"))
    let spelled = Array(bytes[document.node(value).range])
    #expect(try spelled == XMLReaderTests.wide("<integer>12</integer>", encoding, mark: false))
  }

  /// Every place in a text that is many pieces long, with characters inside and outside of the basic plane.
  @Test(arguments: wideEncodings) func placesInLongWideText(encoding: String.Encoding) throws {
    let names = (0..<9_000).map { "\($0 % 3 == 0 ? "𝄞" : "")\($0)\($0 % 7 == 0 ? "😀é密" : "")" }
    let text = plist("<dict>" + names.map { "<key>\($0)</key><string>\($0)</string>" }.joined() + "</dict>")
    let bytes = try XMLReaderTests.wide(text, encoding)
    #expect(bytes.count > 4 << 16)
    let document = try read(bytes)
    let children = document.children(of: document.root)
    #expect(children.count == names.count)
    for (position, name) in names.enumerated() {
      let range = document.node(children[position].value).range
      let spelled = try XMLReaderTests.wide("<string>\(name)</string>", encoding, mark: false)
      guard bytes[range].elementsEqual(spelled) else {
        Issue.record("\(name) is not at \(range)")
        return
      }
    }
  }

  @Test func utf32OfNoCharacters() throws {
    let text = plist("<dict><key>😀</key><string>Q</string></dict>")
    let at = 4 * (1 + text.unicodeScalars.prefix { $0 != "Q" }.count)
    for bigEndian in [true, false] {
      let bytes = try XMLReaderTests.wide(text, bigEndian ? .utf32BigEndian : .utf32LittleEndian)
      func with(_ unit: UInt32) -> [UInt8] {
        let low = (0..<4).map { UInt8(truncatingIfNeeded: unit >> UInt32(8 * $0)) }
        return bytes[..<at] + (bigEndian ? low.reversed() : low) + bytes[(at + 4)...]
      }
      #expect(refused(with(0x10FFFF)) == "read")
      for half: UInt32 in [0xD800, 0xDFFF] { #expect(refused(with(half)) == "loneSurrogate@\(at)") }
      for number: UInt32 in [0x11_0000, 0xFFFF_FFFF] { #expect(refused(with(number)) == "encoding@\(at)") }
      #expect(refused(bytes + [0x20]) == "truncated@\(bytes.count)")
      #expect(refused(with(0x3C)).hasPrefix("xmlSyntax@"))
      let open = try XMLReaderTests.wide("{ a = \"😀", bigEndian ? .utf32BigEndian : .utf32LittleEndian)
      let close = try XMLReaderTests.wide(
        "\"; }", bigEndian ? .utf32BigEndian : .utf32LittleEndian, mark: false)
      let number: [UInt8] = bigEndian ? [0, 0x11, 0, 0] : [0, 0, 0x11, 0]
      let half: [UInt8] = bigEndian ? [0, 0, 0xD8, 0] : [0, 0xD8, 0, 0]
      #expect(refused(open + close) == "read")
      #expect(refused(open + number + close) == "encoding@\(open.count)")
      #expect(refused(open + half + close) == "loneSurrogate@\(open.count)")
    }
  }

  @Test func encodings() throws {
    let text = plist("<true/>")
    #expect(refused(XMLReaderTests.utf16(text, bigEndian: false, mark: false)) == "encoding@0")
    #expect(refused(text.replacing("UTF-8", with: "UTF8")) == "read")
    for name in ["us-ascii", "ISO-8859-1", "iso-8859-15", "windows-1252", "macintosh"] {
      let named = text.replacing("UTF-8", with: name)
      #expect(refused(named) == "read")
      #expect(refused(named.replacing("<true/>", with: "<string>é</string>")) == "encoding@0")
      #expect(refused(named + String(repeating: " ", count: 1 << 16) + "<!-- é -->") == "encoding@0")
    }
    for name in ["UTF-32", "utf-32BE"] {
      #expect(refused(text.replacing("UTF-8", with: name)) == "encoding@0")
    }
    for name in ["Shift_JIS", "UTF-7", "EBCDIC-CP-US", "x"] {
      #expect(refused(text.replacing("UTF-8", with: name)) == "encoding@0")
      let wide = XMLReaderTests.utf16(text.replacing("UTF-8", with: name), bigEndian: true)
      #expect(refused(wide) == "encoding@2")
    }
    // A byte order mark counts for more than the declaration.
    for name in ["UTF-16", "UTF-16LE", "utf-16be", "UTF-32"] {
      #expect(refused(text.replacing("UTF-8", with: name)) == "encoding@0")
      #expect(refused("\u{FEFF}" + text.replacing("UTF-8", with: name)) == "read")
    }
    for name in ["UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE"] {
      for encoding in XMLReaderTests.wideEncodings {
        let named = text.replacing("UTF-8", with: name)
        #expect(try refused(XMLReaderTests.wide(named, encoding)) == "read")
        #expect(try refused(XMLReaderTests.wide(named, encoding, mark: false)) == "encoding@0")
      }
    }
  }

  /// Expat takes the first half of a pair and any two bytes behind it for one character.
  @Test(arguments: [false, true]) func halfPairs(bigEndian: Bool) throws {
    let text = plist("<dict><key>a</key><string>Q</string></dict>").replacing("UTF-8", with: "UTF-16")
    let bytes = XMLReaderTests.utf16(text, bigEndian: bigEndian)
    let at =
      2 + 2 * text.utf16.distance(from: text.utf16.startIndex, to: try #require(text.firstIndex(of: "Q")))
    func with(_ units: [UInt16]) -> [UInt8] {
      let spelled = units.flatMap {
        bigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
      }
      return bytes[..<at] + spelled + bytes[(at + 2)...]
    }
    #expect(try read(with([0xD83D, 0xDE00])).outline == "{a:'😀'}")
    for units: [UInt16] in [
      [0xD800], [0xD83D, 0x41], [0xDC00], [0xDE00, 0xD83D], [0xD83D, 0xD83D, 0xDE00],
    ] {
      #expect(refused(with(units)) == "loneSurrogate@\(at)")
    }
    #expect(refused(with([0x41, 0xDC00])) == "loneSurrogate@\(at + 2)")
    let android = XMLReaderTests.utf16("<map><string name=\"a\">Q</string></map>", bigEndian: bigEndian)
    let half: [UInt8] = bigEndian ? [0xD8, 0] : [0, 0xD8]
    let place = 2 + 2 * 22
    #expect(refused(android) == "read")
    #expect(refused(android[..<place] + half + android[(place + 2)...]) == "loneSurrogate@\(place)")
  }

  /// Apple's writer lets control characters stand in XML, and its reader takes them.
  @Test func controlCharacters() throws {
    let text = plist("<dict><!-- \u{2} --><key>\u{1B}k</key><string>a\u{1}\u{7F}b\u{1F}</string></dict>")
    #expect(try read(text).outline == "{\u{1B}k:'a\u{1}\u{7F}b\u{1F}'}")
    #expect(
      try scrubbed(text, "\u{1B}k") == plist("<dict><!-- \u{2} --></dict>"))
    #expect(try read(plist("<string>&amp;\u{1}</string>")).outline == "'&\u{1}'")
    #expect(try read(plist("<string><![CDATA[\u{1}&#1;\u{7F}]]></string>")).outline == "'\u{1}&#1;\u{7F}'")
    #expect(refused(plist("\u{1}<true/>")) == "plistSyntax@164")
    #expect(refused(plist("<string\u{1}>a</string>")) == "xmlSyntax@171")
    #expect(refused(plist("<integer>\u{1}5</integer>")) == "plistValue@173")
    #expect(try read(plist("<data>AQ\u{1}ID</data>")).outline == "d010203")
    #expect(refused(plist("<string>\0</string>")) == "xmlSyntax@172")
  }

  /// XML has no such references, but Apple's reader takes them.
  @Test func controlReferences() throws {
    let text = plist(
      "<dict><!-- &#1; --><key>&#27;k</key><string>&#1;\u{7F}&#127;b&#x1f;&#00031;&#65;</string></dict>")
    #expect(try read(text).outline == "{\u{1B}k:'\u{1}\u{7F}\u{7F}b\u{1F}\u{1F}A'}")
    #expect(try scrubbed(text, "\u{1B}k") == plist("<dict><!-- &#1; --></dict>"))
    #expect(try read(plist("<string>&#1;<![CDATA[&#1;]]></string>")).outline == "'\u{1}&#1;'")
    #expect(refused(plist("&#1;<true/>")) == "plistSyntax@164")
    #expect(refused(plist("<integer>&#1;5</integer>")) == "plistValue@173")
    for reference in ["&#0;", "&#x0;", "&#xD800;", "&#xFFFF;", "&#x110000;"] {
      #expect(refused(plist("<string>\(reference)</string>")) == "xmlSyntax@172")
    }
    for damaged in ["&#1", "&#;", "&#x;", "&#1a;", "&#X1;"] {
      #expect(refused(plist("<string>&#1;\(damaged)</string>")).hasPrefix("xmlSyntax@"))
    }
  }

  /// Any spelling of any text: the reader's text is the one that was spelt, in values, in keys and in attributes.
  @Test func spellingsOfControls() throws {
    let seed = UInt64.random(in: 0...9_999)
    var random = SeededRandom(seed)
    for _ in 0..<500 {
      var (spelt, meant, attribute) = ("", "", "")
      for _ in 0..<Int.random(in: 1..<12, using: &random) {
        let scalar = [0x01, 0x08, 0x0B, 0x1F, 0x7F, 0x41, 0x26, 0x3B, 0x23, 0xE9, 0x1F600].randomElement(
          using: &random)!
        let character = String(Unicode.Scalar(UInt32(scalar))!)
        let zeros = String(repeating: "0", count: Int.random(in: 0..<9, using: &random))
        let reference =
          Bool.random(using: &random) ? "&#\(zeros)\(scalar);" : "&#x\(zeros)\(String(scalar, radix: 16));"
        let plain = character == "&" ? "&amp;" : character
        meant += character
        switch Int.random(in: 0..<4, using: &random) {
        case 0: spelt += reference
        case 1: spelt += "<![CDATA[\(character)]]>"
        case 2: spelt += "<!-- \(reference)\u{1} -->\(plain)"
        default: spelt += plain
        }
        attribute += Bool.random(using: &random) ? reference : plain
      }
      let text = plist("<dict><key>\(spelt)</key><string>\(spelt)</string></dict>")
      #expect(try read(text).outline == "{\(meant):'\(meant)'}", "seed \(seed)")
      let android = androidXML("<string name=\"\(attribute)\">\(spelt)</string>")
      #expect(try read(android).outline == "{\(meant):'\(meant)'}", "seed \(seed)")
    }
  }

  /// Expat is given its text in pieces, whose ends fall anywhere: inside of references too.
  @Test(arguments: [false, true]) func controlsBetweenPieces(isAndroid: Bool) throws {
    let (open, close) =
      isAndroid ? ("<map><string name=\"k\">", "</string></map>") : ("<array><string>", "</string></array>")
    for shift in 0..<24 {
      let plain = String(repeating: "a", count: (1 << 16) - 1 - shift - open.utf8.count)
      let text = "\(open)\(plain)&lt;\u{1}&#0002;\u{7F}&#x1F;&#127;é\u{3}\(close)"
      let value = "'\(plain)<\u{1}\u{2}\u{7F}\u{1F}\u{7F}é\u{3}'"
      #expect(try read(text).outline == (isAndroid ? "{k:\(value)}" : "[\(value)]"), "\(shift)")
    }
  }

  @Test(arguments: [
    ("<dict/>", "{}"), ("<array/>", "[]"), ("<dict><key>a</key><array><true/></array></dict>", "{a:[true]}"),
    (
      "<?xml version=\"1.0\"?>\n<!-- a --><array ><dict></dict><integer>1</integer></array>\n<!-- b -->",
      "[{},1]"
    ),
    ("\n<dict><key>a</key><string>b</string></dict>\n", "{a:'b'}"),
  ])
  func withoutTheOutermostElement(text: String, outline: String) throws {
    #expect(try read(text).outline == outline)
    let wide = XMLReaderTests.utf16(text, bigEndian: true)
    #expect(try read(wide).outline == outline)
    #expect(refused(text + "<dict/>").hasPrefix("trailingGarbage"))
    #expect(refused(String(text.trimmingPrefix("\n").dropLast(4))) != "read")
  }

  @Test func onlyContainersDoWithoutTheOutermostElement() throws {
    #expect(refused("<string>a</string>") == "notAPlist@0")
    #expect(refused("<dictionary/>") == "notAPlist@0")
    #expect(refused("<dict><a/></dict>") == "plistSyntax@6")
    #expect(refused("<dict>text</dict>") == "plistSyntax@6")
    #expect(
      try scrubbed("<dict>\n\t<key>a</key>\n\t<string>s3cr3t</string>\n\t<key>b</key><true/>\n</dict>\n", "a")
        == "<dict>\n\t<key>b</key><true/>\n</dict>\n")
  }

  @Test func documentTypes() {
    let plain = plist("<true/>")
    let old = plain.replacing("-//Apple//DTD PLIST 1.0//EN", with: "-//Apple Computer//DTD PLIST 1.0//EN")
    #expect(refused(old) == "read")
    #expect(refused("<plist><true/></plist>") == "read")
    let type =
      "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">"
    #expect(
      refused(plain.replacing(type, with: "<!DOCTYPE plist SYSTEM \"http://evil.example/x\">"))
        == "externalDTD@85")
    #expect(refused(plain.replacing(type, with: "<!DOCTYPE html>")) == "externalDTD@53")
    #expect(refused(plain.replacing(type, with: "<!DOCTYPE plist [<!ENTITY a \"b\">]>")) == "xmlEntity@55")
    #expect(refused(plain.replacing(type, with: "<!DOCTYPE plist [ ]>")) == "xmlEntity@55")
  }

  @Test func whatFollows() {
    #expect(refused(plist("<true/>") + "<!-- the end -->\n\n") == "read")
    let whole = plist("<true/>")
    #expect(refused(whole + "text") == "trailingGarbage@\(whole.utf8.count)")
    #expect(refused(whole + "<plist/>") == "trailingGarbage@\(whole.utf8.count)")
    #expect(refused(whole + "\0").hasPrefix("trailingGarbage"))
    for cut in [
      "</plist>\n", "st>\n", "<true/>\n</plist>\n", "\n<plist version=\"1.0\">\n<true/>\n</plist>\n",
    ] {
      #expect(refused(String(whole.dropLast(cut.count))).hasPrefix("truncated"), "without \(cut)")
    }
  }

  @Test func otherXML() {
    #expect(refused("<?xml version='1.0'?><map><string name=\"a\">b</string></map>") == "read")
    #expect(refused("<html><body/></html>") == "notAPlist@0")
  }

  @Test func attributesAreNoted() throws {
    #expect(try read(plist("<dict/>")).notes == [])
    #expect(try read(plist("<string xml:space=\"preserve\"> </string>")).notes.map(\.code) == ["attributes"])
  }

  @Test func depthLimit() {
    func nested(_ depth: Int) -> String {
      plist(String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth))
    }
    #expect(refused(nested(128)) == "read")
    #expect(refused(nested(129)) == "tooDeep@\(164 + 128 * 7)")
    #expect(refused(nested(50_000)).hasPrefix("tooDeep"))
  }
}
