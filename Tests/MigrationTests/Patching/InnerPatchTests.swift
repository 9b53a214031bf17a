import Foundation
import Migration
import SecretCrypto
import Testing

@Suite struct InnerPatchTests {
  private static func key(_ text: String) -> InnerStep { .key(Array(text.utf8)) }
  private static let token: [InnerStep] = [.decode(.json), key("token")]

  /// The file without a part of the value at a path, or why not.
  private func scrubbed(
    _ file: [UInt8], _ path: String, _ ways: [InnerStep]..., placeholder: String? = nil
  ) throws -> [UInt8] {
    let document = try read(file)
    let places = ways.map { Place(MigrationTests.path(path), inner: $0) }
    let mode: Scrub.Mode = placeholder.map { .placeholder(Array($0.utf8)) } ?? .remove
    do throws(Refusal) {
      return try document.scrub(places, mode: mode).bytes.bytes
    } catch {
      return Array("\(error.code): \(error.message)".utf8)
    }
  }

  private func scrubbed(
    _ file: String, _ path: String, _ ways: [InnerStep]..., placeholder: String? = nil
  ) throws -> String {
    let document = try read(file)
    let places = ways.map { Place(MigrationTests.path(path), inner: $0) }
    let mode: Scrub.Mode = placeholder.map { .placeholder(Array($0.utf8)) } ?? .remove
    do throws(Refusal) {
      return try document.scrub(places, mode: mode).bytes.text
    } catch {
      return "\(error.code): \(error.message)"
    }
  }

