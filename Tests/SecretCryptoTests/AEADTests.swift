import SecretCrypto
import Testing

@Suite struct AEADTests {
  /// draft-irtf-cfrg-xchacha, appendix A.3.1.
  private let text = [UInt8](
    ("Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
      + "sunscreen would be it.").utf8)
  private let associated = hex("50515253c0c1c2c3c4c5c6c7")
  private let key = counting(32, from: 0x80)
  private let nonce = counting(24, from: 0x40)
  private let sealed = hex(
    """
    bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39ae64c670
    8c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff921f9664c97637da9
    768812f615c68b13b52e
    c0875924c1c7987947deafd8780acf49
    """)

  @Test func knownAnswer() {
    let blob = filled(text.count + 40) {
      AEAD.seal(text.span, associated: associated.span, nonce: nonce.span, key: key.span, into: &$0)
    }
    #expect(blob == nonce + sealed)
    #expect(open(blob) == text)
  }

  private func open(_ blob: [UInt8], associated other: [UInt8]? = nil, key otherKey: [UInt8]? = nil)
    -> [UInt8]?
  {
    let associated = other ?? associated
    let key = otherKey ?? key
    var isGenuine = false
    let plain = filled(max(0, blob.count - 40)) {
      isGenuine = AEAD.open(blob.span, associated: associated.span, key: key.span, into: &$0)
    }
    if !isGenuine && blob.count >= 40 {
      #expect(plain.allSatisfy { $0 == 0 }, "a refused blob leaves no plaintext")
    }
    return isGenuine ? plain : nil
  }

  @Test func everyByteCounts() {
    let blob = nonce + sealed
    for index in blob.indices {
      var changed = blob
      changed[index] ^= 1
      #expect(open(changed) == nil, "byte \(index)")
    }
    for index in associated.indices {
      var changed = associated
      changed[index] ^= 0x80
      #expect(open(blob, associated: changed) == nil, "associated byte \(index)")
    }
    #expect(open(blob, associated: []) == nil)
    #expect(open(blob, associated: associated + [0]) == nil)
    #expect(open(blob, key: counting(32, from: 0x81)) == nil)
  }

  @Test func everyTruncationIsRefused() {
    let blob = nonce + sealed
    for length in 0..<blob.count {
      #expect(open([UInt8](blob.prefix(length))) == nil, "\(length) bytes")
    }
    #expect(open(blob + [0]) == nil)
  }

  @Test func nothingCanBeSealed() {
    let none: [UInt8] = []
    let blob = filled(40) {
      AEAD.seal(none.span, associated: none.span, nonce: nonce.span, key: key.span, into: &$0)
    }
    #expect(open(blob, associated: []) == [])
    #expect(open(blob) == nil)
  }
}
