/// What a key's name alone says about its value.
package struct NameVerdict: Hashable, Sendable {
  /// How much the name says; the value decides the rest.
  package enum Strength: UInt8, Sendable, Comparable {
    /// The name says nothing.
    case silent
    /// The name says that the value is something harmless.
    case harmless
    /// The last word is one that often stands for harmless things.
    case weak
    /// A word for a secret stands in the name, but something else comes after it.
    case inside
    /// The last word names a secret with a form of its own.
    case shaped
    /// The last word names a token or key.
    case token
    /// The last word names a password.
    case password

    package static func < (left: Strength, right: Strength) -> Bool { left.rawValue < right.rawValue }
  }

  /// How much the name says.
  package var strength: Strength
  /// What the value would be.
  package var kind: SecretKind
  /// Whether a word such as `has` or `remember` stands before: then the value has to look random.
  package var isGated = false
  /// Whether the name is a mere wrapper (`value`, `data`, an index): then the name above it counts.
  package var isGeneric = false
  /// Whether the name stands for several: then the children's names are labels.
  package var isPlural = false
  /// Whether the name is a bare `key` or ends in `Key` after words that say nothing.
  package var isKeySuffix = false
  /// Whether the name, or the one above it, ends in `keys` after words that say nothing: `pendingKeys` and `tagKeys`
  /// list names, as a rule.
  package var isListOfKeys = false
  /// Whether a framework's own key stands on the way: then only a strong name counts.
  package var isHousekeeping = false
  /// Whether the last word was harmless although a secret's word stands before it (`passwordHash`).
  package var hasSecretInside = false

  /// Whether the name says nothing itself and stands below one that stands for several.
  var isListed = false

  /// Whether the name is one word, which may belong together with the name above it.
  var isOneWord = false

  /// The name of a value that has none.
  package static let silent = NameVerdict(strength: .silent, kind: .secret, isGeneric: true)

  /// Judges a name by the vocabulary.
  package init(_ name: Span<UInt8>, _ vocabulary: borrowing Vocabulary) {
    self.init(strength: .silent, kind: .secret)
    let words = NameWords(name)
    // A device's address says which device, not what is kept for it.
    guard words.count > 0, !ValueForm.isHardwareAddress(name) else {
      isGeneric = true
      return
    }
    isOneWord = words.count == 1
    judge(words, vocabulary)
  }

  /// What a name of one word says together with the last word of the name above it, if the vocabulary has them as one:
  /// `{"license": {"code": …}}` is a licence code, `{"sync": {"token": …}}` a sync token. `nil` if it has not, or if
  /// the name says more alone.
  func joined(_ name: Span<UInt8>, under parent: Span<UInt8>, _ vocabulary: borrowing Vocabulary)
    -> NameVerdict?
  {
    guard isOneWord, strength == .weak || strength == .harmless,
      name.count + parent.count <= NameWords.byteLimit - 1
    else {
      return nil
    }
    let words = NameWords(parent, name)
    guard words.count >= 2,
      let entry = words.with(words.count - 2, 2, { vocabulary.find($0) })
    else { return nil }
    var joined = self
    (joined.kind, joined.isPlural, joined.isKeySuffix) = (entry.kind, entry.isPlural, false)
    switch entry.role {
    case .settled, .neutral: joined.strength = .harmless
    case .password: joined.strength = .password
    case .token: joined.strength = .token
    case .shaped: joined.strength = .shaped
    case .weak where strength == .harmless: joined.strength = .weak
    case .weak, .gate, .clear: return nil
    }
    // Two names may stand together by chance: the value has to speak too, which the digits of a PIN cannot.
    if entry.kind != .pin, entry.role != .weak { joined.isGated = true }
    return joined
  }

  private init(strength: Strength, kind: SecretKind, isGeneric: Bool = false) {
    self.strength = strength
    self.kind = kind
    self.isGeneric = isGeneric
  }

  // MARK: - Judging

  private mutating func judge(_ words: NameWords, _ vocabulary: borrowing Vocabulary) {
    var head: VocabularyWord?
    var headIsUnknown = false
    var inside: VocabularyWord?
    var trailingKey = false
    var meaningful = 0
    // AES has no public keys (FIPS 197), whatever the name says.
    var isSymmetric = false
    var word = 0
    while word < words.count {
      let (found, length) = NameVerdict.longest(at: word, words, vocabulary)
      defer { word += length }
      if length == 1, words.isWord(word, "aes") || words.isWord(word, "chacha") { isSymmetric = true }
      guard let found else {
        if words.isNoise(word) || words.with(word, 1, { $0.count == 1 }) { continue }
        if let head, head.isHeadFirst { continue }
        if let head, head.role <= .weak { inside = NameVerdict.stronger(inside, head) }
        head = nil
        headIsUnknown = true
        trailingKey = false
        meaningful += 1
        continue
      }
      switch found.role {
      case .clear: continue
      case .gate:
        isGated = true
        // A gate as the last word is only a word (`lastUsed`).
        if let head, head.role <= .weak { inside = NameVerdict.stronger(inside, head) }
        head = nil
        headIsUnknown = true
      case .weak where found.kind == .apiKey && words.isWord(word, "key") && length == 1:
        // `accessTokenKey` is Apple's style for the name under which the token is stored.
        if head == nil { trailingKey = true } else { continue }
      default:
        if let head, head.role <= .weak { inside = NameVerdict.stronger(inside, head) }
        head = found
        headIsUnknown = false
        trailingKey = false
      }
      meaningful += 1
    }
    settle(head, inside, trailingKey: trailingKey, headIsUnknown: headIsUnknown, meaningful: meaningful)
    // `master_secret_curve25519_public` is the other half of it.
    if words.count > 1, words.isWord(words.count - 1, "public") { strength = .harmless }
    if isSymmetric, strength == .harmless, words.isWord(words.count - 1, "key") {
      (strength, kind) = (.token, .encryptionKey)
    }
  }

  private mutating func settle(
    _ head: VocabularyWord?, _ inside: VocabularyWord?, trailingKey: Bool, headIsUnknown: Bool,
    meaningful: Int
  ) {
    // The hash of a key is its fingerprint.
    hasSecretInside = inside.map { $0.role == .password || $0.kind == .pin } ?? false
    if let head {
      isPlural = head.isPlural
      kind = head.kind
      isListOfKeys = head.isPlural && head.kind == .apiKey && head.role == .weak
      switch head.role {
      case .password: strength = .password
      case .token: strength = .token
      case .shaped: strength = .shaped
      case .weak:
        strength = .weak
        // `licenseKeySignature`: two hints make more than one.
        if let inside, inside.role <= .token { (strength, kind) = (.inside, inside.kind) }
      case .settled, .neutral: strength = .harmless
      case .gate, .clear: break
      }
      return
    }
    if let inside, inside.role <= .token {
      (strength, kind) = (.inside, inside.kind)
    } else if trailingKey {
      (strength, kind, isKeySuffix) = (.weak, .apiKey, true)
    } else if !headIsUnknown && meaningful == 0 {
      isGeneric = true
    }
  }

  private static func stronger(_ left: VocabularyWord?, _ right: VocabularyWord) -> VocabularyWord {
    guard let left, left.role < right.role else { return right }
    return left
  }

  /// The longest entry of the vocabulary that starts at a word, and how many words it takes.
  private static func longest(
    at word: Int, _ words: NameWords, _ vocabulary: borrowing Vocabulary
  ) -> (VocabularyWord?, Int) {
    let (found, length) = words.longestEntry(at: word, in: vocabulary)
    if let found { return (found, length) }
    return (words.with(word, 1) { ending(of: $0, vocabulary) }, 1)
  }

  /// A word without a boundary inside, of which only the end is known: `dbpassword`, and names in scripts
  /// that write no spaces (`用户密码`).
  private static func ending(of word: Span<UInt8>, _ vocabulary: borrowing Vocabulary) -> VocabularyWord? {
    if word.count > 8, ASCII.has("password", in: word, at: word.count - 8) {
      return VocabularyWord(role: .password, kind: .password, isPlural: false)
    }
    guard word.count > 6, word[0] >= 0xE0 else { return nil }
    var start = 3
    while start < word.count - 3 {
      if word[start] & 0xC0 != 0x80, let found = vocabulary.find(word.extracting(start..<word.count)),
        found.role <= .weak
      {
        return found
      }
      start += 1
    }
    return nil
  }
}

extension WordRole: Comparable {
  /// The more a word says, the earlier it stands.
  package static func < (left: WordRole, right: WordRole) -> Bool { left.rawValue < right.rawValue }
}
