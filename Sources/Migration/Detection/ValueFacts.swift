/// What a value says whatever it is called, each part found when it is first asked for.
///
/// A binary plist may refer to one long value from a hundred thousand places. For such a value the facts are kept,
/// so that every further reference costs the judgement of its name alone.
struct ValueFacts {
  /// Bytes that a value has at least for its facts to be kept: shorter ones are looked at in less room and time
  /// than facts take.
  static let leastBytes = 64

  /// A public form in a text.
  struct Form {
    let judgement: Judgement
    /// Whether it is all of the text.
    let isWhole: Bool
  }

  /// What base64 hides.
  struct Encoded {
    let judgement: Judgement
    /// Bytes of the secret.
    let length: Int
  }

  /// Whether they are kept for further references.
  let isKept: Bool
  /// Whether it is known that the value is no document, or none that may be read.
  var isNoDocument = false
  private var trimmed: Range<Int>?
  private var binary: BinaryShape?
  private var profile: ValueProfile?
  private var valueForm: ValueForm?
  // The outer optional says whether the question has been asked.
  private var form: Form??
  private var flat: FlatFinding??
  private var encoded: Encoded??
  private var judgements: [NameVerdict: Judgement?] = [:]

  init(isKept: Bool) { self.isKept = isKept }

  /// The text without white space at its ends.
  mutating func trimmed(_ content: Span<UInt8>) -> Range<Int> {
    if let trimmed { return trimmed }
    let range = ASCII.trimmed(content)
    trimmed = range
    return range
  }

  /// What data is by its bytes.
  mutating func binary(_ bytes: Span<UInt8>) -> BinaryShape {
    if let binary { return binary }
    let shape = BinaryShape.of(bytes)
    binary = shape
    return shape
  }

  /// What a name says about the text.
  mutating func judgement(under name: NameVerdict, of text: Span<UInt8>) -> Judgement? {
    guard name.strength >= .weak, !text.isEmpty else { return nil }
    if isKept, let known = judgements[name] { return known }
    let profile = self.profile ?? ValueProfile(text)
    let valueForm = self.valueForm ?? ValueForm.of(text, profile)
    let judgement = name.judge(text, profile, valueForm)
    if isKept {
      self.profile = profile
      self.valueForm = valueForm
      judgements[name] = .some(judgement)
    }
    return judgement
  }

  /// The surest public form; `find` looks for it.
  mutating func form(_ find: () -> Form?) -> Form? { ValueFacts.once(&form, find) }

  /// The secret in one line of text; `find` looks for it.
  mutating func flat(_ find: () -> FlatFinding?) -> FlatFinding? { ValueFacts.once(&flat, find) }

  /// What base64 hides; `find` looks for it.
  mutating func encoded(_ find: () -> Encoded?) -> Encoded? { ValueFacts.once(&encoded, find) }

  private static func once<Fact>(_ fact: inout Fact??, _ find: () -> Fact?) -> Fact? {
    if let fact { return fact }
    let found = find()
    fact = .some(found)
    return found
  }
}
