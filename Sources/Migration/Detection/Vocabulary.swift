/// What a word in a key's name says about its value.
package enum WordRole: UInt8, Sendable {
  /// As the last word: a secret, whatever the value looks like, unless it is plainly something else.
  case password
  /// As the last word: a secret if the value could be a token at all.
  case token
  /// As the last word: a secret if the value has the form that its kind has (digits of a PIN, a cookie line).
  case shaped
  /// As the last word: a secret only if the value looks random.
  case weak
  /// As the last word: something harmless that merely sounds like a secret (`publicKey`, `keyboard`).
  case settled
  /// As the last word: a detail about a secret, not the secret (`passwordHint`, `tokenCount`).
  case neutral
  /// Before the last word: a question or an act (`hasToken`, `rememberPassword`); then only a random value counts.
  case gate
  /// Says nothing at the end of a name (`accessTokenKey`, `tokenValue`): the word before it counts.
  case clear
}

/// A word of the vocabulary.
package struct VocabularyWord: Sendable {
  /// What it says.
  package let role: WordRole
  /// What the value is, for the first four roles.
  package let kind: SecretKind
  /// Whether it names several (`tokens`): then the children's own names are labels, not meanings.
  package let isPlural: Bool
  /// Whether the language of the word puts what belongs to it behind it (`пароль пользователя`): then unknown words that
  /// follow change nothing.
  package var isHeadFirst = false
}

/// All words that rules know, in a hash table over bytes: a lookup makes no string and no copy.
package struct Vocabulary: Sendable {
  /// Neighbouring words that may be one entry (`mot de passe`).
  package static let longestPhrase = 3

  private var slots: [UInt16]
  private var starts: [UInt32] = [0]
  private var bytes: [UInt8] = []
  private var words: [VocabularyWord] = []
  private var lengths: UInt64 = 0

  /// Builds the table. An entry that is there already keeps its first meaning.
  package init(_ rows: [VocabularyRow]) {
    let total = rows.reduce(0) { $0 + $1.words.count }
    var size = 64
    while size < total * 4 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    for row in rows {
      for word in row.words {
        insert(
          Array(word.utf8),
          VocabularyWord(
            role: row.role, kind: row.kind, isPlural: row.isPlural, isHeadFirst: row.isHeadFirst))
      }
    }
  }

  /// The meaning of a lower-cased word or of several read as one.
  package func find(_ word: Span<UInt8>) -> VocabularyWord? { find(word, hash: Vocabulary.hash(word)) }

  /// As ``find(_:)``, with the word's hash at hand.
  func find(_ word: Span<UInt8>, hash: UInt32) -> VocabularyWord? {
    guard word.count < 64, lengths >> UInt64(word.count) & 1 != 0 else { return nil }
    var slot = Vocabulary.slot(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let entry = Int(slots[slot]) - 1
      if equals(entry, word) { return words[entry] }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private mutating func insert(_ word: [UInt8], _ meaning: VocabularyWord) {
    guard find(word.span) == nil, word.count < 64 else { return }
    var slot = Vocabulary.slot(Vocabulary.hash(word.span)) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    words.append(meaning)
    bytes += word
    starts.append(UInt32(bytes.count))
    slots[slot] = UInt16(words.count)
    lengths |= 1 << UInt64(word.count)
  }

  private func equals(_ entry: Int, _ word: Span<UInt8>) -> Bool {
    let start = Int(starts[entry])
    guard Int(starts[entry + 1]) - start == word.count else { return false }
    for index in word.indices where bytes[start + index] != word[index] { return false }
    return true
  }

  // MARK: - FNV-1a, 32 bits

  /// The hash of nothing.
  static var emptyHash: UInt32 { 2_166_136_261 }

  /// The hash of a text that is longer by one byte.
  static func hash(_ hash: UInt32, adding byte: UInt8) -> UInt32 { (hash ^ UInt32(byte)) &* 16_777_619 }

  private static func hash(_ word: Span<UInt8>) -> UInt32 {
    var hash = emptyHash
    for index in word.indices { hash = self.hash(hash, adding: word[index]) }
    return hash
  }

  /// A hash folded so that its low bits are good.
  private static func slot(_ hash: UInt32) -> Int { Int(hash ^ hash >> 15) }
}

/// One line of the vocabulary: words with one meaning.
package struct VocabularyRow: Sendable {
  package let role: WordRole
  package let kind: SecretKind
  package let isPlural: Bool
  package let isHeadFirst: Bool
  package let words: [String]

  /// Words that name a secret.
  init(
    _ role: WordRole, _ kind: SecretKind, plural: Bool = false, headFirst: Bool = false, _ words: String
  ) {
    self.role = role
    self.kind = kind
    isPlural = plural
    isHeadFirst = headFirst
    self.words = words.split(separator: " ").map(String.init)
  }

  /// Words that name none.
  init(_ role: WordRole, _ words: String) { self.init(role, .secret, words) }
}
