import Foundation
import Migration
import SecretCrypto
import Testing

@Suite struct OpenStepPatchTests {
  private static let text = """
    // !$*UTF8*$!
    {
    \tfirst = one; // keep me
    \t"to ken" = "s3cr3t-\\"value";
    \tlist = (
    \t\t"secret-in-list",
    \t\t{
    \t\t\tpassword = hunter2-long; n = <*I1234567>;
    \t\t},
    \t);
    \tblob = <73656372 65742069 6e>;
    \tlate = s3cr3t-late /* why */ ;
    \tALONE;
    }

    """

  @Test func entriesGoWithTheirLines() throws {
    let text = Self.text
    #expect(
      try scrubbed(text, "to ken") == text.replacing("\t\"to ken\" = \"s3cr3t-\\\"value\";\n", with: ""))
    #expect(try scrubbed(text, "first") == text.replacing("first = one; //", with: "//"))
    #expect(try scrubbed(text, "blob") == text.replacing("\tblob = <73656372 65742069 6e>;\n", with: ""))
    #expect(try scrubbed(text, "list/1/password") == text.replacing("password = hunter2-long; ", with: ""))
    #expect(try scrubbed(text, "list/1/n") == text.replacing(" n = <*I1234567>;", with: ""))
    #expect(try scrubbed(text, "list/0") == text.replacing("secret-in-list", with: ""))
    #expect(try scrubbed(text, "list/1").contains("\t\t\"secret-in-list\",\n\t\t{},\n\t);\n"))
    #expect(
      try scrubbed(text, "late") == text.replacing("late = s3cr3t-late /* why */ ;", with: "/* why */ "))
    #expect(try scrubbed(text, "ALONE") == text.replacing("\tALONE;\n", with: ""))
  }

  @Test func oneLine() throws {
    #expect(try scrubbed("{a=secret-1;b=2;}", "a") == "{b=2;}")
    #expect(try scrubbed("{ a = secret-1; b = 2; }", "b") == "{ a = secret-1; }")
    #expect(try scrubbed("{ a = secret-1; }", "a") == "{ }")
    #expect(try scrubbed("{ /* c */ a = secret-1\n; }", "a") == "{ /* c */ }")
    #expect(try scrubbed("\"a\" = \"secret-1\";\n\"b\" = \"2\";\n", "a") == "\"b\" = \"2\";\n")
  }

  @Test func placeholders() throws {
    let result = try scrubbed(
      Self.text, "to ken", "list/0", "list/1/n", "blob", placeholder: #"gone "a\b" ü"#)
    #expect(result.contains(#""to ken" = "gone \"a\\b\" ü";"#))
    #expect(result.contains("(\n\t\t\"gone \\\"a\\\\b\\\" ü\",\n"))
    #expect(result.contains("n = <*I0>;"))
    #expect(result.contains("blob = <676f6e652022615c622220c3bc>;"))
    #expect(try scrubbed("{ A; b = c; }", "A", placeholder: "gone") == "{ A = \"gone\"; b = c; }")
    let typed = "{ y = <*BY>; r = <*R2>; d = <*D2024-01-01 00:00:00 +0000>; l = (a); o = {a = b;}; }"
    #expect(
      try scrubbed(typed, "y", "r", "d", "l", "o", placeholder: "p")
        == "{ y = <*BN>; r = <*R0>; d = <*D2001-01-01 00:00:00 +0000>; l = (); o = {}; }")
  }

  @Test func marksWideTextAndLineEnds() throws {
    let entry = "\t\"to ken\" = \"s3cr3t-\\\"value\";\n"
    let text = "\u{FEFF}" + Self.text.replacing("\n", with: "\r\n")
    #expect(try scrubbed(text, "to ken") == text.replacing(entry.replacing("\n", with: "\r\n"), with: ""))
    for encoding in XMLReaderTests.wideEncodings {
      func wide(_ text: String) throws -> [UInt8] { try XMLReaderTests.wide(text, encoding) }
      let source = Self.text.replacing("first", with: "\"größe😀\"")
      let document = try read(wide(source))
      let removed = try document.scrub([path("to ken")]).bytes.bytes
      #expect(try removed == wide(source.replacing(entry, with: "")))
      let replaced = try document.scrub([path("to ken")], mode: .placeholder(Array("ü😀".utf8))).bytes.bytes
      #expect(try replaced == wide(source.replacing(#"s3cr3t-\"value"#, with: "ü😀")))
    }
  }

  @Test func whatWouldBeEmptyIsRefused() throws {
    #expect(try scrubbed("\"a\" = \"secret-1\";\n", "a").hasPrefix("nothingLeft:"))
    #expect(try scrubbed("a = secret-1; // c\n", "a").hasPrefix("nothingLeft:"))
    #expect(try scrubbed("a = secret-1;\n", "a", placeholder: "gone") == "a = \"gone\";\n")
  }

  @Test func leftovers() throws {
    #expect(
      try scrubbed("{ t = s3cr3t-value; u = \"\\163\\U0033cr3t-value!\"; }", "t")
        == "secretRemains: the value of 't' still stands in the file at 'u'")
    #expect(try scrubbed("{ t = s3cr3t-value; /* s3cr3t-value */ }", "t").hasPrefix("secretRemains:"))
    #expect(
      try scrubbed("{ t = s3cr3t-value; d = <7333 63723374 2d76616c7565>; }", "t").hasPrefix("secretRemains:")
    )
    #expect(try scrubbed("{ s3cr3t-value; }", "s3cr3t-value") == "{ }")
    #expect(try scrubbed("{ s3cr3t-value; }", "s3cr3t-value", placeholder: "p").hasPrefix("secretRemains:"))
  }

  @Test func duplicates() throws {
    #expect(
      try scrubbed("{ p = secret-a; p = secret-b; }", "p")
        == "duplicateKey: the key 'p' stands several times in its dictionary")
  }

  /// Foundation reads what was patched as equal but for the value, and only one range of bytes is gone.
  @Test(arguments: 1...40) func foundationReadsWhatWePatch(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    let text = OpenStepSample.text(OpenStepSample.dictionary(depth: 3, &random), &random)
    let bytes = Array(text.utf8)
    let document = try read(text)
    for child in document.children(of: document.root) {
      let key = try #require(child.key.map { document.key($0) })
      let result = try document.scrub([KeyPath([.key(key)])], leftovers: .report).bytes
      let patched = try unsafe PropertyListSerialization.propertyList(
        from: Data(result.bytes), options: [], format: nil)
      let original = try unsafe PropertyListSerialization.propertyList(
        from: Data(bytes), options: [], format: nil)
      var expected = try #require(original as? [String: Any])
      expected.removeValue(forKey: String(decoding: key, as: UTF8.self))
      #expect(OpenStepSample.outline(patched) == OpenStepSample.outline(expected), "seed \(seed)")
    }
  }
}
