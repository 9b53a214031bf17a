import Foundation
import Migration
import Testing

@Suite struct LeftoverTests {
  /// Where a removed value is found again: key paths, `key:` for a key, `byte` for what lies between values.
  private func leftovers(_ bytes: [UInt8], _ paths: String..., secrets: [String] = []) throws -> [String] {
    let document = try read(bytes)
    let result = try document.scrub(paths.map(path), leftovers: .report, secrets: secrets.map { source($0) })
    return result.leftovers.map { leftover in
      guard let path = leftover.path else { return "byte" }
      return (leftover.inKey ? "key:" : "") + path.pointer + (leftover.isPart ? " (part)" : "")
    }
  }

  private func leftovers(_ text: String, _ paths: String..., secrets: [String] = []) throws -> [String] {
    let document = try read(text)
    return try document.scrub(paths.map(path), leftovers: .report, secrets: secrets.map { source($0) })
      .leftovers.map { leftover in
        guard let path = leftover.path else { return "byte" }
        return (leftover.inKey ? "key:" : "") + path.pointer + (leftover.isPart ? " (part)" : "")
      }
  }

  @Test func sameValueUnderAnotherKey() throws {
    let text = #"{"token":"s3cr3t-value","copy":["x","s3cr3t-value"]}"#
    #expect(try leftovers(text, "token") == ["copy/1"])
    #expect(try leftovers(text, "token", "copy/1") == [])
    #expect(
      try scrubbed(text, "token")
        == "secretRemains: the value of 'token' still stands in the file at 'copy/1'")
  }

  /// The file stays as it is after a refusal: the byte is one of that file, not of what it would have become.
  @Test(arguments: [
    "{\"t\":\"s3cr3t-value\", \"k\":1 /* s3cr3t-value */}", "{/* s3cr3t-value */ \"t\":\"s3cr3t-value\"}",
    "{\"t\":\"s3cr3t-value\",\"k\":\"a s3cr3t-value\"}", "{\"t\":\"s3cr3t-value\",\"s3cr3t-value\":1}",
    "{ t = \"s3cr3t-value\"; k = v; /* s3cr3t-value */ }",
    plist("<dict><key>t</key><string>s3cr3t-value</string><!-- s3cr3t-value --></dict>"),
    plist("<dict><!-- s3cr3t-value --><key>t</key><string>s3cr3t-value</string></dict>"),
    "<map><string name=\"t\">s3cr3t-value</string><!-- s3cr3t-value --></map>",
  ])
  func placesAreThoseOfTheUnchangedFile(text: String) throws {
    let value = Array("s3cr3t-value".utf8)
    let bytes = Array(text.utf8)
    let places = bytes.indices.filter { bytes[$0...].starts(with: value) }
    let document = try read(text)
    for mode in [Scrub.Mode.remove, .placeholder(Array("a longer text than the one in the file".utf8))] {
      let refusal = #expect(throws: Refusal.self) { try document.scrub([path("t")], mode: mode) }
      let own = document.value("t").map { document.node($0).range } ?? 0..<0
      let other = try #require(places.first { !own.contains($0) })
      #expect(refusal?.code == "secretRemains" && refusal?.offset == other)
    }
  }

  /// Bytes of a binary plist that no value needs are told by their place, and what gets rid of them.
  @Test func unusedObjectsOfABinaryPlist() throws {
    let value: [UInt8] = [0x5C] + Array("s3cr3t-value".utf8)
    // {t: 1, k: 2} with an object behind them that nothing refers to.
    let objects: [[UInt8]] = [
      [0xD2, 1, 3, 2, 4], [0x51, 0x74], value, [0x51, 0x6B], [0x10, 7], value,
    ]
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = UInt8(bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [UInt8(objects.count), 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
    let document = try read(bytes)
    let refusal = #expect(throws: Refusal.self) { try document.scrub([path("t")]) }
    #expect(refusal?.code == "secretRemains" && refusal?.offset == Int(offsets[5]) + 1)
    #expect(refusal?.hint.contains("plutil -convert binary1") == true)
  }

  @Test func insideOtherValuesAndKeys() throws {
    #expect(try leftovers(#"{"t":"s3cr3t-value","h":"Bearer s3cr3t-value!"}"#, "t") == ["h"])
    #expect(try leftovers(#"{"t":"s3cr3t-value","s3cr3t-value":1}"#, "t") == ["key:s3cr3t-value"])
    #expect(
      try leftovers(#"{"t":"longer-than-16-bytes","x-longer-than-16-bytes":1}"#, "t") == [
        "key:x-longer-than-16-bytes"
      ])
    #expect(try leftovers(#"{"password":"password","passwordHint":"dog"}"#, "password") == [])
  }

  @Test func spelledWithEscapes() throws {
    #expect(try leftovers(#"{"t":"s3cr3t/value","h":"\u00733cr3t\/value"}"#, "t") == ["h"])
    #expect(
      try leftovers(
        plist(
          "<dict><key>t</key><string>a&amp;b-secret</string><key>h</key><string>a&#38;b<![CDATA[-secret]]></string></dict>"
        ), "t")
        == ["h"])
  }

  /// Programs differ in what they escape, and cut encoded text anywhere.
  @Test(arguments: [
    ("s3cr3t%2Fva%3Dlue-long", true), ("s3cr3t/va%3dlue-long", true), ("%733cr3t%2fva%3Dlue-long", true),
    ("%73%33%63%72%33%74%2f%76%61%3d%6c%75%65%2d%6c%6f%6e%67", true), ("a%7&b%ZZ%s3cr3t/va=lue-long%7", true),
    ("%7s3cr3t%2Fva%3Dlue-long%", true), ("%%2s3cr3t%2Fva%3Dlue-long%2", true),
    ("s3cr3t%2Fva%3Dlue-lon%6", false),
    ("s3cr3t%ZZva%3Dlue-long", false), ("s3cr3t%252Fva%253Dlue-long", true),
    ("s3cr3t%2Fva%253Dlue-long", true),
    ("s3cr3t%2525252Fva=lue-long", true), ("s3cr3t%252525252Fva=lue-long", false),
    ("s3cr3t%252ZFva%253Dlue-long", false), ("%", false), ("%7", false),
    ("%ZZ%", false), ("s3cr3t&#47;va&#x3D;lue&#0045;long", true), ("s3cr3t/va=lue&#4;5long", false),
    ("&amp;&quot;s3cr3t/va&#61;lue-long", true), ("s3cr3t&#47va=lue-long", false),
  ])
  func percentEncoded(text: String, isFound: Bool) throws {
    #expect(
      try leftovers("{\"t\":\"s3cr3t/va=lue-long\",\"h\":\"\(text)\"}", "t") == (isFound ? ["h"] : []))
    #expect(try leftovers("{\"t\":\"s3cr3t/va=lue-long\",\"\(text)\":1}", "t").count == (isFound ? 1 : 0))
    #expect(
      try leftovers("// \(text)\n{\"t\":\"s3cr3t/va=lue-long\"}", "t") == (isFound ? ["byte"] : []))
    let binary = try PropertyListSerialization.data(
      fromPropertyList: ["t": "s3cr3t/va=lue-long", "h": Data(text.utf8)], format: .binary, options: 0)
    #expect(try leftovers(Array(binary), "t") == (isFound ? ["h"] : []))
  }

  /// In wide text too a secret is found in every spelling, once, and only where it stands.
  @Test(arguments: XMLReaderTests.wideEncodings) func wideText(encoding: String.Encoding) throws {
    func left(_ text: String) throws -> [String] { try leftovers(XMLReaderTests.wide(text, encoding), "t") }
    for (value, comment) in [
      ("holi&amp;day-77x", "holi&amp;day-77x"), ("holiday-77xyz", "aG9saWRheS03N3h5eg=="),
      ("holiday-77xyz", "aG9saWRh\n\t\teS03N3h5eg=="), ("holiday-77xyz", "686f6c696461792d373778797a"),
      ("holiday 77x", "holiday%2077x"), ("ab1d", "Łab1dŁ"), ("𝄞-gehéim-𝄞", "war 𝄞-gehéim-𝄞"),
    ] {
      let text = plist("<dict><!-- \(comment) --><key>t</key><string>\(value)</string></dict>")
      #expect(try left(text) == ["byte"], "\(comment)")
    }
    let twin = "<dict><key>t</key><string>holiday-77x</string><key>u</key><string>holiday-77x</string></dict>"
    #expect(try left(plist(twin)) == ["u"])
    for (value, other) in [
      ("holiday1", "<key>holiday1Cnt</key><true/>"),
      ("12345678", "<key>n</key><integer>1234567890</integer>"),
      ("1234", "<key>o</key><string>1234 x</string>"), ("ab1d", "<!-- xab1dx --><key>o</key><true/>"),
    ] {
      #expect(try left(plist("<dict><key>t</key><string>\(value)</string>\(other)</dict>")) == [], "\(other)")
    }
    #expect(try left("{ t = \"holiday-77x\"; /* 𝄞 holiday-77x */ }") == ["byte"])
    #expect(try left("{ t = holiday1; holiday1Cnt = 1; }") == [])
    // The place is that of the file.
    let text = plist("<dict><!-- 𝄞é holiday-77x --><key>t</key><string>holiday-77x</string></dict>")
    let bytes = try XMLReaderTests.wide(text, encoding)
    let found = try read(bytes).scrub([path("t")], leftovers: .report).leftovers
    #expect(found.count == 1)
    let start = try #require(text.range(of: "holiday"))
    let expected = try XMLReaderTests.wide(String(text[..<start.lowerBound]), encoding).count
    #expect(found.first?.offset == expected)
  }

  /// A short secret counts where it stands alone, even if it stands there only one byte behind where it does not.
  @Test func overlappingMatchesOfShortSecrets() throws {
    #expect(try leftovers("{ t = \"----\"; /* x----- */ }", "t") == ["byte"])
    #expect(try leftovers("{ t = \"----\"; /* x----x */ }", "t") == [])
  }

  /// A secret that repeats itself matches at every byte of a longer one.
  @Test func repeatingSecretsTakeNoLonger() throws {
    let secret = String(repeating: "a", count: 20_000)
    for text in [
      plist("<dict><key>t</key><string>\(secret)</string><!--\(secret)\(secret)--></dict>"),
      plist("<dict><key>t</key><string>\(secret)</string><key>u</key><string>\(secret)</string></dict>"),
      plist(
        "<dict><key>t</key><string>\(secret)b</string><key>u</key><string>\(secret)\(secret)</string></dict>"),
    ] {
      for bytes in [Array(text.utf8), try XMLReaderTests.wide(text, .utf16LittleEndian)] {
        let time = ContinuousClock().measure { _ = try? leftovers(bytes, "t") }
        #expect(time < .seconds(5), "\(time)")
      }
    }
  }

  @Test func inComments() throws {
    #expect(try leftovers("{\"t\":\"s3cr3t-value\" /* was s3cr3t-value */}", "t") == ["byte"])
    #expect(try leftovers("{\"t\":\"s3\\\"cr3t\", // s3\\\"cr3t\n}", "t") == ["byte"])
    let xml = plist("<dict><!-- a&amp;b-secret --><key>t</key><string>a&amp;b-secret</string></dict>")
    #expect(try leftovers(xml, "t") == ["byte"])
    let wide = plist("<dict><!-- é-secret --><key>t</key><string>é-secret</string></dict>")
    for encoding in XMLReaderTests.wideEncodings {
      #expect(try leftovers(XMLReaderTests.wide(wide, encoding), "t") == ["byte"])
    }
    #expect(try leftovers(xml.replacing("<!-- a&amp;", with: "<!-- a&"), "t") == ["byte"])
  }

  /// What a reader passes over inside a value is searched all the same.
  @Test func inMarkupInsideValues() throws {
    func remains(_ value: String) throws -> [String] {
      try leftovers(plist("<dict><key>t</key><string>s3cr3t-value</string><key>u</key>\(value)</dict>"), "t")
    }
    #expect(try remains("<string>a<!-- s3cr3t-value --></string>") == ["byte"])
    #expect(try remains("<string note=\"s3cr3t-value\">a</string>") == ["byte"])
    #expect(try remains("<string>a<?note s3cr3t-value?></string>") == ["byte"])
    #expect(try remains("<string>a&lt;</string>") == [])
  }

  @Test func inData() throws {
    // base64 of "xxs3cr3t-valuexx", which holds the secret at an odd place; and of its UTF-16.
    let xml = plist(
      "<dict><key>t</key><string>s3cr3t-value</string><key>d</key><data>eHhzM2NyM3QtdmFsdWV4eA==</data>"
        + "<key>w</key><data>cwAzAGMAcgAzAHQALQB2AGEAbAB1AGUA</data></dict>")
    #expect(try leftovers(xml, "t") == ["d", "w"])
    // Data whose base64 stands as text elsewhere, and text whose decoded form stands as data.
    let data = plist(
      "<dict><key>d</key><data>c2VjcmV0IGluIGRhdGE=</data><key>s</key><string>c2VjcmV0IGluIGRhdGE=</string></dict>"
    )
    #expect(try leftovers(data, "d") == ["s"])
    #expect(try leftovers(data, "s") == ["d"])
  }

  /// A secret that a program has encoded, among other bytes or alone, is found in each format.
  @Test func inEncodings() throws {
    let secret = "s3cr3t/va+lue\"?"
    func base64(_ before: String, _ text: String, _ after: String) -> String {
      Data((before + text + after).utf8).base64EncodedString()
    }
    func escaped(_ text: String, slash: Bool = false) -> String {
      let text = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return slash ? text.replacing("/", with: "\\/") : text
    }
    var spellings = ["", "u:", "me:", "you:"].map { base64($0, secret, ":x") }
    spellings += spellings.map {
      $0.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
    spellings += [hex(Array(secret.utf8)), hex(Array(secret.utf8)).uppercased()]
    spellings += ["https://h/?t=s3cr3t%2Fva%2Blue%22%3F&x", "t=s3cr3t%2fva%2blue%22%3f"]
    for slash in [true, false] {
      let once = escaped(secret, slash: slash)
      spellings += ["{\"t\":\"\(once)\"}", escaped("{\"t\":\"\(once)\"}", slash: slash)]
    }
    for spelling in spellings {
      let json = "{\"t\":\"\(escaped(secret))\",\"u\":\"\(escaped(spelling))\"}"
      #expect(try leftovers(json, "t") == ["u"], "\(spelling)")
      let text = spelling.replacing("&", with: "&amp;")
      let xml = plist(
        "<dict><key>t</key><string>\(secret)</string><key>u</key><string>\(text)</string></dict>")
      #expect(try leftovers(xml, "t") == ["u"], "\(spelling)")
    }
    let comment = "{ t = s3cr3t-value; /* \(base64("a", "s3cr3t-value", "b")) */ }"
    let found = try read(comment).scrub([path("t")], leftovers: .report).leftovers
    #expect(found.map(\.path) == [nil])
    // Short secrets would be found in anything.
    #expect(try leftovers(#"{"t":"abcdef","u":"YWJjZGVm"}"#, "t") == [])
  }

  /// base64 comes in lines, and dumps of hexadecimal in groups.
  @Test(arguments: ["\n", "\r\n", " "])
  func inEncodingsThatAreBroken(separator: String) throws {
    let secret = "s3cr3t-value-that-takes-more-than-one-line-of-base64-0123456789"
    func broken(_ text: String, every count: Int, by separator: String) -> String {
      stride(from: 0, to: text.count, by: count)
        .map { String(text.dropFirst($0).prefix(count)) }.joined(separator: separator)
    }
    let bytes = Array(("u:" + secret).utf8)
    let base64 = broken(Data(bytes).base64EncodedString(), every: 20, by: separator)
    for spelling in [
      base64, broken(hex(bytes), every: 2, by: separator), broken(hex(bytes), every: 2, by: ":"),
    ] {
      // CR LF is one Character, so a lone LF does not match in it.
      let escaped = spelling.replacing("\r\n", with: "\\r\\n").replacing("\n", with: "\\n")
      #expect(try leftovers("{\"t\":\"\(secret)\",\"u\":\"\(escaped)\"}", "t") == ["u"], "\(spelling)")
      let xml = plist(
        "<dict><key>t</key><string>\(secret)</string><key>u</key><string>\(spelling)</string></dict>")
      #expect(try leftovers(xml, "t") == ["u"], "\(spelling)")
      let data = plist(
        "<dict><key>t</key><string>\(secret)</string><key>u</key><data>\(Data(spelling.utf8).base64EncodedString())"
          + "</data></dict>")
      #expect(try leftovers(data, "t") == ["u"], "\(spelling)")
      #expect(try leftovers("{ t = \"\(secret)\"; /* \(spelling) */ }", "t") == ["byte"], "\(spelling)")
    }
    let words = "s3cr3t value that takes more: than one line"
    #expect(try leftovers("{\"t\":\"\(secret)\",\"u\":\"\(words)\"}", "t") == [])
  }

  @Test func inBinaryPlists() throws {
    var maker = BinaryMaker()
    maker.add([0xD3, 1, 2, 3, 4, 5, 6])
    for key in ["t", "u", "d"] { maker.add(key) }
    maker.add([0x67] + "gehéime".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    maker.add([0x69] + "-gehéime-".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    maker.add([0x4A] + Array("..gehéime".utf8))
    #expect(try leftovers(maker.file(), "t") == ["u", "d"])
    #expect(try leftovers(maker.file(), "t", "u", "d") == [])
  }

  @Test func shortSecrets() throws {
    #expect(try leftovers(#"{"t":"abc","u":"abc"}"#, "t") == [])
    #expect(try leftovers(#"{"t":"abcd","u":"abcd"}"#, "t") == ["u"])
    #expect(try leftovers(#"{"t":"abcd","u":"pw=abcd;","v":"xabcdx"}"#, "t") == ["u"])
    #expect(try leftovers(#"{"t":"2024","u":"2024-05-01","v":2024,"w":"2024"}"#, "t") == ["v", "w"])
    #expect(try leftovers(#"{"t":48213,"u":"148213","v":"48213"}"#, "t") == ["v"])
    #expect(try leftovers("{\"t\":\"hunter2\", // hunter2, xhunter2\n\"a\":1}", "t") == ["byte"])
  }

  @Test func partsOfContainersAreReportedOnly() throws {
    let text = #"{"login":{"host":"example.com","token":"s3cr3t-value","n":1},"host":"example.com"}"#
    #expect(try leftovers(text, "login") == ["host (part)"])
    #expect(try scrubbed(text, "login") == #"{"host":"example.com"}"#)
  }

  @Test func furtherSecrets() throws {
    let text = #"{"header":"Bearer s3cr3t-value","other":"s3cr3t-value"}"#
    #expect(try leftovers(text, "header") == [])
    #expect(try leftovers(text, "header", secrets: ["s3cr3t-value"]) == ["other"])
  }

  @Test func messagesHoldNoValue() throws {
    let document = try read(#"{"token":"s3cr3t-value","copy":"s3cr3t-value"}"#)
    #expect(throws: Refusal.self) { try document.scrub([path("token")]) }
    do {
      _ = try document.scrub([path("token")])
    } catch {
      #expect(!"\(error)".contains("s3cr3t-value"))
      #expect(error.offset == 32)
    }
  }

  @Test func twinsMayBeReportedAndNothingElse() throws {
    func outcome(_ text: String) throws -> [KeyPath?] {
      try read(text).scrub([path("t")], leftovers: .reportTwins).leftovers.map(\.path)
    }
    #expect(try outcome(#"{"t":"s3cr3t-value","u":"s3cr3t-value"}"#) == [path("u")])
    #expect(try outcome(#"{"t":123456,"u":123456}"#) == [path("u")])
    for text in [
      #"{"t":"s3cr3t-value","u":"s3cr3t-value!"}"#, #"{"t":"s3cr3t-value","s3cr3t-value":1}"#,
      "{\"t\":\"s3cr3t-value\",\"u\":1} // s3cr3t-value",
    ] {
      #expect(throws: Refusal.self) { try outcome(text) }
    }
  }

  @Test func whatAScrubLeavesIsKnown() throws {
    let text = #"{"t":"s3cr3t-value","n":12345,"b":true,"r":1.5,"x":"other"}"#
    let result = try read(text).scrub(
      ["t", "n", "b", "r"].map { path($0) }, mode: .placeholder(Scrub.placeholder))
    let patched = try Document.read(result.bytes)
    func id(_ key: String) throws -> NodeID { try #require(patched.find(path(key)).first) }
    #expect(try patched.isPlaceholder(id("t")))
    for key in ["t", "n", "b", "r"] { #expect(try patched.isBlank(id(key)), "\(key)") }
    #expect(try !patched.isBlank(id("x")))
    #expect(patched.findings().list.isEmpty)
  }
}
