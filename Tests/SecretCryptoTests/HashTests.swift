import CSodium
import SecretCrypto
import Testing

@Suite struct HashTests {
  /// BLAKE2b-256 as published with the function (of nothing and of "abc"), the others by
  /// `python3 -c 'import hashlib; hashlib.blake2b(data, digest_size=32, key=key).hexdigest()'`.
  @Test func knownAnswers() {
    let none: [UInt8] = []
    #expect(
      array(Hash.blake2b256(none.span))
        == hex("0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"))
    #expect(
      array(Hash.blake2b256([UInt8]("abc".utf8).span))
        == hex("bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"))
    let thousand = (0..<1000).map { UInt8($0 % 251) }
    #expect(
      array(Hash.blake2b256(thousand.span))
        == hex("b372d0608f720c8c3dd41e9c8eecb10143b41abe520b616607e754bf79c08331"))
  }

  @Test func knownAnswersWithKey() {
    let key = counting(32)
    let none: [UInt8] = []
    #expect(
      array(Hash.blake2b256(none.span, key: key.span))
        == hex("4e51e7a913fc80137da52880fecca175bf81e117d5c68126dc2774033517ea0d"))
    #expect(
      array(Hash.blake2b256(counting(255).span, key: key.span))
        == hex("f60f5c4a575c43db6c93608515866ea998e04b35792f5a92b27aa5880cd6721e"))
  }

  /// The self-test of RFC 7693, appendix E: one hash over the hashes of 24 inputs with and without a key. The
  /// 256-bit ones and the last come from this module, the other sizes from libsodium.
  @Test func selfTestOfTheStandard() {
    var whole = Hasher256()
    for size in [20, 32, 48, 64] {
      for length in [0, 3, 128, 129, 255, 1024] {
        let input = sequence(length, seed: UInt32(length))
        let key = sequence(size, seed: UInt32(size))
        whole.update(digest(input, [], size).span)
        whole.update(digest(input, key, size).span)
      }
    }
    #expect(
      array(whole.finish()) == hex("c23a7800d98123bd10f506c61e29da5603d763b8bbad2e737f5e765a7bccd475"))
  }

  private func digest(_ input: [UInt8], _ key: [UInt8], _ size: Int) -> [UInt8] {
    if size == 32 {
      return key.isEmpty
        ? array(Hash.blake2b256(input.span)) : array(Hash.blake2b256(input.span, key: key.span))
    }
    return libsodiumBlake2b(input, key: key, size: size)
  }

  private func sequence(_ length: Int, seed: UInt32) -> [UInt8] {
    var a: UInt32 = 0xDEAD_4BAD &* seed
    var b: UInt32 = 1
    return (0..<length).map { _ in
      (a, b) = (b, a &+ b)
      return UInt8(b >> 24)
    }
  }

  /// Pieces of any size give the hash of the whole.
  @Test(arguments: [1, 7, 64, 127, 128, 129, 256, 999])
  func pieces(of size: Int) {
    let input = (0..<1000).map { UInt8($0 % 251) }
    let key = counting(32)
    var plain = Hasher256()
    var keyed = Hasher256(key: key.span)
    for start in stride(from: 0, to: input.count, by: size) {
      let piece = input.span.extracting(start..<min(start + size, input.count))
      plain.update(piece)
      keyed.update(piece)
    }
    #expect(array(plain.finish()) == array(Hash.blake2b256(input.span)))
    #expect(array(keyed.finish()) == array(Hash.blake2b256(input.span, key: key.span)))
  }
}

/// BLAKE2b of any size, straight from libsodium.
func libsodiumBlake2b(_ input: [UInt8], key: [UInt8] = [], size: Int) -> [UInt8] {
  var out = [UInt8](repeating: 0, count: size)
  let status = unsafe crypto_generichash(&out, size, input, UInt64(input.count), key, key.count)
  precondition(status == 0)
  return out
}
