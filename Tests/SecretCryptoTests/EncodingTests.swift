import Foundation
import SecretCrypto
import Testing

@Suite struct EncodingTests {
  private func base64(_ bytes: [UInt8], _ form: Encoding.Base64) -> String {
    let text = filled(Encoding.base64Count(bytes.count, form)) {
      Encoding.encodeBase64(bytes.span, form, into: &$0)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func decoded(
    _ text: String, _ form: Encoding.Base64 = .standard, _ skipping: Encoding.Skipping = .nothing
  ) -> [UInt8]? {
    let text = [UInt8](text.utf8)
    return Encoding.decodeBase64(text.span, form, skipping: skipping).map { array($0) }
  }

  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func publishedBase64(plain: String, text: String) {
    let bytes = [UInt8](plain.utf8)
    let unpadded = text.filter { $0 != "=" }
    #expect(base64(bytes, .standard) == text)
    #expect(base64(bytes, .urlSafe) == text)
    #expect(base64(bytes, .standardUnpadded) == unpadded)
    #expect(base64(bytes, .urlSafeUnpadded) == unpadded)
    #expect(decoded(text) == bytes)
    #expect(decoded(unpadded, .urlSafeUnpadded) == bytes)
  }

  @Test(arguments: [47, 48, 49, 95, 96, 97, 256, 1000])
  func longBase64(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }
    let oracle = Data(bytes).base64EncodedString()
    #expect(base64(bytes, .standard) == oracle)
    #expect(decoded(oracle) == bytes)
    #expect(decoded(base64(bytes, .urlSafeUnpadded), .urlSafeUnpadded) == bytes)
  }

  @Test func alphabets() {
    #expect(base64([0xFB, 0xEF, 0xFF], .standard) == "++//")
    #expect(base64([0xFB, 0xEF, 0xFF], .urlSafe) == "--__")
    #expect(decoded("++//", .urlSafe) == nil)
    #expect(decoded("--__", .standard) == nil)
  }

  @Test(arguments: [
    "Zg", "Zg=", "Zg===", "Zg==Zg==", "Z", "Zh==", "Zm9=", "Zm9v=", "=", "====", "Zm9v\n", "Zm 9v", "Zm9v\0",
    "Zg=\0=", "Zm9\u{E9}", "Zm9!",
  ])
  func malformedBase64IsRefused(text: String) {
    #expect(decoded(text) == nil)
  }

  @Test func whiteSpaceIsSkippedOnRequest() {
    #expect(decoded("\n\t Zm9v\r\n\tYg = =\n", .standard, .whiteSpace) == [UInt8]("foob".utf8))
    #expect(decoded("Zm9v\u{B}", .standard, .whiteSpace) == nil)
    #expect(decoded("Zm\09v", .standard, .whiteSpace) == nil)
    #expect(decoded(" \n", .standard, .whiteSpace) == [])
  }

  @Test func hexadecimal() {
    let text = filled(128) { Encoding.encodeHex(counting(64, from: 0xA0).span, into: &$0) }
    #expect(
      String(decoding: text, as: UTF8.self)
        == counting(64, from: 0xA0).map { String(format: "%02x", $0) }.joined())
    func decoded(_ text: String, _ skipping: Encoding.Skipping = .nothing) -> [UInt8]? {
      let text = [UInt8](text.utf8)
      return Encoding.decodeHex(text.span, skipping: skipping).map { array($0) }
    }
    #expect(decoded("00fFA5") == [0, 0xFF, 0xA5])
    #expect(decoded("") == [])
    #expect(decoded("0") == nil)
    #expect(decoded("0g") == nil)
    #expect(decoded("00 ff") == nil)
    #expect(decoded("00\0ff", .whiteSpace) == nil)
    #expect(decoded("00 ff\n", .whiteSpace) == [0, 0xFF])
  }

  /// Decoding never writes past the memory that it is given.
  @Test func tooLittleRoomIsRefused() {
    var small = [UInt8](repeating: 0, count: 2)
    var span = small.mutableSpan
    #expect(Encoding.decodeBase64([UInt8]("Zm9v".utf8).span, .standard, into: &span) == nil)
    #expect(Encoding.decodeHex([UInt8]("666f6f".utf8).span, into: &span) == nil)
    #expect(Encoding.decodeHex([UInt8]("666f".utf8).span, into: &span) == 2)
    #expect(small == [0x66, 0x6F])
  }
}

@Suite struct SmallFunctionTests {
  @Test func comparison() {
    let bytes = counting(32)
    func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool { constantTimeEqual(left.span, right.span) }
    #expect(isEqual(bytes, counting(32)))
    for index in bytes.indices {
      var other = bytes
      other[index] ^= 0x10
      #expect(!isEqual(bytes, other))
    }
    #expect(!isEqual(bytes, counting(31)))
    #expect(isEqual([], []))
    #expect(!isEqual([], bytes))
  }

  @Test func randomBytesFillEverything() {
    // Zero bytes in the same place 40 times over do not happen.
    var seen = [Bool](repeating: false, count: 100)
    for _ in 0..<40 {
      let bytes = filled(100) { (span) in
        wipe(&span)
        SystemRandom.fill(&span)
      }
      for index in bytes.indices where bytes[index] != 0 { seen[index] = true }
    }
    #expect(!seen.contains(false))
    #expect(filled(0) { SystemRandom.fill(&$0) } == [])
  }

  @Test func wiping() {
    #expect(filled(50) { wipe(&$0) } == [UInt8](repeating: 0, count: 50))
  }
}
