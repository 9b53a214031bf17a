internal import SecretCrypto

/// Wallet seeds as words (BIP-39, English list): each word stands for 11 bits, and the last bits of all are the first
/// ones of the SHA-256 of the others.
package enum Mnemonic {
  private static let words: [[UInt8]] = MnemonicWords.text.utf8.split(separator: UInt8(ascii: " ")).map(
    Array.init)

  /// The longest text that is looked at: 24 words of 8 letters, with white space between them.
  package static let longest = 512

  /// How many words a seed has.
  static func isCount(_ words: Int) -> Bool { (12...24).contains(words) && words.isMultiple(of: 3) }

  /// The number of words, if a text is 12, 15, 18, 21 or 24 words of the list and their checksum is right.
  package static func wordCount(_ text: Span<UInt8>) -> Int? {
    guard text.count >= 12 * 4 - 1, text.count <= longest else { return nil }
    var bits = InlineArray<33, UInt8>(repeating: 0)
    defer { for index in 0..<33 { bits[index] = 0 } }
    var count = 0
    var index = 0
    while index < text.count {
      let start = index
      while index < text.count, ByteSet.lower.contains(text[index]) { index += 1 }
      guard index > start, count < 24, let number = number(of: text.extracting(start..<index)) else {
        return nil
      }
      for bit in 0..<11 where number >> (10 - bit) & 1 != 0 {
        let place = count * 11 + bit
        bits[place >> 3] |= 0x80 >> UInt8(place & 7)
      }
      count += 1
      while index < text.count, ASCII.isSpace(text[index]) { index += 1 }
    }
    guard isCount(count), checksumIsRight(bits.span, words: count) else { return nil }
    return count
  }

  /// Whether a text is 12 to 24 words of the list: other wallets have other checksums (Electrum: seed version system).
  static func isListed(_ text: Span<UInt8>) -> Bool {
    guard text.count >= 12 * 4 - 1, text.count <= longest else { return false }
    var count = 0
    var index = 0
    while index < text.count {
      let start = index
      while index < text.count, ByteSet.lower.contains(text[index]) { index += 1 }
      guard index > start, number(of: text.extracting(start..<index)) != nil else { return false }
      count += 1
      while index < text.count, ASCII.isSpace(text[index]) { index += 1 }
    }
    return (12...24).contains(count)
  }

  private static func checksumIsRight(_ bits: Span<UInt8>, words: Int) -> Bool {
    let checksumBits = words / 3
    let entropyBytes = words * 4 / 3
    let hash = Hash.sha256(bits.extracting(0..<entropyBytes))
    // Entropy is a whole number of bytes, so the checksum begins one: four to eight bits.
    return (hash[0] ^ bits[entropyBytes]) >> UInt8(8 - checksumBits) == 0
  }

  private static func number(of word: Span<UInt8>) -> Int? {
    guard word.count >= 3, word.count <= 8 else { return nil }
    var low = 0
    var high = words.count
    while low < high {
      let middle = (low + high) / 2
      switch order(word, words[middle]) {
      case 0: return middle
      case ..<0: high = middle
      default: low = middle + 1
      }
    }
    return nil
  }

  private static func order(_ left: Span<UInt8>, _ right: [UInt8]) -> Int {
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return left[index] < right[index] ? -1 : 1
    }
    return left.count - right.count
  }
}
