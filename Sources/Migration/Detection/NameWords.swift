/// The words of a key's name, lower-cased: `FBAccessToken_v2` is `fb access token v 2`.
///
/// Words end where the case changes, where digits begin or end, and at every ASCII character that is neither
/// letter nor digit, and where ideographs, kana or Hangul begin or end. Letters beyond ASCII belong to words; Latin, Greek and Cyrillic capitals count as
/// capitals. A long run of hexadecimal digits or a UUID inside a name is one word, an identifier.
package struct NameWords: Sendable {
  /// Bytes of a name that are looked at: of a longer one, the last.
  package static let byteLimit = 160
  /// Words of a name that are kept: of more, the last.
  package static let wordLimit = 24

  /// The words' lower-cased bytes without anything between them, so that neighbours can be read as one word.
  private var bytes = InlineArray<160, UInt8>(repeating: 0)
  private var byteCount = 0
  /// Where each word starts in `bytes`.
  private var starts = InlineArray<24, UInt8>(repeating: 0)
  /// The number of words.
  package private(set) var count = 0
  /// Bit i: word i is a number or an identifier, not language.
  private var noise: UInt32 = 0

  /// Splits two names, one under the other, that have no more than ``byteLimit`` bytes together.
  init(_ parent: Span<UInt8>, _ name: Span<UInt8>) {
    split(parent, from: 0)
    split(name, from: 0)
  }

  /// Splits a name, UTF-8.
  package init(_ name: Span<UInt8>) {
    var start = max(0, name.count - NameWords.byteLimit)
    while start < name.count, start > 0, name[start] & 0xC0 == 0x80 { start += 1 }
    split(name, from: start)
  }

  /// Whether the word is a number or an identifier.
  package func isNoise(_ word: Int) -> Bool { noise >> UInt32(word) & 1 != 0 }

  /// Lends `length` neighbouring words, read as one.
  package func with<R>(_ word: Int, _ length: Int, _ body: (Span<UInt8>) -> R) -> R {
    let end = word + length < count ? Int(starts[word + length]) : byteCount
    return body(bytes.span.extracting(Int(starts[word])..<end))
  }

  /// The longest entry of a vocabulary that starts at a word, and how many words it takes.
  package func longestEntry(at word: Int, in vocabulary: borrowing Vocabulary) -> (VocabularyWord?, Int) {
    var hashes = InlineArray<3, UInt32>(repeating: 0)
    var ends = InlineArray<3, Int>(repeating: 0)
    let start = Int(starts[word])
    let bytes = bytes.span
    var hash = Vocabulary.emptyHash
    var index = start
    var length = 0
    while length < Vocabulary.longestPhrase, word + length < count {
      let end = word + length + 1 < count ? Int(starts[word + length + 1]) : byteCount
      while index < end {
        hash = Vocabulary.hash(hash, adding: bytes[index])
        index += 1
      }
      hashes[length] = hash
      ends[length] = end
      length += 1
    }
    while length > 0 {
      let text = bytes.extracting(start..<ends[length - 1])
      if let found = vocabulary.find(text, hash: hashes[length - 1]) { return (found, length) }
      length -= 1
    }
    return (nil, 1)
  }

  /// Whether a word is this ASCII text.
  package func isWord(_ word: Int, _ text: String) -> Bool {
    word >= 0 && word < count && with(word, 1) { ASCII.isAnyCase(text, $0) }
  }

  // MARK: - Splitting

  /// What kind of character a word's rule sees.
  private enum Class { case lower, upper, digit, caseless, other }

  private mutating func split(_ name: Span<UInt8>, from start: Int) {
    var index = start
    var previous = Class.other
    while index < name.count {
      let mayBegin = previous == .other || (previous != .digit && ASCII.isDigit(name[index]))
      if mayBegin, let length = NameWords.identifier(in: name, at: index) {
        begin(noise: true)
        for offset in index..<index + length { append(ASCII.lowercased(name[offset])) }
        index += length
        previous = .other
        continue
      }
      let (length, kind, folded) = NameWords.character(in: name, at: index)
      if kind != .other {
        if startsWord(kind, after: previous, in: name, next: index + length) { begin(noise: kind == .digit) }
        if length > 1 { append(folded.first) }
        for offset in 1..<max(1, length - 1) { append(name[index + offset]) }
        append(folded.last)
      }
      previous = kind
      index += length
    }
  }

  private func startsWord(_ kind: Class, after previous: Class, in name: Span<UInt8>, next: Int) -> Bool {
    if previous == .other || (previous == .digit) != (kind == .digit) { return true }
    if (previous == .caseless) != (kind == .caseless) { return true }
    guard kind == .upper else { return false }
    if previous == .lower { return true }
    // The last capital of a row belongs to the word that follows it: `APIKey` is `api key`.
    guard next < name.count else { return false }
    return NameWords.character(in: name, at: next).kind == .lower
  }

  private mutating func begin(noise isNoise: Bool) {
    if count == NameWords.wordLimit { dropFirstWord() }
    starts[count] = UInt8(truncatingIfNeeded: byteCount)
    if isNoise { noise |= 1 << UInt32(count) }
    count += 1
  }

  private mutating func append(_ byte: UInt8) {
    guard byteCount < NameWords.byteLimit else { return }
    bytes[byteCount] = byte
    byteCount += 1
  }

  private mutating func dropFirstWord() {
    for word in 1..<count { starts[word - 1] = starts[word] }
    count -= 1
    noise >>= 1
  }

  /// The length of a run of at least 16 hexadecimal digits (dashes of a UUID allowed between them) with at
  /// least two decimal ones, at a position.
  private static func identifier(in name: Span<UInt8>, at start: Int) -> Int? {
    var digits = 0
    var decimals = 0
    var end = start
    while end < name.count {
      let byte = name[end]
      if ByteSet.hex.contains(byte) {
        digits += 1
        if ASCII.isDigit(byte) { decimals += 1 }
      } else if byte != UInt8(ascii: "-") || end == start {
        break
      }
      end += 1
    }
    guard digits >= 16, decimals >= 2 else { return nil }
    while name[end - 1] == UInt8(ascii: "-") { end -= 1 }
    return end - start
  }

  /// One character: its bytes, its class, and its first and last byte when lower-cased.
  private static func character(
    in name: Span<UInt8>, at index: Int
  ) -> (length: Int, kind: Class, folded: (first: UInt8, last: UInt8)) {
    let byte = name[index]
    if byte < 0x80 {
      if ByteSet.upper.contains(byte) { return (1, .upper, (byte + 32, byte + 32)) }
      let kind: Class = ByteSet.letters.contains(byte) ? .lower : ASCII.isDigit(byte) ? .digit : .other
      return (1, kind, (byte, byte))
    }
    let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
    guard index + length <= name.count else { return (1, .lower, (byte, byte)) }
    let last = name[index + length - 1]
    // From U+3000 to U+D7FF stand scripts without capitals: kana, ideographs, Hangul.
    guard length == 2 else { return (length, 0xE3...0xED ~= byte ? .caseless : .lower, (byte, last)) }
    if let folded = foldedCapital(byte, last) { return (2, .upper, folded) }
    return (2, .lower, (byte, last))
  }

  /// The small letter of a Latin-1, Greek or Cyrillic capital of two UTF-8 bytes; `nil` for other characters.
  private static func foldedCapital(_ first: UInt8, _ second: UInt8) -> (first: UInt8, last: UInt8)? {
    switch (first, second) {
    case (0xC3, 0x80...0x9E): (0xC3, second + 0x20)  // À … Þ
    case (0xCE, 0x91...0x9F): (0xCE, second + 0x20)  // Α … Ο
    case (0xCE, 0xA0...0xA9): (0xCF, second - 0x20)  // Π … Ω
    case (0xD0, 0x90...0x9F): (0xD0, second + 0x20)  // А … П
    case (0xD0, 0xA0...0xAF): (0xD1, second - 0x20)  // Р … Я
    case (0xD0, 0x80...0x8F): (0xD1, second + 0x10)  // Ѐ … Џ
    default: nil
    }
  }
}
