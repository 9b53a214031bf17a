import SecretCrypto
import Testing

/// Values of RFC 7748.
@Suite struct X25519Tests {
  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let scalar: String
    let point: String
    let result: String
    var testDescription: String { name }
  }

  private static let examples = [
    Example(
      name: "section 5.2, first",
      scalar: "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
      point: "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
      result: "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"),
    Example(
      name: "section 5.2, second (the top bit of the point is ignored)",
      scalar: "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
      point: "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
      result: "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"),
    Example(
      name: "section 6.1, Alice",
      scalar: "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
      point: "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f",
      result: "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"),
    Example(
      name: "section 6.1, Bob",
      scalar: "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
      point: "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a",
      result: "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"),
  ]

  @Test(arguments: examples)
  func sharedSecret(example: Example) {
    let secret = X25519.sharedSecret(scalar: hex(example.scalar).span, point: hex(example.point).span)
    #expect(optionalArray(secret) == hex(example.result))
  }

  @Test func publicKeys() {
    #expect(
      array(X25519.publicKey(of: hex(Self.examples[2].scalar).span)) == hex(Self.examples[3].point))
    #expect(
      array(X25519.publicKey(of: hex(Self.examples[3].scalar).span)) == hex(Self.examples[2].point))
  }

  /// Section 5.2: the result of each round is the next scalar, the scalar the next point.
  @Test func thousandRounds() {
    var scalar = [9] + [UInt8](repeating: 0, count: 31)
    var point = scalar
    for round in 1...1000 {
      guard let result = optionalArray(X25519.sharedSecret(scalar: scalar.span, point: point.span)) else {
        Issue.record("round \(round) has no result")
        return
      }
      (scalar, point) = (result, scalar)
      if round == 1 {
        #expect(scalar == hex("422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079"))
      }
    }
    #expect(scalar == hex("684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51"))
  }

  /// The points of small order, which any scalar takes to zero, in each of their encodings.
  @Test(arguments: [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000080",
  ])
  func pointsOfSmallOrderAreRefused(point: String) {
    #expect(
      optionalArray(X25519.sharedSecret(scalar: counting(32, from: 1).span, point: hex(point).span)) == nil)
  }
}
