import Foundation
import SecretCrypto
import Testing

@Suite struct NormalizationTests {
  private func nfc(_ bytes: [UInt8]) -> [UInt8]? {
    optionalArray(Normalization.nfc(bytes.span))
  }

  private func utf8(_ scalars: [UInt32]) -> [UInt8] {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.compactMap { Unicode.Scalar($0) })
    return [UInt8](String(text).utf8)
  }

  @Test(
    arguments: [
      ([0x65, 0x301], [0xE9]),  // e, acute
      ([0xE9], [0xE9]),
      ([0x212B], [0xC5]),  // the sign for angstrom is the letter
      ([0x41, 0x30A], [0xC5]),
      ([0x1100, 0x1161, 0x11A8], [0xAC01]),  // Hangul
      ([0xAC00, 0x11A8], [0xAC01]),
      ([0x71, 0x307, 0x323], [0x71, 0x323, 0x307]),  // marks in canonical order
      ([0x1E9B, 0x323], [0x1E9B, 0x323]),
      ([0x958], [0x915, 0x93C]),  // excluded from composition
      ([0x2126], [0x3A9]),
      ([0xFB01], [0xFB01]),  // a ligature is only compatible with its letters
      ([0x1D15E], [0x1D157, 0x1D165]),
      ([0x2F800], [0x4E3D]),
      ([0x61, 0x315, 0x300, 0x5AE, 0x300, 0x62], [0xE0, 0x5AE, 0x300, 0x315, 0x62]),
      ([0x378], [0x378]),  // not assigned
      ([0x10FFFF, 0x0, 0x65, 0x301], [0x10FFFF, 0x0, 0xE9]),
    ] as [([UInt32], [UInt32])])
  func knownAnswers(scalars: [UInt32], expected: [UInt32]) {
    #expect(nfc(utf8(scalars)) == utf8(expected))
  }

  @Test func asciiStaysAsItIs() {
    #expect(nfc([]) == [])
    #expect(nfc(counting(128)) == counting(128))
  }

  @Test(arguments: [
    "80", "41 bf", "c3", "c3 28", "c0 80", "c1 bf", "e0 80 80", "e0 9f bf", "e2 82", "ed a0 80", "ed bf bf",
    "f0 80 80 80", "f0 8f bf bf", "f0 9f 98", "f4 90 80 80", "f5 80 80 80", "fe", "ff", "c3 a9 ff",
  ])
  func malformedTextIsRefused(bytes: String) {
    #expect(nfc(hex(bytes)) == nil)
  }

  @Test func longTextGrowsAndShrinks() {
    let longer = (0..<5000).flatMap { _ in [0x915, 0x93C] as [UInt32] }
    #expect(nfc(utf8([UInt32](repeating: 0x958, count: 5000))) == utf8(longer))
    let shorter = (0..<5000).flatMap { _ in [0x65, 0x301] as [UInt32] }
    #expect(nfc(utf8(shorter)) == utf8([UInt32](repeating: 0xE9, count: 5000)))
  }

  /// Foundation's own tables agree on every scalar of the planes that no longer change, alone and with marks.
  @Test func agreesWithFoundation() {
    let ranges: [ClosedRange<UInt32>] = [
      0x80...0xD7FF, 0xE000...0xFFFF, 0x1D100...0x1D1FF, 0x2F800...0x2FA1F,
    ]
    for range in ranges {
      for start in stride(from: range.lowerBound, through: range.upperBound, by: 512) {
        let scalars = (start...min(start + 511, range.upperBound)).flatMap {
          [$0, 0x20, $0, 0x301, 0x20, 0x61, 0x323, $0, 0x20] as [UInt32]
        }
        let text = utf8(scalars)
        let oracle = String(decoding: text, as: UTF8.self).precomposedStringWithCanonicalMapping
        #expect(nfc(text) == [UInt8](oracle.utf8), "from U+\(String(start, radix: 16))")
      }
    }
  }
}
