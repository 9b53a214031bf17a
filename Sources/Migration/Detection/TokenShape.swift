/// A public form of a secret: text that can be told from its spelling alone.
package struct TokenShape: Sendable {
  /// What else has to hold for the match.
  package enum Check: Sendable {
    /// Nothing.
    case none
    /// The last six characters are the CRC-32 of the characters after the prefix, in base62 (GitHub, npm).
    case checksum62
    /// The checksum of BIP-173 over the whole match.
    case bech32
    /// Base58 with four bytes of checksum over the whole match.
    case base58
    /// The checksum of Stellar's keys over the whole match.
    case stellar
    /// The variable part has to look random: the prefix alone is too common a word.
    case random
  }

  /// One stretch of the pattern.
  enum Part: Sendable {
    case literal([UInt8])
    case run(ByteSet, ClosedRange<Int>)
  }

  /// What it is, for people.
  package let title: String
  /// What it is, for programs.
  package let kind: SecretKind
  /// How sure a match is, 0 … 100.
  package let certainty: Int
  /// What else has to hold.
  package let check: Check
  /// Where the form is documented.
  package let source: String
  /// The rule that a finding of it names.
  package let rule: DetectionRule
  /// The form, as the table has it.
  package let pattern: String
  let parts: [Part]
  /// Bytes that a match has at least.
  let leastLength: Int

  /// A row of the table.
  ///
  /// The pattern is literal text with runs in braces: a letter for the alphabet and how many characters, as
  /// in `ghp_{A36}`, `xoxb-{u20-}` (at least 20) or `{d8-10}:`. The alphabets: `d` digits, `h` lower-case hex,
  /// `H` hex, `A` letters and digits, `U` capitals and digits, `L` small letters and digits, `B` base32,
  /// `u` base64url, `b` base64, `t` whatever tokens have.
  package init(
    _ title: String, _ kind: SecretKind, _ certainty: Int, _ pattern: String, _ check: Check = .none,
    source: String
  ) {
    self.title = title
    self.kind = kind
    self.certainty = certainty
    self.check = check
    self.source = source
    self.pattern = pattern
    rule = DetectionRule("shape." + DetectionRule.slug(title), title, source: source)
    parts = TokenShape.parts(of: pattern)
    leastLength = parts.reduce(0) { sum, part in
      switch part {
      case .literal(let bytes): sum + bytes.count
      case .run(_, let lengths): sum + lengths.lowerBound
      }
    }
  }

  private static func parts(of pattern: String) -> [Part] {
    var parts: [Part] = []
    for (number, piece) in pattern.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
      var literal = piece
      if number > 0, let close = piece.firstIndex(of: "}"), let letter = piece.first {
        let bounds = piece[piece.index(after: piece.startIndex)..<close].split(
          separator: "-", omittingEmptySubsequences: false)
        let least = bounds.first.flatMap { Int($0) } ?? 1
        let most = bounds.count == 1 ? least : Int(bounds[1]) ?? 4096
        parts.append(.run(alphabet(letter), least...max(least, most)))
        literal = piece[piece.index(after: close)...]
      }
      if !literal.isEmpty { parts.append(.literal(Array(literal.utf8))) }
    }
    return parts
  }

  private static func alphabet(_ letter: Character) -> ByteSet {
    switch letter {
    case "d": .digits
    case "h": .lowerHex
    case "H": .hex
    case "U": .upperAlphanumeric
    case "L": .lowerAlphanumeric
    case "B": .base32
    case "u": .base64URL
    case "b": .base64
    case "t": .token
    default: .alphanumeric
    }
  }

  /// Whether the pattern only says how a longer text begins.
  package var endsOpen: Bool {
    if case .literal? = parts.last { return true }
    return false
  }

  /// The title with its article: `an age secret key`, `an RSA private key`, `a Slack token`.
  package var titleWithArticle: String {
    let spoken = ["RSA", "npm", "lnd", "xAI"].contains { title.hasPrefix($0) }
    let startsWithVowel = title.first.map { "AEIOaeio".contains($0) } ?? true
    return (spoken || startsWithVowel ? "an " : "a ") + title
  }

  // MARK: - Matching

  /// A place in a text where a shape stands.
  package struct Match: Sendable {
    /// The matched bytes.
    package let range: Range<Int>
    /// How sure it is, 0 … 100.
    package let certainty: Int
    /// Whether a checksum in the text was right; `nil` if the form has none.
    package let checksum: Bool?
  }

  /// The match that starts at a position, if there is one.
  /// - Parameter reach: Where the looking ended, whether something was found or not.
  func match(in text: Span<UInt8>, at start: Int, reach: inout Int) -> Match? {
    var end = start
    var body = start..<start
    for (number, part) in parts.enumerated() {
      switch part {
      case .literal(let bytes):
        guard bytes.count <= text.count - end else { return nil }
        for index in bytes.indices where text[end + index] != bytes[index] { return nil }
        end += bytes.count
      case .run(let alphabet, let lengths):
        // One byte more than may be is too much already: a text may begin a run at each of its words.
        var length = alphabet.run(in: text, from: end, most: lengths.upperBound + 1)
        // A run of one length inside the pattern takes just that; every other run takes all it can.
        if lengths.count == 1, number < parts.count - 1 { length = min(length, lengths.lowerBound) }
        reach = end + length
        guard lengths.contains(length) else { return nil }
        if length >= body.count { body = end..<end + length }
        end += length
      }
    }
    if end < text.count, case .run? = parts.last, ByteSet.word.contains(text[end]) { return nil }
    return judge(text, start..<end, body: body)
  }

  private func judge(_ text: Span<UInt8>, _ range: Range<Int>, body: Range<Int>) -> Match? {
    let profile = ValueProfile(text.extracting(body))
    // `ghp_xxxxxxxxxxxx` and the like stand in manuals.
    guard profile.distinct * 4 > min(body.count, 24) || body.count < 8 else { return nil }
    switch check {
    case .none: return Match(range: range, certainty: certainty, checksum: nil)
    case .random:
      return profile.randomness >= .some ? Match(range: range, certainty: certainty, checksum: nil) : nil
    case .checksum62:
      let good = Checksum.endsInBase62CRC(text.extracting(body))
      return Match(range: range, certainty: good ? 99 : certainty - 20, checksum: good)
    case .bech32: return checked(range, Checksum.isBech32(text.extracting(range)))
    case .base58: return checked(range, Checksum.isBase58Check(text.extracting(range)))
    case .stellar: return checked(range, Checksum.isStellarKey(text.extracting(range)))
    }
  }
}

