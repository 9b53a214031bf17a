/// Which letters follow each other in words: the 240 commonest pairs of English text, 98 in 100 of all.
///
/// Counted over the topics of Python's own help and the texts of the common free licences. In random
/// letters about 35 pairs of 100 are among them, in words of other European languages still more than 85.
package enum LetterPairs {
  private static let followers: [String] = [
    "bcdgiklmnprstuvy", "aeijloruy", "acehiklortu", "adeiosu", "acdefgilmnpqrstvwxy", "aefiortuy",
    "aehilnrsu",
    "aeiot", "abcdefglmnoprstv", "e", "e", "adefilostuy", "abeimopsu", "acdefgilnostuvy", "bcdefglmnoprstuvw",
    "aeiloprtuy", "u", "acdegikmnoprstuy", "acehilopstuy", "aehilorstuwy", "abcdegilmnprst", "aei", "aehio",
    "acept", "inoprst", "",
  ]

  private static let masks: InlineArray<26, UInt32> = {
    var masks = InlineArray<26, UInt32>(repeating: 0)
    for (letter, text) in followers.enumerated() {
      for byte in text.utf8 { masks[letter] |= 1 << UInt32(byte - UInt8(ascii: "a")) }
    }
    return masks
  }()

  /// Whether the second of two lower-case ASCII letters often follows the first.
  package static func isCommon(_ first: UInt8, _ second: UInt8) -> Bool {
    let a = UInt8(ascii: "a")
    return masks[Int(first &- a) % 26] >> UInt32(second &- a) & 1 != 0
  }
}
