import Foundation
import Migration
import Testing

@Suite struct XMLPatchTests {
  private static let text = plist(
    """
    <dict>
    \t<key>first</key>
    \t<string>one</string>
    \t<!-- keep me -->
    \t<key>token</key>
    \t<string>s3cr3t-&amp;-value</string>
    \t<key>list</key>
    \t<array>
    \t\t<string>secret-in-list</string>
    \t\t<dict>
    \t\t\t<key>password</key> <string>hunter2!</string>
    \t\t\t<key>n</key><integer>0x10</integer>
    \t\t</dict>
    \t</array>
    \t<key>blob</key>
    \t<data>
    \tc2VjcmV0IGluIGRhdGE=
    \t</data>
    </dict>
    """)

  @Test func wholeLines() throws {
    let text = Self.text
    #expect(
      try scrubbed(text, "token")
        == text.replacing("\t<key>token</key>\n\t<string>s3cr3t-&amp;-value</string>\n", with: ""))
    #expect(
      try scrubbed(text, "first") == text.replacing("\t<key>first</key>\n\t<string>one</string>\n", with: ""))
    #expect(
      try scrubbed(text, "blob")
        == text.replacing("\t<key>blob</key>\n\t<data>\n\tc2VjcmV0IGluIGRhdGE=\n\t</data>\n", with: ""))
    #expect(
      try scrubbed(text, "list/1/password")
        == text.replacing("\t\t\t<key>password</key> <string>hunter2!</string>\n", with: ""))
    #expect(
      try scrubbed(text, "list/1/n")
        == text.replacing("\t\t\t<key>n</key><integer>0x10</integer>\n", with: ""))
    #expect(try scrubbed(text, "list/0") == text.replacing("secret-in-list", with: ""))
    #expect(try scrubbed(text, "list/1").contains("<string>secret-in-list</string>\n\t\t<dict/>\n\t</array>"))
  }

  @Test func oneLine() throws {
    let text = "<plist><dict><key>a</key><string>secret-1</string> <key>b</key><true/></dict></plist>"
    #expect(try scrubbed(text, "a") == "<plist><dict><key>b</key><true/></dict></plist>")
    #expect(try scrubbed(text, "b") == "<plist><dict><key>a</key><string>secret-1</string></dict></plist>")
    #expect(try scrubbed(text, "a", "b") == "<plist><dict></dict></plist>")
  }

  @Test func placeholders() throws {
    let text = Self.text
    let result = try scrubbed(
      text, "token", "list/1/n", "blob", "list/0", "list/1/password", placeholder: "<gone & away>")
    #expect(result.contains("<key>token</key>\n\t<string>&lt;gone &amp; away&gt;</string>"))
    #expect(result.contains("<key>n</key><integer>0</integer>"))
    #expect(result.contains("<key>blob</key>\n\t<data>PGdvbmUgJiBhd2F5Pg==</data>\n</dict>"))
    #expect(result.contains("\t\t<string>&lt;gone &amp; away&gt;</string>\n\t\t<dict>"))
    for value in [
      "<true/>", "<real>5</real>", "<date>2024-01-01T00:00:00Z</date>", "<array><true/></array>", "<dict/>",
    ] {
      let text = plist("<dict><key>x</key>\(value)</dict>")
      let blank = [
        "<true/>": "<false/>", "<real>5</real>": "<real>0</real>", "<array><true/></array>": "<array/>",
        "<date>2024-01-01T00:00:00Z</date>": "<date>2001-01-01T00:00:00Z</date>", "<dict/>": "<dict/>",
      ]
      #expect(try scrubbed(text, "x", placeholder: "p") == text.replacing(value, with: blank[value] ?? ""))
    }
  }

  @Test func bomCrlfAndLeadingSpace() throws {
    let entry = "\t<key>token</key>\n\t<string>s3cr3t-&amp;-value</string>\n"
    for prefix in ["\u{FEFF}", "\n\n", "<!-- hand-made -->\n"] {
      let text = prefix + Self.text
      #expect(try scrubbed(text, "token") == text.replacing(entry, with: ""))
      let crlf = text.replacing("\n", with: "\r\n")
      #expect(try scrubbed(crlf, "token") == crlf.replacing(entry.replacing("\n", with: "\r\n"), with: ""))
    }
  }

  @Test(arguments: XMLReaderTests.wideEncodings) func wideText(encoding: String.Encoding) throws {
    let text = Self.text.replacing("first", with: "größe😀")
    let document = try read(XMLReaderTests.wide(text, encoding))
    let removed = try document.scrub([path("token")]).bytes.bytes
    let entry = "\t<key>token</key>\n\t<string>s3cr3t-&amp;-value</string>\n"
    #expect(try removed == XMLReaderTests.wide(text.replacing(entry, with: ""), encoding))
    let replaced = try document.scrub([path("token")], mode: .placeholder(Array("fort ü😀".utf8))).bytes.bytes
    let expected = text.replacing("s3cr3t-&amp;-value", with: "fort ü😀")
    #expect(try replaced == XMLReaderTests.wide(expected, encoding))
  }

  @Test func duplicates() throws {
    let text = plist(
      "<dict><key>p</key><string>a</string><key>p</key><string>b</string><key>q</key><true/></dict>")
    #expect(try scrubbed(text, "p") == "duplicateKey: the key 'p' stands several times in its dictionary")
    #expect(try scrubbed(text, "q") == text.replacing("<key>q</key><true/>", with: ""))
  }
}
