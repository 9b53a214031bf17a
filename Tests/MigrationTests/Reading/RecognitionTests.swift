import Migration
import Testing

@Suite struct RecognitionTests {
  @Test(arguments: [
    ("", "emptyFile@0"), (" \n\t", "emptyFile@0"), ("\u{FEFF}\n", "emptyFile@0"),
    ("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", "gitLFSPointer@0"),
    ("\0GITCRYPT\0abc", "gitCrypt@0"), ("ANDROID BACKUP\n5\n1\nAES-256\nAB", "encryptedBackup@0"),
    ("ANDROID BACKUP\n5\n1\nnone\nAB", "archive@0"), ("SQLite format 3\0", "sqlite@0"),
    ("PK\u{3}\u{4}", "archive@0"),
    ("Salted__12345678", "encrypted@0"), ("age-encryption.org/v1\n", "encrypted@0"),
    ("-----BEGIN RSA PRIVATE KEY-----\n", "pem@0"), ("$ANSIBLE_VAULT;1.1;AES256\n", "encrypted@0"),
    ("bplist", "truncated@6"), ("word", "noKeys@0"), ("com.example.app\n", "noKeys@0"),
    ("/usr/bin", "noKeys@0"),
    ("two words", "notAPreferenceFile@0"), ("[section]\nkey = value\n", "jsonSyntax@1"),
    ("key: value\n", "notAPreferenceFile@0"), ("// nothing here", "emptyFile@0"),
    ("/* a */", "emptyFile@0"),
    ("{ a = b; }", "read"), ("{ \"a\" = \"b\"; }", "read"), ("( a, b )", "read"),
    ("KEY = text", "truncated@10"),
    ("key = value\nother = 1\n", "openStepSyntax@12"), ("{ a b; }", "jsonSyntax@2"),
    ("/* c */ <42>", "read"), ("// c\n<42 ab>", "read"), ("// c\n<html/>", "notAPreferenceFile@0"),
    ("{ a: 1 }", "jsonSyntax@2"), ("{", "truncated@1"), ("\"abc", "truncated@0"),
  ])
  func byContent(_ text: String, _ expected: String) {
    #expect(refused(text) == expected)
  }

  @Test func otherContainers() {
    #expect(refused([0x89, 0x53, 0x46, 0x31, 0x0D, 0x0A, 0x1A, 0x0A, 0x00]) == "secretfile@0")
    #expect(refused([0x1F, 0x8B, 0x08, 0x00]) == "archive@0")
    #expect(refused([0x30, 0x82, 0x10, 0x00]) == "signed@0")
  }

  @Test func wideText() {
    for bigEndian in [true, false] {
      for mark in [true, false] {
        func utf16(_ text: String) -> [UInt8] { XMLReaderTests.utf16(text, bigEndian: bigEndian, mark: mark) }
        #expect(refused(utf16("{\"a\": 1}")) == "jsonEncoding@0")
        #expect(refused(utf16("[1]")) == "jsonEncoding@0")
        #expect(refused(utf16("{ a = \"b\"; }")) == (mark ? "read" : "encoding@0"))
        #expect(refused(utf16("word")) == "noKeys@0")
        #expect(refused(utf16("// c\n/* d */")) == "emptyFile@0")
      }
    }
    func utf32(_ text: String) -> [UInt8] { text.unicodeScalars.flatMap { [0, 0, 0, UInt8($0.value)] } }
    #expect(refused(utf32("{\"a\": 1}")) == "jsonEncoding@0")
    #expect(refused(utf32("<plist/>")) == "encoding@0")
    #expect(refused([0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0, 0x22, 0, 0, 0]) == "jsonEncoding@0")
    #expect(refused([0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0, 0x7D, 0, 0, 0]) == "read")
    #expect(refused([0x7B, 0, 0, 0, 0x7D, 0, 0, 0]) == "encoding@0")
  }

  @Test func randomBytesLookEncrypted() {
    // A linear congruential generator is random enough, and the same every time.
    var state: UInt64 = 7
    var bytes: [UInt8] = [0xD9]
    for _ in 0..<600 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes.append(UInt8(truncatingIfNeeded: state >> 33))
    }
    #expect(refused(bytes) == "encrypted@0")
    #expect(
      refused(Array(String(repeating: "some text with words. ", count: 30).utf8)) == "notAPreferenceFile@0"
    )
    #expect(refused([UInt8](repeating: 0xD9, count: 600)) == "notAPreferenceFile@0")
  }

  @Test func refusalsTellWhatToDo() {
    for text in ["", "{ a = b }", "word", "[1,]", "{\"a\":1}\n{\"a\":1}\n", plist(""), "bplist00"] {
      let refusal = refusal(text)
      #expect(refusal?.message.isEmpty == false)
      #expect(refusal?.hint.isEmpty == false)
      #expect(refusal?.message.hasSuffix(".") == false)
    }
  }
}
