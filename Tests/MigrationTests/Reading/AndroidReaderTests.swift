import Migration
import SecretCrypto
import Testing

/// A file of SharedPreferences around some elements.
func androidXML(_ elements: String) -> String {
  "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map>\n    \(elements)\n</map>\n"
}

@Suite struct AndroidReaderTests {
  @Test(arguments: [
    (#"<string name="k">v</string>"#, "{k:'v'}"), (#"<string name="k"></string>"#, "{k:''}"),
    (#"<string name="k" />"#, "{k:''}"),
    (#"<string name="a&amp;&quot;b&#10;c">1 &lt; 2 &amp; &#13;</string>"#, "{a&\"b\nc:'1 < 2 & \r'}"),
    (#"<string name="k"><![CDATA[<&>]]></string>"#, "{k:'<&>'}"),
    (#"<int name="i" value="-2147483648" />"#, "{i:-2147483648}"),
    (#"<long name='l' value = '9223372036854775807'/>"#, "{l:9223372036854775807}"),
    (#"<float name="f" value="1.5E10" /><double name="d" value="NaN"/>"#, "{f:r1.5E10,d:rNaN}"),
    (#"<boolean value="true" name="y" /><boolean name="n" value="false"></boolean>"#, "{y:true,n:false}"),
    (
      #"<set name="s"><string>a</string> <string>b&amp;</string><null /></set><set name="e" />"#,
      "{s:['a','b&',null],e:[]}"
    ),
    (#"<null name="x" /><!-- c -->"#, "{x:null}"), (#"<string name="ü密">😀</string>"#, "{ü密:'😀'}"), ("", "{}"),
  ])
  func values(_ elements: String, _ expected: String) throws {
    let text = androidXML(elements)
    let document = try read(text)
    #expect(document.format == .androidXML)
    #expect(document.outline == expected)
    let wide = try read(XMLReaderTests.utf16(text.replacing("utf-8", with: "utf-16"), bigEndian: true))
    #expect(wide.outline == expected)
  }

  /// Android's writer spells control characters by references, which XML itself forbids, in keys too.
  @Test func controlReferences() throws {
    let text = androidXML(
      "<string name=\"&#1;a\u{7F}&#127;&#x7f;\u{2}&amp;&#31;\">v&#27;[0m\u{8}</string><int name=\"&#3;\" value=\"5\" />"
    )
    #expect(try read(text).outline == "{\u{1}a\u{7F}\u{7F}\u{7F}\u{2}&\u{1F}:'v\u{1B}[0m\u{8}',\u{3}:5}")
    #expect(try scrubbed(text, "\u{3}") == text.replacing(/<int.*\/>/, with: ""))
    #expect(refused("<map><int name=\"a\" value=\"&#1;5\" /></map>") == "androidSyntax@26")
    #expect(refused("<map>&#1;</map>") == "androidSyntax@5")
  }

  /// What stands in quotes in a document type is no comment.
  @Test func controlsBehindADocumentType() throws {
    let map = "<map><string name=\"k\">\u{1}<![CDATA[-->&#1;?>]]>&#2;</string></map>"
    for literal in ["<!--", "<?", "<![CDATA[", "a>b"] {
      #expect(
        try read("<!DOCTYPE map SYSTEM \"\(literal)\">\(map)").outline == "{k:'\u{1}-->&#1;?>\u{2}'}",
        "\(literal)")
    }
  }

  /// Attributes that mean nothing cost nothing.
  @Test func attributesWithControls() throws {
    let many = (0..<20_000).map { "a\($0)=\"\u{1}\" " }.joined()
    let start = ContinuousClock.now
    #expect(try read("<map><string \(many)name=\"k\u{1}\">v</string></map>").outline == "{k\u{1}:'v'}")
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test func outermostElement() throws {
    #expect(try read("<map />").outline == "{}")
    #expect(try read("\n<!-- <plist> --><map></map>").format == .androidXML)
    #expect(refused("<maps/>") == "notAPlist@0")
    #expect(refused("<map><map name=\"m\"/></map>") == "androidType@5")
    #expect(refused("<map/><map/>") == "trailingGarbage@6")
    #expect(refused("<!DOCTYPE map [<!ENTITY a \"b\">]><map/>").hasPrefix("xmlEntity@"))
  }

  @Test(arguments: [
    (#"<string>v</string>"#, "androidSyntax@5"), (#"<int name="i" />"#, "androidSyntax@5"),
    (#"<int name="i" value="5.5" />"#, "androidSyntax@26"),
    (#"<int name="i" value="2147483648" />"#, "androidSyntax@26"),
    (#"<int name="i" value="0x10" />"#, "androidSyntax@26"),
    (#"<long name="i" value="9223372036854775808" />"#, "androidSyntax@27"),
    (#"<boolean name="b" value="yes" />"#, "androidSyntax@30"),
    (#"<float name="f" value="" />"#, "androidSyntax@28"),
    (#"<byte-array name="b" num="1">00</byte-array>"#, "androidType@5"),
    (#"<list name="l"></list>"#, "androidType@5"),
    (#"<string name="a"><string>b</string></string>"#, "androidSyntax@22"), ("stray", "androidSyntax@5"),
    (#"<set name="s"><int value="1"/></set>"#, "androidSyntax@19"),
    (#"<set name="s"><set name="t"/></set>"#, "androidSyntax@19"),
    (#"<string name="a">&bad;</string>"#, "xmlEntity@22"), (#"<string name="a">"#, "xmlSyntax@24"),
    (#"<string name="a" name="b">c</string>"#, "xmlSyntax@22"),
  ])
  func refusals(_ elements: String, _ expected: String) {
    #expect(refused("<map>" + elements + "</map>") == expected)
  }

  @Test func limits() {
    var few = Limits()
    few.nodes = 5
    func code(_ count: Int) -> String? {
      let elements = (0..<count).map { "<int name=\"i\($0)\" value=\"1\"/>" }.joined()
      return refusal(Array(androidXML(elements).utf8), limits: few)?.code
    }
    #expect(code(2) == nil)
    #expect(code(3) == "tooManyValues")
    few.sourceBytes = 4
    #expect(refusal(Array("<map/>".utf8), limits: few)?.code == "tooLarge")
  }

  @Test func ranges() throws {
    let text = androidXML(
      #"<int value="5" name="i" /><string name="k">v</string><set name="s"><string>a</string></set>"#)
    let document = try read(text)
    func spelled(_ id: NodeID?) -> String? {
      id.map { String(decoding: Array(text.utf8)[document.node($0).range], as: UTF8.self) }
    }
    #expect(document.children(of: document.root).map { spelled($0.key) } == ["i", "k", "s"])
    #expect(spelled(document.value("i")) == #"<int value="5" name="i" />"#)
    #expect(spelled(document.value("k")) == #"<string name="k">v</string>"#)
    #expect(spelled(document.value("s")) == #"<set name="s"><string>a</string></set>"#)
    #expect(
      document.value("s").map { document.children(of: $0).map { spelled($0.value) } } == [
        "<string>a</string>"
      ])
  }

  @Test func duplicatesAreNoted() throws {
    let document = try read(androidXML(#"<int name="a" value="1"/><string name="a">b</string>"#))
    #expect(document.notes.map(\.code) == ["duplicateKeys"])
  }
}
