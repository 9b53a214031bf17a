import Migration
import Testing

/// What the first bytes of a file in a folder tell.
@Suite struct ResemblanceTests {
  private func resemblance(_ bytes: [UInt8], isWhole: Bool = true) -> Resemblance {
    Resemblance(bytes.span, isWhole: isWhole)
  }

  @Test(arguments: [
    "bplist00", "<plist version=\"1.0\">", "<?xml version=\"1.0\"?>\n<!-- x -->\n<!DOCTYPE plist PUBLIC>",
    "\u{FEFF}<?xml version='1.0'?><plist>", "<?xml version='1.0'?><map>", "<map />", "{\"a\": 1}",
    " {\n\t\"a\"",
    "// c\n{\"a\"", "[{\"a\"", "{ a = 1; }", "// !$*UTF8*$!\n{", "\"a\" = \"b\";", "(\"a\", \"b\")",
    "{\"a\" = \"b\";}", "ANDROID BACKUP\n5\n1\nnone\n",
  ])
  func preferences(_ text: String) { #expect(resemblance(Array(text.utf8)) == .preferences) }

  @Test(arguments: [
    "{}", "[1, 2]", "[\"a\"]", "{ a: 1 }", "{{template}}", "[section]", "<?xml version='1.0'?>",
  ])
  func perhaps(_ text: String) { #expect(resemblance(Array(text.utf8)) == .perhaps) }

  @Test(arguments: [
    "", "   ", "word", "A=b\n", "#!/bin/sh\n", "<html>", "<?xml version='1.0'?><project/>", "<mapping/>",
    "(defun x)",
    "\"quoted\" text", "int main() {}", "/* c */ int x;", "SQLite format 3\0", "PK\u{3}\u{4}",
    "// only a comment",
  ])
  func other(_ text: String) { #expect(resemblance(Array(text.utf8)) == .other) }

  @Test func wideTextIsKnownToo() {
    let text = "<?xml version=\"1.0\"?><plist>"
    #expect(
      resemblance([0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == .preferences)
    #expect(resemblance("{ a = b; }".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) == .preferences)
  }

  @Test func aLongCommentLeavesItOpen() {
    let text = "/* " + String(repeating: "x", count: 100)
    #expect(resemblance(Array(text.utf8), isWhole: false) == .perhaps)
    #expect(resemblance(Array(repeating: 0x20, count: 100), isWhole: false) == .perhaps)
  }
}