extension TokenShape {
  /// A match whose form is so common that only its checksum makes it one.
  private func checked(_ range: Range<Int>, _ isRight: Bool) -> Match? {
    isRight ? Match(range: range, certainty: 99, checksum: true) : nil
  }
}

/// All shapes, found by the bytes that they begin with.
package struct TokenShapes: Sendable {
  /// A set of rows, a bit for each.
  private typealias Rows = SIMD4<UInt64>

  private let rows: [TokenShape]
  /// For each ASCII byte the rows that may have it first, and those that may have it second: together they tell nearly
  /// every place of a text at once.
  private let first: [Rows]
  private let second: [Rows]
  /// For each number of bytes the rows that need no more; the last one is for all larger numbers.
  private let fitting: [Rows]
  private let shortest: Int

  /// Builds the index.
  package init(_ rows: [TokenShape]) {
    // The rows are the table of this module, not input; the first test that detects anything would end here.
    precondition(rows.count <= Rows.scalarCount * UInt64.bitWidth, "more shapes than the index has bits for")
    self.rows = rows
    // Two bytes are looked at in any case.
    shortest = max(2, rows.map(\.leastLength).min() ?? 0)
    var first = [Rows](repeating: .zero, count: 128)
    var second = first
    for (number, row) in rows.enumerated() {
      let sets = (TokenShapes.bytes(startingIn: row.parts[...]), TokenShapes.secondBytes(of: row.parts))
      for byte in UInt8(0)..<128 {
        if sets.0.contains(byte) { first[Int(byte)][number >> 6] |= 1 << UInt64(number & 63) }
        if sets.1.contains(byte) { second[Int(byte)][number >> 6] |= 1 << UInt64(number & 63) }
      }
    }
    (self.first, self.second) = (first, second)
    fitting = (0...(rows.map(\.leastLength).max() ?? 0)).map { length in
      var fitting = Rows.zero
      for (number, row) in rows.enumerated() where row.leastLength <= length {
        fitting[number >> 6] |= 1 << UInt64(number & 63)
      }
      return fitting
    }
  }

  /// What a pattern may start with.
  private static func bytes(startingIn parts: ArraySlice<TokenShape.Part>) -> ByteSet {
    switch parts.first {
    case .literal(let bytes)?:
      bytes.first.map { ByteSet($0) } ?? self.bytes(startingIn: parts.dropFirst())
    case .run(let alphabet, let lengths)?:
      lengths.lowerBound > 0 ? alphabet : alphabet | bytes(startingIn: parts.dropFirst())
    case nil: ByteSet.all
    }
  }

  /// What may follow the first byte of a pattern.
  private static func secondBytes(of parts: [TokenShape.Part]) -> ByteSet {
    switch parts.first {
    case .literal(let bytes)?:
      bytes.count > 1 ? ByteSet(bytes[1]) : self.bytes(startingIn: parts.dropFirst())
    case .run(let alphabet, let lengths)?:
      lengths.lowerBound > 1 ? alphabet : alphabet | bytes(startingIn: parts.dropFirst())
    case nil: ByteSet.all
    }
  }

  /// Bytes from which on a look is a long one.
  private static let longLook = 256

  /// Rows that have looked far ahead, and how far: until there they look no more. A token in another one of the same form
  /// is none, and a text that begins one at each of its words would be looked through again and again.
  private typealias Looks = [Int: Int]

  /// The surest shape in a text. Shapes begin where a word begins.
  package func find(in text: Span<UInt8>) -> (shape: TokenShape, match: TokenShape.Match)? {
    var best: (row: Int, match: TokenShape.Match)?
    var looks: Looks = [:]
    var start = 0
    while text.count - start >= shortest {
      let candidates = candidates(in: text, at: start)
      if candidates != .zero { find(candidates, in: text, at: start, &best, &looks) }
      while start < text.count, ByteSet.word.contains(text[start]) { start += 1 }
      start += 1
    }
    return best.map { (rows[$0.row], $0.match) }
  }

  /// The surest shape that is the whole text.
  package func findWhole(_ text: Span<UInt8>) -> (shape: TokenShape, match: TokenShape.Match)? {
    guard text.count >= shortest else { return nil }
    let candidates = candidates(in: text, at: 0)
    guard candidates != .zero else { return nil }
    var best: (row: Int, match: TokenShape.Match)?
    var looks: Looks = [:]
    find(candidates, in: text, at: 0, &best, &looks)
    guard let best, best.match.range.upperBound == text.count else { return nil }
    return (rows[best.row], best.match)
  }

  /// The rows whose first two bytes stand at a place that has room for them.
  private func candidates(in text: Span<UInt8>, at start: Int) -> Rows {
    let (byte, next) = (text[start], text[start + 1])
    guard byte < 128, next < 128 else { return .zero }
    return first[Int(byte)] & second[Int(next)] & fitting[min(text.count - start, fitting.count - 1)]
  }

  private func find(
    _ candidates: Rows, in text: Span<UInt8>, at start: Int,
    _ best: inout (row: Int, match: TokenShape.Match)?, _ looks: inout Looks
  ) {
    for word in candidates.indices {
      var bits = candidates[word]
      while bits != 0 {
        let row = word << 6 + bits.trailingZeroBitCount
        bits &= bits - 1
        if !looks.isEmpty, let until = looks[row], start < until { continue }
        var reach = start
        let match = rows[row].match(in: text, at: start, reach: &reach)
        if reach - start >= TokenShapes.longLook { looks[row] = reach }
        guard let match else { continue }
        if match.certainty > best?.match.certainty ?? 0 { best = (row, match) }
      }
    }
  }
}
