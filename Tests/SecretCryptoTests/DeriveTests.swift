import SecretCrypto
import Testing

/// Expected values by
/// `hashlib.blake2b(b"SecretFile v1 " + label + b"\0" + context, digest_size=32, key=key).hexdigest()`.
@Suite struct DeriveTests {
  private let key = counting(32)
  private let containerID = counting(16, from: 0xA0)
  private let header = hex("a39f4704e2002d316e7f54e92f17656457626322c20d8cf026934400f59ea338")

  @Test func knownAnswer() {
    #expect(filled(32) { derive(key.span, "header", containerID.span, into: &$0) } == header)
    #expect(array(derive(key.span, "header", containerID.span)) == header)
  }

  @Test func contextInTwoParts() {
    let keyID: [UInt8] = [7, 0, 0, 0]
    let expected = hex("9cee5f8cce0fdb2f783589fa25ecaadcbe26a3302bcd996a7ee6dd65c323ca24")
    #expect(filled(32) { derive(key.span, "class", containerID.span, keyID.span, into: &$0) } == expected)
    #expect(array(derive(key.span, "class", containerID.span, keyID.span)) == expected)
    #expect(filled(32) { derive(key.span, "class", (containerID + keyID).span, into: &$0) } == expected)
  }

  @Test func contextOverOneBlock() {
    let context = counting(88)
    let expected = hex("17c357297471b6199c1bac80dfbc75e602131a8b5c5fe50a59d292649ec624f1")
    #expect(filled(32) { derive(key.span, "slot x25519", context.span, into: &$0) } == expected)
  }

  @Test func noContext() {
    let none: [UInt8] = []
    #expect(
      filled(16) { derive(key.span, "device", none.span, into: &$0) }
        == hex("4eb618e181f0de905e8d2a361833dffc"))
  }

  @Test(arguments: 0...32)
  func shorterOutputsAreTheBeginning(length: Int) {
    #expect(
      filled(length) { derive(key.span, "header", containerID.span, into: &$0) }
        == [UInt8](header.prefix(length)))
  }
}
