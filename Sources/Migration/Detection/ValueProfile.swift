/// Measures of a value: how long it is, what it is written with, and whether it looks random.
///
/// Only counts are kept, never the value.
package struct ValueProfile: Sendable {
  /// Bytes of a value that are measured.
  package static let measuredBytes = 4096

  /// Bytes of the value.
  package private(set) var count: Int
  package private(set) var lower = 0
  package private(set) var upper = 0
  package private(set) var digits = 0
  package private(set) var spaces = 0
  /// Bytes beyond ASCII.
  package private(set) var beyondASCII = 0
  /// Control characters other than white space.
  package private(set) var controls = 0
  /// ASCII punctuation.
  package private(set) var symbols = 0
  /// Punctuation that neither base64 nor base64url has.
  package private(set) var foreignSymbols = 0
  /// Whether every byte is a hexadecimal digit, in one case.
  package private(set) var isHex: Bool
  /// Different bytes.
  package private(set) var distinct = 0
  /// Neighbouring letters of which the second often follows the first, and all neighbouring letters.
  package private(set) var commonPairs = 0
  package private(set) var pairs = 0
  /// Changes between small letters, capitals and digits inside runs of them.
  package private(set) var changes = 0
  /// Sum of n × (n − 1) over how often each byte occurs: twice the number of equal pairs.
  package private(set) var equalPairs = 0

  private var measured: Int

  /// Measures a text.
  package init(_ text: Span<UInt8>) {
    count = text.count
    measured = min(text.count, ValueProfile.measuredBytes)
    isHex = measured > 0
    var histogram = InlineArray<256, UInt16>(repeating: 0)
    var previous: UInt8 = 0
    var previousClass = 0
    var hasLowerHex = false
    var hasUpperHex = false
    for index in 0..<measured {
      let byte = text[index]
      histogram[Int(byte)] += 1
      let kind: Int
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        kind = 1
        lower += 1
        hasLowerHex = true
        if byte > UInt8(ascii: "f") { isHex = false }
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        kind = 2
        upper += 1
        hasUpperHex = true
        if byte > UInt8(ascii: "F") { isHex = false }
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        kind = 3
        digits += 1
      default:
        kind = 0
        isHex = false
        countOther(byte)
      }
      if kind != 0, previousClass != 0 {
        // One capital before small letters is how words are written, not a change.
        if kind != previousClass, !(previousClass == 2 && kind == 1) { changes += 1 }
        if kind != 3, previousClass != 3 {
          pairs += 1
          if LetterPairs.isCommon(ASCII.lowercased(previous), ASCII.lowercased(byte)) { commonPairs += 1 }
        }
      }
      previous = byte
      previousClass = kind
    }
    if hasLowerHex && hasUpperHex { isHex = false }
    for byte in 0..<256 where histogram[byte] > 0 {
      distinct += 1
      equalPairs += Int(histogram[byte]) * (Int(histogram[byte]) - 1)
    }
  }

  private mutating func countOther(_ byte: UInt8) {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: spaces += 1
    case 0x80...: beyondASCII += 1
    case 0x00..<0x20, 0x7F: controls += 1
    default:
      symbols += 1
      switch byte {
      case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "_"):
        break
      default: foreignSymbols += 1
      }
    }
  }

  // MARK: - Judgements

  /// Letters of both cases.
  package var letters: Int { lower + upper }

  /// Whether small letters, capitals and digits are all there.
  package var hasAllClasses: Bool { lower > 0 && upper > 0 && digits > 0 }

  /// Whether the text holds nothing but printable characters.
  package var isPrintable: Bool { controls == 0 }

  /// How many different characters the classes in use could give.
  package var alphabet: Int {
    if isHex { return letters == 0 ? 10 : 16 }
    if beyondASCII > 0 { return 128 }
    return max(1, (lower > 0 ? 26 : 0) + (upper > 0 ? 26 : 0) + (digits > 0 ? 10 : 0) + (symbols > 0 ? 8 : 0))
  }

  /// Whether equal characters are as rare as in random text over the same alphabet (collision entropy).
  package var isEven: Bool {
    let expected = measured * (measured - 1)
    // Twice the expected number of equal pairs, and for short texts five pairs more.
    return equalPairs * alphabet <= 2 * expected + 10 * alphabet
  }

  /// Whether the letters follow each other as in words.
  package var readsAsWords: Bool {
    guard pairs >= 3 else { return pairs > 0 && commonPairs == pairs && changes == 0 }
    return commonPairs * 100 >= pairs * (pairs < 8 ? 75 : 66)
  }

  /// How random a value looks.
  package enum Randomness: UInt8, Sendable, Comparable {
    /// Like words, numbers, or too short to tell.
    case none
    /// Like a short generated value.
    case some
    /// Like a token or key.
    case high

    package static func < (left: Randomness, right: Randomness) -> Bool { left.rawValue < right.rawValue }
  }

  /// How random the text looks, given its length and alphabet.
  package var randomness: Randomness {
    guard measured >= 6, controls == 0, spaces == 0, beyondASCII == 0, letters > 0 else { return .none }
    guard isEven else { return .none }
    if isHex {
      guard digits > 0 else { return .none }
      return measured >= 20 ? .high : measured >= 12 ? .some : .none
    }
    let classes = (lower > 0 ? 1 : 0) + (upper > 0 ? 1 : 0) + (digits > 0 ? 1 : 0)
    if readsAsWords && (changes * 5 < measured || foreignSymbols > 0) { return .none }
    if foreignSymbols * 4 > measured { return .none }
    if classes == 1 { return measured >= 24 && !readsAsWords ? .high : .none }
    guard changes * 12 >= measured else { return .none }
    if measured >= 20 { return .high }
    return changes >= 2 ? .some : .none
  }
}
