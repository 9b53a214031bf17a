import SecretFile
import Testing

@Suite struct FormatPaddingTests {
  @Test(arguments: [
    (0, 64), (1, 64), (64, 64), (65, 128), (511, 512), (512, 512), (513, 544), (1_023, 1_024), (1_024, 1_024),
    (1_025, 1_088), (65_535, 65_536), (65_536, 65_536), (65_537, 67_584), (67_108_864, 67_108_864),
  ])
  func padded(_ length: Int, _ expected: Int) {
    #expect(Padding.padded(length) == expected)
    #expect(Padding.blobLength(length) == expected + 40)
  }

  @Test func paddingNeverShrinksAndAddsLittle() {
    var last = 0
    for length in 0...70_000 {
      let padded = Padding.padded(length)
      #expect(padded >= length && padded >= last)
      #expect(length <= 512 || Double(padded - length) <= 0.12 * Double(length))
      #expect(Padding.padded(padded) == padded)
      last = padded
    }
  }

  @Test(arguments: [(0, 256), (252, 256), (253, 512), (508, 512), (65_536, 65_792)])
  func framed(_ content: Int, _ expected: Int) {
    #expect(Padding.framed(content) == expected)
    #expect(Plaintext.framed([UInt8](repeating: 7, count: content).span).count == expected)
  }

  @Test func framesThatAreRefused() throws {
    var plaintext = [UInt8](repeating: 0, count: 256)
    plaintext[0] = 252
    #expect(try Plaintext.content(of: plaintext[...], code: .page).indices == 4..<256)
    plaintext[0] = 253  // does not fit
    #expect(throws: FormatError.self) { try Plaintext.content(of: plaintext[...], code: .page) }
    plaintext[0] = 3
    plaintext[255] = 1  // padding
    let error = #expect(throws: FormatError.self) { try Plaintext.content(of: plaintext[...], code: .page) }
    #expect(error?.code == .page && error?.offset == 7)
    let long = [UInt8](repeating: 0, count: 512)  // one block too many
    #expect(throws: FormatError.self) { try Plaintext.content(of: long[...], code: .root) }
    #expect(throws: FormatError.self) { try Plaintext.content(of: [], code: .root) }
  }
}