  @Test func jsonInJSON() throws {
    let text = #"{"auth" : "{\"a\":\"x\\\/y\u00e9\", \"token\":\"s3cr3t-value\", \"n\":1.50}", "z":1}"#
    #expect(
      try scrubbed(text, "auth", Self.token) == text.replacing(#" \"token\":\"s3cr3t-value\","#, with: ""))
    #expect(
      try scrubbed(text, "auth", Self.token, placeholder: #"go"ne"#)
        == text.replacing("s3cr3t-value", with: #"go\\\"ne"#))
    #expect(
      try scrubbed(text, "auth", Self.token, [.decode(.json), Self.key("a")])
        == #"{"auth" : "{\"n\":1.50}", "z":1}"#)
    // Three levels, and the middle one spells its quotes in another way.
    let deep =
      #"{"o":"{\u0022i\u0022:\u0022{\\\u0022token\\\u0022:\\\u0022s3cr3t-value\\\u0022,\\\u0022k\\\u0022:1}\u0022}"}"#
    let way: [InnerStep] = [.decode(.json), Self.key("i"), .decode(.json), Self.key("token")]
    #expect(
      try scrubbed(deep, "o", way)
        == deep.replacing(#"\\\u0022token\\\u0022:\\\u0022s3cr3t-value\\\u0022,"#, with: ""))
  }

  @Test func jsonInOtherTexts() throws {
    let android = androidXML(
      #"<string name="auth">{&quot;token&quot;:&quot;s3cr3t-value&quot;,&#10;&quot;u&quot;:&quot;a &lt; b&quot;}</string>"#
    )
    #expect(
      try scrubbed(android, "auth", Self.token)
        == android.replacing("&quot;token&quot;:&quot;s3cr3t-value&quot;,", with: ""))
    #expect(
      try scrubbed(android, "auth", Self.token, placeholder: "<&>")
        == android.replacing("s3cr3t-value", with: "&lt;&amp;&gt;"))
    let zeros = androidXML(
      #"<string name="auth">{"u":"&#00000000000233;","token":"s3cr3t-value","n&#x00000000E9;":1}</string>"#)
    #expect(
      try scrubbed(zeros, "auth", Self.token) == zeros.replacing(#""token":"s3cr3t-value","#, with: ""))
    let controls = androidXML(
      #"<string name="cookie">theme=d&#7;rk; session=s3cr3t-value-that-is-long; é&#0027;=1</string>"#)
    #expect(
      try scrubbed(controls, "cookie", [.decode(.cookie), Self.key("session")])
        == controls.replacing(" session=s3cr3t-value-that-is-long;", with: ""))
    let xml = plist(
      "<dict><key>auth</key><string>{\r\n\"token\": \"s3cr3t-value\",\r\n\"u\": \"ü&amp;😀\"\r\n}</string></dict>"
    )
    #expect(
      try scrubbed(xml, "auth", Self.token) == xml.replacing("\"token\": \"s3cr3t-value\",\r\n", with: ""))
    for encoding in XMLReaderTests.wideEncodings {
      #expect(
        try scrubbed(XMLReaderTests.wide(xml, encoding), "auth", Self.token)
          == XMLReaderTests.wide(xml.replacing("\"token\": \"s3cr3t-value\",\r\n", with: ""), encoding))
    }
    let openStep = #"{ auth = "{\"token\":\"s3cr3t-value\",\U0022u\42:\"\\/\351\"}"; }"#
    #expect(
      try scrubbed(openStep, "auth", Self.token)
        == openStep.replacing(#"\"token\":\"s3cr3t-value\","#, with: ""))
    for encoding in XMLReaderTests.wideEncodings {
      let openStep = openStep.replacing("auth", with: "\"😀\" = 1; auth")
      #expect(
        try scrubbed(XMLReaderTests.wide(openStep, encoding), "auth", Self.token)
          == XMLReaderTests.wide(openStep.replacing(#"\"token\":\"s3cr3t-value\","#, with: ""), encoding))
    }
  }

  /// `"text";` is the key and the value in one: the part goes from the value, which gets a spelling of its own, and stays
  /// in the key.
  @Test func aKeyThatIsTheValueToo() throws {
    let text = #"{ "theme=\"dark\"; session=s3cr3t-value-that-is-long"; }"#
    let place = Place(
      KeyPath([.key(Array("theme=\"dark\"; session=s3cr3t-value-that-is-long".utf8))]),
      inner: [.decode(.cookie), Self.key("session")])
    let result = try read(text).scrub([place], leftovers: .report)
    #expect(
      result.bytes.text == #"{ "theme=\"dark\"; session=s3cr3t-value-that-is-long" = "theme=\"dark\""; }"#)
    #expect(result.leftovers.count == 1)
    #expect(throws: Refusal.self) { try read(text).scrub([place]) }
  }

  @Test func jsonInData() throws {
    let json = #"{"token":"s3cr3t-value","user":"somebody"}"#
    let base64 = Data(json.utf8).base64EncodedString()
    let left = Data(#"{"user":"somebody"}"#.utf8).base64EncodedString()
    func xml(_ text: String) -> String { plist("<dict>\n<key>d</key>\n<data>\(text)</data>\n</dict>") }
    #expect(try scrubbed(xml(base64), "d", Self.token) == xml(left))
    // Lines as they were: 20 characters each, indented.
    func lines(_ text: String) -> String {
      let pieces = stride(from: 0, to: text.count, by: 20).map { String(text.dropFirst($0).prefix(20)) }
      return "\n\t" + pieces.joined(separator: "\n\t") + "\n\t"
    }
    #expect(try scrubbed(xml(lines(base64)), "d", Self.token) == xml(lines(left)))
    let hexadecimal = "{ d = <\(hex(Array(json.utf8)))>; }"
    #expect(
      try scrubbed(hexadecimal, "d", Self.token) == "{ d = <\(hex(Array(#"{"user":"somebody"}"#.utf8)))>; }")
    // Base64 in a string, padded and not.
    let text = #"{"b":"\#(base64)","c":1}"#
    let way: [InnerStep] = [.decode(.base64), .decode(.json), Self.key("token")]
    #expect(try scrubbed(text, "b", way) == text.replacing(base64, with: left))
    let bare = String(base64.prefix { $0 != "=" })
    #expect(try scrubbed("{ b = \(bare); }", "b", way) == "{ b = \"\(left)\"; }")
  }

  @Test func inBinaryPlists() throws {
    var inner = BinaryMaker()
    inner.add([0xD2, 1, 2, 3, 4])
    for text in ["token", "user", "s3cr3t-value", "somebody"] { inner.add(text) }
    func file(_ value: [UInt8]) -> [UInt8] {
      var maker = BinaryMaker()
      maker.add([0xD2, 1, 2, 3, 4])
      maker.add("auth")
      maker.add("other")
      maker.add(value)
      maker.add("untouched")
      return maker.file()
    }
    func value(_ bytes: [UInt8]) throws -> [UInt8] {
      let document = try read(bytes)
      #expect(document.value("other").map { document.content($0) } == Array("untouched".utf8))
      return try document.content(#require(document.value("auth")))
    }
    let plistWay: [InnerStep] = [.decode(.plist), Self.key("token")]
    let data = [0x4F, 0x10, UInt8(inner.file().count)] + inner.file()
    let patched = try value(scrubbed(file(data), "auth", plistWay))
    #expect(try read(patched).outline == "{user:'somebody'}")
    let ascii = Array(#"{"token":"s3cr3t-value","u":1}"#.utf8)
    #expect(
      try value(scrubbed(file([0x5F, 0x10, UInt8(ascii.count)] + ascii), "auth", Self.token))
        == Array(#"{"u":1}"#.utf8))
    let wide = Array(#"{"token":"s3cr3t-value","u":"密"}"#.utf16)
    let units = wide.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(
      try value(
        scrubbed(file([0x6F, 0x10, UInt8(wide.count)] + units), "auth", Self.token, placeholder: "gone"))
        == Array(#"{"token":"gone","u":"密"}"#.utf8))
    // A plist in the data of an XML plist, and an archive, whose objects keep their numbers.
    let xml = plist("<dict><key>auth</key><data>\(Data(inner.file()).base64EncodedString())</data></dict>")
    let text = try scrubbed(xml, "auth", plistWay)
    let outer = try read(text)
    #expect(try read(outer.content(#require(outer.value("auth")))).outline == "{user:'somebody'}")
  }

  @Test(arguments: [
    (Decoding.form, "a=1&t=s3cr3t-value&b=2", "a=1&b=2"), (.form, "t=s3cr3t-value&b=2", "b=2"),
    (.form, "b=2&t=s3cr3t-value", "b=2"),
    (.form, "t=s3cr3t-value", ""), (.cookie, "a=1; t=s3cr3t-value; b=2", "a=1; b=2"),
    (.cookie, "a=1; t=s3cr3t-value", "a=1"),
    (.url, "https://h/p?t=s3cr3t-value&x=1#f", "https://h/p?x=1#f"),
    (.url, "https://h/p?x=1&t=s3cr3t-value", "https://h/p?x=1"),
    (.url, "https://h/p?t=s3cr3t-value#f", "https://h/p#f"),
    (.header, "A: b\r\nt: s3cr3t-value\r\nC: d\r\n", "A: b\r\nC: d\r\n"),
  ])
  func fields(_ decoding: Decoding, _ before: String, _ after: String) throws {
    func spelled(_ text: String) -> String { text.replacing("\r\n", with: "\\r\\n") }
    let text = "{\"v\":\"\(spelled(before))\"}"
    #expect(try scrubbed(text, "v", [.decode(decoding), Self.key("t")]) == "{\"v\":\"\(spelled(after))\"}")
    let replaced = decoding == .header ? "gone away" : "gone%20away"
    #expect(
      try scrubbed(text, "v", [.decode(decoding), Self.key("t")], placeholder: "gone away")
        == text.replacing("s3cr3t-value", with: replaced))
  }

  @Test func severalFields() throws {
    let text = #"{"v":"a=secret-1&b=secret-2&c=3"}"#
    func way(_ name: String) -> [InnerStep] { [.decode(.form), Self.key(name)] }
    #expect(try scrubbed(text, "v", way("a"), way("b")) == #"{"v":"c=3"}"#)
  }

  @Test func whatCannotBeDoneIsRefused() throws {
    let text = #"{"a":"{\"token\":\"s3cr3t-value\"}","n":5,"s":"plain","t":"{\"t\":1,\"t\":2}"}"#
    #expect(try scrubbed(text, "a", [.decode(.json), Self.key("none")]).hasPrefix("noSuchPath:"))
    #expect(try scrubbed(text, "n", Self.token).hasPrefix("innerWay:"))
    #expect(
      try scrubbed(text, "s", Self.token).hasPrefix("notAPreferenceFile:")
        || scrubbed(text, "s", Self.token).hasPrefix("noKeys:"))
    #expect(try scrubbed(text, "t", [.decode(.json), Self.key("t")]).hasPrefix("duplicateKey:"))
    #expect(try scrubbed(text, "a", Self.token, [.decode(.form), Self.key("x")]).hasPrefix("innerWay:"))
  }

  /// Sections stay where they are, and outside of the part every byte does.
  @Test func jsonInSections() throws {
    func file(_ text: String) -> String { plist("<dict><key>a</key><string>\(text)</string></dict>") }
    let whole = #"<![CDATA[{"b":"<&\r\n]]",  "token":"s3cr3t-value" ,"c":1}]]>"#
    #expect(
      try scrubbed(file(whole), "a", Self.token)
        == file(whole.replacing(#"  "token":"s3cr3t-value" ,"#, with: "")))
    // Nothing is escaped in a section, and its end cannot stand in it.
    #expect(
      try scrubbed(file(whole), "a", Self.token, placeholder: "<&]]>")
        == file(whole.replacing("s3cr3t-value", with: "<&]]]]><![CDATA[>")))
    // A part that begins in one spelling and ends in the other.
    let mixed = #"{"b":1,"<!-- c --><![CDATA[token":"s3c]]>r3t-&#118;al<![CDATA[ue"]]>,"c":2}"#
    #expect(
      try scrubbed(file(mixed), "a", Self.token) == file(#"{"b":1,<![CDATA[]]><![CDATA[]]>"c":2}"#))
    #expect(
      try scrubbed(file(mixed), "a", Self.token, placeholder: "<")
        == file(#"{"b":1,"<!-- c --><![CDATA[token":"<]]><![CDATA["]]>,"c":2}"#))
    let android = androidXML(#"<string name="a"><![CDATA[{"token":"s3cr3t-value","u":"<"}]]></string>"#)
    #expect(
      try scrubbed(android, "a", Self.token) == android.replacing(#""token":"s3cr3t-value","#, with: ""))
  }

  @Test func theWholeValueWinsAndLeftoversAreFound() throws {
    let text = #"{"a":"{\"token\":\"s3cr3t-value\",\"b\":1}","c":"s3cr3t-value"}"#
    #expect(
      try scrubbed(text, "a", Self.token)
        == "secretRemains: the value of 'a' still stands in the file at 'c'")
    let document = try read(text)
    let places = [Place(path("a"), inner: Self.token), Place(path("a")), Place(path("c"))]
    #expect(try document.scrub(places).bytes.text == "{}")
  }

  @Test func theContentAlone() throws {
    let document = try read(#"{"a":"{\"token\":\"s3cr3t-value\",\"b\":\"\\u0041\"}"}"#)
    let value = try #require(document.value("a"))
    #expect(try document.patchedContent(of: value, without: [Self.token]).text == #"{"b":"\u0041"}"#)
  }
}
